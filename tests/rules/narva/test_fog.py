"""Section 2.1.3: fog of war."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grognard
from grognard.core.serial import steps_of
from grognard.core.visibility import naming_fields
from grognard.lab.conformance import inspect
from grognard.rules.narva import fog
from grognard.rules.narva.combat import ChooseTarget, CombatSegment
from grognard.rules.narva.game import Narva
from grognard.rules.narva.movement import MovementSegment
from grognard.rules.narva.state import ELIMINATED, UNSEEN, NarvaState
from tests.rules.narva.table import Table, narva, start, table

GERMAN, SOVIET = "german", "soviet"


def seen_by(t: Table, side: str) -> NarvaState:
    return t.game.view(t.state, side).state


def shown(t: Table, side: str, hex: str) -> list[str]:
    """The faces in a hex as a side sees them, the top one last."""
    scene = t.game.table.scene(t.game.view(t.state, side))
    return [piece.face for piece in scene.pieces if piece.at == f"hex:{hex}"]


# -- stacks ------------------------------------------------------------------------------------


@pytest.mark.rule("narva:2.1.3.A", "narva:2.1.3.B")
def test_2_1_3_a_the_enemy_sees_the_top_counter_and_the_height() -> None:
    t = table(fog=True).put("2626", "HQ61", "151G", "162G")
    assert shown(t, SOVIET, "2626") == ["hidden-german", "hidden-german", "162G"]
    assert shown(t, GERMAN, "2626") == ["HQ61", "151G", "162G"]


@pytest.mark.rule("narva:2.1.3.A")
def test_2_1_3_a_without_the_option_nothing_is_hidden() -> None:
    t = table().put("2626", "HQ61", "151G", "162G")
    assert shown(t, SOVIET, "2626") == shown(t, GERMAN, "2626") == ["HQ61", "151G", "162G"]
    assert not t.game.hides


@pytest.mark.rule("narva:2.1.3.B")
@pytest.mark.parametrize("order", [("HQ122", "1811SU", "163R"), ("163R", "1811SU", "HQ122"),
                                   ("1811SU", "163R", "HQ122")])
def test_2_1_3_b_a_zone_of_control_is_never_hidden(order: tuple[str, ...]) -> None:
    """The top counter has a zone if the stack has one, whoever came last."""
    assert shown(table(fog=True).put("2508", *order), GERMAN, "2508")[-1] == "163R"


@pytest.mark.rule("narva:2.1.3.B")
def test_2_1_3_b_a_combat_unit_without_a_zone_lies_above_a_headquarters() -> None:
    t = table(fog=True).put("2508", "1811SU", "HQ122")
    assert shown(t, GERMAN, "2508")[-1] == "1811SU"


@pytest.mark.rule("narva:2.1.3.B")
def test_2_1_3_b_among_equals_the_last_to_arrive_lies_on_top() -> None:
    assert shown(table(fog=True).put("2508", "163R", "219R"), GERMAN, "2508")[-1] == "219R"
    assert shown(table(fog=True).put("2508", "219R", "163R"), GERMAN, "2508")[-1] == "163R"


@pytest.mark.rule("narva:2.1.3.B")
def test_2_1_3_b_a_unit_that_loses_its_zone_sinks_below_one_that_has_one() -> None:
    """The border guards lose their attack strength, and with it their zone, when reduced."""
    t = table(fog=True).put("2626", "151G", "1GRZ")
    assert shown(t, SOVIET, "2626")[-1] == "1GRZ"
    t.state.set_steps(t.unit("1GRZ"), 1)
    fog.put_in_order(t.game, t.state, t.hex("2626"))
    assert shown(t, SOVIET, "2626")[-1] == "151G"


@pytest.mark.rule("narva:2.1.3.B")
def test_2_1_3_b_markers_on_the_top_counter_are_seen() -> None:
    t = table(fog=True).put("2626", "151G", "162G").pin("162G").supply(1, "162G")
    scene = t.game.table.scene(t.game.view(t.state, SOVIET))
    top = [piece for piece in scene.pieces if piece.face == "162G"]
    assert top[0].marks == ("pinned", "out-of-supply")


@pytest.mark.rule("narva:2.1.3.A")
def test_2_1_3_a_nothing_about_a_hidden_unit_is_in_the_view() -> None:
    t = table(fog=True).put("2626", "151G-", "162G").pin("151G").supply(2, "151G")
    t.acting(GERMAN, "151G", "162G").ask(MovementSegment())
    known, hidden = seen_by(t, SOVIET), t.unit("151G")
    assert known.at[hidden] == UNSEEN
    assert known.veiled == {t.hex("2626"): 1}
    assert known.steps[hidden] == known.supply[hidden] == 0
    assert not (known.pinned | known.active | known.fighters) >> hidden & 1


@pytest.mark.rule("narva:2.1.3.A")
def test_2_1_3_a_losses_and_reinforcements_are_open() -> None:
    t = table(fog=True).put("2626", "151G", "162G").off(ELIMINATED, "176G")
    assert seen_by(t, SOVIET).at[t.unit("176G")] == ELIMINATED


@pytest.mark.rule("narva:2.1.3.A")
def test_2_1_3_a_a_hidden_piece_has_no_identity() -> None:
    tokens = [{piece.token for piece in t.game.table.scene(t.game.view(t.state, SOVIET)).pieces}
              for t in (table(fog=True).put("2626", "151G", "162G"),
                        table(fog=True).put("2626", "176G", "162G"))]
    assert tokens[0] == tokens[1]
    assert "hidden-2626-0" in tokens[0]


# -- who is seen while something happens -----------------------------------------------------------


@pytest.mark.rule("narva:2.1.3.A")
def test_2_1_3_a_the_whole_stack_is_seen_once_an_attack_is_announced() -> None:
    t = table(fog=True).put("2508", "HQ122", "163R", "219R").put("2407", "151G", "162G")
    t.acting(GERMAN, "162G").ask(CombatSegment())
    t.do("attack 2508 by 162G")
    assert len(shown(t, GERMAN, "2508")) == 3
    assert seen_by(t, GERMAN).veiled
    t.do("fire")
    assert shown(t, GERMAN, "2508") == ["HQ122", "163R", "219R"]
    t.do("done").roll(1)
    while t.step():
        t.play.do(t.asked(), next(iter(t.play.offers(t.asked()))))
    assert not t.state.revealed


@pytest.mark.rule("narva:2.1.3.C")
def test_2_1_3_c_an_announced_attack_cannot_be_taken_back() -> None:
    t = table(fog=True).put("2508", "163R", "219R").put("2407", "151G", "162G")
    t.acting(GERMAN, "151G", "162G").ask(CombatSegment())
    t.do("attack 2508 by 151G 162G fire")
    assert t.play.can_undo(GERMAN).code == "undo-reveal"
    assert "attack" not in t.play.offers(GERMAN).choices


@pytest.mark.rule("narva:2.1.3.C")
def test_2_1_3_c_too_weak_an_attack_is_cancelled() -> None:
    """The strength of the stack comes out too late: below 1-2 nothing happens."""
    t = table(fog=True).put("2508", "163R", "131GR").put("2407", "151G-")
    t.acting(GERMAN, "151G").ask(CombatSegment())
    t.do("attack 2508 by 151G fire")
    t.do("done")
    assert t.heard("cancelled")
    assert not t.heard("combat")


@pytest.mark.rule("narva:2.1.3.A")
def test_2_1_3_a_a_unit_on_the_move_is_seen() -> None:
    t = table(fog=True).put("2626", "151G", "162G").acting(GERMAN, "151G")
    t.ask(MovementSegment())
    assert seen_by(t, SOVIET).at[t.unit("151G")] == UNSEEN
    t.do("move 151G")
    assert seen_by(t, SOVIET).at[t.unit("151G")] == t.hex("2626")


@pytest.mark.rule("narva:2.1.3.A")
def test_2_1_3_a_the_end_opens_everything() -> None:
    t = table(fog=True).put("2626", "151G", "162G")
    t.state.ending = "13.1.B"
    assert shown(t, SOVIET, "2626") == ["151G", "162G"]


def test_a_relocated_headquarters_that_vanishes_in_a_stack_is_not_named() -> None:
    t = table(fog=True).put("2508", "163R", "HQ2SH")
    event = grognard.core.events.Event("relocated", "4.1.3.A", {"unit": t.unit("HQ2SH")})
    fog.tell(t.game, t.state, event, t.unit("HQ2SH"))
    mine, theirs = t.state.news
    assert (mine.seen_by, mine.args["unit"]) == ((SOVIET,), t.unit("HQ2SH"))
    assert (theirs.seen_by, theirs.args["unit"]) == ((GERMAN,), -1)


# -- odds --------------------------------------------------------------------------------------


@pytest.mark.rule("narva:2.1.3.A")
def test_2_1_3_a_odds_count_the_top_counter_only_until_the_stack_is_seen() -> None:
    t = table(fog=True).put("2508", "163R", "219R").put("2407", "151G", "162G")
    t.acting(GERMAN, "151G", "162G").ask(CombatSegment())
    t.do("attack 2508 by 151G")
    before = t.play.odds(GERMAN, "by 162G")
    t.do("by 162G fire")
    after = t.play.odds(GERMAN, "done")
    assert before is not None
    assert after is not None
    assert [m.id for m in before.assumes] == ["odds.assumes-top-unit"]
    assert not after.assumes
    assert _defenders(before) == [t.unit("219R")]
    assert _defenders(after) == [t.unit("163R"), t.unit("219R")]


@pytest.mark.rule("narva:2.1.3.B")
def test_2_1_3_b_nothing_is_hidden_under_a_counter_that_lies_alone() -> None:
    """How high a stack is can be seen, so a single counter needs no warning."""
    t = table(fog=True).put("2508", "163R").put("2407", "151G", "162G")
    t.acting(GERMAN, "151G", "162G").ask(CombatSegment())
    t.do("attack 2508 by 151G 162G")
    found = t.play.odds(GERMAN, "fire")
    assert found is not None
    assert found.assumes == ()


def _defenders(odds: grognard.core.odds.Odds) -> list[int]:
    return [line.label.args["unit"] for line in odds.lines if line.label.id == "odds.defence"]


# -- guesses -----------------------------------------------------------------------------------


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.sampled_from([GERMAN, SOVIET]))
def test_a_guess_keeps_what_is_known_and_breaks_no_rule(seed: int, side: str) -> None:
    t = start(fog=True)
    view = t.game.view(t.state, side)
    guess = t.game.imagine(view, Random(seed))
    assert t.game.encode(t.game.view(guess, side).state) == t.game.encode(view.state)
    assert t.game.faults(guess) == []
    assert not guess.veiled
    assert UNSEEN not in guess.at


def test_guesses_differ() -> None:
    t = table(fog=True)
    t.put("2626", "151G", "162G").put("1220", "176G", "61F").put("0920", "161PIO", "391G")
    view = t.game.view(t.state, SOVIET)
    places = {tuple(t.game.imagine(view, Random(seed)).at) for seed in range(20)}
    assert len(places) > 3


def test_a_headquarters_is_never_guessed_on_top_of_another() -> None:
    t = table(fog=True).put("2626", "HQ61", "151G").put("1220", "HQ58", "209G", "162G")
    for seed in range(20):
        guess = t.game.imagine(t.game.view(t.state, SOVIET), Random(seed))
        assert t.game.faults(guess) == []


def test_a_unit_with_a_zone_is_never_guessed_under_one_without() -> None:
    """Only the headquarters can lie under the assault gun."""
    t = table(fog=True).put("2508", "HQ122", "1811SU").put("2608", "163R", "219R")
    for seed in range(10):
        guess = t.game.imagine(t.game.view(t.state, GERMAN), Random(seed))
        assert guess.at[t.unit("HQ122")] == t.hex("2508")


# -- the view is all a side needs ------------------------------------------------------------------


@settings(max_examples=6)
@given(st.integers(0, 2**32))
def test_offers_from_the_view_are_the_offers(seed: int) -> None:
    """A table asks the view, not the state: it must answer the same."""
    game, rng = narva("krivasoo", True), Random(seed)
    play = grognard.start(game, seed=seed)
    for _ in range(60):
        if play.is_over:
            break
        ((side, decision),) = play.decisions.items()
        known = game.decisions(play.view(side).state)[side]
        assert sorted(known.offers) == sorted(decision.offers), type(decision.step).__name__
        play.do(side, decision.offers.sample(rng))


@pytest.mark.parametrize("seed", range(2))
def test_a_random_game_in_the_fog_gives_nothing_away(seed: int) -> None:
    assert inspect(narva("krivasoo", True), seed, points=12).found == []


# -- steps name units ------------------------------------------------------------------------------

NO_UNITS = {
    "at", "left", "spent", "count", "steps", "hexes", "column", "boxes",  # how much
    "hex", "origin", "was", "start", "way", "led_on", "called_off",  # where
}  # fmt: skip


def test_every_field_of_a_step_that_can_name_units_does() -> None:
    """Whoever adds a field must sort it: does it name units, and so show them?"""
    for cls in steps_of(Narva.packages).values():
        for field in msgspec.structs.fields(cls):
            plain = field.type in (str, bool) or field.name in NO_UNITS
            assert (field.name in naming_fields(cls)) != plain, f"{cls.__name__}.{field.name}"


def test_units_are_named_by_the_steps_to_come() -> None:
    t = table(fog=True).put("2626", "151G", "162G").acting(GERMAN, "151G").ask(ChooseTarget())
    assert fog.named(t.state) == 0
    t = table(fog=True).put("2626", "151G", "162G").acting(GERMAN, "151G").ask(MovementSegment())
    t.do("move 151G")
    assert fog.named(t.state) == t.units("151G")
