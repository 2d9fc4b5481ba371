"""8.4.2 to 8.8: how a result falls on both sides."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.events import Event
from grognard.core.steps import Step
from grognard.core.visibility import UnitSet
from grognard.hexes import Hex, bits
from grognard.rules.efs import armour, control, orders
from grognard.rules.efs.advance import Advance
from grognard.rules.efs.battle import EXTENDED, NO_RETREAT, Battle, Toll, Verdict
from grognard.rules.efs.inset import breakthrough
from grognard.rules.efs.inset.breakthrough import Breakthrough
from grognard.rules.efs.losses import Lose, remove
from grognard.rules.efs.overrun import MarkOverrun
from grognard.rules.efs.reckoning import Reckoning, defenders
from grognard.rules.efs.retreat import EXTENDED as FAR
from grognard.rules.efs.retreat import PLAIN, Retreat
from grognard.rules.efs.state import ELIMINATED, EfsState
from grognard.rules.efs.steps import Do
from grognard.rules.efs.words import enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def carry_out(game: "EastFrontSeries", state: EfsState, battle: Battle, verdict: Verdict,
              found: Reckoning, row: int | None = None) -> None:
    """8.4.1/3: losses of both sides, retreats, then the advance; ``row`` is the modified die."""
    held = defenders(game, state, battle.hexes)
    first, defender_first = armour.first_losses(game, state, battle, verdict.attacker, held)
    attackers = in_the_line(game, state, battle)
    state.beaten |= held
    steps = [*_attacker_losses(game, state, battle, verdict.attacker, found, attackers, first),
             *_defender_losses(game, state, battle, verdict.defender, held, defender_first),
             *_defenders_go(game, state, battle, verdict.defender),
             *_attackers_go(game, state, battle, verdict.attacker, attackers)]
    if not verdict.attacker.retreats or battle.order == NO_RETREAT:
        through = row is not None and breakthrough.won(game, battle, found.column, row)
        steps.append(Breakthrough(battle) if through else Advance(battle))
    state.push(*steps)


def in_the_line(game: "EastFrontSeries", state: EfsState, battle: Battle) -> int:
    """10.1.6: guns that fire from a hex of the attackers share their retreat and their end."""
    hexes = state.look_up(battle.attackers)
    return state.on_map(battle.attackers) | state.units_in(hexes, battle.guns & ~game.ships)


# -- losses ------------------------------------------------------------------------------------


def _attacker_losses(game: "EastFrontSeries", state: EfsState, battle: Battle, toll: Toll,
                     found: Reckoning, units: int, first: tuple[int, ...]) -> list[Step]:
    if toll.wiped_out:
        return [WipeOut(units)]
    count = _printed(toll, battle.order) + starred(state, battle, toll, found)
    if toll.retreats and battle.order == NO_RETREAT:
        count += _stays(game, state, battle.attackers)
    only_hunger = count == 1 and toll.star and not found.supplied  # 9.3.1: that step is free
    guns = units & ~battle.attackers
    return [Lose(units, count, () if only_hunger else first, last=guns)] if count else []


def _printed(toll: Toll, order: str) -> int:
    """8.7.2: who retreats far loses a step less of those printed, never of a star's."""
    return max(0, toll.steps - 1) if toll.retreats and order == EXTENDED else toll.steps


def starred(state: EfsState, battle: Battle, toll: Toll, found: Reckoning) -> int:
    """8.4.5: a star costs a step more for each: no attack supply, a fort, an ordered attack."""
    if not toll.star:
        return 0
    reasons = (("8.4.5.a", not found.supplied), ("8.4.5.b", found.fortified),
               ("8.4.5.c", battle.mandatory))
    for rule, counts in reasons:
        if counts:
            state.tell(Event("star-costs", rule, {"side": battle.side}, hexes=battle.hexes))
    return sum(counts for _, counts in reasons)


def _stays(game: "EastFrontSeries", state: EfsState, units: int) -> int:
    """8.8.3: what it costs to stay."""
    units = state.on_map(units)
    count = orders.price_of_staying(game, state, units)
    cheap = count == orders.CHEAP
    axis = cheap and not units & ~game.units_of["axis"]
    rule = ("8.8.3.b" if axis else "8.8.3.a") if cheap else "8.8.3"
    state.tell(Event("stays", rule, {"units": tuple(bits(units)), "count": count},
                     units=tuple(bits(units))))
    return count


def _defender_losses(game: "EastFrontSeries", state: EfsState, battle: Battle, toll: Toll,
                     held: int, first: tuple[int, ...]) -> list[Step]:
    everybody = held | state.units_in(battle.targets, state.beaten)
    if toll.wiped_out:
        return [WipeOut(everybody)]
    words = {orders.lying(state, hex) for hex in battle.hexes}
    count = _printed(toll, EXTENDED if words == {EXTENDED} else "")
    steps: list[Step] = []
    if toll.retreats:
        for hex in battle.hexes:
            if orders.lying(state, hex) == NO_RETREAT:
                there = held & state.set_at(hex)
                price = _stays(game, state, there)
                steps.append(Lose(there, price, last=stubborn(game, state, hex)))
    last = 0
    for hex in battle.hexes:
        last |= stubborn(game, state, hex)
    return [Lose(held, count, first if count else (), last=last), *steps]


def stubborn(game: "EastFrontSeries", state: EfsState, hex: Hex) -> int:
    """13.5.2: NKVD units in towns and villages take the last loss."""
    ground = game.ground
    houses = ground.cities | ground.major_cities | ground.villages
    return state.set_at(hex) & game.nkvd if houses >> hex & 1 else 0


class WipeOut(Do, frozen=True):
    """8.4.2.c: all of them, into the Eliminated box."""

    units: UnitSet

    rule = "8.4.2.c"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        wipe_out(game, state, self.units)


def wipe_out(game: "EastFrontSeries", state: EfsState, units: int) -> None:
    for unit in bits(state.on_map(units)):
        remove(game, state, unit, ELIMINATED, "8.4.2.c")
    control.settle(game, state)


# -- retreats ----------------------------------------------------------------------------------


def _defenders_go(game: "EastFrontSeries", state: EfsState, battle: Battle,
                  toll: Toll) -> list[Step]:
    """Every stack from its own hex; under Extended Retreat the enemy leads it (8.7.2)."""
    if not toll.retreats:
        return []
    steps: list[Step] = []
    for hex in battle.hexes:
        if orders.lying(state, hex) != NO_RETREAT:
            shaky = state.set_at(hex) & game.shaky
            steps.append(_retreat(game, state, hex, state.set_at(hex) & ~shaky,
                                  orders.lying(state, hex), battle.defender))
            if shaky:  # 7.4.1.b of Army Group North: as if overrun
                steps += [Retreat(shaky, hex, battle.side, PLAIN, calm=True), MarkOverrun(shaky)]
    return steps


def _attackers_go(game: "EastFrontSeries", state: EfsState, battle: Battle, toll: Toll,
                  units: int) -> list[Step]:
    if not toll.retreats or battle.order == NO_RETREAT:
        return []
    steps: list[Step] = []
    for plug in game.plug_ins:
        leaving, by_sea = plug.ships_out(state, units)
        units &= ~leaving
        steps += by_sea
    return [*steps, *(_retreat(game, state, hex, units & state.set_at(hex), battle.order,
                               battle.side) for hex in bits(state.look_up(units)))]


def _retreat(game: "EastFrontSeries", state: EfsState, hex: Hex, units: int, order: str,
             side: str) -> Retreat:
    if order == EXTENDED:
        return Retreat(units, hex, enemy_of(side), FAR, calm=True)
    return Retreat(units, hex, side, PLAIN)


# -- the end -----------------------------------------------------------------------------------


class EndCombat(Do, frozen=True):
    """The attack is resolved; nobody in it fights again this phase (8.1.5)."""

    battle: Battle

    rule = "8.1.5"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        battle = self.battle
        state.attacks = tuple(
            replace(attack, resolved=True) if attack.hexes == battle.hexes else attack
            for attack in state.attacks)
        state.fought |= battle.attackers
        state.stirred |= battle.attackers
        for hex in battle.hexes:
            state.orders_seen.pop(hex, None)
        for gun in bits(state.on_map(battle.doubled)):
            remove(game, state, gun, ELIMINATED, "13.4.4")
        control.settle(game, state)
