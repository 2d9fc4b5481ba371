"""Weights are searched for, kept as they are tried, and accepted only by a test."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from grognard.lab.match import Played, Sprt, Task
from grognard.lab.match.store import OtherMatch
from grognard.lab.tuning import TRIED, Plan, Tried, Tuning, weights_at

pytest.importorskip("cma")

PLAN = Plan(box="narva", scenario="krivasoo", start={"threat": 0.5, "boldness": -0.4}, seed=7)


def hill(plan: Plan, number: int, weights: Mapping[str, float]) -> float:
    """Somebody who is best with 0.8 and 0.2."""
    return -(weights["threat"] - 0.8) ** 2 - (weights["boldness"] - 0.2) ** 2


def test_the_search_climbs(tmp_path: Path) -> None:
    search = Tuning(tmp_path, PLAN, hill)
    search.run(40)
    assert search.proposal["threat"] == pytest.approx(0.8, abs=0.05)
    assert search.proposal["boldness"] == pytest.approx(0.2, abs=0.05)


def test_a_search_that_was_killed_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    whole, broken = Tuning(tmp_path / "whole", PLAN, hill), tmp_path / "broken"
    whole.run(6)
    Tuning(broken, PLAN, hill).run(3)
    with (broken / TRIED).open("ab") as file:
        file.write(b'{"round": 3, "wei')
    again, seen = Tuning(broken, PLAN, hill), list[Tried]()
    again.run(6, seen.append)
    assert len(seen) == 3 * PLAN.proposals
    assert (again.tried, again.proposal) == (whole.tried, whole.proposal)
    assert (broken / TRIED).read_bytes() == (tmp_path / "whole" / TRIED).read_bytes()


def test_another_tuning_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    Tuning(tmp_path, PLAN, hill)
    with pytest.raises(OtherMatch, match="another tuning"):
        Tuning(tmp_path, Plan(box="narva", scenario="opening", start={"threat": 0.5}), hill)


def test_shares_stay_shares_and_nothing_falls_below_nothing() -> None:
    plan = Plan(box="narva", scenario="krivasoo", start={"decay": 0.5, "risk": 0.2, "boldness": 0})
    assert weights_at(plan, (9, -9, -9)) == {"decay": 1, "risk": 0, "boldness": -0.9}


def lucky(share: int) -> object:
    """A runner whose first bot wins so many of ten pairs."""

    def run(tasks: Iterable[Task]) -> Iterator[Played]:
        for task in tasks:
            wins = task.seed % 10 < share
            margin = 1.0 if wins != task.swapped else -1.0
            yield Played(
                box=task.box, scenario=task.scenario, seed=task.seed, swapped=task.swapped,
                sides=("german", "soviet"), bots=task.seated, winner=None, level="", reason="",
                score=0, margins=(margin, -margin), turns=1, decisions=(1, 1), cpu=(0, 0),
                longest=(0, 0), own_turns=(1, 1))

    return run


@pytest.mark.parametrize(("share", "verdict"), [(9, "better"), (4, "worse")])
def test_a_proposal_is_accepted_by_a_sequential_test(
    tmp_path: Path, share: int, verdict: str
) -> None:
    search = Tuning(tmp_path, PLAN, hill)
    search.run(1)
    said, tally = search.test(30000, 200, Sprt(), lucky(share))  # type: ignore[arg-type]
    assert said == verdict
    assert tally.rows[0].bots == ("officer@" + ",".join(
        f"{name}={value:g}" for name, value in search.proposal.items()), "officer")
