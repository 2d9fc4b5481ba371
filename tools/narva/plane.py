"""The hex plane of the Narva map and how it lies on the earth.

The plane counts in hexes from centre to centre, u to the east and v to the north; the courses of
the rivers and the land-cover regions are typed in it.
"""

import math
import tomllib
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

from grognard.hexes import Grid, Hex, Hexside, Orientation, Point, rectangle

Course: TypeAlias = list[Point]

COLUMNS, ROWS = range(1, 37), range(1, 41)
GRID: Grid = rectangle(Orientation.FLAT, columns=COLUMNS, rows=ROWS, shove="even", rows_grow="up")
EARTH_KM = 6371.0088


def plane(point: Point) -> Point:
    """From the page (side 1, y down) to the hex plane (centre distance 1, v up)."""
    x, y = point
    return x / math.sqrt(3), -y / math.sqrt(3) - 0.75


def centre(hex: Hex) -> Point:
    """The middle of a hex in the hex plane.

    >>> u, v = centre(GRID.hex("0101"))
    >>> round(u, 3), round(v, 2)
    (0.866, 0.75)
    """
    return plane(GRID.centre(hex))


def side_ends(side: Hexside) -> tuple[Point, Point]:
    """The two ends of a hexside, rounded so that neighbouring sides share the same point."""
    first, second = (plane(point) for point in GRID.side_corners(side))
    return _rounded(first), _rounded(second)


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
    along = ((point[0] - a[0]) * du + (point[1] - a[1]) * dv) / (du * du + dv * dv)
    along = max(0.0, min(1.0, along))
    return distance(point, (a[0] + along * du, a[1] + along * dv))


@dataclass(frozen=True, slots=True)
class Georeference:
    """The fit of the hex plane to latitude and longitude; see inputs/georeference.toml."""

    lat0: float
    lon0: float
    km_per_hex: float
    rotation_deg: float
    x0_km: float
    y0_km: float

    @classmethod
    def read(cls, file: Path) -> "Georeference":
        numbers = tomllib.loads(file.read_text(encoding="utf-8"))
        return cls(**{name: float(numbers[name]) for name in cls.__slots__})

    def plane(self, lat: float, lon: float) -> Point:
        """Where a place lies in the hex plane."""
        x, y = self._kilometres(lat, lon)
        x, y = (x - self.x0_km) / self.km_per_hex, (y - self.y0_km) / self.km_per_hex
        turn = math.radians(self.rotation_deg)
        return (
            math.cos(turn) * x + math.sin(turn) * y,
            -math.sin(turn) * x + math.cos(turn) * y,
        )

    def _kilometres(self, lat: float, lon: float) -> Point:
        """Lambert's conformal conic on the sphere, touching it at lat0."""
        cone = math.sin(math.radians(self.lat0))
        scale = math.cos(math.radians(self.lat0)) * _stretch(self.lat0) ** cone / cone
        reach = EARTH_KM * scale / _stretch(lat) ** cone
        angle = cone * math.radians(lon - self.lon0)
        top = EARTH_KM * scale / _stretch(self.lat0) ** cone
        return reach * math.sin(angle), top - reach * math.cos(angle)


def _stretch(lat: float) -> float:
    return math.tan(math.pi / 4 + math.radians(lat) / 2)
