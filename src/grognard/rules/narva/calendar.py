"""The weeks of the game (2.2.1)."""

from datetime import date
from typing import TYPE_CHECKING

from grognard.core.messages import Message
from grognard.rules.narva.data import Turn

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


def turns_played(game: "Narva") -> range:
    """The turns of the scenario; the track of the box may be longer."""
    return range(game.rows.first_turn, game.rows.last_turn + 1)


def week(row: Turn) -> Message:
    """2.2.1: the days of a turn, as people say them."""
    first, last = date.fromisoformat(row.starts), date.fromisoformat(row.ends)
    id = "date.week" if first.month == last.month else "date.two-months"
    return Message(id, {"first": first.day, "month": first.month, "last": last.day,
                        "next": last.month, "year": last.year})
