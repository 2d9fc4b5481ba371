"""Chapter 1: steps, and who loses one (6.7)."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.core.sides import Side
from grognard.core.visibility import UnitSet
from grognard_miniature.state import OFF, MiniatureState, other, present
from grognard_miniature.steps import Choice, Do

if TYPE_CHECKING:
    from grognard_miniature.game import Miniature


class TakeLoss(Do, frozen=True):
    """6.7: some counter of those in the battle loses a step, if any is left."""

    rule = "6.7"
    who: Side
    among: UnitSet

    def run(self, game: "Miniature", state: MiniatureState) -> None:
        left = self.among & present(game, state, self.who)
        if left:
            state.push(ChooseLoss(self.who, left))


class ChooseLoss(Choice, frozen=True):
    """6.7: choose which of your counters loses the step."""

    rule = "6.7"
    among: UnitSet

    def choices(self, game: "Miniature", state: MiniatureState) -> dict[str, Choices]:
        return {"lose": Among(game.everybody, Layer("not-in-battle", "6.7", ~self.among))}

    def take(self, game: "Miniature", state: MiniatureState, kind: str, arg: int) -> None:
        lose_step(game, state, arg, "6.7")


def lose_step(game: "Miniature", state: MiniatureState, unit: int, rule: str) -> None:
    """1.4: a counter is flipped to its weaker side; 1.5: one without a step left is lost."""
    hex = state.at[unit]
    if hex < 0:  # a decoy, gone when it was shown
        return
    state.steps[unit] -= 1
    args = {"unit": unit, "at": hex}
    state.tell(Event("step-lost", rule, args, (hex,), (unit,)))
    if state.steps[unit] == 0:
        state.put(unit, OFF)
        state.points[other(game.counters[unit].side)] += game.numbers.lost_counter  # 9.2
        state.tell(Event("counter-lost", "1.5", args, (hex,), (unit,)))
