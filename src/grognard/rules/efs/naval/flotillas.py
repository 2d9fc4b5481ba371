"""8.10: flotillas move hex by hex over sea, coast, the inland lakes and four rivers."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.reach import Reach, reach
from grognard.core.rulings import Layer, Reason
from grognard.core.visibility import UnitId
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs.inset import area
from grognard.rules.efs.naval.coastal import CoastalFire
from grognard.rules.efs.naval.havens import enemies, out_of_play
from grognard.rules.efs.naval.losses import SeaLoss
from grognard.rules.efs.naval.ships import BOAT, closed
from grognard.rules.efs.state import SEA_BOX, EfsState
from grognard.rules.efs.steps import Ask
from grognard.rules.efs.words import SOVIET

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def barred(game: "EastFrontSeries", state: EfsState, boat: int) -> list[Layer]:
    """8.8.1.e, 14.4.f: enemies, and zones that are closed to flotillas."""
    side = game.owner(boat)
    shut = 0
    for zone in bits(closed(game, state, side, BOAT)):
        shut |= game.waters.zone_hexes[zone]
    here = 1 << state.at[boat] if state.at[boat] >= 0 else 0
    return [out_of_play(game), Layer("enemy-there", "sea:10.3", enemies(game, state, side)),
            Layer("zone-closed", "flotillas.zones", shut & ~here),
            *area.fence(game, state, 1 << boat)]


def cruise(game: "EastFrontSeries", state: EfsState, boat: int) -> Reach:
    """8.10.2: a hex a point; out of a box it comes on at the rim of the zone beside it."""
    graph, move = game.waters.graph("boats"), game.units[boat].move
    shut = barred(game, state, boat)
    place = state.at[boat]
    if place > SEA_BOX:
        return reach(graph, place, move, barred=shut)
    rim = game.waters.edge_of(SEA_BOX - place)
    for layer in shut:
        rim &= ~layer.bars
    return reach(graph, tuple(bits(rim)), move - 1, barred=shut)


def boat_choices(game: "EastFrontSeries", state: EfsState, boat: int) -> Among:
    place = state.at[boat]
    if place <= SEA_BOX and not _opens(game, state, boat):
        return Among(0, outside=("zone-closed", "flotillas.zones"))
    found = cruise(game, state, boat)
    return Among(
        found.mask,
        Layer("stands-there", "sea:10.2", 1 << place if place >= 0 else 0),
        *barred(game, state, boat),
        outside=lambda hex: _why(game, found, hex),
    )


def _opens(game: "EastFrontSeries", state: EfsState, boat: int) -> HexSet:
    rim = game.waters.edge_of(SEA_BOX - state.at[boat])
    for layer in barred(game, state, boat):
        rim &= ~layer.bars
    return rim


def _why(game: "EastFrontSeries", found: Reach, hex: Hex) -> Reason:
    barrier = found.why(hex)
    if barrier is not None and barrier.kind == "too_far":
        return Reason("too-far-for-boats", "sea:2.3", hexes=(hex,))
    return Reason("no-water-for-boats", "sea:10.3", hexes=(hex,))


class Cruise(Ask, frozen=True):
    """Where the flotilla goes."""

    ship: UnitId

    rule = "sea:10.2"
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return game.owner(self.ship)

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"to": boat_choices(game, state, self.ship)}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        way = cruise(game, state, self.ship).path(arg)
        state.moved |= 1 << self.ship
        state.tell(Event("cruises", self.rule, {"unit": self.ship, "hex": arg}, hexes=way,
                         units=(self.ship,)))
        entered = pack(way) & ~(1 << state.at[self.ship] if state.at[self.ship] >= 0 else 0)
        state.place(game, self.ship, arg)
        salt = entered & (game.waters.sea | game.waters.coast)
        if game.owner(self.ship) == SOVIET and salt:  # 8.10.7
            state.push(SeaLoss(1 << self.ship, game.waters.zones_of(salt), arg))
        state.push(CoastalFire(arg, 0, 1 << self.ship))

    def asked_about(self) -> dict[str, object]:
        return {"unit": self.ship}


def stormbound(game: "EastFrontSeries", state: EfsState) -> int:
    """8.10.4: flotillas on the sea or its coast take no part in combat in a storm."""
    if not state.storm:
        return 0
    return state.units_in(game.waters.sea | game.waters.coast, game.boats)
