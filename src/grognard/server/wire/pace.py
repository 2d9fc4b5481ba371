"""How fast a match is to be played."""

from typing import Literal

from grognard.server.wire.base import Told

MINUTE, DAY = 60.0, 86400.0


class Pace(Told, frozen=True):
    """What was agreed upon."""

    kind: Literal["free", "live", "days"] = "free"
    minutes: int = 0
    """Of a live match: on each clock at the beginning."""
    bonus: int = 0
    """Minutes more whenever a turn begins."""
    days: int = 0
    """Of a match by correspondence: each time that a side must choose."""
    reserve: int = 0
    """Days in reserve."""

    @property
    def allowance(self) -> float:
        """Seconds that are free each time that a side must choose."""
        return self.days * DAY if self.kind == "days" else 0.0

    @property
    def beginning(self) -> float:
        """Seconds on a fresh clock."""
        return self.reserve * DAY if self.kind == "days" else self.minutes * MINUTE

    @property
    def is_timed(self) -> bool:
        return self.kind != "free"
