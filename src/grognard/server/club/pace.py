"""How fast a match is to be played, and clocks.

*live*: so many minutes for the whole match, and some more whenever a turn of the game begins.
*days*: so many days whenever a side must choose, and what is used beyond is taken off a reserve.
*free*: no clock. All three are one reckoning: a side that must choose has an allowance, and what
it uses beyond is taken off what is left on its clock.
"""

import msgspec

from grognard.server.club.models import MatchSeatRow
from grognard.server.wire.pace import DAY, MINUTE, Pace

__all__ = ["DAY", "MINUTE", "Pace", "has_flag_fallen", "left_at", "read", "start", "stop",
           "wind_up", "write"]  # fmt: skip


def read(text: str) -> Pace:
    return msgspec.json.decode(text, type=Pace)


def write(pace: Pace) -> str:
    return msgspec.json.encode(pace).decode()


def left_at(pace: Pace, left: float, since: float, now: float) -> float:
    """What is left on a clock that runs since then."""
    return left - max(0.0, now - since - pace.allowance) if since else left


def start(seat: MatchSeatRow, pace: Pace, now: float) -> None:
    """The side must choose."""
    if pace.is_timed and not seat.since:
        seat.since = now
        seat.deadline = now + pace.allowance + seat.left


def stop(seat: MatchSeatRow, pace: Pace, now: float) -> None:
    """The side has chosen, or the match waits for it no longer."""
    if seat.since:
        seat.left = left_at(pace, seat.left, seat.since, now)
        seat.since, seat.stopped, seat.deadline = 0.0, now, None


def wind_up(seats: list[MatchSeatRow], pace: Pace, turns: int) -> None:
    """New turns have begun."""
    if pace.kind != "live" or turns <= 0:
        return
    for seat in seats:
        seat.left += turns * pace.bonus * MINUTE
        if seat.deadline is not None:
            seat.deadline += turns * pace.bonus * MINUTE


def has_flag_fallen(seat: MatchSeatRow, now: float) -> bool:
    return seat.deadline is not None and seat.deadline < now
