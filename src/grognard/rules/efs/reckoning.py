"""8.3, 8.4: the odds of a combat, every number with its rule."""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from grognard.core.messages import Message
from grognard.core.odds import Fact
from grognard.hexes import Hex, bits, pack
from grognard.rules.efs import armour, artillery, attack_supply, cover, orders, siege, strengths
from grognard.rules.efs.battle import FED, NO_RETREAT, Battle
from grognard.rules.efs.state import UNSUPPLIED, EfsState
from grognard.rules.efs.words import AXIS, RAIN

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

FROZEN = ("snow", "arctic")


class Share(NamedTuple):
    """What one unit brings, before halving: its value and why it is halved."""

    unit: int
    printed: int
    halved: tuple[tuple[str, str], ...] = ()
    """(message, rule) of every halving."""
    sea: Hex = -1
    """The sea hex that it attacks from."""

    @property
    def factor(self) -> Fraction:
        return Fraction(1, 2 ** len(self.halved))


class Support(NamedTuple):
    """What the guns add: each with its value, and the sum that counts."""

    guns: tuple[tuple[int, int], ...]
    """(gun, value) after doubling."""
    halved: bool
    """Rain (5.1.4/3)."""
    counts: Fraction
    """After the cap (10.1.8)."""


class Modifier(NamedTuple):
    name: str
    rule: str
    die: int


class Reckoning(NamedTuple):
    attack: tuple[Share, ...]
    attack_force: Fraction
    attack_support: Support
    defence: tuple[Share, ...]
    defence_force: Fraction
    defence_support: Support
    column: int | None
    """None: worse than the lowest column, the attackers are lost (8.4.3/2)."""
    modifiers: tuple[Modifier, ...]
    fortified: bool
    """A fort's modifier counts: stars cost a step more (8.4.5.b)."""
    supplied: bool

    @property
    def attack_total(self) -> Fraction:
        return self.attack_force + self.attack_support.counts

    @property
    def defence_total(self) -> Fraction:
        return self.defence_force + self.defence_support.counts

    @property
    def net(self) -> int:
        return sum(modifier.die for modifier in self.modifiers)


def reckon(game: "EastFrontSeries", state: EfsState, battle: Battle,
           order: str | None = None) -> Reckoning:
    """Both totals, the column and every modifier; ``order`` stands in for one face down."""
    supplied = is_supplied(game, state, battle)
    attack = tuple(attack_share(game, state, battle, unit) for unit in bits(
        state.on_map(battle.attackers)))
    force = force_of(attack)
    fire = battle.guns if supplied else battle.guns & game.ships  # agn:8.8.1.d
    guns = support(game, state, battle, fire, force)
    helpers = artillery.supporting(game, state, battle.hexes)
    defence = tuple(defence_shares(game, state, battle.hexes, helpers))
    held = force_of(defence)
    help = support(game, state, battle, helpers, held)
    column = game.results.odds_column(force + guns.counts, held + help.counts)
    modifiers = tuple(_modifiers(game, state, battle, supplied, order))
    fortified = any(name in ("strongpoint", "fortified_line") for name, _, _ in modifiers)
    return Reckoning(attack, force, guns, defence, held, help, column, modifiers, fortified,
                     supplied)


def is_supplied(game: "EastFrontSeries", state: EfsState, battle: Battle) -> bool:
    """6.5.5: as it was paid for, or would be with the counters named so far."""
    if battle.supply:
        return battle.supply == FED
    return attack_supply.is_fed(game, state, battle)


def initial_column(game: "EastFrontSeries", state: EfsState, hexes: tuple[Hex, ...],
                   attackers: int) -> int | None:
    """8.4.3: the odds at declaration, without distant guns of either side."""
    side = game.owner(next(bits(attackers)))
    battle = Battle(side, hexes, attackers)
    force = force_of(tuple(attack_share(game, state, battle, unit) for unit in bits(attackers)))
    home = artillery.at_home(game, state, hexes)
    held = force_of(tuple(defence_shares(game, state, hexes, home)))
    help = support(game, state, battle, home, held)
    return game.results.odds_column(force, held + help.counts)


# -- strengths ---------------------------------------------------------------------------------


def force_of(shares: tuple[Share, ...]) -> Fraction:
    """8.3.2: those halved alike are summed, then halved, fractions kept, never below a point."""
    groups: dict[tuple[Fraction, Hex], int] = {}
    for share in shares:
        key = share.factor, share.sea
        groups[key] = groups.get(key, 0) + share.printed
    return sum((max(Fraction(min(total, 1)), _part(total * factor, sea))
                for (factor, sea), total in groups.items()), Fraction(0))


def _part(force: Fraction, sea: Hex) -> Fraction:
    """agn:8.5.2.2/half: out of a sea hex fractions are dropped."""
    return force if sea < 0 else Fraction(force.numerator // force.denominator)


def attack_share(game: "EastFrontSeries", state: EfsState, battle: Battle, unit: int) -> Share:
    sea = state.at[unit] if at_sea(game, state, unit) else -1
    return Share(unit, strengths.attack(game, state, unit),
                 tuple(_halvings(game, state, battle, unit)), sea)


def at_sea(game: "EastFrontSeries", state: EfsState, unit: int) -> bool:
    """agn:8.5.2.2/half: a landing force before the coast, or a flotilla on open water."""
    if unit in state.sea.assault:
        return True
    open_water = game.ground.water | game.ground.lakes
    return bool(game.boats >> unit & 1 and open_water >> state.at[unit] & 1)


def _halvings(game: "EastFrontSeries", state: EfsState, battle: Battle,
              unit: int) -> Iterator[tuple[str, str]]:
    """Out of swamp, over a major river; armour in towns, never on top of another (9.1.3)."""
    here, halves = state.at[unit], game.effects
    swamp = game.ground.swamp >> here & 1 and halves["swamp_attacker"].halves
    river = bool(armour.crossing(game, state, battle, 1 << unit, game.ground.major_rivers)) \
        and halves["major_river"].halves
    if swamp:
        yield "swamp_attacker", "8.3.6.a"
    if river:
        yield "major_river", "8.3.6.b"
    if at_sea(game, state, unit):
        yield "at_sea", "sea:5.2.2/half"
    towns = game.ground.cities | game.ground.major_cities
    if game.armoured >> unit & 1 and towns & battle.targets and not swamp and not river \
            and halves["armour_in_city"].halves:
        yield "armour_in_city", "9.1.3"


def defenders(game: "EastFrontSeries", state: EfsState, hexes: tuple[Hex, ...]) -> int:
    """8.2.3: all units of the hexes but those that defended before in this phase (8.1.5)."""
    return state.units_in(pack(hexes), game.fighting | game.hqs) & ~state.beaten


def defence_shares(game: "EastFrontSeries", state: EfsState, hexes: tuple[Hex, ...],
                   helpers: int) -> Iterator[Share]:
    """Guns that support do not defend as well (10.0)."""
    for unit in bits(defenders(game, state, hexes) & ~helpers):
        if not _keeps_silent(game, state, unit):
            yield Share(unit, strengths.defence(game, state, unit))


def _keeps_silent(game: "EastFrontSeries", state: EfsState, unit: int) -> bool:
    """10.2.2: where guns beside others can only support, one that cannot adds nothing."""
    return bool(game.edition.guns.own_hex == "support" and game.artillery >> unit & 1
                and artillery.with_others(game, state, state.at[unit]))


def support(game: "EastFrontSeries", state: EfsState, battle: Battle, guns: int,
            force: Fraction) -> Support:
    """Doubled, then halved by rain, then capped by the force that is supported (10.1.8)."""
    values = tuple((gun, strengths.support(game, state, gun) * siege.factor(
        game, state, battle, gun)) for gun in bits(guns))
    total = Fraction(sum(value for _, value in values))
    wet = bool(values) and any(state.weather_at(game, hex) == RAIN for hex in battle.hexes)
    return Support(values, wet, min(total / 2 if wet else total, force))


# -- modifiers ---------------------------------------------------------------------------------


def _modifiers(game: "EastFrontSeries", state: EfsState, battle: Battle, supplied: bool,
               order: str | None) -> Iterator[Modifier]:
    """8.4.1/2, in the order of the rules; those of nothing are left out."""
    for modifier in (
        *_ground(game, state, battle),
        *_sides(game, state, battle),
        *_will(game, state, battle, order),
        *_air(game, state, battle),
        *_arms(game, state, battle, supplied),
        *_state_of_supply(game, state, battle, supplied),
        *_under_fire(game, state, battle),
    ):
        if modifier.die:
            yield modifier


def _effect(game: "EastFrontSeries", state: EfsState, cause: str, rule: str) -> Modifier:
    row = game.effects[cause]
    frozen = row.frozen_die is not None and state.weather in FROZEN
    return Modifier(cause, rule, row.frozen_die if frozen and row.frozen_die is not None
                    else row.die)


GROUND_RULES = {"hill": "8.3.2/2", "woods": "8.3.2/2", "marsh": "8.3.2/2", "swamp": "8.3.6.a",
                "village": "8.3.2/2", "city": "8.3.6.c"}


def _ground(game: "EastFrontSeries", state: EfsState, battle: Battle) -> Iterator[Modifier]:
    """8.3.4: what any of the attacked hexes gives counts, each kind once."""
    ground, targets = game.ground, battle.targets
    hexes = {"hill": ground.hills, "woods": ground.woods, "marsh": ground.marsh,
             "swamp": ground.swamp, "village": ground.villages, "city": ground.cities}
    for cause, there in hexes.items():
        if there & targets:
            yield _effect(game, state, cause, GROUND_RULES[cause])
    if ground.major_cities & targets:
        yield _effect(game, state, f"major_city_{battle.side}", "8.3.6.c/2")
    if cover.strongpoints(state, battle.defender) & targets:
        yield _effect(game, state, "strongpoint", "12.1.8")


def _sides(game: "EastFrontSeries", state: EfsState, battle: Battle) -> Iterator[Modifier]:
    """8.3.3: a side counts only if all attack over that kind, or over kinds of equal effect."""
    pairs = [(state.at[unit], hex) for unit in bits(state.on_map(battle.attackers))
             for hex in battle.hexes]
    river = [game.grid.hexside(a, b) in game.ground.rivers for a, b in pairs]
    line = [cover.faces_line(game, state, battle.side, a, b) for a, b in pairs]
    strong = bool(cover.strongpoints(state, battle.defender) & battle.targets)
    if pairs and all(river):
        yield _effect(game, state, "minor_river", "8.3.3")
    if pairs and all(line):
        if not strong:  # 12.2.5: not on top of a strongpoint
            yield _effect(game, state, "fortified_line", "12.2.1")
    elif not all(river) and all(either for either in map(any, zip(river, line, strict=True))):
        mixed = _effect(game, state, "minor_river", "8.3.3")
        if pairs and mixed.die == game.effects["fortified_line"].die:
            yield Modifier("river_and_line", "8.3.3", mixed.die)


def _will(game: "EastFrontSeries", state: EfsState, battle: Battle,
          order: str | None) -> Iterator[Modifier]:
    """8.8.2: defenders who will not go; 12.3.1: engineers who show the way."""
    lie = {orders.sure(game, state, hex) or (order if orders.face_down(state, hex) else "")
           for hex in battle.hexes}
    if NO_RETREAT in lie:
        yield _effect(game, state, "no_retreat", "8.8.2")
    if battle.engineers:
        yield _effect(game, state, "engineer", "12.3.1")


def _air(game: "EastFrontSeries", state: EfsState, battle: Battle) -> Iterator[Modifier]:
    """11.5.3: close support that got through to any of the hexes."""
    axis = sum(state.support.get(hex, (0, 0))[0] for hex in battle.hexes)
    soviet = sum(state.support.get(hex, (0, 0))[1] for hex in battle.hexes)
    own, enemy = (axis, soviet) if battle.side == AXIS else (soviet, axis)
    yield Modifier("air_attacker", "11.5.3", -own)
    yield Modifier("air_defender", "11.5.3", enemy)


def _arms(game: "EastFrontSeries", state: EfsState, battle: Battle,
          supplied: bool) -> Iterator[Modifier]:
    attackers = state.on_map(battle.attackers)
    trusted = supplied and attack_supply.needed(game)
    whole = armour.integrity(game, state, attackers, battle.side, trusted)
    die = game.effects["integrity"].die
    if whole.divisions:
        yield Modifier("integrity", "9.2.1", die * len(whole.divisions))
    if armour.combined_arms(game, state, battle, whole.used):
        yield _effect(game, state, "combined_arms", "9.1.1")
    if siege.gives_die(game, battle):
        yield Modifier("siege", "series:sh.modes", siege.SIEGE_DIE)


def _state_of_supply(game: "EastFrontSeries", state: EfsState, battle: Battle,
                     supplied: bool) -> Iterator[Modifier]:
    if not supplied:
        yield _effect(game, state, "no_attack_supply", "6.5.7.a")
    held = defenders(game, state, battle.hexes)
    if any(state.supply[unit] == UNSUPPLIED for unit in bits(held)):
        yield _effect(game, state, "unsupplied_defender", "6.3.5.b")


def _under_fire(game: "EastFrontSeries", state: EfsState, battle: Battle) -> Iterator[Modifier]:
    """agn:8.5.3.b: those whom coastal guns hit as they landed."""
    if battle.attackers & state.sea.shaken:
        yield Modifier("coastal_fire", "sea:5.3.b/table", game.charts.naval.fire_die)


# -- in words ----------------------------------------------------------------------------------


def odds_lines(game: "EastFrontSeries", found: Reckoning) -> tuple[Fact, ...]:
    """The breakdown that a player sees before committing."""
    return (
        *_share_lines("attack", found.attack, found.attack_support),
        _line("odds.attack-total", number(found.attack_total), "8.4.1"),
        *_share_lines("defence", found.defence, found.defence_support),
        _line("odds.defence-total", number(found.defence_total), "8.4.1"),
        _line("odds.column", column_name(game, found.column), "8.4.1"),
        *(_line(f"odds.die-{name}", f"{die:+d}", rule) for name, rule, die in found.modifiers),
        _line("odds.net", f"{game.results.modifier(found.net).value:+d}", "8.4.4"),
    )


def column_name(game: "EastFrontSeries", column: int | None) -> str:
    return "-" if column is None else game.results.columns[column]


def _share_lines(role: str, shares: tuple[Share, ...], guns: Support) -> Iterator[Fact]:
    for share in shares:
        about = {"unit": share.unit}
        yield Fact(Message(f"odds.{role}", about), str(share.printed), "8.4.1")
        for name, rule in share.halved:
            yield Fact(Message(f"odds.halved-{name}", about), "1/2", rule)
    for gun, value in guns.guns:
        yield Fact(Message("odds.support", {"unit": gun}), str(value), "10.1")
    if guns.halved:
        yield _line("odds.support-in-rain", "1/2", "5.1.4/3")
    if sum(value for _, value in guns.guns) > guns.counts:
        yield _line("odds.support-counts", number(guns.counts), "10.1.8")


def number(value: Fraction) -> str:
    """Fractions as they are kept: 3 1/2.

    >>> number(Fraction(7, 2)), number(Fraction(6))
    ('3 1/2', '6')
    """
    whole, part = divmod(value, 1)
    return f"{whole} {part}" if whole and part else str(part if part else whole)


def _line(id: str, value: object, rule: str) -> Fact:
    return Fact(Message(id), str(value), rule)
