"""What the staff says."""

from grognard.server.wire.base import Told


class Step(Told, frozen=True):
    """One choice of a line."""

    kind: str
    arg: int


class StaffHint(Told, frozen=True):
    """A choice worth making, and why."""

    act: str
    """The whole line in notation."""
    line: list[Step]
    sentence: str
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()


class Hints(Told, frozen=True):
    """The best choices at hand; none where nothing is asked, or where there is no staff."""

    seq: int
    """What they are about."""
    staff: bool
    """Whether this game has a staff at all."""
    hints: list[StaffHint]


class Reading(Told, frozen=True):
    """By how much the first side led at a moment of the replay."""

    moment: int
    margin: float


class Course(Told, frozen=True):
    """How the margin ran through a game that is over; nothing while it runs."""

    side: str
    """Who leads where the margin is above nought."""
    readings: list[Reading]
    """Where it changed, with the first and the last moment."""
    turns: list[Reading]
    """The greatest changes, in the order of the game."""
