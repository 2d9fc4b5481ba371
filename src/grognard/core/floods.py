"""Floods over sets of hexes: supply, command, rail nets and everything else that spreads.

A flood takes one step in all directions at once for the whole set. Barriers on hexsides come
as six bit sets, one per direction: the hexes from which a step that way is open. On a grid with
links there is a seventh, of the links that are open, each way by its number.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeAlias

from grognard.hexes import Grid, Hex, HexSet, Hexside

OpenSides: TypeAlias = tuple[HexSet, ...]
"""For each direction, the hexes whose side that way can be crossed; the open links, if any."""


def open_except(grid: Grid, closed: Iterable[Hexside]) -> OpenSides:
    """Every hexside is open but these: unfrozen rivers, lake shores."""
    every = [grid.all] * 6 + [(1 << 2 * len(grid.links)) - 1]
    shut = open_over(grid, closed)
    return tuple(mask & ~those for mask, those in zip(every, shut, strict=False))


def open_over(grid: Grid, sides: Iterable[Hexside]) -> OpenSides:
    """Only these hexsides are open: the roads or rails of a net (see `GameMap.links`)."""
    ends = (grid.ends(side) for side in sides)
    return _open(grid, (way for a, b in ends for way in ((a, b), (b, a))))


def open_where(grid: Grid, passes: Callable[[Hex, Hex, Hexside], bool]) -> OpenSides:
    """Those steps are open of which a rule says so: from hex to hex over a hexside."""
    return _open(grid, ((a, b) for a in grid for b in grid.neighbours(a)
                        if passes(a, b, grid.hexside(a, b))))


def _open(grid: Grid, ways: Iterable[tuple[Hex, Hex]]) -> OpenSides:
    masks, links = [0] * 6, 0
    for a, b in ways:
        direction = grid.direction(a, b)
        if direction is not None:
            masks[direction] |= 1 << a
        elif (number := grid.link_number(a, b)) is not None:
            links |= 1 << number
    return (*masks, links) if grid.links else tuple(masks)


def step(grid: Grid, hexes: HexSet, open: OpenSides | None = None) -> HexSet:
    """Where one step from any of the hexes leads."""
    if open is None:
        return grid.spread(hexes)
    beyond = 0
    for shift, mask in zip(grid.shifts, open, strict=False):
        beyond |= (hexes & mask) << shift if shift > 0 else (hexes & mask) >> -shift
    beyond &= grid.all
    return beyond | grid.over_links(hexes, open[-1]) if grid.links else beyond


def waves(
    grid: Grid,
    sources: HexSet,
    through: HexSet,
    open: OpenSides | None = None,
    stops: HexSet = 0,
) -> Iterator[HexSet]:
    """The hexes first reached after 0, 1, 2 ... steps; the sources come first.

    The flood passes hexes of `through` only; it enters those of `stops` but goes no further.
    """
    wave = active = sources
    dry, passable = through & ~sources, ~stops
    while wave:
        yield wave
        wave = step(grid, active, open) & dry
        dry ^= wave
        active = wave & passable


def flood(
    grid: Grid,
    sources: HexSet,
    through: HexSet,
    open: OpenSides | None = None,
    limit: int | None = None,
    stops: HexSet = 0,
) -> HexSet:
    """All hexes that the sources reach, themselves included, within `limit` steps if given."""
    if limit is None and open is not None:
        return _fill(grid, sources, through & grid.all, open, ~stops | sources)
    steps = waves(grid, sources, through, open, stops)
    reached = 0
    for wave in steps if limit is None else islice(steps, limit + 1):
        reached |= wave
    return reached


def _fill(grid: Grid, reached: HexSet, through: HexSet, open: OpenSides, passed: HexSet) -> HexSet:
    """A flood whose steps nobody counts: each direction goes on from what the last one reached."""
    sides = [(shift, mask & passed) for shift, mask in zip(grid.shifts, open, strict=False)]
    before = linked = 0
    while reached != before:
        before = reached
        for shift, mask in sides:
            moving = reached & mask
            reached |= (moving << shift if shift > 0 else moving >> -shift) & through
        if grid.links:  # a link leads on once
            fresh = reached & passed & ~linked
            reached |= grid.over_links(fresh, open[-1]) & through
            linked |= fresh
    return reached


def route(
    grid: Grid, sources: HexSet, goal: Hex, through: HexSet, open: OpenSides | None = None
) -> tuple[Hex, ...] | None:
    """A shortest way from the nearest source to the goal, or None: a supply line to show."""
    passed = []
    for wave in waves(grid, sources, through, open):
        if wave >> goal & 1:
            break
        passed.append(wave)
    else:
        return None
    way = [goal]
    for wave in reversed(passed):
        way.append(next(hex for hex in _before(grid, way[-1], open) if wave >> hex & 1))
    return tuple(reversed(way))


def way_back(
    grid: Grid, here: Hex, goals: HexSet, through: HexSet, open: OpenSides | None = None
) -> tuple[Hex, ...]:
    """A shortest way from a hex to the nearest of the goals, both ends included; () if none."""
    found = route(grid, goals, here, through | 1 << here, open)
    return tuple(reversed(found)) if found else ()


def shut_at(way: Sequence[Hex], free: HexSet) -> int | None:
    """Where a way first leaves the free hexes: an index, its first hex not counted."""
    return next((n for n, hex in enumerate(way) if n and not free >> hex & 1), None)


def _before(grid: Grid, hex: Hex, open: OpenSides | None) -> Iterator[Hex]:
    """The neighbours from which a step leads into the hex."""
    for near in grid.neighbours(hex):
        if open is None or step(grid, 1 << near, open) >> hex & 1:
            yield near


def components(grid: Grid, net: HexSet, open: OpenSides | None = None) -> list[HexSet]:
    """The connected pieces of a net, in the order of their lowest hexes."""
    pieces = []
    while net:
        piece = flood(grid, net & -net, net, open)
        pieces.append(piece)
        net &= ~piece
    return pieces
