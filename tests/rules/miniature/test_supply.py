"""Chapter 8: supply."""

import pytest

from grognard_miniature.combat import CombatPhase
from grognard_miniature.dice import defence_dice, dice_in
from grognard_miniature.supply import SupplyPhase, cut_off, supplied
from tests.rules.miniature.table import (
    game,
    hex_,
    labels,
    play,
    position,
    refusal,
    unit,
    units,
    where,
)


@pytest.mark.rule("miniature:8.1")
def test_the_river_parts_supply_but_for_the_bridge() -> None:
    free = position("BG 0402, RG 0604")
    assert cut_off(game(), free, "blue") == 0
    assert "0402" in labels(supplied(game(), free, "blue"))
    cut = position("BG 0402, RD 0203, RG 0604")  # its zone holds the bridge
    assert cut_off(game(), cut, "blue") == units("BG")


@pytest.mark.rule("miniature:8.1")
def test_a_friend_reopens_a_zone() -> None:
    held = position("BG 0402, BD 0303, BL 0202, RD 0203, RG 0604")
    assert cut_off(game(), held, "blue") == 0


@pytest.mark.rule("miniature:8.1")
def test_an_enemy_counter_closes_its_hex_to_all() -> None:
    state = position("BG 0402, RD 0303, RG 0604")
    assert "0303" not in labels(supplied(game(), state, "blue"))


@pytest.mark.rule("miniature:8.2")
def test_no_attack_without_supply() -> None:
    state = position("BG 0402, BL 0401, RD 0203, RL 0502")
    state.ready = units("BG BL")
    table = play(state, CombatPhase("blue"))
    table.do("blue", "attack 0502")
    assert refusal(table, "blue", "by BG") == "out-of-supply 8.2"


@pytest.mark.rule("miniature:8.3")
def test_half_the_dice_rounded_up() -> None:
    fed = position("BG 0303, RL 0402")
    starved = position("BG 0503, RL 0402")
    assert dice_in(defence_dice(game(), fed, "red", units("RL"), hex_("0402"))) == 3
    assert dice_in(defence_dice(game(), starved, "red", units("RL"), hex_("0402"))) == 2


@pytest.mark.rule("miniature:8.4")
def test_everybody_out_of_supply_is_shown_and_loses_a_step() -> None:
    state = position("BG 0402, BH 0501, BD 0402, RG 0203, RL 0604", reduced="BH")
    table = play(state, SupplyPhase())
    assert table.state.steps[unit("BG")] == 1
    assert where(table, "BH") == where(table, "BD") == ""
    assert table.state.steps[unit("RL")] == 2
    assert table.state.face_up & units("BG RL") == units("BG")


@pytest.mark.rule("miniature:8.4", "miniature:9.2")
def test_both_sides_starve_at_once() -> None:
    # Each bars the bridge to the other; that one is lost does not feed the other any more.
    state = position("BG 0402, RG 0203, BL 0101, RL 0604", reduced="BG RG")
    table = play(state, SupplyPhase())
    assert where(table, "BG") == where(table, "RG") == ""
    assert table.state.points == {"blue": 2, "red": 2}
