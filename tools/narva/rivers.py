"""Banks and rivers: which hexes lie west of the Narva, and which hexsides a river follows."""

import heapq
from collections.abc import Mapping, Set
from dataclasses import dataclass
from itertools import pairwise

from grognard.hexes import Hex, HexSet, Hexside, Point, bits, pack

from . import reading
from .plane import GRID, Course, centre, distance, distance_to_course, side_ends

SIDES: list[Hexside] = sorted(
    {GRID.hexside(hex, other) for hex in GRID for other in GRID.neighbours(hex)}
)


@dataclass(frozen=True, slots=True)
class Rivers:
    """The rivers of the map."""

    west: HexSet
    """Hexes west of the Narva, water included."""
    narva: frozenset[Hexside]
    minor: dict[Hexside, str]
    """The river of every minor river hexside."""
    sources: dict[str, str]

    def beside(self, name: str) -> HexSet:
        """The hexes on either bank of a river."""
        sides = self.narva if name == "Narva" else [s for s, n in self.minor.items() if n == name]
        return pack(hex for side in sides for hex in GRID.ends(side))


def lay(sea: HexSet, water: HexSet) -> Rivers:
    """All rivers; none runs along a water hex."""
    west = _west_of(reading.narva_course())
    narva = frozenset(side for side in SIDES if _parts(side, west) and not _touches(side, sea))
    minor: dict[Hexside, str] = {}
    sources: dict[str, str] = {}
    for river in reading.minor_rivers():
        mouth = _mouths(river.ends, narva, minor)
        for side in _chain(river.course, mouth, narva):
            if not _touches(side, water):
                minor.setdefault(side, river.name)
        sources[river.name] = river.source
    return Rivers(west, narva, minor, sources)


def _touches(side: Hexside, hexes: HexSet) -> bool:
    return any(hexes >> hex & 1 for hex in GRID.ends(side))


def _parts(side: Hexside, west: HexSet) -> bool:
    a, b = GRID.ends(side)
    return (west >> a & 1) != (west >> b & 1)


def _west_of(course: Course) -> HexSet:
    return pack(hex for hex in bits(GRID.all) if _lies_west(hex, course))


def _lies_west(hex: Hex, course: Course) -> bool:
    """Whether a line to the east crosses the course an odd number of times."""
    u, v = centre(hex)
    crossings = 0
    for (u1, v1), (u2, v2) in pairwise(course):
        if (v1 <= v) != (v2 <= v):
            crossings += u1 + (v - v1) * (u2 - u1) / (v2 - v1) > u
    return crossings % 2 == 1


def _mouths(ends: str, narva: frozenset[Hexside], minor: Mapping[Hexside, str]) -> set[Point]:
    """The points at which a tributary may end."""
    if ends == "sea":
        return set()
    sides = narva if ends == "Narva" else {s for s, name in minor.items() if name == ends}
    return {point for side in sides for point in side_ends(side)}


_AROUND: dict[Point, list[tuple[Point, Hexside]]] = {}
for _side in SIDES:
    _a, _b = side_ends(_side)
    _AROUND.setdefault(_a, []).append((_b, _side))
    _AROUND.setdefault(_b, []).append((_a, _side))


def _nearest(point: Point) -> Point:
    return min(_AROUND, key=lambda corner: distance(corner, point))


def _chain(course: Course, mouth: Set[Point], narva: frozenset[Hexside]) -> list[Hexside]:
    """The cheapest chain of hexsides along a course; straying from it costs by the square."""
    goals = {p for p in mouth if distance(p, course[-1]) < 1.25} or {_nearest(course[-1])}
    closed = {point for side in narva for point in side_ends(side)} - goals
    start = _nearest(course[0])
    reached: dict[Point, tuple[Point, Hexside] | None] = {}
    queue: list[tuple[float, Point, Point, Hexside]] = [(0.0, start, start, -1)]
    while queue:
        cost, point, before, side = heapq.heappop(queue)
        if point in reached:
            continue
        reached[point] = (before, side) if side >= 0 else None
        if point in goals:
            return _walk_back(point, reached)
        if point in closed:
            continue
        for other, way in _AROUND[point]:
            if other not in reached and way not in narva:
                heapq.heappush(queue, (cost + _price(point, other, course), other, point, way))
    raise ValueError(f"no way along the river course that begins at {course[0]}")


def _price(a: Point, b: Point, course: Course) -> float:
    middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    return 0.2 + 3 * distance_to_course(middle, course) ** 2


def _walk_back(
    point: Point, reached: Mapping[Point, tuple[Point, Hexside] | None]
) -> list[Hexside]:
    chain: list[Hexside] = []
    while (step := reached[point]) is not None:
        point, side = step
        chain.append(side)
    return chain[::-1]
