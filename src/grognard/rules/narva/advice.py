"""What bots go by across the Narva."""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from grognard.core.advice import Advice
from grognard.core.steps import Ask
from grognard.hexes import Hex, HexSet
from grognard.rules.narva import victory
from grognard.rules.narva.counsel import NarvaCounsel
from grognard.rules.narva.data import SOVIET, enemy_of
from grognard.rules.narva.movement import ChooseWay
from grognard.rules.narva.state import NarvaState

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


class NarvaAdvice(Advice["Narva", NarvaState]):
    milestones = frozenset({"combat", "retreats", "out-of-supply", "arrives"})
    free = ("arrive", "restore", "rebuild", "repair")
    idle = (*Advice.idle, "fire")
    losses = frozenset({"reduced", "eliminated"})

    def habits(self) -> Mapping[str, float]:
        return self.game.habits

    def goals(self, state: NarvaState, side: str) -> HexSet:
        return victory.goals(self.game, state, side)

    def standing(self, state: NarvaState, side: str) -> float:
        lead = victory.soviet_lead(self.game, state)
        return lead if side == SOVIET else -lead

    def stakes(self, state: NarvaState, side: str) -> Mapping[Hex, float]:
        return self.counsel.stakes(state, side)

    def turns_left(self, state: NarvaState) -> int:
        return self.game.rows.last_turn - state.turn + 1

    @cached_property
    def counsel(self) -> NarvaCounsel:
        return NarvaCounsel(self.game)

    def enemies(self, state: NarvaState, side: str) -> HexSet:
        return state.combat_hexes(self.game, enemy_of(side))

    def could_stay(self, state: NarvaState, step: Ask) -> Hex | None:
        return state.hex_of(step.unit) if isinstance(step, ChooseWay) else None
