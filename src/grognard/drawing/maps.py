"""A map drawn as SVG, in named layers.

One unit of the SVG is a pixel at its natural size. A hex side is `SIZE` units long, and the
middle of hex ``h`` lies at ``layout(game_map).centres[h]``: where a client puts a counter.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
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
from grognard.drawing.rivernames import Lettered, draw_river_names, place_river_names
from grognard.drawing.sheet import Box, Obstacles, Sheet, on_paper
from grognard.drawing.style import THEMES, Style, load_style
from grognard.drawing.svg import document, group, number, polygon, tag
from grognard.drawing.terrain import (
    Region,
    Shape,
    draw_flat,
    draw_regions,
    glyph_definitions,
    regions,
    shoreline,
)
from grognard.drawing.water import (
    Course,
    courses,
    draw_hexside_lines,
    draw_light_rivers,
    draw_rivers,
)
from grognard.hexes import Hex, Point, bits

SIZE = 40.0
"""Units of the SVG to one hex side."""

_MARGIN, _TITLE = 0.5, 1.5
_USED = re.compile(r'(?:href="|url\()#([\w-]+)')


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


class Detail(Enum):
    """How much of the land is drawn: a level of detail."""

    LIGHT = "light"
    """Flat land, water and lines: drawn at once, and enough for the whole map seen from afar."""
    PLAIN = "plain"
    """Textures, places and names besides."""
    FULL = "full"
    """The numbers of the hexes too."""


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
    sheet: str = "",
) -> str:
    """The whole map, or one of its sheets, as SVG text; `styles` are the style files of its box."""
    drawing = Drawing(game_map, load_style(theme, *styles), size, options)
    return drawing.part(drawing.sheet_window(sheet)) if sheet else drawing.svg()


class Drawing:
    """One map being drawn: what several layers need is worked out once."""

    def __init__(self, game_map: GameMap, style: Style, size: float, options: Options) -> None:
        self.options, game_map = options, on_paper(game_map)
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
    def edges(self) -> list[Course]:
        """Borders and walls along hexsides."""
        return courses(self.sheet, flowing=False)

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

    @cached_property
    def crossroads(self) -> Net:
        """The net after its ways are laid: it then knows where each crosses a hexside."""
        assert self.ways is not None
        return self.net

    @cached_property
    def beside(self) -> str:
        """The faded land beside the hexes is one shape, whichever part is drawn."""
        return "".join(draw_beside(self.sheet))

    @cached_property
    def placed(self) -> dict[bool, list[Placed]]:
        """The names in their places: True those of waters, which lie under the hex numbers."""
        found = place_labels(self.sheet, labels(self.sheet), self.clutter)
        split: dict[bool, list[Placed]] = {True: [], False: []}
        for place in found:
            split[place.label.kind in WATERS].append(place)
        return split

    @cached_property
    def river_names(self) -> list[Lettered]:
        """The names along rivers keep off those of places, which are placed before."""
        assert self.placed is not None
        return place_river_names(self.sheet, self.rivers, self.clutter)

    # Pictures

    def svg(self, detail: Detail = Detail.FULL) -> str:
        """The whole map."""
        spread = self.layout
        whole = Box(0, 0, spread.width, spread.height)
        return self._document(self.sheet, whole, detail, "".join(self._around()))

    def part(self, window: Box, detail: Detail = Detail.FULL) -> str:
        """What a window shows of the map: pictures of windows side by side fit exactly."""
        frame = group("frame", draw_frame(self.sheet))
        return self._document(self.sheet.through(window), window, detail, frame)

    def sheet_window(self, key: str) -> Box:
        """Where one sheet of a joined map lies; the windows of sheets that join overlap."""
        lattice, cell = self.sheet.lattice, self.sheet.cell
        hexes = bits(self.sheet.map.sheets[key])
        corners = (corner for hex in hexes for corner in lattice.corners(cell(hex)))
        return Box.around(map(lattice.point, corners)).grown(self.sheet.px(BAND))

    def _document(self, sheet: Sheet, box: Box, detail: Detail, around: str) -> str:
        land = tag("g", *Land(self, sheet, detail).layers(), id="map")
        body = land + self._mat() + around
        used = sheet.style.glyphs.keys() & set(_USED.findall(body))
        paper = group("paper", [rectangle(box, fill=sheet.style.colour("sheet"))])
        parts = [tag("defs", *glyph_definitions(sheet, used)), paper, body]
        view = " ".join(map(number, (box.left, box.top, box.width, box.height)))
        return document(box.width, box.height, parts, sheet.map.name, view)

    def _mat(self) -> str:
        """Paper over what sticks out of the frame; a clip would cost a layer of the whole map."""
        spread, frame = self.layout, self.sheet.frame
        outer = Box(0, 0, spread.width, spread.height).grown(self.sheet.px(3.0))
        d = "".join(polygon(box.corners) for box in (outer, frame))
        return tag(
            "path", d=d, fill=self.sheet.style.colour("sheet"), fill_rule="evenodd", id="mat"
        )

    def _around(self) -> Iterator[str]:
        sheet = self.sheet
        yield group("frame", draw_frame(sheet))
        if self.options.title:
            yield group("title", [draw_title(sheet, sheet.map.name)])
        if self.foot is not None:
            yield from self.foot.draw()


@dataclass(frozen=True, slots=True)
class Land:
    """The layers inside the frame, as far as a sheet shows them, in some detail."""

    drawing: Drawing
    sheet: Sheet
    detail: Detail

    def layers(self) -> Iterator[str]:
        sheet, drawing = self.sheet, self.drawing
        light = self.detail is Detail.LIGHT
        yield from self._ground(light)
        yield group("hexsides", draw_hexside_lines(sheet, drawing.edges))
        yield group("beside", [drawing.beside])
        if drawing.options.grid:
            yield group("grid", draw_grid(sheet) if not light else ())
        yield group("lines", draw_ways(sheet, drawing.ways))
        if not light:
            yield group("crossings", draw_crossings(sheet, drawing.crossroads))
            yield group("places", draw_places(sheet))
            yield from self._words()

    def _ground(self, light: bool) -> Iterator[str]:
        sheet, drawing = self.sheet, self.drawing
        shapes = [region.shape(sheet) for region in drawing.regions]
        land = [shape for shape in shapes if not shape.region.look.water]
        water = [shape for shape in shapes if shape.region.look.water]

        def painted(shapes: list[Shape]) -> Iterator[str]:
            if light:
                return draw_flat(sheet, shapes)
            return draw_regions(sheet, shapes, drawing.blocked)

        yield group("terrain", painted(land))
        yield group("areas", draw_areas(sheet))
        yield group("shores", shoreline(sheet, water))
        flowing = draw_light_rivers if light else draw_rivers
        yield group("rivers", flowing(sheet, drawing.rivers))
        yield group("water", painted(water))

    def _words(self) -> Iterator[str]:
        sheet, drawing = self.sheet, self.drawing
        options = drawing.options
        if options.names:
            yield group("sea-names", draw_labels(sheet, drawing.placed[True]))
        if options.numbers and self.detail is Detail.FULL:
            letters = sheet.style.lettering("number")
            attributes = face(sheet, letters, halo=0.0)
            yield group("numbers", draw_numbers(sheet), text_anchor="middle", **attributes)
        if options.names:
            yield group("names", self._names())

    def _names(self) -> Iterator[str]:
        yield from draw_river_names(self.sheet, self.drawing.river_names)
        yield from draw_labels(self.sheet, self.drawing.placed[False])
