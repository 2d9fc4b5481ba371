"""Answers to questions at the table, and looking back."""

from typing import Literal

from msgspec import UNSET, UnsetType

from grognard.server.wire.base import Fact, LitCell, RuleCase, Told
from grognard.server.wire.scene import Scene
from grognard.server.wire.state import Choices, LogLine, LogPart


class Check(Told, frozen=True):
    """What the rules say to an action."""

    allowed: bool
    code: str = ""
    rule: str = ""
    sentence: str = ""
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    case: RuleCase | UnsetType = UNSET


class Preview(Told, frozen=True):
    """What would be offered next."""

    prompt: str
    rule: str
    units: list[int]
    hexes: list[int]
    choices: list[Choices]


class Line(Told, frozen=True):
    """A way from hex to hex to be drawn."""

    kind: str
    label: str
    hexes: tuple[int, ...]
    drawn: Literal["dots", "dashes", "solid"]
    broken: bool = False
    """It gets no further than its last hex."""


class Trace(Told, frozen=True):
    """How a unit is fed, or where that fails."""

    sentence: str
    rule: str
    lines: list[Line]
    breaks: tuple[int, ...] = ()


class Threat(Told, frozen=True):
    """Who can still attack a hex in this phase."""

    sentence: str
    rule: str
    units: tuple[int, ...]


class Pointed(Told, frozen=True):
    """What is told about the unit and the hex pointed at."""

    trace: Trace | None
    threat: Threat | None


class OddsResult(Told, frozen=True):
    """What may come out, and how likely that is."""

    result: str
    label: str
    fraction: str
    percent: float


class Odds(Told, frozen=True):
    """The working and the distribution."""

    column: str
    lines: list[Fact]
    results: list[OddsResult]
    assumes: list[str]
    lit: list[LitCell]
    suffers: list[OddsResult]
    """What the other side's fire brings first."""


class OddsAnswer(Told, frozen=True):
    """What an attack can bring, where that can be told."""

    odds: Odds | None


class Mark(Told, frozen=True):
    """Where a turn or phase begins."""

    stop: int
    turn: int
    phase: str
    date: str


class Past(Told, frozen=True):
    """Where one can stop on the way through a game."""

    stops: int
    marks: list[Mark]
    moments: list[int] | UnsetType = UNSET
    """After the end: the moment of each stop, in a count that all sides share."""


class Stop(Told, frozen=True):
    """The table as it was at one stop."""

    stop: int
    stops: int
    side: str
    scene: Scene
    waiting: list[str]
    lines: list[LogLine]
    """What happened since the stop before."""
    log: LogPart
    """The log up to here."""
