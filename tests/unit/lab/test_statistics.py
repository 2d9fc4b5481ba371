"""Shares, means, and a test that may stop early."""

from random import Random

import pytest

from grognard.lab.match import Sprt, mean, wilson


@pytest.mark.parametrize(("won", "of", "low", "high"), [
    (0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (95, 100, 0.8882, 0.9785), (10, 10, 0.7225, 1)])
def test_wilson_gives_the_published_bounds(won: int, of: int, low: float, high: float) -> None:
    found = wilson(won, of)
    assert found.low == pytest.approx(low, abs=1e-4)
    assert found.high == pytest.approx(high, abs=1e-4)


def test_without_a_trial_nothing_is_known() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0, 1)
    assert mean([3]).low == float("-inf")


def test_an_interval_holds_the_truth_as_often_as_it_says() -> None:
    rng, inside = Random(1), 0
    for _ in range(1000):
        found = mean([rng.gauss(2, 5) for _ in range(60)])
        inside += found.low <= 2 <= found.high
    assert 0.93 < inside / 1000 < 0.97


def run_test(share: float, rng: Random, most: int = 2000) -> tuple[str, int]:
    """Play pairs until the test knows; a tenth of them are drawn."""
    sprt, wins, draws, losses = Sprt(0.5, 0.6), 0, 0, 0
    for number in range(most):
        if verdict := sprt.verdict(wins, draws, losses):
            return verdict, number
        drawn = rng.random() < 0.1
        won = not drawn and rng.random() < share
        wins, draws, losses = wins + won, draws + drawn, losses + (not won and not drawn)
    return "", most


@pytest.mark.parametrize(("share", "right"), [(0.5, "worse"), (0.611, "better")])
def test_a_sequential_test_errs_as_seldom_as_it_says(share: float, right: str) -> None:
    """A tenth is drawn, so 0.611 of the others are 0.6 of all. Luck may add two in a hundred."""
    rng = Random(7)
    found = [run_test(share, rng)[0] for _ in range(600)]
    assert found.count(right) / 600 > 0.93
    assert "" not in found


def test_a_clear_difference_is_found_soon() -> None:
    assert max(run_test(0.95, Random(luck))[1] for luck in range(50)) < 60
