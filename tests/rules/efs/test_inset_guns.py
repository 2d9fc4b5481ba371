"""15.12: artillery on the inset; 15.13.4.b: what damages it."""

from typing import Any

import pytest

from grognard.rules.efs import artillery, strengths
from grognard.rules.efs.combat import CombatPhase
from grognard.rules.efs.inset.damage import RepairGuns, damage
from grognard.rules.efs.state import EMERGENCY
from tests.rules.efs.city import City, city
from tests.rules.efs.drill import foot, gun, hq

A, B, C = foot("A", 9, 9), foot("B", 9, 9), foot("C", 9, 9)
X, Y, Z = (foot(code, 2, 2, side="soviet") for code in "xyz")


def three(*more: Any) -> City:
    """Attacks on two hexes of the inset and on one of the map."""
    t = city(A, B, C, X, Y, Z, *more).put("In2912", "A").put("In2911", "B").put("L3510", "C")
    t.put("In2812", "x").put("In2811", "y").put("L3610", "z")
    return t.declare("In2812", "A").declare("In2811", "B").declare("L3610", "C")


@pytest.mark.rule("agn:15.12.a")
def test_a_mega_hex_is_one_hex_of_range() -> None:
    t = city(gun("g", 3), gun("h", 3)).put("In2911", "g").put("L3510", "h")
    reach = {hex: artillery.in_range(t.game, t.state, t.unit("g"), (t.hex(hex),))
             for hex in ("In2713", "In2413", "In2112", "L3510", "L3511")}
    assert reach == {"In2713": True, "In2413": True, "In2112": False, "L3510": True,
                     "L3511": False}
    over = {hex: artillery.in_range(t.game, t.state, t.unit("h"), (t.hex(hex),))
            for hex in ("In2911", "In2812", "In2611")}
    assert over == {"In2911": True, "In2812": True, "In2611": False}  # partly on either map


@pytest.mark.rule("agn:15.12.b")
def test_support_serves_the_one_attack() -> None:
    t = three(gun("g", 3)).put("In2911", "g").ask(CombatPhase())
    t.do("combat In2812 guns g")
    assert t.reckon("In2812", "A", guns=t.units("g")).attack_support.counts == 3
    assert t.reckon("In2811", "B").attack_support.counts == 0  # in the same mega-hex


@pytest.mark.rule("agn:15.12.c")
def test_an_axis_gun_supports_two_attacks_on_the_inset() -> None:
    t = three(gun("g", 3)).put("In2911", "g").ask(CombatPhase())
    t.do("combat In2812 guns g fight").roll(1).finish()
    t.do("combat In2811 guns g")
    assert t.refused("guns g").code == "supports-already"
    t.do("fight").roll(1).finish()
    t.do("combat L3610")
    assert t.refused("guns g").code == "supports-already"


@pytest.mark.rule("agn:15.12.c")
@pytest.mark.parametrize("hexes", [("L3610", "In2812"), ("In2812", "L3610")])
def test_with_an_attack_on_the_map_it_supports_that_alone(hexes: tuple[str, str]) -> None:
    first, second = hexes
    t = three(gun("g", 3)).put("L3510", "g").ask(CombatPhase())
    t.do(f"combat {first} guns g fight").roll(1).finish()
    t.do(f"combat {second}")
    assert t.refused("guns g").code == "supports-already"


@pytest.mark.rule("agn:15.12.d")
def test_soviet_guns_support_one_attack() -> None:
    t = city(A, B, X, Y, gun("s", 3, side="soviet")).put("In2912", "A").put("In2911", "B")
    t.put("In2812", "x").put("In2811", "y").put("In2810", "s")
    t.declare("In2912", "x").declare("In2911", "y").ask(CombatPhase())
    t.do("combat In2912 guns s fight").roll(1).finish()
    t.do("combat In2911")
    assert t.refused("guns s").code == "supports-already"


# -- damage ----------------------------------------------------------------------------------------


@pytest.mark.rule("agn:15.13.4.b/cut")
def test_each_point_of_damage_cuts_the_support_by_one() -> None:
    t = city(gun("s", 3, side="soviet")).put("In2911", "s")
    damage(t.game, t.state, t.unit("s"), 2, "inset.damage.cut")
    assert strengths.support(t.game, t.state, t.unit("s")) == 1
    damage(t.game, t.state, t.unit("s"), 2, "inset.damage.cut")
    assert strengths.support(t.game, t.state, t.unit("s")) == 0


@pytest.mark.rule("agn:15.13.4.b/five")
def test_five_points_take_a_gun_to_the_cadre_box() -> None:
    t = city(gun("s", 3, side="soviet"), X).put("In2911", "s").put("In2010", "x")
    damage(t.game, t.state, t.unit("s"), 3, "inset.damage.cut")
    assert t.where("s") == "In2911"
    damage(t.game, t.state, t.unit("s"), 2, "inset.damage.cut")
    assert t.where("s") == "cadre"
    assert not t.state.means.damage


@pytest.mark.rule("agn:15.13.4.b/recover")
def test_guns_in_full_supply_repair_a_point_a_turn() -> None:
    t = city(gun("s", 3, side="soviet"), gun("r", 3, side="soviet"), hq("55A"))
    t.put("In2911", "s").put("In2112", "r")
    for code in "sr":
        damage(t.game, t.state, t.unit(code), 2, "inset.damage.cut")
    t.state.set_supply(t.unit("r"), EMERGENCY)
    t.having(side="axis").play_on(RepairGuns())
    assert t.state.means.damage == {t.unit("s"): 2, t.unit("r"): 2}
    t.having(side="soviet").play_on(RepairGuns())
    assert t.state.means.damage == {t.unit("s"): 1, t.unit("r"): 2}
