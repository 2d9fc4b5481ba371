"""8.6: retreats."""

import pytest

from grognard.rules.efs.data import Unit
from grognard.rules.efs.retreat import Retreat, ways_back
from tests.rules.efs.boxes import NORTH, TYPHOON
from tests.rules.efs.drill import Drill, both, counter, division, drill, foot, gun, tank

ENEMY = foot("x", 2, 4, side="soviet")


def beaten(box: str, *more: Unit, **features: str) -> Drill:
    """x in 0606 was attacked from the south and must go."""
    units = [foot("A", 4, 4), ENEMY, *more]
    return drill(box, *units, **features).put("0607", "A").put("0606", "x")


@both
@pytest.mark.rule("typhoon:8.6", "agn:BSR.combat.retreat")
def test_the_owner_goes_two_hexes_farther_and_farther(box: str) -> None:
    t = beaten(box).suffer("-/R", "0606", "A")
    assert t.asked() == "soviet"
    assert t.offers("back") == {"0605", "0706", "0707", "0507", "0506"}
    assert t.refused("back 0607").code == "enemy-there"
    t.do("back 0605")
    assert t.offers("back") == {"0505", "0604", "0705"}
    assert t.refused("back 0706").code == "not-farther"
    t.do("back 0604")
    assert t.where("x") == "0604"


@both
@pytest.mark.rule("typhoon:8.6.3.b")
def test_a_retreat_ends_two_hexes_off_unless_there_is_no_room(box: str) -> None:
    t = beaten(box)
    ends = {way[-1] for way in ways_back(t.game, t.state, t.units("x"), t.hex("0606"))}
    assert {t.game.grid.distance(end, t.hex("0606")) for end in ends} == {2}


@both
@pytest.mark.rule("typhoon:8.6.4")
def test_full_hexes_are_passed_but_not_ended_in(box: str) -> None:
    crowd = [division(f"y{n}", 1, 8, side="soviet", stacking=10) for n in range(12)]
    t = beaten(box, *crowd)
    ring = [t.game.grid.label(hex) for hex in range(400)
            if hex in t.game.grid and t.game.grid.distance(hex, t.hex("0606")) == 2]
    for hex, unit in zip(ring[1:], crowd, strict=False):
        t.put(hex, unit.code)
    ends = {t.game.grid.label(way[-1]) for way in ways_back(
        t.game, t.state, t.units("x"), t.hex("0606"))}
    assert ends == {ring[0]}, "the one with room"
    t.put(ring[0], crowd[-1].code)
    ways = ways_back(t.game, t.state, t.units("x"), t.hex("0606"))
    assert {t.game.grid.distance(way[-1], t.hex("0606")) for way in ways} == {3}


@both
@pytest.mark.rule("typhoon:8.6.4")
def test_without_room_three_hexes_off_the_unit_is_eliminated(box: str) -> None:
    t = beaten(box)
    heavy = foot("H", 1, 4, side="soviet", stacking=11)
    t = drill(box, foot("A", 4, 4), heavy).put("0607", "A").put("0606", "H")
    t.suffer("-/R", "0606", "A")
    assert t.where("H") == "eliminated"


@both
@pytest.mark.rule("typhoon:8.6.1", "typhoon:8.6/2", "typhoon:8.5.4")
def test_who_is_hemmed_in_by_enemies_is_eliminated(box: str) -> None:
    around = ("0605", "0706", "0707", "0607", "0507", "0506")
    ring = [foot(f"R{n}", 1, 4) for n in range(6)]
    t = drill(box, *ring, ENEMY).put("0606", "x")
    for hex, unit in zip(around, ring, strict=True):
        t.put(hex, unit.code)
    t.suffer("-/R", "0606", "R3")
    assert t.where("x") == "eliminated"


@both
@pytest.mark.rule("typhoon:8.6.1")
def test_no_way_leads_over_closed_ground(box: str) -> None:
    t = beaten(box, lake="0606-0605 0606-0706", minor_river="0606-0506")
    t.suffer("-/R", "0606", "A")
    assert t.offers("back") == {"0506", "0507", "0707"} & t.offers("back")
    assert t.refused("back 0605").code == "ground-closed"


@both
@pytest.mark.rule("typhoon:8.6.1", "typhoon:8.6.3.a")
def test_one_zone_may_be_passed_but_not_two(box: str) -> None:
    t = drill(box, foot("A", 4, 4), foot("B", 4, 4), ENEMY)
    t.put("0607", "A").put("0603", "B").put("0606", "x")
    ways = {tuple(map(t.game.grid.label, way)) for way in ways_back(
        t.game, t.state, t.units("x"), t.hex("0606"))}
    assert ("0605", "0604") in ways, "the second hex is in a zone"
    assert ("0707", "0807") in ways, "the first one is"
    t.put("0806", "B")
    ways = {tuple(map(t.game.grid.label, way)) for way in ways_back(
        t.game, t.state, t.units("x"), t.hex("0606"))}
    assert not any(way[:1] == ("0707",) and way[1] in ("0807", "0806") for way in ways)
    assert ("0707", "0708") not in ways, "both in zones"


@both
@pytest.mark.rule("typhoon:8.6.2")
def test_a_zone_where_a_friend_stands_costs_nothing(box: str) -> None:
    t = drill(box, foot("A", 4, 4), foot("B", 4, 4), ENEMY, foot("y", 1, 4, side="soviet"))
    t.put("0607", "A").put("0603", "B").put("0606", "x").put("0604", "y")
    t.suffer("-/R", "0606", "A").do("back 0605 0604")
    assert (t.where("x"), t.steps("x"), t.step()) == ("0604", 2, t.step())
    assert t.heard("zone-through") == []


def through_a_zone(box: str, side: str, **features: str) -> Drill:
    """A stack of two goes back into a zone and rolls."""
    enemy = "axis" if side == "soviet" else "soviet"
    t = drill(box, foot("A", 4, 4, side=enemy), foot("B", 4, 4, side=enemy),
              foot("x", 2, 4, side=side), foot("y", 2, 4, side=side), **features)
    t.put("0607", "A").put("0603", "B").put("0606", "x", "y")
    return t.suffer("-/R", "0606", "A").do("back 0605 0604")


@both
@pytest.mark.rule("typhoon:8.6.3.a", "typhoon:8.6.3.a.1")
def test_the_axis_comes_through_a_zone_on_five(box: str) -> None:
    t = through_a_zone(box, "axis").roll(5)
    assert t.offers("lose") == {"x", "y"}, "one roll and one step for the stack"
    t.do("lose y")
    assert (t.where("x"), t.steps("x"), t.steps("y")) == ("0604", 2, 1)
    t = through_a_zone(box, "axis").roll(6)
    assert (t.where("x"), t.where("y")) == ("cadre", "cadre")


@both
@pytest.mark.rule("typhoon:8.6.3.a.2")
def test_the_soviets_come_through_a_zone_on_three(box: str) -> None:
    t = through_a_zone(box, "soviet").roll(3)
    assert t.offers("lose") == {"x", "y"}
    t = through_a_zone(box, "soviet").roll(4)
    assert (t.where("x"), t.where("y")) == ("cadre", "cadre")


@both
@pytest.mark.rule("typhoon:8.6.3.a.3")
def test_woods_on_the_way_take_two_from_the_die(box: str) -> None:
    assert through_a_zone(box, "soviet", woods="0605").roll(5).offers("lose") == {"x", "y"}
    assert through_a_zone(box, "soviet", woods="0605").roll(6).where("x") == "cadre"


@both
@pytest.mark.rule("typhoon:7.1.6/2")
def test_who_is_driven_off_the_map_goes_to_the_cadre(box: str) -> None:
    t = drill(box, foot("A", 4, 4), foot("B", 4, 4), foot("C", 4, 4), ENEMY)
    t.put("0102", "A").put("0201", "B").put("0203", "C").put("0101", "x")
    t.suffer("-/R", "0101", "A")
    assert t.where("x") == "cadre"


@both
@pytest.mark.rule("typhoon:13.3.3")
def test_a_train_keeps_to_its_rails(box: str) -> None:
    train = counter("t", 1, 2, "armoured train", "train", side="soviet", traits=["train"],
                    steps=1, reduced=(0, 0))
    t = drill(box, foot("A", 4, 4), train, railway="0606 0605 0604 0603")
    t.put("0607", "A").put("0606", "t").suffer("-/R", "0606", "A")
    assert t.offers("back") == {"0605"}
    t = drill(box, foot("A", 4, 4), train, railway="0606 0607")
    t.put("0607", "A").put("0606", "t").suffer("-/R", "0606", "A")
    assert t.where("t") == "eliminated"


@both
@pytest.mark.rule("typhoon:8.6")
def test_a_stack_may_part_on_its_way(box: str) -> None:
    t = beaten(box, foot("y", 1, 4, side="soviet")).put("0606", "y")
    t.suffer("-/R", "0606", "A")
    assert t.offers("split") == {"x", "y"}
    t.do("split y").do("back 0605 0604").do("back 0506 0406")
    assert (t.where("x"), t.where("y")) == ("0604", "0406")


@both
@pytest.mark.rule("typhoon:8.6.1")
def test_a_stack_without_a_common_way_must_part(box: str) -> None:
    """A gun cannot cross an open major river; the others can."""
    ring = "0606-0605 0606-0706 0606-0506"
    t = beaten(box, gun("g", 2, side="soviet"), foot("B", 4, 4), major_river=ring)
    t.put("0606", "g").put("0508", "B").suffer("-/R", "0606", "A")
    assert t.offers("back") == set() or "g" in t.offers("split")


@both
@pytest.mark.rule("typhoon:8.4.2.b")
def test_attackers_go_back_from_their_own_hexes(box: str) -> None:
    t = drill(box, foot("A", 4, 4), foot("B", 4, 4), foot("C", 4, 4), ENEMY)
    t.put("0607", "A", "C").put("0507", "B").put("0606", "x").suffer("R/-", "0606", "A", "B")
    assert t.asked() == "axis"
    ways = {"0507": "back 0508 0509", "0607": "back 0608 0609"}
    for _ in ways:
        t.do(ways[t.game.grid.label(t.step().hex)])
    assert (t.where("A"), t.where("B")) == ("0609", "0509")
    assert t.where("C") == "0607", "who did not attack stays"


@pytest.mark.parametrize("box", [TYPHOON, NORTH])
@pytest.mark.rule("typhoon:7.8.3.f/2")
def test_a_calm_retreat_stays_out_of_zones(box: str) -> None:
    t = drill(box, foot("A", 4, 4), foot("B", 4, 4), ENEMY, tank("T", 9, 5))
    t.put("0607", "A").put("0603", "B").put("0606", "x")
    ways = ways_back(t.game, t.state, t.units("x"), t.hex("0606"), calm=True)
    zone = {"0605": False, "0604": True, "0704": True, "0504": True, "0707": True, "0507": True}
    hexes = {t.game.grid.label(hex) for way in ways for hex in way}
    assert hexes
    assert not hexes & {hex for hex, shut in zone.items() if shut}
    t.ask(Retreat(t.units("x"), t.hex("0606"), "axis", 2, calm=True))
    assert t.asked() == "axis"
