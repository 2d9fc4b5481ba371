"""The hex plane of a map: distances in hexes, u to the east and v to the north."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

from grognard.boxes.grids import GridSpec
from grognard.drawing.lattice import Lattice
from grognard.hexes import Grid, Hex, Hexside, Point, UnknownHex

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
        first, second = (self.point(corner) for corner in self.grid.side_corners(side))
        return _rounded(first), _rounded(second)

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


def area(ring: Course) -> float:
    """The area of a closed ring."""
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*ring, ring[0]]))) / 2
