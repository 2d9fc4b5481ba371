"""Whose turn it is to let a bot think: one choice at a time, so that no game starves another."""

import logging
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from threading import Condition, Thread

log = logging.getLogger("grognard.server")

WORKERS = 2
PERSON_WAITS, NOBODY_WAITS = 0, 1
"""Games in which a person waits for the bot come first; among equals, who has waited longest."""


class Rota:
    """Games whose bots must choose. `one_choice` lets a bot of a game make one choice."""

    def __init__(self, one_choice: Callable[[str], None], workers: int = WORKERS) -> None:
        self._one_choice, self._workers = one_choice, workers
        self._turn = Condition()
        self._queue: list[tuple[int, int, str]] = []
        self._waiting: set[str] = set()
        self._working: set[str] = set()
        self._again: dict[str, int] = {}
        """Games that want another choice while one is being made."""
        self._numbers = count()
        self._threads: list[Thread] = []
        self._closing = False

    def enlist(self, id: str, rank: int) -> None:
        """A bot of this game must choose; to say it twice does no harm."""
        with self._turn:
            if self._closing or id in self._waiting:
                return
            if id in self._working:
                self._again[id] = rank
            else:
                self._push(id, rank)

    def close(self) -> None:
        """Let bots finish their choice, and none begin another."""
        with self._turn:
            self._closing = True
            self._turn.notify_all()
        for thread in self._threads:
            thread.join()

    def _push(self, id: str, rank: int) -> None:
        self._waiting.add(id)
        heappush(self._queue, (rank, next(self._numbers), id))
        if len(self._threads) < self._workers:
            number = len(self._threads)
            self._threads.append(Thread(target=self._work, name=f"bot-{number}", daemon=True))
            self._threads[-1].start()
        self._turn.notify()

    def _work(self) -> None:
        while (id := self._next()) is not None:
            try:
                self._one_choice(id)
            except Exception:
                log.exception("bots stopped in game %s", id)
            self._rest(id)

    def _next(self) -> str | None:
        with self._turn:
            self._turn.wait_for(lambda: self._queue or self._closing)
            if self._closing:
                return None
            id = heappop(self._queue)[2]
            self._waiting.discard(id)
            self._working.add(id)
            return id

    def _rest(self, id: str) -> None:
        with self._turn:
            self._working.discard(id)
            rank = self._again.pop(id, None)
            if rank is not None and not self._closing:
                self._push(id, rank)
