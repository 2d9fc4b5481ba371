"""Names on the map, placed so that they do not collide.

Every name has several places where it could stand. The most important name goes first and takes
the place that costs least: on another name, on a town or off the sheet costs most, on a road or
river little, and a place on the right of its town is liked best.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import floor, inf

from grognard.drawing.chains import clusters
from grognard.drawing.lattice import Cell
from grognard.drawing.lettering import face, width, written
from grognard.drawing.places import features
from grognard.drawing.sheet import Box, Sheet
from grognard.drawing.style import Letters
from grognard.drawing.svg import fine, number, tag, text
from grognard.hexes import HexSet, Point, bits

WATERS = ("water", "bay")
"""Letterings of seas and lakes; their names lie under the hex numbers."""

_LEADING = 1.08
_LARGE_WATER = 5


@dataclass(frozen=True, slots=True)
class Label:
    """A name to be placed: what, in which letters, around which spots."""

    words: str
    kind: str
    letters: Letters
    spots: tuple[Point, ...]
    clear: float
    """How far the name must keep from the middle of its spot, in hex sides."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A name in its place: its lines and the point each is centred on."""

    label: Label
    lines: tuple[str, ...]
    at: Point
    box: Box


class Clutter:
    """Everything a name should keep off, with what it costs to lie there; found by place."""

    def __init__(self, mesh: float) -> None:
        self.mesh = mesh
        self._points: dict[tuple[int, int], list[tuple[Point, float]]] = defaultdict(list)
        self._boxes: dict[tuple[int, int], list[tuple[Box, float]]] = defaultdict(list)

    def add_line(self, line: Iterable[Point], cost: float) -> None:
        for x, y in line:
            self._points[floor(x / self.mesh), floor(y / self.mesh)].append(((x, y), cost))

    def add_box(self, box: Box, cost: float) -> None:
        for key in self._keys(box):
            self._boxes[key].append((box, cost))

    def cost(self, box: Box) -> float:
        keys = list(self._keys(box))
        points = (found for key in keys for found in self._points.get(key, ()))
        total = sum(cost for point, cost in points if box.holds(point))
        boxes = {found for key in keys for found in self._boxes.get(key, ())}
        area = box.width * box.height
        for other, cost in boxes:
            if shared := box.overlap(other):
                total += cost * (0.25 + shared / area)
        return total

    def _keys(self, box: Box) -> Iterator[tuple[int, int]]:
        for i in range(floor(box.left / self.mesh), floor(box.right / self.mesh) + 1):
            for j in range(floor(box.top / self.mesh), floor(box.bottom / self.mesh) + 1):
                yield i, j


def labels(sheet: Sheet) -> list[Label]:
    """The names of a map, the most important first; neighbours of one name share it."""
    by_name: dict[str, set[Cell]] = defaultdict(set)
    for hex, name in sheet.map.names.items():
        by_name[name].add(sheet.cell(hex))
    found = [
        _label(sheet, name, group)
        for name, cells in sorted(by_name.items())
        for group in clusters(sheet.lattice, cells)
    ]
    found += _seas(sheet, by_name)
    return sorted(found, key=lambda label: (-label.letters.size, label.words))


def _seas(sheet: Sheet, by_name: Mapping[str, set[Cell]]) -> Iterator[Label]:
    """The names of areas of water, each on its largest part; they may be a city's name too."""
    for name, hexes in sheet.map.areas.items():
        cells = _sea(sheet, name, hexes) - by_name.get(name, set())
        if cells:
            yield _label(sheet, name, max(clusters(sheet.lattice, cells), key=len))


def _sea(sheet: Sheet, name: str, hexes: HexSet) -> set[Cell]:
    """The water of an area with a proper name (Gulf of Finland); none if it is mostly land."""
    water = [hex for hex in bits(hexes) if sheet.style.terrain_look(sheet.map.terrain[hex]).water]
    if name == name.lower() or 8 * len(water) < hexes.bit_count():
        return set()
    return {sheet.cell(hex) for hex in water}


def _label(sheet: Sheet, name: str, cells: list[Cell]) -> Label:
    kind, clear = _lettering(sheet, cells)
    spots = tuple(sheet.lattice.centre(cell) for cell in cells)
    xs, ys = zip(*spots, strict=True)
    middle = (sum(xs) / len(xs), sum(ys) / len(ys))
    if len(spots) > 1:
        spots = (middle,) if kind in WATERS else (*spots, middle)
    return Label(name, kind, sheet.style.lettering(kind), spots, clear)


def _lettering(sheet: Sheet, cells: list[Cell]) -> tuple[str, float]:
    """The lettering of a name and how far it keeps from its spot."""
    kinds = [
        (look, kind)
        for kind, look in features(sheet)
        if look.letters and not sheet.cells(sheet.map.features[kind]).isdisjoint(cells)
    ]
    if kinds:
        look, _ = kinds[-1]
        return look.letters, 0.7 if look.form == "area" else look.clear
    hexes = [sheet.map.grid.at(*cell) for cell in cells]
    terrain = {sheet.map.terrain[hex] for hex in hexes if hex is not None}
    if all(sheet.style.terrain_look(kind).water for kind in terrain):
        return "water" if len(cells) >= _LARGE_WATER else "bay", 0.0
    letters = [sheet.style.terrain_look(kind).letters for kind in sorted(terrain)]
    return next(((kind, 0.7) for kind in letters if kind), ("place", 0.3))


def place_labels(sheet: Sheet, wanted: Iterable[Label], clutter: Clutter) -> list[Placed]:
    """The names one after the other, each where it costs least."""
    found = []
    for label in wanted:
        best = _best(sheet, label, clutter)
        clutter.add_box(best.box.grown(sheet.px(0.03)), 60.0)
        found.append(best)
    return found


def _best(sheet: Sheet, label: Label, clutter: Clutter) -> Placed:
    """The cheapest place; the best liked are tried first, so that most need no look."""
    options = sorted(_places(sheet, label), key=lambda option: option[0])
    least, best = inf, options[0][1]
    for own, place in options:
        if own >= least:
            break
        cost = own + _cost(sheet, place, clutter)
        if cost < least:
            least, best = cost, place
    return best


def _cost(sheet: Sheet, place: Placed, clutter: Clutter) -> float:
    box, frame = place.box, sheet.frame.grown(-sheet.px(0.1))
    outside = box.width * box.height - box.overlap(frame)
    ashore = _ashore(sheet, box) if place.label.kind in WATERS else 0
    return clutter.cost(box) + 10.0 * ashore + (500.0 if outside > 1e-6 else 0.0)


def _ashore(sheet: Sheet, box: Box) -> int:
    """How many of some points of a box lie on land."""
    count = 0
    for i in range(9):
        for y in (box.top, box.middle[1], box.bottom):
            cell = sheet.lattice.cell_at((box.left + box.width * i / 8, y))
            hex = sheet.map.grid.at(*cell)
            if hex is not None:
                count += not sheet.style.terrain_look(sheet.map.terrain[hex]).water
    return count


# Where a name stands to its spot: direction and how little it is liked there.
_AROUND = (
    (1.0, 0.0, 0.0),
    (-1.0, 0.0, 0.6),
    (0.0, 1.0, 0.4),
    (0.0, -1.0, 0.5),
    (0.72, 0.8, 0.8),
    (0.72, -0.8, 0.8),
    (-0.72, 0.8, 1.2),
    (-0.72, -0.8, 1.2),
    (0.4, 1.0, 0.9),
    (-0.4, 1.0, 0.9),
    (0.4, -1.0, 1.0),
    (-0.4, -1.0, 1.0),
)


def _places(sheet: Sheet, label: Label) -> Iterator[tuple[float, Placed]]:
    """All places tried for a name, each with its own cost."""
    for broken, lines in enumerate(_broken(label.words)):
        wide = max(width(line, label.letters) for line in lines)
        high = label.letters.size * _LEADING * len(lines)
        for dislike, (dx, dy), spot in _offsets(label, wide, high):
            at = (spot[0] + sheet.px(dx), spot[1] + sheet.px(dy))
            yield dislike + 0.7 * broken, _placed(sheet, label, lines, at, wide, high)


def _offsets(label: Label, wide: float, high: float) -> Iterator[tuple[float, Point, Point]]:
    """How far from a spot the middle of a name may stand, with how little that is liked."""
    if label.kind in WATERS:  # over the water, in steps of half a hex side
        for across, down in product(range(-10, 11), range(-6, 7)):
            away = (across / 2, down / 2)
            yield 0.5 * (abs(across) + abs(down)), away, label.spots[0]
        return
    for number_, spot in enumerate(label.spots):
        for far, (dx, dy, dislike) in product((1.0, 1.45), _AROUND):
            reach = label.clear * far
            away = (dx * (reach + wide / 2), dy * (reach + high / 2))
            yield dislike + 0.3 * number_ + 3.0 * (far - 1.0), away, spot


def _placed(
    sheet: Sheet, label: Label, lines: tuple[str, ...], at: Point, wide: float, high: float
) -> Placed:
    half, tall = sheet.px(wide) / 2, sheet.px(high) / 2
    return Placed(label, lines, at, Box(at[0] - half, at[1] - tall, at[0] + half, at[1] + tall))


def _broken(words: str) -> list[tuple[str, ...]]:
    """A name on one line, and on two if it can be parted.

    >>> _broken("Narva")
    [('Narva',)]
    >>> _broken("Hungerburg (Narva-Jõesuu)")
    [('Hungerburg', '(Narva-Jõesuu)')]
    """
    name, bracket, rest = words.partition(" (")
    if bracket:
        return [(name, "(" + rest)]
    parts = words.split()
    if len(parts) < 2:
        return [(words,)]
    half = min(range(1, len(parts)), key=lambda i: abs(len(" ".join(parts[:i])) - len(words) / 2))
    return [(words,), (" ".join(parts[:half]), " ".join(parts[half:]))]


def draw_labels(sheet: Sheet, placed: Iterable[Placed]) -> Iterator[str]:
    """The names, one group for each lettering."""
    groups: dict[str, list[Placed]] = defaultdict(list)
    for place in placed:
        if sheet.sees(place.box.grown(sheet.px(0.3))):
            groups[place.label.kind].append(place)
    for kind, group in sorted(groups.items()):
        letters = sheet.style.lettering(kind)
        lines = [line for place in group for line in _lines(sheet, place)]
        halo = 0.055 if letters.halo else 0.0
        attributes = face(sheet, letters, halo)
        yield tag("g", *lines, id=f"names-{kind}", text_anchor="middle", **attributes)


def _lines(sheet: Sheet, place: Placed) -> Iterator[str]:
    letters = place.label.letters
    size = sheet.px(letters.size)
    top = place.at[1] - size * _LEADING * (len(place.lines) - 1) / 2
    for i, line in enumerate(place.lines):
        y = top + i * size * _LEADING + size * 0.34
        small = fine(size * 0.84) if line.startswith("(") else None
        yield text(written(line, letters), x=number(place.at[0]), y=number(y), font_size=small)
