"""Section 6.2: stacking limits."""

from typing import TYPE_CHECKING

from grognard.hexes import HexSet, bits
from grognard.rules.eastfront.state import EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


def full_hexes(game: "EastFront", state: EastFrontState, side: str) -> HexSet:
    """6.21: hexes where the side has as many blocks as may stay there."""
    key = ("full", side)
    found: HexSet | None = state.cache.get(key)
    if found is None:
        found = 0
        for hex in bits(state.occupied(game, side)):
            if len(state.of_side(game, hex, side)) >= game.ground.stacking(hex):
                found |= 1 << hex
        state.cache[key] = found
    return found


def surplus(game: "EastFront", state: EastFrontState, hex: int, side: str) -> int:
    """How many blocks of the side are too many in the hex."""
    return max(0, len(state.of_side(game, hex, side)) - game.ground.stacking(hex))
