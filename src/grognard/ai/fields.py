"""Distances over the ground, kept for a whole game: how near is every hex to a place?"""

from collections.abc import Mapping
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any

from grognard.core.counsel import Weights
from grognard.core.reach import Graph
from grognard.hexes import Grid, Hex, bits


@lru_cache(maxsize=4096)
def nearness(graph: Graph, place: Hex, march: float, decay: float, far: float) -> dict[Hex, float]:
    """1 in the place itself, and for every march farther off `decay` of that.

    ``march`` is what a unit pays for in one go, ``far`` the marches beyond which nothing counts.
    """
    return {hex: decay ** (cost / march)
            for hex, cost in costs(graph, place, far * march).items()}


def costs(graph: Graph, place: Hex, limit: float) -> dict[Hex, int]:
    """What the cheapest way costs between a place and every hex within a limit."""
    found: dict[Hex, int] = {}
    heap: list[tuple[int, Hex]] = [(0, place)]
    while heap:
        cost, hex = heappop(heap)
        if hex in found:
            continue
        found[hex] = cost
        for shift, price in graph.steps[hex]:
            if hex + shift not in found and cost + price <= limit:
                heappush(heap, (cost + price, hex + shift))
    return found


class Pull:
    """How good it is to stand in a hex, for a side and a gait: near to what it wants.

    From one look at the map to the next little changes, and only that is worked out anew.
    """

    def __init__(self, size: int) -> None:
        self.by_hex = [0.0] * size
        self._wanted: dict[Hex, float] = {}
        self._over: tuple[Graph, float] | None = None

    def __repr__(self) -> str:
        return f"<Pull to {len(self._wanted)} places>"

    def want(
        self, graph: Graph, wanted: Mapping[Hex, float], weights: Weights, far: float
    ) -> list[float]:
        """The field for places of some worth; it holds until the next is asked for."""
        if self._over != (graph, far):
            self.by_hex, self._wanted = [0.0] * len(self.by_hex), {}
            self._over = graph, far
        for place in {*wanted, *self._wanted}:
            more = wanted.get(place, 0) - self._wanted.get(place, 0)
            if not more:
                continue
            near = nearness(graph, place, weights.march, weights.decay, far)
            for hex, share in near.items():
                self.by_hex[hex] += more * share
        self._wanted = dict(wanted)
        return self.by_hex


Pulls = dict[Any, Pull]
"""By side and gait: what a bot remembers from one look at the map to the next."""


COVER = (1.0, 0.5)
"""What a unit counts for a place beside it, and for one that is two hexes off: a line before a
place guards it as well."""


@lru_cache(maxsize=64)
def beside(grid: Grid, places: frozenset[Hex]) -> dict[Hex, tuple[tuple[Hex, float], ...]]:
    """For every hex the places near it, where there are any, and how much it covers each."""
    found: dict[Hex, list[tuple[Hex, float]]] = {}
    for place in sorted(places):
        nearer = 1 << place
        for radius, share in enumerate(COVER, start=1):
            disk = grid.disk(place, radius)
            for hex in bits(disk & ~nearer):
                found.setdefault(hex, []).append((place, share))
            nearer = disk
    return {hex: tuple(near) for hex, near in found.items()}
