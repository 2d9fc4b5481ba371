"""Chapters 14 and 15: paratroops and the coastal army as ground troops."""

import pytest

from grognard.rules.eastfront.fire import firepower
from grognard.rules.eastfront.movement import MovementPhase
from grognard.rules.eastfront.state import POOL
from tests.rules.eastfront.grounds import holder, judge, unsupplied
from tests.rules.eastfront.setups import game_of, set_up
from tests.rules.eastfront.table import table


@pytest.mark.rule("eastfront:14.1", "eastfront:2.64")
@pytest.mark.parametrize(("scenario", "on_map"), [("w41", True), ("s42", False), ("w43", False)])
def test_14_1_the_corps_enters_in_december_1941_and_is_lost_later(
    scenario: str, on_map: bool
) -> None:
    play = set_up(scenario)
    at = play.state.at[game_of(play).number["4Para"]]
    assert at >= 0 if on_map else at == POOL
    assert game_of(play).types["paratroop"].infantry


@pytest.mark.rule("eastfront:14.5a")
def test_14_5a_on_the_ground_they_move_as_infantry() -> None:
    t = table().put("Voronezh", "4Para", "3A", "UkrF").phase("soviet", "movement").active("UkrF")
    types = t.game.types
    assert types["paratroop"].speed == types["infantry"].speed == {"dry": 2, "mud": 1, "snow": 1}
    fire = [firepower(t.game, t.state, t.unit("4Para"), t.hex("Kursk"), offensive)
            for offensive in (True, False)]
    assert fire == ["SF", "DF"]
    foot = table().put("Voronezh", "4Para", "3A", "UkrF").phase("soviet", "movement").active("UkrF")
    assert t.ask(MovementPhase()).do("move 4Para").offers("to") == \
        foot.ask(MovementPhase()).do("move 3A").offers("to")


@pytest.mark.rule("eastfront:15.5b")
def test_15_5b_the_coastal_army_fires_as_infantry() -> None:
    t = table().phase("soviet", "combat")
    for offensive in (True, False):
        assert firepower(t.game, t.state, t.unit("Coast"), t.hex("Kerch"), offensive) == "SF"


@pytest.mark.rule("eastfront:15.42c")
def test_15_42c_a_captured_port_takes_units_by_sea_from_the_next_phase_on() -> None:
    t = table().put("Moscow", "STAVKA").put("Batumi", "3A").held("axis", "Kerch", "Novorossiysk")
    t.phase("soviet", "movement").active("STAVKA", supreme_moves=4).ask(MovementPhase())
    t.do("sea 3A")
    assert t.refused("to Kerch").code == "strategic-not-friendly"
    t = table().put("Moscow", "STAVKA").put("Batumi", "3A").put("Kerch", "Coast")
    t.phase("soviet", "movement").active("STAVKA", supreme_moves=4).ask(MovementPhase())
    assert t.do("sea 3A to Kerch").where("3A") == "Kerch"


@pytest.mark.rule("eastfront:15.6d")
def test_15_6d_landed_outside_a_port_and_without_a_line() -> None:
    t = table().put("Simferopol_W1", "Coast:2").put("Simferopol", "5AK").put("Perekop", "6AK")
    t.held("axis", "Sevastopol").put("Sevastopol", "8AK")
    judge(t, "soviet")
    assert holder(t, "Simferopol_W1") == "soviet"
    assert unsupplied(t, "Coast")
    assert t.cv("Coast") == 1
