"""Fortified lines: hexes along a course, each with the sides by which it faces the enemy."""

from collections.abc import Iterator
from itertools import pairwise

from grognard.hexes import Hex, HexSet, Hexside

from .inputs import Inputs, Row
from .plane import distance
from .recipe import WorksSpec
from .ways import tidy

FACES = {"W": ("NW", "SW"), "N": ("N", "NW", "NE"), "S": ("S", "SW", "SE"), "E": ("NE", "SE")}
"""By where a line faces, the sides that it covers."""
_FINE = 0.2

Work = tuple[Hexside, str, str, str]
"""A side, the direction in which it is faced, the name of the line and its source."""


def works(inputs: Inputs, spec: WorksSpec, wet: HexSet) -> Iterator[Work]:
    """The sides of all lines of a list; no line faces water or its own hexes."""
    seen: set[Hexside] = set()
    for row in inputs.rows(spec.file):
        for work in _line(inputs, row, wet):
            if work[0] not in seen:
                seen.add(work[0])
                yield work


def _line(inputs: Inputs, row: Row, wet: HexSet) -> Iterator[Work]:
    grid, source = inputs.plane.grid, inputs.source(row["source"])
    hexes = list(_along(inputs, row))
    for hex in (hex for hex in hexes if not wet >> hex & 1):
        for word in FACES[row["facing"]]:
            beyond = grid.neighbour(hex, grid.direction_names.index(word))
            if beyond is not None and beyond not in hexes and not wet >> beyond & 1:
                yield grid.hexside(hex, beyond), word, row["name"], source


def _along(inputs: Inputs, row: Row) -> list[Hex]:
    """The hexes of the map under the course."""
    found = []
    for a, b in pairwise(inputs.course(row["points"])):
        steps = int(distance(a, b) / _FINE) + 1
        for i in range(steps + 1):
            share = i / steps
            point = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
            hex = inputs.plane.hex_at(point)
            if hex is not None:
                found.append(hex)
    return tidy(found)
