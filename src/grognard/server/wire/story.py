"""What others did, told beat by beat, and summed up."""

from typing import Literal

from msgspec import UNSET, UnsetType

from grognard.server.wire.base import Told
from grognard.server.wire.difference import SceneDifference
from grognard.server.wire.scene import Scene
from grognard.server.wire.state import LogLine


class Blow(Told, frozen=True):
    """Something that is shown large: a place that counts has changed hands, or a headquarters
    is gone from the map."""

    kind: Literal["place", "headquarters"]
    name: str
    hexes: tuple[int, ...]
    side: str
    """Who lost it."""
    to: str = ""
    """Who holds the place now; nobody if it is empty."""


class Beat(Told, frozen=True):
    """One thing that happened, and how the table looked after it."""

    lines: list[LogLine]
    scene: SceneDifference | UnsetType = UNSET
    """What changed on the table since the beat before."""
    blows: tuple[Blow, ...] = ()


class Story(Told, frozen=True, rename={"start": "from"}):
    """Lines `from` up to `to` of the log as beats; `scene` is the table before the first."""

    start: int
    to: int
    scene: Scene
    beats: list[Beat]


class Moved(Told, frozen=True):
    """Units of a formation that moved; the formation is empty where it is not known."""

    side: str
    group: str
    count: int
    hexes: tuple[int, ...]


class Fought(Told, frozen=True):
    """What was fought for a place: how often dice were thrown, and the last that was said."""

    name: str
    hexes: tuple[int, ...]
    count: int
    sentence: str


class Lost(Told, frozen=True):
    """A step, a unit or more."""

    side: str
    sentence: str
    hexes: tuple[int, ...]


class Threatened(Told, frozen=True):
    """What the enemy can lay hands on now, or what is cut off."""

    kind: Literal["place", "headquarters", "supply"]
    name: str
    hexes: tuple[int, ...]


class Recap(Told, frozen=True, rename={"start": "from"}):
    """What happened from line `from` up to `to` of the log, and what is threatened now."""

    start: int
    to: int
    moved: list[Moved]
    fought: list[Fought]
    lost: list[Lost]
    blows: list[Blow]
    threatened: list[Threatened]
