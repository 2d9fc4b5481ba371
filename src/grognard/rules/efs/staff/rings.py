"""Where two spearheads could meet behind the enemy, or one could swing back to the line.

A ring is a place and the two ways to it. It is worth the strength of the enemies whom the ways and
the own line together would cut off from their sources.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from grognard.hexes import Grid, Hex, HexSet, bits
from grognard.rules.efs.staff.fields import FAR, Field, descent


class Ring(NamedTuple):
    """Two ways that meet, by number of the arm that goes them, and whom they cut off."""

    hex: Hex
    arms: tuple[int, int]
    walls: tuple[HexSet, HexSet]
    strength: float
    price: int

    @property
    def wall(self) -> HexSet:
        return self.walls[0] | self.walls[1]


class Country(NamedTuple):
    """What a staff sees when it looks for rings."""

    grid: Grid
    land: HexSet
    """Where the enemy's routes can pass at all."""
    line: HexSet
    """Own hexes and zones, which they do not pass."""
    sources: HexSet
    loads: Mapping[Hex, int]
    """By hex: the strength of the enemies there."""

    def cut_off(self, wall: HexSet) -> float:
        """The strength of those who would be in the ring."""
        free = self.land & ~wall & ~self.grid.spread(wall) & ~self.line
        fed = wave = self.sources & free
        while wave:
            wave = self.grid.spread(wave) & free & ~fed
            fed |= wave
        near = fed | self.grid.spread(fed)
        return sum(load for hex, load in self.loads.items() if not near >> hex & 1)


def best(country: Country, arms: list[Field], places: Mapping[Hex, int], reach: int, patience: int,
         tries: int) -> Ring | None:
    """The ring that cuts off most for the length of its ways."""
    found = (ring for pair in combinations(range(len(arms)), 2)
             for ring in _rings(country, arms, pair, places, reach, tries))
    return max(found, key=lambda ring: ring.strength / (ring.price + patience), default=None)


def _rings(country: Country, arms: list[Field], pair: tuple[int, int], places: Mapping[Hex, int],
           reach: int, tries: int) -> Iterator[Ring]:
    """A few meeting places of two arms: where much passes, and both come soon."""
    one, other = (arms[number] for number in pair)
    prices = {hex: one.get(hex, FAR) + other.get(hex, FAR) for hex in places
              if max(one.get(hex, FAR), other.get(hex, FAR)) <= reach}
    likely = sorted(prices, key=lambda hex: places[hex] / (prices[hex] + 1), reverse=True)
    for hex in spaced(country.grid, likely, tries):
        walls = descent(country.grid, one, hex), descent(country.grid, other, hex)
        yield Ring(hex, pair, walls, country.cut_off(walls[0] | walls[1]), prices[hex])


def spaced(grid: Grid, hexes: list[Hex], most: int) -> Iterator[Hex]:
    """The first of the hexes, no two of them beside each other."""
    taken: HexSet = 0
    for hex in hexes:
        if most and not taken >> hex & 1:
            taken |= grid.disk(hex, 2)
            most -= 1
            yield hex


def posts(grid: Grid, field: Field, wall: HexSet, apart: int) -> Iterator[Hex]:
    """Places along a way, from its end back: whoever stands there closes it with his zone."""
    taken: HexSet = 0
    for hex in sorted(bits(wall), key=lambda one: -field.get(one, 0)):
        if not taken >> hex & 1:
            taken |= grid.disk(hex, apart)
            yield hex
