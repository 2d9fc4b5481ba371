"""Whom most questions of a player turn ask."""

from typing import TYPE_CHECKING

from grognard.rules.eastfront.state import EastFrontState
from grognard.rules.eastfront.steps import Ask

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


class ActiveAsk(Ask, frozen=True):
    """Asks the active player."""

    def side(self, game: "EastFront", state: EastFrontState) -> str:
        return state.phasing
