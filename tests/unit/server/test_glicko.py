"""The formula of Glicko-2, by the worked example of its author."""

from dataclasses import astuple
from math import isclose

import pytest

from grognard.server.club.glicko import DRAW, LOSS, UNSURE, WIN, Rating, idle, rated


def test_the_example_of_the_paper() -> None:
    """A player of 1500 and deviation 200 beats one and loses to two."""
    opponents = [(Rating(1400, 30), WIN), (Rating(1550, 100), LOSS), (Rating(1700, 300), LOSS)]
    after = rated(Rating(1500, 200, 0.06), opponents)
    # The paper goes on with figures that it has rounded, so the last digit of its own may differ.
    assert isclose(after.rating, 1464.06, abs_tol=0.01)
    assert isclose(after.deviation, 151.52, abs_tol=0.01)
    assert isclose(after.volatility, 0.05999, abs_tol=0.00001)


def test_who_does_not_play_is_less_sure_but_as_strong() -> None:
    player = Rating(1700, 60)
    later = rated(player, [])
    assert (later.rating, later.volatility) == (1700, player.volatility)
    assert later.deviation > 60
    assert idle(player, 1e9).deviation == UNSURE


@pytest.mark.parametrize("other", [1200.0, 1500.0, 1900.0])
def test_better_scores_make_better_ratings(other: float) -> None:
    after = [rated(Rating(), [(Rating(other, 80), score)]).rating for score in (LOSS, DRAW, WIN)]
    assert after == sorted(after)
    assert len(set(after)) == 3


def test_an_upset_makes_volatile() -> None:
    """A surprise beyond what the deviations explain: the search begins at the other end."""
    player, giant = Rating(1500, 30, 0.06), Rating(2800, 30, 0.06)
    assert rated(player, [(giant, WIN)] * 5).volatility > player.volatility


def test_what_one_wins_the_other_loses() -> None:
    a, b = rated(Rating(), [(Rating(), WIN)]), rated(Rating(), [(Rating(), LOSS)])
    assert isclose(a.rating - 1500, 1500 - b.rating)
    assert astuple(a)[1:] == astuple(b)[1:]
