"""15.7: attack supply of the Axis for the inset; 15.9: headquarters there."""

from typing import Any

import pytest

from grognard.hexes import bits
from grognard.rules.efs import command
from grognard.rules.efs.attack_supply import TRACK
from grognard.rules.efs.combat import CombatPhase
from grognard.rules.efs.inset.track import FillTrack
from grognard.rules.efs.sequence import MovementPhase
from tests.rules.efs.boxes import NORTH, contents
from tests.rules.efs.city import City, city
from tests.rules.efs.drill import foot, gun, hq, msu

A, B = foot("A", 9, 9), foot("B", 9, 9)
X, Y = foot("x", 2, 2, side="soviet"), foot("y", 2, 2, side="soviet")


def front(*more: Any) -> City:
    """Two Axis units before two Soviet ones at the edge of the inset."""
    t = city(A, B, X, Y, *more, left_out="")
    return t.put("In2912", "A").put("In2911", "B").put("In2812", "x").put("In2811", "y")


def filled(points: int, *more: Any) -> City:
    t = front(*more).declare("In2812", "A").declare("In2811", "B")
    t.state.points[TRACK] = points
    return t.ask(CombatPhase())


# -- the track -------------------------------------------------------------------------------------


@pytest.mark.rule("agn:15.7.1", "agn:15.7.3")
def test_a_supply_point_moves_the_marker_two_spaces() -> None:
    t = front(msu("m"), msu("d")).put("In2912", "m-").put("L3509", "d")
    t.having(phase="movement").ask(FillTrack())
    t.do("spend m")
    assert (t.state.points[TRACK], t.where("m")) == (2, "free")
    t.do("spend d")  # the depot is turned over
    assert (t.state.points[TRACK], t.where("d"), t.steps("d")) == (4, "L3509", 1)
    t.do("spend d")  # and spent whole: four points of it
    assert (t.state.points[TRACK], t.where("d")) == (6, "free")
    assert t.step() is None


@pytest.mark.rule("agn:15.7.3")
def test_the_track_goes_beyond_ten() -> None:
    many = [msu(f"m{n}") for n in range(6)]
    t = front(*many).put("L3509", *(f"{unit.code}-" for unit in many))
    t.having(phase="movement").ask(FillTrack())
    for unit in many:
        t.do(f"spend {unit.code}")
    assert t.state.points[TRACK] == 12


@pytest.mark.rule("agn:15.7.2")
def test_supply_units_near_the_inset_serve() -> None:
    t = front(msu("on"), msu("near"), msu("far"), msu("theirs", side="soviet"))
    t.put("In2112", "on").put("L3513", "near").put("L3514", "far").put("In2010", "theirs")
    t.having(phase="movement").ask(FillTrack())
    assert t.refused("spend far").code == "far-from-inset"  # six hexes, the transition hex counted
    assert t.refused("spend theirs").code == "enemy-unit"
    assert t.refused("spend A").code == "no-supply-counter"
    assert t.offers("spend") == {"on", "near"}


@pytest.mark.rule("agn:15.7.2")
def test_it_is_done_when_all_movement_is_over() -> None:
    t = front(msu("m")).put("L3509", "m").ask(MovementPhase())
    while type(t.step()).__name__ != "SpendForInset":
        assert t.asked() == "axis"
        t.do("done")
    t.do("done")
    assert t.step() is None


# -- what an attack takes --------------------------------------------------------------------------


@pytest.mark.rule("agn:15.7.1", "agn:15.7.4", "agn:15.7.5")
def test_one_point_supplies_one_attack_wherever_the_attackers_stand() -> None:
    t = filled(2).do("combat In2812 ration")
    assert t.refused("ration").code == "fed-already"
    t.do("fight")
    assert t.state.points[TRACK] == 1
    t.roll(1).finish()
    t.do("combat In2811 ration fight")
    assert t.state.points[TRACK] == 0


@pytest.mark.rule("agn:15.7.4")
def test_without_a_point_the_attack_is_unsupplied() -> None:
    t = filled(0, msu("m")).put("L3509", "m")
    t.do("combat In2812")
    assert t.refused("ration").code == "track-empty"
    assert t.refused("supply m").code == "fed-by-track"
    assert not t.reckon("In2812", "A").supplied
    t.do("fight")
    assert t.where("m") == "L3509"


@pytest.mark.rule("agn:15.7.4")
def test_guns_are_supplied_with_the_attack() -> None:
    t = filled(1, gun("g", 3)).put("In2911", "g").do("combat In2812")
    assert t.refused("guns g").code == "attack-unsupplied"
    t.do("ration guns g")
    assert t.reckon("In2812", "A", guns=t.units("g"), tracked=True).attack_support.counts == 3


@pytest.mark.rule("agn:15.7.6")
@pytest.mark.parametrize("declared", [True, False])
def test_what_is_left_after_the_combat_phase_is_lost(declared: bool) -> None:
    t = front()
    if declared:
        t.declare("In2812", "A")
    t.state.points[TRACK] = 5
    t.ask(CombatPhase())
    if declared:
        t.do("combat In2812 fight").roll(1).finish()
    assert TRACK not in t.state.points
    assert t.heard("track-emptied")


@pytest.mark.rule("agn:15.7.7")
def test_soviet_supply_units_work_as_everywhere() -> None:
    t = front(msu("s", side="soviet")).put("In2812", "s-")
    t.having(phase="movement", side="soviet").ask(FillTrack())
    assert t.step() is None  # no track for the Soviets
    t.declare("In2912", "x").ask(CombatPhase())
    t.do("combat In2912")
    assert t.refused("ration").code == "not-by-track"
    t.do("supply s fight")
    assert t.where("s") == "free"  # one point, one attack


def test_attacks_from_the_inset_on_the_map_are_supplied_as_everywhere() -> None:
    t = city(A, X, msu("m"), left_out="").put("In3011", "A", "m").put("L3509", "x")
    t.declare("L3509", "A")
    t.state.points[TRACK] = 2
    t.ask(CombatPhase()).do("combat L3509")
    assert t.refused("ration").code == "not-by-track"
    t.do("supply m fight")
    assert t.state.points[TRACK] == 2


# -- headquarters ----------------------------------------------------------------------------------


@pytest.mark.rule("agn:15.9")
def test_a_headquarters_on_the_inset_leads_the_next_mega_hexes() -> None:
    t = city(hq("55A"), hq("8A")).put("In2911", "55A").put("L3009", "8A")
    near = command.radius(t.game, t.state, t.unit("55A"))
    own = t.game.mega.hexes
    lead = {t.game.grid.label(home) for home, hexes in own.items() if hexes & near}
    assert lead == {"L3508", "L3408", "L3507", "L3608", "L3609"}
    assert {"L3409", "L3509"} == t.labels(near & ~t.game.mega.fine)  # and next to it on the map
    far = t.labels(command.radius(t.game, t.state, t.unit("8A")))  # four hexes on the map
    assert {"L3409", "In2713"} <= far
    assert "In2911" not in far


@pytest.mark.rule("agn:15.9")
def test_the_staff_of_the_fleet_leads_no_farther() -> None:
    (row,) = (row for row in contents(NORTH).units if row.code == "KBF")
    assert row.radius == 4, "on the map"
    t = city(row).put("In2013", "KBF")
    near = command.radius(t.game, t.state, t.unit("KBF"))
    assert {t.game.mega.distance(t.hex("In2013"), hex) for hex in bits(near)} == {0, 1}
