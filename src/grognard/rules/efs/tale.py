"""What is told of the other side's turn: of which kind events are, and who holds what counts."""

from typing import TYPE_CHECKING

from grognard.hexes import Hex
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import AXIS, SOVIET
from grognard.table import Tells

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

TELLS: dict[str, Tells] = {
    **dict.fromkeys(("moved", "infiltrates", "minimum", "crosses", "by-road", "moved-by-rail",
                     "enters", "advances", "lifted", "flown-in", "shipped", "lands"), "move"),
    **dict.fromkeys(("attack", "declares"), "attack"),
    **dict.fromkeys(("combat", "overrun", "coastal-fire", "coastal-fire-cargo", "bombs-ship"),
                    "battle"),
    **dict.fromkeys(("loses-step", "to-cadre", "eliminated", "removed-excess", "supply-lost",
                     "odds-too-low", "zone-scattered", "ship-hit", "ship-sunk", "lost-at-sea"),
                    "loss"),
    **dict.fromkeys(("turn", "segment", "weather", "ends"), "time"),
}


def held(game: "EastFrontSeries", state: EfsState) -> dict[Hex, str]:
    """The places that victory is counted by, and in whose land they lie."""
    places = {hex for line in game.rows.victory for hex in line.hexes}
    return {hex: AXIS if state.axis_land >> hex & 1 else SOVIET
            for hex in sorted(places) if game.playable >> hex & 1}
