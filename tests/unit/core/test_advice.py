"""Advice: a default for everything, and nothing that nobody asks."""

import inspect
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.actions import Action
from grognard.core.advice import Advice
from tests.conformance.toy import Toy


def questions(advice: type[Advice[Any, Any]]) -> set[str]:
    return {name for name, _ in inspect.getmembers(advice) if not name.startswith("_")}


def test_without_advice_nothing_is_wanted() -> None:
    game = Toy()
    state, advice = game.start_state(), game.advice
    step = game.decisions(state)["red"].step
    assert type(advice) is Advice
    assert (advice.habits(), advice.goals(state, "red"), advice.enemies(state, "red")) == ({}, 0, 0)
    assert advice.could_stay(state, step) is None
    assert not advice.is_folly(state, "red", Action("done"))


@pytest.mark.parametrize("box", ["miniature", "narva", "eastfront"])
def test_a_rule_book_advises_only_on_what_is_asked(box: str) -> None:
    assert questions(type(grognard.load(box).advice)) == questions(Advice)


@pytest.mark.parametrize("box", ["narva", "eastfront"])
def test_who_could_stay_stands_on_the_map(box: str) -> None:
    """Wherever a unit is asked about that may go or stay, and there only."""
    game, rng, met = grognard.load(box), Random(3), 0
    state = game.start_state()
    while met < 5:
        if (roll := game.rolling(state)) is not None:
            game.apply(state, grognard.CHANCE, roll.chance(game, state).sample(rng))
            continue
        side, decision = next(iter(game.decisions(state).items()))
        step: Any = decision.step
        if Action("stay") in decision.offers and "unit" in step.__struct_fields__:
            assert game.advice.could_stay(state, step) == state.hex_of(step.unit)
            met += 1
        game.apply(state, side, decision.offers.sample(rng))
