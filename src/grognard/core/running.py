"""One loop for everybody who plays a state on: bots that look ahead, experiments, tests."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, TypeAlias, TypeVar

from grognard.core.actions import Action
from grognard.core.game import Decision, Game
from grognard.core.sides import CHANCE, Side
from grognard.core.state import State

S = TypeVar("S", bound=State)

Policy: TypeAlias = Callable[[Decision], Action]
"""Answers a decision with one of its offers."""


def run(
    game: Game[S], state: S, policies: Mapping[Side, Policy], rng: Random,
    until: Callable[[S], bool] = lambda state: False,
) -> S:
    """Play on, in place, until the play is over or `until` says so before something is decided.

    >>> import grognard
    >>> game, luck = grognard.load("miniature", "meeting"), Random(1)
    >>> anything = dict.fromkeys(game.sides, lambda decision: decision.offers.sample(luck))
    >>> game.is_over(run(game, game.start_state(), anything, luck))
    True
    """
    while not game.is_over(state) and not until(state):
        roll = game.rolling(state)
        if roll is not None:
            game.apply(state, CHANCE, roll.chance(game, state).sample(rng))
            continue
        side, decision = next(iter(game.decisions(state).items()))
        game.apply(state, side, policies[side](decision))
    return state


def at_a_plan(game: Game[Any]) -> Callable[[Any], bool]:
    """Whether a new plan is to be made: where a look-ahead from one choice ends."""

    def new(state: Any) -> bool:
        roll = game.rolling(state)
        if roll is not None:
            return roll.role == "plan"
        return any(decision.step.role == "plan" for decision in game.decisions(state).values())

    return new
