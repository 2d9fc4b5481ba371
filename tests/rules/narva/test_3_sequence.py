"""Chapter 3: the sequence of play, with the turn track (1.1, 2.2.1) and the turn advance."""

import datetime

import pytest

from grognard.rules.narva.combat import ChooseTarget
from grognard.rules.narva.command import ChooseHeadquarters, CommandPhase, DrawChit
from grognard.rules.narva.movement import ChooseMover
from grognard.rules.narva.sequence import (
    EndOfTurnPhase,
    ReinforcementPhase,
    SupplyPhase,
    Turn,
    TurnAdvanceSegment,
)
from grognard.rules.narva.state import GROUNDED, REFIT, TRACK
from tests.rules.narva.table import Table, narva, table

PHASES = ["AirUnitPhase", "CommandPhase", "ReinforcementPhase", "SupplyPhase", "EndOfTurnPhase"]


def in_order(t: Table, *events: str) -> bool:
    """Whether these events were told one after the other."""
    told = [event.id for event in t.events]
    return sorted(events, key=told.index) == list(events)


def coming(t: Table, *codes: str) -> Table:
    """These reinforcements are due now."""
    t.off(TRACK, *codes)
    for code in codes:
        t.state.arrives[t.unit(code)] = t.state.turn
    return t


# -- the turn ----------------------------------------------------------------------------------


@pytest.mark.rule("narva:1.1.A")
def test_1_1_a_twelve_weeks_from_2_february_to_25_april() -> None:
    turns = narva().turns
    assert sorted(turns) == list(range(1, 13))
    assert (turns[1].starts, turns[12].ends) == ("1944-02-02", "1944-04-25")
    week = datetime.timedelta(days=6)
    for turn in turns.values():
        first, last = (datetime.date.fromisoformat(day) for day in (turn.starts, turn.ends))
        assert last - first == week


@pytest.mark.rule("narva:3.0")
def test_3_0_the_phases_follow_each_other() -> None:
    assert [type(phase).__name__ for phase in Turn.parts] == PHASES
    t = coming(table(turn=4).put("1414", "151G"), "220G").cup(_26=1)
    t.state.air[0] = REFIT
    t.ask(Turn()).roll("26").do("done").do("arrive 220G into 0123").do("stay")
    assert in_order(t, "air-ready", "chit-drawn", "arrives", "out-of-supply", "chits-return",
                    "turn")
    assert t.state.turn == 5
    assert isinstance(t.step(), DrawChit), "and round again"


def test_3_0_the_table_shows_the_phase() -> None:
    t = coming(table(turn=4), "220G").cup(_26=1).ask(Turn())
    shown = [[mark.id for mark in t.game.table.scene(t.play.view("german")).phases if mark.now]]
    t.roll("26").do("done")
    shown += [[mark.id for mark in t.game.table.scene(t.play.view("german")).phases if mark.now]]
    assert shown == [["CommandPhase"], ["ReinforcementPhase"]]


@pytest.mark.rule("narva:3.0.A.1")
def test_3_0_a_1_refitted_aircraft_are_ready_before_the_first_draw() -> None:
    t = table(turn=3).cup(_2SH=1)
    t.state.air = [REFIT] * 7
    t.ask(EndOfTurnPhase())
    assert isinstance(t.step(), DrawChit)
    assert t.state.turn == 4
    assert set(t.state.air) == {0}


@pytest.mark.rule("narva:3.0.A.2")
def test_3_0_a_2_grounded_aircraft_need_two_air_phases() -> None:
    t = table(turn=3).cup(_26=1)
    t.state.air = [GROUNDED] * 7
    t.ask(EndOfTurnPhase())
    assert set(t.state.air) == {REFIT}
    t.roll("26").do("done")
    assert t.state.turn == 5
    assert set(t.state.air) == {0}


@pytest.mark.rule("narva:3.0.B")
def test_3_0_b_each_chit_commands_moves_all_then_fights_all() -> None:
    t = table(turn=4).put("2607", "HQFHH").put("2608", "FHHPZ").put("2707", "FHHPZG")
    t.put("2609", "65R").put("2808", "147R").cup(_26=2).ask(CommandPhase())
    assert isinstance(t.step(), DrawChit)
    assert isinstance(t.roll("26").step(), ChooseHeadquarters)
    assert isinstance(t.do("hq HQFHH").do("done").step(), ChooseMover)
    early = t.refused("attack 2609")
    assert (early.code, early.rule) == ("moves-come-first", "narva:3.0.B")
    t.do("move FHHPZG to 2708")
    assert isinstance(t.do("done").step(), ChooseTarget)
    late = t.refused("move FHHPZ")
    assert (late.code, late.rule) == ("moves-are-over", "narva:3.0.B")
    t.do("attack 2609 by FHHPZ fire").do("done").roll(4)
    assert t.refused("move FHHPZG").code == "moves-are-over", "not between two combats either"
    assert isinstance(t.do("done").step(), DrawChit)


def test_3_0_b_headquarters_never_attack() -> None:
    t = table(turn=4).put("2607", "HQFHH", "FHHPZ").put("2608", "65R")
    t.cup(_26=1).ask(CommandPhase()).roll("26").do("hq HQFHH").do("done").do("done")
    t.do("attack 2608")
    refusal = t.refused("by HQFHH")
    assert (refusal.code, refusal.rule) == ("headquarters-fights-not", "narva:9.0.A")


@pytest.mark.rule("narva:3.0.C")
def test_3_0_c_german_reinforcements_arrive_and_move_before_soviet_ones() -> None:
    t = coming(table(turn=4), "220G", "340R").ask(ReinforcementPhase())
    assert t.asked() == "german"
    t.do("arrive 220G into 0123").do("to 0124")
    assert t.asked() == "soviet"
    assert t.offers("arrive") == {"340R"}


@pytest.mark.rule("narva:3.0.D")
def test_3_0_d_supply_is_checked_for_both_sides_after_the_reinforcements() -> None:
    t = coming(table(turn=4).put("1414", "151G").put("3118", "65R"), "220G")
    t.ask(ReinforcementPhase(), SupplyPhase()).do("arrive 220G into 0123").do("to 0125")
    assert {t.game.units[e.args["unit"]].code for e in t.heard("out-of-supply")} == {
        "151G", "65R", "220G"}


def test_3_0_d_no_headquarters_is_removed_for_lack_of_supply() -> None:
    t = table(turn=4).put("1414", "HQ61").put("3118", "HQ122").ask(SupplyPhase())
    t.ask(SupplyPhase())
    assert (t.where("HQ61"), t.where("HQ122")) == ("1414", "3118")
    assert len(t.heard("isolated")) == 2


# -- the end of the turn -----------------------------------------------------------------------


@pytest.mark.rule("narva:3.0.E.1")
def test_3_0_e_1_sudden_death_comes_before_the_turn_advance() -> None:
    t = table(turn=4).put("3030", "65R").pin("65R").ask(EndOfTurnPhase())
    assert t.game.is_over(t.state)
    assert t.state.turn == 4
    assert not t.heard("chits-return")
    assert t.state.pinned


@pytest.mark.rule("narva:3.0.E.2")
def test_3_0_e_2_chits_pins_defences_and_turn_marker() -> None:
    t = table(turn=4).put("2607", "65R").pin("65R").cup(_2SH=1)
    t.state.tracks["soviet"] = (t.game.chit["2SH"],)
    t.state.defences = [2, 0]
    t.ask(TurnAdvanceSegment()).do("repair nordland")
    told = ["chits-return", "pins-lifted", "defences-mended", "turn"]
    assert [event.id for event in t.events if event.id in told] == told
    assert [event.rule for event in t.events[:4]] == ["11.4.A", "11.4.B", "11.3.5", "2.2.1"]


@pytest.mark.rule("narva:2.2.1")
def test_2_2_1_the_turn_marker_moves_one_box() -> None:
    t = table(turn=4).cup(_2SH=1).ask(TurnAdvanceSegment())
    assert t.state.turn == 5
    assert [event.args["turn"] for event in t.heard("turn")] == [5]
    boxes = [p.at for p in t.game.table.scene(t.play.view("german")).pieces if p.token == "turn"]
    assert boxes == ["track:turn:5"]


@pytest.mark.rule("narva:1.1.A")
def test_1_1_a_after_turn_12_the_game_is_over() -> None:
    t = table(turn=12).cup(_2SH=1).ask(TurnAdvanceSegment())
    assert t.game.is_over(t.state)
    assert t.state.turn == 12


def test_3_0_e_2_what_lasts_for_a_turn_ends_with_it() -> None:
    t = table(turn=4).cup(_2SH=1)
    t.state.no_flying = t.state.strachwitz_used = t.state.shock_drawn = True
    t.ask(TurnAdvanceSegment())
    assert not any((t.state.no_flying, t.state.strachwitz_used, t.state.shock_drawn))
