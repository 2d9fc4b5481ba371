"""15.2.1.c, 15.8: combat on the inset, and between it and the map."""

import pytest

from grognard.rules.efs import duty
from tests.rules.efs.drill import division, foot, gun, hq, motor, tank
from tests.rules.efs.inset import Inset, inset

GERMANS = division("1ID", 8, 8, stacking=6)
TANKS = tank("1Tk", 2, 2, side="soviet")
NAVAL = foot("5Nav", 2, 3, side="soviet")
OTHER = foot("y", 2, 2, side="soviet")


def owed(t: Inset, hex: str) -> set[str]:
    return t.labels(duty.debts(t.game, t.state, t.hex(hex)))


# -- over the seam -----------------------------------------------------------------------------


@pytest.mark.rule("agn:15.8.2", "agn:15.2.1.c/combat")
def test_the_example_of_the_first_division_before_pushkin() -> None:
    t = inset(GERMANS, TANKS, NAVAL, OTHER)
    t.put("L3509", "1ID").put("In3011", "1Tk").put("In2911", "5Nav")
    assert owed(t, "L3509") == {"In3011"}, "the tanks must be attacked"
    near = duty.touching(t.game, t.state, t.hex("In2911"), t.units("1ID"))
    assert near == 0, "the naval brigade cannot be"
    for hex in ("In3110", "In3210"):
        t.put(hex, "y")
        assert owed(t, "L3509") == {"In3011", hex}, "it must be attacked too"


@pytest.mark.rule("agn:15.8.2")
def test_ten_points_attack_from_the_map_six_defend_on_the_inset() -> None:
    t = inset(GERMANS, foot("B", 3, 3, stacking=4), foot("x", 2, 4, side="soviet", stacking=6))
    t.put("L3509", "1ID", "B").put("In3011", "x")
    assert t.odds_of("In3011", "1ID", "B") == "2-1", "eleven against four"


@pytest.mark.rule("agn:15.8.1", "agn:15.8.4")
def test_attacks_and_results_are_those_of_the_map() -> None:
    found = []
    for here, there, back in (("In2813", "In2912", "In2911 In2910"),
                              ("L2526", "L2527", "L2528 L2529")):
        t = inset(foot("A", 4, 4), foot("x", 2, 4, side="soviet")).put(here, "A").put(there, "x")
        found.append((t.odds_of(there, "A"), t.dice_of(there, "A")))
        t.suffer("-/1R", there, "A").do("lose x")
        assert t.asked() == "soviet"
        t.do(f"back {back}").do("advance A")
        assert t.where("A") == there
    assert found[0] == found[1] == ("1-1", {})


@pytest.mark.rule("agn:15.2.1.c/advance")
def test_advances_and_retreats_go_over_the_seam() -> None:
    t = inset(GERMANS, NAVAL).put("L3509", "1ID").put("In3011", "5Nav")
    t.suffer("-/e", "In3011", "1ID").do("advance 1ID")
    assert t.where("1ID") == "In3011"
    t = inset(GERMANS, NAVAL).put("In2911", "1ID").put("In3011", "5Nav")
    t.suffer("-/R", "In3011", "1ID")
    assert "L3509" in t.offers("back")
    t.do("back L3509 L3510")
    assert t.where("5Nav") == "L3510"


# -- breakthroughs -----------------------------------------------------------------------------


PANZERS = tank("P", 12, 4, move=6)
RIDERS = motor("M", 6, 4, move=6)
WALKERS = foot("F", 6, 4)
X = foot("x", 2, 4, side="soviet", steps=1, reduced=(0, 0))


def attack(die: int, *codes: str, hex: str = "In2813", here: str = "In2814",
           strong: int = 4, **more: str) -> Inset:
    """The codes attack x and the die falls; whoever is beaten runs."""
    guard = foot("x", 2, strong, side="soviet", steps=1, reduced=(0, 0))
    t = inset(PANZERS, RIDERS, WALKERS, guard, hq("Q"), gun("g", 2, side="soviet"), OTHER)
    t.put(here, *codes).put(hex, "x")
    for code, place in more.items():
        t.put(place, code)
    t.declare(hex, *codes).fight().do("fight").roll(die)
    while t.step() and "back" in t.play.offers(t.asked()).choices:
        t.do(f"back {sorted(t.offers('back'))[-1]}")
    return t


def breaks_through(t: Inset) -> bool:
    return type(t.step()).__name__ == "ChooseBreaker"


@pytest.mark.rule("agn:15.8.5.a")
@pytest.mark.parametrize(("die", "strong", "hex", "here", "through"), [
    (1, 4, "In2813", "In2814", True),
    (2, 4, "In2813", "In2814", False),
    (1, 6, "In2813", "In2814", False),
    (1, 4, "In2813", "L3409", True),
    (1, 4, "L3510", "L3511", False),
])
def test_a_low_die_at_three_to_one_breaks_through(die: int, strong: int, hex: str, here: str,
                                                  through: bool) -> None:
    t = attack(die, "P", hex=hex, here=here, strong=strong)
    assert breaks_through(t) == through
    assert t.where("x") == "cadre"


@pytest.mark.rule("agn:15.8.5.a")
def test_the_modified_die_counts_and_the_soviets_never_break_through() -> None:
    t = inset(PANZERS, RIDERS, X).put("In2814", "P", "M").put("In2813", "x")
    assert t.dice_of("In2813", "P", "M") == {"combined_arms": -1}
    t = attack(2, "P", "M")
    assert breaks_through(t), "a two, less one for combined arms"
    red = tank("R", 12, 4, side="soviet")
    t = inset(red, foot("A", 1, 2, steps=1, reduced=(0, 0)))
    t.put("In2814", "R").put("In2813", "A").declare("In2813", "R").fight().do("fight").roll(1)
    assert type(t.step()).__name__ == "ChooseAdvance"


@pytest.mark.rule("agn:15.8.5.b")
def test_motorised_units_go_three_hexes_and_zones_do_not_hold_them() -> None:
    t = attack(1, "P", "F", y="In2612")
    t.do("advance P")
    assert t.offers("into") >= {"In2712", "In2812"}
    t.do("into In2712")
    assert t.game.grid.adjacent(t.hex("In2712"), t.hex("In2612")), "in the enemy's zone"
    t.do("into In2711")
    assert t.where("P") == "In2711", "from zone to zone, and there it ends"
    assert t.offers("advance") == {"F"}
    assert t.refused("advance P").code == "advanced-already"
    t.do("advance F")
    assert t.where("F") == "In2813", "who walks stays in the defender's hex"
    assert t.step() is None


@pytest.mark.rule("agn:15.8.5.b")
def test_the_first_hex_is_the_defenders_and_it_may_stop_anywhere() -> None:
    t = attack(1, "P", "M")
    t.do("advance M").do("stay").do("advance P").do("into In2812").do("stay")
    assert (t.where("M"), t.where("P")) == ("In2813", "In2812")


@pytest.mark.rule("agn:15.8.5.b")
def test_it_does_not_enter_hexes_that_others_hold() -> None:
    t = attack(1, "P", y="In2712", g="In2712")
    t.do("advance P")
    assert t.refused("into In2712").code == "enemy-there"


@pytest.mark.rule("agn:15.8.5.b")
def test_units_from_the_map_break_through_too() -> None:
    t = attack(1, "P", hex="In2813", here="L3409")
    t.do("advance P").do("into In2713").do("into In2613")
    assert t.where("P") == "In2613"


@pytest.mark.rule("agn:15.8.5.b", "agn:15.6.1")
def test_a_regiment_from_the_map_goes_on_as_its_battalions() -> None:
    own = {"division": "1Pz", "role": "panzer", "move": 6}
    t = inset(tank("Pz", 12, 5, steps=3, **own), X,
              tank("I", 4, 3, steps=2, traits=["substitute"], **own),
              tank("II", 3, 2, steps=1, reduced=(0, 0), traits=["substitute"], **own))
    t.put("L3409", "Pz").put("In2813", "x").declare("In2813", "Pz").fight().do("fight").roll(1)
    t.do("advance Pz").do("into In2713").do("stay").do("into In2712").do("stay")
    assert {t.where("I"), t.where("II")} == {"In2713", "In2712"}


@pytest.mark.rule("agn:15.8.5.c")
def test_staffs_and_guns_in_the_way_are_driven_off_by_the_axis() -> None:
    t = attack(1, "P", Q="In2712", g="In2712")
    t.do("advance P").do("into In2712")
    assert t.asked() == "axis", "ours: the Axis leads them, as after an overrun"
    while "back" in t.play.offers("axis").choices:
        t.do(f"back {sorted(t.offers('back'))[0]}")
    assert t.where("P") == "In2712"
    for code in ("Q", "g"):
        assert t.game.grid.distance(t.hex(t.where(code)), t.hex("In2712")) == 2
    assert t.state.overrun == t.units("Q"), "the staff alone carries the marker"
    assert t.state.means.damage == {t.unit("g"): 2}
    t.do("into In2711")
    assert t.where("P") == "In2711", "and the advance goes on"


@pytest.mark.rule("agn:15.8.5.c")
def test_a_gun_with_three_points_of_damage_is_gone_when_it_is_driven_off() -> None:
    t = attack(1, "P", g="In2712")
    t.state.set_means(damage={t.unit("g"): 3})
    t.do("advance P").do("into In2712")
    while "back" in t.play.offers("axis").choices:
        t.do(f"back {sorted(t.offers('back'))[0]}")
    assert (t.where("g"), t.where("P")) == ("cadre", "In2712")
