"""Rows of small glyphs, drawn pen by pen.

A map has ten thousand trees of three shapes each. To a renderer every one of them is an element to
be read and painted by itself; as one path for each pen of a row they take a third of the time. A
row in front still hides the feet of the one behind it.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache

from msgspec.structs import replace

from grognard.drawing.sheet import Sheet
from grognard.drawing.style import Part, Style
from grognard.drawing.svg import Attribute, pen, tag
from grognard.hexes import Point

_COMMAND = re.compile(r"([MLHVCQSTAZ])([^MLHVCQSTAZ]*)", re.IGNORECASE)
_NUMBER = re.compile(r"-?\d*\.?\d+")
_TAKES = {"M": 2, "L": 2, "T": 2, "H": 1, "V": 1, "Q": 4, "S": 4, "C": 6, "A": 7}


def planted(sheet: Sheet, rows: Iterable[Iterable[tuple[str, Point]]]) -> Iterator[str]:
    """Glyphs by name and place, row by row; their sizes are in hex sides."""
    pens = _Pens(sheet.style)
    drawn = [element for row in rows for element in _row(sheet, row, pens)]
    if drawn:
        yield tag("g", *drawn, transform=f"scale({_short(sheet.lattice.size)})")


class _Pens(dict[str, list[tuple[int, str]]]):
    """For each glyph the pens that draw it, by number, and the way of each from its middle."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.known: list[tuple[int, Part]] = []
        """The pens: at which turn each draws, and a part without a way."""

    def __missing__(self, name: str) -> list[tuple[int, str]]:
        parts = enumerate(self.style.glyphs[name].parts)
        self[name] = [(self._number(turn, part), relative(part.d)) for turn, part in parts]
        return self[name]

    def _number(self, turn: int, part: Part) -> int:
        pen = turn, replace(part, d="")
        if pen not in self.known:
            self.known.append(pen)
        return self.known.index(pen)


def _row(sheet: Sheet, glyphs: Iterable[tuple[str, Point]], pens: _Pens) -> Iterator[str]:
    size = sheet.lattice.size
    ways: dict[int, list[str]] = defaultdict(list)
    for name, (x, y) in glyphs:
        at = f"M{x / size:.3f} {y / size:.3f}"
        for number, way in pens[name]:
            ways[number].append(at + way)
    # Shadows first, then crowns, then the lights on them, whichever tree they belong to.
    for number in sorted(ways, key=lambda number: pens.known[number][0]):
        yield draw_part(sheet, replace(pens.known[number][1], d="".join(ways[number])))


def draw_part(sheet: Sheet, part: Part) -> str:
    """One path of a glyph, in its own units."""
    # Opacity of fill and stroke, not of the element: renderers paint an element that is not
    # opaque on a layer of its own.
    faint = part.opacity if part.opacity < 1 else None
    line: dict[str, Attribute] = {}
    if part.stroke:
        colour = sheet.style.colour(part.stroke)
        line = pen(colour, f"{part.width:g}", stroke_linecap="round", stroke_opacity=faint)
    line["fill"] = sheet.style.colour(part.fill)
    return tag("path", d=part.d, fill_opacity=None if part.fill == "none" else faint, **line)


@cache
def relative(d: str) -> str:
    """Path data counted from where the pen stands, so that it can begin anywhere.

    >>> relative("M0-.2Q.1 0 0 .1H.3Z"), relative("M1 1h2v1z")
    ('m0-.2q.1 .2 0 .3h.3z', 'm1 1h2v1z')
    """
    x = y = start_x = start_y = 0.0
    words = []
    for command, rest in _COMMAND.findall(d):
        kind = command.upper()
        if kind == "Z":
            x, y = start_x, start_y
            words.append("z")
            continue
        numbers = [float(found) for found in _NUMBER.findall(rest)]
        for i in range(0, len(numbers), _TAKES[kind]):
            step = _stepped(kind, numbers[i : i + _TAKES[kind]], (x, y), command.isupper())
            words.append(kind.lower() + " ".join(map(_short, step)).replace(" -", "-"))
            x += 0.0 if kind == "V" else step[-1] if kind == "H" else step[-2]
            y += 0.0 if kind == "H" else step[-1]
            if kind == "M":
                start_x, start_y = x, y
    return "".join(words)


def _stepped(kind: str, numbers: list[float], here: Point, absolute: bool) -> list[float]:
    """The numbers of a command as steps from `here`; of an arc only its end is a place."""
    if not absolute:
        return numbers
    if kind in "HV":
        return [numbers[0] - here[kind == "V"]]
    places = numbers[5:] if kind == "A" else numbers
    steps = [value - here[i % 2] for i, value in enumerate(places)]
    return [*numbers[:5], *steps] if kind == "A" else steps


def _short(value: float) -> str:
    """A number in hex sides: three decimals are a twenty-fifth of a pixel.

    >>> _short(0.25), _short(-3.0), _short(-0.0)
    ('.25', '-3', '0')
    """
    text = f"{value:.3f}".rstrip("0").rstrip(".").replace("0.", ".", 1 if abs(value) < 1 else 0)
    return "0" if text == "-0" else text
