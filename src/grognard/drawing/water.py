"""Rivers and other lines along hexsides, chained and made to flow."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import pairwise
from math import pi, sin, sqrt

from grognard.drawing.chains import chains, matched
from grognard.drawing.curves import (
    between,
    lengths,
    moved,
    ribbon,
    rounded_line,
    sampled,
    shake,
    unit,
)
from grognard.drawing.lattice import Cell, Corner, Side
from grognard.drawing.sheet import Box, Sheet
from grognard.drawing.style import HexsideLook, Stroke
from grognard.drawing.svg import Segment, path, pen, tag
from grognard.hexes import Point

_PULL = 0.4
"""How far a course is drawn from its corners towards a straight line."""


class End(Enum):
    """How a course ends."""

    SOURCE = "source"
    MOUTH = "mouth"
    EDGE = "edge"
    JOINT = "joint"


@dataclass(frozen=True)
class Course:
    """One unbroken run of one kind along hexsides."""

    kind: str
    look: HexsideLook
    name: str
    pieces: list[Segment]
    step: float
    first: End
    last: End

    @cached_property
    def line(self) -> list[Point]:
        """Points along it, a `step` apart: what its banks and its name follow."""
        return sampled(self.pieces, self.step)

    @property
    def box(self) -> Box:
        return Box.around(point for piece in self.pieces for point in piece)


def courses(sheet: Sheet, flowing: bool) -> list[Course]:
    """Rivers (`flowing`), or the borders and walls along hexsides."""
    kinds = _kinds(sheet, flowing)
    bed = _Bed(sheet, kinds)
    found = [bed.course(line) for line in chains(kinds, bed.fit)]
    return sorted(found, key=lambda course: (course.look.rank, course.kind))


def _kinds(sheet: Sheet, flowing: bool) -> dict[Side, str]:
    """The kind of each side; where two kinds claim one, the one of higher rank."""
    wanted = "river" if flowing else "line"
    looks = {kind: sheet.style.hexside_look(kind) for kind in sheet.map.hexsides}
    order = sorted((look.rank, kind) for kind, look in looks.items() if look.form == wanted)
    return {
        sheet.side(side): kind for _, kind in order for side in sorted(sheet.map.hexsides[kind])
    }


class _Bed:
    """The net of all courses: what meets at a corner, and what lies around it."""

    def __init__(self, sheet: Sheet, kinds: Mapping[Side, str]) -> None:
        self.sheet, self.kinds = sheet, kinds
        self.around: dict[Corner, list[Corner]] = defaultdict(list)
        for a, b in sorted(kinds):
            self.around[a].append(b)
            self.around[b].append(a)
        self.names = {
            sheet.side(side): name for name, sides in sheet.map.rivers.items() for side in sides
        }
        self.looks = {kind: sheet.style.hexside_look(kind) for kind in set(kinds.values())}
        self._spots: dict[Corner, Point] = {}
        self.hexes_at: dict[Corner, list[Cell]] = defaultdict(list)
        for cell in map(sheet.cell, sheet.map.terrain):
            for corner in sheet.lattice.corners(cell):
                if corner in self.around:
                    self.hexes_at[corner].append(cell)
        self.water = {
            sheet.cell(hex)
            for hex, kind in sheet.map.terrain.items()
            if sheet.style.terrain_look(kind).water
        }

    def fit(self, a: Corner, node: Corner, b: Corner) -> float:
        """A course goes on as the same kind; where several meet, only under its own name."""
        one, other = _side(a, node), _side(node, b)
        if self.kinds[one] != self.kinds[other]:
            return -1.0
        names = {self.names.get(one, ""), self.names.get(other, "")}
        if len(names) == 1:
            return 2.0
        return 1.0 if "" in names or len(self.around[node]) == 2 else -1.0

    def course(self, corners: list[Corner]) -> Course:
        kind = self.kinds[_side(corners[0], corners[1])]
        stops = [self._corner(corners[0])]
        for a, b in pairwise(corners):
            stops += [self._bend(a, b), self._corner(b)]
        first, last = self._end(corners[0]), self._end(corners[-1])
        stops = self._ended(corners, stops, last)
        stops = self._ended(corners[::-1], stops[::-1], first)[::-1]
        pieces, step = rounded_line(stops), self.sheet.px(0.12)
        return Course(kind, self.looks[kind], self._name(corners), pieces, step, first, last)

    def _name(self, corners: list[Corner]) -> str:
        """The name that most of its sides bear."""
        sides = [self.names.get(_side(a, b), "") for a, b in pairwise(corners)]
        return max(sorted(set(sides)), key=sides.count)

    # Where a course runs does not depend on which course asks: those that meet, meet.

    def _meander(self, *sides: Side) -> float:
        return max([self.looks[self.kinds[side]].meander for side in sides])

    def _rough_corner(self, corner: Corner) -> Point:
        if corner not in self._spots:
            sides = (_side(corner, other) for other in self.around[corner])
            self._spots[corner] = self.sheet.corner(corner, self._meander(*sides))
        return self._spots[corner]

    def _rough_bend(self, a: Corner, b: Corner) -> Point:
        """A point near the middle of a side, a little off its line."""
        middle = between(self._rough_corner(a), self._rough_corner(b))
        stray = self.sheet.px(self._meander(_side(a, b)))
        return moved(middle, shake(stray, a[0] + b[0], a[1] + b[1], 7))

    def _bend(self, a: Corner, b: Corner) -> Point:
        middle = between(self._rough_corner(a), self._rough_corner(b))
        return between(self._rough_bend(a, b), middle, _PULL)

    def _corner(self, corner: Corner) -> Point:
        """A corner drawn towards the course that passes it."""
        spot, pair = self._rough_corner(corner), self._pair(corner)
        if pair is None:
            return spot
        ahead, behind = (self._rough_bend(corner, other) for other in pair)
        return between(spot, between(ahead, behind), _PULL)

    def _pair(self, corner: Corner) -> tuple[Corner, Corner] | None:
        """The two neighbours between which the main course passes a corner."""
        others = self.around[corner]
        if len(others) < 2:
            return None
        mates = matched(corner, others, self.fit)
        return next(iter(mates.items()), (others[0], others[1]))

    # Ends

    def _end(self, corner: Corner) -> End:
        if len(self.around[corner]) > 1:
            return End.JOINT
        if any(cell in self.water for cell in self.hexes_at[corner]):
            return End.MOUTH
        return End.EDGE if len(self.hexes_at[corner]) < 3 else End.SOURCE

    def _ended(self, corners: list[Corner], stops: list[Point], end: End) -> list[Point]:
        """The stops with the last of them led into what the course meets there."""
        tip, before = stops[-1], stops[-2]
        if end is End.MOUTH:
            return [*stops, moved(tip, unit(before, tip), self.sheet.px(0.4))]
        if end is End.EDGE:
            return [*stops, moved(tip, unit(before, tip), self.sheet.px(0.9))]
        if end is End.JOINT and corners[0] != corners[-1]:
            return self._joined(corners, stops)
        return stops

    def _joined(self, corners: list[Corner], stops: list[Point]) -> list[Point]:
        """Ends on the rounded curve of the course that passes: in line with it, or from aside."""
        node, tip = corners[-1], stops[-1]
        pair = self._pair(node)
        assert pair is not None  # at a joint others meet
        ahead, behind = (self._bend(node, other) for other in pair)
        joint = between(between(tip, ahead, 0.25), between(tip, behind, 0.25))
        if corners[-2] in pair:
            return [*stops[:-1], between(tip, stops[-2], 0.25), joint]
        return [*stops[:-1], joint]


def _side(a: Corner, b: Corner) -> Side:
    return (a, b) if a < b else (b, a)


def draw_rivers(sheet: Sheet, found: Iterable[Course]) -> Iterator[str]:
    """Banks first, then the water of all rivers, so that they run into each other."""
    bands: dict[str, list[str]] = defaultdict(list)
    looks: dict[str, HexsideLook] = {}
    for course in found:
        for band in _bands(sheet, course):
            bands[course.kind].append(path(band, closed=True))
            looks[course.kind] = course.look
    for kind, look in looks.items():
        bank = pen(sheet.style.colour(look.casing), 2 * sheet.px(look.casing_width))
        yield tag("path", id=f"river-{kind}", d="".join(bands[kind]), **bank)
    for kind, look in looks.items():
        yield tag("path", d="".join(bands[kind]), fill=sheet.style.colour(look.fill))


def draw_light_rivers(sheet: Sheet, found: Iterable[Course]) -> Iterator[str]:
    """Rivers seen from afar: two strokes for each kind; lakes keep their shape."""
    runs: dict[str, list[Course]] = defaultdict(list)
    for course in found:
        runs[course.kind].append(course)
    lakes = [course for group in runs.values() for course in group if course.look.lens]
    rivers = {kind: group for kind, group in runs.items() if not group[0].look.lens}
    for kind, group in rivers.items():
        d = "".join(path(course.pieces) for course in group)
        yield tag("defs", tag("path", id=f"river-{kind}", d=d))
    for kind, group in rivers.items():
        look = group[0].look
        bank = Stroke(look.casing, look.width + 2 * look.casing_width, cap="round")
        yield from sheet.stroked(f"river-{kind}", [bank])
    for kind, group in rivers.items():
        look = group[0].look
        yield from sheet.stroked(f"river-{kind}", [Stroke(look.fill, look.width, cap="round")])
    yield from draw_rivers(sheet, lakes)


def _bands(sheet: Sheet, course: Course) -> Iterator[list[Segment]]:
    """The outline of a course, or of those stretches of it that the window shows."""
    width, along = width_along(sheet, course), lengths(course.line)
    for first, last in _shown(sheet, course.line):
        yield ribbon(course.line[first:last], width, along[first])


def _shown(sheet: Sheet, line: list[Point]) -> Iterator[tuple[int, int]]:
    """The stretches of a line in the window and a little around it, as slices."""
    if sheet.window is None:
        yield 0, len(line)
        return
    wide = sheet.window.grown(sheet.px(2.0))
    inside = [*(wide.holds(point) for point in line), False]
    start = None
    for i, is_in in enumerate(inside):
        if is_in and start is None:
            start = i
        elif not is_in and start is not None:
            if i - start > 1:
                yield start, i
            start = None


def width_along(sheet: Sheet, course: Course) -> Callable[[float], float]:
    """How wide a course is so far along: thin at a source, swelling if it is a lake.

    A lake is a lens between its own two ends; where it meets other water it stays open.
    """
    full, total = sheet.px(course.look.width), lengths(course.line)[-1]
    taper = min(sheet.px(3.0), total * 0.7)

    def swelling(along: float) -> float:
        ends = ((course.first, along), (course.last, total - along))
        shares = (0.25 + 0.75 * sqrt(sin(pi * max(0.0, min(way / total, 0.5))))
                  for end, way in ends if end is End.SOURCE)
        return full * min(shares, default=1.0)

    def tapering(along: float) -> float:
        share = 1.0
        if course.first is End.SOURCE:
            share = min(share, 0.3 + 0.7 * along / taper)
        if course.last is End.SOURCE:
            share = min(share, 0.3 + 0.7 * (total - along) / taper)
        return full * share

    return swelling if course.look.lens else tapering


def draw_hexside_lines(sheet: Sheet, found: Iterable[Course]) -> Iterator[str]:
    """Borders, walls and crests along hexsides."""
    runs: dict[str, list[Course]] = defaultdict(list)
    for course in found:
        if sheet.sees(course.box.grown(sheet.px(1.0))):
            runs[course.kind].append(course)
    for kind, group in runs.items():
        shape = f"side-{kind}"
        d = "".join(path(course.pieces) for course in group)
        yield tag("defs", tag("path", id=shape, d=d))
        yield from sheet.stroked(shape, group[0].look.strokes)
