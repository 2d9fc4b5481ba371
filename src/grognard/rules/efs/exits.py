"""7.1.6, 17.4: where a scenario lets units leave the map for good."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.hexes import HexSet, bits, pack
from grognard.rules.efs import control, ways
from grognard.rules.efs.state import EXITED, EfsState
from grognard.rules.efs.words import POINT

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def doors(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """Edge hexes out of which the side may leave on this turn."""
    found = 0
    for row in game.rows.exit:
        if row.side == side and state.turn >= row.first_turn:
            found |= row.area | pack(row.hexes)
    return found


def is_open(game: "EastFrontSeries", state: EfsState, group: int, manner: str, spent: int) -> bool:
    """A point is left for the step over the edge; nobody leaves in reaction, nor by rail."""
    first = next(bits(group))
    if manner == ways.REACTION or group & game.on_rails:
        return False
    here = doors(game, state, game.owner(first)) >> state.at[first] & 1
    return bool(here) and spent + POINT <= ways.group_allowance(game, state, group, manner)


def leave(game: "EastFrontSeries", state: EfsState, group: int) -> None:
    units = tuple(bits(group))
    here = state.at[units[0]]
    state.tell(Event("left-the-map", "7.1.6", {"units": units, "from": here}, hexes=(here,),
                     units=units))
    for unit in units:
        state.place(game, unit, EXITED)
    control.settle(game, state)
