"""What stands around a map: frame, title, scale bar and compass."""

from collections.abc import Iterator
from math import sqrt

from grognard.drawing.lettering import face
from grognard.drawing.sheet import Box, Sheet
from grognard.drawing.style import Letters
from grognard.drawing.svg import Attribute, polygon, tag, text
from grognard.hexes import Point

BAND = 0.16
"""How broad the frame is, in hex sides."""


def rectangle(box: Box, **attributes: Attribute) -> str:
    return tag("rect", x=box.left, y=box.top, width=box.width, height=box.height, **attributes)


def draw_frame(sheet: Sheet) -> Iterator[str]:
    """A neat line, a band of light and dark lengths as on survey maps, and an outer line."""
    ink, light = sheet.style.colour("frame"), sheet.style.colour("sheet")
    band = sheet.px(BAND)
    middle = sheet.frame.grown(band / 2)
    outer = sheet.frame.grown(band)
    yield rectangle(middle, fill="none", stroke=light, stroke_width=band)
    yield tag("path", d=_lengths(sheet, middle), fill="none", stroke=ink, stroke_width=band * 0.5)
    yield rectangle(sheet.frame, fill="none", stroke=ink, stroke_width=sheet.px(0.025))
    yield rectangle(outer, fill="none", stroke=ink, stroke_width=sheet.px(0.05))


def _lengths(sheet: Sheet, box: Box) -> str:
    """Every other length of the band: each as long as three hex sides, or nearly."""
    words = []
    for start, span, level, across in (
        (box.left, box.width, box.top, True),
        (box.left, box.width, box.bottom, True),
        (box.top, box.height, box.left, False),
        (box.top, box.height, box.right, False),
    ):
        count = 2 * max(1, round(span / sheet.px(6.0))) + 1
        step = span / count
        for i in range(0, count, 2):
            a, b = start + i * step, start + (i + 1) * step
            ends = ((a, level), (b, level)) if across else ((level, a), (level, b))
            words.append(f"M{ends[0][0]:.1f} {ends[0][1]:.1f}L{ends[1][0]:.1f} {ends[1][1]:.1f}")
    return "".join(words)


def title_letters(size: float) -> Letters:
    return Letters(size=size, weight=600, capitals=True, spacing=size * 0.16)


def draw_title(sheet: Sheet, words: str) -> str:
    """The name of the map above it, between two rules."""
    letters = title_letters(0.78)
    x = sheet.frame.middle[0]
    y = sheet.frame.top - sheet.px(0.78)
    return text(words.upper(), x=x, y=y, text_anchor="middle", **face(sheet, letters, halo=0))


def draw_scale(sheet: Sheet, at: Point, words: str) -> Iterator[str]:
    """A bar of round kilometres, `at` its right end."""
    ink, light = sheet.style.colour("frame"), sheet.style.colour("sheet")
    step = _round_length(sheet.map.scale_km)
    unit = step / sheet.map.scale_km * sheet.px(sqrt(3))
    left = at[0] - 4 * unit
    high = sheet.px(0.14)
    letters = Letters(size=0.24)
    for i in range(4):
        box = Box(left + i * unit, at[1], left + (i + 1) * unit, at[1] + high)
        yield rectangle(box, fill=light if i % 2 else ink, stroke=ink, stroke_width=sheet.px(0.02))
    for i in range(5):
        mark = f"{i * step:g}" + (f" {words}" if i == 4 else "")
        spot = (left + i * unit, at[1] - sheet.px(0.1))
        yield text(mark, x=spot[0], y=spot[1], text_anchor="middle", **face(sheet, letters, halo=0))


def _round_length(most: float) -> float:
    """The largest round number up to this one: 1, 2 or 5 times a power of ten.

    >>> _round_length(2.3), _round_length(97)
    (2.0, 50.0)
    """
    choices = [base * 10.0**power for power in range(-2, 4) for base in (1, 2, 5)]
    return max((choice for choice in choices if choice <= most), default=most)


def draw_compass(sheet: Sheet, at: Point, turn: float, north: str) -> Iterator[str]:
    """A rose of eight points; `turn` is how far north lies clockwise from up, in degrees."""
    ink, light = sheet.style.colour("frame"), sheet.style.colour("sheet")
    parts: list[str] = []
    for first, reach in ((45, 0.5), (0, 0.85)):
        for angle in range(first, 360, 90):
            parts += _point(sheet, angle, reach, ink, light)
    ring = tag("circle", r=sheet.px(0.34), fill="none", stroke=ink, stroke_width=sheet.px(0.02))
    letters = Letters(size=0.34, weight=600)
    letter = text(
        north, x=0, y=-sheet.px(0.95), text_anchor="middle", **face(sheet, letters, halo=0)
    )
    move = f"translate({at[0]:.1f} {at[1]:.1f}) rotate({turn:.1f})"
    yield tag("g", ring, *parts, letter, transform=move)


def _point(sheet: Sheet, angle: int, reach: float, ink: str, light: str) -> Iterator[str]:
    """One point of the rose, half of it dark."""
    tip, side = sheet.px(reach), sheet.px(0.13)
    for half, fill in ((side, ink), (-side, light)):
        d = polygon([(0.0, 0.0), (0.0, -tip), (half, -side)])
        thin = sheet.px(0.018)
        turn = f"rotate({angle})"
        yield tag("path", d=d, fill=fill, stroke=ink, stroke_width=thin, transform=turn)
