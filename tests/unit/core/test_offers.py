"""Offers: lazy sets that know why something is not in them."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.actions import Action
from grognard.core.offers import ALWAYS, Among, Offers
from grognard.core.rulings import Layer, Reason
from grognard.hexes import bits
from grognard.records import Playthrough
from tests.conformance.toy import Toy

masks = st.integers(0, 2**70)


@given(universe=masks, barred=st.lists(masks, max_size=3))
def test_what_is_offered_is_what_no_layer_bars(universe: int, barred: list[int]) -> None:
    layers = [Layer(f"layer-{n}", "1", bars) for n, bars in enumerate(barred)]
    choices = Among(universe, *layers)
    expected = [a for a in bits(universe) if not any(bars >> a & 1 for bars in barred)]
    assert list(choices) == expected
    assert len(choices) == len(expected)
    assert [choices.pick(place) for place in range(len(choices))] == expected
    assert all(arg in choices and choices.why(arg) is None for arg in expected)


def test_the_first_layer_that_bites_is_cited() -> None:
    pinned, moved = Layer("pinned", "2.5", 0b0110, units=(9,)), Layer("moved", "4.2", 0b1100)
    choices = Among(0b1111, pinned, moved)
    assert choices.why(2) == Reason("pinned", "2.5", units=(9,))
    assert choices.why(3) == Reason("moved", "4.2")


def test_what_lies_outside_the_universe_has_its_own_reason() -> None:
    assert Among(0b1).why(1) is None
    assert Among(0b1, outside=("far", "3")).why(1) == Reason("far", "3")
    assert Among(0b1, outside=lambda arg: Reason("far", f"3.{arg}")).why(4) == Reason("far", "3.4")
    assert Among(0b1, Layer("sea", "2", 0b10), outside=("far", "3")).why(1) == Reason("sea", "2")


OFFERS = Offers({"move": Among(0b1011), "to": Among(0), "done": ALWAYS})


def test_offers_are_a_set_of_actions() -> None:
    assert list(OFFERS) == [Action("move", 0), Action("move", 1), Action("move", 3), Action("done")]
    assert len(OFFERS) == 4
    assert ("move", 3) in OFFERS
    assert ("move", 2) not in OFFERS
    assert not Offers({"to": Among(0)})
    assert repr(OFFERS) == "<Offers move: 3, to: 0, done: 1>"


@pytest.mark.parametrize("nonsense", [
    None, "move", ("move",), ("move", True), ("move", "0"), ("move", -1), ("move", 10**40),
    ("move", 1.0), ("fly", 0), ("move", 0, 0),
])
def test_nonsense_is_not_offered(nonsense: Any) -> None:
    assert nonsense not in OFFERS


def test_every_offer_is_as_likely_as_the_next() -> None:
    rng = Random(3)
    drawn = [OFFERS.sample(rng) for _ in range(4000)]
    counts = {action: drawn.count(action) for action in OFFERS}
    assert all(900 < count < 1100 for count in counts.values())


def test_nothing_to_sample_is_an_error() -> None:
    with pytest.raises(IndexError, match="no offers"):
        Offers({}).sample(Random(0))


def red_moves(blue_trap: str) -> Playthrough:
    play = Playthrough(Toy(), seed=1, automations=())
    play.do("red", "trap 0202 guard R1")
    play.do("blue", f"trap {blue_trap} guard B1")
    play.do("chance", "red-chit")
    return play


def test_offers_of_a_unit_show_what_choosing_it_would_offer() -> None:
    play = red_moves(blue_trap="0202")
    game = play.game
    red = game.space.domains["move"].parse("R1")
    preview = play.offers("red").of(red)
    assert {game.space.text(action) for action in preview} == {"to 0102", "to 0201", "to 0202"}
    assert list(play.offers("red").of(3)) == []
    assert list(Offers({"move": Among(1)}).of(0)) == []


def test_a_preview_ends_with_the_compound() -> None:
    play = red_moves(blue_trap="0102")
    game = play.game
    move, to = game.space.parse("move R1 to 0201")
    assert game.peek(play.state, "red", move)
    play.do("red", move)
    assert not game.peek(play.state, "red", to)  # a trap may come to light
