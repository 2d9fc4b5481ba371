"""Where hexes and their corners lie on the sheet.

The page of a grid has hex sides of length 1. On the sheet a side is `size` units long and the
page is moved by `origin`. Corners are named by whole numbers, so that a corner shared by three
hexes is one and the same key: rivers and shores can be chained without comparing decimals.
"""

from dataclasses import dataclass, field
from math import sqrt
from typing import TypeAlias

from grognard.hexes import Orientation, Point

Cell: TypeAlias = tuple[int, int]
"""Axial coordinates of a hex, on the map or beside it."""
Corner: TypeAlias = tuple[int, int]
Side: TypeAlias = tuple[Corner, Corner]

_ROOT = sqrt(3)
_STEPS = {
    Orientation.FLAT: ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
    Orientation.POINTY: ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
}
# The side towards neighbour d joins corners d and d + 1, clockwise.
_CORNERS = {
    Orientation.FLAT: ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)),
    Orientation.POINTY: ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
}


@dataclass(frozen=True, slots=True)
class Lattice:
    """The plane of hexes laid on the sheet."""

    orientation: Orientation
    size: float
    origin: Point = (0.0, 0.0)
    # Looked up once: a map asks for a hundred thousand corners.
    _units: Point = field(init=False, repr=False, compare=False)
    _flat: bool = field(init=False, repr=False, compare=False)
    _around: tuple[Corner, ...] = field(init=False, repr=False, compare=False)
    _beside: tuple[Cell, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        short, long, flat = self.size / 2, self.size * _ROOT / 2, Orientation.FLAT
        derived = {
            "_units": (short, long) if self.orientation is flat else (long, short),
            "_flat": self.orientation is flat,
            "_around": _CORNERS[self.orientation],
            "_beside": _STEPS[self.orientation],
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def centre(self, cell: Cell) -> Point:
        return self.point(self._middle(cell))

    def corners(self, cell: Cell) -> tuple[Corner, ...]:
        """Six corner keys, clockwise."""
        across, down = self._middle(cell)
        return tuple([(across + dx, down + dy) for dx, dy in self._around])

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """All six, clockwise, whether on the map or not."""
        q, r = cell
        return tuple([(q + dq, r + dr) for dq, dr in self._beside])

    def side(self, a: Cell, b: Cell) -> Side:
        """The two corners that adjacent hexes share, in a fixed order."""
        way = self.neighbours(a).index(b)
        corners = self.corners(a)
        one, other = corners[way], corners[(way + 1) % 6]
        return (one, other) if one < other else (other, one)

    def point(self, corner: tuple[float, float]) -> Point:
        """A corner, or the middle of a hex, on the sheet."""
        across, down = self._units
        return self.origin[0] + corner[0] * across, self.origin[1] + corner[1] * down

    def middle(self, side: Side) -> Point:
        """Half way along a hexside."""
        (ax, ay), (bx, by) = self.point(side[0]), self.point(side[1])
        return (ax + bx) / 2, (ay + by) / 2

    def cell_at(self, point: Point) -> Cell:
        """The hex that holds a point of the sheet."""
        across, down = self._units
        x, y = (point[0] - self.origin[0]) / across, (point[1] - self.origin[1]) / down
        q, r = (x / 3, (y - x / 3) / 2) if self._flat else ((x - y / 3) / 2, y / 3)
        return _rounded(q, r)

    def _middle(self, cell: Cell) -> Corner:
        q, r = cell
        return (3 * q, 2 * r + q) if self._flat else (2 * q + r, 3 * r)


def _rounded(q: float, r: float) -> Cell:
    """The nearest hex to fractional axial coordinates."""
    a, b, c = round(q), round(r), round(-q - r)
    off_a, off_b, off_c = abs(a - q), abs(b - r), abs(c + q + r)
    # The three add up to nothing: the one that was rounded most gives way.
    if off_a >= off_b and off_a >= off_c:
        return -b - c, b
    return (a, -a - c) if off_b >= off_c else (a, b)
