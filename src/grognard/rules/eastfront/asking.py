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

    def ask_for(self, game: "EastFront", state: EastFrontState, *kinds: str) -> bool:
        """Ask only if something of these kinds is offered; whether it is asked.

        What was worked out to see that is handed on to the decision.
        """
        choices = self.choices(game, state)
        asked = any(len(choices[kind]) for kind in kinds)
        if asked:
            state.push(self)
            state.offered = self, choices
        return asked
