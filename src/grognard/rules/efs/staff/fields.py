"""Fields over the map: how dear it is to come from every hex to some, and what flows along them."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias, TypeVar

from grognard.hexes import Grid, Hex, HexSet, bits

Prices: TypeAlias = Sequence[tuple[HexSet, int]]
"""What a hex of each set costs; who lies in none is closed. Of several sets the last one counts."""
Field: TypeAlias = dict[Hex, int]
FAR = 1 << 20
"""Where no way leads from."""


def priced(prices: Prices) -> list[tuple[HexSet, int]]:
    """The same with sets that do not overlap."""
    found, taken = dict[int, HexSet](), 0
    for hexes, price in reversed(prices):
        found[price] = found.get(price, 0) | hexes & ~taken
        taken |= hexes
    return [(hexes, price) for price, hexes in found.items() if hexes]


def distances(grid: Grid, start: HexSet, prices: Prices) -> Field:
    """What the cheapest way from each hex to the nearest of `start` costs.

    A flood whose hexes wait as long as they cost: whole sets at a time, however large the map is.
    """
    classes = priced(prices)
    left, found, due, now = start, Field(), {0: start}, 0
    for hexes, _ in classes:
        left |= hexes
    while due:
        wave = due.pop(now, 0) & left
        left ^= wave
        found.update(dict.fromkeys(bits(wave), now))
        beyond = grid.spread(wave) & left if wave else 0
        for hexes, price in classes if beyond else ():
            if part := beyond & hexes:
                due[now + price] = due.get(now + price, 0) | part
        now += 1
    return found


Load = TypeVar("Load", int, float)


def flows(grid: Grid, field: Field, loads: Mapping[Hex, Load]) -> dict[Hex, Load]:
    """What passes each hex if everything goes down the field, loads that meet going on as one."""
    found: dict[Hex, Load] = {}
    waiting: dict[int, dict[Hex, Load]] = {}
    for hex, load in loads.items():
        if hex in field:
            waiting.setdefault(field[hex], {})[hex] = load
    for height in range(max(waiting, default=0), -1, -1):
        for hex, load in waiting.pop(height, {}).items():
            found[hex] = load
            below = min(grid.neighbours(hex), key=lambda one: field.get(one, FAR), default=hex)
            if (lower := field.get(below, FAR)) < height:
                row = waiting.setdefault(lower, {})
                row[below] = row.get(below, 0) + load
    return found


def descent(grid: Grid, field: Field, hex: Hex) -> HexSet:
    """The cheapest way from a hex to where the field begins, both ends with it."""
    found: HexSet = 1 << hex
    while field.get(hex, 0) > 0:
        hex = min(grid.neighbours(hex), key=lambda one: field.get(one, FAR))
        found |= 1 << hex
    return found
