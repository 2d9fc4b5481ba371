"""Bots in a process of their own: they do the errands that the database keeps for them.

One orderly for each lane, as in the room of a table at home. While they work their leases are
renewed; a process that is killed renews none, and another does its errands.
"""

import logging
from collections.abc import Callable, Sequence
from threading import Event, Thread

from sqlalchemy.exc import SQLAlchemyError

from grognard.server import errands
from grognard.server.couriers import Courier
from grognard.server.errands import LEASE, QUICK, SLOW, Queue, Taken
from grognard.server.room import Room

log = logging.getLogger("grognard.server")

LOOK = 1.0
"""Seconds after which an idle orderly looks by himself: a lease that ends rings no bell."""

Done = Callable[[str], None]


class Orderlies:
    """Let bots of a room choose, one choice at a time, until told to stop."""

    def __init__(
        self, room: Room, lease: float = LEASE, lanes: Sequence[str] = (QUICK, SLOW),
        done: Done = lambda lane: None,
    ) -> None:  # fmt: skip
        """`done` is told the lane of every errand."""
        self._room, self._queue = room, Queue(room.store.engine, room.store.name, lease)
        self._bells = {lane: Event() for lane in lanes}
        self._ended, self._done = Event(), done
        self._doing: set[str] = set()
        self._courier = Courier(room.store, {errands.CHANNEL: self._ring}, self._ring_all)
        self._threads = [Thread(target=self._work, args=[lane], name=f"bots-{lane}", daemon=True)
                         for lane in lanes]  # fmt: skip
        self._threads.append(Thread(target=self._renew, name="bots-lease", daemon=True))

    def start(self) -> None:
        self._courier.start()
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Choices that were begun are made; no other is begun."""
        self._ended.set()
        self._ring_all()
        for thread in self._threads:
            thread.join()
        self._courier.stop()

    def _ring(self, lane: str) -> None:
        if lane in self._bells:
            self._bells[lane].set()

    def _ring_all(self) -> None:
        for bell in self._bells.values():
            bell.set()

    def _work(self, lane: str) -> None:
        bell = self._bells[lane]
        while not self._ended.is_set():
            bell.clear()  # before the look: what is told meanwhile rings again
            taken = self._take(lane)
            if taken is None:
                bell.wait(LOOK)
            else:
                self._do(taken)
                self._done(lane)

    def _take(self, lane: str) -> Taken | None:
        try:
            return self._queue.take(lane)
        except SQLAlchemyError as fault:  # the database is away
            log.warning("bots wait: %s", fault)
            self._ended.wait(LOOK)
            return None

    def _do(self, taken: Taken) -> None:
        """What fails is tried again when its lease has ended."""
        self._doing.add(taken.game)
        try:
            self._room.one_choice(taken.game)
            self._queue.finish(taken)
        except Exception:
            log.exception("bots stopped in game %s", taken.game)
        finally:
            self._doing.discard(taken.game)

    def _renew(self) -> None:
        while not self._ended.wait(self._queue.lease / 3):
            try:
                self._queue.renew(list(self._doing))
            except SQLAlchemyError as fault:
                log.warning("no lease was renewed: %s", fault)
