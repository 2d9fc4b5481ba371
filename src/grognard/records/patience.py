"""Limits for work on what anybody may have written: time by the line and in all, and memory.

Only a process of its own can be stopped whatever it does, so the limits hold where a caller says
that this process was started for the work (``alone``); elsewhere only the total is watched.
"""

import signal
import sys
from contextlib import suppress
from math import ceil
from time import process_time
from types import FrameType

BY_LINE = 1.0
"""Seconds of the processor for a line, or for a position."""
IN_ALL = 30.0
"""Seconds of the processor for a whole record."""
MEMORY = 400_000_000
"""Bytes of address space for a process that reads records."""
GRACE = 2
"""Seconds after which the system stops what does not listen."""


class OutOfTime(Exception):
    """It takes too long."""


class Patience:
    """Runs out; every line of a record that is done renews it a little."""

    def __init__(self, alone: bool) -> None:
        self.alone = alone and sys.platform != "win32"
        self._until = process_time() + IN_ALL
        if self.alone:
            signal.signal(signal.SIGPROF, _stop)
            _limit_memory()

    def __repr__(self) -> str:
        return f"Patience(alone={self.alone})"

    def renew(self) -> None:
        """One more line; raises :class:`OutOfTime` when all of them took too long."""
        if process_time() > self._until:
            raise OutOfTime
        if self.alone:
            _limit_time(BY_LINE)

    def rest(self) -> None:
        """What comes now is our own work."""
        if self.alone:
            _limit_time(0)


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise OutOfTime


if sys.platform != "win32":
    import resource

    def _limit_time(seconds: float) -> None:
        """A signal that Python hears between two steps, and one that the system enforces."""
        signal.setitimer(signal.ITIMER_PROF, seconds)
        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        used = ceil(process_time() + seconds) + GRACE
        resource.setrlimit(resource.RLIMIT_CPU, (used if seconds else most, most))

    def _limit_memory() -> None:
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        with suppress(ValueError, OSError):  # an owner may have set a lower one
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, most))
