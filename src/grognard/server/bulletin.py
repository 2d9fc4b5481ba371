"""What a side is told after a change, put into words once for everybody who watches that side."""

from typing import Any

import msgspec

from grognard.core.sides import Side
from grognard.server import states
from grognard.server.models import SeatRow
from grognard.server.opengame import OpenGame
from grognard.server.states import Happened

Stamp = tuple[int, int]


class Told:
    """What one side can be told until something changes for it."""

    def __init__(self, stamp: Stamp, happened: Happened) -> None:
        self.stamp, self.happened = stamp, happened
        self._states: dict[tuple[str, int], tuple[Happened | None, bytes]] = {}

    def state(
        self, game: OpenGame, seat: SeatRow, language: str, seen: Happened | None
    ) -> bytes:
        """A state as JSON; those who have seen the same of the log get the same."""
        key = language, id(seen)
        if key not in self._states:
            told: Any = states.state(game, seat, language, seen)
            # `seen` is kept so that its number stays its own.
            self._states[key] = seen, msgspec.json.encode(told)
        return self._states[key][1]


def stamp(game: OpenGame, side: Side) -> Stamp:
    """Changes with everything that the side may know of."""
    return game.seq(side), game.generation


def _told(game: OpenGame, side: Side) -> Told:
    now, kept = stamp(game, side), game.told.get(side)
    if not isinstance(kept, Told) or kept.stamp != now:
        kept = game.told[side] = Told(now, game.happened(side))
    return kept


def happened(game: OpenGame, side: Side) -> Happened:
    """The log as the side knows it; one list for all, until something changes."""
    return _told(game, side).happened


def state(game: OpenGame, seat: SeatRow, language: str, seen: Happened | None = None) -> bytes:
    """The state as a seat sees it, as JSON; whoever asks holds the lock of the game."""
    return _told(game, seat.side).state(game, seat, language, seen)
