"""Roads and railways: hex by hex as typed, or the cheapest way along a route of places."""

import heapq
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from grognard.drawing.curves import between
from grognard.hexes import Hex, HexSet, Hexside, Point

from .inputs import Inputs, Row
from .plane import Course, Plane, distance_to_course
from .recipe import LinesSpec
from .rivers import Rivers

_FAR = 2.2
"""No way strays further than this from its route, in hexes."""
_WATER, _STRAIT = 40.0, 15.0
_RIVER = 1.2


@dataclass(frozen=True, slots=True)
class Way:
    """A road or railway, from hex to adjacent hex."""

    kind: str
    id: str
    name: str
    hexes: tuple[Hex, ...]
    source: str

    def sides(self, plane: Plane) -> set[Hexside]:
        """The hexsides that it crosses."""
        return {plane.grid.hexside(a, b) for a, b in pairwise(self.hexes)}


@dataclass(frozen=True, slots=True)
class Stop:
    """A point of a route, and its hex if the way must pass it."""

    point: Point
    hex: Hex | None


@dataclass(frozen=True, slots=True)
class Ground:
    """What a way shies at."""

    plane: Plane
    water: HexSet
    rivers: Rivers
    straits: Mapping[Hexside, str]
    crossing: Mapping[str, float] = field(default_factory=dict)

    def price(self, a: Hex, b: Hex, line: Course, goal: Hex) -> float | None:
        """What the step from a to b costs; None if it leads too far from the line."""
        away = distance_to_course(self.plane.centres[b], line)
        if away > _FAR and b != goal:
            return None
        side = self.plane.grid.hexside(a, b)
        wet = _WATER if self.water >> b & 1 and b != goal else 0.0
        river = self.rivers.sides.get(side)
        across = self.crossing.get(river.kind, _RIVER) if river else 0.0
        across += _STRAIT * (side in self.straits)
        return 1 + 2.2 * (away * away if b != goal else 0) + wet + across


def lay_ways(inputs: Inputs, places: Mapping[str, Stop], ground: Ground) -> list[Way]:
    """All lines in the order of their lists; those that miss the map are left out."""
    return [
        way
        for spec in inputs.recipe.lines
        for row in inputs.rows(spec.file)
        for way in _ways(inputs, spec, row, places, ground)
    ]


def _ways(
    inputs: Inputs, spec: LinesSpec, row: Row, places: Mapping[str, Stop], ground: Ground
) -> Iterator[Way]:
    kind, source = spec.kinds.get(row["kind"], row["kind"]), inputs.source(row["source"])
    if "route" in row:
        runs = list(_runs(_stops(inputs, row, places), ground))
    else:
        runs = [inputs.hexes(row)]
    for number, hexes in enumerate(run for run in runs if len(run) > 1):
        id = row["id"] + ("" if number == 0 else f"-{number + 1}")
        yield Way(kind, id, row["name"], tuple(hexes), source)


def _stops(inputs: Inputs, row: Row, places: Mapping[str, Stop]) -> list[Stop]:
    """A route is places, points `lat,lon` and hexes `@L1014`, parted by >."""
    found = []
    for word in (part.strip() for part in row["route"].split(">")):
        if word.startswith("@"):
            hex = inputs.plane.known(word[1:])
            if hex is not None:
                found.append(Stop(inputs.plane.centres[hex], hex))
        elif re.match(r"-?\d", word):
            found.append(Stop(inputs.course(word)[0], None))
        elif word in places:
            found.append(places[word])
        else:
            raise row.fault(f"no place {word!r}")
    return found


def _runs(stops: list[Stop], ground: Ground) -> Iterator[list[Hex]]:
    """The runs of a route over the map, each from fixed hex to fixed hex."""
    for run in _on_map(stops, ground.plane):
        fixed = [i for i, stop in enumerate(run) if stop.hex is not None]
        found: list[Hex] = []
        for a, b in pairwise(fixed):
            part = run[a : b + 1]
            found += _cheapest(part, ground)[1 if found else 0 :]
        yield tidy(found)


def _on_map(stops: list[Stop], plane: Plane) -> Iterator[list[Stop]]:
    """The route cut where it leaves the map; it is fixed at its ends and at the edge."""
    run: list[Stop] = []
    for a, b in pairwise(stops):
        leaves, enters = not _held(b, plane), not _held(a, plane)
        if enters and not leaves:
            run = [_edge(b, a, plane), b]
        elif leaves and not enters:
            yield [*(run or [_fixed(a, plane)]), _edge(a, b, plane)]
            run = []
        elif not leaves:
            run = [*(run or [_fixed(a, plane)]), b]
    if run:
        yield [*run[:-1], _fixed(run[-1], plane)]


def _held(stop: Stop, plane: Plane) -> bool:
    return _fixed(stop, plane).hex is not None


def _fixed(stop: Stop, plane: Plane) -> Stop:
    return stop if stop.hex is not None else Stop(stop.point, plane.hex_at(stop.point))


def _edge(inner: Stop, outer: Stop, plane: Plane) -> Stop:
    """The last point of a straight stretch that is still on the map."""
    last = _fixed(inner, plane)
    for i in range(1, 200):
        point = between(inner.point, outer.point, i / 200)
        hex = plane.hex_at(point)
        if hex is None:
            break
        last = Stop(point, hex)
    return last


def _cheapest(part: list[Stop], ground: Ground) -> list[Hex]:
    """The cheapest chain of hexes from the first to the last of the stops, along their line."""
    start, goal, line = part[0].hex, part[-1].hex, [stop.point for stop in part]
    assert start is not None
    assert goal is not None
    best, before = {start: 0.0}, {start: start}
    queue = [(0.0, start)]
    while queue:
        cost, hex = heapq.heappop(queue)
        if hex == goal:
            return _traced(start, goal, before)
        for other in ground.plane.grid.neighbours(hex) if cost <= best[hex] else ():
            price = ground.price(hex, other, line, goal)
            if price is not None and cost + price < best.get(other, float("inf")):
                best[other], before[other] = cost + price, hex
                heapq.heappush(queue, (cost + price, other))
    raise ValueError(f"no way from {ground.plane.grid.label(start)} along its route")


def _traced(start: Hex, goal: Hex, before: Mapping[Hex, Hex]) -> list[Hex]:
    way = [goal]
    while way[-1] != start:
        way.append(before[way[-1]])
    return way[::-1]


def tidy(way: list[Hex]) -> list[Hex]:
    """A way without repeats and without spurs that lead there and back.

    >>> tidy([1, 2, 3, 2, 4, 4])
    [1, 2, 4]
    """
    found: list[Hex] = []
    for hex in way:
        if found and found[-1] == hex:
            continue
        if len(found) > 1 and found[-2] == hex:
            found.pop()
        else:
            found.append(hex)
    return found
