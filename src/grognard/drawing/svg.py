"""Small helpers that write SVG text: numbers, elements, paths."""

import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias
from xml.sax.saxutils import escape, quoteattr

from grognard.hexes import Point

Attribute: TypeAlias = str | int | float | None
Segment: TypeAlias = tuple[Point, ...]
"""One piece of a curve: two points (straight), three (quadratic) or four (cubic)."""

_WHOLE, _NOTHING = re.compile(r"\.0(?!\d)"), re.compile(r"(?<!\d)-0(?![\d.])")
_COMMANDS = {2: "L", 3: "Q", 4: "C"}


def number(value: float) -> str:
    """A coordinate as short as it can be: one decimal is a fortieth of a hex side, or less.

    >>> number(12.04), number(-0.02), number(7.5)
    ('12', '0', '7.5')
    """
    text = f"{value:.1f}"
    return text[:-2].replace("-0", "0") if text.endswith(".0") else text


def fine(value: float) -> str:
    """A length such as a stroke width, which needs two decimals.

    >>> fine(0.25), fine(3.0)
    ('0.25', '3')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def points(*given: Point) -> str:
    return " ".join(f"{number(x)} {number(y)}" for x, y in given)


def tag(name: str, *children: str, **attributes: Attribute) -> str:
    """An element; ``_`` in an attribute name is written ``-``, None leaves the attribute out.

    >>> tag("path", d="M0 0", stroke_width=0.5)
    '<path d="M0 0" stroke-width="0.5"/>'
    """
    words = [name]
    for key, value in attributes.items():
        if value is not None:
            text = fine(value) if isinstance(value, float) else str(value)
            words.append(f"{key.rstrip('_').replace('_', '-')}={quoteattr(text)}")
    opening = " ".join(words)
    inner = "".join(children)
    return f"<{opening}>{inner}</{name}>" if inner else f"<{opening}/>"


def pen(colour: str, width: float | str, **more: Attribute) -> dict[str, Attribute]:
    """The attributes of an unfilled line with round corners."""
    return {
        "fill": "none",
        "stroke": colour,
        "stroke_width": width,
        "stroke_linejoin": "round",
        **more,
    }


def text(words: str, **attributes: Attribute) -> str:
    return tag("text", escape(words), **attributes)


def group(id: str, parts: Iterable[str], **attributes: Attribute) -> str:
    """A named layer; an empty one is kept, so that a client finds every layer it knows."""
    return tag("g", *parts, id=id, **attributes)


def polygon(corners: Sequence[Point]) -> str:
    """Path data of a closed polygon."""
    return f"M{points(*corners)}Z"


def path(segments: Sequence[Segment], closed: bool = False) -> str:
    """Path data of consecutive pieces of a curve."""
    if not segments:
        return ""
    # Numbers are shortened all at once: a map has a hundred thousand of them.
    x, y = segments[0][0]
    words = [f"M{x:.1f} {y:.1f}"]
    for piece in segments:
        ends = " ".join([f"{x:.1f} {y:.1f}" for x, y in piece[1:]])
        words.append(_COMMANDS[len(piece)] + ends)
    return shortened("".join(words)) + ("Z" if closed else "")


def shortened(d: str) -> str:
    """Path data whose numbers have one decimal, written as `number` writes them.

    >>> shortened("M12.0 -0.0L7.5 -10.0Q-0.5 0.0 1.0 2.0")
    'M12 0L7.5 -10Q-0.5 0 1 2'
    """
    return _NOTHING.sub("0", _WHOLE.sub("", d))


def document(
    width: float, height: float, parts: Iterable[str], label: str = "", view: str = ""
) -> str:
    """A whole SVG file; `label` is what a screen reader says, `view` the box that is shown."""
    title = tag("title", escape(label)) if label else ""
    return tag(
        "svg",
        title,
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        width=number(width),
        height=number(height),
        viewBox=view or f"0 0 {number(width)} {number(height)}",
        role="img" if label else None,
    )
