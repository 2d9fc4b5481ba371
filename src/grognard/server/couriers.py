"""Couriers between processes that share a database: what one says the others hear.

PostgreSQL carries it (LISTEN and NOTIFY). A courier that loses his way finds back by himself; who
waits for him is then told that something may have been missed.
"""

import logging
from collections.abc import Callable, Mapping
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from grognard.server.errands import told
from grognard.server.store import Store

log = logging.getLogger("grognard.server")

PATIENCE = 0.5
"""Seconds for which a courier listens before he looks whether he is still wanted."""
PAUSE = 0.5
"""Seconds before he tries the way again."""

Ears = Mapping[str, Callable[[str], None]]


class Courier:
    """Hears what is told on some channels, and tells; `missed` is called when he comes back."""

    def __init__(self, store: Store, ears: Ears, missed: Callable[[], None]) -> None:
        self._engine, self._ears, self._missed = store.engine, ears, missed
        self._outbox: SimpleQueue[tuple[str, str] | None] = SimpleQueue()
        self._ended = Event()
        self._heard = True
        self._threads = [Thread(target=work, name=f"courier-{work.__name__}", daemon=True)
                         for work in (self._listen, self._send)]  # fmt: skip

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """What was said before still goes out."""
        self._outbox.put(None)
        self._ended.set()
        for thread in self._threads:
            thread.join()

    def say(self, channel: str, what: str) -> None:
        """Tell the others; whoever says it need not wait."""
        self._outbox.put((channel, what))

    # -- telling ------------------------------------------------------------------------

    def _send(self) -> None:
        while (said := self._outbox.get()) is not None:
            try:
                with self._engine.begin() as connection:
                    connection.execute(told(*said))
            except SQLAlchemyError as fault:
                log.warning("not told to other processes: %s", fault)

    # -- hearing ------------------------------------------------------------------------

    def _listen(self) -> None:
        while not self._ended.is_set():
            try:
                self._hear()
            except Exception as fault:  # the database is away: nothing can be heard there
                said = log.warning if self._heard else log.debug  # once, until it is back
                said("hears nothing of other processes: %s", str(fault).strip())
                self._heard = False
                self._ended.wait(PAUSE)

    def _hear(self) -> None:
        line = self._line()
        try:
            self._heard = True
            self._missed()
            while not self._ended.is_set():
                for note in line.notifies(timeout=PATIENCE):
                    self._ears[note.channel](note.payload)
        finally:
            line.close()

    def _line(self) -> Any:
        """A connection of the driver's own, which nobody else uses."""
        arguments, options = self._engine.dialect.create_connect_args(self._engine.url)
        line: Any = self._engine.dialect.loaded_dbapi.connect(
            *arguments, **options, autocommit=True)
        for channel in self._ears:
            line.execute(f"LISTEN {channel}")
        return line
