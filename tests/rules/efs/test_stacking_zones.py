"""3.2 and 3.3: stacking and zones of control."""

import pytest

from grognard.rules.efs import control, routes, zones
from grognard.rules.efs.overrun import MarkOverrun
from grognard.rules.efs.stacking import ClearOverstack
from tests.rules.efs.boxes import NORTH, TYPHOON
from tests.rules.efs.drill import Drill, both, division, drill, foot, gun, hq, motor, msu, tank

ENEMY = foot("x", 2, 2, side="soviet")
AROUND = {"0605", "0706", "0707", "0607", "0507", "0506"}


def zone(t: Drill, side: str) -> set[str]:
    return set(map(t.game.grid.label, _bits(zones.zone(t.game, t.state, side))))


def _bits(hexes: int) -> list[int]:
    return [hex for hex in range(hexes.bit_length()) if hexes >> hex & 1]


# -- stacking ----------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:3.2.1", "agn:BSR.stack.ten")
def test_ten_points_are_the_most_at_the_end_but_anybody_passes(box: str) -> None:
    t = drill(box, foot("A", 4, 4, stacking=9, move=0), foot("B", 1, 1, stacking=2),
              foot("C", 1, 1, stacking=1))
    t.put("0605", "A").put("0606", "B", "C").moves().do("move B")
    assert t.refused("to 0605").code == "stack-full"
    assert t.refused("to 0605").rule == t.game.cite("3.2.1")
    t.do("via 0605 to 0604").do("move C to 0605")
    assert (t.where("B"), t.where("C")) == ("0604", "0605")


@both
@pytest.mark.rule("typhoon:3.2.1")
def test_who_enters_a_full_hex_obliges_those_who_can_still_leave_it(box: str) -> None:
    t = drill(box, foot("A", 4, 4, stacking=10), foot("B", 1, 1, stacking=10))
    t.put("0605", "A").put("0606", "B").moves().do("move B to 0605")
    assert t.refused("done").code == "overstack-first"
    assert t.refused("done").hexes == (t.game.grid.hex("0605"),)
    t.do("move A to 0604")
    assert (t.where("A"), t.where("B"), t.step()) == ("0604", "0605", None)


@both
@pytest.mark.rule("typhoon:3.2.1")
def test_who_would_stay_and_cannot_leave_a_full_hex_is_not_without_a_choice(box: str) -> None:
    """Another has taken the only room there was: 3.2.2 has the last word, play goes on."""
    walls = [foot(f"W{n}", 1, 1, stacking=10, move=0) for n in range(5)]
    t = drill(box, foot("A", 4, 4, stacking=10, move=1), foot("B", 1, 1, stacking=10),
              foot("C", 1, 1, stacking=10), *walls)
    for hex, wall in zip(sorted(AROUND - {"0605"}), walls, strict=True):
        t.put(hex, wall.code)
    t.put("0606", "A").put("0604", "B").put("0603", "C")
    t.moves().do("move B via 0605 to 0606").do("move C to 0605")
    assert t.refused("done").code == "overstack-first"
    t.do("move A")
    assert t.refused("to 0605").code == "stack-full"
    t.do("stay").begin(ClearOverstack())
    assert t.offers("remove") == {"A", "B"}


@both
@pytest.mark.rule("typhoon:3.2.2")
def test_what_is_too_much_at_the_end_of_a_phase_goes_for_good(box: str) -> None:
    t = drill(box, foot("A", 4, 4, stacking=8), foot("B", 1, 1, stacking=2), hq("q"),
              foot("C", 1, 1, stacking=2), foot("x", 1, 1, side="soviet"))
    t.put("0606", "A", "B", "C").put("0101", "x").begin(ClearOverstack())
    assert t.asked() == "axis"
    assert t.offers("remove") == {"A", "B", "C"}
    assert t.refused("remove x").code == "not-in-this-hex"
    t.do("remove C")
    assert t.where("C") == "eliminated"
    assert t.step() is None, "ten points are enough"


@both
@pytest.mark.rule("typhoon:3.2.3")
def test_units_without_weight_stack_freely_and_are_no_cure(box: str) -> None:
    t = drill(box, foot("A", 4, 4, stacking=10, side="soviet", move=0), hq("q"),
              foot("B", 1, 1, stacking=1, side="soviet"))
    t.put("0605", "A").put("0606", "q", "B").moves("soviet").do("move q to 0605")
    assert t.where("q") == "0605"
    t.put("0605", "B").begin(ClearOverstack())
    assert t.refused("remove q").code == "stacks-freely"


@both
@pytest.mark.rule("typhoon:3.2")
def test_the_order_of_a_stack_changes_nothing(box: str) -> None:
    found = []
    for order in (("A", "B", "g"), ("g", "B", "A")):
        t = drill(box, tank("A", 5, 4), foot("B", 3, 4), gun("g", 3), ENEMY)
        t.put("0607", *order).put("0606", "x")
        t.moves().do("move A")
        found.append((t.offers("to"), t.offers("overrun"), t.odds_of("0606", "A", "B"),
                      zone(t, "axis")))
    assert found[0] == found[1]


# -- zones -------------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:3.3")
def test_a_zone_is_the_hex_and_the_six_around_it(box: str) -> None:
    assert zone(drill(box, foot("A", 4, 4)).put("0606", "A"), "axis") == {"0606", *AROUND}


@both
@pytest.mark.rule("typhoon:3.3.1", "agn:BSR.noband", "agn:BSR.zoc.none")
def test_a_banded_unit_has_a_zone_only_beside_one_without_the_band(box: str) -> None:
    t = drill(box, foot("A", 4, 4), gun("g", 3)).put("0606", "g")
    assert zone(t, "axis") == set()
    t.put("0606", "A")
    assert zone(t, "axis") == {"0606", *AROUND}


@both
@pytest.mark.rule("agn:BSR.zoc.none")
def test_enemies_pass_next_to_a_lone_gun(box: str) -> None:
    t = drill(box, foot("A", 4, 4, move=3), gun("g", 3, side="soviet"))
    t.put("0604", "g").put("0606", "A").moves().do("move A")
    assert t.price("0605") == "1"
    t.do("via 0605 to 0705")
    assert t.where("A") == "0705", "from one hex beside the gun to the next"


@both
@pytest.mark.rule("typhoon:3.3.1/2")
def test_a_unit_may_gain_the_band_with_its_reduced_side(box: str) -> None:
    t = drill(box, foot("A", 4, 4, steps=2, band="reduced")).put("0606", "A")
    assert zone(t, "axis") == {"0606", *AROUND}
    t.put("0606", "A-")
    assert zone(t, "axis") == set()


@both
@pytest.mark.rule("typhoon:3.3.2")
def test_a_banded_combat_unit_still_holds_its_own_hex(box: str) -> None:
    t = drill(box, foot("x", 1, 1, side="soviet", band="both")).put("0606", "x")
    here = 1 << t.hex("0606")
    assert not routes.free(t.game, t.state, "axis") & here
    assert control.land_of(t.game, t.state, "soviet") & here
    t.put("0606").having(axis_land=here).put("0505", "x")
    t.state.axis_land |= 1 << t.hex("0506")
    t.put("0506", "x")
    assert not t.state.axis_land & 1 << t.hex("0506"), "it takes the hex it enters"


@both
@pytest.mark.rule("typhoon:3.3.3")
def test_zones_follow_the_ground_of_the_weather(box: str) -> None:
    t = drill(box, tank("A", 4, 4), swamp="0605").put("0606", "A")
    assert "0605" not in zone(t, "axis"), "no tank enters a swamp in Dry weather"
    t.having(weather="frost")
    assert "0605" in zone(t, "axis")


@both
@pytest.mark.rule("typhoon:3.3.4", "agn:BSR.zoc.major-city")
def test_no_zone_reaches_into_a_major_city_but_out_of_one(box: str) -> None:
    t = drill(box, foot("A", 4, 4), foot("x", 1, 1, side="soviet"), major_city="0605")
    t.put("0606", "A").put("0605", "x")
    assert zone(t, "axis") == {"0606", *AROUND} - {"0605"}
    assert "0606" in zone(t, "soviet")


@both
@pytest.mark.rule("agn:BSR.zoc.major-city")
def test_who_steps_out_of_a_major_city_enters_the_zone_from_outside(box: str) -> None:
    t = drill(box, gun("g", 3), foot("x", 1, 1, side="soviet"), major_city="0605")
    t.put("0605", "g").put("0705", "x").moves().do("move g")
    assert t.price("0606") == "1"
    assert t.price("0604") == "2", "a hex beside the enemy: an ordinary entry, no infiltration"


@both
@pytest.mark.rule("typhoon:3.3.4")
def test_a_zone_over_ground_open_to_feet_alone_is_made_by_feet_alone(box: str) -> None:
    t = drill(box, tank("A", 4, 4), gun("g", 1), foot("B", 1, 1), swamp="0605")
    t.put("0606", "A", "g")
    assert "0605" not in zone(t, "axis"), "a gun beside it changes nothing"
    t.put("0606", "B")
    assert "0605" in zone(t, "axis")


@both
@pytest.mark.rule("typhoon:3.3.4/2")
def test_no_zone_crosses_an_open_lake(box: str) -> None:
    t = drill(box, foot("A", 4, 4), lake="0606-0605").put("0606", "A")
    assert "0605" not in zone(t, "axis")
    t.having(weather="snow")
    assert "0605" in zone(t, "axis")


@pytest.mark.parametrize(("box", "crosses"), [(TYPHOON, True), (NORTH, False)])
@pytest.mark.rule("typhoon:3.3.4/2")
def test_the_editions_differ_about_zones_over_a_major_river(box: str, crosses: bool) -> None:
    t = drill(box, foot("A", 4, 4), major_river="0606-0605").put("0606", "A")
    for weather in ("dry", "rain", "frost"):
        t.having(weather=weather)
        assert ("0605" in zone(t, "axis")) is crosses, weather
    t.having(weather="snow")
    assert "0605" in zone(t, "axis")


@both
@pytest.mark.rule("typhoon:3.3.5")
def test_a_friend_in_the_hex_does_not_lift_the_zone(box: str) -> None:
    t = drill(box, foot("A", 4, 4), foot("B", 4, 4), foot("x", 1, 1, side="soviet"))
    t.put("0606", "A").put("0605", "B").put("0604", "x").moves().do("move A")
    assert t.price("0605") == "2"
    t.refused("via 0605 to 0705")


@both
@pytest.mark.rule("typhoon:3.3.6", "typhoon:2.5.2")
def test_two_zones_in_a_hex_leave_its_owner(box: str) -> None:
    t = drill(box, foot("A", 4, 4), foot("x", 1, 1, side="soviet"))
    t.put("0606", "A").put("0604", "x")
    both_there = zone(t, "axis") & zone(t, "soviet")
    assert both_there == {"0605", "0705", "0505"} & both_there != set()
    t.having(axis_land=0)
    control.settle(t.game, t.state)
    assert not t.state.axis_land >> t.hex("0605") & 1, "contested: it stays Soviet"
    assert t.state.axis_land >> t.hex("0607") & 1, "an unopposed zone takes it"


@both
@pytest.mark.rule("typhoon:2.5.2/2")
def test_supply_takes_no_ground(box: str) -> None:
    t = drill(box, msu("m"), foot("A", 1, 1)).having(axis_land=0).put("0606", "m")
    assert not t.state.axis_land
    t.put("0303", "A")
    assert t.state.axis_land >> t.hex("0303") & 1


@both
@pytest.mark.rule("typhoon:2.5.2")
def test_a_unit_takes_what_it_walks_through(box: str) -> None:
    t = drill(box, foot("A", 4, 4, band="both")).having(axis_land=0).put("0606", "A")
    t.moves(axis_land=0).do("move A to 0604")
    held = {label for label in ("0605", "0604", "0705") if t.state.axis_land >> t.hex(label) & 1}
    assert held == {"0605", "0604"}


@both
@pytest.mark.rule("typhoon:3.3.7", "typhoon:7.8.4.a", "agn:BSR.overrun.marker")
def test_who_was_overrun_has_no_zone(box: str) -> None:
    t = drill(box, foot("A", 4, 4), ENEMY).put("0604", "x").put("0606", "A")
    assert "0605" in zone(t, "soviet")
    t.begin(MarkOverrun(t.units("x")))
    assert zone(t, "soviet") == set()
    t.moves().do("move A")
    assert t.price("0605") == "1"
    assert t.allowed("via 0605 to 0705")


@both
@pytest.mark.rule("agn:BSR.surround")
def test_who_has_enemies_or_their_zones_all_around_is_encircled(box: str) -> None:
    t = drill(box, foot("A", 1, 1), division("x", 2, 4, side="soviet"),
              division("y", 2, 4, side="soviet"), motor("z", 2, 4, side="soviet"))
    t.put("0606", "A").put("0505", "x")
    assert not zones.surrounded(t.game, t.state, t.hex("0606"), "axis")
    t.put("0707", "y").put("0507", "z")
    assert zones.surrounded(t.game, t.state, t.hex("0606"), "axis")
