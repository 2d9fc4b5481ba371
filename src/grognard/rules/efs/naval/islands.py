"""14.4.p of Army Group North: the islands in the mouth of the Gulf.

The first landing there takes a supply point out of one port; after it no attack on the islands
needs any. On the islands every infantry breaks strongpoints, and at two ports a division may be
split whole.
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.rulings import Layer
from grognard.hexes import Hex, bits
from grognard.rules.efs import supply_units
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import AXIS

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

OPENED = "islands"
"""In the points of the game: the first landing was paid for."""


def stores(game: "EastFrontSeries", state: EfsState) -> int:
    """Axis supply counters in the port."""
    islands = game.islands
    assert islands is not None
    return state.set_at(islands.port) & game.supplies & game.units_of[AXIS]


def unpaid(game: "EastFrontSeries", state: EfsState, side: str) -> list[Layer]:
    """Coasts that wait for a supply unit in the port."""
    islands = game.islands
    if islands is None or side != AXIS or state.points.get(OPENED, 0) or stores(game, state):
        return []
    return [Layer("no-supply-for-islands", "islands.supply", islands.area)]


def pay(game: "EastFrontSeries", state: EfsState, side: str, target: Hex) -> None:
    """The first landing uses a point up."""
    islands = game.islands
    if islands is None or side != AXIS or state.points.get(OPENED, 0):
        return
    if islands.area >> target & 1:
        unit = next(bits(stores(game, state)))
        supply_units.use_point(game, state, unit)
        state.points[OPENED] = 1
        state.tell(Event("islands-supplied", "islands.supply", {"hex": islands.port},
                         hexes=(islands.port,), units=(unit,)))
