"""Grains laid down stroke by stroke.

A grain of short strokes could be a pattern that fills its region; renderers paint such a pattern
pixel by pixel, which took a fourth of the time of a whole map. One path of all strokes is quick.
"""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from math import cos, floor, radians, sin

from grognard.drawing.lattice import Cell
from grognard.drawing.sheet import Sheet
from grognard.drawing.style import Glyph, Part
from grognard.drawing.svg import fine, pen, shortened, tag
from grognard.hexes import Point

_NUMBER = r"-?\d*\.?\d+"
_STROKE = re.compile(rf"M\s*({_NUMBER})\s*({_NUMBER})((?:[lhv](?:\s*{_NUMBER})+)+)")


@dataclass(frozen=True, slots=True)
class Stroke:
    """One stroke of a tile: where it begins, and its way from there, in hex sides."""

    at: Point
    way: str


def strokes(part: Part) -> list[Stroke]:
    """The strokes of a part of a grain; none if it holds anything else.

    >>> strokes(Part(d="M.3.4l.02-.06M1.4 .2h.09", stroke="ink"))
    [Stroke(at=(0.3, 0.4), way='l.02-.06'), Stroke(at=(1.4, 0.2), way='h.09')]
    >>> strokes(Part(d="M0 .15H.3", stroke="ink"))
    []
    """
    if part.fill != "none" or _STROKE.sub("", part.d):
        return []
    return [Stroke((float(x), float(y)), way) for x, y, way in _STROKE.findall(part.d)]


def is_loose(glyph: Glyph) -> bool:
    """Whether a grain is made of strokes only, each of which can stand alone."""
    return glyph.tile != (0.0, 0.0) and all(map(strokes, glyph.parts))


def draw_strokes(
    sheet: Sheet, glyph: Glyph, cells: Collection[Cell], inside: Callable[[Point], bool]
) -> Iterator[str]:
    """The strokes of a grain over some hexes, wherever they begin `inside` the region."""
    tiles = sorted(_tiles(sheet, glyph, cells))
    for part in glyph.parts:
        words = []
        for stroke in strokes(part):
            way = _scaled(stroke.way, sheet.px(1.0))
            for tile in tiles:
                x, y = _spot(sheet, glyph, tile, stroke)
                if inside((x, y)) and sheet.sees_spot((x, y), 0.7):
                    words.append(f"M{x:.1f} {y:.1f}{way}")
        if words:
            faint = part.opacity if part.opacity < 1 else None
            line = pen(sheet.style.colour(part.stroke), fine(sheet.px(part.width)))
            d = shortened("".join(words))
            yield tag("path", d=d, stroke_linecap="round", stroke_opacity=faint, **line)


def _tiles(sheet: Sheet, glyph: Glyph, cells: Collection[Cell]) -> set[tuple[int, int]]:
    """The tiles of a grain, counted from the corner of the sheet, that some hexes touch."""
    (width, height), turn = glyph.tile, radians(glyph.turn)
    found = set()
    for x, y in map(sheet.lattice.centre, cells):
        x, y = x / sheet.px(1.0), y / sheet.px(1.0)
        u, v = x * cos(turn) + y * sin(turn), y * cos(turn) - x * sin(turn)
        found |= {
            (i, j)
            for i in range(floor((u - 1) / width), floor((u + 1) / width) + 1)
            for j in range(floor((v - 1) / height), floor((v + 1) / height) + 1)
        }
    return found


def _spot(sheet: Sheet, glyph: Glyph, tile: tuple[int, int], stroke: Stroke) -> Point:
    u = tile[0] * glyph.tile[0] + stroke.at[0]
    v = tile[1] * glyph.tile[1] + stroke.at[1]
    turn = radians(glyph.turn)
    return sheet.px(u * cos(turn) - v * sin(turn)), sheet.px(u * sin(turn) + v * cos(turn))


def _scaled(way: str, size: float) -> str:
    """A way in units of the sheet; the blank keeps numbers apart.

    >>> _scaled("l.02-.06", 40)
    'l0.8 -2.4'
    """
    return re.sub(_NUMBER, lambda found: f"{float(found[0]) * size:.1f} ", way).strip()
