"""What the websocket tells."""

from grognard.server.wire.base import Refusal, Told
from grognard.server.wire.club import Match
from grognard.server.wire.difference import Difference
from grognard.server.wire.state import State


class StateEvent(Told, frozen=True, tag_field="type", tag="state"):
    """A whole state."""

    state: State


class DifferenceEvent(Told, frozen=True, tag_field="type", tag="difference"):
    """What changed since the state told before."""

    difference: Difference


class GoneEvent(Told, frozen=True, tag_field="type", tag="gone"):
    """The game was deleted."""


class ErrorEvent(Told, frozen=True, tag_field="type", tag="error"):
    """The server says no."""

    error: Refusal


class PongEvent(Told, frozen=True, tag_field="type", tag="pong"):
    """The answer to a ping."""


class Person(Told, frozen=True):
    """Who plays a side, and whether he is at the table now."""

    side: str
    name: str
    kind: str
    here: bool
    guest: bool = False
    invited: bool = False


class PresentEvent(Told, frozen=True, tag_field="type", tag="present"):
    """Who is at a shared table."""

    people: list[Person]
    watching: int


class TalkLine(Told, frozen=True):
    """Something that a player said."""

    n: int
    side: str
    name: str
    text: str
    at: str


class TalkEvent(Told, frozen=True, tag_field="type", tag="talk"):
    """What players said, since the last such message."""

    lines: list[TalkLine]


class Notepad(Told, frozen=True):
    """What a seat has noted for itself."""

    text: str


class MatchEvent(Told, frozen=True, tag_field="type", tag="match"):
    """How a match stands beside its game: clocks, offers, its end."""

    match: Match


LiveMessage = (
    StateEvent | DifferenceEvent | GoneEvent | ErrorEvent | PongEvent | PresentEvent | TalkEvent
    | MatchEvent
)
