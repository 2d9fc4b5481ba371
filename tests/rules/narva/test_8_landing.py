"""Section 8.6: the 260th naval brigade."""

import pytest

from grognard.rules.narva.barrage import BarrageRoll
from grognard.rules.narva.command import CommandPhase
from grognard.rules.narva.headquarters import PlaceHeadquarters
from grognard.rules.narva.reinforcement import MayFireOnLanding, SovietSegment
from grognard.rules.narva.state import ISOLATED, SUPPLIED, TRACK
from grognard.rules.narva.supply import SupplySegment
from tests.rules.narva.fights import codes, must_retreat, why
from tests.rules.narva.table import Table, table

VILLAGE, COAST = ("2033", "2134"), ("1933", "2234")
NOTHING, PIN, RETREAT, LOSS, LOSS_AND_RETREAT = 1, 3, 4, 5, 6
"""Dice on the barrage table for hexes outside Narva."""


def offshore(turn: int = 2, *held: str) -> Table:
    """The brigade waits; Germans hold these hexes."""
    t = table(turn=turn).off(TRACK, "260MS")
    for hex, unit in zip(held, ("30P", "29P", "KG", "BE"), strict=False):
        t.put(hex, unit)
    return t


def landed(hex: str = "2134", turn: int = 2) -> Table:
    return offshore(turn).ask(SovietSegment()).do(f"arrive 260MS into {hex}")


# -- 8.6.A, B: where and when ------------------------------------------------------------------


@pytest.mark.rule("narva:8.6.A.1")
@pytest.mark.parametrize("turn", [2, 3, 12])
def test_8_6_a_1_offered_in_every_soviet_segment_from_turn_2(turn: int) -> None:
    t = offshore(turn).ask(SovietSegment())
    assert t.offers("arrive") == {"260MS"}
    t.do("done")
    assert t.where("260MS") == "track", "it may wait"
    t.ask(SovietSegment()).do("arrive 260MS")
    assert t.offers("into") == set(VILLAGE)
    assert why(t.refused("into 2133")) == ("not-merekula", "8.6.A.1")


@pytest.mark.rule("narva:8.6.A.1")
def test_8_6_a_1_not_before() -> None:
    assert offshore(1).ask(SovietSegment()).step() is None
    t = offshore(1).off(TRACK, "HQ124").ask(SovietSegment())
    assert why(t.refused("arrive 260MS")) == ("not-due", "14.0.B")


@pytest.mark.rule("narva:8.6.A.2")
def test_8_6_a_2_the_coast_only_if_both_village_hexes_are_held() -> None:
    one = offshore(2, "2033").ask(SovietSegment()).do("arrive 260MS")
    assert one.offers("into") == {"2134"}
    assert why(one.refused("into 2033")) == ("enemy-occupied", "8.6.A.2")
    assert why(one.refused("into 1933")) == ("village-first", "8.6.A.2")
    both = offshore(2, *VILLAGE).ask(SovietSegment()).do("arrive 260MS")
    assert both.offers("into") == set(COAST), "in zones of control, which do not matter"
    friend = offshore(2, *VILLAGE).put("1933", "65R").put("2234", "HQ122").ask(SovietSegment())
    friend.do("arrive 260MS")
    assert why(friend.refused("into 1933")) == ("coast-taken", "8.6.A.2")
    assert friend.offers("into") == {"2234"}, "a headquarters is no combat unit"
    three = offshore(2, *VILLAGE, "1933").ask(SovietSegment()).do("arrive 260MS")
    assert three.offers("into") == {"2234"}


@pytest.mark.rule("narva:8.6.A.2")
def test_8_6_a_2_nowhere_to_land() -> None:
    t = offshore(2, *VILLAGE, *COAST).off(TRACK, "176R").ask(SovietSegment())
    assert why(t.refused("arrive 260MS")) == ("no-landing", "8.6.A.2")


def test_8_6_a_friends_on_the_beach_leave_no_room_for_a_third() -> None:
    t = offshore().put("2033", "65R", "147R").put("2134", "163R", "HQ122").ask(SovietSegment())
    t.do("arrive 260MS")
    assert why(t.refused("into 2033")) == ("stack-full", "7.1.B.1")
    t.do("into 2134")
    assert {t.where(code) for code in ("260MS", "163R", "HQ122")} == {"2134"}


@pytest.mark.rule("narva:8.6.B")
def test_8_6_b_a_headquarters_alone_is_displaced() -> None:
    t = offshore().put("2134", "HQKUST").ask(SovietSegment()).do("arrive 260MS into 2134")
    assert (t.where("260MS"), t.where("HQKUST")) == ("2134", "displaced")
    t.do("done")
    assert isinstance(t.step(), PlaceHeadquarters)
    assert t.asked() == "german"


# -- 8.6.C: the coast artillery ----------------------------------------------------------------


@pytest.mark.rule("narva:8.6.C.1")
@pytest.mark.parametrize("hex", [*VILLAGE, *COAST])
def test_8_6_c_1_one_barrage_without_anybody_near(hex: str) -> None:
    held = VILLAGE if hex in COAST else ()
    t = offshore(2, *held).ask(SovietSegment()).do(f"arrive 260MS into {hex}")
    assert isinstance(t.step(), MayFireOnLanding)
    assert t.asked() == "german"
    t.do("accept")
    roll = t.game.rolling(t.state)
    assert isinstance(roll, BarrageRoll), "no die for the number of barrages"
    other = t.game.charts.barrage.column("other")
    assert [roll.reading(t.game, t.state, (die,)) for die in range(1, 7)] == [
        t.game.charts.barrage.result(other, die) for die in range(1, 7)]
    t.roll(NOTHING)
    assert (t.where("260MS"), t.step()) == (hex, None), "and only one"


@pytest.mark.rule("narva:8.6.C.1")
def test_8_6_c_1_the_german_may_hold_his_fire() -> None:
    assert landed().do("done").step() is None


@pytest.mark.rule("narva:8.6.C.2")
def test_8_6_c_2_a_retreat_destroys_it() -> None:
    t = landed().do("accept").roll(RETREAT)
    assert (t.where("260MS"), t.step()) == ("eliminated", None)
    assert t.heard("eliminated")[0].rule == "8.6.C.2"
    t = landed().do("accept").roll(LOSS_AND_RETREAT).do("lose 260MS")
    assert (t.where("260MS"), t.step()) == ("eliminated", None)


def under_fire(die: int, *others: str) -> Table:
    t = offshore().put("2134", *others).ask(SovietSegment()).do("arrive 260MS into 2134")
    return t.do("accept").roll(die)


@pytest.mark.rule("narva:8.6.C.2", "narva:2.5.1.2.E")
def test_8_6_c_2_others_on_the_beach_suffer_the_result_too() -> None:
    t = under_fire(RETREAT, "131GR")
    assert (t.where("260MS"), t.offers("retreat")) == ("eliminated", {"131GR"})
    assert t.do("retreat 131GR").do(f"back {min(t.offers('back'))}").where("131GR") != "2134"
    t = under_fire(LOSS_AND_RETREAT, "131GR")
    assert (t.where("260MS"), t.offers("lose")) == ("2134", {"131GR"})  # the strongest, as ever
    t.do("lose 131GR")
    assert (t.where("260MS"), t.offers("retreat")) == ("eliminated", {"131GR"})
    alone = under_fire(RETREAT, "HQ122")
    assert (alone.where("260MS"), alone.where("HQ122")) == ("eliminated", "displaced")


@pytest.mark.rule("narva:8.6.C.2")
def test_8_6_c_2_a_pin_does_not() -> None:
    t = landed().do("accept").roll(PIN)
    assert (t.where("260MS"), t.step()) == ("2134", None)


# -- 8.6.D: it acts with the 2nd Shock Army ----------------------------------------------------


def ashore(**chits: int) -> Table:
    """The brigade in Merekula, a corps at Krivasoo, its army headquarters behind it."""
    t = table(turn=3).put("2033", "260MS").put("2120", "HQ2SH").put("2020", "HQ109")
    t.put("2021", "381R").put("2122", "456R").put("1920", "65R").put("2121", "147R")
    t.put("1819", "163R").put("2220", "219R")
    return t.cup(**(chits or {"_2SH": 2})).ask(CommandPhase())


@pytest.mark.rule("narva:8.6.D.1")
def test_8_6_d_1_with_the_first_chit_of_the_turn_only() -> None:
    t = ashore().roll("2SH").do("done")
    assert t.offers("move") == {"260MS"}, "even if the chit activates nobody else"
    t.do("move 260MS to 2032").roll("2SH")
    assert t.state.active == 0
    t.do("hq HQ109").do("done")
    assert why(t.refused("move 260MS")) == ("not-activated", "4.0.A")


@pytest.mark.rule("narva:8.6.D.1")
def test_8_6_d_1_it_attacks_too() -> None:
    t = ashore().put("2133", "30P").roll("2SH").do("done").do("done")
    t.do("attack 2133 by 260MS")
    assert t.allowed("fire")


@pytest.mark.rule("narva:8.6.D.1")
def test_8_6_d_1_when_the_army_headquarters_relocates_too() -> None:
    t = ashore().roll("2SH")
    t.do(f"relocate {min(t.offers('relocate'))}")
    assert t.offers("move") == {"260MS"}


@pytest.mark.rule("narva:8.6.D.1")
def test_8_6_d_1_not_with_a_chit_over_the_cap_and_not_on_the_landing_turn() -> None:
    t = ashore(_2SH=1, _26=1)
    t.state.tracks["soviet"] = (t.game.chit["2SH"],) * t.game.turns[3].caps["soviet"]
    t.roll("2SH")
    assert (t.state.active, t.state.shock_drawn) == (0, False)
    assert landed().do("done").step() is None, "no move on landing"


@pytest.mark.rule("narva:8.6.D.2")
def test_8_6_d_2_besides_the_corps_and_three_outsiders() -> None:
    t = ashore().roll("2SH").do("hq HQ109").do("attach 65R 147R 163R")
    everybody = {"HQ109", "381R", "456R", "65R", "147R", "163R", "260MS"}
    assert t.offers("move") == codes(t, t.state.active) == everybody
    assert codes(t, t.state.fighters) == everybody - {"HQ109"}


@pytest.mark.rule("narva:8.6.D.2")
def test_8_6_d_2_a_headquarters_in_range_may_attach_it_besides() -> None:
    """Once in each activation: with the first chit it acts anyhow."""
    t = table(turn=3).put("2033", "260MS").put("2031", "HQ109").put("2131", "HQ2SH")
    t.cup(_2SH=2).ask(CommandPhase()).roll("2SH").do("hq HQ109")
    assert why(t.refused("attach 260MS")) == ("already-active", "4.2.1.A")
    t = table(turn=3).put("2033", "260MS").put("2031", "HQ109").put("2131", "HQ2SH")
    t.cup(_2SH=2).ask(CommandPhase()).roll("2SH").do("done").do("done").roll("2SH")
    t.do("hq HQ109").do("attach 260MS")
    assert why(t.refused("attach 260MS")) == ("already-active", "4.2.1.A")
    assert codes(t, t.state.fighters) == {"260MS"}


# -- 8.6.E: supply -----------------------------------------------------------------------------


@pytest.mark.rule("narva:8.6.E")
def test_8_6_e_it_never_lacks_supply() -> None:
    t = table(turn=3).put("2134", "260MS", "65R").put("2133", "151G").put("2033", "162G")
    t.put("2233", "176G").put("2234", "391G")
    for _ in range(3):
        t.ask(SupplySegment())
        assert t.state.supply[t.unit("260MS")] == SUPPLIED
    assert t.state.supply[t.unit("65R")] == ISOLATED, "beside it others do"


@pytest.mark.rule("narva:8.6.E", "narva:9.5.4.A")
def test_8_6_e_so_it_need_not_retreat_towards_supply() -> None:
    others = must_retreat(table(turn=3).put("2316", "163R"), "2316", 1).do("retreat 163R")
    brigade = must_retreat(table(turn=3).put("2316", "260MS"), "2316", 1).do("retreat 260MS")
    assert others.offers("back") < brigade.offers("back")
    assert why(others.refused("back 2416")) == ("retreat-out-of-supply", "9.5.4.A")
    assert brigade.do("back 2416").where("260MS") == "2416"
    t = table(turn=3).put("1914", "260MS").put("2014", "219R", "320R")
    must_retreat(t, "1914", 1).do("retreat 260MS back 2014").do("retreat 260MS")
    assert "2015" in t.offers("back")  # one hex more: the same
