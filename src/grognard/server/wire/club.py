"""People of a club: their accounts."""

from grognard.server.wire.base import Told


class Browser(Told, frozen=True):
    """A browser in which somebody is signed in."""

    agent: str
    created: float
    seen: float
    here: bool = False
    """The one that asks."""


class Me(Told, frozen=True):
    """The account of whoever asks."""

    name: str
    mail: str
    """Confirmed, or nothing."""
    created: float
    language: str


class Visitor(Told, frozen=True):
    """Who is signed in here, if anybody is."""

    me: Me | None


class Browsers(Told, frozen=True):
    """Where somebody is signed in, the browser used last first."""

    browsers: list[Browser]
