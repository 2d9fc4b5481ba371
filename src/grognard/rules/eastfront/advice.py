"""What bots go by in the East."""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from grognard.core.actions import Action
from grognard.core.advice import Advice
from grognard.core.steps import Ask
from grognard.hexes import Hex, HexSet
from grognard.rules.eastfront import victory
from grognard.rules.eastfront.command import is_its_end
from grognard.rules.eastfront.counsel import EastFrontCounsel
from grognard.rules.eastfront.data import AXIS
from grognard.rules.eastfront.movement import ChooseDestination, ChooseExit
from grognard.rules.eastfront.state import EastFrontState
from grognard.rules.eastfront.strategic import ChooseStrategicEnd

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


class EastFrontAdvice(Advice["EastFront", EastFrontState]):
    free = ("auto", "arrive", "cadre", "step", "accept")
    losses = frozenset({"step-lost", "eliminated"})

    def habits(self) -> Mapping[str, float]:
        return self.game.habits

    def goals(self, state: EastFrontState, side: str) -> HexSet:
        return victory.goals(self.game, state, side)

    def standing(self, state: EastFrontState, side: str) -> float:
        lead = victory.axis_lead(self.game, state)
        return lead if side == AXIS else -lead

    def stakes(self, state: EastFrontState, side: str) -> Mapping[Hex, float]:
        return self.counsel.stakes(state)

    def turns_left(self, state: EastFrontState) -> int:
        return self.counsel.fortnights(state)

    @cached_property
    def counsel(self) -> EastFrontCounsel:
        return EastFrontCounsel(self.game)

    def could_stay(self, state: EastFrontState, step: Ask) -> Hex | None:
        if isinstance(step, ChooseDestination | ChooseExit | ChooseStrategicEnd):
            return state.hex_of(step.unit)
        return None

    def is_folly(self, state: EastFrontState, side: str, action: Action) -> bool:
        """5.43: a headquarters that commands with its last strength is lost."""
        return is_its_end(self.game, state, action.kind, action.arg)
