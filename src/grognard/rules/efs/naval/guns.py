"""8.5.3.b: which coastal guns reach a hex, and what they add up to."""

from typing import TYPE_CHECKING

from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs.state import EfsState

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def batteries(game: "EastFrontSeries", state: EfsState, side: str) -> int:
    """Coastal guns of a side that can fire at all."""
    return state.on_map(game.with_trait("coastal") & game.units_of[side]) & ~state.overrun


def reaching(game: "EastFrontSeries", state: EfsState, hex: Hex, side: str) -> int:
    """Coastal guns in range of a hex with a line of fire to it."""
    return pack(gun for gun in bits(batteries(game, state, side)) if covers(
        game, state, gun, hex))


def covers(game: "EastFrontSeries", state: EfsState, gun: int, hex: Hex) -> bool:
    here = state.at[gun]
    return game.mega.distance(here, hex) <= game.units[gun].range and game.waters.clear_line(
        here, hex)


def covered(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """Sea and coastal hexes under the coastal guns of a side (8.4.3.2.d)."""
    found = 0
    for gun in bits(batteries(game, state, side)):
        found |= game.waters.swept(state.at[gun], game.units[gun].range)
    return found


def number(game: "EastFrontSeries", state: EfsState, guns: int, hex: Hex) -> int:
    """Battalions count double, and so does whoever stands next to the target."""
    total = 0
    for gun in bits(guns):
        row = game.units[gun]
        near = game.mega.distance(state.at[gun], hex) <= 1
        total += row.support * (2 if row.size == "battalion" else 1) * (2 if near else 1)
    return total
