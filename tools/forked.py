"""The tests of a rule book, collected once and run again and again in copies of the process.

To begin Python, read the tests and open the boxes takes longer than most mutants live. A copy
(``os.fork``) has all that already; it switches one piece of the rules off, runs the tests until
the first that fails, and says which.
"""

import os
import resource
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import process_time
from typing import NamedTuple, TypeVar

import pytest
from _pytest.runner import runtestprotocol

ALL = "layer:(none)"
"""What the tests are told is switched off while nothing is: they keep no lists then."""
FAILED, BROKEN = 1, 3
PATIENCE = 15
"""CPU seconds that one test may take before it is said never to end; the longest takes five. The
clock says nothing: on a busy machine it runs on while the test waits."""
OPTIONS = ("-s", "-p", "no:terminal", "-p", "no:cacheprovider",
           "-o", "addopts=--import-mode=importlib")
"""Copies speak for themselves; options of the project are for the terminal."""
T = TypeVar("T")


class Verdict(NamedTuple):
    """What the tests said: ``caught`` by which test, or not."""

    caught: bool
    by: str = ""


MISSED = Verdict(caught=False)
ENDLESS = Verdict(True, "no end")


class CannotJudge(Exception):
    """The tests say nothing about mutants: they fail or do not run without any."""


class Run(NamedTuple):
    """One run of the tests to make: what is switched off, and which tests go first."""

    mutant: str
    sooner: Callable[[pytest.Item], bool]
    soonest: Callable[[pytest.Item], bool]


class Copies:
    """The pytest plugin that runs copies instead of tests."""

    def __init__(self, work: Callable[["Copies"], None]) -> None:
        self.work, self.items = work, list[pytest.Item]()
        self.wrong: CannotJudge | None = CannotJudge("the tests cannot be collected")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = session.items
        if self.items and not session.testsfailed:
            self.wrong = None
            try:
                self.work(self)
            except CannotJudge as wrong:  # pytest would keep it to itself
                self.wrong = wrong
        return True

    def verdicts(self, runs: Iterable[tuple[T, Run]], jobs: int) -> Iterator[tuple[T, Verdict]]:
        """What the tests say to each run, as they come to an end."""
        waiting, running = iter(runs), dict[int, tuple[T, int]]()
        while True:
            while len(running) < jobs and (begun := next(waiting, None)):
                name, run = begun
                child, said = self._copy(run)
                running[child] = name, said
            if not running:
                return
            child, status, _ = os.wait3(0)
            name, said = running.pop(child)
            with open(said, encoding="utf-8") as file:
                yield name, judge(status, file.read())

    def demand_success(self) -> None:
        """The tests pass while every rule is in force."""
        for _, verdict in self.verdicts([("", Run("", _never, _never))], 1):
            if verdict.caught:
                raise CannotJudge(f"{verdict.by} fails without any mutant")

    def _copy(self, run: Run) -> tuple[int, int]:
        """A copy of this process at work, and where it will say which test failed."""
        sys.stdout.flush()
        says, said = os.pipe()[::-1]
        child = os.fork()
        if child:
            os.close(says)
            return child, said
        try:
            found = self._first_failure(run)
            os.write(says, found.encode())
            os._exit(FAILED if found else 0)
        finally:
            os._exit(BROKEN)

    def _first_failure(self, run: Run) -> str:
        from grognard.core import mutation  # not before the tests have set the world up

        mutation.switch_off(run.mutant)
        items = sorted(self.items, key=lambda item: (not run.soonest(item), not run.sooner(item)))
        for item, following in zip(items, [*items[1:], None], strict=True):
            _be_done_by(process_time() + PATIENCE)
            reports = runtestprotocol(item, log=False, nextitem=following)
            if any(report.failed for report in reports):
                return item.nodeid
        return ""


def _be_done_by(seconds: float) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), resource.RLIM_INFINITY))


def _never(item: pytest.Item) -> bool:
    return False


def judge(status: int, said: str) -> Verdict:
    """Read how a copy came to its end."""
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
        return ENDLESS
    code = os.waitstatus_to_exitcode(status)
    if code == FAILED:
        return Verdict(True, said.removeprefix("tests/rules/"))
    if code:
        return Verdict(True, f"the tests break off ({code})")
    return MISSED


def collect(tests: Path, work: Callable[[Copies], None]) -> None:
    """Read the tests and do some work with copies of them."""
    # CI: property tests use the same examples for every mutant and remember none.
    os.environ |= {"GROGNARD_MUTANT": ALL, "CI": "true"}
    copies = Copies(work)
    pytest.main([*OPTIONS, str(tests)], [copies])
    if copies.wrong:
        raise copies.wrong
