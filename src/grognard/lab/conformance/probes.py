"""A compound is judged by what its side may know: not even whether another has chosen shows."""

from collections.abc import Iterator
from typing import Any

from grognard.core.actions import Action
from grognard.core.sides import Side
from grognard.lab.conformance.point import Point, in_secret, json, random_action
from grognard.records import Playthrough

PROBES = 3
"""Compounds that each side tries at one point."""
LONGEST = 4
"""Atoms of a compound before the one that goes too far."""


def compounds(point: Point) -> Iterator[str]:
    """However far the others are with a secret choice, a compound gets the same answer."""
    if not in_secret(point.state):
        return
    for side in point.play.decisions:
        for probe in (probe_of(point, side) for _ in range(PROBES)):
            before, after = rulings(point, side, probe)
            if before != after:
                yield f"the answer to {side} {probe!r} tells what the others choose in secret"


def rulings(point: Point, side: Side, probe: str) -> tuple[bytes, bytes]:
    """The answers in two states that differ only in the others' secret choices."""
    there = others_went_on(point, side)
    return _ruling(point, point.state.copy(), side, probe), _ruling(point, there, side, probe)


def _ruling(point: Point, state: Any, side: Side, probe: str) -> bytes:
    return json(Playthrough(point.game, automations=(), state=state).check(side, probe))


def others_went_on(point: Point, side: Side) -> Any:
    """Others choose on: some way, or until they have finished."""
    game, state = point.game, point.state.copy()
    for other in game.sides:
        left = point.rng.choice([1, 2, 4, 1000])
        while left and other != side and (asked := game.decisions(state).get(other)):
            game.apply(state, other, asked.offers.sample(point.rng))
            left -= 1
    return state


def probe_of(point: Point, side: Side) -> str:
    """Some choices of the side's own, mostly to the end of its part, and one more."""
    game, rng = point.game, point.rng
    state = game.imagine(game.view(point.state, side), rng)
    atoms: list[Action] = []
    length = rng.randint(1, LONGEST)
    while len(atoms) < length and (asked := game.decisions(state).get(side)):
        last = len(atoms) + 1 == length
        ends = [Action(kind, 0) for kind in ("done",) if Action(kind, 0) in asked.offers]
        atoms.append(ends[0] if ends and last else asked.offers.sample(rng))
        game.apply(state, side, atoms[-1])
    return game.space.text([*atoms, random_action(game, rng)])
