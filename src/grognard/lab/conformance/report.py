"""What an inspection found, and the record with which a developer can look at it."""

from collections import Counter
from pathlib import Path

import msgspec

from grognard.core.steps import ASKED_OTHERWISE
from grognard.lab.conformance.strays import GENERIC
from grognard.records import Playthrough
from grognard.records.text import write

MOST_GENERIC = 0.01
"""So many refusals of actions tried in earnest may cite no more than 'not offered'."""


class Found(msgspec.Struct, frozen=True):
    """One fault: which check found it, in the play of which seed, and the play up to there."""

    check: str
    fault: str
    seed: int
    record: str

    def __str__(self) -> str:
        return f"seed {self.seed}: {self.check}: {self.fault}"

    def save(self, folder: Path) -> Path:
        """Write the play to a file that ``grognard replay`` opens; no file is overwritten."""
        folder.mkdir(parents=True, exist_ok=True)
        names = (f"seed-{self.seed}{more}.record" for more in ("", *(f"-{n}" for n in range(999))))
        path = next(folder / name for name in names if not (folder / name).exists())
        path.write_text(f"# {' '.join(str(self).split())}\n{self.record}", encoding="utf-8")
        return path


class Report(msgspec.Struct):
    """The sum of some inspected games."""

    games: int = 0
    decisions: int = 0
    points: int = 0
    refusals: Counter[str] = msgspec.field(default_factory=Counter)
    passed: Counter[str] = msgspec.field(default_factory=Counter)
    """Events by their id, and in how many games they happened: what the games went through."""
    chosen: Counter[str] = msgspec.field(default_factory=Counter)
    """Kinds of actions, and in how many games they were chosen."""
    through: int = 0
    """Games that went through all the milestones of their game."""
    found: list[Found] = msgspec.field(default_factory=list)

    def add(self, other: "Report") -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.points += other.points
        self.refusals += other.refusals
        self.passed += other.passed
        self.chosen += other.chosen
        self.through += other.through
        self.found += other.found

    @property
    def generic(self) -> float:
        """The share of refusals that name no rule of their own.

        Actions of a kind that is not asked for now are left out: they are refused by the question.
        """
        judged = self.refusals.total() - self.refusals[ASKED_OTHERWISE]
        return self.refusals[GENERIC] / max(1, judged)

    @property
    def is_clean(self) -> bool:
        return not self.found and self.generic < MOST_GENERIC


def found_in(play: Playthrough, check: str, fault: str, seed: int) -> Found:
    try:
        return Found(check, fault, seed, write(play))
    except Exception as worse:  # the fault may be in what the record is made of
        return Found(check, fault, seed, f"# The play cannot be written down: {worse!r}\n")
