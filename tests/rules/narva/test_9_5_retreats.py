"""Section 9.5, up to 9.5.4: which way a retreat may go."""

import pytest

from tests.rules.narva.fights import must_retreat, struck, told_ids, why
from tests.rules.narva.table import Table, table


def coast(*units: str, turn: int = 9) -> Table:
    """Germans in 2336: behind them lie Hungerburg in 2337 and the sea."""
    return table(turn=turn).put("2336", *units)


def hemmed_in(*units: str) -> Table:
    """The same, with only Hungerburg left and no enemy zone in it."""
    return coast(*units).put("2436", "1811SU").put("2435", "163R").put("2335", "219R").put(
        "2235", "320R")


def ringed(*units: str) -> Table:
    """Germans in 2606 with enemy zones on every side, but open ground behind them."""
    return table(turn=2).put("2606", *units).put("2607", "381R").put("2506", "456R").put(
        "2705", "602R")


# -- order, enemies, who -----------------------------------------------------------------------


@pytest.mark.rule("narva:9.5.A")
def test_9_5_a_each_side_moves_its_own_units_the_defender_first() -> None:
    t = table(turn=2).put("2606", "151G").put("2607", "381R")
    struck(t, "Dr1/Ar1", "2606", "381R")
    assert t.asked() == "german"
    t.do("retreat 151G back 2605")
    assert t.asked() == "soviet"
    t.do("retreat 381R back 2608")
    assert (t.where("151G"), t.where("381R"), t.step()) == ("2605", "2608", None)


@pytest.mark.rule("narva:9.5.B")
def test_9_5_b_not_through_enemies_but_over_a_lone_headquarters() -> None:
    t = table(turn=2).put("2606", "151G").put("2607", "381R").put("2605", "1811SU").put(
        "2506", "HQ122")
    must_retreat(t, "2606", 1).do("retreat 151G")
    assert why(t.refused("back 2605")) == ("enemy-occupied", "9.5.B")
    t.do("back 2506")
    assert (t.where("151G"), t.where("HQ122"), t.asked()) == ("2506", "displaced", "soviet")
    assert told_ids(t, "overrun", "displaced") == ["overrun", "displaced"]
    assert t.state.displaced_from == {t.unit("HQ122"): t.hex("2506")}


@pytest.mark.rule("narva:9.5.B")
def test_9_5_b_a_headquarters_comes_in_behind_the_unit_that_overruns() -> None:
    t = table(turn=2).put("2606", "HQ61", "151G").put("2706", "HQ122")
    must_retreat(t, "2606", 1).do("retreat 151G along HQ61").do("back 2706")
    assert (t.where("151G"), t.where("HQ61"), t.where("HQ122")) == ("2706", "2706", "displaced")


@pytest.mark.rule("narva:9.5.D")
def test_9_5_d_who_took_part_retreats_out_of_his_own_hex() -> None:
    t = table(turn=2).put("2606", "151G").put("2607", "381R", "456R").put("2507", "163R")
    struck(t, "Ar1", "2606", "381R", "163R")
    assert why(t.refused("retreat 456R")) == ("need-not-retreat", "9.5.D")
    for _ in range(2):
        unit = next(iter(t.offers("retreat")))
        t.do(f"retreat {unit}").do(f"back {min(t.offers('back'))}")
    assert t.step() is None
    assert t.where("456R") == "2607"
    assert "2607" != t.where("381R") != t.where("163R") != "2507"


@pytest.mark.rule("narva:9.5.A")
def test_9_5_a_attackers_leave_their_hexes_in_any_order() -> None:
    for first, then in (("381R", "163R"), ("163R", "381R")):
        t = table(turn=2).put("2606", "151G").put("2607", "381R", "HQ109").put("2507", "163R")
        struck(t, "Ar1", "2606", "381R", "163R")
        assert t.offers("retreat") == {"381R", "163R"}
        assert why(t.refused("retreat HQ109")) == ("headquarters-follows", "11.1.1")
        t.do(f"retreat {first}")
        if first == "381R":  # alone in its hex with the headquarters, which goes along
            t.do("along HQ109")
        t.do(f"back {min(t.offers('back'))}")
        assert t.offers("retreat") == {then}


@pytest.mark.rule("narva:9.5.D")
def test_9_5_d_a_headquarters_may_stay_with_a_unit_that_stays() -> None:
    t = table(turn=2).put("2606", "151G").put("2607", "381R", "456R", "HQ109")
    struck(t, "Ar1", "2606", "381R")
    assert why(t.refused("retreat HQ109")) == ("headquarters-follows", "11.1.1")
    t.do("retreat 381R")
    assert t.offers("along") == {"HQ109"}
    t.do("done").do("back 2608")
    assert (t.where("HQ109"), t.where("456R"), t.step()) == ("2607", "2607", None)


# -- 9.5.C: the order of the tests -------------------------------------------------------------


@pytest.mark.rule("narva:9.5.C", "narva:9.5.3.B")
def test_9_5_c_length_comes_before_zones() -> None:
    t = coast("FHHPZ").put("2334", "163R")  # a zone in 2335 and beyond, none in 2337
    t.put("2435", "1811SU").put("2235", "1902SU").put("2436", "806SU")
    must_retreat(t, "2336", 2).do("retreat FHHPZ")
    assert t.offers("back") == {"2335"}
    assert why(t.refused("back 2337")) == ("retreat-too-short", "9.5.2.C")


@pytest.mark.rule("narva:9.5.C")
def test_9_5_c_zones_come_before_supply() -> None:
    t = table(turn=2).put("2316", "163R").put("2216", "151G").put("2414", "162G")
    must_retreat(t, "2316", 1).do("retreat 163R")
    assert t.offers("back") == {"2416"}
    assert why(t.refused("back 2315")) == ("retreat-into-zone", "9.5.3.A")  # though supplied


@pytest.mark.rule("narva:9.5.C", "narva:9.5.4.A")
def test_9_5_c_supply_decides_among_the_ways_that_are_left() -> None:
    t = must_retreat(table(turn=2).put("2316", "163R"), "2316", 1).do("retreat 163R")
    assert t.offers("back") == {"2317", "2315", "2215", "2216"}
    for hex in ("2416", "2415"):
        assert why(t.refused(f"back {hex}")) == ("retreat-out-of-supply", "9.5.4.A")
    assert why(t.refused("back 2318")) == ("not-adjacent-hex", "9.5.2.B")


# -- 9.5.1: ground -----------------------------------------------------------------------------


@pytest.mark.rule("narva:9.5.1.A")
@pytest.mark.parametrize(("unit", "start", "into"), [
    ("HVS", "3128", "3028"),  # tracks on the ice
    ("151G", "2929", "3028"),  # Wehrmacht into Narva
    ("I45", "3128", "3127"),  # 20th SS into the defences
    ("151G", "3429", "3229"),  # Wehrmacht behind the defences
])
def test_9_5_1_a_only_where_the_unit_could_move(unit: str, start: str, into: str) -> None:
    t = must_retreat(table(turn=2).put(start, unit), start, 1).do(f"retreat {unit}")
    if into in {t.game.grid.label(h) for h in t.game.grid.neighbours(t.hex(start))}:
        assert why(t.refused(f"back {into}")) == ("impassable", "9.5.1.A")
    assert into not in t.offers("back")


@pytest.mark.rule("narva:9.5.1.A")
def test_9_5_1_a_legs_go_over_ice_and_ferries_and_into_any_ground() -> None:
    ice = must_retreat(table(turn=2).put("3128", "II24"), "3128", 1).do("retreat II24")
    assert "3028" in ice.offers("back")
    ferry = table(turn=9).put("2337", "SCHN").put("2336", "163R").put("2436", "219R")
    must_retreat(ferry, "2337", 1).do("retreat SCHN")
    assert ferry.offers("back") == {"2437"}
    water = must_retreat(table(turn=9).put("3128", "II24"), "3128", 1).do("retreat II24")
    assert why(water.refused("back 3028")) == ("impassable", "9.5.1.A")


@pytest.mark.rule("narva:9.5.1.B", "narva:9.5.1.C")
def test_9_5_1_b_a_step_for_each_hex_that_the_ground_forbids() -> None:
    t = table(turn=9).put("2337", "FHHPZ", "FHHPZG").put("2436", "163R").put("2336", "219R")
    must_retreat(t, "2337", 2).do("retreat FHHPZ along FHHPZG")
    assert t.offers("lose") == {"FHHPZ", "FHHPZG"}  # 4 and 5: the owner is free to choose
    t.do("lose FHHPZ")
    assert t.offers("lose") == {"FHHPZ", "FHHPZG"}
    t.do("lose FHHPZG")
    assert (t.where("FHHPZ"), t.where("FHHPZG"), t.step()) == ("2337", "2337", None)
    assert (t.steps("FHHPZ"), t.steps("FHHPZG")) == (1, 1)


# -- 9.5.2: length -----------------------------------------------------------------------------


@pytest.mark.rule("narva:9.5.2.A", "narva:9.5.2.B")
def test_9_5_2_b_each_hex_lies_farther_off() -> None:
    t = table(turn=2).put("2606", "151G")
    must_retreat(t, "2606", 3).do("retreat 151G back 2605")
    for near in ("2606", "2706", "2506"):
        assert why(t.refused(f"back {near}")) == ("not-farther", "9.5.2.B")
    t.do("back 2604")
    distance = t.game.grid.distance
    assert {distance(t.hex("2606"), t.hex(hex)) for hex in t.offers("back")} == {3}
    t.do(f"back {min(t.offers('back'))}")
    assert t.step() is None


@pytest.mark.rule("narva:9.5.2.C", "narva:9.5.2.D")
def test_9_5_2_c_a_step_for_each_hex_that_is_missing() -> None:
    t = must_retreat(hemmed_in("FHHPZ", "FHHPZG"), "2336", 2)
    t.do("retreat FHHPZ along FHHPZG").do("back 2337")
    assert (t.where("FHHPZ"), t.where("FHHPZG")) == ("2337", "2337")
    assert t.offers("lose") == {"FHHPZ", "FHHPZG"}
    t.do("lose FHHPZ")
    assert (t.steps("FHHPZ"), t.steps("FHHPZG"), t.step()) == (1, 2, None)


@pytest.mark.rule("narva:9.5.2.C")
def test_9_5_2_c_nobody_pays_instead_of_a_retreat_that_is_possible() -> None:
    t = must_retreat(hemmed_in("FHHPZ"), "2336", 2).do("retreat FHHPZ")
    assert t.offers("back") == {"2337"}
    assert why(t.refused("lose FHHPZ")) == ("asked-otherwise", "9.5.2.A")
    assert why(t.refused("done")) == ("asked-otherwise", "9.5.2.A")


# -- 9.5.3: enemy zones ------------------------------------------------------------------------


@pytest.mark.rule("narva:9.5.3.A")
def test_9_5_3_a_no_enemy_zone_while_there_is_a_free_way() -> None:
    t = table(turn=2).put("2606", "151G").put("2607", "381R")
    must_retreat(t, "2606", 1).do("retreat 151G")
    assert t.offers("back") == {"2706", "2605", "2506"}
    assert why(t.refused("back 2507")) == ("retreat-into-zone", "9.5.3.A")


@pytest.mark.rule("narva:9.5.3.B", "narva:9.5.3.C")
def test_9_5_3_b_as_few_zones_as_can_be() -> None:
    t = must_retreat(ringed("151G"), "2606", 2).do("retreat 151G back 2707")
    t.do("lose 151G")
    assert why(t.refused("back 2708")) == ("retreat-into-zone", "9.5.3.B")
    t.do("back 2807")
    assert (t.steps("151G"), t.step()) == (1, None)


@pytest.mark.rule("narva:9.5.3.C")
def test_9_5_3_c_every_zone_hex_costs_the_stack_a_step() -> None:
    t = ringed("151G", "162G").put("2805", "163R").put("2808", "219R").put("2604", "320R")
    t.put("2408", "65R").put("2504", "708R")
    must_retreat(t, "2606", 2).do("retreat 151G along 162G")
    first = min(t.offers("back"))
    t.do(f"back {first}").do("lose 151G").do(f"back {min(t.offers('back'))}").do("lose 162G")
    assert (t.steps("151G"), t.steps("162G"), t.step()) == (1, 1, None)
    assert len(t.heard("reduced")) == 2


@pytest.mark.rule("narva:9.5.3.D")
@pytest.mark.parametrize(("by_attack", "pays", "spared"), [
    (False, "23G", "2K502"), (True, "2K502", "23G"),
])
def test_9_5_3_d_the_strongest_pays(by_attack: bool, pays: str, spared: str) -> None:
    """23G is a 5-5, 2K502 a 6-4: defence counts for defenders, attack for attackers."""
    t = must_retreat(ringed("23G", "2K502"), "2606", 1, by_attack)
    t.do("retreat 23G along 2K502").do(f"back {min(t.offers('back'))}")
    assert t.offers("lose") == {pays}
    assert why(t.refused(f"lose {spared}")) == ("strongest-for-zone", "9.5.3.D")


# -- 9.5.4: supply -----------------------------------------------------------------------------


@pytest.mark.rule("narva:9.5.4.A")
def test_9_5_4_a_the_line_is_traced_from_the_end_of_the_way() -> None:
    """163R leads no line through the hex that it leaves; a friend who stays there does."""
    alone = must_retreat(table(turn=2).put("2316", "163R"), "2316", 1).do("retreat 163R")
    assert "2416" not in alone.offers("back")
    t = table(turn=2).put("2316", "163R", "219R")
    struck(t.put("2317", "151G"), "Ar1", "2317", "163R")
    t.do("retreat 163R")
    assert "2415" in t.offers("back")


@pytest.mark.rule("narva:9.5.4.A")
def test_9_5_4_a_the_marker_of_the_unit_does_not_change() -> None:
    t = must_retreat(table(turn=2).put("2316", "163R").supply(2, "163R"), "2316", 1)
    t.do("retreat 163R back 2216")
    assert t.state.supply[t.unit("163R")] == 2


@pytest.mark.rule("narva:9.5.4.B")
def test_9_5_4_b_the_unit_itself_opens_woods_and_swamp() -> None:
    t = must_retreat(table(turn=2).put("2416", "163R"), "2416", 1).do("retreat 163R")
    assert t.game.map.terrain[t.hex("2316")] == "swamp"
    assert t.offers("back") == {"2316", "2317", "2417"}  # beside the trail, not on it
