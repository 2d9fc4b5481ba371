"""6.5: attack supply: who is covered, what it costs, what it costs to go without.

A scenario without a Supply Phase knows no attack supply: everybody is covered. Axis attacks on
an inset are fed from its track, wherever the attackers stand (15.7.4 of Army Group North).
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import Among
from grognard.core.rulings import Layer, Reason
from grognard.hexes import Hex, bits, pack
from grognard.rules.efs import limits, routes, supply_units
from grognard.rules.efs.battle import Battle
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import AXIS, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


TRACK = "inset-supply"
"""Points of the inset's track (15.7.3)."""


def needed(game: "EastFrontSeries") -> bool:
    """Whether attacks need supply at all."""
    return not game.skips("attack_supply") and not game.skips("supply")


def covers(game: "EastFrontSeries", state: EfsState, counters: int) -> int:
    """6.5.5, 6.5.5/2: the units that trace a LOC to one of the counters."""
    if not needed(game):
        return game.everybody
    found = 0
    for counter in bits(counters):
        side, here = game.owner(counter), state.at[counter]
        hexes = routes.reaches(game, state, side, counter) | 1 << here
        found |= state.units_in(hexes, game.units_of[side])
    return found


def exempt(game: "EastFrontSeries", state: EfsState, units: int,
           targets: tuple[Hex, ...]) -> int:
    """Who needs no supply to attack: trains, and whom the scenario spares."""
    return game.trains | limits.needs_no_supply(game, state, units, targets)


def supplied(game: "EastFrontSeries", state: EfsState, units: int, counters: int,
             targets: tuple[Hex, ...] = ()) -> bool:
    """6.5.5: one unit that is not covered leaves the whole attack without; trains need none."""
    return not units & ~covers(game, state, counters) & ~exempt(game, state, units, targets)


# -- from the track of the inset (15.7) ----------------------------------------------------------


def by_track(game: "EastFrontSeries", battle: Battle) -> bool:
    """15.7.4: an Axis attack on hexes of the inset alone."""
    return battle.side == AXIS and needed(game) and game.mega.holds(battle.hexes)


def is_fed(game: "EastFrontSeries", state: EfsState, battle: Battle) -> bool:
    """Whether the attack has what it needs, with what was named so far."""
    if by_track(game, battle) and battle.tracked:
        return True
    return supplied(game, state, battle.attackers, battle.paid, battle.hexes)


def fed_units(game: "EastFrontSeries", state: EfsState, battle: Battle) -> int:
    """Units that the supply of the attack reaches; the track reaches all (15.7.4)."""
    return game.everybody if battle.tracked else covers(game, state, battle.paid)


def unfed(game: "EastFrontSeries", state: EfsState, battle: Battle) -> Reason | None:
    """Why no point of the track can be taken for the attack; None: one can."""
    if not by_track(game, battle):
        return Reason("not-by-track", "inset.supply.track", hexes=battle.hexes)
    if is_fed(game, state, battle):
        return Reason("fed-already", "inset.supply.price", hexes=battle.hexes)
    if not state.points.get(TRACK):
        return Reason("track-empty", "inset.supply.price")
    return None


def take_from_track(state: EfsState, battle: Battle) -> None:
    """15.7.5: a space down for the attack."""
    state.points[TRACK] -= 1
    state.tell(Event("track-pays", "inset.supply.price", {"left": state.points[TRACK]},
                     hexes=battle.hexes))


# -- counters ------------------------------------------------------------------------------------


def choices(game: "EastFrontSeries", state: EfsState, battle: Battle) -> Among:
    """6.5.8: counters that cover somebody who is not covered yet, if in the end all can be."""
    side, attackers, paid, targets = battle.side, battle.attackers, battle.paid, battle.hexes
    landed = game.limits(state, "spend")
    standing = state.on_map(game.supplies & game.units_of[side])
    for layer in landed:
        standing &= ~layer.bars
    missing = attackers & ~covers(game, state, paid) & ~exempt(game, state, attackers, targets)
    idle = pack(unit for unit in bits(standing & ~paid)
                if not covers(game, state, 1 << unit) & missing)
    whole = supplied(game, state, attackers, standing, targets)
    return Among(
        game.everybody if needed(game) else 0,
        Layer("enemy-unit", "6.5.5", game.units_of[enemy_of(side)]),
        Layer("no-supply-counter", "6.5.5", game.everybody & ~game.supplies),
        Layer("fed-by-track", "inset.supply.track",
              game.supplies if by_track(game, battle) else 0),
        *landed,
        Layer("not-on-map", "6.5.5", game.supplies & ~standing),
        Layer("pays-already", "6.5.5", paid),
        Layer("covers-nobody", "6.5.5", idle),
        Layer("somebody-uncovered", "6.5.5/2", 0 if whole else standing),
    )


def pay(game: "EastFrontSeries", state: EfsState, counters: int) -> None:
    """6.5.6: a depot becomes a mobile unit, a mobile unit is used up."""
    for counter in bits(counters):
        supply_units.use_point(game, state, counter)
