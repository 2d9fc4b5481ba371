"""3.2: stacking. Only the end of a phase counts; units pass freely through each other."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs.state import ELIMINATED, EfsState
from grognard.rules.efs.steps import Ask, Do

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def points_at(game: "EastFrontSeries", state: EfsState, hex: Hex, without: int = 0) -> int:
    """The stacking points in a hex, leaving some units out."""
    weights = game.weights
    return sum([weights[unit] for unit in state.stacks.get(hex, ()) if not without >> unit & 1])


def room(game: "EastFrontSeries", state: EfsState, hex: Hex, without: int = 0) -> int:
    """How many points more the hex holds."""
    return game.edition.stacking - points_at(game, state, hex, without)


def full_for(game: "EastFrontSeries", state: EfsState, group: int, among: HexSet,
             leaving: int = 0) -> HexSet:
    """Those hexes where the group could not stay, even if all who still can move went on (3.2.1).
    """
    weight = sum([game.weights[unit] for unit in bits(group)])
    if weight > game.edition.stacking:
        return among
    crowded = among & state.hexes_bearing(game.weights, game.edition.stacking - weight + 1)
    if not crowded:
        return 0
    gone = group | game.movable(state) | leaving
    return pack([hex for hex in bits(crowded) if weight > room(game, state, hex, gone)])


def overstacked(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """Hexes over the limit now."""
    over = state.hexes_bearing(game.weights, game.edition.stacking + 1)
    return over & ~pack(state.sea.crowded)  # agn:8.4.3.3.b: ports under evacuation


class ClearOverstack(Do, frozen=True):
    """3.2.2: at the end of a phase the owner takes off what is too much."""

    rule = "3.2.2"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        over = overstacked(game, state)
        if over:
            hex = next(bits(over))
            state.push(RemoveExcess(hex), ClearOverstack())


class RemoveExcess(Ask, frozen=True):
    """Which counter goes; it is lost for good (3.2.2)."""

    hex: Hex

    rule = "3.2.2"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return game.units[state.stacks[self.hex][0]].side

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        there = state.set_at(self.hex)
        weightless = game.everybody & ~game.weighty
        return {"remove": Among(
            game.everybody,
            Layer("not-in-this-hex", "3.2.2", game.everybody & ~there),
            Layer("stacks-freely", "3.2.3", weightless),
        )}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        state.tell(Event("removed-excess", self.rule, {"unit": arg, "hex": self.hex},
                         hexes=(self.hex,), units=(arg,)))
        state.place(game, arg, ELIMINATED)
