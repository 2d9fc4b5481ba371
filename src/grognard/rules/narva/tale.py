"""What is told of the other side's turn: of which kind events are, and who holds what counts."""

from typing import TYPE_CHECKING

from grognard.hexes import Hex, bits
from grognard.rules.narva.data import GERMAN, SOVIET
from grognard.rules.narva.state import NarvaState
from grognard.table import Tells

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva

TELLS: dict[str, Tells] = {
    **dict.fromkeys(("moved", "moved-by-road", "moved-by-rail", "arrives", "lands", "relocated",
                     "placed", "advances"), "move"),
    "activated": "order",
    "attack": "attack",
    **dict.fromkeys(("combat", "barrage"), "battle"),
    **dict.fromkeys(("reduced", "eliminated", "crowded-out", "displaced", "lost-on-the-way"),
                    "loss"),
    **dict.fromkeys(("turn", "chit-drawn", "chit-played", "chit-idle", "no-activation",
                     "nobody-activated", "random-event", "final-count", "game-over"), "time"),
}


def held(game: "Narva", state: NarvaState) -> dict[Hex, str]:
    """13.2.A: every hex that scores is in somebody's hands."""
    return {hex: SOVIET if state.soviet_held >> hex & 1 else GERMAN
            for hex in bits(game.scoring_hexes & game.playable)}
