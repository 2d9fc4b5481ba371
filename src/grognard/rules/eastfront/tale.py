"""What is told of the other side's turn: of which kind events are, and who holds what counts."""

from typing import TYPE_CHECKING

from grognard.hexes import Hex
from grognard.rules.eastfront.data import SIDES
from grognard.rules.eastfront.state import EastFrontState
from grognard.table import Tells

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

WAYS = ("moved", "rail-move", "sea-move", "lands", "evacuated", "drops")
TELLS: dict[str, Tells] = {
    **dict.fromkeys((*WAYS, *(f"hidden-{way}" for way in WAYS), "deployed"), "move"),
    **dict.fromkeys(("activated", "blitz"), "order"),
    **dict.fromkeys(("engages", "hidden-engages", "battles-revealed"), "attack"),
    **dict.fromkeys(("fires", "repels", "air-strike", "pursuit", "hidden-pursuit"), "battle"),
    **dict.fromkeys(("step-lost", "eliminated", "beachhead-lost"), "loss"),
    **dict.fromkeys(("fortnight", "weather", "player-turn", "production", "set-up", "count",
                     "game-over"), "time"),
}


def held(game: "EastFront", state: EastFrontState) -> dict[Hex, str]:
    """Cities and resources that count, by whose ground they lie in (8.3); contested: nobody's."""
    centres = [centre.hex for centre in game.centres if centre.counted]
    return {hex: side for side in SIDES for hex in centres
            if state.friendly(side) >> hex & 1}
