"""Runs the browser tests again and again on a busy machine, and keeps the result of every round.

    .venv/bin/python tools/proofs/browser_runs.py --rounds 20 --burners 2

A round is one row of `docs/proofs/browser-runs.csv`. Rounds of the same code add up: started again
after a break, the tool goes on until there are as many as were asked for. It ends with 0 if all
of them were green.
"""

import argparse
import csv
import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "docs/proofs/browser-runs.csv"
CODE = ("src", "web", "examples", "tests/browser", "tests/conftest.py", "pyproject.toml",
        "constraints.txt")  # fmt: skip
"""What a result is about: other changes leave the rounds before them valid."""

BURN = "import os\nwhile os.getppid() == {parent}: sum(range(100_000))"
"""Keeps one core busy for as long as the tool lives."""


@dataclass(frozen=True)
class Row:
    """One round."""

    date: str
    commit: str
    machine: str
    burners: int
    load: float
    seconds: int
    passed: int
    failed: int
    failures: str

    @property
    def green(self) -> bool:
        return self.passed > 0 and self.failed == 0


KINDS: dict[Any, Callable[[str], Any]] = {int: int, float: float, str: str}


def main() -> None:
    wish = arguments()
    os.nice(wish.nice)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also when started in the background
    code = commit()
    with burning(wish.burners):
        while len(rounds(code, wish.burners)) < wish.rounds:
            row = run(code, wish.burners, wish.tests)
            keep(row)
            print(told(row), flush=True)
    judge(code, wish.burners)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20, help="rounds of this code in the end")
    parser.add_argument("--burners", type=int, default=2, help="processes that keep a core busy")
    parser.add_argument("--nice", type=int, default=0, help="leave others the machine first")
    parser.add_argument("tests", nargs="*", default=["tests/browser"], help=argparse.SUPPRESS)
    return parser.parse_args()


def commit() -> str:
    """The last commit that changed the code; the code must be as it was committed."""
    if told := git("status", "--porcelain", "--", *CODE):
        sys.exit(f"commit first, so that the rows say what they are about:\n{told}")
    return git("log", "-1", "--format=%h", "--", *CODE)


def git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@contextmanager
def burning(count: int) -> Iterator[None]:
    """So many busy processes, which end with the block."""
    script = BURN.format(parent=os.getpid())
    burners = [subprocess.Popen([sys.executable, "-c", script]) for _ in range(count)]
    try:
        yield
    finally:
        for burner in burners:
            burner.terminate()
            burner.wait()


def run(code: str, burners: int, tests: list[str]) -> Row:
    """All the browser tests once."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", f"--junitxml={report}", *tests]
        finish(subprocess.Popen(command, cwd=ROOT, env=os.environ | {"CI": "true"}, stdout=2))
        passed, failures = counted(report)
    return Row(
        date=datetime.now(UTC).strftime("%Y-%m-%d %H:%M"),
        commit=code,
        machine=f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        burners=burners,
        load=round(os.getloadavg()[0], 1),
        seconds=round(time.monotonic() - began),
        passed=passed,
        failed=len(failures),
        failures=" ".join(failures),
    )


def finish(tests: subprocess.Popen[bytes]) -> None:
    """Wait for the tests; whoever stops the tool lets them take their server and browser along."""
    try:
        tests.wait()
    except BaseException:
        tests.send_signal(signal.SIGINT)
        tests.wait()
        raise


def counted(report: Path) -> tuple[int, list[str]]:
    """How many tests passed, and the names of those that did not, errors around them included."""
    if not report.is_file():
        return 0, ["the-run-itself"]
    passed, failures = 0, []
    for case in ElementTree.parse(report).iter("testcase"):
        kinds = {child.tag for child in case}
        if kinds & {"failure", "error"}:
            failures.append(f"{case.get('classname', '').rpartition('.')[2]}::{case.get('name')}")
        elif "skipped" not in kinds:
            passed += 1
    return passed, failures


def keep(row: Row) -> None:
    KEPT.parent.mkdir(exist_ok=True)
    new = not KEPT.exists()
    with KEPT.open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Row)], lineterminator="\n")
        if new:
            writer.writeheader()
        writer.writerow(asdict(row))


def rounds(code: str, burners: int) -> list[Row]:
    """The rounds kept of this code under as many burners."""
    if not KEPT.exists():
        return []
    with KEPT.open(encoding="utf-8", newline="") as file:
        rows = [read(row) for row in csv.DictReader(file)]
    return [row for row in rows if (row.commit, row.burners) == (code, burners)]


def read(row: dict[str, str]) -> Row:
    return Row(**{field.name: KINDS[field.type](row[field.name]) for field in fields(Row)})


def told(row: Row) -> str:
    verdict = "green" if row.green else f"failed: {row.failures or 'nothing ran'}"
    took = f"{row.seconds} s at a load of {row.load}"
    return f"{row.date}  {took}: {row.passed} passed, {verdict}"


def judge(code: str, burners: int) -> None:
    rows = rounds(code, burners)
    green = sum(row.green for row in rows)
    print(f"{green} of {len(rows)} rounds of {code} with {burners} burners are green")
    sys.exit(green < len(rows))


if __name__ == "__main__":
    main()
