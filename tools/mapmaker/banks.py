"""Leads a river a little aside where it would leave a town on the wrong bank."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import pairwise

from grognard.drawing.curves import between
from grognard.hexes import Point

from .inputs import Inputs
from .plane import Course, distance
from .recipe import CoursesSpec
from .rivers import River
from .ways import Stop

_STEP = 0.15
"""How far apart the points of a course lie that can move, in hexes."""
_NEAR = 1.3
"""Towns further from the river than this do not move it."""
_CLEAR, _ENOUGH = 0.3, 0.2
"""A town comes to lie so far from the river, if it was nearer than the second."""
_MEETS = 1.5
"""Stretches of a river that meet are moved as one."""

Town = tuple[Point, int]
"""Where a town lies, and 1 if on the left bank, looking downstream."""


def towns(inputs: Inputs, spec: CoursesSpec, places: Mapping[str, Stop]) -> dict[str, list[Town]]:
    """By river: its towns. A town is named, or a point `lat,lon`."""
    found: dict[str, list[Town]] = {}
    for row in inputs.optional(spec.banks):
        stop = places.get(row["place"])
        point = stop.point if stop else inputs.course(row["place"])[0]
        hex = inputs.plane.hex_at(point) if stop is None or stop.hex is None else stop.hex
        if hex is not None:
            side = 1 if row["bank"] == "left" else -1
            found.setdefault(row["river"], []).append((inputs.plane.centres[hex], side))
    return found


def led(rivers: Iterable[River], banks: Mapping[str, list[Town]]) -> list[River]:
    """The rivers with their towns on the right side."""
    found = []
    for group in _groups(list(rivers)):
        whole = [point for river in group for point in river.course]
        moved, places = _moved(whole, banks.get(group[0].name, []))
        start = 0
        for river in group:
            end = start + len(river.course)
            last = places[min(end, len(whole) - 1)]
            found.append(replace(river, course=moved[places[start] : last + 1]))
            start = end
    return found


def _groups(rivers: list[River]) -> list[list[River]]:
    """Stretches of one river that follow upon each other."""
    named: dict[str, list[list[River]]] = {}
    for river in rivers:
        groups = named.setdefault(river.name, [])
        if groups and distance(groups[-1][-1].course[-1], river.course[0]) < _MEETS:
            groups[-1].append(river)
        else:
            groups.append([river])
    return [group for groups in named.values() for group in groups]


def _moved(line: Course, banks: list[Town]) -> tuple[Course, list[int]]:
    """The course in small steps, and where its points as typed are among them."""
    points, places = [line[0]], [0]
    for a, b in pairwise(line):
        steps = max(1, int(distance(a, b) / _STEP))
        points += [between(a, b, i / steps) for i in range(1, steps + 1)]
        places.append(len(points) - 1)
    for _ in range(3):
        for town in banks:
            points = _aside(points, *town)
    return points, places


def _aside(points: Course, town: Point, side: int) -> Course:
    away = [distance(point, town) for point in points]
    i = away.index(min(away))
    if away[i] > _NEAR:
        return points
    a, b = points[max(0, i - 6)], points[min(len(points) - 1, i + 6)]
    length = math.dist(a, b) or 1.0
    left = -(b[1] - a[1]) / length, (b[0] - a[0]) / length
    clear = side * ((town[0] - points[i][0]) * left[0] + (town[1] - points[i][1]) * left[1])
    if clear >= _ENOUGH:
        return points
    by = [side * (_CLEAR - clear) * min(1.0, max(0.0, 1.25 - far / 1.6)) for far in away]
    return [(u - push * left[0], v - push * left[1])
            for (u, v), push in zip(points, by, strict=True)]
