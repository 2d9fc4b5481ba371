"""Land and water: regions of equal hexes with softened outlines, textures and strewn glyphs."""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil, sqrt
from typing import TypeVar

from grognard.drawing.borders import Borders
from grognard.drawing.chains import clusters
from grognard.drawing.curves import chance, shake
from grognard.drawing.grains import draw_strokes, is_loose
from grognard.drawing.lattice import Cell
from grognard.drawing.palette import mixed
from grognard.drawing.planting import draw_part, planted
from grognard.drawing.sheet import Obstacles, Sheet
from grognard.drawing.style import Scatter, TerrainLook
from grognard.drawing.svg import Attribute, fine, number, tag
from grognard.hexes import Hex, Point, bits

K = TypeVar("K", bound=Hashable)

_ROUGH = 0.1
"""How far a shore or the edge of a wood strays from the hexsides before it is softened."""


@dataclass(frozen=True, slots=True)
class Region:
    """All hexes that look alike; the outline may run on under a shore."""

    id: str
    look: TerrainLook
    cells: frozenset[Cell]
    painted: frozenset[Cell]
    borders: Borders

    def shape(self, sheet: Sheet) -> "Shape":
        """The region as far as a sheet shows it."""
        return Shape(self, self.borders.outline(sheet.seen(self.painted)))


@dataclass(frozen=True, slots=True)
class Shape:
    """A region on a sheet, ready to be painted."""

    region: Region
    outline: str
    """Path data; empty if the region is out of sight."""


def regions(sheet: Sheet) -> list[Region]:
    """The regions of a map in the order in which they are painted, water last."""
    kinds = extended(sheet)
    looks = {kind: sheet.style.terrain_look(kind) for kind in sorted(set(kinds.values()))}
    ordered = sorted(dict.fromkeys(looks.values()), key=lambda look: (look.rank, look.fill))
    ordered.sort(key=lambda look: look.water)
    place_of = {kind: ordered.index(look) for kind, look in looks.items()}
    places = {cell: place_of[kind] for cell, kind in kinds.items()}
    first_water = sum(not look.water for look in ordered)
    dry = _drained(sheet, places, first_water)
    # One border around all water, whatever land it meets: shores have no corners.
    wet = {cell: place if place >= first_water else None for cell, place in places.items()}
    land, water = Borders(sheet.lattice, dry, _ROUGH), Borders(sheet.lattice, wet, _ROUGH)
    own, painted = _cells(places), _cells(wet) | _cells(dry)
    return [
        Region(
            f"terrain-{place}",
            look,
            own[place] & painted[place],
            painted[place],
            water if look.water else land,
        )
        for place, look in enumerate(ordered)
    ]


def _cells(places: Mapping[Cell, K]) -> dict[K, frozenset[Cell]]:
    """The hexes by what they are."""
    found: dict[K, list[Cell]] = defaultdict(list)
    for cell, place in places.items():
        found[place].append(cell)
    return {place: frozenset(cells) for place, cells in found.items()}


def _drained(sheet: Sheet, places: Mapping[Cell, int], first_water: int) -> dict[Cell, int]:
    """Land runs on under the water's edge, so that no gap shows along the shore."""
    land = {cell: place for cell, place in places.items() if place < first_water}
    shore = {n for cell in land for n in sheet.lattice.neighbours(cell)} - land.keys()
    return land | {cell: _commonest(sheet, cell, land) for cell in sorted(shore & places.keys())}


def extended(sheet: Sheet) -> dict[Cell, str]:
    """The kind of every hex, and of two rings beside the map, so that it bleeds to the frame."""
    kinds = {sheet.cell(hex): kind for hex, kind in covered(sheet).items()}
    for _ in range(2):
        beside = {n for cell in kinds for n in sheet.lattice.neighbours(cell)} - kinds.keys()
        kinds |= {cell: _commonest(sheet, cell, kinds) for cell in sorted(beside)}
    return kinds


def covered(sheet: Sheet) -> dict[Hex, str]:
    """The kind of ground that each hex is drawn as: that of its cover, if it has one."""
    kinds = dict(sheet.map.terrain)
    for feature, hexes in sheet.map.features.items():
        if hexes and sheet.style.feature_look(feature).form == "cover":
            kinds |= {hex: f"{feature}_{kinds[hex]}" for hex in bits(hexes)}
    return kinds


def _commonest(sheet: Sheet, cell: Cell, kinds: Mapping[Cell, K]) -> K:
    """What most neighbours of a hex are."""
    near = [kinds[n] for n in sheet.lattice.neighbours(cell) if n in kinds]
    return Counter(near).most_common(1)[0][0]


def draw_flat(sheet: Sheet, shapes: Iterable[Shape]) -> Iterator[str]:
    """The regions in plain colours: the light picture of a map."""
    for shape in shapes:
        if shape.outline:
            fill = sheet.style.colour(shape.region.look.fill)
            yield tag("path", d=shape.outline, fill=fill, id=shape.region.id)


def draw_regions(sheet: Sheet, shapes: Iterable[Shape], blocked: Obstacles) -> Iterator[str]:
    """The regions painted one over the other, with their textures."""
    for shape in shapes:
        if shape.outline:
            parts = _paint(sheet, shape.region, shape.outline, blocked)
            yield tag("g", *parts, id=shape.region.id)


def _paint(sheet: Sheet, region: Region, outline: str, blocked: Obstacles) -> Iterator[str]:
    look, shape = region.look, f"shape-{region.id}"
    yield tag("defs", tag("path", id=shape, d=outline))
    yield tag("use", href=f"#{shape}", fill=sheet.style.colour(look.fill))
    if look.rings:
        yield from _rings(sheet, region)
    if look.grain:
        yield from _grain(sheet, region, shape)
    if look.edge is not None and not look.water:
        yield from sheet.stroked(shape, [look.edge])
    for scatter in look.scatter:
        yield from strewn(sheet, region.cells, scatter, blocked)


def _grain(sheet: Sheet, region: Region, shape: str) -> Iterator[str]:
    """The grain of a region: stroke by stroke, or as a pattern if it is not made of strokes."""
    glyph = sheet.style.glyphs[region.look.grain]
    if not is_loose(glyph):
        yield tag("use", href=f"#{shape}", fill=f"url(#{region.look.grain})")
        return
    shown = _shown(sheet, region.cells)
    walls = _Walls(sheet, shown, region.cells, sheet.px(0.1))
    yield from draw_strokes(sheet, glyph, shown, walls.inside)


def _shown(sheet: Sheet, cells: Collection[Cell]) -> list[Cell]:
    """Those of some hexes that the window shows."""
    centre = sheet.lattice.centre
    return [cell for cell in sheet.seen(cells) if sheet.sees_spot(centre(cell), 1.5)]


def shoreline(sheet: Sheet, shapes: Iterable[Shape]) -> Iterator[str]:
    """The shores, drawn before rivers and water so that river mouths stay open."""
    for shape in shapes:
        look = shape.region.look
        if shape.outline and look.water and look.edge is not None:
            yield tag("path", d=shape.outline, fill="none", **sheet.pen(look.edge))


def _rings(sheet: Sheet, region: Region) -> Iterator[str]:
    """Lines at a distance from the edge: each a broad pen with a narrower one over it.

    Each hill and each sea is clipped by itself: to clip takes as long as its frame is large.
    """
    look = region.look
    fill = sheet.style.colour(look.fill)
    pens: list[dict[str, Attribute]] = []
    for ring in sorted(look.rings, key=lambda ring: -ring.at):
        colour = mixed(fill, sheet.style.colour(ring.colour), ring.opacity)
        outer, inner = ring.at + ring.width / 2, ring.at - ring.width / 2
        for stroke, reach in ((colour, outer), (fill, inner)):
            pens.append({"stroke": stroke, "stroke_width": fine(sheet.px(2 * reach))})
    for place, cells in enumerate(clusters(sheet.lattice, sheet.seen(region.painted))):
        shape = f"{region.id}-{place}"
        lines = [tag("use", href=f"#{shape}", **pen) for pen in pens]
        yield tag("clipPath", tag("path", id=shape, d=region.borders.outline(cells)),
                  id=f"clip-{shape}")  # fmt: skip
        clipped = f"url(#clip-{shape})"
        yield tag("g", *lines, clip_path=clipped, fill="none", stroke_linejoin="round")


def strewn(
    sheet: Sheet, cells: Collection[Cell], scatter: Scatter, blocked: Obstacles
) -> Iterator[str]:
    """Glyphs in loose rows over a region, clear of its edge and of whatever stands there."""
    shown = _shown(sheet, cells)
    walls = _Walls(sheet, shown, cells, sheet.px(scatter.margin))
    keep = sheet.px(0.07)
    glyphs = scatter.glyphs

    def standing(row: Iterable[tuple[Point, int]], j: int) -> Iterator[tuple[str, Point]]:
        for point, i in row:
            if walls.inside(point) and not blocked.hit(point, keep) and sheet.sees_spot(point, 0.4):
                yield glyphs[int(chance(i, j, 5) * 997) % len(glyphs)], point

    yield from planted(sheet, (standing(row, j) for j, row in _rows(sheet, scatter, shown)))


def _rows(
    sheet: Sheet, scatter: Scatter, cells: Iterable[Cell]
) -> Iterator[tuple[int, list[tuple[Point, int]]]]:
    """Loose rows over some hexes, each place with its number along the row."""
    step = sheet.px(scatter.spacing)
    down, loose = step * 0.86, step * scatter.loose
    frame = sheet.frame
    last = int(frame.width / step) + 1
    for j, spans in _spans(sheet, cells, down, sheet.px(1.0) + loose):
        aside, row = 0.5 * (j % 2), []
        for left, right in spans:
            first = max(0, ceil((left - frame.left) / step - aside))
            for i in range(first, min(last, int((right - frame.left) / step - aside)) + 1):
                stray = shake(loose, i, j)
                x = frame.left + (i + aside) * step + stray[0]
                row.append(((x, frame.top + j * down + stray[1] * 0.7), i))
        yield j, row


def _spans(
    sheet: Sheet, cells: Iterable[Cell], down: float, reach: float
) -> Iterator[tuple[int, list[tuple[float, float]]]]:
    """For each row of glyphs the stretches of it that some hexes reach."""
    rows: dict[int, list[tuple[float, float]]] = defaultdict(list)
    top, last = sheet.frame.top, int(sheet.frame.height / down)
    for x, y in map(sheet.lattice.centre, cells):
        first = max(0, ceil((y - reach - top) / down))
        for j in range(first, min(last, int((y + reach - top) / down)) + 1):
            rows[j].append((x - reach, x + reach))
    return ((j, _merged(rows[j])) for j in sorted(rows))


def _merged(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Stretches of a row, those that overlap as one.

    >>> _merged([(4, 6), (0, 2), (1, 3)])
    [(0, 3), (4, 6)]
    """
    found: list[tuple[float, float]] = []
    for left, right in sorted(spans):
        if found and left <= found[-1][1]:
            found[-1] = (found[-1][0], max(right, found[-1][1]))
        else:
            found.append((left, right))
    return found


class _Walls:
    """Tells whether a point lies in some hexes of a region, a margin away from its edge."""

    def __init__(
        self, sheet: Sheet, shown: Iterable[Cell], cells: Collection[Cell], margin: float
    ) -> None:
        self.lattice, self.cells = sheet.lattice, cells
        self.reach = sheet.px(sqrt(3) / 2) - margin
        self.open = {cell: (self.lattice.centre(cell), self._edges(cell)) for cell in shown}

    def _edges(self, cell: Cell) -> list[Point]:
        """The directions, of length 1, of the neighbours that do not belong to the region."""
        others = [n for n in self.lattice.neighbours(cell) if n not in self.cells]
        x, y = self.lattice.centre(cell)
        span = self.lattice.size * sqrt(3)
        return [((a - x) / span, (b - y) / span) for a, b in map(self.lattice.centre, others)]

    def inside(self, point: Point) -> bool:
        known = self.open.get(self.lattice.cell_at(point))
        if known is None:
            return False
        (x, y), edges = known
        dx, dy = point[0] - x, point[1] - y
        return all(dx * nx + dy * ny < self.reach for nx, ny in edges)


def glyph_definitions(sheet: Sheet, used: Iterable[str]) -> Iterator[str]:
    """The glyphs and grains that a drawing uses, ready to be placed."""
    for name in sorted(set(used)):
        glyph = sheet.style.glyphs[name]
        parts = [draw_part(sheet, part) for part in glyph.parts]
        scale = f"scale({fine(sheet.lattice.size)})"
        if glyph.tile == (0.0, 0.0):
            yield tag("g", *parts, id=name, transform=scale)
        else:
            turn = f"rotate({number(glyph.turn)}) {scale}"
            width, height = glyph.tile
            yield tag(
                "pattern",
                *parts,
                id=name,
                width=f"{width:g}",
                height=f"{height:g}",
                patternUnits="userSpaceOnUse",
                patternTransform=turn,
            )
