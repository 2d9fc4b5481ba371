"""The club follows what happens in the room, and looks at its clocks."""

import logging
from collections.abc import Callable
from threading import Event, Thread

from grognard.server.club import matches, vacations
from grognard.server.club.desk import Club

log = logging.getLogger("grognard.server")

GLANCE = 2.0
"""Seconds between two looks at the clocks."""


def attend(club: Club, ring: Callable[[str], None]) -> "Attendant":
    """Follow every change; `ring` tells those of this process who are at a table."""

    def ring_all(game: str) -> None:
        ring(game)
        club.room.store.tell(game)

    def changed(game: str) -> None:
        """What was done is stored already: whatever goes wrong here must not undo it."""
        try:
            if matches.follow(club, game):
                club.room.store.tell(game)
        except Exception:
            log.exception("match %s cannot be followed", game)
        ring(game)
        club.courier.ring()

    club.ring, club.room.on_change = ring_all, changed
    return Attendant(club)


class Attendant:
    """Looks at clocks and carries letters while the server runs."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self._closing = Event()
        self._thread = Thread(target=self._work, name="clocks", daemon=True)

    def start(self) -> None:
        self.club.courier.start()
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        self.club.courier.close()
        self._thread.join(timeout=15)

    def _work(self) -> None:
        while not self._closing.wait(GLANCE):
            try:
                matches.flag_all(self.club)
                vacations.end_those_used_up(self.club.book)
            except Exception:
                log.exception("the clocks cannot be read")
