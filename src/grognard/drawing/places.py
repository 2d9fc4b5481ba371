"""Towns and other features in hexes."""

from collections.abc import Collection, Iterator

from grognard.drawing.borders import Borders
from grognard.drawing.chains import clusters
from grognard.drawing.curves import chance, moved
from grognard.drawing.lattice import Cell
from grognard.drawing.sheet import Obstacles, Sheet
from grognard.drawing.style import FeatureLook
from grognard.drawing.svg import number, tag, text
from grognard.hexes import Point


def features(sheet: Sheet) -> list[tuple[str, FeatureLook]]:
    """The kinds of features on a map, in the order in which they are drawn."""
    looks = {kind: sheet.style.feature_look(kind) for kind in sheet.map.features}
    return sorted(looks.items(), key=lambda item: (item[1].rank, item[0]))


def place_cells(sheet: Sheet) -> set[Cell]:
    """Hexes whose middle a road runs through."""
    return {
        cell
        for kind, look in features(sheet)
        if look.place
        for cell in sheet.cells(sheet.map.features[kind])
    }


def block_places(sheet: Sheet, blocked: Obstacles) -> None:
    """Keep trees and names off the features."""
    for kind, look in features(sheet):
        for cell in sheet.cells(sheet.map.features[kind]):
            if look.form == "area":
                blocked.add(sheet.lattice.centre(cell), sheet.px(0.86))
            elif look.clear:
                blocked.add(_spot(sheet, cell, look), sheet.px(look.clear))


def place_reaches(sheet: Sheet) -> Iterator[tuple[Point, float, float]]:
    """Where features stand, how far they reach, and what it costs a name to lie on them."""
    for kind, look in features(sheet):
        for cell in sheet.cells(sheet.map.features[kind]):
            if look.form == "area":
                yield sheet.lattice.centre(cell), sheet.px(0.7), 4.0
            elif look.form in ("glyph", "letter"):
                yield _spot(sheet, cell, look), sheet.px(look.clear * 0.8 or 0.18), 25.0


def _spot(sheet: Sheet, cell: Cell, look: FeatureLook) -> Point:
    return moved(sheet.lattice.centre(cell), look.at, sheet.lattice.size)


def draw_areas(sheet: Sheet) -> Iterator[str]:
    """Features that fill their hexes: built-up areas; and those that run around them."""
    for kind, look in features(sheet):
        if look.form not in ("area", "rim"):
            continue
        cells = sheet.seen(sheet.cells(sheet.map.features[kind]))
        if look.form == "area" and cells:
            yield from _area(sheet, kind, look, cells)
        elif look.form == "rim":
            for group in clusters(sheet.lattice, cells):
                d = _outline(sheet, group)
                for stroke in look.strokes:
                    yield tag("path", d=d, fill="none", **sheet.pen(stroke))


def _area(sheet: Sheet, kind: str, look: FeatureLook, cells: Collection[Cell]) -> Iterator[str]:
    shape = f"area-{kind}"
    d = _outline(sheet, cells)
    yield tag("defs", tag("path", id=shape, d=d))
    yield tag("use", href=f"#{shape}", fill=sheet.style.colour(look.fill))
    if look.grain:
        yield tag("use", href=f"#{shape}", fill=f"url(#{look.grain})")
    yield from sheet.stroked(shape, look.strokes)


def _outline(sheet: Sheet, cells: Collection[Cell]) -> str:
    return Borders(sheet.lattice, dict.fromkeys(cells, True), 0.05).outline(cells)


def draw_places(sheet: Sheet) -> Iterator[str]:
    """Features that stand at a spot of their hex."""
    for kind, look in features(sheet):
        if look.form not in ("glyph", "letter"):
            continue
        for cell in sorted(sheet.cells(sheet.map.features[kind])):
            spot = _spot(sheet, cell, look)
            if not sheet.sees_spot(spot):
                continue
            if look.glyph:
                yield sheet.use(_variant(look, cell), spot, 0.0, look.size)
            if look.form == "letter":
                # The last word of the kind: A of entry_a.
                yield draw_letter(sheet, kind.rpartition("_")[2].upper(), look, spot)


def _variant(look: FeatureLook, cell: Cell) -> str:
    if not look.variants:
        return look.glyph
    return look.variants[int(chance(*cell, 3) * len(look.variants)) % len(look.variants)]


def draw_letter(sheet: Sheet, letter: str, look: FeatureLook, spot: Point) -> str:
    letters = sheet.style.lettering(look.letters)
    return text(
        letter,
        x=number(spot[0]),
        y=number(spot[1] + sheet.px(letters.size) * 0.36),
        text_anchor="middle",
        font_family=letters.family,
        font_weight=letters.weight,
        font_size=sheet.px(letters.size),
        fill=sheet.style.colour(letters.colour),
    )
