"""What a table tells about the thing pointed at, and what a player may have forgotten."""

from typing import Literal, TypeAlias

import msgspec

from grognard.core.messages import Message

Stroke: TypeAlias = Literal["dots", "dashes", "solid"]
"""How a line is drawn, so that kinds are told apart."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A way from hex to hex to be drawn: a line of communication, a road, a railway."""

    kind: str
    """Names it: ``line.<kind>``."""
    hexes: tuple[int, ...]
    drawn: Stroke = "solid"
    broken: bool = False
    """It gets no further than its last hex."""


class Trace(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a unit is fed, or where that fails."""

    says: Message
    rule: str
    lines: tuple[Line, ...] = ()
    breaks: tuple[int, ...] = ()
    """Hexes in which it breaks."""


class Threat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who can still attack a hex in this phase."""

    says: Message
    rule: str
    units: tuple[int, ...] = ()


class Reminder(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player may have forgotten before he ends what he is doing."""

    says: Message
    rule: str = ""
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    grave: bool = False
    """A table asks before it lets him go on."""
