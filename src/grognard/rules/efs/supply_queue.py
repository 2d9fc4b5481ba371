"""12.4.3 of Army Group North: supply comes by rail, and waits for room on the line.

Counters made of supply points go on the turn track, a turn ahead, or two once the rail points on
the track come to as many as the line carries. In the Movement Phase of their turn they come in by
train, having used up part of the ride before they reach the map.
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import Among
from grognard.core.reach import Reach
from grognard.core.rulings import Layer
from grognard.hexes import Hex, bits, pack
from grognard.rules.efs import rail, stacking
from grognard.rules.efs.special_rows import Queue
from grognard.rules.efs.state import ACTIVE, TRACK, EfsState

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def queue_of(game: "EastFrontSeries", side: str) -> Queue | None:
    return next((row for row in game.rows.queue if row.side == side), None)


def waiting(game: "EastFrontSeries", state: EfsState, side: str) -> int:
    """Supply counters on the track, or due and not yet in."""
    own = game.supplies & game.units_of[side]
    return pack(unit for unit in bits(own) if state.at[unit] in (TRACK, ACTIVE))


def points(game: "EastFrontSeries", state: EfsState, side: str) -> int:
    """12.4.3/points: a mobile unit is one rail point, a depot two."""
    return sum(state.steps[unit] for unit in bits(waiting(game, state, side)))


def join(game: "EastFrontSeries", state: EfsState, side: str, unit: int, size: int) -> None:
    """12.4.3/queue: a turn ahead while there is room on the track, else two."""
    row = queue_of(game, side)
    assert row is not None
    ahead = 1 if points(game, state, side) < row.most else 2
    state.set_steps(unit, size)
    state.due[unit] = state.turn + ahead
    state.place(game, unit, TRACK)
    state.tell(Event("supply-queued", row.rule, {"unit": unit, "turn": state.turn + ahead},
                     units=(unit,)))


def set_up(game: "EastFrontSeries", state: EfsState) -> None:
    """Counters in the box of the first turn."""
    for row in game.rows.queue:
        free = iter(bits(game.supplies & game.units_of[row.side]))
        for size, count in ((1, row.mobile), (2, row.depots)):
            for _ in range(count):
                unit = next(free)
                state.set_steps(unit, size)
                state.due[unit] = game.first_turn
                state.put(unit, TRACK)


def comes_by_rail(game: "EastFrontSeries", group: int) -> bool:
    """12.4.3/rail: whether the group is supply of a side that brings it in by rail."""
    return bool(game.rows.queue) and bool(group & game.supplies) and queue_of(
        game, game.owner(next(bits(group)))) is not None


def rides(game: "EastFrontSeries", state: EfsState, group: int) -> list[Reach]:
    """12.4.3/hexes: from each hex by which it comes, with what the ride has left."""
    side = game.owner(next(bits(group)))
    row = queue_of(game, side)
    assert row is not None
    return [rail.ride(game, state, side, (hex,), game.measures.rail.farthest - used, group)
            for hex, used in zip(row.hexes, row.used, strict=True)
            if rail.stations(game, state, side, 1 << hex)]


def stops(game: "EastFrontSeries", state: EfsState, group: int) -> Among:
    """Where its train may end."""
    barred = rail.unfit(game, state, group)
    if barred:
        return Among(0, Layer(*barred, game.grid.all))
    found = 0
    for ride in rides(game, state, group):
        found |= ride.mask
    return Among(
        found, *rail.shut(game, state, game.owner(next(bits(group))), group),
        Layer("stack-full", "3.2.1", stacking.full_for(game, state, group, found)),
        outside=("too-far-by-rail", "queue.hexes"),
    )


def way(game: "EastFrontSeries", state: EfsState, group: int, hex: Hex) -> tuple[Hex, ...]:
    """The shortest of the rides that lead there."""
    return min((ride.path(hex) for ride in rides(game, state, group) if hex in ride), key=len)
