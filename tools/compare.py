"""Compare the speed of two checkouts in turns, in the same minutes.

::

    tools/compare.py OLD NEW --box narva --scenario campaign --games 12 --rounds 6
    tools/compare.py OLD NEW --box narva --scenario campaign --work search

Each measure is a process of its own with the Python and the sources of its checkout, and does the
same work: games with fixed seeds, or a fixed search. The order changes with every round. Medians
of the rounds are compared, and whether both played the same games.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from grognard.lab import history, samework
from grognard.lab.bench import calibrate, machine

KEPT = Path(__file__).parents[1] / "docs" / "bench" / "compared.csv"
NAMES = ("old", "new")


class Checkout(NamedTuple):
    """A folder with a version of the program."""

    name: str
    folder: Path

    @property
    def python(self) -> str:
        """Its own Python, which knows its entry points; else the one that runs this."""
        own = self.folder / ".venv" / "bin" / "python"
        return str(own) if own.exists() else sys.executable

    @property
    def paths(self) -> str:
        examples = self.folder / "examples"
        return os.pathsep.join(map(str, [self.folder / "src", *examples.glob("*/src")]))

    def measure(self, task: Sequence[str]) -> dict[str, Any]:
        """Do the work once, in a process of its own."""
        ran = subprocess.run(
            [self.python, samework.__file__, *task], cwd=self.folder, check=True,
            env={**os.environ, "PYTHONPATH": self.paths, "PYTHONHASHSEED": "0",
                 "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        found: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
        if not Path(found["where"]).is_relative_to(self.folder):
            raise SystemExit(f"{self.folder}: ran {found['where']} instead")
        found["rate"] = found["amount"] / found["cpu_s"]
        return found


Rounds = dict[str, list[dict[str, Any]]]


def in_turns(checkouts: Sequence[Checkout], task: Sequence[str], rounds: int) -> Rounds:
    """Old and new by turns; whoever began the last round ends this one."""
    found: Rounds = {checkout.name: [] for checkout in checkouts}
    for number in range(rounds):
        for checkout in checkouts if number % 2 == 0 else checkouts[::-1]:
            found[checkout.name].append(checkout.measure(task))
        rates = ", ".join(f"{name} {runs[-1]['rate']:,.0f}" for name, runs in found.items())
        print(f"round {number + 1}: {rates} a CPU second", flush=True)
    return found


def agreement(found: Rounds, what: str) -> bool:
    """Whether all runs of both give the same hash."""
    return len({run[what] for runs in found.values() for run in runs}) == 1


def summary(found: Rounds) -> dict[str, Any]:
    """Medians, spread and ratio; the ratio is the median of those of the rounds."""
    row: dict[str, Any] = {}
    for name, runs in found.items():
        rates = [run["rate"] for run in runs]
        row |= {f"{name}_median": round(median(rates), 1), f"{name}_least": round(min(rates), 1),
                f"{name}_most": round(max(rates), 1)}  # fmt: skip
    pairs = zip(found["old"], found["new"], strict=True)
    row["ratio"] = round(median(new["rate"] / old["rate"] for old, new in pairs), 3)
    row["same_choices"] = agreement(found, "written")
    row["same_states"] = agreement(found, "ended")
    return row


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--work", choices=samework.WORK, default="games")
    parser.add_argument("--box", default="narva")
    parser.add_argument("--scenario", default="")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", action="store_true", help=f"add a row to {KEPT.name}")
    return parser.parse_args()


def main() -> None:
    asked = arguments()
    options = dict(choice.split("=", 1) for choice in asked.option)
    task = [asked.work, asked.box, asked.scenario, json.dumps(options), str(asked.games),
            str(asked.seed)]  # fmt: skip
    checkouts = [Checkout(name, folder.resolve())
                 for name, folder in zip(NAMES, (asked.old, asked.new), strict=True)]
    row = {
        "date": history.today(), "old": history.commit(checkouts[0].folder),
        "new": history.commit(checkouts[1].folder), "work": asked.work, "box": asked.box,
        "scenario": asked.scenario, "games": asked.games, "rounds": asked.rounds,
        **summary(in_turns(checkouts, task, asked.rounds)),
        "machine": machine(), "calibration": round(calibrate(), 4),
    }  # fmt: skip
    for key, value in row.items():
        print(f"{key:>14}: {value}")
    if asked.keep:
        history.keep([row], KEPT)


if __name__ == "__main__":
    main()
