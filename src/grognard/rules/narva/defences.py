"""Section 11.3: the prepared defences around Narva and their track."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.rules.narva.battle import Battle
from grognard.rules.narva.data import GERMAN, SOVIET
from grognard.rules.narva.state import NarvaState
from grognard.rules.narva.steps import Ask, Do

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


def marker_of(game: "Narva", battle: Battle) -> int | None:
    """The marker that shields the target: Germans in a defence hex struck by Soviets."""
    if battle.side != SOVIET:
        return None
    return next((n for n, hexes in enumerate(game.defence_hexes) if hexes >> battle.hex & 1), None)


def absorb(game: "Narva", state: NarvaState, battle: Battle, amount: int) -> int:
    """11.3.4: push the marker down box by box; returns what the defences could not take."""
    marker = marker_of(game, battle)
    if marker is None or not amount:
        return amount
    last = len(game.charts.defence_track) - 1
    pushed = min(amount, last - state.defences[marker])
    if pushed:
        state.defences[marker] += pushed
        told = {"marker": game.markers[marker], "boxes": pushed}
        state.tell(Event("defences-worn", "11.3.4.A", told, hexes=(battle.hex,)))
    return amount - pushed


def raise_marker(
    game: "Narva", state: NarvaState, marker: int, boxes: int, rule: str
) -> None:
    """Boxes beyond the top of the track are lost."""
    boxes = min(boxes, state.defences[marker])
    state.defences[marker] -= boxes
    state.tell(Event("defences-mended", rule, {"marker": game.markers[marker], "boxes": boxes}))


class RepairDefences(Do, frozen=True):
    """11.3.5: in the turn advance the German may move one marker one box up."""

    rule = "11.3.5"

    def run(self, game: "Narva", state: NarvaState) -> None:
        if any(state.defences):
            state.push(ChooseRepair())


class ChooseRepair(Ask, frozen=True):
    rule = "11.3.5"

    def side(self, game: "Narva", state: NarvaState) -> str:
        return GERMAN

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        return {"repair": repair_choices(state, self.rule), "done": ALWAYS}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "repair":
            raise_marker(game, state, arg, game.defending.boxes_at_turn_end, self.rule)


def repair_choices(state: NarvaState, rule: str) -> Among:
    whole = sum(1 << n for n, below in enumerate(state.defences) if not below)
    return Among(0b11, Layer("defences-whole", rule, whole))
