"""12.0: where strongpoints and fortified lines stand, and whom they cover."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.hexes import Hex, HexSet, pack
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import AXIS, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

BUILDING = "-building"


def strongpoints(state: EfsState, side: str) -> HexSet:
    """Hexes with a finished strongpoint of the side."""
    return pack([hex for hex, owner in state.forts.items() if owner == side])


def lines(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """Hexes of fortified lines that still stand (12.2)."""
    return game.ground.line_hexes & ~state.broken


def lines_against(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """12.2/2: hexes of lines that stand against the side; they serve the Soviets alone."""
    return lines(game, state) if side == AXIS else 0


def faces_line(game: "EastFrontSeries", state: EfsState, side: str, here: Hex, hex: Hex) -> bool:
    """12.2.1: whether an attack of the side from one hex on another meets a standing line."""
    return side == AXIS and not state.broken >> hex & 1 and (hex, here) in game.ground.fronts


def enter(game: "EastFrontSeries", state: EfsState, unit: int, hex: Hex) -> None:
    """12.1.9: one still in building falls to any enemy unit that comes by."""
    if state.forts.get(hex) == enemy_of(game.units[unit].side) + BUILDING:
        state.tell(Event("fort-overrun", "12.1.9", {"hex": hex, "unit": unit}, hexes=(hex,)))
        del state.forts[hex]
