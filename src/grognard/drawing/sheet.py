"""What every part of a map drawing shares: the map, its style and its place on the sheet."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import floor

from grognard.core.maps import GameMap, Line
from grognard.drawing.curves import distance, moved, shake
from grognard.drawing.lattice import Cell, Corner, Lattice
from grognard.drawing.style import Stroke, Style
from grognard.drawing.svg import fine, number, tag
from grognard.hexes import Grid, Hex, HexSet, Hexside, Point, bits

AROUND = 8.0
"""Hex sides around a window within which everything is worked out, so that what lies in it comes
out the same in every window: borders are softened over two hexes, broad pens reach half of one."""


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle of the sheet."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def overlap(self, other: "Box") -> float:
        """The area that two boxes share."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across * down if across > 0 and down > 0 else 0.0

    def holds(self, point: Point, margin: float = 0.0) -> bool:
        return (
            self.left + margin <= point[0] <= self.right - margin
            and self.top + margin <= point[1] <= self.bottom - margin
        )

    @property
    def corners(self) -> list[Point]:
        """The four corners, clockwise."""
        return [
            (self.left, self.top),
            (self.right, self.top),
            (self.right, self.bottom),
            (self.left, self.bottom),
        ]

    @classmethod
    def around(cls, points: Iterable[Point]) -> "Box":
        """The smallest box that holds all points."""
        xs, ys = zip(*points, strict=True)
        return cls(min(xs), min(ys), max(xs), max(ys))

    def grown(self, by: float) -> "Box":
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


def on_paper(game_map: GameMap) -> GameMap:
    """A map without what lies on links: they have no side to draw, and lines end before them."""
    grid = game_map.grid
    if not grid.links:
        return game_map
    linked = range(grid.size * 3, grid.side_count)

    def sides(those: Mapping[str, frozenset[Hexside]]) -> dict[str, frozenset[Hexside]]:
        return {word: found.difference(linked) for word, found in those.items()}

    return replace(
        game_map,
        lines=tuple(part for line in game_map.lines for part in _parts(grid, line)),
        hexsides=sides(game_map.hexsides),
        rivers=sides(game_map.rivers),
        hexside_notes=sides(game_map.hexside_notes),
    )


def _parts(grid: Grid, line: Line) -> Iterator[Line]:
    """The stretches of a line from link to link, if they have more than one hex."""
    hexes: list[Hex] = []
    for hex in line.hexes:
        if hexes and grid.direction(hexes[-1], hex) is None:
            if len(hexes) > 1:
                yield replace(line, hexes=tuple(hexes))
            hexes = []
        hexes.append(hex)
    if len(hexes) > 1:
        yield replace(line, hexes=tuple(hexes))


@dataclass(frozen=True, slots=True)
class Sheet:
    """A map in a style, laid on a sheet; `frame` is the neat line around it."""

    map: GameMap
    style: Style
    lattice: Lattice
    frame: Box
    window: Box | None = None
    """The part of the sheet that is drawn; None is all of it."""
    near: frozenset[Cell] | None = None
    """The hexes in the window and some around it, on the map or beside it."""

    def through(self, window: Box) -> "Sheet":
        """The same sheet, of which only what a window shows is drawn."""
        wide, step = window.grown(self.px(AROUND)), self.px(1.0)
        # A hex is wider than a step, so a step falls into each of them.
        spots = (
            (wide.left + i * step, wide.top + j * step)
            for i in range(int(wide.width / step) + 1)
            for j in range(int(wide.height / step) + 1)
        )
        near = frozenset(map(self.lattice.cell_at, spots))
        return replace(self, window=window, near=near)

    def sees(self, box: Box) -> bool:
        """Whether something that fills a box may show in the window."""
        seen = self.window
        return seen is None or (
            box.left <= seen.right
            and box.right >= seen.left
            and box.top <= seen.bottom
            and box.bottom >= seen.top
        )

    def sees_spot(self, point: Point, reach: float = 1.0) -> bool:
        """Whether something that reaches so many hex sides around a point may show."""
        return self.window is None or self.window.grown(self.px(reach)).holds(point)

    def seen(self, cells: Collection[Cell]) -> Collection[Cell]:
        """Those of some hexes that are near the window."""
        return cells if self.near is None else self.near.intersection(cells)

    def seen_hexes(self) -> Iterator[Hex]:
        """The hexes of the map that are near the window, in order."""
        if self.near is None:
            return iter(self.map.grid)
        found = (self.map.grid.at(*cell) for cell in self.near)
        return iter(sorted(hex for hex in found if hex is not None))

    def px(self, sides: float) -> float:
        """A length in hex sides, in units of the sheet."""
        return sides * self.lattice.size

    def cell(self, hex: Hex) -> Cell:
        return self.map.grid.axial(hex)

    def cells(self, hexes: HexSet) -> set[Cell]:
        return {self.cell(hex) for hex in bits(hexes)}

    def centre(self, hex: Hex) -> Point:
        return self.lattice.centre(self.cell(hex))

    def side(self, side: Hexside) -> tuple[Corner, Corner]:
        """The two corners of a hexside."""
        a, b = self.map.grid.ends(side)
        return self.lattice.side(self.cell(a), self.cell(b))

    def corner(self, corner: Corner, rough: float) -> Point:
        """A corner, moved a little so that no shore looks ruled; always the same way."""
        return moved(self.lattice.point(corner), shake(self.px(rough), *corner))

    def use(self, glyph: str, at: Point, turn: float = 0.0, size: float = 1.0) -> str:
        """One glyph in its place."""
        if not turn and size == 1.0:
            return f'<use href="#{glyph}" x="{number(at[0])}" y="{number(at[1])}"/>'
        words = f"translate({number(at[0])} {number(at[1])})"
        words += f" rotate({number(turn)})" if turn else ""
        words += f" scale({fine(size)})" if size != 1.0 else ""
        return tag("use", href=f"#{glyph}", transform=words)

    def stroked(self, href: str, strokes: Iterable[Stroke]) -> Iterator[str]:
        """A path of the definitions drawn with several pens, one over the other."""
        for stroke in strokes:
            yield tag("use", href=f"#{href}", fill="none", **self.pen(stroke))

    def pen(self, stroke: Stroke) -> dict[str, str | float | None]:
        dash = " ".join(fine(self.px(length)) for length in stroke.dash)
        return {
            "stroke": self.style.colour(stroke.colour),
            "stroke_width": fine(self.px(stroke.width)),
            "stroke_dasharray": dash or None,
            "stroke_linecap": stroke.cap,
            "stroke_linejoin": "round",
            "stroke_opacity": stroke.opacity if stroke.opacity < 1 else None,
        }


@dataclass(slots=True)
class Obstacles:
    """Discs that trees keep off and names avoid, found quickly by place."""

    mesh: float
    _discs: dict[tuple[int, int], list[tuple[Point, float]]] = field(default_factory=dict)

    def add(self, point: Point, radius: float) -> None:
        for key in self._keys(point, radius):
            self._discs.setdefault(key, []).append((point, radius))

    def add_line(self, line: Iterable[Point], radius: float) -> None:
        for point in line:
            self.add(point, radius)

    def hit(self, point: Point, radius: float = 0.0) -> bool:
        """Whether a disc around a point touches an obstacle."""
        near = self._discs.get((floor(point[0] / self.mesh), floor(point[1] / self.mesh)), ())
        return any(distance(point, other) < radius + reach for other, reach in near)

    def _keys(self, point: Point, radius: float) -> Iterator[tuple[int, int]]:
        reach = radius + self.mesh / 2  # half a mesh more, for the reach of whoever asks
        left, right = (floor((point[0] + by) / self.mesh) for by in (-reach, reach))
        top, bottom = (floor((point[1] + by) / self.mesh) for by in (-reach, reach))
        return ((i, j) for i in range(left, right + 1) for j in range(top, bottom + 1))
