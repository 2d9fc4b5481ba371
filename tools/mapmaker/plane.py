"""The hex plane of a map: distances in hexes, u to the east and v to the north."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

from grognard.boxes.grids import GridSpec
from grognard.drawing.lattice import Lattice
from grognard.hexes import Grid, Hex, HexSet, Hexside, LabelScheme, Point, UnknownHex, pack

Course: TypeAlias = list[Point]


@dataclass(frozen=True)
class Plane:
    """A grid laid on the plane, hexes one apart from centre to centre."""

    grid: Grid
    spec: GridSpec
    v0: float

    def point(self, page: Point) -> Point:
        """From the page (side 1, y down) to the plane."""
        x, y = page
        return x / math.sqrt(3), -y / math.sqrt(3) + self.v0

    def page(self, point: Point) -> Point:
        u, v = point
        return u * math.sqrt(3), (self.v0 - v) * math.sqrt(3)

    @cached_property
    def centres(self) -> dict[Hex, Point]:
        return {hex: self.point(self.grid.centre(hex)) for hex in self.grid}

    @cached_property
    def sides(self) -> list[Hexside]:
        """All sides between two hexes of the map, in order."""
        grid = self.grid
        return sorted({grid.hexside(hex, near) for hex in grid for near in grid.neighbours(hex)})

    def side_ends(self, side: Hexside) -> tuple[Point, Point]:
        """The two ends of a hexside, rounded so that neighbouring sides share the same point."""
        if side not in self._side_ends:
            first, second = (self.point(corner) for corner in self.grid.side_corners(side))
            self._side_ends[side] = _rounded(first), _rounded(second)
        return self._side_ends[side]

    @cached_property
    def _side_ends(self) -> dict[Hexside, tuple[Point, Point]]:
        """The ends of sides that were asked for; rivers ask for the same ones again and again."""
        return {}

    @cached_property
    def corners(self) -> dict[Point, list[tuple[Point, Hexside]]]:
        """The net of hexsides: from each corner the next ones, and the side that leads there."""
        around: dict[Point, list[tuple[Point, Hexside]]] = {}
        for side in self.sides:
            a, b = self.side_ends(side)
            around.setdefault(a, []).append((b, side))
            around.setdefault(b, []).append((a, side))
        return around

    def hex_at(self, point: Point) -> Hex | None:
        """The hex that holds a point, or None beside the map."""
        cell = Lattice(self.grid.orientation, 1.0).cell_at(self.page(point))
        return self.grid.at(*cell)

    def known(self, label: str) -> Hex | None:
        """The hex of a label, or None if its sheet is left out."""
        try:
            return self.grid.hex(label)
        except UnknownHex:
            return None

    def label(self, hex: Hex, sheet: str) -> str | None:
        """The label that a hex has on a sheet, if it is printed there."""
        names = (self.grid.label(hex), *self.grid.aliases(hex))
        return next((name for name in names if name.startswith(sheet)), None)

    def edge(self, heading: str, sheet: str) -> HexSet:
        """The outermost hexes of a sheet towards north, east, south or west."""
        spec = next(spec for spec in self.spec.sheets if spec.key == sheet)
        scheme = LabelScheme(self.spec.scheme)
        found = ((hex, self.label(hex, sheet)) for hex in self.grid)
        numbers = {hex: scheme.numbers(label[len(sheet):]) for hex, label in found
                   if label and label[len(sheet):] not in " ".join(spec.beside.values())}
        match heading:
            case "west" | "east":
                last = spec.columns[heading == "east"]
                return pack(hex for hex, (column, _) in numbers.items() if column == last)
            case "north":
                return pack(hex for hex, (_, row) in numbers.items() if row == spec.rows[0])
        ends: dict[int, int] = {}
        for column, row in numbers.values():
            ends[column] = max(row, ends.get(column, row))
        return pack(hex for hex, (column, row) in numbers.items() if row == ends[column])

    def numbered(self, column: int, row: int) -> Hex | None:
        """The hex in a column and row, counted on as on the sheet without an offset."""
        down = -1 if self.spec.rows_grow == "up" else 1
        flat = self.spec.orientation == "flat"
        shoved = (column if flat else row) % 2 == (self.spec.shove == "odd")
        if flat:
            return self.grid.at(column, (down * (2 * row + shoved) - column) // 2)
        return self.grid.at((2 * column + shoved - down * row) // 2, down * row)


def _rounded(point: Point) -> Point:
    return round(point[0], 3), round(point[1], 3)


def distance(a: Point, b: Point) -> float:
    """How far two points lie apart, in hexes."""
    return math.hypot(a[0] - b[0], a[1] - b[1])


def distance_to_course(point: Point, course: Course) -> float:
    """How far a point lies from the nearest stretch of a course."""
    return min(_to_stretch(point, a, b) for a, b in pairwise(course))


def _to_stretch(point: Point, a: Point, b: Point) -> float:
    du, dv = b[0] - a[0], b[1] - a[1]
    if not du and not dv:
        return distance(point, a)
    along = ((point[0] - a[0]) * du + (point[1] - a[1]) * dv) / (du * du + dv * dv)
    along = max(0.0, min(1.0, along))
    return distance(point, (a[0] + along * du, a[1] + along * dv))


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the stretch from a to b crosses the one from c to d."""
    return (_turn(a, b, c) > 0) != (_turn(a, b, d) > 0) and (_turn(c, d, a) > 0) != (
        _turn(c, d, b) > 0
    )


def _turn(p: Point, q: Point, r: Point) -> float:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def inside(point: Point, ring: Iterable[Point]) -> bool:
    """Whether a closed ring holds a point: a line to the east crosses it an odd number of times."""
    u, v = point
    corners = list(ring)
    odd = False
    for (u1, v1), (u2, v2) in pairwise([*corners, corners[0]]):
        if (v1 <= v) != (v2 <= v):
            odd ^= u1 + (v - v1) * (u2 - u1) / (v2 - v1) > u
    return odd


@dataclass(frozen=True)
class Ring:
    """A polygon laid on the plane of a map."""

    plane: Plane
    corners: Course

    @cached_property
    def _bounds(self) -> tuple[float, float, float, float]:
        us, vs = zip(*self.corners, strict=True)
        return min(us), max(us), min(vs), max(vs)

    def holds(self, hex: Hex) -> bool:
        """Whether the middle of a hex lies in it."""
        u, v = self.plane.centres[hex]
        west, east, south, north = self._bounds
        return west <= u <= east and south <= v <= north and inside((u, v), self.corners)


def area(ring: Course) -> float:
    """The area of a closed ring."""
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*ring, ring[0]]))) / 2
