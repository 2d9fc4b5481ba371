"""The hexes themselves: their sides, their numbers, and the land beside them."""

from collections.abc import Iterator
from math import sqrt

from grognard.drawing.chains import outlines
from grognard.drawing.lattice import Cell
from grognard.drawing.lettering import width
from grognard.drawing.sheet import Box, Sheet
from grognard.drawing.svg import number, pen, points, polygon, tag, text
from grognard.hexes import Hex, Point


def extent(sheet: Sheet) -> Box:
    """The smallest box around all hexes."""
    corners = {
        corner for hex in sheet.map.grid for corner in sheet.lattice.corners(sheet.cell(hex))
    }
    # Corners are whole numbers, alike in order to where they lie.
    outermost = Box.around(corners)
    return Box(
        *sheet.lattice.point((outermost.left, outermost.top)),
        *sheet.lattice.point((outermost.right, outermost.bottom)),
    )


def draw_grid(sheet: Sheet) -> Iterator[str]:
    """Every hexside once."""
    sides = {
        tuple(sorted((corners[i - 1], corners[i])))
        for hex in sheet.seen_hexes()
        for corners in [sheet.lattice.corners(sheet.cell(hex))]
        for i in range(6)
    }
    d = "".join(f"M{points(*map(sheet.lattice.point, side))}" for side in sorted(sides))
    colour = sheet.style.colour("grid")
    yield tag("path", d=d, **pen(colour, sheet.px(0.018), stroke_opacity=0.42))


def draw_beside(sheet: Sheet) -> Iterator[str]:
    """The land beside the hexes, faded: it belongs to the picture but not to the game."""
    frame = sheet.frame
    corners = [
        (frame.left, frame.top),
        (frame.right, frame.top),
        (frame.right, frame.bottom),
        (frame.left, frame.bottom),
    ]
    cells = {sheet.cell(hex) for hex in sheet.map.grid}
    loops = outlines(sheet.lattice, cells)
    d = polygon(corners) + "".join(polygon([*map(sheet.lattice.point, loop)]) for loop in loops)
    fade = sheet.style.colour("fade")
    yield tag("path", d=d, fill=fade, fill_rule="evenodd", fill_opacity=0.55)


def number_spot(sheet: Sheet, cell: Cell) -> Point:
    """Where the number of a hex stands: inside its top."""
    x, y = sheet.lattice.centre(cell)
    return x, y - sheet.px(sqrt(3) / 2 - 0.19)


def draw_numbers(sheet: Sheet) -> Iterator[str]:
    """The numbers of the hexes, and under them a little paper that keeps them off the drawing."""
    letters = sheet.style.lettering("number")
    plates, numbers = [], []
    for hex in sheet.seen_hexes():
        x, y = number_spot(sheet, sheet.cell(hex))
        if sheet.sees_spot((x, y)):
            words = hex_number(sheet, hex)
            wide = sheet.px(width(words, letters) - letters.size / 2)
            plates.append(f"M{number(x - wide / 2)} {number(y)}h{number(wide)}")
            numbers.append(text(words, x=number(x), y=number(y + sheet.px(0.05))))
    if plates:
        # One path, for a halo around every digit takes a renderer a tenth of a whole map.
        paper = pen(sheet.style.colour(letters.halo), sheet.px(letters.size * 0.9))
        yield tag("path", d="".join(plates), stroke_linecap="round", stroke_opacity=0.8, **paper)
    yield from numbers


def hex_number(sheet: Sheet, hex: Hex) -> str:
    """The label of a hex, or an alias made of digits where the label is a name."""
    names = (sheet.map.grid.label(hex), *sheet.map.grid.aliases(hex))
    return next((name for name in names if name[-1:].isdigit() and name[:1].isdigit()), names[0])
