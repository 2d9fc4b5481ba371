"""Dice and draws: sampled, forced, typed in, and read as a distribution."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.chance import Dice, Draw, both, readings
from grognard.core.errors import Unreadable

CUP = Draw({0: 2, 1: 1, 2: 0}, ("supply", "weather", "event"))


@given(count=st.integers(1, 3), faces=st.integers(2, 6), lowest=st.integers(0, 1))
def test_outcomes_are_all_rolls_equally_likely(count: int, faces: int, lowest: int) -> None:
    dice = Dice(count, faces, lowest)
    listed = dict(dice.outcomes())
    assert len(listed) == faces**count
    assert sum(listed.values()) == 1
    assert all(dice.allows(roll) for roll in listed)


@given(count=st.integers(0, 4), faces=st.integers(2, 6), needed=st.integers(1, 6))
def test_convolution_agrees_with_listing(count: int, faces: int, needed: int) -> None:
    dice = Dice(count, faces)
    listed = dice.readings(lambda roll: sum(die >= needed for die in roll))
    assert dice.total(lambda die: die >= needed) == dict(sorted(listed.items()))


def test_many_dice_are_never_listed() -> None:
    hits = Dice(60, 6).total(lambda die: die >= 5)
    assert sum(hits.values()) == 1
    assert hits[60] == Fraction(1, 3**60)


@given(st.integers())
def test_what_is_sampled_is_allowed_and_parses_back(seed: int) -> None:
    for chance in (Dice(3, 10, lowest=0), CUP):
        outcome = chance.sample(Random(seed))
        assert chance.allows(outcome)
        assert chance.parse(chance.text(outcome)) == outcome


@pytest.mark.parametrize("roll", [(), (1,), (1, 2, 3), (0, 1), (1, 7)])
def test_an_impossible_roll_is_not_allowed(roll: tuple[int, ...]) -> None:
    assert not Dice(2).allows(roll)


def test_dice_may_count_from_nought() -> None:
    assert Dice(1, 10, lowest=0).allows((0,))
    assert not Dice(1, 10, lowest=0).allows((10,))


def test_a_draw_knows_what_is_left_in_the_cup() -> None:
    assert dict(CUP.outcomes()) == {(0,): Fraction(2, 3), (1,): Fraction(1, 3)}
    assert not CUP.allows((2,))
    assert not CUP.allows((0, 0))
    rng = Random(5)
    drawn = Counter(CUP.sample(rng) for _ in range(3000))
    assert 1900 < drawn[(0,)] < 2100


def test_an_empty_cup_cannot_be_drawn_from() -> None:
    with pytest.raises(IndexError, match="the cup is empty"):
        Draw({0: 0}, ("supply",)).sample(Random(0))


def test_a_name_that_is_not_on_a_chit_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="no such thing in the cup"):
        CUP.parse("air")
    with pytest.raises(Unreadable, match="not a roll of dice"):
        Dice(2).parse("six one")


def test_readings_gather_what_the_rule_reads() -> None:
    assert readings(CUP, lambda drawn: CUP.text(drawn)) == {
        "supply": Fraction(2, 3), "weather": Fraction(1, 3)}
    table = Dice(1).readings(lambda roll: "hit" if roll[0] >= 5 else "miss")
    assert table == {"miss": Fraction(2, 3), "hit": Fraction(1, 3)}


def test_two_independent_distributions_as_one() -> None:
    one = Dice(1).readings(sum)
    assert both(one, one, lambda a, b: a + b) == Dice(2).readings(sum)
