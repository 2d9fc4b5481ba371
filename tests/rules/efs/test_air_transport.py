"""11.6: air transport."""

import pytest

from grognard.rules.efs import air_transport
from grognard.rules.efs.data import Unit
from grognard.rules.efs.movers import Moves
from grognard.rules.efs.state import ACTIVE
from grognard.rules.efs.ways import MOTORISED, MOVEMENT
from tests.rules.efs.boxes import TYPHOON, contents
from tests.rules.efs.drill import Drill, both, counter, division, drill, engineer, foot, hq, msu

PARAS = counter("Koch", 4, 2, "parachute", "foot", traits=["lifted"])
ABN = counter("9Abn", 2, 2, "airborne", "foot", traits=["airborne"], side="soviet")


def lift(box: str, *units: Unit, side: str = "axis", missions: int = 2, away: str = "",
         **more: str) -> Drill:
    """Units in the city of 0202 of a land that is all their own; a village is 0808."""
    t = drill(box, *units, **{"city": "0202 1010", "village": "0808", **more})
    for unit in units:
        mobile = "-" if unit.code.startswith("m") else ""
        if unit.code != away:
            t.put("0202", unit.code + mobile)
    land = t.game.grid.all if side == "axis" else 0
    t.having(side=side, phase="movement", axis_land=land,
             points={air_transport.purse(side): missions})
    return t.ask(Moves(MOVEMENT))


@both
@pytest.mark.rule("typhoon:11.6.1")
def test_supply_headquarters_and_airborne_units_fly_others_do_not(box: str) -> None:
    t = lift(box, msu("m"), PARAS, division("D", 4, 4))
    assert t.allowed("move m lift 1010")
    assert t.allowed("move Koch lift 1010")
    assert t.refused("move D lift 1010").code == "planes-do-not-carry-it"
    t = lift(box, hq("Q"), ABN, msu("m", side="soviet"), foot("x", 2, 2, side="soviet"),
             side="soviet")
    for code in ("Q", "9Abn", "m"):
        assert t.allowed(f"move {code} lift 1010"), code
    assert t.refused("move x lift 1010").code == "planes-do-not-carry-it"


@pytest.mark.rule("typhoon:11.6.1")
def test_koch_and_the_three_airborne_corps_are_marked() -> None:
    lifted = {unit.code for unit in contents(TYPHOON).units if "lifted" in unit.traits}
    airborne = {unit.code for unit in contents(TYPHOON).units
                if "airborne" in unit.traits and unit.side == "soviet"}
    assert (lifted, airborne) == ({"Koch"}, {"9Abn", "10Abn", "201Abn"})


@both
@pytest.mark.rule("typhoon:11.6.2", "typhoon:11.6.2/2")
def test_from_and_to_places_at_any_distance_and_no_farther(box: str) -> None:
    t = lift(box, msu("m"), msu("m2"))
    assert t.refused("move m lift 0505").code == "no-airfield"
    t.do("move m lift 0808")
    assert t.where("m") == "0808"
    assert t.refused("move m").code == "moved-already"
    t = lift(box, msu("m"))
    t.put("0303", "m-").ask(Moves(MOVEMENT))
    assert t.refused("move m lift 0808").code == "no-airfield-here"


@both
@pytest.mark.rule("typhoon:11.6.2/2")
def test_who_has_moved_is_not_lifted(box: str) -> None:
    t = lift(box, msu("m"), city="0202 0203 1010")
    t.do("move m via 0203")
    assert t.refused("lift 1010").code == "from-the-start"


@both
@pytest.mark.rule("typhoon:11.6.2")
def test_planes_fly_in_the_movement_phase_only(box: str) -> None:
    t = lift(box, msu("m"))
    t.having(phase="motorised").ask(Moves(MOTORISED))
    assert "lift" not in t.play.offers("axis").choices
    assert not t.play.check("axis", "move m lift 1010").allowed


@both
@pytest.mark.rule("typhoon:11.6.2")
def test_planes_land_on_own_ground_without_enemies(box: str) -> None:
    t = lift(box, msu("m"), foot("x", 2, 4, side="soviet"), away="x")
    t.put("1009", "x").having(axis_land=t.game.grid.all).ask(Moves(MOVEMENT))
    assert t.refused("move m lift 1010").code == "supply-alone-in-zone"
    t.put("1010", "x").ask(Moves(MOVEMENT))
    assert t.refused("move m lift 1010").code == "enemy-there"
    t = lift(box, msu("m"))
    t.state.axis_land &= ~(1 << t.hex("1010"))
    t.ask(Moves(MOVEMENT))
    assert t.refused("move m lift 1010").code == "enemy-land"


@both
@pytest.mark.rule("typhoon:11.6.3")
def test_each_side_has_so_many_missions_a_game(box: str) -> None:
    t = lift(box, msu("m"), msu("m2"), missions=1)
    t.do("move m lift 0808")
    assert t.refused("move m2 lift 0808").code == "no-transport-left"


@both
@pytest.mark.rule("typhoon:11.6.4")
def test_no_village_in_rain_without_an_engineer_there(box: str) -> None:
    t = lift(box, msu("m"), engineer("E")).having(weather="rain")
    t.ask(Moves(MOVEMENT))
    assert t.refused("move m lift 0808").code == "no-airfield"
    assert t.allowed("move m lift 1010")
    t.put("0808", "E").ask(Moves(MOVEMENT))
    assert t.allowed("move m lift 0808")
    t.put("0808", "m-").put("0202", "E").ask(Moves(MOVEMENT))
    assert t.refused("move m lift 1010").code == "no-airfield-here", "nor out of it"


@both
@pytest.mark.rule("typhoon:11.6.4")
def test_the_soviets_do_not_land_in_a_zone_of_interdiction(box: str) -> None:
    t = lift(box, msu("m", side="soviet"), side="soviet")
    t.having(interdiction={t.hex("1009"): 1}).ask(Moves(MOVEMENT))
    assert t.refused("move m lift 1010").code == "landing-interdicted"
    t = lift(box, msu("m"))
    t.having(interdiction={t.hex("1009"): 1}).ask(Moves(MOVEMENT))
    assert t.allowed("move m lift 1010"), "the zone is the Axis's own"


@both
@pytest.mark.rule("typhoon:11.6.2")
def test_who_waits_off_the_map_may_come_by_air(box: str) -> None:
    t = lift(box, hq("Q"), side="soviet")
    t.state.place(t.game, t.unit("Q"), ACTIVE)
    t.ask(Moves(MOVEMENT))
    t.do("enter Q lift 1010")
    assert t.where("Q") == "1010"
    assert t.state.points[air_transport.purse("soviet")] == 1




@both
@pytest.mark.rule("typhoon:11.6.2")
def test_a_mission_carries_one_unit_to_another_place_with_room(box: str) -> None:
    full = contents(box).edition.stacking
    t = lift(box, PARAS, foot("A", 4, 4), foot("G", 4, 4, stacking=full), away="G")
    t.put("1010", "G").having(moved=t.units("G")).ask(Moves(MOVEMENT))
    assert t.refused("move Koch lift 0202").code == "stands-there"
    assert t.refused("move Koch lift 1010").code == "stack-full"
    assert t.refused("move Koch with A lift 0808").code == "one-at-a-time"
    assert t.allowed("move Koch lift 0808")
