"""Sections 4.0 to 4.1.2 and 4.2: headquarters and the units they activate."""

import pytest

from grognard.rules.narva.battle import Battle
from grognard.rules.narva.combat import CombatSegment
from grognard.rules.narva.command import CommandPhase
from grognard.rules.narva.reckoning import reckon
from grognard.rules.narva.sequence import TurnAdvanceSegment
from tests.rules.narva.table import Table, table


def drawn(t: Table, chit: str, **cup: int) -> Table:
    """The chit is drawn from a cup with these chits, or as the only one."""
    return t.cup(**(cup or {chit: 1})).ask(CommandPhase()).roll(chit)


def division() -> Table:
    """Feldherrnhalle, range 8, with independents and regiments of others around it."""
    t = table(turn=5).put("2607", "HQFHH").put("2608", "FHHPZ", "FHHPZG").put("2615", "FHHFUS")
    t.put("2616", "MOK").put("2507", "2K502", "151G").put("2506", "162G", "29P")
    return t.put("2606", "HQ227").put("2618", "333G").put("2620", "65R")


def active(t: Table) -> set[str]:
    return {unit.code for n, unit in enumerate(t.game.units) if t.state.active >> n & 1}


# -- 4.0 ---------------------------------------------------------------------------------------


@pytest.mark.rule("narva:4.0.A")
def test_4_0_a_units_that_no_headquarters_activated_neither_move_nor_attack() -> None:
    t = drawn(division().put("2609", "65R"), "26").do("hq HQFHH").do("attach 2K502").do("done")
    refusal = t.refused("move 151G")
    assert (refusal.code, refusal.rule) == ("not-activated", "narva:4.0.A")
    assert t.refused("move 65R").code == "enemy-unit"
    assert t.refused("move 209G").code == "not-on-map"
    t.put("2709", "328G").do("done").do("attack 2609")
    refusal = t.refused("by 328G")
    assert (refusal.code, refusal.rule) == ("not-activated", "narva:4.0.A")
    assert t.offers("by") == {"FHHPZ", "FHHPZG"}


@pytest.mark.rule("narva:4.0.B")
def test_4_0_b_a_headquarters_may_act_first_and_third() -> None:
    t = drawn(division(), "26", _26=3)
    t.do("hq HQFHH").do("done").do("done").roll("26").do("hq HQ227").do("done").do("done")
    assert t.roll("26").allowed("hq HQFHH")


# -- 4.1.2: not twice running ------------------------------------------------------------------


@pytest.mark.rule("narva:4.1.2.A")
def test_4_1_2_a_no_headquarters_twice_running() -> None:
    t = drawn(division(), "26", _26=3)
    t.do("hq HQFHH").do("done").do("done").roll("26")
    refusal = t.refused("hq HQFHH")
    assert (refusal.code, refusal.rule) == ("twice-running", "narva:4.1.2.A")
    t.do("done").roll("26")
    assert t.refused("hq HQFHH").code == "twice-running", "a chit spent on nobody clears nothing"


@pytest.mark.rule("narva:4.1.2.A")
@pytest.mark.parametrize(("chit", "hq", "side"), [("26", "HQFHH", "german"),
                                                  ("2SH", "HQ122", "soviet")])
def test_4_1_2_a_not_across_the_end_of_a_turn(chit: str, hq: str, side: str) -> None:
    t = division().put("3007", "HQ2SH").put("3009", "HQ122")
    drawn(t, chit).do(f"hq {hq}").do("done").do("done")
    t.cup(**{chit: 1}).ask(TurnAdvanceSegment()).roll(chit)
    assert t.state.turn == 6
    assert t.asked() == side
    assert t.refused(f"hq {hq}").code == "twice-running"


@pytest.mark.rule("narva:4.1.2.C")
def test_4_1_2_c_enemy_activations_change_nothing() -> None:
    t = division().put("3007", "HQ2SH").put("3009", "HQ122").put("3107", "HQ109")
    drawn(t, "26", _26=2, _2SH=3).do("hq HQFHH").do("done").do("done")
    for hq in ("HQ122", "HQ109", "HQ122"):
        t.roll("2SH").do(f"hq {hq}").do("done").do("done")
    assert t.roll("26").refused("hq HQFHH").code == "twice-running"


@pytest.mark.rule("narva:4.1.2.D")
def test_4_1_2_d_the_barred_headquarters_are_marked() -> None:
    t = division().put("3007", "HQ2SH").put("3009", "HQ122")
    drawn(t, "26", _26=1, _2SH=1).do("hq HQFHH").do("done").do("done").roll("2SH").do("hq HQ122")
    scene = t.game.table.scene(t.play.view("german"))
    assert {p.token for p in scene.pieces if "activated-last" in p.marks} == {"HQFHH", "HQ122"}


# -- 4.2.1: whom a headquarters activates ------------------------------------------------------


@pytest.mark.rule("narva:4.2.1.A", "narva:4.2.6.A", "narva:4.2.4.A")
def test_4_2_1_a_its_formation_in_range_and_three_others() -> None:
    t = drawn(division(), "26").do("hq HQFHH")
    assert active(t) == {"HQFHH", "FHHPZ", "FHHPZG", "FHHFUS"}, "eight hexes off, not nine"
    t.do("attach 2K502").do("attach 151G").do("attach 162G")
    refusal = t.refused("attach 29P")
    assert (refusal.code, refusal.rule) == ("outsiders-chosen", "narva:4.2.1.A")
    assert t.offers("move") == active(t) == {
        "HQFHH", "FHHPZ", "FHHPZG", "FHHFUS", "2K502", "151G", "162G"}
    assert t.refused("move MOK").code == "not-activated"


def test_4_2_1_a_who_cannot_be_attached() -> None:
    t = drawn(division().pin("29P"), "26").do("hq HQFHH")
    refusals = {code: t.refused(f"attach {code}")
                for code in ("HQ227", "65R", "391G", "MOK", "333G", "FHHPZ", "29P")}
    assert {code: (r.code, r.rule.removeprefix("narva:")) for code, r in refusals.items()} == {
        "HQ227": ("headquarters-not-attached", "4.2.1.A"),
        "65R": ("enemy-unit", "4.1.1.C"),
        "391G": ("not-on-map", "4.2.6.A"),
        "MOK": ("out-of-range", "4.2.6.A"),
        "333G": ("out-of-range", "4.2.6.A"),
        "FHHPZ": ("already-active", "4.2.1.A"),
        "29P": ("pinned", "2.5.1.3.A"),
    }


def test_4_2_1_a_fewer_than_three_will_do() -> None:
    t = drawn(division(), "26").do("hq HQFHH").do("attach 151G").do("done")
    assert active(t) == {"HQFHH", "FHHPZ", "FHHPZG", "FHHFUS", "151G"}


@pytest.mark.rule("narva:4.2.1.C")
def test_4_2_1_c_a_unit_may_act_again_in_a_later_activation() -> None:
    t = table(turn=5).put("2607", "HQFHH").put("2606", "HQ61", "151G").put("2609", "65R")
    drawn(t, "26", _26=2).do("hq HQFHH").do("attach 151G").do("done")
    t.do("move 151G to 2608").do("done").do("attack 2609 by 151G fire").do("done").roll(3)
    while not t.game.rolling(t.state):
        kind = next((kind for kind in ("lose", "retreat", "back") if t.offers(kind)), "done")
        t.do(f"{kind} {min(t.offers(kind))}" if kind != "done" else kind)
    t.roll("26").do("hq HQ61").do("done")
    assert t.allowed("move 151G"), "it moves again"
    t.put("2608", "151G").do("done")
    assert t.allowed("attack 2609 by 151G"), "and attacks again"


@pytest.mark.rule("narva:4.2.2")
def test_4_2_2_independents_are_activated_as_outsiders_only() -> None:
    t = drawn(division(), "26").do("hq HQFHH")
    assert "2K502" not in active(t)
    t.do("attach 2K502")
    assert t.step().left == 2


# -- 4.2.3: Strachwitz -------------------------------------------------------------------------


def strachwitz() -> Table:
    t = table(turn=8).put("2607", "HQSTRAC").put("2507", "151G", "162G").put("2606", "176G", "61F")
    t.put("2506", "391G").put("2614", "399G").put("3110", "333G").put("3111", "65R")
    return t.put("2609", "147R")


@pytest.mark.rule("narva:4.2.3.A")
def test_4_2_3_a_strachwitz_has_no_units_of_its_own() -> None:
    t = drawn(table(turn=8).put("2607", "HQSTRAC").put("2614", "399G"), "43").do("hq HQSTRAC")
    assert active(t) == {"HQSTRAC"}
    assert not t.offers("attach")
    assert t.refused("attach 399G").code == "out-of-range"


@pytest.mark.rule("narva:4.2.3.B")
def test_4_2_3_b_strachwitz_commands_four() -> None:
    t = drawn(strachwitz(), "43").do("hq HQSTRAC")
    for code in ("151G", "162G", "176G", "61F"):
        t.do(f"attach {code}")
    t.do("done")
    assert t.offers("move") == {"HQSTRAC", "151G", "162G", "176G", "61F"}
    assert t.refused("attach 391G").code == "outsiders-chosen"
    assert t.state.fighters == t.units("151G", "162G", "176G", "61F")


@pytest.mark.rule("narva:4.2.3.C")
def test_4_2_3_c_one_barrage_before_anybody_moves() -> None:
    t = drawn(strachwitz(), "43").do("hq HQSTRAC").do("done")
    assert t.offers("barrage") == {"3111"}, "far off, but next to a German unit"
    t.do("barrage 3111").roll(1)
    refusal = t.refused("barrage 3111")
    assert (refusal.code, refusal.rule) == ("barrage-before-moves", "narva:4.2.3.C")
    t.do("done")
    assert t.state.barraged == 0


@pytest.mark.rule("narva:4.2.3.D")
def test_4_2_3_d_strachwitz_acts_once_a_turn() -> None:
    t = strachwitz().put("3009", "HQ225")
    drawn(t, "43", _43=2, AGN=1).do("hq HQSTRAC").do("done").do("done").do("done")
    t.roll("43").do("hq HQ225").do("done").do("done").do("done").roll("AGN")
    refusal = t.refused("hq HQSTRAC")
    assert (refusal.code, refusal.rule) == ("strachwitz-once", "narva:4.2.3.D")
    t.do("done").cup(AGN=1).ask(TurnAdvanceSegment()).roll("AGN")
    assert t.allowed("hq HQSTRAC"), "the next turn it may act again"


# -- 4.2.4 and 4.2.6: range --------------------------------------------------------------------


@pytest.mark.rule("narva:4.2.4.A")
@pytest.mark.parametrize(("hex", "near"), [("2611", True), ("2612", False)])
def test_4_2_4_a_range_counts_hexes_whatever_lies_between(hex: str, near: bool) -> None:
    t = table(turn=5).put("2607", "HQKVO").put("2609", "65R").put(hex, "29P")
    drawn(t, "AGN").do("hq HQKVO")
    assert t.allowed("attach 29P") is near, "range 4, across an enemy"


@pytest.mark.rule("narva:4.2.4.B")
def test_4_2_4_b_range_is_settled_when_the_headquarters_is_activated() -> None:
    t = drawn(division(), "26").do("hq HQFHH").do("done").do("move HQFHH to 2609")
    assert t.refused("move MOK").code == "not-activated", "now in range, but not then"
    t = drawn(division(), "26").do("hq HQFHH").do("done").do("move HQFHH to 2605")
    assert t.allowed("move FHHFUS"), "now out of range, but activated"


@pytest.mark.rule("narva:4.2.4.C")
def test_4_2_4_c_activated_units_may_leave_the_range() -> None:
    t = table(turn=5).put("0931", "HQFHH").put("1131", "FHHPZ").put("2030", "65R")
    drawn(t, "26").do("hq HQFHH").do("done").do("move FHHPZ road 1830")
    distance = t.game.grid.distance(t.hex("0931"), t.hex(t.where("FHHPZ")))
    assert distance == 9
    t.put("1830", "FHHPZ").put("1930", "65R").do("done")
    assert t.allowed("attack 1930 by FHHPZ")


@pytest.mark.rule("narva:4.2.6.A")
def test_4_2_6_a_a_unit_out_of_command_does_not_attack() -> None:
    t = division().put("2616", "65R").put("2617", "MOK").put("2716", "2K502").put("2706", "61F")
    drawn(t, "26").do("hq HQFHH").do("done").do("done").do("attack 2616")
    refusal = t.refused("by MOK")
    assert (refusal.code, refusal.rule) == ("not-activated", "narva:4.0.A")
    assert t.offers("by") == {"FHHFUS"}


@pytest.mark.rule("narva:4.2.6.B")
def test_4_2_6_b_out_of_command_lasts_for_one_activation() -> None:
    t = division().put("2615", "HQ227")
    battle = Battle("soviet", t.hex("2616"), t.put("2617", "65R").units("65R"))
    before = reckon(t.game, t.state, battle).defence_total
    drawn(t, "26", _26=2).do("hq HQFHH").do("done")
    assert reckon(t.game, t.state, battle).defence_total == before
    assert t.state.supply[t.unit("MOK")] == 0
    t.do("done")
    assert not active(t)
    assert t.roll("26").do("hq HQ227").allowed("attach MOK")


def test_4_2_6_b_the_activation_ends_with_its_combats() -> None:
    t = division().acting("german", "FHHPZ").ask(CombatSegment())
    assert t.step() is None
    t = drawn(division(), "26").do("hq HQFHH").do("done").do("done")
    assert not t.state.acting
    assert not t.state.fighters
