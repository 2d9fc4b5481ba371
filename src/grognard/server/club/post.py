"""What waits to be sent, and who sends it: off the thread that serves, again if it fails.

Letters lie in the database. Of several processes one takes each: by an update that finds the
letter still due as it was read.
"""

import logging
from collections.abc import Callable, Mapping
from threading import Event, Thread

import sqlalchemy as sa
from sqlalchemy.orm import Session

from grognard.server.club.book import Book, changed
from grognard.server.club.models import OutboxRow

log = logging.getLogger("grognard.server")

MAIL, HOOK = "mail", "hook"
PAUSE = 5.0
"""Seconds between two looks at the outbox, unless something is put there by this process."""
MOST_TRIES, FIRST_WAIT = 6, 60.0
"""A letter is tried so often, each time after twice as long."""

Carrier = Callable[[OutboxRow], None]
"""Delivers one letter; raises ``OSError`` if it cannot now."""


def put(session: Session, book: Book, channel: str, address: str, subject: str, body: str) -> None:
    """Put something into the outbox, with whatever else is written down."""
    session.add(OutboxRow(channel=channel, address=address, subject=subject, body=body, tries=0,
                          due=book.clock()))  # fmt: skip


class Courier:
    """Sends what is due. `carriers` deliver, by channel; what has none is thrown away."""

    def __init__(self, book: Book, carriers: Mapping[str, Carrier]) -> None:
        self.book, self.carriers = book, carriers
        self._bell, self._closing = Event(), False
        self._thread: Thread | None = None

    def start(self) -> None:
        self._thread = Thread(target=self._work, name="courier", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Finish the letter at hand; the others lie in the database."""
        self._closing = True
        self._bell.set()
        if self._thread:
            self._thread.join(timeout=15)

    def ring(self) -> None:
        """There is something to send."""
        self._bell.set()

    def _work(self) -> None:
        while not self._closing:
            self._bell.wait(PAUSE)
            self._bell.clear()
            try:
                self.send_due()
            except Exception:
                log.exception("the outbox cannot be read")

    def send_due(self) -> int:
        """Everything that is due now; returns how many letters were delivered."""
        sent = 0
        for letter in self._due():
            if not self._closing and self._claim(letter):
                sent += self._deliver(letter)
        return sent

    def _due(self) -> list[OutboxRow]:
        wanted = sa.select(OutboxRow).where(OutboxRow.due <= self.book.clock())
        with self.book.reading() as session:
            return list(session.scalars(wanted.order_by(OutboxRow.id).limit(50)))

    def _claim(self, letter: OutboxRow) -> bool:
        """Of all who read it one changes when it is due next."""
        wait = FIRST_WAIT * 2.0**letter.tries
        mine = sa.update(OutboxRow).where(
            OutboxRow.id == letter.id, OutboxRow.due == letter.due, OutboxRow.tries == letter.tries)
        with self.book.writing() as session:
            taken = mine.values(due=self.book.clock() + wait, tries=letter.tries + 1)
            return changed(session, taken) == 1

    def _deliver(self, letter: OutboxRow) -> bool:
        carrier = self.carriers.get(letter.channel)
        sent = carrier is not None and _taken(carrier, letter)
        if sent or carrier is None or letter.tries + 1 >= MOST_TRIES:
            with self.book.writing() as session:
                session.execute(sa.delete(OutboxRow).where(OutboxRow.id == letter.id))
        return sent


def _taken(carrier: Carrier, letter: OutboxRow) -> bool:
    try:
        carrier(letter)
    except OSError as fault:
        log.warning("%s not delivered, try %s: %s", letter.channel, letter.tries + 1, fault)
        return False
    return True
