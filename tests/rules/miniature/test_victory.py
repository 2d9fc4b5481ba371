"""Chapter 9: points, levels, rout."""

import pytest

from grognard_miniature.losses import ChooseLoss
from grognard_miniature.movement import MovementPhase
from grognard_miniature.victory import Dusk, Rout, level, result
from tests.rules.miniature.table import game, hex_, play, position, units


@pytest.mark.rule("miniature:9.1")
def test_villages_score_at_dusk() -> None:
    table = play(position("BG 0203, RG 0502"), Dusk())
    assert table.state.points == {"blue": 1, "red": 1}
    state = position("BG 0203, BL 0502, RG 0604")
    state.holders[hex_("0502")] = "blue"
    assert play(state, Dusk()).state.points == {"blue": 3, "red": 0}


@pytest.mark.rule("miniature:9.2", "miniature:1.5")
def test_a_lost_counter_scores_for_the_enemy() -> None:
    table = play(position("BG 0203, BL 0101, RG 0502", reduced="BG"),
                 ChooseLoss("blue", units("BG")))
    table.do("blue", "lose BG")
    assert table.state.points == {"blue": 0, "red": 2}


@pytest.mark.rule("miniature:9.3")
@pytest.mark.parametrize(
    ("lead", "word"),
    [(0, "draw"), (1, "draw"), (2, "marginal"), (4, "marginal"), (5, "clear"), (8, "clear"),
     (9, "decisive"), (30, "decisive")],
)  # fmt: skip
def test_levels(lead: int, word: str) -> None:
    state = position("BG 0203, RG 0502")
    assert level(game(), lead) == word
    state.points = {"blue": 3, "red": 3 + lead}
    found = result(game(), state)
    assert (found.level, found.score) == (word, -lead)
    assert found.winner == (None if word == "draw" else "red")


@pytest.mark.rule("miniature:9.4")
def test_a_side_without_fighters_loses_at_once() -> None:
    state = position("BD 0203, RH 0502")
    state.points = {"blue": 9, "red": 0}
    table = play(state, Rout(), MovementPhase("blue", 1))
    assert table.is_over
    outcome = table.result
    assert outcome is not None
    assert (outcome.winner, outcome.level, outcome.reason) == ("red", "decisive", "rout")


@pytest.mark.rule("miniature:9.4")
def test_if_both_are_gone_points_decide() -> None:
    state = position("BD 0203, RD 0502")
    state.points = {"blue": 4, "red": 0}
    outcome = play(state, Rout()).result
    assert outcome is not None
    assert (outcome.winner, outcome.level, outcome.reason) == ("blue", "marginal", "points")


@pytest.mark.rule("miniature:9.4")
def test_while_both_can_fight_play_goes_on() -> None:
    assert not play(position("BG 0203, RH 0502"), Rout(), MovementPhase("blue", 1)).is_over
