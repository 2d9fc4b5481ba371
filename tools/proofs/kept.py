"""The kept rows of a long proof: a CSV file that only grows, with date, commit and machine."""

import csv
import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[2]
FOLDER = HERE / "docs" / "proofs"


class Kept:
    """Rows of one proof, by the number of their piece of work."""

    def __init__(self, name: str, columns: list[str]) -> None:
        self.path = FOLDER / f"{name}.csv"
        self.commit = commit_tried()
        self.columns = ["piece", *columns, "date", "commit", "machine"]

    def rows(self) -> list[dict[str, str]]:
        if not self.path.exists():
            return []
        with self.path.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def next_piece(self) -> int:
        return len(self.rows())

    def total(self, column: str) -> int:
        return sum(int(row[column]) for row in self.rows())

    def add(self, **values: Any) -> None:
        """Write a row down at once: whatever comes next cannot take it away."""
        row = {"piece": self.next_piece(), **values, "date": datetime.now(UTC).date().isoformat(),
               "commit": self.commit, "machine": machine()}
        new = not self.path.exists()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, self.columns, lineterminator="\n")
            if new:
                writer.writeheader()
            writer.writerow(row)
            file.flush()
            os.fsync(file.fileno())


def commit_tried() -> str:
    """The commit that is tried, marked if code, tests or tools differ from it; rows may."""
    changed = _git("status", "--porcelain", "--", "src", "tests", "examples", "tools")
    return _git("rev-parse", "--short", "HEAD") + ("-changed" if changed else "")


def _git(*command: str) -> str:
    told = subprocess.run(["git", *command], cwd=HERE, capture_output=True, text=True, check=False)
    return told.stdout.strip()


def machine() -> str:
    """What it ran on, without naming the machine."""
    return (f"{os.cpu_count()} cores {platform.machine()} {platform.system()} "
            f"Python {platform.python_version()}")
