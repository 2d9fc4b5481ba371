"""Every play ends: a count falls with every decision, and it begins at the declared bound."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.sides import CHANCE
from grognard_miniature.bound import at_most
from tests.rules.miniature.table import game


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from(["meeting", "bridgehead"]), st.booleans())
def test_the_count_falls_with_every_decision(seed: int, scenario: str, fog: bool) -> None:
    the_game, rng = game(scenario, fog), Random(seed)
    state = the_game.start_state()
    left = at_most(the_game, state)
    assert left == the_game.bound
    while not the_game.is_over(state):
        roll = the_game.rolling(state)
        if roll is not None:
            the_game.apply(state, CHANCE, roll.chance(the_game, state).sample(rng))
        else:
            side, decision = rng.choice(list(the_game.decisions(state).items()))
            the_game.apply(state, side, decision.offers.sample(rng))
        now = at_most(the_game, state)
        assert now <= left - (roll is None)
        left = now
    assert state.decisions_made <= the_game.bound
