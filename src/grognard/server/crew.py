"""``grognard serve``: several processes on one socket and one database, and one that minds them.

Whichever of them ends is replaced. Told to stop (SIGTERM) each answers what it was asked, closes
its sockets with a code upon which clients come again (1012), and ends; bots finish their choice.
"""

import logging
import multiprocessing as mp
import os
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from importlib.metadata import entry_points
from multiprocessing.connection import wait
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import uvicorn

from grognard.boxes.overrides import home
from grognard.server import running
from grognard.server.app import create_app
from grognard.server.athand import MEMORY
from grognard.server.club.attending import attend
from grognard.server.club.book import Book
from grognard.server.club.config import Config
from grognard.server.club.desk import Club
from grognard.server.house import House, share
from grognard.server.orderlies import Orderlies
from grognard.server.room import Room
from grognard.server.store import NoStore, Store

log = logging.getLogger("grognard.server")

GRACE = 30.0
"""Seconds that a process has for its last answers and its bots' last choices."""
BACK_OFF, LONGEST = 1.0, 8.0
"""Seconds between two starts in the same place: what fails at once shall not keep a core busy. They
are doubled each time, up to the second number, until one has lived for longer than that."""
POLL = 0.2


@dataclass(frozen=True)
class Plan:
    """What every process must know."""

    database: str
    folder: Path
    memory: int = MEMORY
    """Megabytes for the open games of one process."""
    address: str = ""
    """How players reach it."""
    host: str = ""
    """The hash of the host's key."""
    proxies: Sequence[str] = ()
    workers: int = 1
    bots: int = 1
    metrics: str = ""
    """Where the operator reads counts, as ADDRESS:PORT."""
    config: Config = field(default_factory=Config)
    """Of the club."""

    def room(self) -> Room:
        store = Store.at(self.database, self.folder)
        return Room(store, memory=self.memory)

    def house(self) -> House:
        return House(shared=True, address=self.address, host=self.host)

    def club(self, room: Room) -> Club:
        """Whose server it is."""
        config = msgspec.structs.replace(self.config, address=self.address)
        return Club(room, Book(room.store.engine), config)


# -- what a process does ------------------------------------------------------------------


def serve_players(plan: Plan, listening: socket.socket) -> None:
    """A process that answers players."""
    _end_with_parent()
    house, room = plan.house(), plan.room()
    app = create_app(room, drawings=plan.folder / "drawings", house=house,
                     hosts=running.names(house), club=plan.club(room))  # fmt: skip
    if plan.metrics:
        from grognard.server.metrics import Meter

        app.add_middleware(Meter, room=room)
    settings = running.config(app, plan.proxies)
    settings.timeout_graceful_shutdown = int(GRACE)
    uvicorn.Server(settings).run(sockets=[listening])


def let_bots_choose(plan: Plan) -> None:
    """A process in which bots choose."""
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    _end_with_parent()
    room = plan.room()
    attend(plan.club(room), lambda game: None)  # what a bot does may end a match, or a clock's rest
    orderlies = Orderlies(room, done=_counting(plan))
    orderlies.start()
    ended.wait()
    orderlies.stop()
    room.close()


def _counting(plan: Plan) -> Callable[[str], None]:
    if not plan.metrics:
        return lambda lane: None
    from grognard.server.metrics import CHOICES

    return lambda lane: CHOICES.labels(lane).inc()


def _end_with_parent() -> None:
    """Whoever lost the process that minds it ends as if it had been told to."""
    parent = mp.parent_process()
    if parent is not None:
        threading.Thread(target=_await_end, args=[parent.sentinel], daemon=True).start()


def _await_end(parent: int) -> None:
    wait([parent])
    os.kill(os.getpid(), signal.SIGTERM)


# -- who minds them -----------------------------------------------------------------------


def preloaded() -> list[str]:
    """What all processes need, rule books included: it is imported once, and then shared."""
    groups = ("grognard.rulebooks", "grognard.boxes")
    installed = {entry.module for group in groups for entry in entry_points(group=group)}
    return [__name__, *sorted(installed)]


class Place:
    """A place in the crew, and the process that fills it."""

    def __init__(self, context: ForkServerContext, work: Callable[..., None], *given: Any) -> None:
        self._context, self._work, self._given = context, work, given
        self._began, self._pause = -BACK_OFF, BACK_OFF
        self.process: ForkServerProcess | None = None

    def fill(self) -> None:
        """Start a process if there is none, unless the last one was started just now."""
        if self.process is not None and self.process.is_alive():
            return
        lived = time.monotonic() - self._began
        if lived < self._pause:
            return
        self._bury()
        self._pause = min(LONGEST, 2 * self._pause) if lived < 2 * LONGEST else BACK_OFF
        self._began = time.monotonic()
        self.process = self._context.Process(target=self._work, args=self._given)
        self.process.start()

    def _bury(self) -> None:
        if self.process is not None:
            log.error("process %s ended (%s)", self.process.pid, self.process.exitcode)
            _forget(self.process.pid)

    def end(self, until: float) -> None:
        """After its time it is ended for it."""
        if self.process is None:
            return
        self.process.join(max(0.0, until - time.monotonic()))
        if self.process.is_alive():
            log.error("process %s did not end in time", self.process.pid)
            self.process.kill()
            self.process.join()


class Crew:
    """All processes of a server."""

    def __init__(self, plan: Plan, listening: socket.socket) -> None:
        context = mp.get_context("forkserver")
        context.set_forkserver_preload(preloaded())
        self.places = [Place(context, serve_players, plan, listening) for _ in range(plan.workers)]
        self.places += [Place(context, let_bots_choose, plan) for _ in range(plan.bots)]
        self._ended = False

    def run(self) -> None:
        """Until SIGTERM or SIGINT."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)
        while not self._ended:
            for place in self.places:
                place.fill()
            wait([place.process.sentinel for place in self.places if place.process], POLL)
            time.sleep(0 if self._all_alive() else POLL)
        self._dismiss()

    def _all_alive(self) -> bool:
        return all(place.process and place.process.is_alive() for place in self.places)

    def _end(self, number: int, frame: FrameType | None) -> None:
        self._ended = True

    def _dismiss(self) -> None:
        until = time.monotonic() + GRACE + 5
        for place in self.places:
            if place.process is not None:
                with suppress(ProcessLookupError):
                    place.process.terminate()
        for place in self.places:
            place.end(until)


def _forget(pid: int | None) -> None:
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ and pid is not None:
        from grognard.server import metrics

        metrics.forget(pid)


@contextmanager
def _measured(plan: Plan) -> Iterator[None]:
    """With counts for the operator, if he wants any."""
    if not plan.metrics:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="grognard-counts-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder  # before the library is imported
        from grognard.server import metrics

        address, _, port = plan.metrics.rpartition(":")
        found = metrics.serve(address or running.HOST, int(port), Path(folder))
        print(f"http://{address or running.HOST}:{found}/metrics", flush=True)
        yield


def run(plan: Plan, port: int | None, at: str = running.HOST) -> None:
    """Serve until told to stop; raises :class:`NoStore` where the database cannot be used."""
    _check(plan)
    listening = running.listen(port, at)
    plan, key = _opened(plan, listening)
    print(f"{plan.address}/#host={key}", flush=True)
    with listening, _measured(plan):
        Crew(plan, listening).run()


def _check(plan: Plan) -> None:
    """The tables are made ready once, before anybody needs them."""
    plan.folder.mkdir(parents=True, exist_ok=True)
    store = Store.at(plan.database, plan.folder)
    store.close()
    if not store.shared:
        raise NoStore("several processes need PostgreSQL; for a table at home: grognard play")


def _opened(plan: Plan, listening: socket.socket) -> tuple[Plan, str]:
    here, port = running.HOST, listening.getsockname()[1]
    house, key = share(plan.address or f"http://{here}:{port}")
    return replace(plan, address=house.address, host=house.host), key


def default_folder() -> Path:
    """Where drawn maps and the key of sealed records lie."""
    return home()
