#!/usr/bin/env python3
"""Proves over many random games that refusals name the true reason, and keeps the result.

    tools/proofs/reasons.py                  20 games of every scenario
    tools/proofs/reasons.py narva --games 5  fewer, of one box

Each game is one row of ``docs/proofs/reasons.csv``, written as soon as it is over. Begun again at
the same commit it goes on where it stopped; at another commit games are played anew and their
rows replaced. Linked half-years are left out unless named with ``--scenario``.
"""

import argparse
import csv
import os
import platform
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import grognard  # noqa: E402
from grognard.lab.conformance import inspect  # noqa: E402
from tests.conformance.test_boxes import LINKED  # noqa: E402
from tests.reasons.tables import BOOKS, VARIANTS  # noqa: E402
from tools.proofs.kept import commit_tried  # noqa: E402

KEPT = ROOT / "docs" / "proofs" / "reasons.csv"
EVERYWHERE = 10**6


class Row(NamedTuple):
    """What is kept of a game."""

    box: str
    scenario: str
    options: str
    seed: int
    decisions: int
    judged: int
    """Refusals put before a witness."""
    codes: int
    """Different codes among them."""
    fault: str
    date: str
    commit: str
    machine: str

    @property
    def key(self) -> tuple[str, str, str, int]:
        return self.box, self.scenario, self.options, self.seed


def machine() -> str:
    return f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def read(path: Path) -> list[Row]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file))[1:]
    return [Row(*line[:3], *map(int, line[3:7]), *line[7:]) for line in lines]  # type: ignore[arg-type]


def write(path: Path, rows: list[Row]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(Row._fields)
        out.writerows(sorted(rows))


def told(options: dict[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in options.items())


def play(box: str, scenario: str, options: dict[str, Any], seed: int) -> Row:
    """One game, with its own check so that the row speaks of this game alone."""
    game, check = grognard.load(box, scenario, options), BOOKS[box].check()
    report = inspect(game, seed, EVERYWHERE, aimed=seed % 2 == 1, checks=(check,))
    fault = "; ".join(map(str, report.found))
    now = datetime.now(UTC).date().isoformat()
    return Row(box, scenario, told(options), seed, report.decisions, check.judged.total(),
               len(check.judged), fault, now, commit_tried(), machine())


def wanted(boxes: list[str], scenarios: list[str]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for box in boxes:
        for scenario in grognard.boxes()[box].box.scenarios():
            chosen = scenario in scenarios if scenarios else (box, scenario) not in LINKED
            yield from ((box, scenario, o) for o in VARIANTS.get(box, ({},)) if chosen)


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("box", nargs="*", default=list(BOOKS), help="all, unless named")
    parser.add_argument("--scenario", action="append", default=[])
    parser.add_argument("--games", type=int, default=20, help="games of each scenario")
    parser.add_argument("--kept", type=Path, default=KEPT, help="where the rows are")
    return parser


def main() -> int:
    options, here = arguments().parse_args(), commit_tried()
    rows = {row.key: row for row in read(options.kept)}
    for seed in range(options.games):  # all scenarios a little sooner than one of them wholly
        for box, scenario, how in wanted(options.box, options.scenario):
            done = rows.get((box, scenario, told(how), seed))
            if done is None or done.commit != here or done.fault:
                row = rows[box, scenario, told(how), seed] = play(box, scenario, how, seed)
                write(options.kept, list(rows.values()))
                print(*row.key, row.judged, row.fault or "true", flush=True)
    return 1 if any(row.fault for row in rows.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
