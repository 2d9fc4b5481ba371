"""Sections 9.5.5, 9.5.6 and 11.1.1: stacks, cover and headquarters in retreat."""

import pytest

from grognard.rules.narva.aftermath import DefenderSuffers
from grognard.rules.narva.battle import Battle
from tests.rules.narva.fights import must_retreat, struck, why
from tests.rules.narva.table import Table, table
from tests.rules.narva.test_9_5_retreats import hemmed_in, ringed

LAST_BOX = 9


def behind(*units: str) -> Table:
    """151G must leave 2606 for 2605, where others stand already."""
    t = table(turn=2).put("2606", "151G").put("2607", "381R").put("2605", *units)
    return must_retreat(t, "2606", 1).do("retreat 151G back 2605")


# -- 9.5.5.A: together or apart ----------------------------------------------------------------


@pytest.mark.rule("narva:9.5.5.A")
def test_9_5_5_a_units_of_a_stack_may_part() -> None:
    t = table(turn=2).put("2606", "151G", "162G").put("2607", "381R")
    must_retreat(t, "2606", 1).do("retreat 151G")
    assert why(t.refused("along 151G")) == ("in-the-group", "9.5.5.A")
    assert why(t.refused("along 23G")) == ("need-not-retreat", "9.5.D")
    t.do("done").do("back 2605").do("retreat 162G back 2506")
    assert (t.where("151G"), t.where("162G"), t.step()) == ("2605", "2506", None)


@pytest.mark.rule("narva:9.5.5.A")
def test_9_5_5_a_each_group_pays_for_its_own_way() -> None:
    apart = must_retreat(ringed("151G", "162G"), "2606", 1)
    for unit in ("151G", "162G"):
        apart.do(f"retreat {unit}" + (" done" if unit == "151G" else ""))
        apart.do(f"back {min(apart.offers('back'))}").do(f"lose {unit}")
    assert (apart.steps("151G"), apart.steps("162G"), apart.step()) == (1, 1, None)
    together = must_retreat(ringed("151G", "162G"), "2606", 1).do("retreat 151G along 162G")
    together.do(f"back {min(together.offers('back'))}").do("lose 151G")
    assert (together.steps("151G"), together.steps("162G"), together.step()) == (1, 2, None)


@pytest.mark.rule("narva:9.5.5.A", "narva:9.5.2.C")
@pytest.mark.parametrize(("first", "second"), [("23G", "FHHPZ"), ("FHHPZ", "23G")])
def test_9_5_5_a_nobody_who_can_go_stays_to_pay_with_another(first: str, second: str) -> None:
    """Out of Hungerburg leads a ferry, for legs only."""
    t = table(turn=2).put("2337", "FHHPZ", "23G").put("2436", "163R").put("2336", "219R")
    must_retreat(t, "2337", 1).do(f"retreat {first}")
    assert why(t.refused(f"along {second}")) == ("holds-back", "9.5.2.C")
    t.do("done")
    if first == "FHHPZ":
        t.do("lose FHHPZ").do("retreat 23G")
    assert t.offers("back") == {"2437"}
    t.do("back 2437")
    if first == "23G":
        t.do("retreat FHHPZ").do("lose FHHPZ")
    assert (t.where("23G"), t.where("FHHPZ"), t.step()) == ("2437", "2337", None)
    assert (t.steps("23G"), t.steps("FHHPZ")) == (2, 1)


# -- 9.5.5.B: over the stacking limit ----------------------------------------------------------


@pytest.mark.rule("narva:9.5.5.B")
def test_9_5_5_b_a_unit_without_room_goes_one_hex_more() -> None:
    t = behind("162G", "176G")
    assert why(t.refused("retreat 162G")) == ("not-crowded-out", "7.2.B")
    t.do("retreat 151G back 2604")
    assert (t.where("151G"), t.step()) == ("2604", None)
    assert behind("162G").step() is None  # two find room


@pytest.mark.rule("narva:9.5.5.B")
def test_9_5_5_b_the_extra_hex_obeys_the_rules_of_retreat() -> None:
    t = table(turn=2).put("2606", "151G").put("2607", "381R").put("2605", "162G", "176G")
    t.put("2505", "61F", "161PIO").put("2805", "456R")  # a full hex; a zone in 2705 and 2706
    must_retreat(t, "2606", 1).do("retreat 151G back 2605").do("retreat 151G")
    assert t.offers("back") == {"2604"}
    assert why(t.refused("back 2505")) == ("stack-full-again", "9.5.5.B")
    assert why(t.refused("back 2705")) == ("retreat-into-zone", "9.5.3.A")
    assert why(t.refused("back 2506")) == ("not-farther", "9.5.2.B")
    assert why(t.refused("back 2403")) == ("not-adjacent-hex", "7.2.B")


@pytest.mark.rule("narva:9.5.5.B")
def test_9_5_5_b_the_extra_hex_costs_a_step_in_an_enemy_zone() -> None:
    t = table(turn=2).put("2606", "151G").put("2607", "381R").put("2605", "162G", "176G")
    t.put("2705", "1811SU").put("2504", "456R").put("2703", "602R")  # zones in 2604 and 2505
    must_retreat(t, "2606", 1).do("retreat 151G back 2605").do("retreat 151G")
    assert why(t.refused("back 2705")) == ("enemy-occupied", "9.5.B")
    t.do(f"back {min(t.offers('back'))}").do("lose 151G")
    assert (t.steps("151G"), t.step()) == (1, None)


@pytest.mark.rule("narva:9.5.5.B", "narva:9.5.4.A")
def test_9_5_5_b_the_extra_hex_leads_back_to_supply() -> None:
    t = table(turn=2).put("1914", "163R").put("2014", "219R", "320R")
    must_retreat(t, "1914", 1).do("retreat 163R back 2014").do("retreat 163R")
    assert t.offers("back") == {"2114", "2115"}
    assert why(t.refused("back 2015")) == ("retreat-out-of-supply", "9.5.4.A")


@pytest.mark.rule("narva:9.5.5.B")
def test_9_5_5_b_with_the_sea_behind_it_the_unit_is_lost() -> None:
    t = hemmed_in("FHHPZ").put("2337", "151G", "162G")
    must_retreat(t, "2336", 1).do("retreat FHHPZ back 2337").do("retreat FHHPZ")
    assert (t.where("FHHPZ"), t.step()) == ("eliminated", None)
    assert t.heard("crowded-out")[0].rule == "9.5.5.B"
    legs = hemmed_in("23G").put("2337", "151G", "162G")
    must_retreat(legs, "2336", 1).do("retreat 23G back 2337").do("retreat 23G back 2437")
    assert legs.where("23G") == "2437"  # by the ferry


@pytest.mark.rule("narva:9.5.5.B")
def test_9_5_5_b_the_owner_picks_who_of_the_retreating_goes_on() -> None:
    t = hemmed_in("23G", "44G").put("2337", "151G")
    must_retreat(t, "2336", 1).do("retreat 23G along 44G").do("back 2337")
    assert t.offers("retreat") == {"23G", "44G"}
    t.do("retreat 44G back 2437")
    assert (t.where("23G"), t.where("44G"), t.step()) == ("2337", "2437", None)


# -- 9.5.5.C and 11.1.1: headquarters ----------------------------------------------------------


@pytest.mark.rule("narva:11.1.1")
def test_11_1_1_a_headquarters_retreats_with_its_stack() -> None:
    t = table(turn=2).put("2606", "151G", "HQ61").put("2607", "381R")
    struck(t, "D1r1", "2606", "381R").do("lose 151G").do("retreat 151G")
    assert why(t.refused("done")) == ("headquarters-left", "11.1.1")  # it cannot stay alone
    t.do("along HQ61").do("back 2605")
    assert (t.where("151G"), t.where("HQ61")) == ("2605", "2605")


@pytest.mark.rule("narva:11.1.1")
@pytest.mark.parametrize("first", [True, False])
def test_11_1_1_the_owner_picks_the_group_that_it_joins(first: bool) -> None:
    t = table(turn=2).put("2606", "151G", "162G", "HQ61").put("2607", "381R")
    must_retreat(t, "2606", 1).do("retreat 151G")
    assert t.offers("along") == {"162G", "HQ61"}
    t.do("along HQ61 done" if first else "done").do("back 2605")
    t.do("retreat 162G" + ("" if first else " along HQ61")).do("back 2506")
    assert (t.where("HQ61"), t.step()) == ("2605" if first else "2506", None)


@pytest.mark.rule("narva:11.1.1", "narva:9.5.2.C")
def test_11_1_1_a_headquarters_that_may_not_follow_is_displaced() -> None:
    """Only Narva is left to the SS, and no headquarters of the Wehrmacht may enter it (6.3.D)."""
    t = table(turn=2).put("2929", "II24-", "HQ61")
    t.put("2928", "163R").put("2828", "219R").put("2829", "320R")
    must_retreat(t, "2929", 1).do("retreat II24")
    assert why(t.refused("along HQ61")) == ("holds-back", "9.5.2.C")
    t.do("done").do("back 3029")
    assert (t.where("II24"), t.where("HQ61"), t.asked()) == ("3029", "displaced", "german")


@pytest.mark.rule("narva:11.1.1")
def test_11_1_1_a_headquarters_suffers_no_losses_on_the_way() -> None:
    t = must_retreat(ringed("151G", "HQ61"), "2606", 1).do("retreat 151G along HQ61")
    t.do(f"back {min(t.offers('back'))}")
    assert t.offers("lose") == {"151G"}


@pytest.mark.rule("narva:9.5.5.C")
def test_9_5_5_c_a_headquarters_that_meets_another_goes_one_hex_more() -> None:
    t = table(turn=2).put("2606", "151G", "HQ61").put("2607", "381R").put("2605", "162G", "HQ225")
    must_retreat(t, "2606", 1).do("retreat 151G along HQ61").do("back 2605")
    assert t.offers("retreat") == {"HQ61"}
    assert why(t.refused("retreat HQ225")) == ("not-crowded-out", "7.2.C")
    t.do("retreat HQ61")
    assert why(t.refused("back 2602")) == ("not-adjacent-hex", "7.2.C")
    t.do("back 2604")
    assert (t.where("151G"), t.where("HQ61"), t.step()) == ("2605", "2604", None)


@pytest.mark.rule("narva:9.5.5.C")
def test_9_5_5_c_a_headquarters_that_cannot_go_on_is_lost() -> None:
    t = hemmed_in("FHHPZ", "HQFHH").put("2337", "151G", "HQ58").put("2437", "65R")
    must_retreat(t, "2336", 1).do("retreat FHHPZ along HQFHH").do("back 2337")
    t.do("retreat HQFHH")
    assert (t.where("HQFHH"), t.where("FHHPZ"), t.step()) == ("eliminated", "2337", None)
    assert t.heard("crowded-out")[0].rule == "9.5.5.C"


@pytest.mark.rule("narva:9.5.5.C")
def test_9_5_5_c_a_headquarters_whose_group_dies_on_the_way_stops_among_friends() -> None:
    t = ringed("151G-", "HQ61")
    t.put("2605", "162G", "HQ225").put("2707", "44G").put("2706", "23G").put("2507", "2G")
    must_retreat(t, "2606", 2).do("retreat 151G along HQ61")
    first = min(t.offers("back"))
    t.do(f"back {first}").do("lose 151G")
    assert t.where("151G") == "eliminated"
    assert (t.where("HQ61"), t.step()) == (first, None)


# -- 9.5.6: cover ------------------------------------------------------------------------------


def covered(hex: str, unit: str) -> Table:
    """A unit under cover, with attackers on one side; worn defences take nothing."""
    t = table(turn=2).put(hex, unit)
    t.state.defences = [LAST_BOX, LAST_BOX]
    return t.put(t.game.grid.label(t.game.grid.neighbours(t.hex(hex))[1]), "131GR")


@pytest.mark.rule("narva:9.5.6.A")
@pytest.mark.parametrize(("hex", "unit"), [("2424", "151G"), ("3030", "II48"), ("3330", "I48")])
def test_9_5_6_a_cover_cancels_the_first_hex(hex: str, unit: str) -> None:
    """A village, the city, a prepared defence."""
    t = struck(covered(hex, unit), "Dr1", hex, "131GR")
    assert (t.where(unit), t.step()) == (hex, None)
    assert len(t.heard("cover-holds")) == 1
    t = struck(covered(hex, unit), "Dr2", hex, "131GR").do(f"retreat {unit}")
    t.do(f"back {min(t.offers('back'))}")
    assert type(t.step()).__name__ != "ChooseHexBack"  # one hex and no more
    assert t.where(unit) != hex


@pytest.mark.rule("narva:9.5.6.A")
@pytest.mark.parametrize(("hex", "unit"), [("2424", "151G"), ("3030", "II48"), ("3330", "I48")])
def test_9_5_6_a_but_not_against_a_barrage(hex: str, unit: str) -> None:
    t = covered(hex, unit)
    t.ask(DefenderSuffers(Battle("soviet", t.hex(hex), barrage=True), 0, 1))
    assert t.offers("retreat") == {unit}


@pytest.mark.rule("narva:9.5.6.B")
@pytest.mark.parametrize("cover", ["2508", "3029"])
def test_9_5_6_b_attackers_in_villages_and_cities_stay(cover: str) -> None:
    target = {"2508": "2507", "3029": "3129"}[cover]
    beside = {"2508": "2407", "3029": "3128"}[cover]
    unit, other = ("23PZG", "II24")
    t = table(turn=2).put(cover, unit).put(target, "163R").put(beside, other)
    struck(t, "Ar1", target, unit, other)
    assert t.offers("retreat") == {other}
    t.do(f"retreat {other}").do(f"back {min(t.offers('back'))}")
    assert (t.where(unit), t.step()) == (cover, None)


@pytest.mark.rule("narva:9.5.6.C")
def test_9_5_6_c_a_village_in_the_defences_cancels_one_hex_only() -> None:
    t = struck(covered("3331", "I48"), "Dr2", "3331", "131GR")
    assert t.offers("retreat") == {"I48"}
    t.do("retreat I48").do(f"back {min(t.offers('back'))}")
    assert t.where("I48") != "3331"
