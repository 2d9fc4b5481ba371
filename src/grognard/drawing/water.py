"""Rivers and other lines along hexsides, chained and made to flow."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from math import pi, sin, sqrt

from grognard.drawing.chains import chains
from grognard.drawing.curves import (
    between,
    lengths,
    moved,
    ribbon,
    rounded_line,
    sampled,
    shake,
    softened,
    unit,
)
from grognard.drawing.lattice import Cell, Corner, Side
from grognard.drawing.sheet import Sheet
from grognard.drawing.style import HexsideLook
from grognard.drawing.svg import Segment, path, pen, tag
from grognard.hexes import Point


class End(Enum):
    """How a course ends."""

    SOURCE = "source"
    MOUTH = "mouth"
    EDGE = "edge"
    JOINT = "joint"


@dataclass(frozen=True, slots=True)
class Course:
    """One unbroken run of one kind along hexsides."""

    kind: str
    look: HexsideLook
    name: str
    pieces: list[Segment]
    line: list[Point]
    first: End
    last: End


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
        self.hexes_at: dict[Corner, list[Cell]] = defaultdict(list)
        for hex in sheet.map.terrain:
            for corner in sheet.lattice.corners(sheet.cell(hex)):
                self.hexes_at[corner].append(sheet.cell(hex))
        self.water = {
            sheet.cell(hex)
            for hex, kind in sheet.map.terrain.items()
            if sheet.style.terrain_look(kind).water
        }

    def fit(self, a: Corner, node: Corner, b: Corner) -> float:
        """A course goes on as the same kind; of two branches, as the one of the same name."""
        one, other = _side(a, node), _side(node, b)
        if self.kinds[one] != self.kinds[other]:
            return -1.0
        return 2.0 if self.names.get(one) == self.names.get(other) else 1.0

    def course(self, corners: list[Corner]) -> Course:
        kind = self.kinds[_side(corners[0], corners[1])]
        look = self.sheet.style.hexside_look(kind)
        stops = self._stops(corners, look.meander)
        first, last = self._end(corners[0], corners[1]), self._end(corners[-1], corners[-2])
        stops = self._ended(corners, stops, last, look)
        stops = self._ended(corners[::-1], stops[::-1], first, look)[::-1]
        pieces = rounded_line(softened(stops, 0.4, 1))
        sides = [self.names.get(_side(a, b), "") for a, b in pairwise(corners)]
        name = max(sorted(set(sides)), key=sides.count)
        return Course(kind, look, name, pieces, sampled(pieces, self.sheet.px(0.12)), first, last)

    def _stops(self, corners: list[Corner], meander: float) -> list[Point]:
        stops = [self.sheet.corner(corners[0], meander)]
        for a, b in pairwise(corners):
            stops += [self._bend(a, b, meander), self.sheet.corner(b, meander)]
        return stops

    def _bend(self, a: Corner, b: Corner, meander: float) -> Point:
        """A point near the middle of a side, a little off its line."""
        middle = between(self.sheet.corner(a, meander), self.sheet.corner(b, meander))
        return moved(middle, shake(self.sheet.px(meander), a[0] + b[0], a[1] + b[1], 7))

    def _end(self, corner: Corner, before: Corner) -> End:
        if len(self.around[corner]) > 1:
            return End.JOINT
        if any(cell in self.water for cell in self.hexes_at[corner]):
            return End.MOUTH
        return End.EDGE if len(self.hexes_at[corner]) < 3 else End.SOURCE

    def _ended(
        self, corners: list[Corner], stops: list[Point], end: End, look: HexsideLook
    ) -> list[Point]:
        """The stops with the last of them led into what the course meets there."""
        tip, before = stops[-1], stops[-2]
        if end is End.MOUTH:
            return [*stops, moved(tip, unit(before, tip), self.sheet.px(0.4))]
        if end is End.EDGE:
            return [*stops, moved(tip, unit(before, tip), self.sheet.px(1.5))]
        if end is End.JOINT and corners[0] != corners[-1]:
            return self._joined(corners, stops, look.meander)
        return stops

    def _joined(self, corners: list[Corner], stops: list[Point], meander: float) -> list[Point]:
        """Ends on the rounded curve of the others: in line with one, or in between two."""
        node = corners[-1]
        others = [other for other in self.around[node] if other != corners[-2]][:2]
        tip = stops[-1]
        if len(others) == 1:
            onward = self._bend(node, others[0], meander)
            joint = moved(moved(tip, _gap(tip, stops[-2]), 0.125), _gap(tip, onward), 0.125)
            return [*stops[:-1], between(tip, stops[-2], 0.25), joint]
        bends = [self._bend(node, other, meander) for other in others]
        joint = moved(moved(tip, _gap(tip, bends[0]), 0.125), _gap(tip, bends[1]), 0.125)
        return [*stops[:-1], joint]


def _gap(a: Point, b: Point) -> Point:
    return b[0] - a[0], b[1] - a[1]


def _side(a: Corner, b: Corner) -> Side:
    return (a, b) if a < b else (b, a)


def draw_rivers(sheet: Sheet, found: Iterable[Course]) -> Iterator[str]:
    """Banks first, then the water of all rivers, so that they run into each other."""
    bands: dict[str, list[str]] = defaultdict(list)
    looks: dict[str, HexsideLook] = {}
    for course in found:
        bands[course.kind].append(path(ribbon(course.line, _width(sheet, course)), closed=True))
        looks[course.kind] = course.look
    for kind, look in looks.items():
        bank = pen(sheet.style.colour(look.casing), 2 * sheet.px(look.casing_width))
        yield tag("path", id=f"river-{kind}", d="".join(bands[kind]), **bank)
    for kind, look in looks.items():
        yield tag("path", d="".join(bands[kind]), fill=sheet.style.colour(look.fill))


def _width(sheet: Sheet, course: Course) -> Callable[[float], float]:
    """How wide a course is so far along: thin at a source, swelling if it is a lake."""
    full, total = sheet.px(course.look.width), lengths(course.line)[-1]
    taper = min(sheet.px(3.0), total * 0.7)

    def swelling(along: float) -> float:
        return full * (0.25 + 0.75 * sqrt(sin(pi * min(along / total, 1.0))))

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
        runs[course.kind].append(course)
    for kind, group in runs.items():
        shape = f"side-{kind}"
        d = "".join(path(course.pieces) for course in group)
        yield tag("defs", tag("path", id=shape, d=d))
        yield from sheet.stroked(shape, group[0].look.strokes)
