"""Many games on many processors: a game that crashes is told, and the others go on."""

import os
import signal
import threading
import time
import traceback
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Protocol

import msgspec

from grognard.lab.match.playing import Crashed, Played, Task, play
from grognard.records.text import write


class Crash(msgspec.Struct, frozen=True):
    """A game that came to no end."""

    seed: int
    swapped: bool
    fault: str
    """The error in a line."""
    told: str = ""
    """Where it happened."""
    record: str = ""
    """The play as far as it went, for ``grognard replay``."""


Outcome = Played | Crash


class Runner(Protocol):
    """Who plays tasks somewhere: here, on all processors, on a cluster."""

    def __call__(self, tasks: Iterable[Task]) -> Iterator[Outcome]: ...


def attempt(task: Task) -> Outcome:
    """One game; a fault becomes a value, so that it crosses to another process."""
    try:
        return play(task)
    except Exception as fault:
        playing = fault.play if isinstance(fault, Crashed) else None
        cause = fault.__cause__ if isinstance(fault, Crashed) and fault.__cause__ else fault
        return Crash(task.seed, task.swapped, f"{type(cause).__name__}: {cause}",
                     "".join(traceback.format_exception(cause)),
                     write(playing) if playing is not None else "")


def here(tasks: Iterable[Task]) -> Iterator[Outcome]:
    """One game after the other, in this process."""
    return map(attempt, tasks)


def on_processors(workers: int) -> Runner:
    """All games on so many processes."""

    def run(tasks: Iterable[Task]) -> Iterator[Outcome]:
        waiting = iter(tasks)
        while True:
            left: list[Task] = []
            yield from _until_broken(waiting, workers, left)
            if not left:
                return
            for task in left:  # one of them took its process with it: each by itself tells which
                yield _by_itself(task)

    return run if workers > 1 else here


def _until_broken(waiting: Iterator[Task], workers: int, left: list[Task]) -> Iterator[Outcome]:
    """Keep the workers busy without queueing everything; `left` gets what a dead one leaves."""
    pool = ProcessPoolExecutor(workers, initializer=_follow_the_parent)
    running: dict[Future[Outcome], Task] = {}
    try:
        while not left:
            _fill(pool, waiting, running, 2 * workers)
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                outcome = _result(future)
                if outcome is None:
                    left += running.values()
                    return
                del running[future]
                yield outcome
    finally:
        pool.shutdown(cancel_futures=True)


def _follow_the_parent() -> None:
    """A worker ends with who started it, even if that was killed."""
    parent = os.getppid()
    signal.signal(signal.SIGINT, lambda *_: os._exit(1))

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _fill(
    pool: ProcessPoolExecutor, waiting: Iterator[Task], running: dict[Future[Outcome], Task],
    most: int,
) -> None:
    while len(running) < most and (task := next(waiting, None)):
        try:
            running[pool.submit(attempt, task)] = task
        except BrokenProcessPool:  # found out when the results are asked for
            broken: Future[Outcome] = Future()
            broken.set_exception(BrokenProcessPool())
            running[broken] = task
            return


def _result(future: "Future[Outcome]") -> Outcome | None:
    try:
        return future.result()
    except BrokenProcessPool:
        return None


def _by_itself(task: Task) -> Outcome:
    with ProcessPoolExecutor(1, initializer=_follow_the_parent) as pool:
        outcome = _result(pool.submit(attempt, task))
    return outcome or Crash(task.seed, task.swapped, "the process died (out of memory?)")


def pairs_of(task: Task, pairs: int) -> Iterator[Task]:
    """Two games for each seed from the task's on, the second with swapped sides."""
    for seed in range(task.seed, task.seed + pairs):
        for swapped in (False, True):
            yield msgspec.structs.replace(task, seed=seed, swapped=swapped)


def games_of(task: Task, games: int) -> Iterator[Task]:
    """Games with everybody on his side: how balanced is a scenario?"""
    for seed in range(task.seed, task.seed + games):
        yield msgspec.structs.replace(task, seed=seed)
