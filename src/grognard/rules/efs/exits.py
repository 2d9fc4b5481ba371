"""7.1.6, 17.4: where a scenario lets units leave the map for good.

In the north some leave after combat too (6.5.1), and one staff comes back by another edge (14.4.m).
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.hexes import HexSet, bits, pack
from grognard.rules.efs import control, ways
from grognard.rules.efs.scenarios import Exit
from grognard.rules.efs.state import EXITED, TRACK, EfsState
from grognard.rules.efs.words import AXIS, POINT, SOVIET

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def hexes(row: Exit) -> HexSet:
    return row.area | pack(row.hexes)


def ways_out(game: "EastFrontSeries", state: EfsState, group: int) -> list[int]:
    """The rows of the scenario by which a whole group may leave from where it stands."""
    first = next(bits(group))
    side, here = game.owner(first), state.at[first]
    return [number for number, row in enumerate(game.rows.exit)
            if row.side == side and state.turn >= row.first_turn and here >= 0
            and hexes(row) >> here & 1 and not (row.units and group & ~game.named(row.units))]


def is_open(game: "EastFrontSeries", state: EfsState, group: int, manner: str, spent: int) -> bool:
    """A point is left for the step over the edge; nobody leaves in reaction, nor by rail."""
    if not game.rows.exit or manner == ways.REACTION or group & game.on_rails:
        return False
    return bool(ways_out(game, state, group)) and spent + POINT <= ways.group_allowance(
        game, state, group, manner)


def leave(game: "EastFrontSeries", state: EfsState, group: int) -> None:
    """6.5.1/status: gone, not lost; a staff may come back later, turned over (14.4.m)."""
    units = tuple(bits(group))
    here, way = state.at[units[0]], ways_out(game, state, group)[0]
    row = game.rows.exit[way]
    state.tell(Event("left-the-map", row.rule, {"units": units, "from": here}, hexes=(here,),
                     units=units))
    for unit in units:
        state.place(game, unit, TRACK if row.returns else EXITED)
        if row.returns:
            state.due[unit] = state.turn + row.returns
            state.nonoperational |= 1 << unit & game.hqs
        else:
            state.way_out[unit] = way
    control.settle(game, state)


def retreats_off(game: "EastFrontSeries", state: EfsState, group: int) -> bool:
    """6.5.1/retreat: whether a group may go off the map instead of back."""
    return any(game.rows.exit[way].retreats for way in ways_out(game, state, group))


def taken_by_axis(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """6.5.2: where Axis units left, no Soviet unit enters any more."""
    found = 0
    for unit, way in state.way_out.items():
        if game.owner(unit) == AXIS:
            found |= hexes(game.rows.exit[way])
    return found


def closed_to(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    return taken_by_axis(game, state) if side == SOVIET and state.way_out else 0
