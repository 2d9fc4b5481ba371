"""Random games by the thousand, inspected by the conformance suite, on several processors."""

from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import cache
from typing import Any

import msgspec

import grognard
from grognard.core.game import Game
from grognard.lab.conformance import Report, inspect

POINTS = 15
"""Inspected points of a game: fewer than in the tests, for more games."""
BATCH = 4
"""Games that a worker plays before it reports."""


class Task(msgspec.Struct, frozen=True):
    """The games to play."""

    box: str
    scenario: str
    options: tuple[tuple[str, bool | int | str], ...]
    games: int
    seed: int = 0
    points: int = POINTS
    aimed: bool = False
    decisions: int = 0
    """Where a game is broken off; 0: at its end."""

    @classmethod
    def of(cls, box: str, scenario: str, options: Mapping[str, Any], **how: Any) -> "Task":
        return cls(box, scenario, tuple(options.items()), **how)

    def batches(self) -> Iterator["Task"]:
        """The same games in small parts."""
        for first in range(0, self.games, BATCH):
            games = min(BATCH, self.games - first)
            yield msgspec.structs.replace(self, games=games, seed=self.seed + first)


@cache
def _game(box: str, scenario: str, options: tuple[tuple[str, Any], ...]) -> Game[Any]:
    return grognard.load(box, scenario, dict(options))


def fuzz_here(task: Task) -> Report:
    """Play the games of a task in this process."""
    game, report = _game(task.box, task.scenario, task.options), Report()
    for seed in range(task.seed, task.seed + task.games):
        report.add(inspect(game, seed, task.points, task.aimed,
                           decisions=task.decisions))
    return report


def fuzz(task: Task, workers: int = 1) -> Iterator[Report]:
    """Play the games of a task; yields the report of each batch as it comes in."""
    if workers <= 1:
        yield from map(fuzz_here, task.batches())
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from _spread(task, pool, workers)


def _spread(task: Task, pool: ProcessPoolExecutor, workers: int) -> Iterator[Report]:
    """Keep all workers busy without queueing everything at once."""
    waiting, running = task.batches(), set[Future[Report]]()
    while True:
        while len(running) < 2 * workers and (batch := next(waiting, None)):
            running.add(pool.submit(fuzz_here, batch))
        if not running:
            return
        done, running = wait(running, return_when=FIRST_COMPLETED)
        yield from (future.result() for future in done)
