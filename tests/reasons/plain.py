"""What all witnesses use: distances by coordinates, and data changed for a question."""

from collections.abc import Callable, Iterable
from typing import Any

from grognard.hexes import Grid
from grognard.lab.conformance import Case


def distance(grid: Grid, a: int, b: int) -> int:
    """Steps between two hexes, counted on the three axes of the plane; over links one by one."""
    if grid.links:
        return _steps(grid, a, b)
    (q, r), (s, t) = grid.axial(a), grid.axial(b)
    return max(abs(q - s), abs(r - t), abs(q + r - s - t))


def _steps(grid: Grid, a: int, b: int) -> int:
    seen, edge, count = {a}, {a}, 0
    while b not in seen and edge:
        edge = {near for hex in edge for near in grid.neighbours(hex)} - seen
        seen |= edge
        count += 1
    return count if b in seen else grid.size


def adjacent(grid: Grid, a: int, b: int) -> bool:
    return distance(grid, a, b) == 1


def holds(hexes: int, hex: int) -> bool:
    """Whether a set of hexes or units has this one."""
    return hexes >> hex & 1 == 1


def reached(start: Iterable[int], ways: Callable[[int], Iterable[int]]) -> set[int]:
    """Everything that can be come to, step by step."""
    found = set(start)
    waiting = list(found)
    while waiting:
        for beyond in ways(waiting.pop()):
            if beyond not in found:
                found.add(beyond)
                waiting.append(beyond)
    return found


def with_data(game: Any, **changed: Any) -> Any:
    """The same game with other data in some places; the game itself stays as it is."""
    other = object.__new__(type(game))
    other.__dict__ |= game.__dict__ | changed
    return other


def kind_is_not_asked(case: Case) -> bool:
    """For the refusal that only says what is asked: no such kind of action is."""
    return case.action.kind not in case.step.choices(case.game, case.state)
