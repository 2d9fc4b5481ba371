"""Joining hexsides and links into long lines, and hexes into regions."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import combinations
from typing import TypeVar

from grognard.drawing.lattice import Cell, Corner, Lattice

N = TypeVar("N", bound=tuple[int, int])


def chains(edges: Iterable[tuple[N, N]], fit: Callable[[N, N, N], float]) -> list[list[N]]:
    """As few long lines as will cover the edges.

    Where edges meet, ``fit(a, node, b)`` says how well the line from a goes on to b; a pair
    that fits below nothing is never joined. A line that closes on itself ends where it began.

    >>> chains([((0, 0), (1, 0)), ((1, 0), (2, 0)), ((1, 0), (1, 1))],
    ...        lambda a, node, b: 1.0 if a[1] == b[1] else 0.5)
    [[(0, 0), (1, 0), (2, 0)], [(1, 0), (1, 1)]]
    """
    around = _around(edges)
    onward = {node: matched(node, others, fit) for node, others in around.items()}
    left = {tuple(sorted((a, b))) for a, others in around.items() for b in others}
    found = []
    # Lines that end somewhere first; what then is left closes on itself.
    starts = [(a, b) for a in sorted(around) for b in sorted(around[a]) if b not in onward[a]]
    for a, b in [*starts, *sorted(left)]:
        if tuple(sorted((a, b))) in left:
            found.append(_walk(a, b, onward, left))
    return found


def _around(edges: Iterable[tuple[N, N]]) -> dict[N, set[N]]:
    around: dict[N, set[N]] = defaultdict(set)
    for a, b in edges:
        around[a].add(b)
        around[b].add(a)
    return around


def matched(node: N, others: Collection[N], fit: Callable[[N, N, N], float]) -> dict[N, N]:
    """Which neighbour the line coming from a neighbour goes on to: the best pairs first."""
    pairs = [(fit(a, node, b), a, b) for a, b in combinations(sorted(others), 2)]
    mates: dict[N, N] = {}
    for value, a, b in sorted(pairs, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if value >= 0 and a not in mates and b not in mates:
            mates[a], mates[b] = b, a
    return mates


def _walk(a: N, b: N, onward: dict[N, dict[N, N]], left: set[tuple[N, ...]]) -> list[N]:
    line = [a, b]
    left.discard(tuple(sorted((a, b))))
    while (after := onward[line[-1]].get(line[-2])) is not None:
        edge = tuple(sorted((line[-1], after)))
        if edge not in left:
            break
        left.discard(edge)
        line.append(after)
    return line


def outlines(lattice: Lattice, cells: Collection[Cell]) -> list[list[Corner]]:
    """The closed lines of corners around a set of hexes, holes included."""
    after = dict(_rim(lattice, cells))
    found = []
    while after:
        start, corner = after.popitem()
        loop = [start]
        while corner != start:
            loop.append(corner)
            corner = after.pop(corner)
        found.append(loop)
    return found


def _rim(lattice: Lattice, cells: Collection[Cell]) -> Iterator[tuple[Corner, Corner]]:
    """The sides of hexes of the set towards others, clockwise."""
    for cell in sorted(cells, reverse=True):
        near = lattice.neighbours(cell)
        ways = [way for way, neighbour in enumerate(near) if neighbour not in cells]
        corners = lattice.corners(cell) if ways else ()
        for way in ways:
            yield corners[way], corners[(way + 1) % 6]


def clusters(lattice: Lattice, cells: Iterable[Cell]) -> list[list[Cell]]:
    """Connected groups of hexes, each sorted."""
    left = set(cells)
    found = []
    for start in sorted(left):
        if start in left:
            left.discard(start)
            group, edge = [start], [start]
            while edge:
                near = [n for n in lattice.neighbours(edge.pop()) if n in left]
                left.difference_update(near)
                group += near
                edge += near
            found.append(sorted(group))
    return found
