"""Grains laid down stroke by stroke."""

import re

from grognard.drawing.grains import is_loose
from grognard.drawing.maps import SIZE, Drawing, Options
from grognard.drawing.parts import Parts
from grognard.drawing.style import load_style
from tests.unit.drawing.country import country

BEGIN = re.compile(r"M(-?[\d.]+) (-?[\d.]+)h")


def begins(svg: str) -> set[tuple[float, float]]:
    """Where the strokes of the bog begin: all of them are level."""
    paths = re.findall(r'<path d="((?:M[^"MQCLZm]*h[^"MQCLZm]*)+)"', _swamp(svg))
    return {(float(x), float(y)) for path in paths for x, y in BEGIN.findall(path)}


def _swamp(svg: str) -> str:
    """The terrain whose ground is swamp."""
    groups = re.split(r'(?=<g id="terrain-\d+">)', svg)
    edge = load_style().colour("swamp-edge")
    return next((group for group in groups if edge in group), "")


def test_strokes_are_told_from_what_must_be_a_pattern() -> None:
    glyphs = load_style().glyphs
    loose = {name for name, glyph in glyphs.items() if glyph.tile != (0.0, 0.0) and is_loose(glyph)}
    assert loose == {"grass", "bog"}


def test_strokes_lie_in_their_region_and_not_one_is_lost_in_parts() -> None:
    drawing = Drawing(country(), load_style(), SIZE, Options(title=False, legend=False))
    found = begins(drawing.svg())
    swamp = {drawing.sheet.cell(hex) for hex, kind in country().terrain.items() if kind == "swamp"}
    assert {drawing.sheet.lattice.cell_at(point) for point in found} == swamp
    places = drawing.layout
    cut = Parts(places.width, places.height, 250.0)
    windows = [cut.window(i, j) for i in range(cut.columns) for j in range(cut.rows)]
    parts = [drawing.part(window) for window in windows]
    assert set().union(*(begins(part) for part in parts)) == found
