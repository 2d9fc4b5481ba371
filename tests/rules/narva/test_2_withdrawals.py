"""Sections 2.5.5 to 2.5.7: chits that take formations and chits out of the game."""

import pytest

from grognard.rules.narva.chits import ChitsArrive, count_chits
from grognard.rules.narva.command import CommandPhase
from grognard.rules.narva.replacement import SpendPoints
from grognard.rules.narva.sequence import ReinforcementPhase, TurnAdvanceSegment
from grognard.rules.narva.state import ELIMINATED, TRACK
from tests.rules.narva.table import Table, table

DIVISION_214 = ("HQ214", "355G", "367G", "568G", "214F")


def with_chit(t: Table, chit: str, **others: int) -> Table:
    """The chit is drawn; afterwards the cup holds the others."""
    return t.cup(**{chit: 1}, **others).ask(CommandPhase(), TurnAdvanceSegment()).roll(chit)


def next_turn(t: Table, **cup: int) -> Table:
    """The turn advances; the cup holds only these chits."""
    return t.cup(**cup).ask(TurnAdvanceSegment())


def chits(t: Table, code: str) -> int:
    return count_chits(t.state, t.game.chit[code])


# -- 2.5.5: the 59th Army ----------------------------------------------------------------------


def army_59() -> Table:
    return table(turn=9).put("2607", "HQ59A").put("2609", "HQ117", "289R").put("2610", "65R")


@pytest.mark.rule("narva:2.5.5.A")
def test_2_5_5_a_the_59th_army_has_a_turn_of_warning() -> None:
    t = with_chit(army_59(), "WITHDRAW_59", _59A=2)
    assert t.state.withdrawals == [(10, t.game.chit["WITHDRAW_59"])]
    at = {piece.face: piece.at for piece in t.game.table.scene(t.play.view("soviet")).pieces}
    assert at["WITHDRAW_59"] == "track:turn:10"
    told = t.heard("withdrawal-ordered")[0]
    assert (told.rule, told.args["turn"]) == ("2.5.5.A", 10)
    assert t.roll("59A").allowed("hq HQ117"), "it plays on this turn"
    t.do("done").roll("59A").do("done")
    assert t.state.turn == 10
    assert t.roll("59A").allowed("hq HQ117"), "and in the command phase of the next"


def test_2_5_5_a_nothing_happens_in_the_turn_of_the_draw() -> None:
    t = with_chit(army_59(), "WITHDRAW_59", _59A=2)
    t.ask(ChitsArrive())
    assert t.where("HQ59A") == "2607"
    assert t.state.withdrawals


@pytest.mark.rule("narva:2.5.5.B")
def test_2_5_5_b_the_army_leaves_with_its_chits_and_the_corps_stay() -> None:
    t = with_chit(army_59(), "WITHDRAW_59", _59A=2, _26=1)
    t.roll("26").do("done").roll("59A").do("done").roll("59A").do("done")
    assert t.state.turn == 10
    t.roll("59A").do("done").roll("26").do("done")
    assert not t.heard("withdrawn")
    t.roll("59A").do("done")
    assert t.state.turn == 11
    assert t.heard("withdrawn")[0].rule == "2.5.5.B"
    assert t.where("HQ59A") == "gone"
    assert chits(t, "59A") == 0
    assert chits(t, "WITHDRAW_59") == 0
    assert [t.where(code) for code in ("HQ117", "289R", "65R")] == ["2609", "2609", "2610"]


def test_2_5_5_b_an_army_not_yet_there_never_comes() -> None:
    t = table(turn=4).off(TRACK, "HQ59A").cup()
    t.state.due = [(4, t.game.chit["59A"])] * 2
    t.state.withdrawals = [(4, t.game.chit["WITHDRAW_59"])]
    t.ask(ReinforcementPhase())
    assert t.where("HQ59A") == "gone"
    assert chits(t, "59A") == 0


# -- 2.5.6: the 2nd Shock Army out of supply ---------------------------------------------------


def supply_chit(turn: int = 5, **cup: int) -> Table:
    t = table(turn=turn).put("2607", "HQ2SH").put("2608", "HQ122", "65R")
    return with_chit(t, "SH2_OOS", **cup)


@pytest.mark.rule("narva:2.5.6.A", "narva:2.5.6.C")
def test_2_5_6_a_the_supply_chit_waits_over_any_number_of_turns() -> None:
    t = supply_chit(turn=5, _26=1)
    assert t.heard("supply-chit-waits")[0].rule == "2.5.6.A"
    pieces = t.game.table.pieces(t.play.view("soviet"))
    waiting = [piece.at for piece in pieces if piece.face == "SH2_OOS"]
    assert waiting == ["box:drawn"]
    for turn in (6, 7):
        next_turn(t, _26=1)
        assert t.state.turn == turn
        assert t.state.supply_chit_waits
        assert chits(t, "SH2_OOS") == 0, "neither in the cup nor on the track"
    assert not t.game.faults(t.state)


@pytest.mark.rule("narva:2.5.6.B")
def test_2_5_6_b_the_next_shock_chit_is_burnt_after_its_use() -> None:
    t = supply_chit(_2SH=3, _26=1)
    t.roll("2SH").do("hq HQ122").do("done")
    assert t.offers("move") == {"HQ122", "65R"}, "it is used normally"
    assert chits(t, "2SH") == 3
    t.do("done")
    assert t.heard("shock-chit-burnt")[0].rule == "2.5.6.B"
    assert chits(t, "2SH") == 2
    assert t.state.activations("soviet") == 1, "the activation counts all the same"
    t.roll("2SH").do("done")
    assert chits(t, "2SH") == 2, "only one is burnt"
    t.ask(TurnAdvanceSegment())
    assert t.state.cup[t.game.chit["2SH"]] == 2


def test_2_5_6_b_the_burnt_chit_is_no_longer_shown_on_the_track() -> None:
    t = supply_chit(_2SH=3)
    t.roll("2SH").do("done").roll("2SH").do("done")
    boxes = [p.at for p in t.game.table.scene(t.play.view("german")).pieces if p.face == "2SH"]
    assert boxes == ["track:soviet:2"]


def test_2_5_6_b_other_chits_and_chits_over_the_cap_do_not_burn() -> None:
    t = supply_chit(_8A=1, _2SH=2, _26=1)
    t.roll("8A").do("done")
    assert t.state.supply_chit_waits
    t.state.tracks["soviet"] = (0,) * 5
    t.roll("2SH")
    assert t.heard("chit-idle")
    assert t.state.supply_chit_waits
    assert chits(t, "2SH") == 2


@pytest.mark.rule("narva:2.5.6.D")
def test_2_5_6_d_having_burnt_a_chit_it_comes_back_next_turn() -> None:
    t = supply_chit(turn=9, _2SH=2, _26=1).roll("2SH").do("done")
    oos = t.game.chit["SH2_OOS"]
    assert not t.state.supply_chit_waits
    assert t.state.due == [(10, oos)]
    t.ask(ChitsArrive())
    assert t.state.cup[oos] == 0
    next_turn(t, _2SH=1).ask(ChitsArrive())
    assert (t.state.turn, t.state.cup[oos]) == (10, 1)


# -- 2.5.7: the 214th Division -----------------------------------------------------------------


def division_214() -> Table:
    t = table(turn=8).put("0131", "HQ214", "355G").put("0231", "367G-").off(ELIMINATED, "568G")
    return t.off(TRACK, "214F").put("0132", "29P")


@pytest.mark.rule("narva:2.5.7.A")
def test_2_5_7_a_the_214th_division_has_a_turn_of_warning() -> None:
    t = with_chit(division_214(), "WITHDRAW_214", _43=1)
    assert t.state.withdrawals == [(9, t.game.chit["WITHDRAW_214"])]
    assert t.heard("withdrawal-ordered")[0].rule == "2.5.7.A"
    assert t.roll("43").allowed("hq HQ214")
    t.do("done")
    assert t.state.turn == 9
    assert t.roll("43").allowed("hq HQ214")


@pytest.mark.rule("narva:2.5.7.B")
def test_2_5_7_b_the_whole_division_leaves_for_good() -> None:
    t = with_chit(division_214(), "WITHDRAW_214", _43=1).roll("43").do("done")
    t.ask(ChitsArrive())
    assert t.heard("withdrawn")[0].rule == "2.5.7.B"
    assert {t.where(code) for code in DIVISION_214} == {"gone"}, "on the map, track and eliminated"
    assert t.where("29P") == "0132", "independents stay"
    assert chits(t, "WITHDRAW_214") == 0
    t.put("0131", "HQ61").ask(SpendPoints(2))
    assert not t.offers("rebuild")
    assert t.refused("rebuild 568G").code == "not-eliminated"
    assert not t.game.faults(t.state)
