"""Hexagons in axial coordinates: directions, distances, straight lines and points on the page.

``q`` counts columns to the right, ``r`` counts down the page; the third cube coordinate is
``-q - r``. Directions are numbered 0 to 5 clockwise, beginning at north (flat-top hexes) or
north-east (pointy-top hexes).
"""

from enum import Enum
from math import sqrt
from typing import TypeAlias

Direction: TypeAlias = int
Axial: TypeAlias = tuple[int, int]
Point: TypeAlias = tuple[float, float]


class Orientation(Enum):
    """Which way the hexes of a map stand."""

    FLAT = "flat"
    POINTY = "pointy"


DIRECTIONS: dict[Orientation, tuple[str, ...]] = {
    Orientation.FLAT: ("N", "NE", "SE", "S", "SW", "NW"),
    Orientation.POINTY: ("NE", "E", "SE", "SW", "W", "NW"),
}

STEPS: dict[Orientation, tuple[Axial, ...]] = {
    Orientation.FLAT: ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
    Orientation.POINTY: ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
}

# Centres and corners lie on a lattice of half sides (0.5) by half heights (sqrt(3) / 2). Whole
# lattice numbers keep a corner shared by three hexes the very same point for all three.
_HALF_SIDE, _HALF_HEIGHT = 0.5, sqrt(3) / 2
_UNITS = {
    Orientation.FLAT: (_HALF_SIDE, _HALF_HEIGHT),
    Orientation.POINTY: (_HALF_HEIGHT, _HALF_SIDE),
}
# The side in direction d joins corner d and corner d + 1.
_CORNERS = {
    Orientation.FLAT: ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)),
    Orientation.POINTY: ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
}


def axial_distance(a: Axial, b: Axial) -> int:
    """How many steps from one hex to another.

    >>> axial_distance((0, 0), (2, -3))
    3
    """
    dq, dr = b[0] - a[0], b[1] - a[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def axial_line(a: Axial, b: Axial, lean: int = 1) -> list[Axial]:
    """The straight line of hexes from a to b; the way back runs through the same hexes.

    Where it runs along hexsides, `lean` (1 or -1) says on which side of them to go.

    >>> axial_line((0, 0), (2, -1)), axial_line((0, 0), (2, -1), lean=-1)
    ([(0, 0), (1, 0), (2, -1)], [(0, 0), (1, -1), (2, -1)])
    """
    steps = axial_distance(a, b)
    return [_nearest(a, b, step, steps, lean) for step in range(steps + 1)] if steps else [a]


def _nearest(a: Axial, b: Axial, step: int, steps: int, lean: int) -> Axial:
    """The hex that holds the point step/steps of the way, in exact whole numbers."""
    unit = 16 * steps  # a lean of a few sixteenths of a step decides ties and nothing else
    q = 16 * (a[0] * (steps - step) + b[0] * step) + lean
    r = 16 * (a[1] * (steps - step) + b[1] * step) + 2 * lean
    exact = (q, r, -q - r)
    cube = [(2 * value + unit) // (2 * unit) for value in exact]
    errors = [abs(value - unit * whole) for value, whole in zip(exact, cube, strict=True)]
    worst = errors.index(max(errors))
    cube[worst] -= sum(cube)
    return cube[0], cube[1]


def centre_point(orientation: Orientation, hex: Axial) -> Point:
    """The middle of a hex on the page, for hexes with sides of length 1."""
    return _point(orientation, _lattice(orientation, hex), (0, 0))


def corner_points(orientation: Orientation, hex: Axial) -> tuple[Point, ...]:
    """The six corners of a hex, clockwise; the side in direction d joins corners d and d + 1."""
    centre = _lattice(orientation, hex)
    return tuple(_point(orientation, centre, corner) for corner in _CORNERS[orientation])


def _lattice(orientation: Orientation, hex: Axial) -> Axial:
    q, r = hex
    return (3 * q, 2 * r + q) if orientation is Orientation.FLAT else (2 * q + r, 3 * r)


def _point(orientation: Orientation, lattice: Axial, offset: Axial) -> Point:
    across, down = _UNITS[orientation]
    return (lattice[0] + offset[0]) * across, (lattice[1] + offset[1]) * down
