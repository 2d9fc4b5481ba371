"""Keep what ``make coverage`` measured: one row for each part, in ``docs/bench/coverage.csv``."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grognard.lab import history

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "docs" / "bench" / "coverage.csv"
COUNTED = ("num_statements", "covered_lines", "num_branches", "covered_branches")


def part_of(file: str) -> str:
    """The part of the program that a file belongs to.

    >>> part_of("src/grognard/rules/narva/zones.py"), part_of("src/grognard/__init__.py")
    ('rules/narva', 'grognard')
    """
    inside = file.partition("grognard/")[2].split("/")[:-1]
    deep = inside[:2] if inside[:1] in (["rules"], ["boxes"]) else inside[:1]
    return "miniature" if "grognard_miniature" in file else "/".join(deep) or "grognard"


def rows(measured: Mapping[str, Any]) -> list[dict[str, object]]:
    """Statements and branches by part, and in all."""
    parts: dict[str, Counter[str]] = {}
    for file, found in measured["files"].items():
        counted = Counter({name: found["summary"][name] for name in COUNTED})
        for part in (part_of(file), "all"):
            parts[part] = parts.get(part, Counter()) + counted
    return [{"part": part, **{name: counts[name] for name in COUNTED}, "percent": share(counts)}
            for part, counts in sorted(parts.items())]


def share(counts: Mapping[str, int]) -> float:
    """Of statements and branches together, in percent; of nothing, nothing is left out."""
    there = counts["num_statements"] + counts["num_branches"]
    ran = counts["covered_lines"] + counts["covered_branches"]
    return round(100 * ran / there, 1) if there else 100.0


def main() -> None:
    ran = subprocess.run([sys.executable, "-m", "coverage", "json", "-o", "-", "--quiet"],
                         cwd=ROOT, capture_output=True, text=True, check=True)
    about = {"date": history.today(), "commit": history.commit(ROOT)}
    found = rows(json.loads(ran.stdout))
    history.keep([{**about, **row} for row in found], KEPT)
    for row in found:
        print(f"{row['percent']:>6} %  {row['part']}")


if __name__ == "__main__":
    main()
