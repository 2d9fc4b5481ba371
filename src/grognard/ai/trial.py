"""Trying a choice out: it is played on a copy, every reading of the dice weighed by its chance."""

from random import Random
from typing import Any

from grognard.ai.sandtable import SandTable
from grognard.core.actions import Action
from grognard.core.game import Decision, Game
from grognard.core.sides import CHANCE, Side
from grognard.core.steps import Roll

DEPTH = 12
"""Choices that follow upon one before the position is judged as it is."""
THROWS = 2
"""Rolls one upon the other of which every reading is looked at."""
GLANCES = 8
"""Offers that are looked at where a choice follows from another."""


class Trial:
    """Judges choices by what they lead to, up to where something new would be planned."""

    def __init__(self, game: Game[Any], table: SandTable, rng: Random) -> None:
        self.game, self.table, self.rng = game, table, rng

    def __repr__(self) -> str:
        return f"<Trial on {self.table!r}>"

    def worth(self, state: Any, side: Side, *actions: Action) -> float:
        """What the position is worth after some choices, for the side of the sand table."""
        after = state.copy()
        for action in actions:
            self.game.apply(after, side, action)
        return self.expected(after)

    def expected(self, state: Any, throws: int = THROWS, depth: int = DEPTH) -> float:
        """Play a state on, in place, until a plan is due, and judge it."""
        game = self.game
        while depth and not game.is_over(state):
            roll = game.rolling(state)
            if roll is not None:
                if roll.role == "plan" or not throws:
                    break
                return self._weighed(state, roll, throws - 1, depth - 1)
            side, decision = next(iter(game.decisions(state).items()))
            if decision.step.role == "plan" or not decision.offers:  # a guess may lead nowhere
                break
            game.apply(state, side, self.glance(decision))
            depth -= 1
        return self.table.sync(state)

    def _weighed(self, state: Any, roll: Roll, throws: int, depth: int) -> float:
        total = 0.0
        for outcome, chance in roll.branches(self.game, state):
            after = state.copy()
            self.game.apply(after, CHANCE, outcome)
            total += float(chance) * self.expected(after, throws, depth)
        return total

    def glance(self, decision: Decision) -> Action:
        """What somebody chooses at a glance: the offer after which the position looks best."""
        offers = self._some(decision)
        if len(offers) == 1:
            return offers[0]
        sign = 1 if decision.side == self.table.side else -1
        return max(offers, key=lambda action: (sign * self._at_a_glance(decision, action),
                                               action.kind in self.game.passes))

    def _at_a_glance(self, decision: Decision, action: Action) -> float:
        after = decision.state.copy()
        self.game.apply(after, decision.side, action)
        return self.table.sync(after)

    def _some(self, decision: Decision) -> list[Action]:
        if len(decision.offers) <= GLANCES:
            return list(decision.offers)
        ends = [a for a in map(Action, self.game.passes) if a in decision.offers]
        drawn = {decision.offers.sample(self.rng) for _ in range(GLANCES)}
        return [*sorted(drawn), *(end for end in ends if end not in drawn)]
