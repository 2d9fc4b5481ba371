"""Scenario 2, the islands: what chapter 14 says of landings there."""

import pytest

import grognard
from grognard.hexes import bits
from grognard.rules.efs import limits
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.naval import islands


@pytest.mark.rule("agn:14.4.p/msu")
def test_operation_beowulf_is_paid_for_at_virtsu() -> None:
    """The supply unit in the port is spent on the first landing; then attacks need none."""
    game = grognard.load("army_group_north", "beowulf")
    assert isinstance(game, EastFrontSeries)
    state = game.new_state()
    virtsu, muhu = game.grid.hex("B1115"), game.grid.hex("B1015")
    (supply,) = bits(state.set_at(virtsu) & game.supplies)
    force = 1 << game.number["61ID"]
    assert not limits.needs_no_supply(game, state, force, (muhu,))
    islands.pay(game, state, "axis", muhu)
    assert state.at[supply] != virtsu
    assert limits.needs_no_supply(game, state, force, (muhu,)) == force
    mainland = game.grid.hex("B1414")
    assert not limits.needs_no_supply(game, state, force, (mainland,))
