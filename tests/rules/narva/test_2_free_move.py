"""Section 2.5.4: Free Move, and what it means for the next activation (4.1.2.B)."""

import pytest

from grognard.rules.narva.command import CommandPhase
from tests.rules.narva.table import Table, table


def corps() -> Table:
    """The 122nd Corps with its headquarters; one regiment out of range, one before a German."""
    t = table(turn=4).put("2607", "HQ122").put("2608", "65R", "147R").put("2613", "163R")
    t.put("2614", "219R").put("2404", "320R").put("2304", "333G")
    t.put("2507", "381R", "48MS").put("2506", "50B", "16UR").put("2620", "456R")
    return t.put("2707", "HQ2SH").put("3110", "HQ109")


def free_move(t: Table) -> Table:
    return t.cup(FREE_MOVE=1, _2SH=1).ask(CommandPhase()).roll("FREE_MOVE")


@pytest.mark.rule("narva:2.5.4.A.1")
def test_2_5_4_a_1_a_headquarters_moves_its_corps_in_range_and_three_others() -> None:
    t = free_move(corps()).do("hq HQ122")
    t.do("attach 381R").do("attach 48MS").do("attach 50B")
    assert t.offers("move") == {"HQ122", "65R", "147R", "163R", "381R", "48MS", "50B"}
    refusal = t.refused("attach 16UR")
    assert (refusal.code, refusal.rule) == ("outsiders-chosen", "narva:2.5.4.A.1")
    assert t.refused("move 219R").code == "not-activated", "seven hexes off"


def test_2_5_4_a_1_any_corps_may_be_chosen_but_no_army() -> None:
    t = free_move(corps().put("3607", "HQ59A"))
    assert t.offers("hq") == {"HQ122", "HQ109"}
    refusals = {code: t.refused(f"hq {code}") for code in ("HQ2SH", "65R", "HQ61", "HQ124")}
    assert {code: r.code for code, r in refusals.items()} == {
        "HQ2SH": "army-headquarters", "65R": "no-headquarters", "HQ61": "enemy-unit",
        "HQ124": "not-on-map"}
    assert {r.rule for r in refusals.values()} == {"narva:2.5.4.A.1"}


def test_2_5_4_a_the_soviet_may_leave_it() -> None:
    t = free_move(corps())
    t.state.last_hq["soviet"] = t.unit("HQ109")
    t.do("done")
    assert t.state.last_hq["soviet"] == t.unit("HQ109"), "nothing was activated"
    assert t.game.rolling(t.state) is not None


@pytest.mark.rule("narva:2.5.4.A.2")
def test_2_5_4_a_2_or_three_units_anywhere_and_no_headquarters() -> None:
    t = free_move(corps()).do("units")
    assert t.refused("pick HQ122").code == "no-headquarters-here"
    assert t.refused("pick HQ122").rule == "narva:2.5.4.A.2"
    assert t.refused("pick 333G").code == "enemy-unit"
    t.do("pick 65R").do("pick 456R").do("pick 48MS")
    assert t.offers("move") == {"65R", "456R", "48MS"}, "of two corps and of none"
    refusal = t.refused("pick 381R")
    assert (refusal.code, refusal.rule) == ("units-chosen", "narva:2.5.4.A.2")
    assert t.refused("move HQ122").code == "not-activated"


def test_2_5_4_a_2_one_unit_at_least_is_chosen() -> None:
    t = free_move(corps()).do("units")
    assert not t.allowed("done")
    assert t.do("pick 65R").allowed("done")
    assert t.refused("pick 65R").code == "already-active"


def test_2_5_4_a_2_without_a_unit_that_can_move_there_is_no_such_choice() -> None:
    t = free_move(table(turn=4).put("2607", "65R").put("2608", "151G"))
    refusal = t.refused("units")
    assert (refusal.code, refusal.rule) == ("nobody-free", "narva:2.5.4.B.1")


@pytest.mark.rule("narva:2.5.4.B.1")
def test_2_5_4_b_1_nobody_moves_out_of_an_enemy_zone() -> None:
    t = free_move(corps()).do("hq HQ122").do("done")
    refusal = t.refused("move 320R")
    assert (refusal.code, refusal.rule) == ("free-move-from-zone", "narva:2.5.4.B.1")
    assert t.allowed("move 65R")
    single = free_move(corps()).do("units").refused("pick 320R")
    assert (single.code, single.rule) == ("free-move-from-zone", "narva:2.5.4.B.1")


def test_2_5_4_b_1_nor_is_such_a_unit_attached() -> None:
    t = free_move(corps().put("2305", "381R")).do("hq HQ122")
    assert t.refused("attach 381R").code == "free-move-from-zone"
    normal = corps().put("2305", "381R").cup(_2SH=1).ask(CommandPhase()).roll("2SH").do("hq HQ122")
    assert normal.allowed("attach 381R")


@pytest.mark.rule("narva:2.5.4.B.2")
def test_2_5_4_b_2_nobody_moves_through_an_enemy_zone() -> None:
    t = table(turn=4).put("2607", "65R", "HQ122").put("2510", "333G").put("2710", "376G")
    free_move(t).do("units").do("pick 65R").do("done").do("move 65R")
    refusal = t.refused("to 2609")
    assert (refusal.code, refusal.rule) == ("free-move-into-zone", "narva:2.5.4.B.2")
    assert t.refused("to 2610").code == "free-move-into-zone"
    assert not t.allowed("via 2609")
    assert t.allowed("to 2608"), "beside the zones it moves as it likes"
    normal = table(turn=4).put("2607", "65R", "HQ122").put("2510", "333G")
    normal.put("3007", "HQ2SH").cup(_2SH=1).ask(CommandPhase()).roll("2SH").do("hq HQ122")
    assert normal.do("done").do("move 65R").allowed("to 2609"), "the points suffice"


@pytest.mark.rule("narva:2.5.4.C")
@pytest.mark.parametrize("choice", ["hq HQ122", "units"])
def test_2_5_4_c_no_combat_follows(choice: str) -> None:
    t = free_move(corps()).do(choice)
    t.do("pick 65R done" if choice == "units" else "done")
    refusal = t.refused("attack 2304")
    assert (refusal.code, refusal.rule) == ("no-combat", "narva:2.5.4.C")
    t.do("done")
    assert t.game.rolling(t.state) is not None, "the next chit is drawn"
    assert not t.state.active


@pytest.mark.rule("narva:4.1.2.B.1")
def test_4_1_2_b_1_a_free_move_counts_as_an_activation() -> None:
    t = corps()
    t.state.last_hq["soviet"] = t.unit("HQ109")
    assert free_move(t).refused("hq HQ109").rule == "narva:4.1.2.A"
    t.do("hq HQ122").do("done").do("done").roll("2SH")
    assert t.refused("hq HQ122").code == "twice-running"
    assert t.offers("hq") == {"HQ109"}


@pytest.mark.rule("narva:4.1.2.B.2")
def test_4_1_2_b_2_a_free_move_of_units_refreshes_every_headquarters() -> None:
    t = corps()
    t.state.last_hq["soviet"] = t.unit("HQ122")
    free_move(t).do("units").do("pick 65R").do("done").do("done").roll("2SH")
    assert t.offers("hq") == {"HQ122", "HQ109"}
