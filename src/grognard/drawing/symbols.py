"""Unit symbols and markers as vectors, read from `styles/symbols.toml`."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

import msgspec

from grognard.drawing.palette import ink_on
from grognard.drawing.svg import Attribute, tag

FRAME = "M-15-10H15V10H-15Z"
"""The box of a unit symbol: 30 by 20 around the middle."""


class Symbol(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One symbol; `of` names those drawn under it."""

    lines: str = ""
    solids: str = ""
    outside: str = ""
    of: tuple[str, ...] = ()
    frame: bool = True


@cache
def symbols() -> Mapping[str, Symbol]:
    """All symbols by name."""
    source = files("grognard.drawing").joinpath("styles/symbols.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(source), dict[str, Symbol])


def draw_symbol(name: str, ink: str, fill: str, width: float = 1.6) -> Iterator[str]:
    """The paths of a symbol around the middle; a name without a symbol is an empty box.

    `ink` is that of the counter. Inside the box, the ink is the one that reads on its fill.
    """
    framed = symbols().get(name, Symbol()).frame
    inner = ink_on(fill) if framed else ink
    pen: dict[str, Attribute] = {"stroke_width": width, "stroke_linejoin": "round"}
    if framed:
        yield tag("path", d=FRAME, fill=fill)
    if solids := _paths(name, "solids"):
        yield tag("path", d=solids, fill=inner)
    for part, colour in (("lines", inner), ("outside", ink)):
        if lines := _paths(name, part):
            yield tag("path", d=lines, fill="none", stroke=colour, stroke_linecap="round", **pen)
    if framed:
        yield tag("path", d=FRAME, fill="none", stroke=ink_on(fill), **pen)


def _paths(name: str, part: str) -> str:
    symbol = symbols().get(name, Symbol())
    own: str = getattr(symbol, part)
    return "".join(_paths(other, part) for other in symbol.of) + own
