"""Sections 4.1.3 and 4.2.5: Soviet army headquarters."""

import pytest

from grognard.rules.narva.command import CommandPhase
from grognard.rules.narva.headquarters import displace
from grognard.rules.narva.reinforcement import ChooseArrival, SovietSegment
from grognard.rules.narva.sequence import TurnAdvanceSegment
from grognard.rules.narva.state import GONE, TRACK
from tests.rules.narva.fights import must_retreat
from tests.rules.narva.table import Table, table


def two_armies() -> Table:
    """Range 12 and range 10; the road from 3605 brings supply."""
    t = table(turn=6).put("3405", "HQ2SH").put("3406", "HQ122", "65R").put("1403", "HQ59A")
    return t.put("3015", "HQ109")


def drawn(t: Table, chit: str = "2SH") -> Table:
    return t.cup(**{chit: 1}).ask(CommandPhase()).roll(chit)


def test_4_1_1_d_an_army_headquarters_off_the_map_reaches_nobody() -> None:
    t = drawn(two_armies().off(TRACK, "HQ8A"), "8A")
    refusals = [t.refused(f"hq {code}") for code in ("HQ109", "HQ124")]
    assert [(refusal.code, refusal.rule) for refusal in refusals] == [
        ("army-not-on-map", "narva:4.1.1.D"), ("not-on-map", "narva:4.1.1.D")]


# -- 4.1.3: relocation -------------------------------------------------------------------------


@pytest.mark.rule("narva:4.1.3.A", "narva:4.1.3.B")
def test_4_1_3_a_an_army_headquarters_relocates_instead_of_activating() -> None:
    t = drawn(two_armies()).do("relocate 3505")
    assert t.where("HQ2SH") == "3505"
    assert t.heard("relocated")[0].rule == "4.1.3.A"
    assert not t.heard("activated")
    assert t.step() is None, "no corps, no movement, no combat"
    assert t.state.activations("soviet") == 1


@pytest.mark.rule("narva:4.1.3.B")
def test_4_1_3_b_a_relocation_refreshes_the_corps() -> None:
    t = two_armies()
    t.state.last_hq["soviet"] = t.unit("HQ122")
    t.cup(_2SH=2).ask(CommandPhase()).roll("2SH")
    assert t.refused("hq HQ122").code == "twice-running"
    assert t.do("relocate 3505").roll("2SH").allowed("hq HQ122")


@pytest.mark.rule("narva:4.1.3.A")
@pytest.mark.parametrize(("hex", "code", "rule"), [
    ("3405", "stands-there", "4.1.3.A"),
    ("0101", "water", "6.3.A"),
    ("3407", "enemy-occupied", "4.1.3.A"),
    ("3507", "enemy-zone", "4.1.3.A"),
    ("3015", "second-headquarters", "7.1.B.2"),
    ("1410", "army-range", "4.2.5.A"),
    ("3118", "no-supply", "4.1.3.A"),
])
def test_4_1_3_a_where_it_cannot_go(hex: str, code: str, rule: str) -> None:
    refusal = drawn(two_armies().put("3407", "151G")).refused(f"relocate {hex}")
    assert (refusal.code, refusal.rule) == (code, f"narva:{rule}")


def test_4_1_3_a_it_may_stand_with_combat_units_and_in_woods_beside_a_supplied_hex() -> None:
    t = drawn(two_armies().put("3504", "147R"))
    assert t.allowed("relocate 3504")
    assert t.game.map.terrain[t.hex("3403")] == "woods"
    assert t.allowed("relocate 3403")


def test_4_1_3_a_its_old_hex_feeds_nobody_once_it_has_left() -> None:
    """In the woods it opens its own hex to supply, but not for the place it goes to."""
    t = drawn(table(turn=6).put("3439", "HQ2SH"))
    assert t.refused("relocate 3540").code == "no-supply"
    assert drawn(table(turn=6).put("3439", "65R").put("3405", "HQ2SH")).allowed("relocate 3540")


def test_4_1_3_a_a_pinned_headquarters_stays() -> None:
    t = drawn(two_armies().pin("HQ2SH"))
    refusal = t.refused("relocate 3505")
    assert (refusal.code, refusal.rule) == ("pinned-headquarters", "narva:2.5.1.3.A")
    assert t.allowed("hq HQ122"), "but it commands"


def test_4_1_3_a_outside_the_scenario_there_is_nothing() -> None:
    t = table("krivasoo").put("3015", "HQ2SH").cup(_2SH=1)
    t.state.turn = 2
    t.ask(CommandPhase()).roll("2SH")
    refusal = t.refused("relocate 3630")
    assert (refusal.code, refusal.rule) == ("out-of-play", "narva:6.3.A")


def test_4_1_3_army_headquarters_do_not_march() -> None:
    t = table(turn=6).put("3405", "HQ2SH", "65R").put("3406", "HQ122")
    drawn(t).do("hq HQ122").do("done")
    refusal = t.refused("move HQ2SH")
    assert (refusal.code, refusal.rule) == ("army-headquarters-stays", "narva:4.1.3.A")


# -- 4.2.5: armies keep apart ------------------------------------------------------------------


@pytest.mark.rule("narva:4.2.5.A")
@pytest.mark.parametrize(("mover", "chit", "other"), [
    ("HQ59A", "59A", "HQ2SH"), ("HQ2SH", "2SH", "HQ59A")])
@pytest.mark.parametrize(("hex", "apart"), [
    ("2617", 10), ("2618", 11), ("2619", 12), ("2620", 13)])
def test_4_2_5_a_neither_stands_inside_the_range_of_the_other(
    mover: str, chit: str, other: str, hex: str, apart: int
) -> None:
    """59th Army, range 10, and 2nd Shock Army, range 12: the longer counts, whoever relocates."""
    t = table(turn=6).put("2508", other).put("3630", mover)
    ranges = {code: t.game.units[t.unit(code)].command_range for code in (mover, other)}
    assert ranges == {"HQ59A": 10, "HQ2SH": 12}
    assert t.game.grid.distance(t.hex("2508"), t.hex(hex)) == apart
    drawn(t, chit)
    if apart > 12:
        assert t.allowed(f"relocate {hex}")
    else:
        refusal = t.refused(f"relocate {hex}")
        assert (refusal.code, refusal.rule) == ("army-range", "narva:4.2.5.A")


def test_4_2_5_a_a_retreat_may_bring_two_army_headquarters_together() -> None:
    t = table(turn=6).put("2508", "HQ2SH", "65R").put("2620", "HQ59A")
    must_retreat(t, "2508", 1).do("retreat 65R along HQ2SH").do("back 2509")
    assert t.game.grid.distance(t.hex("2509"), t.hex("2620")) == 12
    assert (t.where("HQ2SH"), t.step()) == ("2509", None)


def arriving(t: Table, turn: int = 4) -> Table:
    t.off(TRACK, "HQ59A")
    t.state.turn = turn
    return t.ask(SovietSegment())


@pytest.mark.rule("narva:4.2.5.B")
def test_4_2_5_b_an_arriving_army_headquarters_goes_where_there_is_supply() -> None:
    t = arriving(table().put("3405", "HQ2SH")).do("arrive HQ59A")
    refusal = t.refused("into 3118")
    assert (refusal.code, refusal.rule) == ("no-supply", "narva:4.2.5.B")
    near = t.refused("into 3605")
    assert (near.code, near.rule) == ("army-range", "narva:4.2.5.A")
    assert t.do("into 1901").where("HQ59A") == "1901"
    assert t.heard("arrives")[0].rule == "4.2.5.B"
    assert t.step() is None, "it has no movement"


@pytest.mark.rule("narva:4.2.5.C")
def test_4_2_5_c_without_a_legal_hex_it_waits_for_a_later_turn() -> None:
    t = table()
    sources = ("3630", "3617", "3605", "2301", "1901", "1001")
    for hex, code in zip(sources, ("151G", "162G", "333G", "376G", "391G", "399G"), strict=True):
        t.put(hex, code)
    arriving(t)
    assert t.step() is None
    assert t.where("HQ59A") == "track"
    refusal = t.ask(ChooseArrival("soviet")).refused("arrive HQ59A")
    assert (refusal.code, refusal.rule) == ("army-must-wait", "narva:4.2.5.C")
    t.off(GONE, "151G").state.turn = 5
    t.ask(SovietSegment())
    assert t.allowed("arrive HQ59A"), "offered again when there is a place"


@pytest.mark.rule("narva:4.2.5.D")
def test_4_2_5_d_a_displaced_army_headquarters_goes_out_of_other_ranges() -> None:
    t = table(turn=6).put("2508", "HQ59A").put("1403", "HQ2SH").ask()
    displace(t.game, t.state, t.unit("HQ59A"))
    t.ask(*t.state.stack[::-1])
    inside = t.refused("place 2304")
    assert (inside.code, inside.rule) == ("army-range", "narva:4.2.5.D")
    for label in t.offers("place"):
        assert t.game.grid.distance(t.hex("1403"), t.hex(label)) > 12
    t.do(f"place {min(t.offers('place'))}")
    assert t.step() is None


def test_4_2_5_a_corps_headquarters_are_free_to_stand_anywhere() -> None:
    t = table(turn=6).put("2508", "HQ109").put("1403", "HQ2SH").cup(_2SH=1).ask()
    displace(t.game, t.state, t.unit("HQ109"))
    t.ask(*t.state.stack[::-1], TurnAdvanceSegment())
    assert any(t.game.grid.distance(t.hex("1403"), t.hex(label)) <= 12
               for label in t.offers("place"))
