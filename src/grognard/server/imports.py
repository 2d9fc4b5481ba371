"""The door for records from anywhere: they are read and played in a process of their own.

What a record holds can take for ever or eat all memory. A process can be stopped whatever it
does, and what leaves it is plain data; the server itself never plays a line it has not seen fit.
"""

import logging
from collections.abc import Mapping
from typing import Any

from anyio import BrokenWorkerProcess, CapacityLimiter, fail_after, to_process
from starlette.concurrency import run_in_threadpool

from grognard.core.game import Game
from grognard.core.messages import Message
from grognard.records.patience import Patience
from grognard.records.reading import Fault, Readout, read_apart, read_out
from grognard.records.text import RecordFault
from grognard.server.models import TYPED
from grognard.server.problems import Problem
from grognard.server.shelf import Shelf
from grognard.server.wishes import Import

log = logging.getLogger("grognard.server")

READERS = 2
"""Processes that read records at the same time; further records wait."""
PATIENCE = 90.0
"""Seconds on the clock after which a reader is stopped from outside; its own limits, counted in
seconds of the processor, are far shorter."""


class Readers:
    """Reads records; begins with the server and ends with it."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._limiter: CapacityLimiter | None = None

    async def read(self, wish: Import) -> Readout:
        """A record, read and played; raises a `Problem` with line and reason."""
        typed = wish.dice == TYPED
        if self.shelf.installed:
            found = await self._apart(wish.record, typed)
        else:  # boxes that only this process knows, as in tests
            patience = Patience(alone=False)
            found = await run_in_threadpool(read_out, wish.record, typed, self._load, patience)
        if isinstance(found, Fault):
            raise unreadable(found.line, found.reason)
        return found

    async def _apart(self, record: str, typed: bool) -> Readout | Fault:
        self._limiter = self._limiter or CapacityLimiter(READERS)
        try:
            with fail_after(PATIENCE):
                return await to_process.run_sync(
                    read_apart, record, typed, cancellable=True, limiter=self._limiter)
        except (BrokenWorkerProcess, TimeoutError, MemoryError) as fault:
            log.warning("a record was given up, for it took too long or too much: %r", fault)
            return Fault(1, Message("record.too-slow"))
        except Exception:  # whatever befalls a reader, the server lives on
            log.exception("a reader of records failed")
            return Fault(1, Message("record.fails"))

    async def get_ready(self) -> None:
        """Start a reader, so that the first record need not wait for it."""
        if not self.shelf.installed:
            return
        try:
            await self._apart("", False)
        except Exception:  # it is tried again with the first record
            log.exception("no process reads records yet")

    def _load(self, box: str, scenario: str, options: Mapping[str, Any]) -> Game[Any]:
        try:
            return self.shelf.load(box, scenario, options)
        except Problem as fault:
            raise RecordFault("record", 1, str(fault), code="unknown-box") from fault


def unreadable(line: int, reason: Message) -> Problem:
    problem = Problem(422, "record", field="record", line=line, detail=reason)
    problem.more = {"line": line}
    return problem
