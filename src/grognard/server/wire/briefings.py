"""What is told of a scenario before it is played."""

from grognard.server.wire.base import Told


class Briefing(Told, frozen=True):
    """What a scenario is about, for who chooses one and for who has forgotten."""

    about: str
    sides: str
    """Whom each side suits."""
    wins: str
    level: str
    """How hard it is, in a word."""
    hours: float
    """How long two persons play; 0 if nobody knows."""


class Briefings(Told, frozen=True):
    """The briefings of a box, by scenario; scenarios of the player's own have none."""

    briefings: dict[str, Briefing]
