"""Measures kept as data: one row each, with the commit and the machine."""

import csv
import subprocess
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

Rows = Sequence[Mapping[str, object]]


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def commit(folder: Path | None = None) -> str:
    """The commit that is checked out, with a ``+`` if files differ from it; empty without git."""
    short = _git(folder, "rev-parse", "--short=7", "HEAD")
    changed = _git(folder, "status", "--porcelain", "--untracked-files=no")
    return short + ("+" if short and changed else "")


def _git(folder: Path | None, *words: str) -> str:
    try:
        ran = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True)
    except OSError:
        return ""
    return ran.stdout.strip() if ran.returncode == 0 else ""


def keep(rows: Rows, path: Path) -> None:
    """Add rows to a file; a new file gets the names of the columns first.

    Rows of another kind than those in the file are refused, so that no column shifts.
    """
    names = [str(name) for name in rows[0]]
    if path.exists():
        with path.open(newline="", encoding="utf-8") as file:
            there = next(csv.reader(file))
        if there != names:
            raise ValueError(f"{path.name} has the columns {', '.join(there)}")
    fresh = not path.exists()
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, names, lineterminator="\n")
        if fresh:
            writer.writeheader()
        writer.writerows(rows)


def read(path: Path) -> list[dict[str, str]]:
    """All rows, as text."""
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))
