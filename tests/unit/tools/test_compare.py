"""Two checkouts measured in turns, and the picture of the history."""

from pathlib import Path
from typing import Any

import pytest

from grognard.lab import history
from tools import plot_bench
from tools.compare import Checkout, in_turns, summary

ROOT = Path(__file__).parents[3]


def run(rate: float, written: str = "w", ended: str = "e") -> dict[str, Any]:
    return {"rate": rate, "written": written, "ended": ended}


def test_a_checkout_measures_itself() -> None:
    task = ["games", "miniature", "bridgehead", "{}", "1", "0"]
    found = in_turns([Checkout("old", ROOT), Checkout("new", ROOT)], task, rounds=1)
    said = summary(found)
    assert said["same_choices"] is True
    assert said["same_states"] is True
    assert said["old_median"] > 0


def test_the_ratio_is_that_of_the_rounds() -> None:
    said = summary({"old": [run(100), run(50), run(80)], "new": [run(150), run(100), run(80)]})
    assert (said["ratio"], said["old_median"], said["new_most"]) == (1.5, 80, 150)


def test_other_states_of_the_same_games_are_told_apart_from_other_games() -> None:
    moved = summary({"old": [run(1)], "new": [run(1, ended="x")]})
    assert (moved["same_choices"], moved["same_states"]) == (True, False)
    other = summary({"old": [run(1)], "new": [run(1, "x", "x")]})
    assert (other["same_choices"], other["same_states"]) == (False, False)


def test_a_checkout_without_sources_is_no_measure(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    with pytest.raises(SystemExit, match="instead"):
        Checkout("old", tmp_path).measure(["games", "miniature", "bridgehead", "{}", "1", "0"])


ROW = {"bench": "games", "key": "decisions_per_cpu_s", "box": "narva", "scenario": "campaign"}


def test_rates_are_counted_in_loops_of_the_machine() -> None:
    rows = [{**ROW, "commit": "a", "value": "5000", "calibration": "0.1"},
            {**ROW, "commit": "a", "value": "7000", "calibration": "0.05"},
            {**ROW, "commit": "b", "value": "6000", "calibration": "0.1"}]
    assert plot_bench.curves(rows, "games") == {"narva campaign": {"a": 500.0, "b": 600.0}}


def test_the_history_in_the_checkout_can_be_drawn(tmp_path: Path) -> None:
    rows = history.read(plot_bench.FOLDER / "history.csv")
    plot_bench.plot(rows, tmp_path / "history.svg")
    assert "<svg" in (tmp_path / "history.svg").read_text("utf-8")
