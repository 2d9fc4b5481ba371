"""Draws the map for the eye of a map maker: SVG, PNG or PDF."""

from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

from grognard.drawing.pictures import write_picture
from grognard.hexes import Hex, Hexside, Point

from .country import Country, never_frozen
from .plane import GRID

SCALE = 26.0
COLOURS = {
    "clear": "#efe8c8",
    "woods": "#a9c48a",
    "swamp": "#b9cfc4",
    "hill": "#c8a878",
    "water": "#8fb9dd",
}
STROKES = {
    "rollbahn": 'stroke="#c22" stroke-width="5"',
    "road": 'stroke="#a0522d" stroke-width="3"',
    "track": 'stroke="#8b5a2b" stroke-width="1.6"',
    "trail": 'stroke="#8b5a2b" stroke-width="1.6" stroke-dasharray="4 4"',
    "winter_trail": 'stroke="#36c" stroke-width="4" stroke-dasharray="3 3"',
    "major_railway": 'stroke="#222" stroke-width="2.4" stroke-dasharray="8 2"',
    "minor_railway": 'stroke="#222" stroke-width="1.2" stroke-dasharray="4 3"',
}


def draw(country: Country, file: Path) -> None:
    """Write the picture; the ending of the file name decides the format."""
    write_picture("\n".join(_svg(country)), file)


def _svg(country: Country) -> Iterator[str]:
    points = [_at(point) for hex in GRID for point in GRID.corners(hex)]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    width, height = max(x for x, _ in points) - left, max(y for _, y in points) - top
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"'
        f' viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}" font-family="sans-serif">'
    )
    for layer in (_ground, _ways, _rivers, _places):
        yield from layer(country)
    yield "</svg>"


def _at(point: Point) -> Point:
    return point[0] * SCALE, point[1] * SCALE


def _ground(country: Country) -> Iterator[str]:
    for hex in GRID:
        corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(_at, GRID.corners(hex)))
        colour = COLOURS[country.cover[hex][0]]
        yield f'<polygon points="{corners}" fill="{colour}" stroke="#8a8a7a" stroke-width="0.6"/>'
        yield _text(hex, 0.72, GRID.label(hex), 'font-size="8" fill="#555"')


def _text(hex: Hex, up: float, words: str, style: str) -> str:
    x, y = _at(GRID.centre(hex))
    place = f'x="{x:.1f}" y="{y - up * SCALE:.1f}" text-anchor="middle"'
    return f"<text {place} {style}>{escape(words)}</text>"


def _ways(country: Country) -> Iterator[str]:
    for way in country.ways:
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (_at(GRID.centre(h)) for h in way.hexes))
        yield f'<polyline points="{points}" fill="none" {STROKES[way.kind]}/>'


def _rivers(country: Country) -> Iterator[str]:
    for side in country.rivers.narva:
        yield _stroke(side, "#08306b" if never_frozen(side) else "#2060c0", 7)
    for side in country.rivers.minor:
        yield _stroke(side, "#3a8fd8", 3)
    for side in country.bridges:
        yield _mark(side, "white")
    for side in country.ferries:
        yield _mark(side, "yellow")


def _stroke(side: Hexside, colour: str, width: int) -> str:
    (x1, y1), (x2, y2) = map(_at, GRID.side_corners(side))
    line = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {line} stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'


def _mark(side: Hexside, colour: str) -> str:
    (x1, y1), (x2, y2) = map(_at, GRID.side_corners(side))
    middle = f'cx="{(x1 + x2) / 2:.1f}" cy="{(y1 + y2) / 2:.1f}"'
    return f'<circle {middle} r="5" fill="{colour}" stroke="black"/>'


def _places(country: Country) -> Iterator[str]:
    for hex in GRID:
        features = set(country.features(hex))
        if features & {"village", "city"}:
            yield _square(hex, "#555" if "city" in features else "#b33")
        if name := country.name(hex):
            yield _text(hex, 0.4, name, 'font-size="11" fill="navy" font-style="italic"')
        marks = sorted(features - {"village", "city", "coastal"})
        if marks:
            short = " ".join(mark.removeprefix("prepared_defence_") for mark in marks)
            yield _text(hex, -0.6, short, 'font-size="8" fill="#900" font-weight="bold"')


def _square(hex: Hex, colour: str) -> str:
    x, y = _at(GRID.centre(hex))
    return f'<rect x="{x - 6:.1f}" y="{y - 6:.1f}" width="12" height="12" fill="{colour}"/>'
