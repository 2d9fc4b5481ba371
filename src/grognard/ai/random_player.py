"""How somebody without a plan chooses: by habit, and towards what is wanted."""

from collections.abc import Callable
from random import Random
from typing import Any

from grognard.core.actions import Action
from grognard.core.floods import waves
from grognard.core.game import Decision, Game
from grognard.core.offers import Choices, Offers
from grognard.hexes import Grid, HexSet, bits

PASSING = 0.1
"""How much less one likes to pass than to do any one kind of thing."""
SAMPLES = 6
"""How many hexes one looks at before one goes to the best of them."""
STEADINESS = 0.9
"""How often a unit stays rather than go farther from what is wanted."""


def kind_by_habit(game: Game[Any], offers: Offers, rng: Random) -> str:
    """A kind of action that is offered, drawn as the habits of the game weigh them."""
    habits = game.advice.habits()
    kinds = [kind for kind, found in offers.choices.items() if len(found)]
    weights = [habits.get(kind, PASSING if kind in game.passes else 1.0) for kind in kinds]
    return rng.choices(kinds, weights)[0]


class RandomPlayer:
    """Draws a kind of action, then one offer of it: a hundred hexes are no better than one attack.
    """

    def __init__(self, rng: Random, samples: int = SAMPLES) -> None:
        self._rng, self._samples = rng, samples

    def __repr__(self) -> str:
        return f"<RandomPlayer that looks at {self._samples} hexes>"

    def choose(self, decision: Decision, wanted: HexSet) -> Action:
        """Any offer; a hex rather near to those that are wanted."""
        kind = kind_by_habit(decision.game, decision.offers, self._rng)
        if decision.game.space.domains[kind].name != "hex":
            return Action(kind, self._one_of(decision.offers.choices[kind]))
        return self._way(decision, kind, wanted)

    def _one_of(self, choices: Choices) -> int:
        return choices.pick(self._rng.randrange(len(choices)))

    def _way(self, decision: Decision, kind: str, wanted: HexSet) -> Action:
        """The best of a few hexes at random; a unit that would get no nearer mostly stays where
        it is.
        """
        (board, *_), found = decision.game.maps.values(), decision.offers.choices[kind]
        near = nearness(board.grid, wanted)
        best = min((self._one_of(found) for _ in range(self._samples)), key=near)
        here = decision.game.advice.could_stay(decision.state, decision.step)
        idle = here is not None and Action("stay") in decision.offers and near(best) >= near(here)
        if idle and self._rng.random() < STEADINESS:
            return Action("stay")
        return Action(kind, best)


def nearness(grid: Grid, wanted: HexSet) -> Callable[[int], int]:
    """How far a hex lies from the wanted ones."""
    field: dict[int, int] = {}
    for steps, wave in enumerate(waves(grid, wanted, grid.all)):
        field |= dict.fromkeys(bits(wave), steps)
    return lambda hex: field.get(hex, 0)
