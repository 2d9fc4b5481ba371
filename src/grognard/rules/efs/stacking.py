"""3.2: stacking. Only the end of a phase counts; units pass freely through each other."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs.inset import stacking as on_inset
from grognard.rules.efs.state import ELIMINATED, EfsState
from grognard.rules.efs.steps import Ask, Do

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def limit(game: "EastFrontSeries", hex: Hex) -> int:
    """3.2, 15.3.7.a: the points that a hex holds."""
    return game.edition.inset.stacking if game.mega.fine >> hex & 1 else game.edition.stacking


def points_at(game: "EastFrontSeries", state: EfsState, hex: Hex, without: int = 0) -> int:
    """The stacking points in a hex, leaving some units out."""
    if game.mega.fine >> hex & 1:
        return on_inset.points(game, state.set_at(hex) & ~without)
    weights = game.weights
    return sum([weights[unit] for unit in state.stacks.get(hex, ()) if not without >> unit & 1])


def room(game: "EastFrontSeries", state: EfsState, hex: Hex, without: int = 0) -> int:
    """How many points more the hex holds."""
    return limit(game, hex) - points_at(game, state, hex, without)


def fits(game: "EastFrontSeries", state: EfsState, group: int, hex: Hex) -> bool:
    """Whether the group could stay in the hex beside all who are there."""
    if game.mega.fine >> hex & 1:
        return not on_inset.overfull(game, state, group, 1 << hex)
    return sum([game.weights[unit] for unit in bits(group)]) <= room(game, state, hex, group)


def full_for(game: "EastFrontSeries", state: EfsState, group: int, among: HexSet,
             leaving: int = 0) -> HexSet:
    """Those hexes where the group could not stay, even if all who still can move went on (3.2.1).
    """
    weight = sum([game.weights[unit] for unit in bits(group)])
    on_map = among & ~game.mega.fine
    found = _full_on_inset(game, state, group, among & game.mega.fine, leaving)
    if weight > game.edition.stacking:
        return found | on_map
    crowded = state.hexes_bearing(game.weights, game.edition.stacking - weight + 1, on_map)
    if not crowded:
        return found
    gone = group | game.movable(state) | leaving
    return found | pack([hex for hex in bits(crowded) if weight > room(game, state, hex, gone)])


def _full_on_inset(game: "EastFrontSeries", state: EfsState, group: int, among: HexSet,
                   leaving: int) -> HexSet:
    if not among:
        return 0
    spare = game.edition.inset.stacking - sum([game.weights[unit] for unit in bits(group)])
    crowded = state.hexes_bearing(game.weights, spare + 1, among) if spare >= 0 else among
    gone = group | game.movable(state) | leaving if crowded else 0
    return on_inset.overfull(game, state, group, crowded, gone)


def overstacked(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """Hexes over the limit now."""
    over = state.hexes_bearing(game.weights, game.edition.stacking + 1) & ~game.mega.fine
    if game.mega.fine:
        crowded = state.hexes_bearing(game.weights, game.edition.inset.stacking + 1)
        over |= on_inset.overfull(game, state, 0, crowded)
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
    follows = True

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
