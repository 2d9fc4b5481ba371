"""A map drawn as SVG, in named layers.

One unit of the SVG is a pixel at its natural size. A hex side is `SIZE` units long, and the
middle of hex ``h`` lies at ``layout(game_map).centres[h]``: where a client puts a counter.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from grognard.core.maps import GameMap
from grognard.core.messages import catalogue
from grognard.drawing.curves import sampled
from grognard.drawing.foot import Foot
from grognard.drawing.furniture import BAND, draw_frame, draw_title, rectangle
from grognard.drawing.grid import draw_beside, draw_grid, draw_numbers, extent, number_spot
from grognard.drawing.labels import WATERS, Clutter, Placed, draw_labels, labels, place_labels
from grognard.drawing.lattice import Lattice
from grognard.drawing.lettering import face
from grognard.drawing.lines import Net, Way, draw_crossings, draw_ways
from grognard.drawing.places import (
    block_places,
    draw_areas,
    draw_places,
    place_cells,
    place_reaches,
)
from grognard.drawing.rivernames import draw_river_names
from grognard.drawing.sheet import Box, Obstacles, Sheet
from grognard.drawing.style import THEMES, Style, load_style
from grognard.drawing.svg import document, group, tag
from grognard.drawing.terrain import Region, draw_regions, glyph_definitions, regions, shoreline
from grognard.drawing.water import Course, courses, draw_hexside_lines, draw_rivers
from grognard.hexes import Hex, Point

SIZE = 40.0
"""Units of the SVG to one hex side."""

_MARGIN, _TITLE = 0.5, 1.5


@dataclass(frozen=True, slots=True)
class MapLayout:
    """Where everything of a drawn map lies, in units of the SVG."""

    size: float
    """The length of a hex side."""
    width: float
    height: float
    frame: Box
    """The neat line around the hexes."""
    centres: dict[Hex, Point]
    """The middle of every hex."""


@dataclass(frozen=True, slots=True)
class Options:
    """What to draw besides the land itself."""

    grid: bool = True
    numbers: bool = True
    names: bool = True
    title: bool = True
    legend: bool = True
    language: str = "en"


EVERYTHING = Options()


def layout(
    game_map: GameMap,
    size: float = SIZE,
    options: Options = EVERYTHING,
    styles: Iterable[Path] = (),
) -> MapLayout:
    """The places of all hexes of a map, exactly as `draw_map` with the same wishes draws them."""
    return Drawing(game_map, load_style(THEMES[0], *styles), size, options).layout


def draw_map(
    game_map: GameMap,
    theme: str = "light",
    *,
    size: float = SIZE,
    options: Options = EVERYTHING,
    styles: Iterable[Path] = (),
) -> str:
    """The whole map as SVG text; `styles` are the `style.toml` files of its box."""
    return Drawing(game_map, load_style(theme, *styles), size, options).svg()


class Drawing:
    """One map being drawn: what several layers need is worked out once."""

    def __init__(self, game_map: GameMap, style: Style, size: float, options: Options) -> None:
        self.options = options
        bare = Sheet(game_map, style, Lattice(game_map.grid.orientation, size), Box(0, 0, 0, 0))
        hexes = extent(bare)
        margin = size * ((_MARGIN if options.title or options.legend else 0.0) + BAND)
        top = margin + size * (_TITLE if options.title else 0.0)
        origin = (margin - hexes.left, top - hexes.top)
        frame = Box(margin, top, margin + hexes.width, top + hexes.height)
        lattice = Lattice(game_map.grid.orientation, size, origin)
        self.sheet = Sheet(game_map, style, lattice, frame)
        self.margin = margin
        texts = catalogue(options.language, "drawing")
        self.foot = Foot(self.sheet, texts) if options.legend else None

    # Places

    @cached_property
    def layout(self) -> MapLayout:
        sheet = self.sheet
        centres = {hex: sheet.centre(hex) for hex in sheet.map.grid}
        height = sheet.frame.bottom + self.margin + (self.foot.height if self.foot else 0.0)
        return MapLayout(
            sheet.lattice.size, sheet.frame.right + self.margin, height, sheet.frame, centres
        )

    # What several layers need

    @cached_property
    def net(self) -> Net:
        return Net(self.sheet, place_cells(self.sheet))

    @cached_property
    def ways(self) -> list[Way]:
        return self.net.ways()

    @cached_property
    def rivers(self) -> list[Course]:
        return courses(self.sheet, flowing=True)

    @cached_property
    def regions(self) -> list[Region]:
        return regions(self.sheet)

    @cached_property
    def blocked(self) -> Obstacles:
        """Where no tree may stand."""
        sheet = self.sheet
        found = Obstacles(sheet.px(0.5))
        for way in self.ways:
            found.add_line(sampled(way.pieces, sheet.px(0.12)), sheet.px(0.11))
        for course in self.rivers:
            found.add_line(course.line, sheet.px(course.look.width / 2 + 0.06))
        block_places(sheet, found)
        if self.options.numbers:
            for hex in sheet.map.grid:
                x, y = number_spot(sheet, sheet.cell(hex))
                for dx in (-0.15, 0.0, 0.15):
                    found.add((x + sheet.px(dx), y + sheet.px(0.04)), sheet.px(0.06))
        return found

    @cached_property
    def clutter(self) -> Clutter:
        """What names keep off."""
        sheet = self.sheet
        found = Clutter(sheet.px(0.8))
        for way in self.ways:
            found.add_line(sampled(way.pieces, sheet.px(0.12)), 0.5)
        for course in self.rivers:
            found.add_line(course.line, 0.35)
        for spot, reach, cost in place_reaches(sheet):
            found.add_box(Box(*spot, *spot).grown(reach), cost)
        for hex in sheet.map.grid if self.options.numbers else ():
            x, y = number_spot(sheet, sheet.cell(hex))
            found.add_box(Box(x, y, x, y).grown(sheet.px(0.08)), 2.0)
        return found

    # Layers

    def svg(self) -> str:
        sheet, spread = self.sheet, self.layout
        land = tag("g", *self._land(), id="map", clip_path="url(#frame-clip)")
        body = land + "".join(self._around())
        used = [name for name in sheet.style.glyphs if f"#{name}" in body]
        clip = tag("clipPath", rectangle(sheet.frame), id="frame-clip")
        whole = Box(0, 0, spread.width, spread.height)
        parts = [
            tag("defs", *glyph_definitions(sheet, used), clip),
            group("paper", [rectangle(whole, fill=sheet.style.colour("sheet"))]),
            body,
        ]
        return document(spread.width, spread.height, parts, sheet.map.name)

    def _land(self) -> Iterator[str]:
        sheet, options = self.sheet, self.options
        land = [region for region in self.regions if not region.look.water]
        water = [region for region in self.regions if region.look.water]
        yield group("terrain", draw_regions(sheet, land, self.blocked))
        yield group("areas", draw_areas(sheet))
        yield group("shores", shoreline(sheet, water))
        yield group("rivers", draw_rivers(sheet, self.rivers))
        yield group("water", draw_regions(sheet, water, self.blocked))
        yield group("hexsides", draw_hexside_lines(sheet, courses(sheet, flowing=False)))
        yield group("beside", draw_beside(sheet))
        if options.grid:
            yield group("grid", draw_grid(sheet))
        yield group("lines", draw_ways(sheet, self.ways))
        yield group("crossings", draw_crossings(sheet, self.net))
        yield group("places", draw_places(sheet))
        if options.names:
            yield group("sea-names", draw_labels(sheet, self.placed[True]))
        if options.numbers:
            letters = sheet.style.lettering("number")
            attributes = face(sheet, letters, halo=0.02)
            yield group("numbers", draw_numbers(sheet), text_anchor="middle", **attributes)
        if options.names:
            yield group("names", self._names())

    @cached_property
    def placed(self) -> dict[bool, list[Placed]]:
        """The names in their places: True those of waters, which lie under the hex numbers."""
        found = place_labels(self.sheet, labels(self.sheet), self.clutter)
        split: dict[bool, list[Placed]] = {True: [], False: []}
        for place in found:
            split[place.label.kind in WATERS].append(place)
        return split

    def _names(self) -> Iterator[str]:
        land = self.placed[False]
        yield from draw_river_names(self.sheet, self.rivers, self.clutter)
        yield from draw_labels(self.sheet, land)

    def _around(self) -> Iterator[str]:
        sheet = self.sheet
        yield group("frame", draw_frame(sheet))
        if self.options.title:
            yield group("title", [draw_title(sheet, sheet.map.name)])
        if self.foot is not None:
            yield from self.foot.draw()
