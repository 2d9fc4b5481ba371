"""Ground that a block never enters, however it moves."""

from typing import TYPE_CHECKING

from grognard.core.rulings import Layer
from grognard.hexes import HexSet
from grognard.rules.eastfront.objectives import allowed_area, closed_country
from grognard.rules.eastfront.state import EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


def open_to(game: "EastFront", state: EastFrontState, unit: int) -> HexSet:
    """Land that the block may enter."""
    return allowed_area(game, state, unit) & ~closed_country(game, state, unit)


def shut_to(game: "EastFront", state: EastFrontState, unit: int) -> tuple[Layer, ...]:
    """The other land, with the reasons."""
    land, played = game.ground.land, game.rows.playable
    return (
        Layer("out-of-play", "EDL.4", land & ~played),
        Layer("confined", "2.66a", land & played & ~allowed_area(game, state, unit)),
        Layer("closed-country", "S41.4b", closed_country(game, state, unit)),
    )
