"""Land and water: regions of equal hexes with softened outlines, textures and strewn glyphs."""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import TypeVar

from grognard.drawing.borders import Borders
from grognard.drawing.curves import chance, shake
from grognard.drawing.lattice import Cell
from grognard.drawing.palette import mixed
from grognard.drawing.sheet import Obstacles, Sheet
from grognard.drawing.style import Part, Scatter, TerrainLook
from grognard.drawing.svg import Attribute, fine, number, pen, tag
from grognard.hexes import Point

K = TypeVar("K", bound=Hashable)

_ROUGH = 0.1
"""How far a shore or the edge of a wood strays from the hexsides before it is softened."""


@dataclass(frozen=True, slots=True)
class Region:
    """All hexes that look alike; the outline may run on under a shore."""

    id: str
    look: TerrainLook
    cells: frozenset[Cell]
    outline: str
    """Path data."""


def regions(sheet: Sheet) -> list[Region]:
    """The regions of a map in the order in which they are painted, water last."""
    looks = {cell: sheet.style.terrain_look(kind) for cell, kind in extended(sheet).items()}
    dry = _drained(sheet, looks)
    # One border around all water, whatever land it meets: shores have no corners.
    wet = {cell: look if look.water else None for cell, look in looks.items()}
    land, water = Borders(sheet.lattice, dry, _ROUGH), Borders(sheet.lattice, wet, _ROUGH)
    ordered = sorted(set(looks.values()), key=lambda look: (look.water, look.rank, look.fill))
    found = []
    for place, look in enumerate(ordered):
        painted = {cell for cell, other in (wet if look.water else dry).items() if other == look}
        outline = (water if look.water else land).outline(painted)
        own = frozenset(cell for cell in painted if looks[cell] == look)
        found.append(Region(f"terrain-{place}", look, own, outline))
    return found


def _drained(sheet: Sheet, looks: Mapping[Cell, TerrainLook]) -> dict[Cell, TerrainLook]:
    """Land runs on under the water's edge, so that no gap shows along the shore."""
    land = {cell: look for cell, look in looks.items() if not look.water}
    shore = {n for cell in land for n in sheet.lattice.neighbours(cell)} - land.keys()
    return land | {cell: _commonest(sheet, cell, land) for cell in sorted(shore & looks.keys())}


def extended(sheet: Sheet) -> dict[Cell, str]:
    """The kind of every hex, and of two rings beside the map, so that it bleeds to the frame."""
    kinds = {sheet.cell(hex): kind for hex, kind in sheet.map.terrain.items()}
    for _ in range(2):
        beside = {n for cell in kinds for n in sheet.lattice.neighbours(cell)} - kinds.keys()
        kinds |= {cell: _commonest(sheet, cell, kinds) for cell in sorted(beside)}
    return kinds


def _commonest(sheet: Sheet, cell: Cell, kinds: Mapping[Cell, K]) -> K:
    """What most neighbours of a hex are."""
    near = [kinds[n] for n in sheet.lattice.neighbours(cell) if n in kinds]
    return Counter(near).most_common(1)[0][0]


def draw_regions(sheet: Sheet, found: Iterable[Region], blocked: Obstacles) -> Iterator[str]:
    """The regions painted one over the other."""
    for region in found:
        yield tag("g", *_paint(sheet, region, blocked), id=region.id)


def _paint(sheet: Sheet, region: Region, blocked: Obstacles) -> Iterator[str]:
    look, shape = region.look, f"shape-{region.id}"
    yield tag("defs", tag("path", id=shape, d=region.outline))
    yield tag("use", href=f"#{shape}", fill=sheet.style.colour(look.fill))
    if look.rings:
        yield from _rings(sheet, region, shape)
    if look.grain:
        yield tag("use", href=f"#{shape}", fill=f"url(#{look.grain})")
    if look.edge is not None and not look.water:
        yield from sheet.stroked(shape, [look.edge])
    for scatter in look.scatter:
        yield from strewn(sheet, region.cells, scatter, blocked)


def shoreline(sheet: Sheet, found: Iterable[Region]) -> Iterator[str]:
    """The shores, drawn before rivers and water so that river mouths stay open."""
    for region in found:
        if region.look.water and region.look.edge is not None:
            yield tag("path", d=region.outline, fill="none", **sheet.pen(region.look.edge))


def _rings(sheet: Sheet, region: Region, shape: str) -> Iterator[str]:
    """Lines at a distance from the edge: each a broad pen with a narrower one over it."""
    look = region.look
    fill = sheet.style.colour(look.fill)
    pens = []
    for ring in sorted(look.rings, key=lambda ring: -ring.at):
        colour = mixed(fill, sheet.style.colour(ring.colour), ring.opacity)
        outer, inner = ring.at + ring.width / 2, ring.at - ring.width / 2
        for stroke, reach in ((colour, outer), (fill, inner)):
            width = fine(sheet.px(2 * reach))
            pens.append(tag("use", href=f"#{shape}", stroke=stroke, stroke_width=width))
    clip = f"clip-{region.id}"
    yield tag("clipPath", tag("use", href=f"#{shape}"), id=clip)
    yield tag("g", *pens, clip_path=f"url(#{clip})", fill="none", stroke_linejoin="round")


def strewn(
    sheet: Sheet, cells: Collection[Cell], scatter: Scatter, blocked: Obstacles
) -> Iterator[str]:
    """Glyphs in loose rows over a region, clear of its edge and of whatever stands there."""
    walls = _Walls(sheet, cells, sheet.px(scatter.margin))
    keep = sheet.px(0.07)
    for point, lot in _rows(sheet, scatter):
        if walls.inside(point) and not blocked.hit(point, keep):
            glyph = scatter.glyphs[lot % len(scatter.glyphs)]
            yield sheet.use(glyph, point)


def _rows(sheet: Sheet, scatter: Scatter) -> Iterator[tuple[Point, int]]:
    step = sheet.px(scatter.spacing)
    down = step * 0.86
    frame = sheet.frame
    for j in range(int(frame.height / down) + 1):
        for i in range(int(frame.width / step) + 2):
            stray = shake(step * scatter.loose, i, j)
            x = frame.left + (i + 0.5 * (j % 2)) * step + stray[0]
            yield (x, frame.top + j * down + stray[1] * 0.7), int(chance(i, j, 5) * 997)


class _Walls:
    """Tells whether a point lies inside a set of hexes, a margin away from its edge."""

    def __init__(self, sheet: Sheet, cells: Collection[Cell], margin: float) -> None:
        self.lattice, self.cells = sheet.lattice, cells
        self.reach = sheet.px(sqrt(3) / 2) - margin
        self.open = {cell: self._edges(cell) for cell in cells}

    def _edges(self, cell: Cell) -> list[Point]:
        """The directions, of length 1, of the neighbours that do not belong to the set."""
        x, y = self.lattice.centre(cell)
        span = self.lattice.size * sqrt(3)
        others = (n for n in self.lattice.neighbours(cell) if n not in self.cells)
        return [((a - x) / span, (b - y) / span) for a, b in map(self.lattice.centre, others)]

    def inside(self, point: Point) -> bool:
        cell = self.lattice.cell_at(point)
        edges = self.open.get(cell)
        if edges is None:
            return False
        x, y = self.lattice.centre(cell)
        dx, dy = point[0] - x, point[1] - y
        return all(dx * nx + dy * ny < self.reach for nx, ny in edges)


def glyph_definitions(sheet: Sheet, used: Iterable[str]) -> Iterator[str]:
    """The glyphs and grains that a drawing uses, ready to be placed."""
    for name in sorted(set(used)):
        glyph = sheet.style.glyphs[name]
        parts = [_part(sheet, part) for part in glyph.parts]
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


def _part(sheet: Sheet, part: Part) -> str:
    # Opacity of fill and stroke, not of the element: renderers paint an element that is not
    # opaque on a layer of its own, and there are thousands of trees.
    faint = part.opacity if part.opacity < 1 else None
    line: dict[str, Attribute] = {}
    if part.stroke:
        colour = sheet.style.colour(part.stroke)
        line = pen(colour, f"{part.width:g}", stroke_linecap="round", stroke_opacity=faint)
    line["fill"] = sheet.style.colour(part.fill)
    return tag("path", d=part.d, fill_opacity=None if part.fill == "none" else faint, **line)
