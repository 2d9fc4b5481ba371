"""7.1 to 7.4: movement, zones, ground and weather."""

import pytest

from grognard.rules.efs.data import Unit
from tests.rules.efs.drill import (
    Drill,
    both,
    counter,
    division,
    drill,
    foot,
    grid,
    gun,
    motor,
    msu,
    tank,
)

X = foot("x", 2, 2, side="soviet")
CLASSES = {"foot": foot("A", 4, 4, move=9), "motor": motor("A", 4, 4, move=9),
           "gun": gun("A", 4, move=9)}


def price(box: str, goes: str, weather: str = "dry", **features: str) -> str:
    """What the step from 0606 to 0605 costs a class."""
    t = drill(box, CLASSES[goes], **features).put("0606", "A")
    return t.moves(weather=weather).do("move A").price("0605")


RING = "0606-0605 0606-0706 0606-0707 0606-0607 0606-0507 0606-0506"
MOAT = "0505-0504 0505-0506 0505-0404 0505-0405"
"""Lakes: only from 0605, and from 0604, a step leads to 0505."""


def at(box: str, unit: Unit | None = None, **features: str) -> Drill:
    """A in 0606 and an enemy in 0604 who covers 0605 and 0505."""
    t = drill(box, unit or foot("A", 4, 4), X, **{"lake": MOAT, **features})
    return t.put("0606", "A").put("0604", "x")


# -- 7.0, 7.1: the move ------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:2.4/move", "typhoon:7.1.1", "typhoon:7.0", "typhoon:7.3.2")
def test_five_points_are_five_clear_hexes_and_no_sixth(box: str) -> None:
    t = drill(box, foot("A", 4, 4, move=5)).put("0612", "A").moves().do("move A")
    assert t.price("0607") == "5"
    refused = t.refused("to 0606")
    assert (refused.code, refused.rule) == ("too-far", t.game.cite("7.3.2"))
    t.do("to 0607")
    (told,) = t.heard("moved")
    way = [t.game.grid.label(hex) for hex in told.hexes]
    assert way == ["0612", "0611", "0610", "0609", "0608", "0607"], "hex by hex, none left out"


@both
@pytest.mark.rule("typhoon:7.1.1", "typhoon:7.0")
def test_a_way_with_a_gap_is_led_through_the_hexes_between(box: str) -> None:
    t = drill(box, foot("A", 4, 4, move=3)).put("0606", "A").moves().do("move A via 0605")
    assert t.price("0603") == "3"
    assert t.refused("to 0602").code == "too-far", "no hex is skipped"


@both
@pytest.mark.rule("typhoon:7.1.2", "typhoon:7.1.5/2", "typhoon:7.2.4")
def test_any_number_passes_a_hex_at_no_more_than_its_ground(box: str) -> None:
    many = [foot(f"A{n}", 1, 1, stacking=10, move=4) for n in range(6)]
    t = drill(box, *many, foot("F", 4, 4, stacking=10, move=0))
    t.put("0606", "F")
    for n, unit in enumerate(many):
        t.put(f"0{n + 4}08" if n != 2 else "0609", unit.code)
    t.moves().do("move A2")
    assert t.price("0605") == "4", "three hexes through friends and their zones, and one more"
    t.do("via 0606 to 0605")
    t.do("move A3 via 0606 to 0506")
    assert (t.where("A2"), t.where("A3")) == ("0605", "0506")


@both
@pytest.mark.rule("typhoon:7.1.3", "agn:BSR.move.stack")
def test_a_stack_moves_as_its_slowest_and_the_fast_go_on(box: str) -> None:
    t = drill(box, motor("S", 4, 4, move=3), motor("F", 4, 4, move=7)).put("0612", "S", "F")
    t.moves().do("motor 0612")
    assert t.refused("to 0608").code == "too-far"
    t.do("via 0609 drop S")
    assert t.price("0605") == "7"
    t.do("to 0605")
    assert (t.where("S"), t.where("F")) == ("0609", "0605")


@both
@pytest.mark.rule("typhoon:7.1.3/2", "agn:BSR.move.stack", "typhoon:7.1.4")
def test_who_is_left_behind_has_finished_its_move(box: str) -> None:
    t = drill(box, *[motor(code, 4, 4, move=6) for code in "ABC"]).put("0612", "A", "B", "C")
    t.moves().do("motor 0612 via 0611 drop A drop B to 0609")
    assert [t.where(code) for code in "ABC"] == ["0611", "0611", "0609"]
    assert t.step() is None, "nobody is left to move"
    assert t.state.stirred == t.units("A", "B", "C")


@both
@pytest.mark.rule("typhoon:7.1.3/2", "typhoon:3.2.1")
def test_nobody_is_left_behind_where_there_is_no_room(box: str) -> None:
    t = drill(box, motor("A", 4, 4, stacking=2), motor("B", 4, 4), foot("F", 1, 1, stacking=9,
                                                                       move=0))
    t.put("0606", "A", "B").put("0605", "F").moves().do("motor 0606 via 0605")
    assert t.refused("drop A").code == "no-room-to-stay"
    assert t.allowed("drop B")


@both
@pytest.mark.rule("typhoon:7.1.3")
def test_others_join_only_before_the_group_moves_and_from_its_hex(box: str) -> None:
    t = drill(box, motor("A", 4, 4), motor("B", 4, 4), motor("C", 4, 4), foot("D", 1, 1))
    t.put("0606", "A", "B", "D").put("0605", "C").moves().do("move A")
    assert t.refused("with C").code == "not-in-this-hex"
    assert t.refused("with A").code == "in-the-group"
    assert t.refused("with D").code == "another-class"
    t.do("with B via 0605")
    assert t.refused("with C").code == "began-apart"


@both
@pytest.mark.rule("typhoon:7.1.4")
def test_once_a_phase_and_nothing_is_saved(box: str) -> None:
    t = drill(box, foot("A", 4, 4), foot("B", 4, 4)).put("0606", "A").put("0101", "B")
    t.moves().do("move A to 0605")
    refused = t.refused("move A")
    assert (refused.code, refused.rule) == ("moved-already", t.game.cite("7.1.4"))
    t.do("done").having(moved=0).moves().do("move A")
    assert t.refused("to 0612").code == "too-far", "what was left is gone"


@both
@pytest.mark.rule("typhoon:7.1.4")
def test_nobody_must_move(box: str) -> None:
    t = drill(box, foot("A", 4, 4)).put("0606", "A").moves().do("done")
    assert (t.where("A"), t.step()) == ("0606", None)


@both
@pytest.mark.rule("typhoon:7.1.5")
def test_an_enemy_in_the_hex_keeps_a_unit_out_but_lone_supply_does_not(box: str) -> None:
    t = drill(box, foot("A", 4, 4), X, msu("m", side="soviet"))
    t.put("0606", "A").put("0605", "x").put("0607", "m").moves().do("move A")
    refused = t.refused("to 0605")
    assert (refused.code, refused.rule) == ("enemy-there", t.game.cite("7.1.5"))
    t.do("to 0607")
    assert (t.where("A"), t.where("m")) == ("0607", "free"), "the counter is gone"


@both
@pytest.mark.rule("typhoon:7.1.6")
def test_no_move_leads_off_the_map_or_out_of_play(box: str) -> None:
    small = grid().disk(grid().hex("0606"), 1)
    t = drill(box, foot("A", 4, 4), rows={"in_play": small}).put("0606", "A").moves().do("move A")
    assert t.offers("to") == {"0605", "0706", "0707", "0607", "0507", "0506"}
    refused = t.refused("to 0604")
    assert (refused.code, refused.rule) == ("out-of-play", t.game.cite("7.1.6"))


# -- 7.2: zones --------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:7.2.1", "typhoon:7.2.1/2", "agn:BSR.zoc.enter")
def test_a_zone_costs_a_point_and_ends_the_move(box: str) -> None:
    t = at(box).moves().do("move A")
    assert t.price("0605") == "2"
    refused = t.refused("via 0605")
    assert (refused.code, refused.rule) == ("zone-ends-move", t.game.cite("7.2.1"))
    t.do("to 0605").having(moved=0).moves().do("move A")
    assert t.price("0606") == "1", "to leave costs nothing"


@both
@pytest.mark.rule("agn:BSR.zoc.enter", "typhoon:7.2.1")
def test_after_a_zone_only_an_overrun_is_offered(box: str) -> None:
    t = at(box, tank("A", 20, 4)).moves().do("move A via 0605")
    assert t.offers("overrun") == {"0604"}
    assert t.offers("to") == t.offers("via") == set()
    assert t.refused("to 0606").code == "zone-ends-move"


@both
@pytest.mark.rule("typhoon:7.2.2", "agn:BSR.zoc.leave")
def test_from_zone_to_zone_only_by_a_hex_between(box: str) -> None:
    t = at(box).put("0605", "A").moves().do("move A")
    refused = t.refused("to 0505")
    assert (refused.code, refused.rule) == ("zone-to-zone", t.game.cite("7.2.2"))
    assert t.price("0606") == "1"
    assert t.price("0705") == "3", "0706 and from there into the zone"
    t.do("to 0705")
    assert t.where("A") == "0705"


@both
@pytest.mark.rule("typhoon:7.2.3.a", "typhoon:2.4/infiltration", "agn:BSR.zoc.infiltrate")
def test_motorised_units_of_seven_slip_from_zone_to_zone(box: str) -> None:
    t = at(box, motor("A", 4, 4, move=7)).unsupplied("A").put("0605", "A").moves().do("move A")
    assert t.price("0505") == "5", "all it has, even out of supply"
    t.do("to 0505")
    assert (t.where("A"), len(t.heard("infiltrates")), t.step()) == ("0505", 1, None)
    t = at(box, motor("A", 4, 4, move=6)).put("0605", "A").moves().do("move A")
    assert t.refused("to 0505").code == "zone-to-zone"
    t = at(box, foot("A", 4, 4, move=7)).put("0605", "A").moves().do("move A")
    assert t.refused("to 0505").code == "zone-to-zone", "on foot nobody does"


@both
def test_skiers_cross_an_open_major_river_as_units_on_foot_do(box: str) -> None:
    """7.3.9, into ground for which the chart has no row of theirs; no way around is near enough."""
    for kind in ("marsh", "hill"):
        t = drill(box, foot("A", 4, 4, move=1, traits=["ski"]), foot("B", 4, 4, move=1),
                  major_river="0606-0605", **{kind: "0605"})
        t.put("0606", "A", "B").moves().do("move A")
        assert "0605" in t.offers("to")
        t.do("stay").do("move B")
        assert "0605" in t.offers("to")


@both
@pytest.mark.rule("typhoon:7.2.3.b", "typhoon:2.4/infiltration")
def test_skiers_infiltrate_in_snow_and_arctic_weather(box: str) -> None:
    for weather, may in (("arctic", True), ("snow", True), ("frost", False), ("rain", False)):
        t = at(box, foot("A", 4, 4, move=2, traits=["ski"])).put("0605", "A")
        t.moves(weather=weather).do("move A")
        assert t.allowed("to 0505") is may, weather


@both
@pytest.mark.rule("typhoon:7.2.3.c")
def test_anybody_but_guns_infiltrates_in_towns(box: str) -> None:
    for town in ("0605", "0505"):
        t = at(box, division("A", 4, 4), city=town).put("0605", "A").moves().do("move A")
        assert t.allowed("to 0505"), town
    t = at(box, gun("A", 4), city="0605").put("0605", "A").moves().do("move A")
    assert t.refused("to 0505").code == "zone-to-zone"


@both
@pytest.mark.rule("typhoon:7.2.3/2", "agn:BSR.zoc.infiltrate")
def test_infiltration_is_the_whole_move_and_only_of_the_movement_phase(box: str) -> None:
    t = at(box, tank("A", 20, 4, move=9)).put("0605", "A").moves(manner="motorised").do("move A")
    assert t.refused("to 0505").code == "zone-to-zone"
    t = at(box, tank("A", 20, 4, move=9)).put("0605", "A").moves().do("move A")
    assert t.refused("via 0505").code == "zone-to-zone", "it is no part of a way, nor of an overrun"
    t = at(box, tank("A", 20, 4, move=9)).put("0606", "A").moves().do("move A")
    assert t.refused("via 0605 to 0505").code == "zone-ends-move", "not after another move"


@both
@pytest.mark.rule("typhoon:7.2.3/3", "agn:BSR.zoc.infiltrate")
def test_no_infiltration_into_forts_or_over_lines_and_major_rivers(box: str) -> None:
    def slips(t: Drill) -> bool:
        return t.put("0605", "A").moves().do("move A").allowed("to 0505")

    swift = motor("A", 4, 4, move=7)
    assert slips(at(box, swift, minor_river="0605-0505"))
    assert not slips(at(box, swift).fort("0505"))
    assert slips(at(box, swift).fort("0505", "axis"))
    assert not slips(at(box, swift, fortified_line="0505-0605"))
    broken = at(box, swift, fortified_line="0505-0605")
    assert slips(broken.having(broken=1 << broken.hex("0505")))
    assert not slips(at(box, swift, major_river="0605-0505"))


# -- 7.3: ground -------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:7.3.1")
def test_the_dearest_terrain_of_a_hex_counts(box: str) -> None:
    assert price(box, "foot") == "1"
    assert price(box, "foot", hill="0605", village="0605") == "2"


@both
@pytest.mark.rule("typhoon:7.3.6", "agn:BSR.move.woods", "typhoon:7.3.4")
@pytest.mark.parametrize(("goes", "clear", "hill"), [
    ("foot", "2", "3"), ("motor", "3", "4"), ("gun", "3", "4")])
def test_woods_come_on_top(box: str, goes: str, clear: str, hill: str) -> None:
    assert price(box, goes, woods="0605") == clear
    assert price(box, goes, woods="0605", hill="0605") == hill


@both
@pytest.mark.rule("typhoon:7.3.2")
def test_who_cannot_pay_does_not_enter(box: str) -> None:
    t = drill(box, foot("A", 4, 4, move=2), hill="0604").put("0606", "A").moves()
    refused = t.do("move A via 0605").refused("to 0604")
    assert (refused.code, refused.rule) == ("too-far", t.game.cite("7.3.2"))


@both
@pytest.mark.rule("typhoon:7.3.3")
def test_one_hex_may_always_be_moved_but_not_off_the_chart(box: str) -> None:
    t = drill(box, motor("A", 4, 4, move=1), marsh="0605", swamp="0607").put("0606", "A")
    t.moves().do("move A")
    assert "0605" in t.offers("to"), "a hex of four points"
    assert t.refused("to 0607").code == "ground-closed", "a swamp has no price in Dry weather"
    t.do("to 0605")
    assert (t.where("A"), len(t.heard("minimum")), t.step()) == ("0605", 1, None)


@both
@pytest.mark.rule("typhoon:7.3.3")
def test_zones_bind_the_least_move_too_and_it_overruns_nobody(box: str) -> None:
    t = at(box, tank("A", 20, 4, move=1)).put("0605", "A").moves().do("move A")
    assert t.refused("to 0505").code == "zone-to-zone"
    assert t.refused("overrun 0604").code == "overrun-too-dear"


@both
@pytest.mark.rule("typhoon:7.3.3/2")
def test_in_other_phases_only_supplied_motorised_units_have_a_least_move(box: str) -> None:
    t = drill(box, motor("A", 4, 4, move=6), foot("R", 4, 4, move=3, side="soviet"), marsh="0605")
    t.put("0606", "A").moves(manner="motorised").do("move A")
    assert "0605" in t.offers("to"), "four points with three"
    t.do("stay").having(moved=0).unsupplied("A").moves(manner="motorised").do("move A")
    assert "0605" not in t.offers("to")
    t = drill(box, foot("R", 4, 4, move=2, side="soviet"), marsh="0605").put("0606", "R")
    t.moves("soviet", "motorised", activated=t.units("R")).do("move R")
    assert "0605" not in t.offers("to")


@both
@pytest.mark.rule("typhoon:7.3.4")
def test_guns_and_trucks_pay_like_motors_but_move_in_one_phase_only(box: str) -> None:
    t = drill(box, gun("g", 4, move=8), msu("m", move=8), motor("w", 1, 1), woods="0605")
    t.put("0606", "g", "m-", "w")
    for code in ("g", "m"):
        assert t.moves().do(f"move {code}").price("0605") == "3"
        t.do("stay")
    t.having(moved=0).moves(manner="motorised")
    assert t.refused("move g").code == t.refused("move m").code == "not-in-this-phase"


@both
@pytest.mark.rule("typhoon:7.3.5", "typhoon:7.3.6/2", "agn:BSR.move.main-road")
def test_a_main_road_ignores_everything_else_along_its_course(box: str) -> None:
    wild = {"woods": "0605 0604", "hill": "0605 0604"}
    assert price(box, "motor", main_road="0606 0605 0604", **wild) == "1/2"
    assert price(box, "motor", main_road="0605 0604", **wild) == "4", "beside the road"
    t = drill(box, motor("A", 4, 4), main_road="0606 0605 0604 0603 0602 0601").put("0606", "A")
    assert t.moves().do("move A").price("0601") == "2 1/2"


@both
@pytest.mark.rule("typhoon:7.3.6/3", "agn:BSR.move.minor-road")
@pytest.mark.parametrize(("weather", "clear", "wooded"), [
    ("dry", "1/2", "1"), ("frost", "1/2", "1"), ("snow", "1", "1"), ("arctic", "1", "1"),
    ("rain", "2", "2")])
def test_a_minor_road(box: str, weather: str, clear: str, wooded: str) -> None:
    road = "0606 0605"
    assert price(box, "motor", weather, minor_road=road) == clear
    assert price(box, "motor", weather, minor_road=road, woods="0605") == wooded


@both
@pytest.mark.rule("typhoon:7.4.2")
def test_in_rain_a_minor_road_ignores_woods_but_not_hills(box: str) -> None:
    assert price(box, "foot", "rain", minor_road="0606 0605", woods="0605") == "2"
    assert price(box, "foot", "rain", minor_road="0606 0605", woods="0605", hill="0605") == "3"
    assert price(box, "foot", "rain", woods="0605") == "4"


@both
@pytest.mark.rule("typhoon:7.4.1")
def test_each_weather_has_its_column(box: str) -> None:
    found = [price(box, "motor", weather, hill="0605")
             for weather in ("dry", "rain", "frost", "snow", "arctic")]
    assert found == ["2", "4", "2", "3", "4"]


@both
@pytest.mark.rule("typhoon:7.3.7")
def test_a_railway_lightens_woods_by_a_point(box: str) -> None:
    along, beside = {"railway": "0606 0605"}, {"railway": "0505 0605"}
    assert price(box, "foot", woods="0605", **along) == "1"
    assert price(box, "motor", woods="0605", **along) == "2"
    assert price(box, "motor", "rain", woods="0605", **along) == "4", "in any weather"
    assert price(box, "foot", woods="0605", **beside) == "2", "only along it"


@both
@pytest.mark.rule("typhoon:7.3.8", "typhoon:7.3.8/2", "typhoon:7.3.8/3")
def test_a_river_is_paid_for_unless_a_road_or_railway_bridges_it(box: str) -> None:
    river = {"minor_river": "0606-0605"}
    assert price(box, "foot", **river) == "2"
    assert price(box, "foot", main_road="0606 0605", **river) == "1/2"
    assert price(box, "foot", railway="0606 0605", **river) == "1"


@both
@pytest.mark.rule("typhoon:7.3.9")
def test_an_open_major_river_takes_the_whole_move_from_its_bank(box: str) -> None:
    t = drill(box, foot("A", 4, 4, move=6), foot("B", 1, 1, move=0), major_river=RING)
    t.put("0606", "A").put("0605", "B").moves().do("move A")
    assert t.price("0605") == "6", "a friend there is no hindrance"
    t.do("to 0605")
    assert (t.where("A"), len(t.heard("crosses")), t.step()) == ("0605", 1, None)
    open_south = RING.replace("0606-0607", "")
    t = drill(box, foot("A", 4, 4, move=2), major_river=open_south).put("0607", "A")
    t.moves().do("move A via 0606")
    assert t.offers("to") == {"0607"}, "who has moved before does not cross"


@both
@pytest.mark.rule("typhoon:7.3.9")
def test_no_crossing_in_the_motorised_phase(box: str) -> None:
    t = drill(box, motor("A", 4, 4), major_river=RING).put("0606", "A")
    t.moves(manner="motorised").do("move A")
    assert t.offers("to") == set()


@both
@pytest.mark.rule("typhoon:7.3.9/2")
def test_a_bridge_over_a_major_river_is_crossed_at_the_rate_of_its_road(box: str) -> None:
    assert price(box, "gun", major_river="0606-0605", main_road="0606 0605") == "1/2"
    t = drill(box, gun("A", 4), major_river=RING, main_road="0605 0604").put("0606", "A")
    assert t.moves().do("move A").offers("to") == set(), "a road to the bank is no bridge"


@both
@pytest.mark.rule("typhoon:7.3.9/3")
@pytest.mark.parametrize("weather", ["snow", "arctic"])
def test_a_frozen_major_river_costs_a_point_in_mid_move(box: str, weather: str) -> None:
    river = "0606-0605 0606-0506 0606-0706"
    t = drill(box, foot("A", 4, 4, move=9), major_river=river).put("0607", "A")
    t.moves(weather=weather).do("move A via 0606")
    assert t.price("0605") == "5", "two for each hex and one for the river"


@both
@pytest.mark.rule("typhoon:7.3.9/4")
@pytest.mark.parametrize("weather", ["dry", "rain", "frost", "snow", "arctic"])
def test_no_gun_crosses_an_open_major_river(box: str, weather: str) -> None:
    t = drill(box, gun("A", 4), major_river=RING).put("0606", "A").moves(weather=weather)
    assert t.do("move A").offers("to") == set()


@both
@pytest.mark.rule("agn:BSR.move.strongpoint")
def test_an_enemy_strongpoint_costs_a_point_more(box: str) -> None:
    t = drill(box, motor("A", 4, 4), X, main_road="0606 0605").put("0606", "A").fort("0605")
    assert t.moves().do("move A").price("0605") == "1 1/2"
    t = drill(box, motor("A", 4, 4), main_road="0606 0605").put("0606", "A").fort("0605", "axis")
    assert t.moves().do("move A").price("0605") == "1/2"


@both
@pytest.mark.rule("typhoon:7.1")
def test_an_advance_is_no_movement(box: str) -> None:
    t = drill(box, motor("A", 8, 8, move=6), foot("x", 1, 1, side="soviet", steps=1))
    t.put("0607", "A").put("0606", "x").suffer("-/4", "0606", "A").do("advance A")
    assert t.where("A") == "0606"
    while t.step() is not None:
        t.do("done")
    t.moves(manner="motorised").do("move A")
    assert t.price("0603") == "3", "its half allowance is whole"


@both
@pytest.mark.rule("typhoon:7.3.4")
def test_cavalry_pays_like_infantry(box: str) -> None:
    rider = counter("A", 2, 2, "cavalry", "cavalry", traits=["cavalry"], move=8)
    t = drill(box, rider, woods="0605").put("0606", "A").moves().do("move A")
    assert t.price("0605") == "2"
