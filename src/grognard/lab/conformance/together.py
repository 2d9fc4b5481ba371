"""In a secret choice, the order in which the sides act cannot matter."""

from collections.abc import Iterator
from itertools import islice, permutations
from typing import Any

from grognard.core.actions import Action
from grognard.core.errors import WrongStep
from grognard.core.game import Game
from grognard.core.sides import Side
from grognard.lab.conformance.point import Point, in_secret

ORDERS = 4
"""Orders that are compared, if there are more."""


def interleavings(point: Point) -> Iterator[str]:
    """Every order in which the sides make the same choices gives the same state."""
    if not in_secret(point.state) or len(point.play.decisions) < 2:
        return
    chosen = {side: _choose(point, side) for side in point.play.decisions}
    orders = _orders(point, chosen)
    states = {_carry_out(point.game, point.state, chosen, order) for order in orders}
    if len(states) > 1:
        yield f"{len(states)} different states, depending on who of {', '.join(chosen)} acts when"


def _choose(point: Point, side: Side) -> list[Action]:
    """Random choices of one side to the end of its branch, as if no other side acted."""
    game, state = point.game, point.state.copy()
    made: list[Action] = []
    while in_secret(state) and (decision := game.decisions(state).get(side)):
        made.append(decision.offers.sample(point.rng))
        game.apply(state, side, made[-1])
    return made


def _orders(point: Point, chosen: dict[Side, list[Action]]) -> list[tuple[Side, ...]]:
    """One side after the other in every order, and some ways to take turns."""
    sides = [side for side, made in chosen.items() for _ in made]
    blocks = [
        tuple(side for first in order for side in [first] * len(chosen[first]))
        for order in islice(permutations(chosen), ORDERS // 2)
    ]
    mixed = [tuple(point.rng.sample(sides, len(sides))) for _ in range(ORDERS - len(blocks))]
    return [*blocks, *mixed]


def _carry_out(
    game: Game[Any], start: Any, chosen: dict[Side, list[Action]], order: tuple[Side, ...]
) -> bytes:
    state, queues = start.copy(), {side: iter(made) for side, made in chosen.items()}
    for side in order:
        action = next(queues[side])
        decision = game.decisions(state).get(side)
        if decision is None or action not in decision.offers:
            raise WrongStep(f"{side} can no longer choose {game.space.text(action)!r}")
        game.apply(state, side, action)
    return game.encode(state)
