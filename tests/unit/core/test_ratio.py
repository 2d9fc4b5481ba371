"""Odds are exact and favour the defender."""

from fractions import Fraction

import pytest

from grognard.core.ratio import odds, odds_index, parse_odds, thresholds, total, whole

WIDE = ("1-4", "1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "5-1", "7-1", "8-1", "10-1")


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (29, 10, "2-1"),
        (21, 6, "3-1"),
        (3, 2, "3-2"),
        (5, 2, "2-1"),  # no column between 2-1 and 3-1
        (14, 2, "7-1"),
        (13, 2, "5-1"),
        (2, 5, "1-3"),
        (1, 4, "1-4"),
        (99, 1, "10-1"),
        (Fraction(15, 2), 5, "3-2"),
        (Fraction(1, 2), Fraction(1, 3), "3-2"),
    ],
)
def test_the_column_is_the_last_one_reached(
    attack: Fraction | int, defence: Fraction | int, column: str
) -> None:
    assert odds(attack, defence, WIDE) == column


def test_below_the_lowest_column_there_are_no_odds() -> None:
    assert odds(1, 5, WIDE) is None
    assert odds_index(0, 1, WIDE) is None


def test_against_nothing_any_attack_has_the_highest_column() -> None:
    assert odds(1, 0, WIDE) == "10-1"
    assert odds(0, 0, WIDE) is None


@pytest.mark.parametrize("label", ["", "3", "3:2", "0-1", "1-0", "a-b", "-1-2", "³-2"])
def test_odds_are_written_with_a_dash(label: str) -> None:
    with pytest.raises(ValueError, match="odds are written like 3-2"):
        parse_odds(label)


def test_columns_must_climb() -> None:
    with pytest.raises(ValueError, match="3-2 follows 2-1"):
        thresholds(("1-1", "2-1", "3-2"))
    with pytest.raises(ValueError, match="2-2 follows 1-1"):
        thresholds(("1-1", "2-2"))


def test_fractions_are_dropped_once_after_the_sum() -> None:
    halves = [Fraction(5, 2), Fraction(3, 2), Fraction(1, 2)]
    assert total(halves) == Fraction(9, 2)
    assert whole(halves) == 4
    assert whole([]) == 0
    assert whole([Fraction(1, 4)], least=1) == 1
