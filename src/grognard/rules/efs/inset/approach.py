"""14.8: a campaign goes over to the inset when the Axis comes near it.

Until then the Soviets use the hexes of the map, and only their garrisons stand on the inset. The
moment an Axis combat unit comes next to the ring of transition hexes, all Soviet units within are
put onto the inset, each into a hex of its mega-hex, and the map hexes are used no more.
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import UnitId
from grognard.hexes import Hex, HexSet, bits
from grognard.rules.efs import control, stacking
from grognard.rules.efs.inset.area import REACHED, is_reached
from grognard.rules.efs.plug_ins import PlugIn
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.steps import Ask, Do
from grognard.rules.efs.words import AXIS, SOVIET

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


class Approach(PlugIn):
    """The switch, in a scenario that begins on the map."""

    def __init__(self, game: "EastFrontSeries") -> None:
        super().__init__(game)
        mega = game.mega
        self.ring: HexSet = game.grid.spread(mega.transition) & ~mega.repeated & ~mega.fine
        """Hexes next to a transition hex."""

    def entered(self, state: EfsState, unit: int, hex: Hex) -> None:
        """14.8.d; who may not move has not come near."""
        game = self.game
        if not self.ring >> hex & 1 or is_reached(state) or game.owner(unit) != AXIS:
            return
        waits = any(layer.bars >> unit & 1 for plug in game.plug_ins
                    for layer in plug.limits(state, "move"))
        if game.fighting >> unit & 1 and not waits:
            state.points[REACHED] = 1
            state.tell(Event("inset-reached", "inset.switch", {"hex": hex}, hexes=(hex,),
                             units=(unit,)))
            state.push(MoveToInset())

    def released(self, state: EfsState, units: int) -> None:
        """14.8.c/garrison: a mega-hex whose garrisons are all free is left for its map hex."""
        game = self.game
        if is_reached(state):
            return
        for home, hexes in game.mega.hexes.items():
            if not state.units_in(hexes, state.garrison):
                for unit in bits(state.units_in(hexes, units)):
                    if stacking.room(game, state, home) >= game.weights[unit]:
                        state.place(game, unit, home)
        control.settle(game, state)


def left_behind(game: "EastFrontSeries", state: EfsState) -> int:
    """Soviet units that still stand on hexes which the inset repeats."""
    return state.units_in(game.mega.repeated, game.units_of[SOVIET])


class MoveToInset(Do, frozen=True):
    """Unit by unit; what is fortified and empty goes last."""

    rule = "inset.switch"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        units = left_behind(game, state)
        if units:
            state.push(ChooseQuarters(next(bits(units))), self)
            return
        for hex in bits(game.mega.repeated):
            if hex in state.forts:
                carry_fort(game, state, hex, next(bits(game.mega.hexes[hex])))
        control.settle(game, state)


def carry_fort(game: "EastFrontSeries", state: EfsState, hex: Hex, to: Hex) -> None:
    """A strongpoint goes with its units: ours, where the rules are silent."""
    if hex in state.forts:
        state.forts[to] = state.forts.pop(hex)


class ChooseQuarters(Ask, frozen=True):
    """Any hex of the mega-hex that has room."""

    unit: UnitId

    rule = "inset.switch"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return SOVIET

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        hexes = game.mega.hexes[state.at[self.unit]]
        full = stacking.full_for(game, state, 1 << self.unit, hexes)
        return {"at": Among(hexes, Layer("stack-full", "3.2.1", full if full != hexes else 0),
                            outside=("another-mega-hex", "inset.switch"))}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        hex = state.at[self.unit]
        state.tell(Event("to-inset", self.rule, {"unit": self.unit, "hex": arg},
                         hexes=(hex, arg), units=(self.unit,)))
        carry_fort(game, state, hex, arg)
        state.place(game, self.unit, arg)

    def asked_about(self) -> dict[str, object]:
        return {"unit": self.unit}


def where(game: "EastFrontSeries", state: EfsState, hexes: HexSet) -> HexSet:
    """14.8.c, 14.8.e: where arrivals at these hexes come in.

    Onto the map, from some turn on also onto the inset, and onto the inset alone after the switch;
    of a city only where it stands.
    """
    area = hexes & game.mega.repeated
    if not area or game.rows.inset != "approach":
        return hexes
    inside = game.mega.unfolded(area)
    if not area & ~game.ground.major_cities:
        inside &= game.ground.major_cities
    if is_reached(state):
        return hexes & ~area | inside
    return hexes | inside if state.turn >= game.rows.inset_from else hexes
