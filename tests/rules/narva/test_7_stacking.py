"""Chapter 7: stacking."""

import pytest

from grognard.rules.narva import stacking
from grognard.rules.narva.combat import CombatSegment
from grognard.rules.narva.reinforcement import GermanSegment
from grognard.rules.narva.replacement import SpendPoints
from grognard.rules.narva.state import ELIMINATED, OUT_OF_SUPPLY, TRACK, UNSEEN
from tests.rules.narva.fights import must_retreat, struck, why
from tests.rules.narva.moves import moving
from tests.rules.narva.table import Table, table


def joining(unit: str, *stack: str) -> Table:
    """The unit stands in 2506 and could go north to 2507, where others are, or further."""
    return moving(table(turn=3).put("2506", unit).put("2507", *stack), unit)


# -- 7.1: the limits ---------------------------------------------------------------------------


@pytest.mark.rule("narva:7.1.A")
def test_7_1_a_one_unit_is_no_stack_and_two_are() -> None:
    """In the fog a stack hides all but its top counter: a unit by itself hides nothing."""
    t = table(turn=3, fog=True).put("2506", "151G").pin("151G").ask()
    seen = t.game.view(t.state, "soviet").state
    assert (seen.at[t.unit("151G")], seen.veiled) == (t.hex("2506"), {})
    t.put("2506", "162G")
    seen = t.game.view(t.state, "soviet").state
    assert seen.veiled == {t.hex("2506"): 1}
    assert [seen.at[t.unit(code)] for code in ("151G", "162G")] == [UNSEEN, t.hex("2506")]


@pytest.mark.rule("narva:7.1.A")
def test_7_1_a_markers_take_no_room() -> None:
    """Pinned, out of supply, fought over and in a prepared defence: still one unit in a hex."""
    t = table(turn=3).put("3229", "I48").put("3330", "II48").pin("II48")
    t.supply(OUT_OF_SUPPLY, "II48")
    t.state.attacked = t.state.barraged = t.state.soviet_held = 1 << t.hex("3330")
    moving(t, "I48").do("to 3330")
    assert t.where("I48") == "3330"
    assert not stacking.overstacked(t.game, t.state, t.hex("3330"))
    t.put("3229", "II49")
    assert why(moving(t, "II49").refused("to 3330")) == ("stack-full", "7.1.B.1"), "but not three"


@pytest.mark.rule("narva:7.1.A")
def test_7_1_a_aircraft_over_a_hex_take_no_room() -> None:
    """Two air units fly to 2606; the two regiments that took it find room all the same."""
    t = table(turn=3).put("2606", "61F-").put("2607", "65R", "147R").acting("soviet", "65R", "147R")
    t.ask(CombatSegment()).do("attack 2606 by 65R 147R fire").do("air BOMBER-full air AIR1-full")
    aloft = t.step()
    assert aloft.battle.missions.bit_count() == 2
    assert [t.game.units[unit].code for unit in t.state.units_at(t.hex("2606"))] == ["61F"]
    t.do("done").roll(6).do("lose 61F").do("advance 65R").do("advance 147R")
    assert (t.where("65R"), t.where("147R")) == ("2606", "2606")


@pytest.mark.rule("narva:7.1.B.1")
@pytest.mark.parametrize("stack", [("162G", "176G"), ("162G-", "176G-"), ("MOK", "FHHPZ")])
def test_7_1_b_1_a_third_combat_unit_may_pass_but_not_stop(stack: tuple[str, ...]) -> None:
    t = joining("151G", *stack)
    assert why(t.refused("to 2507")) == ("stack-full", "7.1.B.1")
    assert t.allowed("to 2508")
    assert joining("151G", stack[0]).allowed("to 2507")


@pytest.mark.rule("narva:7.1.B.2")
@pytest.mark.parametrize(("mover", "there"), [("HQ122", "HQ2SH"), ("HQ61", "HQ170")])
def test_7_1_b_2_one_headquarters_of_any_level(mover: str, there: str) -> None:
    assert why(joining(mover, there).refused("to 2507")) == ("second-headquarters", "7.1.B.2")


@pytest.mark.rule("narva:7.1.B.2", "narva:7.1.B.3")
@pytest.mark.parametrize("mover", ["HQ122", "1811SU", "65R"])
def test_7_1_b_each_sort_has_its_own_room(mover: str) -> None:
    whole = ["65R", "147R", "1811SU", "HQ122"]
    t = joining(mover, *(unit for unit in whole if unit != mover)).do("to 2507")
    assert len(t.state.units_at(t.hex("2507"))) == 4
    assert not stacking.overstacked(t.game, t.state, t.hex("2507"))
    assert not t.game.faults(t.state)


@pytest.mark.rule("narva:7.1.B.3")
def test_7_1_b_3_a_second_assault_gun_is_one_too_many() -> None:
    assert why(joining("1811SU", "1902SU").refused("to 2507")) == ("second-gun", "7.1.B.3")


def test_7_1_b_3_german_guns_and_tanks_are_combat_units() -> None:
    assert why(joining("2K502", "FHHPZ", "FHHPZG").refused("to 2507")) == (
        "stack-full", "7.1.B.1")


@pytest.mark.rule("narva:7.1.C")
def test_7_1_c_the_limit_holds_where_a_move_ends() -> None:
    """The only way out of 0113 leads through a full stack."""
    t = table(turn=3).put("0113", "151G").put("0213", "162G", "176G")
    t.put("0114", "1811SU").put("0112", "1902SU").put("0212", "806SU")
    assert why(moving(t, "151G").refused("to 0213")) == ("stack-full", "7.1.B.1")
    t.do("to 0214")
    assert t.where("151G") == "0214"


@pytest.mark.rule("narva:7.1.C")
@pytest.mark.parametrize(("mover", "stack"), [
    ("151G", ("162G", "176G")), ("HQ122", ("HQ2SH",)), ("1811SU", ("1902SU",))])
def test_7_1_c_a_march_by_way_of_a_full_hex_does_not_end_there(
    mover: str, stack: tuple[str, ...]
) -> None:
    t = joining(mover, *stack)
    assert t.allowed("to 2508")
    t.do("via 2507")
    assert t.where(mover) == "2507"
    assert why(t.refused("stay")) == ("passes-only", "7.1.C")
    t.do("to 2508")
    assert (t.where(mover), t.step()) == ("2508", None)
    assert not t.game.faults(t.state)


@pytest.mark.rule("narva:7.1.C")
def test_7_1_c_nobody_is_led_into_a_full_hex_without_the_points_to_leave_it() -> None:
    """The last point of a march may not be spent on a hex with no room."""
    t = table(turn=3).put("2506", "16UR").put("2508", "65R", "147R")
    assert moving(t, "16UR").allowed("to 2507"), "it has two points"
    assert why(t.refused("to 2508")) == ("stack-full", "7.1.B.1")
    assert why(t.refused("via 2508")) == ("full-stack-no-way-on", "7.1.C")


@pytest.mark.rule("narva:7.1.C")
def test_7_1_c_and_where_an_advance_ends() -> None:
    t = table(turn=3).put("2606", "1811SU").put("2607", "151G", "162G").put("2605", "176G")
    struck(t, "D2", "2606", "151G", "162G", "176G").do("lose 1811SU")
    t.do("advance 151G").do("advance 162G")
    assert t.step() is None, "nobody else finds room"
    assert t.where("176G") == "2605"


# -- 7.2: over the limit -----------------------------------------------------------------------


def crowded_entry(*walls: str) -> Table:
    """Entry C holds two regiments when a third arrives; walls close the hexes around it."""
    t = table(turn=3).put("0113", "333G", "376G").off(TRACK, "113S")
    for hex, wall in zip(("0114", "0112", "0213", "0212"), walls, strict=False):
        t.put(hex, wall)
    return t.ask(GermanSegment())


@pytest.mark.rule("narva:7.2.A")
def test_7_2_a_an_arrival_over_the_limit_must_move_on() -> None:
    t = crowded_entry().do("arrive 113S into 0113")
    assert len(t.state.units_at(t.hex("0113"))) == 3
    assert why(t.refused("stay")) == ("arrival-moves-on", "7.2.A")
    t.do("to 0213")
    assert (t.where("113S"), t.step()) == ("0213", None)


@pytest.mark.rule("narva:7.2.A")
def test_7_2_a_without_a_way_on_it_waits_for_next_turn() -> None:
    t = crowded_entry("1811SU", "1902SU", "806SU", "1439SU")
    assert why(t.refused("arrive 113S")) == ("no-way-in", "8.3.B")
    t.do("done")
    assert (t.where("113S"), t.steps("113S")) == ("track", 1)
    t.state.turn = 4
    t.off(ELIMINATED, "376G").ask(GermanSegment()).do("arrive 113S into 0113").do("stay")
    assert t.where("113S") == "0113"


@pytest.mark.rule("narva:7.2.A")
def test_7_2_a_rebuilt_units_go_on_too() -> None:
    t = table(turn=3).put("0218", "HQ61", "162G", "176G").off(ELIMINATED, "151G")
    t.ask(SpendPoints(1)).do("rebuild 151G place 0218")
    assert why(t.refused("stay")) == ("arrival-moves-on", "7.2.A")
    t.do("to 0217")
    assert t.where("151G") == "0217"


def pressed(*behind: str) -> Table:
    """151G must leave 2606 for 2605, where others are."""
    t = table(turn=3).put("2606", "151G").put("2507", "65R").put("2607", "147R").put("2707", "163R")
    t.put("2506", "1811SU").put("2706", "1902SU").put("2605", *behind)
    return must_retreat(t, "2606", 1).do("retreat 151G back 2605")


@pytest.mark.rule("narva:7.2.B")
def test_7_2_b_a_retreat_over_the_limit_goes_one_hex_more() -> None:
    t = pressed("162G", "176G")
    assert why(t.refused("retreat 162G")) == ("not-crowded-out", "7.2.B")
    t.do("retreat 151G")
    assert t.offers("back") <= {"2604", "2505", "2705"}
    t.do(f"back {min(t.offers('back'))}")
    assert t.where("151G") in {"2604", "2505", "2705"}
    assert (t.steps("151G"), t.step()) == (2, None)


@pytest.mark.rule("narva:7.2.B")
def test_7_2_b_the_extra_hex_in_a_zone_costs_a_step() -> None:
    t = pressed("162G", "176G").put("2603", "219R").put("2504", "320R").put("2804", "708R")
    t.do("retreat 151G").do(f"back {min(t.offers('back'))}").do("lose 151G")
    assert t.steps("151G") == 1


@pytest.mark.rule("narva:7.2.B")
def test_7_2_b_where_all_is_full_it_is_eliminated() -> None:
    t = pressed("162G", "176G").put("2604", "391G", "399G").put("2505", "328G", "366G")
    t.put("2705", "227F", "227PIO").do("retreat 151G")
    assert (t.where("151G"), t.step()) == ("eliminated", None)


def two_headquarters() -> Table:
    """The retreat takes HQ61 to 2605, where HQ170 is."""
    t = table(turn=3).put("2606", "HQ61", "151G").put("2607", "147R").put("2605", "HQ170")
    t.put("2507", "65R").put("2707", "163R").put("2506", "1811SU").put("2706", "1902SU")
    return must_retreat(t, "2606", 1).do("retreat 151G along HQ61").do("back 2605")


@pytest.mark.rule("narva:7.2.C")
def test_7_2_c_the_headquarters_that_came_goes_one_hex_more() -> None:
    t = two_headquarters()
    assert not t.allowed("retreat HQ170")
    t.do("retreat HQ61").do(f"back {min(t.offers('back'))}")
    assert t.where("HQ61") in {"2604", "2505", "2705"}
    assert (t.where("HQ170"), t.where("151G")) == ("2605", "2605")


@pytest.mark.rule("narva:7.2.C")
def test_7_2_c_or_is_eliminated_for_good() -> None:
    t = two_headquarters().put("2604", "HQFHH").put("2505", "HQ227").put("2705", "HQ225")
    t.do("retreat HQ61")
    assert (t.where("HQ61"), t.step()) == ("eliminated", None)
    t.ask(GermanSegment())
    assert (t.where("HQ61"), t.step()) == ("eliminated", None), "no rule returns it"
    t.ask(SpendPoints(1))
    assert why(t.refused("rebuild HQ61"))[0] == "headquarters-no-steps"


@pytest.mark.rule("narva:7.1.C")
def test_7_1_c_nobody_goes_to_and_fro_between_full_hexes_until_the_points_are_spent() -> None:
    """Out of a full hex one may not go back into the full one before with nothing left."""
    t = table("krivasoo", turn=3).put("3024", "381R", "456R").put("2924", "602R", "466R")
    moving(t.put("2820", "194GR"), "194GR").do("via 3024").do("via 2924")
    assert why(t.refused("via 3024")) == ("full-stack-no-way-on", "7.1.C")
    assert t.allowed("to 2923")
