"""Paper: counter sheets to be cut out, and posters, at the sizes of a printer's sheet.

A unit of these pictures is a point, 72 to the inch, as in PDF.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from grognard.drawing.counters import draw_piece
from grognard.drawing.svg import document, number, pen, tag, text
from grognard.table import Face

MM = 72 / 25.4
A4, A1 = (210 * MM, 297 * MM), (594 * MM, 841 * MM)
"""Upright sheets of paper, across and down."""
DOTS = 300
"""To the inch, where a poster is a picture of dots."""

_SIDE, _MARGIN = 16 * MM, 12 * MM
"""The side of a counter or of the label of a block, and the room for the marks to cut along."""
_ROOT = re.compile(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)" viewBox="([-\d. ]+)"')
_STEP = re.compile(r"(?P<piece>.+)-(?P<step>\d+)$")
REDUCED, STANDS = "-reduced", "-stands"


@dataclass(frozen=True, slots=True)
class Printed:
    """A piece of cardboard: what is printed on both sides."""

    name: str
    front: Face
    back: Face


def pieces(faces: Mapping[str, Face]) -> list[Printed]:
    """Every piece once: the full side in front, the reduced side or the side's colour behind."""
    # What is glued on a block lies flat, whether the block stands on the table or not.
    backs = {face.fill: replace(face, stands=False) for face in faces.values() if face.hidden}
    steps: dict[str, list[str]] = defaultdict(list)
    for name, face in faces.items():
        if not face.hidden and not name.endswith((REDUCED, STANDS)):
            found = _STEP.match(name)
            steps[found["piece"] if found else name].append(name)
    return [
        Printed(names[0], faces[names[0]], _back(faces, names, backs))
        for group in steps.values()
        for names in _sides(faces, group)
    ]


def _sides(faces: Mapping[str, Face], names: list[str]) -> Iterator[list[str]]:
    """The sides of the pieces of a unit, from full strength down, two to a piece.

    The label of a block has all its strengths around its edge: one is enough.
    """
    down = names[::-1] if len(names) > 1 else names
    if faces[down[0]].shape == "block":
        yield down[:1]
    else:
        yield from (down[i : i + 2] for i in range(0, len(down), 2))


def _back(faces: Mapping[str, Face], names: Sequence[str], backs: Mapping[str, Face]) -> Face:
    front = faces[names[0]]
    if len(names) > 1:
        return faces[names[1]]
    plain = Face(shape=front.shape, fill=front.fill, hidden=True)
    return faces.get(names[0] + REDUCED, backs.get(front.fill, plain))


def counter_sheets(faces: Mapping[str, Face], paper: tuple[float, float] = A4) -> list[str]:
    """Pages to be printed on both sides and cut: fronts, then the backs behind them.

    The backs lie the other way round, so that they match when a sheet is turned over its long
    edge.
    """
    columns, rows = (int((length - 2 * _MARGIN) / _SIDE) for length in paper)
    printed, room = pieces(faces), columns * rows
    pages = []
    for first in range(0, len(printed), room):
        batch = printed[first : first + room]
        fronts = [(i % columns, i // columns, piece.front) for i, piece in enumerate(batch)]
        backs = [
            (columns - 1 - i % columns, i // columns, piece.back) for i, piece in enumerate(batch)
        ]
        sheet = first // room + 1
        pages += [_page(paper, fronts, f"{sheet} A"), _page(paper, backs, f"{sheet} B")]
    return pages


def _page(
    paper: tuple[float, float], placed: Sequence[tuple[int, int, Face]], name: str
) -> str:
    columns, rows = (int((length - 2 * _MARGIN) / _SIDE) for length in paper)
    # In the middle of the paper, so that both sides of it lie alike.
    left, top = (paper[0] - columns * _SIDE) / 2, (paper[1] - rows * _SIDE) / 2
    parts = [tag("rect", width=number(paper[0]), height=number(paper[1]), fill="#ffffff")]
    for column, row, face in placed:
        at = {"x": number(left + column * _SIDE), "y": number(top + row * _SIDE)}
        square = {"width": number(_SIDE), "height": number(_SIDE)}
        parts.append(tag("svg", *draw_piece(face), viewBox="0 0 100 100", **at, **square))
    parts.append(_cuts(left, top, columns, rows))
    parts.append(text(name, x=left, y=paper[1] - 4 * MM, font_family="sans-serif", font_size="8"))
    return document(*paper, parts)


def _cuts(left: float, top: float, columns: int, rows: int) -> str:
    """Lines to cut along, over the edge of the counters to where a ruler is laid."""
    right, bottom, over = left + columns * _SIDE, top + rows * _SIDE, 4 * MM
    across = (
        f"M{number(left - over)} {number(top + i * _SIDE)}H{number(right + over)}"
        for i in range(rows + 1)
    )
    down = (
        f"M{number(left + i * _SIDE)} {number(top - over)}V{number(bottom + over)}"
        for i in range(columns + 1)
    )
    line = pen("#777777", 0.35)
    return tag("path", d="".join([*across, *down]), id="cuts", **line)


# -- posters --------------------------------------------------------------------------------


class TooSmall(ValueError):
    """On this paper the words of the legend could not be read."""


def poster(svg: str, letters: float, paper: tuple[float, float] = A1) -> str:
    """A drawing on a whole sheet of paper, upright or across as it fits better.

    `letters` is the size of the smallest words that must be read, in units of the drawing; raises
    `TooSmall` if they would be under six points.
    """
    found = _ROOT.match(svg)
    assert found is not None  # as `svg.document` writes it
    width, height = float(found[1]), float(found[2])
    across, down = paper if height >= width else paper[::-1]
    scale = min(across / width, down / height)
    if letters * scale < 6.0:
        raise TooSmall(f"letters of {letters * scale:.1f} points")
    left, top, *_ = map(float, found[3].split())
    left, top = left - (across / scale - width) / 2, top - (down / scale - height) / 2
    view = " ".join(map(number, (left, top, across / scale, down / scale)))
    size = f'width="{number(across)}" height="{number(down)}"'
    return svg[: found.start(1) - 7] + f'{size} viewBox="{view}"' + svg[found.end() :]
