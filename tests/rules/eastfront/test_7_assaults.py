"""Section 7.5: river assaults and repulse."""

import pytest

from grognard.rules.eastfront.command import HeadquartersDecide
from grognard.rules.eastfront.movement import MovementPhase
from grognard.rules.eastfront.supply import SupplyPhase
from tests.rules.eastfront.fights import battle, blanks, came, fight, fires, loses, shown
from tests.rules.eastfront.table import Table, table

OVER_THE_RIVER = "Kastornoye"
"""Voronezh lies behind a river from here; so does Belgorod_E1."""


def assault(axis: str, soviet: str, *, weather: str = "dry", **over: str) -> Table:
    """A new battle at Voronezh; the attackers came as told, else over the river."""
    t = battle("Voronezh", axis, soviet, hq="AGS:3@Kursk", new=True, weather=weather)
    t.held("axis", "Kastornoye", "Belgorod_E1")
    t.phase("axis", "combat")
    for block in axis.split():
        code = block.partition(":")[0]
        came(t, **{f"_{code}": over.get(f"_{code}", OVER_THE_RIVER)})
    return t


@pytest.mark.rule("eastfront:7.5a", "eastfront:7.51a", "eastfront:7.51c", "eastfront:7.51f")
def test_7_51a_a_one_or_two_drives_an_attacker_back() -> None:
    t = fight(assault("41Pz:3 5AK:4", "3A:2"), "Voronezh")
    fires(t, "3A", 2, 4)  # no hit, one repulse
    t.do("repulse 41Pz")
    assert t.where("41Pz") == "Kastornoye"
    assert t.cv("41Pz") == 3
    assert not t.heard("pursuit")
    assert not shown(t, "41Pz", "soviet")
    assert t.offers("fire") == {"5AK"}


@pytest.mark.rule("eastfront:7.5a", "eastfront:7.51i")
def test_7_5a_one_attacker_on_dry_ground_cancels_all_repulse() -> None:
    t = fight(assault("41Pz:3 5AK:4", "3A:2", _5AK="Liski"), "Voronezh")
    fires(t, "3A", 1, 1)
    assert t.offers("fire") == {"41Pz", "5AK"}


@pytest.mark.rule("eastfront:7.5b")
def test_7_5b_only_in_the_first_round() -> None:
    t = assault("41Pz:3", "3A:2")
    t.state.new_battles = 0
    fires(fight(t, "Voronezh"), "3A", 1, 2)
    assert t.where("41Pz") == "Voronezh"


@pytest.mark.rule("eastfront:7.51b")
def test_7_51b_the_weakest_goes_back() -> None:
    t = fight(assault("41Pz:3 24Pz:3 5AK:4", "3A:2"), "Voronezh")
    fires(t, "3A", 1, 4)
    ruling = t.refused("repulse 5AK")
    assert (ruling.code, ruling.rule) == ("weakest-first", "eastfront:7.51b")
    assert t.refused("repulse 3A").code == "no-assailant-there"
    assert t.offers("repulse") == {"41Pz", "24Pz"}


@pytest.mark.rule("eastfront:7.51d")
def test_7_51d_repulse_first_then_hits_on_those_who_remain() -> None:
    t = fight(assault("41Pz:3 5AK:4", "5A:2"), "Voronezh")
    fires(t, "5A", 1, 6)
    t.do("repulse 41Pz")
    loses(t, "5AK")
    assert (t.cv("41Pz"), t.cv("5AK")) == (3, 3)
    fires(t, "5AK", 1, 1, 1)
    assert t.step() is None


@pytest.mark.rule("eastfront:7.51e")
def test_7_51e_with_nobody_left_the_repulsed_take_the_hits() -> None:
    t = fight(assault("41Pz:3", "5A:2"), "Voronezh")
    fires(t, "5A", 1, 6)
    t.do("repulse 41Pz")
    assert t.refused("lose 5A").code == "not-driven-back"
    loses(t, "41Pz")
    assert (t.where("41Pz"), t.cv("41Pz")) == ("Kastornoye", 2)
    assert t.step() is None  # it does not fire


@pytest.mark.rule("eastfront:7.51e")
def test_7_51e_the_strongest_of_the_repulsed_takes_the_hit() -> None:
    t = fight(assault("41Pz:3 5AK:4", "5A:3"), "Voronezh")
    fires(t, "5A", 1, 1, 6)
    t.do("repulse 41Pz").do("repulse 5AK")
    assert t.refused("lose 41Pz").code == "strongest-repulsed-first"
    loses(t, "5AK")
    assert t.cv("5AK") == 3


@pytest.mark.rule("eastfront:7.51e", "eastfront:7.12b")
def test_7_51e_the_defender_sees_what_his_hits_cost_the_repulsed() -> None:
    t = fight(assault("41Pz:3 5AK:4", "5A:3"), "Voronezh")
    fires(t, "5A", 1, 1, 6).do("repulse 41Pz").do("repulse 5AK")
    assert shown(t, "5AK", "soviet")
    loses(t, "5AK")
    (lost,) = t.heard("step-lost")
    assert (lost.visible_to("soviet"), lost.args["cv"]) == (True, 3)
    assert not shown(t, "5AK", "soviet")  # then they stand up again
    assert not shown(t, "41Pz", "soviet")


@pytest.mark.rule("eastfront:7.51a")
def test_7_51a_the_repulsed_stand_up_while_others_fight_on() -> None:
    t = fight(assault("41Pz:3 5AK:4", "5A:2"), "Voronezh")
    fires(t, "5A", 1, 6).do("repulse 41Pz")
    assert (shown(t, "41Pz", "soviet"), shown(t, "5AK", "soviet")) == (False, True)


@pytest.mark.rule("eastfront:7.51g", "eastfront:6.22b")
def test_7_51g_two_go_back_over_one_side_and_the_owner_marks_the_surplus() -> None:
    t = assault("41Pz:3 5AK:4", "3A:2").put("Kastornoye", "6AK", "8AK", "9AK:1")
    t.phase("axis", "combat")
    fires(fight(t, "Voronezh"), "3A", 1, 2)
    t.do("repulse 41Pz").do("repulse 5AK")
    assert t.where("41Pz") == t.where("5AK") == "Kastornoye"  # five in a clear hex
    assert t.refused("surplus 3A").code == "not-in-this-hex"
    t.do("surplus 9AK")
    t.phase("soviet", "supply").ask(SupplyPhase())
    assert t.where("9AK") == "pool"
    assert t.cv("5AK") == 4


@pytest.mark.rule("eastfront:6.22b")
def test_6_22b_a_cured_excess_costs_nothing() -> None:
    t = table().put("Kastornoye", "41Pz", "5AK", "6AK", "8AK", "9AK")
    t.state.crowded = t.units("9AK")
    t.put("Kursk", "41Pz").phase("soviet", "supply").ask(SupplyPhase())
    assert t.cv("9AK") == 4


@pytest.mark.rule("eastfront:6.22b")
def test_6_22b_each_surplus_block_is_marked_once() -> None:
    t = table().put("Kastornoye", "41Pz", "5AK", "6AK", "8AK", "9AK", "7AK")
    t.phase("axis", "movement").ask(MovementPhase(), HeadquartersDecide())
    t.do("surplus 9AK")
    assert t.refused("surplus 9AK").rule == "eastfront:6.22b"
    t.do("surplus 5AK")
    assert t.step() is None


@pytest.mark.rule("eastfront:6.22b")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_6_22b_both_sides_see_the_mark_on_a_surplus_block(side: str) -> None:
    t = table().put("Kastornoye", "41Pz", "5AK", "6AK", "8AK", "9AK")
    t.phase("axis", "movement").ask(MovementPhase(), HeadquartersDecide())
    t.do("surplus 9AK")
    scene = t.game.table.scene(t.game.view(t.state, side))
    marked = [piece.unit for piece in scene.pieces if "crowded" in piece.marks]
    assert marked == [t.unit("9AK") if side == "axis" else -1]


@pytest.mark.rule("eastfront:7.51h")
def test_7_51h_a_lone_hq_repulses_nobody() -> None:
    t = fight(assault("41Pz:1", "SouF:2"), "Voronezh")
    assert t.asked() == "axis"  # no defensive fire at all
    blanks(t, "41Pz")
    assert t.where("41Pz") == "Voronezh"


@pytest.mark.rule("eastfront:7.52", "eastfront:12.24e")
def test_7_52_frozen_rivers_repulse_nobody_but_keep_their_limit() -> None:
    t = fight(assault("41Pz:3", "3A:2", weather="snow"), "Voronezh")
    fires(t, "3A", 1, 2)
    assert t.where("41Pz") == "Voronezh"
    river = t.game.grid.hexside(t.hex("Kastornoye"), t.hex("Voronezh"))
    assert t.game.ground.capacity(river, "snow") == 1


@pytest.mark.rule("eastfront:7.53", "eastfront:12.24d")
def test_7_53_in_mud_a_three_repulses_too() -> None:
    t = fight(assault("41Pz:3", "3A:2", weather="mud"), "Voronezh")
    fires(t, "3A", 3, 4).do("repulse 41Pz")
    assert t.where("41Pz") == "Kastornoye"


@pytest.mark.rule("eastfront:7.51c")
def test_7_51c_back_to_the_near_side_of_the_river() -> None:
    t = table().put("Voronezh", "3A:2").put("Kursk", "41Pz:3", "AGS:3").held("axis", "Kastornoye")
    t.phase("axis", "movement").active("AGS").ask(MovementPhase())
    t.do("move 41Pz to Voronezh over Kastornoye")
    t.phase("axis", "combat")
    fires(fight(t, "Voronezh"), "3A", 1, 4).do("repulse 41Pz")
    assert t.where("41Pz") == "Kastornoye"  # not Kursk, where it began
