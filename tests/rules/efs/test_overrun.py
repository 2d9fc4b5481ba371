"""7.8: overruns."""

from typing import Any

import pytest

from grognard.rules.efs import overrun
from grognard.rules.efs.data import Unit
from grognard.rules.efs.forts import LiftOverrun
from grognard.rules.efs.overrun import MarkOverrun
from tests.rules.efs.boxes import NORTH, TYPHOON
from tests.rules.efs.drill import (
    Drill,
    both,
    counter,
    drill,
    foot,
    gun,
    hq,
    motor,
    msu,
    tank,
)

X = foot("x", 1, 2, side="soviet", steps=2, reduced=(1, 1))
ENGINEER = counter("e", 1, 1, "motorised engineer", "motorised", traits=["engineer"], steps=1,
                   reduced=(0, 0))
FLAK = counter("f", 0, 1, "anti-aircraft", "motorised", traits=["artillery", "anti_air"], steps=1,
               reduced=(0, 0), band="both")


def beside(box: str, *more: Unit, attack: int = 14, move: int = 6, nation: str = "de",
           **features: str) -> Drill:
    """A stack A in 0606 and the enemy x, of two points, in 0605."""
    leader = tank("A", attack, 4, move=move, nation=nation)
    t = drill(box, leader, X, *more, **features)
    return t.put("0606", "A").put("0605", "x")


def ready(t: Drill, manner: str = "movement", **fields: Any) -> Drill:
    return t.moves(manner=manner, **fields).do("motor 0606")


def modifiers(t: Drill, hex: str = "0605", *codes: str) -> dict[str, int]:
    return overrun.modifiers(t.game, t.state, t.units(*(codes or ("A",))), t.hex(hex))


# -- who, and whom -----------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:7.8", "typhoon:7.8.3.a", "agn:BSR.overrun.when")
@pytest.mark.parametrize("manner", ["movement", "motorised"])
def test_an_overrun_is_part_of_a_move_and_no_attack(box: str, manner: str) -> None:
    t = ready(beside(box, motor("B", 1, 1)), manner).do("overrun 0605").roll(5)
    assert t.where("A") == "0606", "first the beaten are driven off"
    t.do("back 0604 0603").do("stay")
    assert (t.where("A"), t.where("x")) == ("0605", "0603")
    assert t.state.fought == 0 == len(t.state.attacks), "it may still attack"


@both
@pytest.mark.rule("typhoon:7.8.1", "agn:BSR.overrun.stack")
def test_only_motorised_units_overrun(box: str) -> None:
    t = beside(box, foot("F", 30, 4)).put("0606", "F").moves().do("move F")
    refused = t.refused("overrun 0605")
    assert (refused.code, refused.rule) == ("nobody-can-overrun", t.game.cite("7.8.1"))


@both
@pytest.mark.rule("typhoon:7.8.1", "agn:BSR.overrun.stack")
def test_only_those_who_began_together_overrun_together(box: str) -> None:
    t = beside(box, tank("B", 7, 4), attack=7).put("0607", "A").put("0606", "B")
    assert t.moves().do("move A").refused("via 0606").code == "zone-ends-move", "too weak alone"
    t.do("stay").having(moved=0).put("0606", "A", "B")
    assert ready(t).offers("overrun") == {"0605"}, "fourteen against two"


@both
@pytest.mark.rule("typhoon:7.8.2.a", "agn:BSR.overrun.min")
def test_seven_to_one_is_asked(box: str) -> None:
    assert ready(beside(box, attack=14, nation="hu")).offers("overrun") == {"0605"}
    refused = ready(beside(box, attack=13, nation="hu")).refused("overrun 0605")
    assert refused.code == "overrun-odds"


@pytest.mark.rule("agn:BSR.overrun.min")
def test_germans_alone_need_five_to_one_in_the_north() -> None:
    three = foot("x", 1, 3, side="soviet")

    def against_three(box: str, attack: int, **more: Any) -> set[str]:
        t = drill(box, tank("A", attack, 4, **more), three).put("0606", "A").put("0605", "x")
        return ready(t).offers("overrun")

    assert against_three(NORTH, 15) == {"0605"}
    assert against_three(NORTH, 14) == set()
    assert against_three(NORTH, 15, nation="hu") == set()
    assert against_three(TYPHOON, 15) == set()


@both
@pytest.mark.rule("typhoon:7.8.2.b")
@pytest.mark.parametrize("ground", ["city", "major_city", "swamp"])
def test_towns_and_swamps_are_overrun_by_nobody(box: str, ground: str) -> None:
    features: dict[str, Any] = {ground: "0605"}
    t = ready(beside(box, attack=40, **features), weather="frost")
    refused = t.refused("overrun 0605")
    assert (refused.code, refused.rule) == ("overrun-ground", t.game.cite("7.8.2.b"))


@pytest.mark.parametrize("weather", ["dry", "frost", "snow", "arctic"])
@pytest.mark.rule("typhoon:7.8.2.b")
def test_marsh_and_far_banks_are_barred_in_all_weather(weather: str) -> None:
    grounds: list[dict[str, Any]] = [
        {"marsh": "0605"}, {"major_river": "0606-0605"},
        {"major_river": "0606-0605", "main_road": "0606 0605"}]
    for features in grounds:
        t = ready(beside(TYPHOON, attack=40, move=9, **features), weather=weather)
        assert t.refused("overrun 0605").code == "overrun-ground", features


@pytest.mark.rule("typhoon:7.8.2.b")
def test_no_fortified_hex_is_overrun_in_typhoon() -> None:
    led = [ENGINEER]
    t = ready(beside(TYPHOON, *led, attack=60).put("0606", "e").fort("0605"))
    refused = t.refused("overrun 0605")
    assert (refused.code, refused.rule) == ("overrun-fort", "typhoon:7.8.2.b")
    for front in ("0605-0606", "0605-0604"):
        t = ready(beside(TYPHOON, attack=60, fortified_line=front))
        assert t.refused("overrun 0605").code == "overrun-fort", "from any side of the line hex"
    t = beside(TYPHOON, attack=60, fortified_line="0605-0606")
    assert ready(t, broken=1 << t.hex("0605")).offers("overrun") == {"0605"}


@pytest.mark.rule("agn:BSR.overrun.fort")
def test_in_the_north_engineers_lead_against_forts_at_twelve_to_one() -> None:
    def offered(attack: int, led: bool, **features: Any) -> set[str]:
        t = beside(NORTH, ENGINEER, attack=attack, **features)
        if led:
            t.put("0606", "e")
        return ready(t if features else t.fort("0605")).offers("overrun")

    assert offered(24, led=False) == set()
    assert offered(21, led=True) == set(), "twenty-two against two"
    assert offered(23, led=True) == {"0605"}
    assert offered(23, led=True, fortified_line="0605-0606") == {"0605"}
    assert offered(21, led=True, fortified_line="0605-0606") == set()
    assert offered(14, led=False, fortified_line="0605-0604") == {"0605"}, "the line faces away"
    assert offered(40, led=True, city="0605") == set()


@both
@pytest.mark.rule("typhoon:7.8.2.b/2")
def test_a_bridged_lake_bars_overruns_until_it_is_frozen(box: str) -> None:
    features: dict[str, Any] = {"lake": "0606-0605", "main_road": "0606 0605"}
    t = ready(beside(box, **features))
    assert t.refused("overrun 0605").code == "overrun-ground"
    assert ready(beside(box, **features), weather="arctic").offers("overrun") == {"0605"}


@both
@pytest.mark.rule("typhoon:7.8.2.c")
def test_no_overruns_in_rain_or_in_a_snowstorm(box: str) -> None:
    for weather, storm, may in (("rain", False, False), ("snow", True, False),
                                ("snow", False, True), ("frost", True, True)):
        t = ready(beside(box), weather=weather, storm=storm)
        assert bool(t.offers("overrun")) is may, (weather, storm)
        if not may:
            assert t.refused("overrun 0605").code == "overrun-weather"


@both
@pytest.mark.rule("typhoon:7.8.2.d", "agn:BSR.overrun.zoc")
def test_no_overrun_out_of_the_zones_of_two_hexes(box: str) -> None:
    t = beside(box, foot("y", 1, 2, side="soviet"), gun("g", 1, side="soviet"))
    t.put("0706", "g")
    assert "0605" in ready(t).offers("overrun"), "a gun has no zone"
    t.do("stay").having(moved=0).put("0706", "y")
    refused = ready(t).refused("overrun 0605")
    assert (refused.code, refused.rule) == ("overrun-two-zones", t.game.cite("7.8.2.d"))


@both
@pytest.mark.rule("typhoon:7.8.2.d", "typhoon:7.8.3.a")
def test_the_diagram_of_several_zones(box: str) -> None:
    """One hex to step to lies in one zone, the other in two."""
    t = drill(box, tank("A", 20, 4), X, foot("y", 1, 2, side="soviet"))
    t.put("0607", "A").put("0706", "x").put("0807", "y").moves().do("move A")
    assert t.do("via 0606").offers("overrun") == {"0706"}
    t = drill(box, tank("A", 20, 4), X, foot("y", 1, 2, side="soviet"))
    t.put("0607", "A").put("0706", "x").put("0807", "y").moves().do("move A")
    assert t.refused("via 0707").code == "zone-ends-move", "no overrun from there, so the end"


@both
@pytest.mark.rule("typhoon:7.8.2.e")
def test_nobody_out_of_supply_overruns_and_no_supply_is_used(box: str) -> None:
    t = ready(beside(box, tank("B", 14, 4), msu("m")).put("0606", "B", "m").unsupplied("A"))
    t.do("overrun 0605")
    assert t.step().force == t.units("B"), "the unsupplied one stays out"
    t.roll(5).do("back 0604 0603").do("stay")
    assert (t.where("A"), t.where("B"), t.steps("m")) == ("0606", "0605", 2)
    t = ready(beside(box).unsupplied("A"))
    assert t.refused("overrun 0605").code == "nobody-can-overrun"


@both
@pytest.mark.rule("typhoon:7.8.2.f", "agn:BSR.overrun.stack")
def test_guns_stay_out_but_axis_flak_may_come_along(box: str) -> None:
    t = beside(box, gun("g", 9), FLAK).put("0606", "g", "f")
    t = ready(t).do("overrun 0605")
    assert t.step().force == t.units("A", "f")
    t = beside(box, gun("g", 9)).put("0606", "g").moves().do("move g")
    assert t.refused("overrun 0605").code == "nobody-can-overrun"


@both
@pytest.mark.rule("typhoon:7.8.2.f/2", "agn:BSR.overrun.artillery")
def test_lone_guns_defend_with_their_defence_strength(box: str) -> None:
    t = drill(box, tank("A", 14, 4), gun("g", 9, defence=2, side="soviet"), X)
    t.put("0606", "A").put("0605", "g")
    assert overrun.defence(t.game, t.state, t.hex("0605")) == 2
    t.put("0605", "x")
    assert overrun.defence(t.game, t.state, t.hex("0605")) == 4, "two and as much support"
    t.put("0604", "g")
    assert overrun.defence(t.game, t.state, t.hex("0605")) == 2, "nobody helps from elsewhere"


# -- the price ---------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:7.8.3.b", "typhoon:7.8.3.a", "agn:BSR.overrun.cost")
def test_a_point_and_the_ground_but_nothing_for_the_zone(box: str) -> None:
    def spent(t: Drill) -> float:
        found: float = t.do("overrun 0605").step().spent / 4
        return found

    assert spent(ready(beside(box))) == 2
    assert spent(ready(beside(box, hill="0605"))) == 3
    assert spent(ready(beside(box, woods="0605"))) == 4
    assert spent(ready(beside(box, main_road="0606 0605"))) == 1.5
    assert spent(ready(beside(box, minor_river="0606-0605"))) == 3
    t = beside(box, hill="0605").put("0607", "A").moves().do("move A via 0606")
    assert t.step().spent / 4 == 2, "the approach into the zone"
    assert spent(t) == 5


@pytest.mark.rule("agn:BSR.overrun.cost")
def test_a_strongpoint_is_paid_for_in_an_overrun() -> None:
    t = beside(NORTH, ENGINEER, attack=40, main_road="0606 0605")
    t = ready(t.put("0606", "e").fort("0605")).do("overrun 0605")
    assert t.step().spent / 4 == 2.5


@both
@pytest.mark.rule("typhoon:7.8.3.b/2")
def test_who_cannot_pay_the_whole_price_takes_no_part(box: str) -> None:
    t = ready(beside(box, hill="0605", move=2))
    refused = t.refused("overrun 0605")
    assert (refused.code, refused.rule) == ("overrun-too-dear", t.game.cite("7.8.3.b/2"))


@both
@pytest.mark.rule("typhoon:7.8.3.c", "typhoon:7.8.3.b/2")
def test_the_others_stay_behind_and_lend_no_strength(box: str) -> None:
    t = ready(beside(box, tank("S", 30, 4, move=2), hill="0605").put("0606", "S"))
    t.do("overrun 0605")
    assert t.step().force == t.units("A")
    assert modifiers(t, "0605", "A")["ground"] == 2
    t.roll(1).do("back 0604 0603").do("stay")
    assert (t.where("A"), t.where("S")) == ("0605", "0606")
    assert t.step() is None, "and S has moved"


# -- the roll ----------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:7.8.3.d", "agn:BSR.overrun.odds-drm")
@pytest.mark.parametrize(("odds", "die"), [
    (5, 2), (6, 0), (7, 0), (8, -1), (9, -1), (10, -2), (12, -2), (13, -2), (14, -3), (20, -3)])
def test_the_odds_modify_the_die(box: str, odds: int, die: int) -> None:
    t = beside(box, attack=2 * odds)
    assert modifiers(t).get("odds", 0) == die


@both
@pytest.mark.rule("typhoon:7.8.3.e/2", "agn:BSR.overrun.terrain-drm", "typhoon:7.8.3.e",
                  "agn:BSR.overrun.cap")
def test_ground_and_river_hinder_within_three(box: str) -> None:
    wild = beside(box, hill="0605", woods="0605", minor_river="0606-0605")
    assert modifiers(wild) == {"ground": 2, "river": 2}, "seven to one; a wooded hill counts once"
    assert overrun.total(wild.game, modifiers(wild)) == 3
    woods = beside(box, woods="0605", attack=20)
    assert modifiers(woods) == {"odds": -2, "ground": 2}
    assert overrun.total(woods.game, modifiers(woods)) == 0


@pytest.mark.rule("agn:BSR.overrun.terrain-drm", "agn:BSR.overrun.cap")
def test_a_strongpoint_hinders_like_a_hill() -> None:
    t = beside(NORTH, hill="0605", attack=24).fort("0605")
    assert modifiers(t) == {"odds": -2, "ground": 2, "strongpoint": 2}
    easy = beside(NORTH, gun("g", 1, side="soviet"), attack=60).put("0101", "x").put("0605", "g")
    easy.having(overrun=easy.units("g"))
    assert sum(modifiers(easy).values()) == -5
    assert overrun.total(easy.game, modifiers(easy)) == -3


@both
@pytest.mark.rule("agn:BSR.overrun.state-drm", "typhoon:7.8.4.d")
def test_lone_guns_and_marked_units_are_easier(box: str) -> None:
    t = drill(box, tank("A", 28, 4), gun("g", 2, defence=2, side="soviet"), X)
    t.put("0606", "A").put("0605", "g")
    assert modifiers(t) == {"odds": -3, "guns": -1}
    t.put("0605", "x")
    assert modifiers(t) == {}, "seven to one, and the guns are not alone"
    t.put("0101", "g").having(overrun=t.units("x"))
    assert modifiers(t) == {"odds": -3, "marked": -1}


@both
@pytest.mark.rule("typhoon:7.8.3.e", "agn:BSR.overrun.table")
def test_the_table(box: str) -> None:
    game = beside(box).game
    read = {row: overrun.read(game, row) for row in range(-2, 14)}
    assert {word: [row for row in read if read[row] == word] for word in read.values()} == {
        "step-retreat": [-2, -1, 0, 1, 2], "retreat": [3, 4, 5, 6, 7], "fail": [8, 9, 10],
        "fail-loss": [11, 12, 13]}


@both
@pytest.mark.rule("typhoon:7.8.3.e")
def test_the_odds_tell_what_the_die_brings(box: str) -> None:
    t = ready(beside(box))
    found = t.step().odds(t.game, t.state, "overrun", t.hex("0605"))
    assert found.column == "7-1"
    chances = dict(found.results)
    assert sum(chances.values()) == 1
    assert chances["step-retreat"] + chances["retreat"] == chances["fail"] * 7 / 3


# -- what follows ------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:7.8.3.f", "agn:BSR.overrun.success")
def test_the_phasing_player_drives_the_beaten_two_hexes(box: str) -> None:
    t = ready(beside(box)).do("overrun 0605").roll(7)
    assert t.asked() == "axis"
    t.do("back 0705 0704")
    assert (t.where("x"), t.steps("x")) == ("0704", 2)
    t = ready(beside(box)).do("overrun 0605").roll(2)
    if t.offers("lose"):
        t.do("lose x")
    t.do("back 0705 0704")
    assert (t.where("x"), t.steps("x")) == ("0704", 1)


@both
@pytest.mark.rule("typhoon:7.8.3.f/2")
def test_a_zone_is_death_to_the_beaten_unless_a_friend_stands_there(box: str) -> None:
    ring = [foot(f"Z{n}", 1, 1) for n in range(3)]
    t = beside(box, *ring)
    t.put("0603", "Z0").put("0805", "Z1").put("0405", "Z2")
    ready(t).do("overrun 0605").roll(5)
    assert t.where("x") == "eliminated", "every way leads through a zone, and no die helps"
    t = beside(box, *ring, foot("y", 1, 1, side="soviet"), foot("w", 1, 1, side="soviet"))
    t.put("0603", "Z0").put("0805", "Z1").put("0405", "Z2").put("0604", "y").put("0704", "w")
    ready(t).do("overrun 0605").roll(5).do("back 0604 0704")
    assert t.where("x") == "0704", "from friend to friend"


@both
@pytest.mark.rule("typhoon:7.8.3.f/3")
def test_a_depot_is_lost_and_supply_on_wheels_goes_along(box: str) -> None:
    t = beside(box, msu("d", side="soviet"), msu("m", side="soviet")).put("0605", "d", "m-")
    ready(t).do("overrun 0605").roll(5)
    assert t.where("d") == "free", "off the map"
    t.do("back 0604 0603")
    assert (t.where("m"), t.where("x")) == ("0603", "0603")
    t = beside(box, msu("d", side="soviet")).put("0605", "d")
    ready(t).do("overrun 0605").roll(9)
    assert t.where("d") == "0605", "it stays if the overrun fails"


@both
@pytest.mark.rule("typhoon:7.8.3.g", "agn:BSR.overrun.success", "typhoon:7.8.6")
def test_after_success_the_force_goes_on_and_may_overrun_again(box: str) -> None:
    t = ready(beside(box, move=9)).do("overrun 0605").roll(5).do("back 0604 0603")
    assert t.where("A") == "0605"
    assert t.price("0604") == "3", "no zone is left"
    t.do("via 0604").do("overrun 0603")
    assert modifiers(t, "0603")["marked"] == -1
    t.roll(5)
    assert t.offers("back")


@both
@pytest.mark.rule("typhoon:7.8.3.g")
def test_a_zone_in_the_taken_hex_holds_the_force_but_for_its_makers(box: str) -> None:
    t = beside(box, foot("y", 1, 2, side="soviet"), gun("g", 1, side="soviet"), move=9)
    t.put("0604", "y").put("0705", "g")
    ready(t).do("overrun 0605").roll(5)
    while t.offers("back"):
        t.do(f"back {min(t.offers('back'))}")
    assert t.where("A") == "0605"
    assert t.refused("to 0606").code == "zone-ends-move"
    assert t.offers("overrun") == {"0604"}
    assert t.refused("overrun 0705").code == "overrun-zone-makers-only"


@both
@pytest.mark.rule("typhoon:7.8.3.h", "agn:BSR.overrun.fail")
def test_after_failure_the_force_stands_still_but_may_attack(box: str) -> None:
    t = ready(beside(box, motor("B", 1, 1)).put("0101", "B")).do("overrun 0605").roll(8)
    assert (t.where("A"), t.where("x")) == ("0606", "0605")
    assert t.refused("move A").code == "moved-already"
    assert not t.state.fought & t.units("A")
    assert t.odds_of("0605", "A") == "7-1"


@pytest.mark.parametrize(("box", "left"), [(TYPHOON, 3), (NORTH, 2)])
@pytest.mark.rule("typhoon:7.8.3.h", "agn:BSR.overrun.table")
def test_a_bad_failure_costs_a_step_only_in_the_north(box: str, left: int) -> None:
    t = drill(box, tank("A", 14, 4, steps=3), X, hill="0605").put("0606", "A").put("0605", "x")
    ready(t).do("overrun 0605").roll(9)
    if t.step() is not None and t.offers("lose"):
        t.do("lose A")
    assert t.steps("A") == left, "nine and two are eleven"


@both
@pytest.mark.rule("typhoon:7.8.4.a", "agn:BSR.overrun.marker")
def test_the_marker_comes_off_at_the_end_of_the_overrunners_engineering(box: str) -> None:
    t = ready(beside(box)).do("overrun 0605").roll(5).do("back 0604 0603").do("stay")
    assert t.state.overrun == t.units("x")
    t.having(side="axis").begin(LiftOverrun())
    assert t.state.overrun == 0


@both
@pytest.mark.rule("typhoon:7.8.4.b")
def test_a_marked_gun_gives_no_support(box: str) -> None:
    t = drill(box, foot("A", 9, 4), X, gun("g", 2, side="soviet"))
    t.put("0606", "A").put("0605", "x", "g")
    assert overrun.defence(t.game, t.state, t.hex("0605")) == 4
    t.begin(MarkOverrun(t.units("g")))
    assert overrun.defence(t.game, t.state, t.hex("0605")) == 2


@both
@pytest.mark.rule("typhoon:7.8.5")
def test_an_overrun_names_one_hex(box: str) -> None:
    t = beside(box, gun("g", 1, side="soviet"), foot("y", 1, 1, side="soviet"), attack=40)
    t.put("0706", "g")
    ready(t.put("0601", "y"))
    assert t.offers("overrun") == {"0605", "0706"}
    assert t.refused("overrun 0601").code == "not-adjacent-hex"
    assert t.refused("overrun 0607").code == "nobody-there"
    t.do("overrun 0605")
    assert t.step().hex == t.hex("0605")
    assert not t.play.decisions, "the die comes next, and no second hex"


@both
@pytest.mark.rule("typhoon:7.8.6")
def test_others_may_overrun_the_same_force_again(box: str) -> None:
    t = beside(box, tank("B", 20, 4)).put("0706", "B")
    ready(t).do("overrun 0605").roll(5).do("back 0604 0603").do("stay")
    t.do("move B via 0704")
    assert t.offers("overrun") == {"0603"}


@pytest.mark.rule("agn:BSR.overrun.success")
def test_an_overrun_headquarters_is_turned_over_in_the_north() -> None:
    for box, turned in ((TYPHOON, False), (NORTH, True)):
        t = beside(box, hq("q")).put("0605", "q")
        ready(t).do("overrun 0605").roll(5).do("back 0604 0603").do("stay")
        assert bool(t.state.nonoperational & t.units("q")) is turned
