"""Games as the list of games shows them."""

from typing import Literal

from grognard.server.wire.base import Told
from grognard.server.wire.shelf import OptionValue


class Seat(Told, frozen=True):
    """Who plays a side; the token is there for whoever may sit down."""

    side: str
    side_name: str
    kind: Literal["person", "bot", "watcher"]
    name: str
    bot: str
    token: str
    away: Literal["", "invited", "guest"] = ""
    """Given away by a link, which nobody has taken yet, or somebody has."""


class Result(Told, frozen=True):
    """How a play ended."""

    winner: str | None
    winner_name: str
    level: str
    reason: str
    score: int | float


class Notice(Told, frozen=True):
    """What happened to a game because the program or the box changed."""

    code: str
    sentence: str
    lines: list[str]
    detail: str = ""


class Game(Told, frozen=True):
    """A game as the list of games shows it."""

    id: str
    title: str
    box: str
    scenario: str
    scenario_title: str
    options: dict[str, OptionValue]
    dice: Literal["machine", "typed"]
    table: str
    """Where everything is found that does not change during the game."""
    created: str
    changed: str
    archived: bool
    lesson: str
    """The lesson that it follows, or nothing."""
    over: bool
    turn: int
    result: Result | None
    fork_of: str
    seats: list[Seat]
    notices: list[Notice]
    watched: bool = False
    """Whether a link lets others watch."""


class Invitation(Told, frozen=True):
    """A link that the host sends to somebody."""

    link: str


class Asked(Told, frozen=True):
    """What a link is for."""

    game: str
    box_title: str
    scenario_title: str
    side: str
    side_name: str
    watch: bool


class Joined(Told, frozen=True):
    """The seat that a guest has taken; nobody else is ever told its token."""

    game: str
    side: str
    token: str


class Games(Told, frozen=True, rename={"start": "from"}):
    """A page of the list of games."""

    games: list[Game]
    start: int
    total: int
    """How many there are on all pages."""
