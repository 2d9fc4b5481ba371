"""What bots go by."""

from typing import TYPE_CHECKING

from grognard.core.advice import Advice
from grognard.core.sides import Side
from grognard_miniature import victory
from grognard_miniature.state import SIDES, MiniatureState

if TYPE_CHECKING:
    from grognard_miniature.game import Miniature


class MiniatureAdvice(Advice["Miniature", MiniatureState]):
    idle = (*Advice.idle, "fight")
    losses = frozenset({"step-lost"})

    def standing(self, state: MiniatureState, side: Side) -> float:
        lead = victory.blue_lead(self.game, state)
        return lead if side == SIDES[0] else -lead
