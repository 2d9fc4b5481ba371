"""8.5.3, 8.6, 8.10.6: coastal guns, and what the sea takes."""

from typing import Any

import pytest

from grognard.rules.efs.naval import guns
from grognard.rules.efs.naval.coastal import CoastalFire
from grognard.rules.efs.naval.losses import SeaLoss, read
from grognard.rules.efs.sea_rows import Danger, Lift
from tests.rules.efs.boxes import NORTH, contents
from tests.rules.efs.drill import division, foot, grid, msu
from tests.rules.efs.harbour import Harbour, battery, boats, harbour, marines, ship

X = foot("x", 2, 2, side="soviet")
LOSSES = {"losses": True}


def german_guns(*units: Any, at: str = "0902", guns_at: str = "1003") -> Harbour:
    """Two Axis batteries of 2 and a Soviet flotilla that ends its move in a hex."""
    t = harbour(*units, battery("G", side="axis"), battery("H", side="axis"))
    return t.put(guns_at, "G", "H").axis(guns_at)


# -- who fires at what ---------------------------------------------------------------------------


@pytest.mark.rule("agn:8.5.3.a", "agn:8.5.3.b/when", "agn:8.10.6")
def test_guns_fire_where_a_vessel_stops_and_not_where_it_passes() -> None:
    t = german_guns(boats("MO"), X).put("0702", "MO").fleets()
    t.do("sail MO to 1202")  # past the guns
    assert t.asked() == "axis"
    t.do("done")
    t = german_guns(boats("MO"), boats("M2"), X, guns_at="0403").put("0702", "MO", "M2").fleets()
    t.do("sail MO to 1202")
    assert t.asked() == "soviet"


@pytest.mark.rule("agn:8.5.3.a")
def test_ships_cargo_landings_and_flotillas_are_targets_and_axis_cargo_is_not() -> None:
    t = german_guns(ship("Kirov"), X).put("0803", "Kirov").fleets("soviet", "motorised")
    t.do("sail Kirov zone Gulf at 0902")
    assert type(t.step()).__name__ == "ChooseFire"
    t = german_guns(X, ship("Kirov")).put("0303", "x").fleets()
    t.do("ship x port 0803")
    assert type(t.step()).__name__ == "ChooseFire"
    lift = [Lift(side="axis", first_turn=1, last_turn=9, points=6)]
    t = harbour(foot("A", 4, 4), foot("B", 4, 4), battery("CD"), sea={"lift": lift})
    t.axis("0103").put("0103", "A", "B").put("0603", "CD").fleets("axis", "movement")
    t.do("land 0403 embark A ashore")
    assert (type(t.step()).__name__, t.asked()) == ("ChooseFire", "soviet")


@pytest.mark.rule("agn:8.5.3.b/once")
def test_a_gun_fires_at_one_hex_a_turn() -> None:
    """The worked example of sharing out: both guns at one of two hexes, or one at each."""
    t = german_guns(boats("MO"), boats("M2"), X).put("0702", "MO", "M2").fleets()
    t.do("sail MO to 0902").do("fire G").do("done").roll(10)
    t.do("sail M2 to 0802")
    assert t.refused("fire G").code == "fired-already"
    assert t.allowed("fire H")
    t = german_guns(boats("MO"), boats("M2"), boats("M3"), X).put("0702", "MO", "M2", "M3")
    t.fleets().do("sail MO to 0902").do("fire G").do("fire H").roll(10)
    t.do("sail M2 to 0802")
    assert t.asked() == "soviet"  # nobody is left to fire
    t.begin_turn(2)
    assert not t.state.sea.fired


@pytest.mark.rule("agn:8.5.3.b/sum")
def test_battalions_and_neighbours_count_double() -> None:
    t = harbour(battery("near", 2), battery("far", 3), battery("bn", 2, size="battalion"), X)
    t.put("0903", "near", "bn").put("0703", "far")
    target = t.hex("0902")
    assert guns.number(t.game, t.state, t.units("near", "far"), target) == 7
    assert guns.number(t.game, t.state, t.units("bn", "far"), target) == 11


@pytest.mark.rule("agn:8.5.3.b/los")
def test_no_line_of_fire_over_land_or_along_much_of_the_coast() -> None:
    waters = harbour(X).game.waters
    clear = waters.clear_line
    hex = grid().hex
    assert clear(hex("0603"), hex("0601"))
    assert not clear(hex("0605"), hex("0602"))  # over 0604 and 0603: land
    assert clear(hex("0503"), hex("0703"))  # two coastal sides
    assert not clear(hex("0503"), hex("0803"))  # three
    t = german_guns(boats("MO"), X, guns_at="0904").put("0702", "MO").fleets()
    t.do("sail MO to 0902")
    assert t.asked() == "soviet"  # nobody fires


@pytest.mark.rule("agn:8.5.3.b/los")
def test_a_line_along_a_hexside_may_pass_on_either_side() -> None:
    t = harbour(X)
    a, b = t.hex("0603"), t.hex("0802")  # the line runs along the side of 0702 and 0703
    assert t.game.grid.distance(a, b) == 2
    assert t.game.waters.clear_line(a, b)


@pytest.mark.rule("agn:8.5.3.b/rolls")
def test_a_die_for_those_carried_and_one_for_each_vessel() -> None:
    t = harbour(boats("MO"), boats("M2"), X, battery("G", side="axis")).axis("1003")
    t.put("1003", "G").put("0902", "MO", "M2", "x")
    t.having(side="soviet", phase="motorised").ask(CoastalFire(
        t.hex("0902"), t.units("x"), t.units("MO", "M2")))
    t.do("fire G")
    assert t.step().chance(t.game, t.state).count == 3


@pytest.mark.rule("agn:8.5.3.b/table")
def test_three_below_the_number_costs_a_flotilla_a_step_and_one_those_carried() -> None:
    chart = contents(NORTH).naval
    assert read(chart.fire_on_ships, 3) == "step"
    assert read(chart.fire_on_ships, 0) == "none"
    assert read(chart.fire_on_cargo, 1) == "step"
    assert read(chart.fire_on_cargo, 0) == "none"
    assert chart.fire_die == 1


def under_fire(die: int, *dice: int) -> Harbour:
    """Soviet infantry and a cruiser before guns of number 4."""
    t = harbour(ship("Kirov"), X, battery("G", 4, side="axis")).axis("1003")
    t.put("1003", "G").put("0902", "Kirov", "x")
    t.having(side="soviet", phase="motorised").ask(CoastalFire(
        t.hex("0902"), t.units("x"), t.units("Kirov")))
    return t.do("fire G").roll(die, *dice)


@pytest.mark.rule("agn:8.5.3.b/table", "agn:8.8.1.a")
def test_what_the_guns_do() -> None:
    t = under_fire(3, 1)  # one below: a step; three below: a step of the ship
    t.do("lose x")
    assert (t.steps("x"), t.steps("Kirov")) == (1, 1)
    assert t.state.sea.shaken == t.units("x")
    t = under_fire(5, 5)
    assert (t.steps("x"), t.steps("Kirov"), t.where("Kirov")) == (2, 2, "0902")
    t = under_fire(5, 2)  # two below: driven off
    assert (t.steps("Kirov"), t.where("Kirov")) == (2, "0803")


@pytest.mark.rule("agn:8.5.3.b/table")
def test_those_hit_fight_with_a_worse_die() -> None:
    t = harbour(foot("A", 4, 4), X).put("0403", "A").put("0404", "x")
    assert "coastal_fire" not in t.dice_of("0404", "A")
    t.set_sea(shaken=t.units("A"))
    assert t.dice_of("0404", "A")["coastal_fire"] == 1


@pytest.mark.rule("agn:8.8.1.a", "agn:8.8.1.e/loss")
def test_a_ship_has_two_steps() -> None:
    rows = contents(NORTH).ships
    assert {row.steps for row in rows if row.kind != "flotilla"} == {2}
    t = under_fire(5, 1)
    assert t.steps("Kirov") == 1
    t.set_sea(fired=0).ask(CoastalFire(t.hex("0902"), 0, t.units("Kirov")))
    t.do("fire G").roll(1)
    assert t.where("Kirov") == "eliminated"


# -- sea losses ----------------------------------------------------------------------------------


@pytest.mark.rule("agn:8.6.1", "agn:14.4.g")
def test_every_soviet_voyage_rolls_once() -> None:
    t = harbour(ship("Kirov"), ship("Gorky"), X, sea=LOSSES)
    t.put("0303", "Kirov", "Gorky").put("0803", "x").fleets()
    t.do("sail Kirov zone Riga zone Gulf port 0803").roll(10)
    t.do("sail Gorky zone Riga port 0303").roll(10)
    t.do("ship x port 0903").roll(10)
    assert len(t.heard("sea-loss")) == 3


@pytest.mark.rule("agn:8.4.3.1.d/loss", "agn:8.6.1")
def test_without_a_table_nobody_rolls_and_the_axis_never_does() -> None:
    t = harbour(X).put("0803", "x").fleets()
    t.do("ship x port 0903")
    assert not t.heard("sea-loss")
    t = harbour(foot("A", 4, 4), X, sea=LOSSES).axis("0103 0303").put("0103", "A")
    t.fleets("axis", "movement").do("ship A port 0303")
    assert not t.heard("sea-loss")


@pytest.mark.rule("agn:8.4.2", "agn:8.4.3.1.d/loss", "agn:8.6.3")
def test_losses_fall_on_the_cargo_and_the_lost_are_eliminated() -> None:
    d = division("d", 3, 4, side="soviet", stacking=2)
    t = harbour(d, X, msu("m", side="soviet"), sea=LOSSES).put("0803", "d", "x", "m-")
    t.fleets().do("ship d with x with m port 0903").roll(1)  # one step, the owner picks
    assert t.asked() == "soviet"
    assert t.offers("lose") == {"d", "x", "m"}
    t.do("lose d")
    assert t.steps("d") == 1
    assert t.where("d") == t.where("x") == "0903"
    t = harbour(foot("x", 1, 1, side="soviet"), sea=LOSSES).put("0803", "x").fleets()
    t.do("ship x port 0903").roll(1)
    assert t.where("x") == "eliminated"
    assert t.state.points["stp-soviet"] == 7  # the transports are none the worse


@pytest.mark.rule("agn:8.6.3")
def test_ships_and_replacement_points_go_down_too() -> None:
    t = harbour(ship("Kirov"), X, sea=LOSSES).put("0303", "Kirov").fleets()
    t.do("sail Kirov zone Riga zone Gulf port 0803").roll(2)
    assert t.steps("Kirov") == 1
    t = harbour(X, sea=LOSSES).put("0803", "x")
    t.having(points={**t.state.points, "soviet-infantry": 1}).fleets()
    t.do("stow type-I from 0803 port 0903").roll(1)
    assert not sum(t.state.sea.infantry.values())
    assert t.heard("points-lost-at-sea")


@pytest.mark.rule("agn:8.4.3.3.d", "agn:8.6.2/drm")
def test_an_evacuation_makes_it_worse_by_two() -> None:
    t = harbour(X, foot("y", 2, 2, side="soviet"), sea=LOSSES).put("0803", "x", "y").fleets()
    t.do("evacuate 0803").begin_turn(2).fleets().do("ship x port 0903").roll(6)
    assert t.heard("sea-loss")[0].args["modified"] == 4
    t.do("ship y port 0903").roll(3)
    assert t.heard("sea-loss")[1].args == {"die": 3, "modified": 1, "count": 1}


@pytest.mark.rule("agn:8.6.2/drm", "agn:8.7.3/drm")
def test_modifiers_add_up_and_are_told_one_by_one() -> None:
    danger = [Danger(zone="Gulf", die=-1)]
    t = harbour(ship("DD", "destroyer"), X, battery("G", side="axis"),
                sea={**LOSSES, "danger": danger})
    t.put("0803", "DD").put("0703", "G").axis("0703").set_sea(patrol=2).fleets()
    t.do("sail DD zone Gulf zone Riga port 0503").do("done").roll(10)
    told = [event.id for event in t.events if event.id.startswith("sea-loss")]
    assert told == ["sea-loss-zone", "sea-loss-patrol", "sea-loss-guns", "sea-loss"]
    assert t.heard("sea-loss")[0].args["modified"] == 10 - 1 - 2 - 1


@pytest.mark.rule("agn:8.6.2/drm")
def test_dangers_have_their_turns_and_conditions() -> None:
    danger = [Danger(zone="Riga", die=-2, once_held=[grid().hex("0303")]),
              Danger(zone="Gulf", die=-3, first_turn=5)]
    t = harbour(ship("DD", "destroyer"), X, sea={**LOSSES, "danger": danger})
    t.put("0803", "DD").ask(SeaLoss(t.units("DD"), 0b1010, t.hex("0803"))).roll(10)
    assert t.heard("sea-loss")[-1].args["modified"] == 10
    t.axis("0303").having(turn=5).ask(SeaLoss(t.units("DD"), 0b1010, t.hex("0803"))).roll(10)
    assert t.heard("sea-loss")[-1].args["modified"] == 5


@pytest.mark.rule("agn:8.5.1")
def test_soviet_landings_do_not_roll() -> None:
    lift = [Lift(side="soviet", first_turn=1, last_turn=9)]
    t = harbour(marines("m"), X, sea={**LOSSES, "lift": lift}).put("0803", "m")
    t.fleets("soviet", "motorised").do("land 0603 embark m ashore")
    assert t.where("m") == "0603"
    assert not t.heard("sea-loss")

