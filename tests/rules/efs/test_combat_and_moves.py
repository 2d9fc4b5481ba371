"""Where combat meets movement: forts in the way, siege guns on roads, moves after a fight."""

import pytest
from msgspec.structs import replace

from grognard.rules.efs import movers, ways
from grognard.rules.efs.engineering import EngineeringPhase
from grognard.rules.efs.scenarios import SetUp
from grognard.rules.efs.words import POINT
from tests.rules.efs.boxes import NORTH
from tests.rules.efs.drill import Drill, both, drill, foot, gun, motor

ENEMY = foot("x", 2, 4, side="soviet")


def price(t: Drill, code: str, hex: str) -> float:
    """Movement points to a hex."""
    return ways.march(t.game, t.state, t.units(code), "movement", 0).reach[t.hex(hex)] / POINT


@both
@pytest.mark.rule("typhoon:12.1.7")
def test_an_enemy_strongpoint_costs_a_point_more(box: str) -> None:
    t = drill(box, foot("A", 4, 4)).put("0607", "A")
    assert price(t, "A", "0606") == 1
    assert price(t.fort("0606", "soviet-building"), "A", "0606") == 1
    assert price(t.fort("0606"), "A", "0606") == 2
    assert price(t.fort("0606", "axis"), "A", "0606") == 1


@both
@pytest.mark.rule("typhoon:13.4.3")
def test_a_siege_gun_pays_a_point_for_every_road_hex(box: str) -> None:
    heavy = gun("S", 3, capability="siege", traits=["siege"])
    t = drill(box, heavy, gun("G", 3), main_road="0607 0606 0605").put("0607", "S", "G")
    assert price(t, "G", "0605") == 1
    assert price(t, "S", "0605") == 2


@pytest.mark.rule("agn:BSR.combat.motorised-after")
def test_motorised_units_move_after_they_have_fought_advanced_or_retreated() -> None:
    units = [motor(code, 4, 4) for code in ("M", "N", "O")]
    t = drill(NORTH, *units, ENEMY, foot("y", 2, 4, side="soviet"))
    t.put("0607", "M", "N").put("0606", "x").put("0307", "O").put("0306", "y")
    t.declare("0606", "M", "N").declare("0306", "O")
    t.suffer("-/e", "0606", "M", "N").do("advance M").do("done")
    t.suffer("R/-", "0306", "O").do("back 0308 0309")
    found = movers.mover_choices(t.game, t.state, ways.MOTORISED)
    assert found.mask & t.units("M", "N", "O") == t.units("M", "N", "O")


@pytest.mark.rule("agn:7.1.2", "agn:BSR.sh.modes")
def test_soviet_rail_guns_change_their_mode_too() -> None:
    rail = gun("r", 3, side="soviet", capability="siege", traits=["siege", "two_modes"])
    t = drill(NORTH, rail, ENEMY).put("0607", "r")
    t.state.side = "soviet"
    t.begin(EngineeringPhase()).do("mode r")
    assert t.state.firing == t.units("r")
    t.state.side = "soviet"
    assert not movers.mover_choices(t.game, t.state, ways.MOVEMENT).mask & t.units("r")


@pytest.mark.rule("agn:7.1.1")
def test_the_scenario_says_in_which_mode_a_gun_starts() -> None:
    guns = [gun(code, 3, capability="siege", traits=["siege", "two_modes"]) for code in "ST"]
    t = drill(NORTH, *guns)
    t.game.rows = replace(t.game.rows, setup=[
        SetUp(hex=t.hex("0607"), units=["S", "T"], firing=["S"])])
    assert t.game.new_state().firing == t.units("S")
