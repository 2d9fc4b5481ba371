"""Chapter 3: face-down counters, decoys, stacking."""

from random import Random

import pytest

from grognard.core.rulings import Refused
from grognard.core.sides import Side
from grognard.records import Playthrough
from grognard_miniature.combat import CombatPhase
from grognard_miniature.fog import fill
from grognard_miniature.movement import MovementPhase
from grognard_miniature.state import MiniatureState
from grognard_miniature.victory import Dusk
from tests.rules.miniature.table import (
    game,
    label,
    offered,
    play,
    position,
    refusal,
    told,
    unit,
    units,
    where,
)


def seen(state: MiniatureState, side: Side) -> bytes:
    return game().encode(game().view(state, side).state)


@pytest.mark.rule("miniature:3.1")
def test_face_down_counters_cannot_be_told_apart() -> None:
    one = position("BG 0203, BD 0203, BL 0202, RG 0502")
    other = position("BL 0203, BG 0203, BD 0202, RG 0502")
    assert seen(one, "red") == seen(other, "red")
    assert seen(one, "blue") != seen(other, "blue")


@pytest.mark.rule("miniature:3.1")
def test_a_shadow_shows_whose_where_and_whether_it_has_acted() -> None:
    state = position("BG 0203, BD 0202, RG 0502")
    state.acted = units("BG")
    shadows = game().view(state, "red").state.shadows
    assert [(s.side, label(s.hex), s.acted) for s in shadows] == [
        ("blue", "0202", False), ("blue", "0203", True)]  # fmt: skip


@pytest.mark.rule("miniature:3.1")
def test_a_piece_of_the_scene_names_no_face_down_counter() -> None:
    scene = game().table.scene(game().view(position("BG 0203, BD 0203, RG 0502", up="BD"), "red"))
    blue = [piece for piece in scene.pieces if piece.side == "blue" and piece.at == "hex:0203"]
    assert [(piece.token, piece.face, piece.unit) for piece in blue] == [
        ("BD", "BD", unit("BD")), ("0203#0", "blue-hidden", -1)]  # fmt: skip


@pytest.mark.rule("miniature:3.1")
def test_the_enemy_hears_only_that_something_moves() -> None:
    table = play(position("BG 0203, RG 0502"), MovementPhase("blue", 1))
    before = seen(table.state, "red")
    table.do("blue", "move BG")
    half_made = seen(table.state, "red").replace(b'"decisions_made":1', b'"decisions_made":0')
    assert half_made == before  # which counter is picked up does not show either
    table.do("blue", "to 0202")
    assert [event.id for event in table.events("red")] == ["something-moved"]
    assert [event.id for event in table.events("blue")] == ["moved"]


@pytest.mark.rule("miniature:3.1")
def test_a_guess_puts_every_counter_under_a_shadow() -> None:
    state = position("BG 0203, BL 0202, BH 0202, BD 0101, RG 0502", up="BH")
    view = game().view(state, "red").state
    guesses = {tuple(fill(view.copy(), Random(seed)).at) for seed in range(60)}
    assert len(guesses) == 6  # three face-down counters in three places
    assert all(guess[unit("BH")] == state.at[unit("BH")] for guess in guesses)


def attack_a_stack() -> Playthrough:
    state = position("BG 0303, BH 0203, RL 0402, RD 0402, RG 0601")
    state.ready = units("BG")
    table = play(state, CombatPhase("blue"))
    table.do("blue", "attack 0402 by BG fight")
    return table


@pytest.mark.rule("miniature:3.2")
def test_a_battle_shows_everybody_in_it() -> None:
    table = attack_a_stack()
    assert table.state.face_up == units("BG RL RD")
    assert "turned-up" in told(table)


@pytest.mark.rule("miniature:3.2")
def test_what_is_shown_cannot_be_taken_back() -> None:
    with pytest.raises(Refused, match="hidden"):
        attack_a_stack().undo("blue")


@pytest.mark.rule("miniature:3.4", "miniature:9.2")
def test_a_decoy_that_is_shown_is_removed() -> None:
    table = attack_a_stack()
    assert where(table, "RD") == ""
    assert table.state.points == {"blue": 0, "red": 0}


@pytest.mark.rule("miniature:3.3")
def test_dusk_hides_who_has_no_enemy_beside() -> None:
    state = position("BG 0401, BL 0101, RG 0501, RL 0604", up="BG BL RG RL")
    table = play(state, Dusk())
    assert table.state.face_up == units("BG RG")  # the river between them does not matter


@pytest.mark.rule("miniature:3.5")
def test_a_third_counter_may_pass_but_not_stay() -> None:
    state = position("BG 0202, BL 0202, BH 0201, RG 0604")
    table = play(state, MovementPhase("blue", 1))
    table.do("blue", "move BH")
    assert refusal(table, "blue", "to 0202") == "stack-full 3.5"
    assert "0303" in offered(table, "blue", "to")  # three hexes off, through 0202 or 0302


@pytest.mark.rule("miniature:3.5")
def test_a_decoy_counts_for_stacking() -> None:
    table = play(position("BG 0202, BD 0202, BH 0201, RG 0604"), MovementPhase("blue", 1))
    table.do("blue", "move BH")
    assert refusal(table, "blue", "to 0202") == "stack-full 3.5"


@pytest.mark.rule("miniature:3.6")
def test_without_fog_nothing_is_hidden() -> None:
    open_game = game(fog=False)
    state = Playthrough(open_game, seed=1).state
    assert state.face_up == open_game.playing == units("BG BL BH RG RL RH")
    table = play(position("BG 0101, RG 0601", fog=False), Dusk(), fog=False)
    assert table.state.face_up == open_game.playing
