"""Draw the history of the bench: ``docs/bench/history.csv`` as ``docs/bench/history.svg``.

Machines differ, so decisions and nodes are counted in the time of the loop of the calibration.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot
from matplotlib.axes import Axes

from grognard.lab import history

FOLDER = Path(__file__).parents[1] / "docs" / "bench"
RATES = {"games": "decisions_per_cpu_s", "search": "nodes_per_cpu_s"}
TITLES = {"games": "Random games: decisions per loop of the calibration",
          "search": "Search: nodes per loop of the calibration"}

Row = Mapping[str, str]
Curves = dict[str, dict[str, float]]
"""By box and scenario: the rate at each commit, in the order they were measured."""

METADATA = ("Date", "Creator", "Format", "Type")
"""What matplotlib would write into a picture, addresses of formats among it."""


def curves(rows: Iterable[Row], bench: str) -> Curves:
    """The rates of a bench, in loops; of several measures of a commit the best counts."""
    found: Curves = defaultdict(dict)
    for row in rows:
        if row["bench"] == bench and row["key"] == RATES[bench]:
            name, at = f"{row['box']} {row['scenario']}", row["commit"]
            rate = float(row["value"]) * float(row["calibration"])
            found[name][at] = max(rate, found[name].get(at, 0.0))
    return dict(found)


def draw(axes: Axes, found: Curves, commits: list[str], title: str) -> None:
    for name, rates in sorted(found.items()):
        places = [commits.index(commit) for commit in rates]
        axes.plot(places, list(rates.values()), marker="o", label=name)
    axes.set_xticks(range(len(commits)), commits, rotation=45)
    axes.set_ylim(bottom=0)
    axes.set_title(title, fontsize=10)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)


def plot(rows: list[dict[str, str]], path: Path) -> None:
    """One picture with a chart for each bench; the same rows give the same file."""
    matplotlib.rcParams["svg.hashsalt"] = "grognard"
    commits = list(dict.fromkeys(row["commit"] for row in rows))
    figure, charts = pyplot.subplots(len(RATES), 1, figsize=(8, 7), layout="constrained")
    for axes, bench in zip(charts, RATES, strict=True):
        draw(axes, curves(rows, bench), commits, TITLES[bench])
    figure.savefig(path, metadata=dict.fromkeys(METADATA))
    pyplot.close(figure)


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    plot(history.read(folder / "history.csv"), folder / "history.svg")


if __name__ == "__main__":
    main()
