"""Chapter 10: artillery supports from afar, in attack and defence.

The defender commits his guns in his Reaction Phase, ``guns 11AArt for L3629``; the attacker when
he takes up each combat (10.1.5).
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import UnitId
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import attack_supply, command, siege, zones
from grognard.rules.efs.battle import Battle
from grognard.rules.efs.state import UNSUPPLIED, EfsState
from grognard.rules.efs.steps import Ask, Do
from grognard.rules.efs.words import AXIS, SOVIET, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


# -- where guns reach --------------------------------------------------------------------------


def in_range(game: "EastFrontSeries", state: EfsState, gun: int, hexes: tuple[Hex, ...]) -> bool:
    """10.1.3: counted to the defender's hex, without the gun's own; all the targets of a combat."""
    here = state.at[gun]
    return here >= 0 and all(
        game.mega.distance(here, hex) <= game.units[gun].range for hex in hexes)


def attacked(state: EfsState) -> HexSet:
    """Hexes under a declared attack that is still to be fought."""
    return pack([hex for attack in state.attacks if not attack.resolved for hex in attack.hexes])


def unsupplied(state: EfsState, units: int) -> int:
    return pack([unit for unit in bits(units) if state.supply[unit] == UNSUPPLIED])


def silent(game: "EastFrontSeries", state: EfsState) -> int:
    """Guns that can support nobody now: under an Overrun marker, or packed up to move."""
    return game.artillery & (state.overrun | siege.packed_up(game, state))


def pinned(game: "EastFrontSeries", state: EfsState, gun: int) -> bool:
    """10.2.3: an enemy with a zone stands next to the gun, or it stands in a zone."""
    side, here = game.owner(gun), state.at[gun]
    near = zones.zones_of(game, state, enemy_of(side)).sources & game.grid.spread(1 << here)
    return bool(near) or bool(zones.enemy_zone(game, state, side) >> here & 1)


def effort(game: "EastFrontSeries", battle: Battle) -> int:
    """What supporting this attack takes of what a gun can do in a phase (15.12.c)."""
    return 1 if shared(game, battle) else game.charts.inset.supports


def shared(game: "EastFrontSeries", battle: Battle) -> bool:
    """15.12.c: whether an Axis gun may support another attack on the inset besides this one."""
    return battle.side == AXIS and game.mega.holds(battle.hexes)


def spent(game: "EastFrontSeries", state: EfsState, battle: Battle) -> int:
    """10.1.5/2, 15.12: guns that support this attack, or can support no other one like it."""
    most = game.charts.inset.supports - effort(game, battle)
    return battle.guns | pack([gun for gun, done in state.shots.items() if done > most])


# -- how many (10.1.4) -------------------------------------------------------------------------


def too_many(game: "EastFrontSeries", guns: int) -> bool:
    """More than four, siege guns left out (10.1.4, 13.4.1)."""
    return (guns & ~siege.outside_limit(game)).bit_count() > game.edition.guns.limit


def combine(game: "EastFrontSeries", state: EfsState, guns: int, hexes: tuple[Hex, ...]) -> bool:
    """10.1.4.a: Soviet guns support together only from a headquarters or inside the defence."""
    soviet = guns & game.troops[SOVIET]  # agn:8.8.1.c/hq: ships need nobody
    if soviet.bit_count() <= game.edition.guns.soviet_far:
        return True
    if game.edition.headquarters.states and _leaderless(game, state, hexes):
        return False
    outside = soviet & ~state.units_in(pack(hexes), soviet)
    places = {state.at[gun] for gun in bits(outside)}
    return all(state.units_in(1 << hex, outside).bit_count() <= allowed_at(game, state, hex)
               for hex in places)


def allowed_at(game: "EastFrontSeries", state: EfsState, hex: Hex) -> int:
    """Guns of a stack with a headquarters that may join in, less interdiction (10.1.4/2)."""
    hqs = state.set_at(hex) & game.hqs & ~state.nonoperational
    if not hqs:
        return 0
    there = (state.set_at(hex) & game.artillery).bit_count()
    return max(0, there - state.interdicted(game, hex))


def _leaderless(game: "EastFrontSeries", state: EfsState, hexes: tuple[Hex, ...]) -> bool:
    """BSR.art.nonop: an attacked hex in the radius of a headquarters out of operation."""
    return any(command.in_command(game, state, hex) & state.nonoperational for hex in hexes)


# -- in attack ---------------------------------------------------------------------------------


def attack_guns(game: "EastFrontSeries", state: EfsState, battle: Battle) -> Among:
    """Who may support this attack besides those named already (10.1.1)."""
    side = battle.side
    own = game.units_of[side]
    guns = own & (game.artillery | game.ships)
    fed = guns & ~game.ships  # agn:8.8.1.d
    ready = state.on_map(guns & ~silent(game, state) & ~battle.guns)
    far = pack([gun for gun in bits(ready) if not in_range(game, state, gun, battle.hexes)])
    covered = attack_supply.fed_units(game, state, battle)
    starved = not attack_supply.is_fed(game, state, battle)
    near = ready & ~far
    return Among(
        game.everybody,
        Layer("enemy-unit", "10.1.1", game.units_of[battle.defender]),
        Layer("no-artillery", "10.1", own & ~guns),
        Layer("not-on-map", "10.1", guns & ~state.on_map(guns)),
        Layer("gun-overrun", "7.8.4.b", guns & state.overrun),
        Layer("gun-packed-up", "series:sh.modes", siege.packed_up(game, state)),
        Layer("supports-already", "10.1.5/2", spent(game, state, battle)),
        Layer("attack-unsupplied", "6.5.7.b", fed if starved else 0),
        Layer("gun-unsupplied", "10.1", fed & ~covered),
        Layer("gun-out-of-range", "10.1.3", far),
        *_crowd(game, state, near, battle.guns, battle.hexes),
    )


def _crowd(game: "EastFrontSeries", state: EfsState, guns: int, together: int,
           hexes: tuple[Hex, ...]) -> tuple[Layer, Layer]:
    """Guns that would be one too many, or that may not join the others."""
    many = pack([gun for gun in bits(guns) if too_many(game, together | 1 << gun)])
    lone = pack([gun for gun in bits(guns)
                 if not combine(game, state, together | 1 << gun, hexes)])
    return (Layer("four-guns", "10.1.4", many), Layer("gun-alone", "10.1.4.a", lone & ~many))


# -- in defence --------------------------------------------------------------------------------


def supporting(game: "EastFrontSeries", state: EfsState, hexes: tuple[Hex, ...]) -> int:
    """The guns that support the defence of a combat as things stand now (10.1.2, 10.2)."""
    committed = pack([gun for gun, hex in state.guns.items() if hex in hexes])
    fit = state.on_map(committed & ~silent(game, state) & ~unsupplied(state, committed))
    outside = fit & ~state.units_in(pack(hexes), fit)
    held = pack([gun for gun in bits(outside & ~game.ships) if pinned(game, state, gun)])
    return fit & ~held | at_home(game, state, hexes)


def at_home(game: "EastFrontSeries", state: EfsState, hexes: tuple[Hex, ...]) -> int:
    """10.2.2: guns in the attacked hex beside others support it, where the box leaves no choice."""
    if game.edition.guns.own_hex == "choice":
        return 0
    found = 0
    for hex in hexes:
        if with_others(game, state, hex):
            found |= _able(game, state, state.set_at(hex) & ~game.ships)
    best = sorted(bits(found), key=lambda gun: -game.units[gun].support)
    return pack(best[:game.edition.guns.limit])


def with_others(game: "EastFrontSeries", state: EfsState, hex: Hex) -> bool:
    """Whether combat units other than artillery defend the hex (10.2.1, 10.2.2)."""
    return bool(state.set_at(hex) & game.fighting & ~game.artillery & ~state.beaten)


def _able(game: "EastFrontSeries", state: EfsState, units: int) -> int:
    """Guns of these units that can support a defence: not siege guns, not unsupplied ones."""
    guns = units & (game.artillery | game.ships) & ~siege.attack_only(game)
    guns &= ~silent(game, state) & ~state.beaten
    return guns & ~unsupplied(state, guns)


def gun_targets(game: "EastFrontSeries", state: EfsState, gun: int) -> Among:
    """The attacked hexes that a gun of the defender may support."""
    targets, here = attacked(state), state.at[gun]
    far = pack([hex for hex in bits(targets) if not in_range(game, state, gun, (hex,))])
    own = 1 << here
    stuck = targets & ~own if pinned(game, state, gun) or targets & own else 0
    alone = targets & own if not with_others(game, state, here) else 0
    if game.ships >> gun & 1:  # agn:8.8.1.e: no ground unit, and nobody pins it
        stuck = alone = 0
    many = lone = 0
    for attack in state.attacks:
        together = supporting(game, state, attack.hexes) | 1 << gun
        many |= pack(attack.hexes) if too_many(game, together) else 0
        lone |= 0 if combine(game, state, together, attack.hexes) else pack(attack.hexes)
    return Among(
        targets,
        Layer("gun-out-of-range", "10.1.3", far),
        Layer("gun-pinned", "10.2.3", stuck),
        Layer("guns-defend-alone", "10.2.1", alone),
        Layer("four-guns", "10.1.4", targets & many),
        Layer("gun-alone", "10.1.4.a", targets & lone & ~many),
        outside=("not-attacked", "10.1.2"),
    )


def defence_guns(game: "EastFrontSeries", state: EfsState) -> Among:
    """Who can still be committed to a defence."""
    side = enemy_of(state.side)
    own = game.units_of[side]
    guns = own & (game.artillery | game.ships)
    free = state.on_map(_able(game, state, guns) & ~pack(state.guns))
    home = 0
    for attack in state.attacks:
        home |= at_home(game, state, attack.hexes)
    useless = pack([gun for gun in bits(free & ~home) if not gun_targets(game, state, gun).mask])
    return Among(
        game.everybody,
        Layer("enemy-unit", "10.1.2", game.units_of[state.side]),
        Layer("no-artillery", "10.1", own & ~guns),
        Layer("not-on-map", "10.1", guns & ~state.on_map(guns)),
        Layer("siege-attacks-only", "13.4.1", guns & siege.attack_only(game)),
        Layer("gun-overrun", "7.8.4.b", guns & state.overrun),
        Layer("gun-packed-up", "series:sh.modes", siege.packed_up(game, state)),
        Layer("gun-unsupplied", "10.2.4", unsupplied(state, guns)),
        Layer("supports-already", "10.1.5/2", pack(state.guns)),
        Layer("supports-at-home", "10.2.2", home),
        Layer("no-target-for-gun", "10.1.3", useless),
    )


class CommitGuns(Do, frozen=True):
    """10.1.5: the defender's guns, in his Reaction Phase."""

    rule = "10.1.5"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if attacked(state) and defence_guns(game, state).mask:
            state.push(ChooseGun())


class ChooseGun(Ask, frozen=True):
    """Which gun supports; then whom."""

    rule = "10.1.5"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return enemy_of(state.side)

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"guns": defence_guns(game, state), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "guns":
            state.push(ChooseSupported(arg), CommitGuns())


class ChooseSupported(Ask, frozen=True):
    gun: UnitId

    rule = "10.1.2"
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return game.owner(self.gun)

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"for": gun_targets(game, state, self.gun)}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        state.guns[self.gun] = arg
        state.tell(Event("guns-committed", self.rule, {"unit": self.gun, "hex": arg},
                         hexes=(arg,), units=(self.gun,)))
