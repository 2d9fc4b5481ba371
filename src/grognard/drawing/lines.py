"""Roads and railways: smooth ways through the middles of hexes, and where they cross rivers."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, degrees

from grognard.drawing.chains import chains
from grognard.drawing.curves import between, moved, softened, unit
from grognard.drawing.lattice import Cell
from grognard.drawing.sheet import Box, Sheet
from grognard.drawing.style import LineLook
from grognard.drawing.svg import Segment, path, tag
from grognard.hexes import Point

Link = tuple[Cell, Cell]

_LANE = 0.085
"""Half the gap between a road and a railway that share a link."""


@dataclass(frozen=True, slots=True)
class Way:
    """One unbroken run of one kind of line."""

    kind: str
    look: LineLook
    cells: list[Cell]
    pieces: list[Segment]
    box: Box
    """Around all of it, pens included."""


class Net:
    """All lines of a map: which links they use and how they pass each hex."""

    def __init__(self, sheet: Sheet, places: Iterable[Cell]) -> None:
        self.sheet = sheet
        self.kinds: dict[tuple[str, Link], str] = {}
        """By net and link: the kind drawn there, the one of highest rank."""
        self.runs: set[tuple[Cell, Cell, Cell]] = set()
        """Hexes that one line of the data passes in a row."""
        self._read()
        self.around: dict[tuple[str, Cell], set[Cell]] = defaultdict(set)
        self.nets: dict[Link, list[str]] = defaultdict(list)
        """By link: the nets that use it, in a fixed order."""
        for net, (a, b) in sorted(self.kinds):
            self.around[net, a].add(b)
            self.around[net, b].add(a)
            self.nets[a, b].append(net)
        self.places = set(places)
        self.doors: dict[tuple[str, Link], Point] = {}

    def _read(self) -> None:
        for line in sorted(self.sheet.map.lines, key=lambda line: self._look(line.kind).rank):
            cells = [self.sheet.cell(hex) for hex in line.hexes]
            for a, b in pairwise(cells):
                self.kinds[self._look(line.kind).net, _link(a, b)] = line.kind
            for a, b, c in zip(cells, cells[1:], cells[2:], strict=False):
                self.runs |= {(a, b, c), (c, b, a)}

    def _look(self, kind: str) -> LineLook:
        return self.sheet.style.line_look(kind)

    def ways(self) -> list[Way]:
        """All lines, chained, in the order in which they are drawn."""
        links: dict[tuple[int, str, str], list[Link]] = defaultdict(list)
        for (net, link), kind in self.kinds.items():
            links[self._look(kind).rank, kind, net].append(link)
        return [
            self._way(kind, net, cells)
            for (_, kind, net), found in sorted(links.items())
            for cells in chains(found, self._fit)
        ]

    def _way(self, kind: str, net: str, cells: list[Cell]) -> Way:
        pieces = self._pieces(net, cells)
        box = Box.around(point for piece in pieces for point in piece)
        return Way(kind, self._look(kind), cells, pieces, box.grown(self.sheet.px(0.5)))

    def _fit(self, a: Cell, node: Cell, b: Cell) -> float:
        """A line goes on as the data say, or else as straight as it can."""
        to, back = unit(self._at(a), self._at(node)), unit(self._at(node), self._at(b))
        straight = to[0] * back[0] + to[1] * back[1]
        return straight + 2.0 if (a, node, b) in self.runs else max(straight, 0.0)

    def _at(self, cell: Cell) -> Point:
        return self.sheet.lattice.centre(cell)

    def crossing(self, net: str, a: Cell, b: Cell) -> Point:
        """Where the line of a net crosses the side of two hexes."""
        return self.doors.get((net, _link(a, b))) or between(self._at(a), self._at(b))

    def _pieces(self, net: str, cells: list[Cell]) -> list[Segment]:
        """Through the very middle of towns and junctions; elsewhere corners are cut."""
        cells = self._led_off(net, cells)
        knots = {i for i, cell in enumerate(cells) if self._is_knot(net, cell)}
        spots = softened([self._at(cell) for cell in cells], 0.45, 2, knots)
        lanes = [self._lane(net, a, b) for a, b in pairwise(cells)]
        for i in range(1, len(cells) - 1):
            if i not in knots:
                spots[i] = moved(spots[i], between(lanes[i - 1], lanes[i]))
        doors = [between(a, b) for a, b in pairwise(spots)]
        for (a, b), door in zip(pairwise(cells), doors, strict=True):
            self.doors[net, _link(a, b)] = door
        pieces: list[Segment] = [(spots[0], doors[0])]
        for i in range(1, len(cells) - 1):
            pieces += self._through(doors[i - 1], spots[i], doors[i], i in knots)
        return [*pieces, (doors[-1], spots[-1])]

    def _is_knot(self, net: str, cell: Cell) -> bool:
        return cell in self.places or len(self.around[net, cell]) > 2

    def _lane(self, net: str, a: Cell, b: Cell) -> Point:
        """How far a line is moved aside for the lines of other nets on the same link."""
        nets = self.nets.get(_link(a, b), [])
        if len(nets) < 2:
            return 0.0, 0.0
        # Seen along the link from its left end, the first net lies to the left.
        start, end = sorted((self._at(a), self._at(b)))
        x, y = unit(start, end)
        aside = (2 * nets.index(net) - len(nets) + 1) * self.sheet.px(_LANE)
        return -y * aside, x * aside

    def _through(self, before: Point, spot: Point, after: Point, knot: bool) -> list[Segment]:
        if not knot:
            return [(before, spot, after)]
        ahead = unit(before, after)
        reach = self.sheet.px(0.22)
        return [
            (before, between(before, spot), moved(spot, ahead, -reach), spot),
            (spot, moved(spot, ahead, reach), between(after, spot), after),
        ]

    def _led_off(self, net: str, cells: list[Cell]) -> list[Cell]:
        """A line that ends in the open at the edge of the map runs on to the frame."""
        return self._tail(net, self._tail(net, cells)[::-1])[::-1]

    def _tail(self, net: str, cells: list[Cell]) -> list[Cell]:
        end, before = cells[-1], cells[-2]
        on_map = self.sheet.map.grid.at
        beside = [n for n in self.sheet.lattice.neighbours(end) if on_map(*n) is None]
        if not beside or end in self.places or len(self.around[net, end]) != 1:
            return cells
        ahead = unit(self._at(before), self._at(end))

        def straight(cell: Cell) -> float:
            way = unit(self._at(end), self._at(cell))
            return way[0] * ahead[0] + way[1] * ahead[1]

        best = max(sorted(beside), key=straight)
        return [*cells, best] if straight(best) > 0.4 else cells


def _link(a: Cell, b: Cell) -> Link:
    return (a, b) if a < b else (b, a)


def draw_ways(sheet: Sheet, ways: Iterable[Way]) -> Iterator[str]:
    """Each kind as one path, drawn with its pens from the broadest to the finest.

    A way that a window shows is drawn whole: its dashes are counted from its beginning.
    """
    runs: dict[str, list[Way]] = defaultdict(list)
    for way in ways:
        if sheet.sees(way.box):
            runs[way.kind].append(way)
    for kind, group in runs.items():
        shape = f"line-{kind}"
        d = "".join(path(way.pieces) for way in group)
        yield tag("defs", tag("path", id=shape, d=d))
        yield tag("g", *sheet.stroked(shape, group[0].look.strokes), id=f"lines-{kind}")


def draw_crossings(sheet: Sheet, net: Net) -> Iterator[str]:
    """Bridges, ferries and straits."""
    bridges = _Bridges(sheet, net)
    for kind, sides in sorted(sheet.map.hexsides.items()):
        look = sheet.style.hexside_look(kind)
        for side in sorted(sides) if look.form in ("bridge", "across") else ():
            a, b = (sheet.cell(hex) for hex in sheet.map.grid.ends(side))
            if not sheet.sees_spot(sheet.lattice.centre(a), 2.0):
                continue
            if look.form == "bridge":
                yield from bridges.on(a, b, look.glyph)
            else:
                spot = sheet.lattice.middle(sheet.lattice.side(a, b))
                yield sheet.use(look.glyph, spot, 0.0 if look.upright else _turn(sheet, a, b))
    if "bridge" not in sheet.map.hexsides:
        yield from bridges.implied()


class _Bridges:
    """Bridges as wide as the rivers they cross."""

    def __init__(self, sheet: Sheet, net: Net) -> None:
        self.sheet, self.net = sheet, net
        self.widths: dict[Link, float] = {}
        for kind, sides in sheet.map.hexsides.items():
            look = sheet.style.hexside_look(kind)
            for side in sides if look.form == "river" else ():
                a, b = (sheet.cell(hex) for hex in sheet.map.grid.ends(side))
                self.widths[_link(a, b)] = max(look.width, self.widths.get(_link(a, b), 0.0))

    def on(self, a: Cell, b: Cell, glyph: str) -> Iterator[str]:
        """A bridge for each line that crosses; one in the middle if none does."""
        for name in self.net.nets.get(_link(a, b), [""]):
            yield self._bridge(name, a, b, glyph)

    def implied(self) -> Iterator[str]:
        """Where a map marks no bridges, a line that can have one has one on every river."""
        for (name, (a, b)), kind in sorted(self.net.kinds.items()):
            if not self.sheet.sees_spot(self.sheet.lattice.centre(a), 2.0):
                continue
            if (a, b) in self.widths and self.sheet.style.line_look(kind).bridges:
                yield self._bridge(name, a, b, "bridge")

    def _bridge(self, net: str, a: Cell, b: Cell, glyph: str) -> str:
        size = min(1.8, 0.75 + 2.2 * self.widths.get(_link(a, b), 0.1))
        spot = self.net.crossing(net, a, b)
        return self.sheet.use(glyph, spot, _turn(self.sheet, a, b), size)


def _turn(sheet: Sheet, a: Cell, b: Cell) -> float:
    """The direction from hex to hex in degrees, clockwise from the right."""
    (ax, ay), (bx, by) = sorted((sheet.lattice.centre(a), sheet.lattice.centre(b)))
    return degrees(atan2(by - ay, bx - ax))
