"""Refusals at sea that the chapters' own tests do not come to."""

import pytest

from grognard.rules.efs.command import Activation
from grognard.rules.efs.interdiction import InterdictionPhase
from grognard.rules.efs.naval import losses
from grognard.rules.efs.naval.coastal import CoastalFire
from grognard.rules.efs.naval.losses import LoseAtSea
from grognard.rules.efs.naval.raids import Bombing
from grognard.rules.efs.naval.ships import ChooseHaven
from grognard.rules.efs.naval.yards import Refit, SpendShipped
from grognard.rules.efs.sea_rows import Lift
from grognard.rules.efs.state import ON_MISSION
from tests.rules.efs.drill import bomber, foot, grid, hq, msu
from tests.rules.efs.harbour import Harbour, battery, boats, harbour, ship

X = foot("x", 2, 2, side="soviet")
Y = foot("y", 2, 2, side="soviet")
A = foot("A", 4, 4)
LIFT = {"lift": [Lift(side="axis", first_turn=1, last_turn=9, points=6, follow_on=5)]}


def fleets(*units: object, side: str = "soviet", phase: str = "movement") -> Harbour:
    return harbour(*units).put("0803", "x").fleets(side, phase)  # type: ignore[arg-type]


def test_only_vessels_sail_and_only_ones_own() -> None:
    t = fleets(X, ship("Emden", side="axis"), ship("Kirov"), ship("DD", "destroyer"))
    t.put("0803", "Kirov").put("0302", "Emden").fleets()
    assert t.refused("sail x").code == "no-vessel"
    assert t.refused("sail Emden").code == "enemy-unit"
    assert t.refused("sail DD").code == "not-on-map"


@pytest.mark.rule("agn:8.8.1.e/stack")
def test_no_headquarters_leads_a_fleet() -> None:
    t = harbour(ship("Kirov"), boats("MO"), hq("Q", 2), X).put("0803", "Kirov", "Q", "x")
    t.put("0802", "MO").having(side="soviet").ask(Activation())
    for code in ("Kirov", "MO"):
        assert t.refused(f"activate {code}").code == "fleet-not-led"


@pytest.mark.rule("agn:8.8.1.e/capture")
def test_a_driven_ship_runs_no_farther_than_it_must() -> None:
    t = harbour(ship("Kirov"), X).put("0803", "Kirov")
    near = t.game.grid.hexes("0303 1103")
    t.ask(ChooseHaven(t.unit("Kirov"), near))
    assert t.refused("port 0103").code == "nearer-port"


@pytest.mark.rule("agn:8.5.3.a", "agn:8.5.3.b/los", "agn:8.5.3.b/once")
def test_which_guns_may_not_fire() -> None:
    t = harbour(boats("MO"), X, A, battery("G", side="axis"), battery("H", side="axis"),
                battery("far", side="axis"))
    t.put("1003", "G", "H").put("0902", "MO").put("0104", "far", "A").axis("1003 0104")
    t.ask(CoastalFire(t.hex("0902"), 0, t.units("MO")))
    assert t.refused("fire A").code == "no-coastal-gun"
    assert t.refused("fire far").code == "no-line-of-fire"
    t.do("fire G")
    assert t.refused("fire G").code == "fires-here"
    assert t.allowed("fire H")


@pytest.mark.rule("agn:8.6.3")
def test_only_those_carried_drown() -> None:
    t = harbour(X, Y, foot("z", 2, 2, side="soviet")).put("0803", "x", "y", "z")
    t.ask(LoseAtSea(t.units("x", "y"), 1))
    assert t.refused("lose z").code == "not-carried"


@pytest.mark.rule("agn:8.4.3.1.d", "agn:8.4.3.3.a")
def test_what_is_not_shipped_and_not_evacuated() -> None:
    t = fleets(X, Y)
    assert t.refused("ship x port 0803").code == "same-port"
    t = harbour(X, A).axis("0103 0303").put("0103", "A").fleets("axis", "movement")
    assert t.refused("evacuate 0103").code == "only-soviets-evacuate"
    t = harbour(X, A).axis("0103 0303 0503 0703 0803 0903 1103").put("1203", "x")
    t.put("1010", "A").fleets()
    assert t.refused("ship x").code == "nowhere-by-sea"


@pytest.mark.rule("agn:8.4.2/markers")
def test_points_are_sent_only_if_there_are_some() -> None:
    t = fleets(X, Y)
    assert t.refused("stow type-I").code == "no-point-to-send"
    t.state.points["soviet-infantry"] = 1
    t.fleets()
    assert t.refused("stow type-A").code == "no-point-to-send"
    assert t.allowed("stow type-I from 0803 port 0903")
    assert t.refused("stow type-I from 0803 port 0803").code == "same-port"


@pytest.mark.rule("agn:8.4.3.1.g/rp")
def test_supply_and_ships_take_no_points() -> None:
    t = harbour(X, msu("m", side="soviet"), ship("Kirov"), supply=True)
    t.put("0903", "x-", "m-", "Kirov-").set_sea(infantry={t.hex("0903"): 1})
    t.having(side="soviet", phase="engineering").ask(SpendShipped())
    assert t.refused("rebuild m").code == "takes-no-points"
    assert t.refused("rebuild Kirov").code == "takes-no-points"


@pytest.mark.rule("agn:8.5.1.b", "agn:8.5.2.e/empty", "agn:8.5.2.e/occupied")
def test_a_landing_needs_a_force_in_reach_and_the_right_end() -> None:
    near, far = foot("N", 4, 4), foot("F", 4, 4)
    t = harbour(near, far, X, sea=LIFT).axis("0303 1203").put("0303", "N").put("1203", "F")
    t.put("1010", "x").fleets("axis", "movement").do("land 0103")
    assert t.refused("ashore").code == "nobody-aboard"
    assert t.refused("embark F").code == "too-far-by-sea"
    t.do("embark N")
    assert t.refused("before 0102").code == "coast-is-free"
    bound = t.units("F")
    t = harbour(near, far, X, sea=LIFT).axis("0303").put("0303", "N", "F")
    t.put("1010", "x").having(marked=bound).fleets("axis", "movement").do("land 0603")
    assert t.refused("embark F").code == "cannot-go"


@pytest.mark.rule("agn:8.5.4.b")
def test_who_cannot_move_does_not_follow() -> None:
    t = harbour(A, foot("B", 4, 4), foot("Still", 1, 1, move=0), X, sea=LIFT).axis("0303")
    t.put("0303", "B", "Still").put("0603", "A").put("1010", "x")
    t.set_sea(beachheads={t.hex("0603"): 0}).fleets("axis", "movement")
    assert t.refused("follow Still").code == "cannot-go"


@pytest.mark.rule("agn:8.7.3/max", "agn:8.7.4.b")
def test_no_room_over_the_lanes_and_no_such_ship_in_the_port() -> None:
    junkers = bomber("KG1", 1, 1, aircraft="Ju88", interdiction=1)
    stuka = bomber("Stuka", 1, 2, aircraft="Ju87", interdiction=2)
    t = harbour(ship("Kirov"), ship("Gorky"), ship("Marat", "battleship"), X, A, junkers, stuka,
                sea={"losses": True})
    t.put("0909", "A").put("0505", "x").having(side="axis").ask(InterdictionPhase())
    t.do("done").do("patrol KG1")
    assert t.step() is None  # the Stuka has two points, and there is room for one
    t.put("0803", "Kirov", "Marat").put("1103", "Gorky")
    raider = t.game.air_number["Stuka"]
    t.state.air[raider], t.state.missions[raider] = ON_MISSION, t.hex("0803")
    t.ask(Bombing(t.hex("0803"), 1 << raider))
    assert t.refused("bomb Gorky").code == "no-ship-there"


@pytest.mark.rule("agn:8.7.3/max")
def test_a_third_point_does_not_fit() -> None:
    planes = [bomber(code, 1, 1, aircraft="Ju88", interdiction=1) for code in ("K1", "K2")]
    stuka = bomber("Stuka", 1, 2, aircraft="Ju87", interdiction=2)
    t = harbour(X, A, *planes, stuka, sea={"losses": True}).put("0909", "A").put("0505", "x")
    t.having(side="axis").ask(InterdictionPhase()).do("done").do("patrol K1")
    assert t.refused("patrol Stuka").code == "patrol-full"
    assert t.allowed("patrol K2")


@pytest.mark.rule("agn:8.8.1.a/dd")
def test_ships_are_rebuilt_in_port_and_where_there_is_a_yard() -> None:
    t = harbour(ship("DD", "destroyer"), ship("D2", "destroyer"), ship("D3", "destroyer"), X)
    t.put("0803", "DD-", "x").put("0402", "D2-").put("0902", "D3")
    losses.sink(t.game, t.state, t.unit("D3"), "agn:8.6.3")
    t.state.points["destroyers"] = 3
    t.having(side="soviet").ask(Refit())
    assert t.refused("refit x").code == "no-ship-of-ours"
    assert t.refused("refit D2").code == "ship-not-in-port"
    assert t.allowed("refit D3 port 0803")
    t.put("0903", "DD-").axis("0103 0303 1103 0803").put("0804", "x").axis("0803")
    t.having(axis_land=t.state.axis_land | t.game.grid.hexes("0803")).ask(Refit())
    assert t.refused("refit D3").code == "no-yard"


@pytest.mark.rule("agn:8.1.1")
def test_beyond_the_part_of_the_map_in_play_nobody_sails() -> None:
    window = grid().hexes(" ".join(f"{column:02}{row:02}" for column in range(1, 9)
                                   for row in range(1, 13)))
    t = harbour(ship("Kirov"), boats("MO"), X, rows={"in_play": window})
    t.put("0803", "Kirov").put("0802", "MO").fleets("soviet", "motorised")
    assert t.refused("sail Kirov zone Gulf zone Bay").code == "zone-not-in-play"
    assert t.refused("sail Kirov zone Gulf at 0902").code == "out-of-play"
    assert t.refused("sail MO to 0902").code == "out-of-play"
    assert t.allowed("sail Kirov zone Gulf at 0802")
