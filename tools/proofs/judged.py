"""The kept verdicts on mutants: docs/proofs/mutants.csv, one row for each, by book and key.

A mutant that is tried again has its row replaced; one that is no longer in the book loses it.
"""

import csv
from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from tools.proofs.kept import FOLDER, commit_tried

PATH = FOLDER / "mutants.csv"
CAUGHT, EXPLAINED, SURVIVES = "caught", "explained", "SURVIVES"


class Row(NamedTuple):
    """What became of one mutant."""

    book: str
    key: str
    rule: str
    verdict: str
    by: str
    """The test that caught it, or why none can."""
    date: str
    commit: str

    @property
    def name(self) -> tuple[str, str]:
        return self.book, self.key


class Judged:
    """The rows, read once and written after each verdict."""

    def __init__(self, path: Path = PATH) -> None:
        self.path, self.commit = path, commit_tried()
        self.rows = {row.name: row for row in _read(path)}

    def add(self, book: str, key: str, rule: str, verdict: str, by: str) -> None:
        today = datetime.now(UTC).date().isoformat()
        self.rows[book, key] = Row(book, key, rule, verdict, by, today, self.commit)
        self.write()

    def settled(self, book: str) -> set[str]:
        """The mutants of a book that were caught or explained."""
        return {row.key for row in self.rows.values()
                if row.book == book and row.verdict != SURVIVES}

    def forget(self, book: str, all_keys: Collection[str]) -> None:
        """Drop what is no longer in the book."""
        self.rows = {name: row for name, row in self.rows.items()
                     if row.book != book or row.key in all_keys}

    def write(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("w", encoding="utf-8", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(Row._fields)
            out.writerows(sorted(self.rows.values()))


def _read(path: Path) -> list[Row]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [Row(*line) for line in list(csv.reader(file))[1:]]
