"""Rivers and borders: which hexsides a course follows, by one of three methods.

* `banks`: the course parts the whole map; its sides lie between a hex of either bank, so that
  the chain cannot break.
* `chain`: the cheapest chain of sides along the course, into the river that it `ends` in.
* `crossing`: the sides between two hexes whose middles the course parts.
"""

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from itertools import pairwise

from grognard.hexes import Hex, HexSet, Hexside, Point, bits, pack

from .inputs import Inputs
from .plane import Course, Plane, crosses, distance, distance_to_course
from .recipe import CoursesSpec
from .water import Water

_RUN_ON = 3
"""So many sides a tributary runs on to the next river or water."""
_NEAR_MOUTH = 2.5


@dataclass(frozen=True, slots=True)
class River:
    """One course as typed."""

    name: str
    kind: str
    method: str
    course: Course
    source: str
    ends: str = ""
    flows: bool = True
    notes: dict[str, float] = field(default_factory=dict)
    """A note on the sides whose middle lies below this v."""


@dataclass(slots=True)
class Rivers:
    """The courses of the map on its hexsides."""

    plane: Plane
    sides: dict[Hexside, River] = field(default_factory=dict)
    borders: dict[tuple[str, Hexside], River] = field(default_factory=dict)
    banks: dict[str, HexSet] = field(default_factory=dict)
    """By river: the hexes west of it, water included."""

    def of(self, name: str) -> list[Hexside]:
        return [side for side, river in self.sides.items() if river.name == name]

    def beside(self, name: str) -> HexSet:
        """The hexes on either bank of a river."""
        return pack(hex for side in self.of(name) for hex in self.plane.grid.ends(side))

    def correct(self, side: Hexside, river: River | None) -> None:
        """What somebody has found by hand to be there, or not to be."""
        self.sides.pop(side, None)
        if river is not None:
            self.sides[side] = river

    def notes(self, side: Hexside, river: River) -> list[str]:
        a, b = (self.plane.centres[hex] for hex in self.plane.grid.ends(side))
        return [note for note, below in river.notes.items() if (a[1] + b[1]) / 2 < below]


def listed(inputs: Inputs, spec: CoursesSpec) -> Iterator[River]:
    """The courses of a list in its order."""
    if spec.file.endswith(".toml"):  # courses in the hex plane
        for entry in inputs.table(spec.file)["river"]:
            line = [(float(u), float(v)) for u, v in entry["course"]]
            method, ends = entry.get("method", spec.method), entry.get("ends", "")
            kind, notes = entry["kind"], entry.get("notes", {})
            kind, source = spec.kinds.get(kind, kind), entry["source"]
            yield River(entry["name"], kind, method, line, source, ends, spec.flows, notes)
        return
    for row in inputs.rows(spec.file):  # courses by lat and lon
        kind = spec.kinds.get(row["kind"], row["kind"])
        course, source = inputs.course(row["points"]), inputs.source(row["source"])
        yield River(row["name"], kind, spec.method, course, source, flows=spec.flows)


def lay(plane: Plane, rivers: Iterable[River], wet: Water) -> Rivers:
    """All courses; no river runs along a water hex, and where two meet the first listed wins."""
    found, courses = Rivers(plane), list(rivers)
    for river in courses:
        sides = _sides(found, river, wet)
        if not river.flows:
            dry = [side for side in sides if not _touches(plane, side, wet.sea, all)]
            found.borders.update(((river.kind, side), river) for side in dry)
            continue
        for side in sides:
            if not _touches(plane, side, wet.sea if river.method == "banks" else wet.all):
                found.sides.setdefault(side, river)
    net = _Corners(plane)
    shores = net.beside(wet.all)
    for river in courses:
        if river.flows and river.method == "crossing":
            _run_on(found, river, wet, net, shores)
    return found


def _sides(found: Rivers, river: River, wet: Water) -> Iterable[Hexside]:
    match river.method:
        case "banks":
            west = found.banks[river.name] = _west_of(found.plane, river.course)
            return [side for side in found.plane.sides if _parts(found.plane, side, west)]
        case "chain":
            return _Chains(found).along(river)
        case "crossing":
            return _crossed(found.plane, river.course)
    raise ValueError(f"{river.name}: no method {river.method!r}")


def _touches(plane: Plane, side: Hexside, hexes: HexSet, how: object = any) -> bool:
    ends = [hexes >> hex & 1 for hex in plane.grid.ends(side)]
    return all(ends) if how is all else any(ends)


def _parts(plane: Plane, side: Hexside, west: HexSet) -> bool:
    a, b = plane.grid.ends(side)
    return (west >> a & 1) != (west >> b & 1)


def _west_of(plane: Plane, course: Course) -> HexSet:
    return pack(hex for hex in bits(plane.grid.all) if _lies_west(plane.centres[hex], course))


def _lies_west(point: Point, course: Course) -> bool:
    """Whether a line to the east crosses the course an odd number of times."""
    u, v = point
    crossings = 0
    for (u1, v1), (u2, v2) in pairwise(course):
        if (v1 <= v) != (v2 <= v):
            crossings += u1 + (v - v1) * (u2 - u1) / (v2 - v1) > u
    return crossings % 2 == 1


def _crossed(plane: Plane, course: Course) -> list[Hexside]:
    """Sides whose two hexes the course parts: it crosses between their middles an odd time."""
    count: Counter[Hexside] = Counter()
    for a, b in pairwise(course):
        near = set(_along(plane, a, b))
        near |= {other for hex in near for other in plane.grid.neighbours(hex)}
        sides = {plane.grid.hexside(h, o) for h in near for o in plane.grid.neighbours(h)}
        for side in sides:
            c, d = (plane.centres[hex] for hex in plane.grid.ends(side))
            count[side] += crosses(a, b, c, d)
    return sorted(side for side, times in count.items() if times % 2)


def _along(plane: Plane, a: Point, b: Point) -> Iterator[Hex]:
    """The hexes of the map under a straight stretch."""
    steps = int(distance(a, b) / 0.5) + 1
    for i in range(steps + 1):
        share = i / steps
        hex = plane.hex_at((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
        if hex is not None:
            yield hex


# A tributary that stops just short of the next river


def _run_on(
    found: Rivers, river: River, wet: Water, net: "_Corners", shores: set[Point]
) -> None:
    """Lead the mouth of a river on to the next river or water, if it is near."""
    own = {side for side, other in found.sides.items() if other is river}
    corners = Counter(end for side in own for end in found.plane.side_ends(side))
    ends = [corner for corner, times in corners.items() if times % 2]
    mouth = min(ends, key=lambda end: distance(end, river.course[-1]), default=None)
    if mouth is None or distance(mouth, river.course[-1]) > _NEAR_MOUTH:
        return
    others = {end for side in found.sides.keys() - own for end in found.plane.side_ends(side)}
    for side in net.way(mouth, others | shores, own):
        if not _touches(found.plane, side, wet.all):
            found.sides.setdefault(side, river)


class _Corners:
    """The net of hexsides from corner to corner."""

    def __init__(self, plane: Plane) -> None:
        self.plane, self.around = plane, plane.corners

    def nearest(self, point: Point) -> Point:
        return min(self.around, key=lambda corner: distance(corner, point))

    def beside(self, hexes: HexSet) -> set[Point]:
        """The corners of these hexes."""
        grid = self.plane.grid
        sides = {grid.hexside(hex, near) for hex in bits(hexes) for near in grid.neighbours(hex)}
        return {end for side in sides for end in self.plane.side_ends(side)}

    def way(self, start: Point, goals: Set[Point], own: Set[Hexside]) -> list[Hexside]:
        """The shortest way of a few sides to one of the goals; none if there is none so short."""
        ways: list[tuple[Point, list[Hexside]]] = [(start, [])]
        seen = {start}
        for corner, way in ways:
            if corner in goals:
                return way
            for other, side in self.around[corner] if len(way) < _RUN_ON else ():
                if other not in seen and side not in own:
                    seen.add(other)
                    ways.append((other, [*way, side]))
        return []


class _Chains:
    """Chains of sides along typed courses; straying from a course costs by the square."""

    def __init__(self, found: Rivers) -> None:
        self.found = found
        self.net = _Corners(found.plane)
        self.walls = {side for side, river in found.sides.items() if river.method == "banks"}

    def _mouths(self, river: River) -> set[Point]:
        """The points at which a tributary may end."""
        ends = {end for side in self.found.of(river.ends) for end in self._ends(side)}
        return {point for point in ends if distance(point, river.course[-1]) < 1.25}

    def _ends(self, side: Hexside) -> tuple[Point, Point]:
        return self.found.plane.side_ends(side)

    def along(self, river: River) -> list[Hexside]:
        goals = self._mouths(river) or {self.net.nearest(river.course[-1])}
        closed = {point for side in self.walls for point in self._ends(side)} - goals
        start = self.net.nearest(river.course[0])
        reached: dict[Point, tuple[Point, Hexside] | None] = {}
        queue: list[tuple[float, Point, Point, Hexside]] = [(0.0, start, start, -1)]
        while queue:
            cost, point, before, side = heapq.heappop(queue)
            if point in reached:
                continue
            reached[point] = (before, side) if side >= 0 else None
            if point in goals:
                return _walk_back(point, reached)
            for other, way in self.net.around[point] if point not in closed else ():
                if other not in reached and way not in self.walls:
                    price = cost + _price(point, other, river.course)
                    heapq.heappush(queue, (price, other, point, way))
        raise ValueError(f"no way along the course of {river.name}")


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
