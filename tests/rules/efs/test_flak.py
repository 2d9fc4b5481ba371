"""11.3: anti-aircraft fire, and 11.4: interdiction."""

import pytest

from grognard.hexes import HexSet
from grognard.rules.efs import command, ways
from grognard.rules.efs.air import INTERDICTION, SUPPORT
from grognard.rules.efs.air_combat import ResolveMissions
from grognard.rules.efs.data import AirUnit, Unit
from grognard.rules.efs.flak import FlakRoll, batteries, modifier
from grognard.rules.efs.interdiction import InterdictionPhase
from grognard.rules.efs.sequence import Interphase
from tests.rules.efs.boxes import NORTH, TYPHOON
from tests.rules.efs.drill import (
    Drill,
    anti_aircraft,
    bomber,
    both,
    division,
    drill,
    fighter,
    foot,
    hq,
    motor,
    msu,
    tank,
)

RED = bomber("s", side="soviet")
BRIGADE = foot("k", 2, 2, side="soviet", size="brigade")
RIFLES = division("x", 2, 4, side="soviet")


def over(box: str, near: str, *counters: Unit | AirUnit) -> Drill:
    """An Axis bomber B supports over 0606; the counters stand in a hex."""
    t = drill(box, bomber("B"), *counters)
    t.put(near, *(unit.code for unit in counters if isinstance(unit, Unit)))
    return t.send("0606", "B").having(phase="combat").ask(ResolveMissions(SUPPORT))


# -- who fires ---------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(("unit", "fires"), [
    (BRIGADE, False), (RIFLES, True), (hq("Q"), True),
    (anti_aircraft("f", side="soviet"), True), (msu("m", side="soviet"), False)])
@pytest.mark.rule("typhoon:11.3.1", "typhoon:11.3.2.a", "agn:BSR.aa.soviet")
def test_soviet_divisions_headquarters_and_flak_fire(box: str, unit: Unit, fires: bool) -> None:
    assert isinstance(over(box, "0606", unit).step(), FlakRoll) == fires


@both
@pytest.mark.rule("typhoon:11.3.1", "agn:BSR.aa.soviet")
def test_guns_fire_from_the_hex_and_those_next_to_it(box: str) -> None:
    for near, fires in (("0606", True), ("0605", True), ("0604", False)):
        assert isinstance(over(box, near, RIFLES).step(), FlakRoll) == fires


@pytest.mark.rule("typhoon:11.3.2.b")
def test_before_moscow_axis_units_without_the_band_fire() -> None:
    for band, fires in (("", True), ("both", False)):
        t = drill(TYPHOON, RED, foot("A", 2, 2, band=band)).put("0605", "A")
        t.send("0606", "s").ask(ResolveMissions(SUPPORT))
        assert isinstance(t.step(), FlakRoll) == fires


@pytest.mark.rule("agn:BSR.aa.axis")
def test_in_the_north_axis_divisions_flak_and_whole_panzer_groups_fire() -> None:
    panzers = (tank("P", 6, 5, division="8Pz", role="panzer"),
               motor("M", 4, 4, division="8Pz", role="rifle"),
               motor("N", 4, 4, division="8Pz", role="rifle"))
    for units, fires in (((foot("A", 8, 4),), False), ((division("A", 8, 8),), True),
                         ((anti_aircraft("F"),), True), (panzers[:2], False), (panzers, True)):
        t = drill(NORTH, RED, *units).put("0606", *(unit.code for unit in units))
        assert bool(batteries(t.game, t.state, t.hex("0606"), "axis")) == fires


# -- the die -----------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:11.3.3", "agn:BSR.aa.each", "typhoon:11.5.4.c")
def test_one_die_for_each_air_unit_of_both_sides_however_many_guns(box: str) -> None:
    t = drill(box, bomber("B"), bomber("C"), RED, RIFLES, division("y", 2, 4, side="soviet"),
              division("A", 8, 8))
    t.put("0606", "x").put("0605", "y").put("0607", "A").send("0606", "B", "C", "s")
    t.ask(ResolveMissions(SUPPORT))
    if box == TYPHOON:
        t.roll(6)
    assert t.step().chance(t.game, t.state).count == 3


@both
@pytest.mark.rule("typhoon:11.3.3", "agn:BSR.aa.drm", "agn:5.6.2.a", "agn:BSR.aa.soviet")
def test_headquarters_and_flak_add_up_to_two_before_the_aircraft_takes_off(box: str) -> None:
    stuka = bomber("J", 1, 2, flak=-1)
    flak = [anti_aircraft(f"f{n}", side="soviet") for n in range(3)]
    t = drill(box, bomber("B"), stuka, RIFLES, hq("Q"), *flak).put("0606", "x")
    here = t.hex("0606")
    assert (modifier(t.game, t.state, here, 0), modifier(t.game, t.state, here, 1)) == (0, -1)
    t.put("0605", "Q")
    assert modifier(t.game, t.state, here, 0) == 1
    t.put("0605", "f0")
    assert modifier(t.game, t.state, here, 0) == 2
    t.put("0606", "f1", "f2")
    assert (modifier(t.game, t.state, here, 0), modifier(t.game, t.state, here, 1)) == (2, 1)


@both
@pytest.mark.parametrize(("die", "box_after", "told"), [
    (7, "flown", "no-effect"), (8, "flown", "abort"), (9, "flown", "abort"),
    (10, "damaged", "damaged")])
@pytest.mark.rule("typhoon:11.3.3", "typhoon:11.3.4", "agn:BSR.aa.table", "typhoon:11.2.3.e")
def test_what_flak_does_and_who_comes_through(box: str, die: int, box_after: str,
                                               told: str) -> None:
    t = over(box, "0606", RIFLES).roll(die)
    assert t.air("B") == box_after
    assert t.heard("flak")[0].args["result"] == told
    assert bool(t.state.support) == (told == "no-effect")


@both
@pytest.mark.rule("typhoon:11.3.3", "agn:BSR.aa.table")
def test_twelve_destroys(box: str) -> None:
    t = over(box, "0606", hq("Q"), anti_aircraft("f", side="soviet")).roll(10)
    assert t.air("B") == "destroyed"


@both
@pytest.mark.rule("typhoon:11.4.1.d", "typhoon:11.5.4.c", "typhoon:11.5.4.b")
def test_flak_comes_after_air_combat_and_only_for_those_still_there(box: str) -> None:
    t = drill(box, fighter("F", 4), bomber("B"), fighter("s", 2, side="soviet"), RIFLES)
    t.put("0606", "x").send("0606", "F", "B", "s").ask(ResolveMissions(SUPPORT)).roll(4)
    if box == TYPHOON:
        t.do("pair F against s")
    t.roll(9, 9)
    if box == TYPHOON:
        t.do("done")
    assert isinstance(t.step(), FlakRoll)
    t.roll(1)
    told = [event.id for event in t.events if event.id in ("air-shot", "flak")]
    assert told == ["air-shot", "air-shot", "flak"]


# -- interdiction ------------------------------------------------------------------------------


def interdict(box: str, *airs: AirUnit) -> Drill:
    t = drill(box, *airs).having(phase="interdiction").send("0606", *(air.code for air in airs))
    return t.ask(ResolveMissions(INTERDICTION))


def level(t: Drill, hex: str) -> int:
    return t.state.interdicted(t.game, t.hex(hex))


@both
@pytest.mark.rule("typhoon:11.4.1.e", "typhoon:11.4.1.f", "typhoon:11.4.2",
                  "agn:BSR.air.interdiction-level")
def test_what_comes_through_marks_the_hex_with_at_most_two(box: str) -> None:
    for ratings, found in (((1,), 1), ((1, 1), 2), ((2, 1), 2)):
        airs = [bomber(f"B{n}", 1, rating, interdiction=rating) for n, rating in enumerate(ratings)]
        t = interdict(box, *airs)
        assert t.state.interdiction == {t.hex("0606"): found}
        assert {t.air(air.code) for air in airs} == {"flown"}


@pytest.mark.rule("typhoon:11.4.1.a")
def test_before_moscow_a_fighter_without_support_counts_as_one() -> None:
    t = interdict(TYPHOON, fighter("F", 4, 0, interdiction=0))
    assert t.state.interdiction == {t.hex("0606"): 1}


@pytest.mark.rule("agn:BSR.air.interdiction-level")
def test_in_the_north_interdiction_has_a_rating_of_its_own() -> None:
    t = interdict(NORTH, bomber("B", 1, 2, interdiction=1))
    assert t.state.interdiction == {t.hex("0606"): 1}


@both
@pytest.mark.rule("typhoon:11.4.1.c", "typhoon:11.4.1.b")
def test_fighters_that_oppose_bring_air_combat(box: str) -> None:
    t = drill(box, bomber("B"), fighter("s", 2, side="soviet", interdiction=0))
    t.having(phase="interdiction").ask(InterdictionPhase())
    t.do("fly B at 0606").do("fly s at 0606")
    assert type(t.step()).__name__ == "InitiativeRoll"


@both
@pytest.mark.rule("typhoon:11.4.2", "typhoon:11.4.3.c", "agn:BSR.air.interdiction-level")
def test_a_zone_is_the_hex_and_its_neighbours_and_zones_add_up_to_two(box: str) -> None:
    t = drill(box, hq("Q", 2)).put("0606", "Q")
    for markers, found in (({"0606": 1}, 1), ({"0605": 1}, 1), ({"0604": 2}, 0),
                           ({"0605": 1, "0607": 1}, 2), ({"0605": 1, "0606": 1, "0607": 1}, 2),
                           ({"0605": 2, "0606": 1}, 2)):
        t.having(interdiction={t.hex(hex): marked for hex, marked in markers.items()})
        assert level(t, "0606") == found
        assert command.value(t.game, t.state, t.unit("Q")) == 2 - found


@both
@pytest.mark.rule("typhoon:11.4.5")
def test_markers_come_off_at_the_end_of_the_turn(box: str) -> None:
    t = drill(box).having(interdiction={5: 1})
    t.ask(Interphase())
    assert t.state.interdiction == {}


def ends(t: Drill) -> HexSet:
    """Where a march of the counter x can end."""
    found = ways.march(t.game, t.state, t.units("x"), ways.MOVEMENT, 0)
    return ways.march_choices(t.game, t.state, found).mask


@both
@pytest.mark.rule("typhoon:11.4.4")
def test_interdiction_leaves_plain_movement_alone(box: str) -> None:
    t = drill(box, foot("x", 2, 4, side="soviet")).put("0606", "x").having(side="soviet")
    free = ends(t)
    t.having(interdiction={t.hex("0606"): 2})
    assert ends(t) == free
