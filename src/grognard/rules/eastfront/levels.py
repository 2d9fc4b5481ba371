"""Sections 11.2 and 11.3: what the cities and resources of a side yield."""

from typing import TYPE_CHECKING

from grognard.rules.eastfront import rail
from grognard.rules.eastfront.objectives import lost_points
from grognard.rules.eastfront.state import EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


def centre_points(game: "EastFront", state: EastFrontState, side: str) -> int:
    """11.32, 11.33: supplied cities at their value, resources doubled for the Axis.

    What lies outside the area of play gives nothing, whoever holds it (11.33b).
    """
    net = rail.net(game, state, side) & state.friendly(side) & game.rows.playable
    factor = game.limits.resource_factor[side]
    return sum(centre.city + centre.resource * factor for centre in game.centres
               if centre.counted and net >> centre.hex & 1)


def production_level(game: "EastFront", state: EastFrontState, side: str) -> int:
    """11.2: automatic points, centres, less what cut routes cost.

    Where a scenario shows only a part of the map, the rest keeps what it gave at the start.
    """
    level = game.half(state).auto[side] + game.beyond[side]
    level += centre_points(game, state, side) - lost_points(game, state, side)
    return max(0, level)
