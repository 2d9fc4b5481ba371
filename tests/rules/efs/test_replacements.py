"""15.0 to 15.2: replacement points and what they rebuild."""

from typing import Any

import pytest

from grognard.rules.efs import replacements
from grognard.rules.efs.declaring import BuildAttack, DeclareAttacks
from grognard.rules.efs.engineering import EngineeringPhase
from grognard.rules.efs.entries import enter_choices
from grognard.rules.efs.movers import Moves
from grognard.rules.efs.replacements import ChooseRebuilt, Rebuild
from grognard.rules.efs.sequence import AxisSegment, Interphase
from grognard.rules.efs.soviet_table import SovietReplacementPhase, TableEvent
from grognard.rules.efs.state import ACTIVE, CADRE, ELIMINATED, EMERGENCY
from grognard.rules.efs.ways import MOTORISED, MOVEMENT
from tests.rules.efs.boxes import TYPHOON, contents
from tests.rules.efs.campaign import Campaign, campaign, source
from tests.rules.efs.drill import (
    anti_tank,
    both,
    counter,
    division,
    engineer,
    foot,
    gun,
    hq,
    motor,
    tank,
)

NONE = ["supply", "attack_supply", "replacement"]


def camp(box: str, *units: Any, rows: Any = None, **features: Any) -> Campaign:
    """Both sides have infantry points."""
    t = campaign(box, foot("A", 4, 4), division("D", 9, 9), tank("T", 6, 6),
                 foot("x", 4, 4, side="soviet"), foot("y", 4, 4, side="soviet"),
                 tank("s", 6, 6, side="soviet"), gun("g", 3, 2, side="soviet", steps=2,
                                                     reduced=(0, 1)), hq("h"), *units,
                 rows=rows, **features)
    return t.points(axis_infantry=5, soviet_infantry=5).turn(4)


def spend(t: Campaign, side: str) -> Campaign:
    t.on_turn(side, "engineering").ask(ChooseRebuilt())
    return t


# -- receiving ---------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:15.0")
def test_other_scenarios_know_no_replacements(box: str) -> None:
    t = camp(box, rows={"left_out": NONE}).put("0606", "A-")
    t.ask(AxisSegment())
    assert t.offers("mark") == set()
    t = camp(box, rows={"left_out": NONE}).box(CADRE, "A").on_turn("axis")
    t.ask(EngineeringPhase())
    assert not t.step()
    t = camp(box).box(CADRE, "A").on_turn("axis")
    assert t.ask(EngineeringPhase()).offers("rebuild") == {"A"}


@both
@pytest.mark.rule("typhoon:15.1.1")
def test_infantry_points_are_saved(box: str) -> None:
    t = camp(box).points(soviet_infantry=3)
    t.ask(Interphase())
    assert t.state.turn == 5
    assert t.has("soviet-infantry") == 3


@both
@pytest.mark.rule("typhoon:15.1.2")
def test_the_axis_receives_infantry_points_by_its_sheet(box: str) -> None:
    t = camp(box, rows={"infantry_points": {"4": 2}}).points(axis_infantry=1)
    t.ask(SovietReplacementPhase())
    assert t.has("axis-infantry") == 3
    t.turn(5).ask(SovietReplacementPhase())
    assert t.has("axis-infantry") == 3
    t.box(CADRE, "T", "A")
    assert spend(t, "axis").refused("rebuild T").code == "no-replacements"
    assert t.allowed("rebuild A")


TYPES = {"cavalry": "infantry", "HQ": "infantry", "infantry": "infantry",
         "infantry division": "infantry", "motorised infantry": "infantry",
         "motorcycle": "infantry", "ski infantry": "infantry", "security": "infantry",
         "engineer": "infantry", "motorised engineer": "infantry",
         "armour": "heavy", "artillery": "heavy", "rocket": "heavy", "siege artillery": "heavy",
         "anti-tank": "heavy", "armoured train": ""}
"""Which points serve which type, typed from 15.1.3 and 15.1.4; trains are no armour (9.1.1/2)."""


@pytest.mark.rule("typhoon:15.1.3", "typhoon:15.1.4")
@pytest.mark.parametrize("type", TYPES)
def test_which_points_serve_which_type(type: str) -> None:
    rows = [row for row in contents(TYPHOON).units if row.type == type]
    assert rows
    t = campaign(TYPHOON, *rows)
    assert {replacements.kind_of(t.game, unit) for unit in range(len(rows))} == {TYPES[type]}


@both
@pytest.mark.rule("typhoon:15.1.3", "agn:BSR.rp.types")
def test_an_infantry_point_serves_cavalry_and_no_guns(box: str) -> None:
    horse = counter("c", 3, 3, "cavalry", "cavalry", side="soviet", traits=["cavalry"])
    t = spend(camp(box, horse).box(CADRE, "c", "g", "s"), "soviet")
    assert t.allowed("rebuild c")
    assert t.refused("rebuild g").code == "no-replacements"
    assert t.refused("rebuild s").code == "no-replacements"


@both
@pytest.mark.rule("typhoon:15.1.3/2")
@pytest.mark.parametrize(("code", "price"), [("h", 2), ("m", 2), ("e", 2), ("x", 1)])
def test_some_types_cost_two_points_out_of_cadre(box: str, code: str, price: int) -> None:
    more = (motor("m", 4, 4, side="soviet"), engineer("e", side="soviet"))
    t = spend(camp(box, *more).box(CADRE, code), "soviet").do(f"rebuild {code}")
    assert t.has("soviet-infantry") == 5 - price
    t = spend(camp(box, *more).box(ELIMINATED, code), "soviet").do(f"rebuild {code}")
    assert t.has("soviet-infantry") == 4
    t = camp(box, *more).box(CADRE, code).points(soviet_infantry=price - 1)
    assert spend(t, "soviet").refused(f"rebuild {code}").code == "no-replacements"


@both
@pytest.mark.rule("typhoon:15.1.3/2")
def test_on_the_map_a_step_costs_one(box: str) -> None:
    t = camp(box, motor("m", 4, 4, side="soviet")).put("0606", "m-")
    t.state.marked = t.units("m")
    spend(t, "soviet").do("rebuild m")
    assert t.has("soviet-infantry") == 4


@both
@pytest.mark.rule("typhoon:15.1.4")
def test_a_step_of_type_a_serves_armour_and_guns_and_is_not_saved(box: str) -> None:
    t = camp(box, anti_tank("k", 2, 2, side="soviet")).box(CADRE, "s", "g", "k", "x")
    t.ask(TableEvent("A")).do("heavy")
    spend(t, "soviet")
    assert {"s", "g", "k"} <= t.offers("rebuild")
    t.do("rebuild s")
    assert t.refused("rebuild g").code == "no-replacements"
    t = camp(box).box(CADRE, "s")
    t.ask(TableEvent("A")).do("heavy").ask(Interphase())
    assert not t.has("soviet-heavy")


# -- spending ----------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:15.2")
def test_points_are_spent_in_the_engineering_phase(box: str) -> None:
    t = camp(box).box(CADRE, "A").put("0606", "D-").put("0101", "x")
    t.ask(AxisSegment())
    seen = set()
    while t.step() and t.state.side == "axis":
        if t.offers("rebuild"):
            seen.add(t.state.phase)
        t.do("done")
    assert seen == {"engineering"}
    t = spend(camp(box).box(CADRE, "A", "x"), "axis")
    assert t.refused("rebuild x").code == "enemy-unit"


def marking(box: str, code: str = "A") -> Campaign:
    return camp(box).put("0606", f"{code}-").put("0101", "x").on_turn("axis", MOVEMENT)


@both
@pytest.mark.rule("typhoon:15.2.1")
def test_who_may_get_a_step_on_the_map(box: str) -> None:
    codes = {}
    t = marking(box)
    assert t.ask(Moves(MOVEMENT)).allowed("mark A")
    t = marking(box)
    t.state.stirred = t.units("A")
    codes["stirred"] = t.ask(Moves(MOVEMENT)).refused("mark A").code
    t = marking(box).put("0607", "x")
    codes["zone"] = t.ask(Moves(MOVEMENT)).refused("mark A").code
    t = marking(box)
    t.state.set_supply(t.unit("A"), EMERGENCY)
    codes["supply"] = t.ask(Moves(MOVEMENT)).refused("mark A").code
    t = marking(box).put("0606", "A")
    codes["full"] = t.ask(Moves(MOVEMENT)).refused("mark A").code
    t = marking(box, "T")
    codes["points"] = t.ask(Moves(MOVEMENT)).refused("mark T").code
    assert codes == {"stirred": "stirred", "zone": "in-enemy-zone", "points": "no-replacements",
                     "supply": "not-in-general-supply", "full": "full-strength"}


@both
@pytest.mark.rule("typhoon:15.2.1")
def test_one_step_a_turn_and_only_of_who_is_marked(box: str) -> None:
    t = camp(box).put("0606", "D--").put("0505", "A-")
    t.state.marked = t.units("D")
    spend(t, "axis")
    assert t.refused("rebuild A").code == "not-marked"
    before = t.steps("D")
    t.do("rebuild D")
    assert t.steps("D") == before + 1
    assert spend(t, "axis").refused("rebuild D").code == "rebuilt-this-turn"
    assert t.has("axis-infantry") == 4


@both
@pytest.mark.rule("typhoon:15.2.1")
def test_the_conditions_hold_when_the_step_comes(box: str) -> None:
    t = camp(box).put("0606", "A-").put("0607", "x")
    t.state.marked = t.units("A")
    assert spend(t, "axis").refused("rebuild A").code == "in-enemy-zone"
    t = camp(box).put("0606", "A-")
    t.state.marked = t.units("A")
    t.state.set_supply(t.unit("A"), EMERGENCY)
    assert spend(t, "axis").refused("rebuild A").code == "not-in-general-supply"


@both
@pytest.mark.rule("typhoon:15.2.1")
def test_a_marked_division_that_a_regiment_filled_up_needs_no_point(box: str) -> None:
    t = camp(box).put("0606", "D").box(CADRE, "A")
    t.state.marked = t.units("D")
    assert spend(t, "axis").refused("rebuild D").code == "full-strength"


@both
@pytest.mark.rule("typhoon:15.2.1.b")
def test_a_marked_unit_neither_moves_nor_attacks(box: str) -> None:
    t = marking(box).put("0303", "D")
    t.ask(Moves(MOVEMENT)).do("mark A")
    assert t.state.marked == t.units("A")
    assert t.refused("move A to 0605").code == "marked-for-replacement"
    assert t.refused("mark A").code == "marked-already"
    t = camp(box).put("0606", "A", "D").put("0607", "x").on_turn("axis")
    t.state.marked = t.units("A")
    t.ask(BuildAttack((t.hex("0607"),), t.units("D")))
    assert t.refused("by A").code == "cannot-attack"
    t = camp(box).put("0606", "A").put("0607", "x").on_turn("axis")
    t.state.marked = t.units("A")
    t.ask(DeclareAttacks())
    assert not t.step()


@both
@pytest.mark.rule("typhoon:15.2.1.b")
def test_the_soviets_mark_at_the_start_and_stay_in_both_phases(box: str) -> None:
    t = camp(box).put("0606", "x-").on_turn("soviet", MOTORISED)
    t.ask(Moves(MOTORISED)).do("mark x")
    t.state.moved = 0  # the phase is over
    t.put("0303", "y").on_turn("soviet", MOVEMENT).ask(Moves(MOVEMENT))
    assert t.refused("move x to 0605").code == "marked-for-replacement"
    t = camp(box).put("0606", "x-").on_turn("soviet", MOVEMENT)
    assert t.ask(Moves(MOVEMENT)).offers("mark") == set()
    t = camp(box).put("0606", "A-").on_turn("axis", MOTORISED)
    t.ask(Moves(MOTORISED))
    assert not t.step(), "the Axis marks in its Movement Phase"


@both
@pytest.mark.rule("typhoon:15.2.2.a")
def test_a_cadre_unit_comes_back_next_turn_with_a_step(box: str) -> None:
    t = spend(camp(box, rows={"source": [source("axis", "0101")]}).box(CADRE, "D"), "axis")
    t.do("rebuild D")
    assert (t.at("D"), t.steps("D")) == (ACTIVE, 1)
    now = enter_choices(t.game, t.state, MOVEMENT)
    assert t.unit("D") not in now
    t.turn(5).on_turn("axis", MOVEMENT).ask(Moves(MOVEMENT))
    assert t.allowed("enter D at 0101")


@both
@pytest.mark.rule("typhoon:15.2.2.b")
def test_soviet_cadre_units_rise_in_cities_one_a_hex(box: str) -> None:
    t = camp(box, city="0606", major_city="0909").box(CADRE, "x", "y", "A")
    spend(t, "soviet").do("raise x at 0606")
    assert (t.where("x"), t.steps("x")) == ("0606", 1)
    assert t.has("soviet-infantry") == 4
    assert t.refused("raise y at 0606").code == "no-city-there"
    assert t.refused("raise y at 0505").code == "no-city-there"
    t.do("raise y at 0909")
    t = camp(box, city="0606").box(CADRE, "A")
    assert spend(t, "axis").refused("raise A").code == "only-soviets"


@both
@pytest.mark.rule("typhoon:15.2.2.b")
def test_nobody_rises_in_an_enemy_city_or_one_without_supply(box: str) -> None:
    t = camp(box, city="0606").box(CADRE, "x").put("0606", "A").put("0101", "A")
    assert spend(t, "soviet").refused("raise x").code == "no-city-open"
    rows = {"left_out": ["attack_supply"], "source": [source("soviet", "1212")]}
    t = camp(box, rows=rows, city="0101").box(CADRE, "x")
    assert spend(t, "soviet").refused("raise x").code == "no-city-open"
    t = camp(box, rows=rows, city="1111").box(CADRE, "x")
    assert spend(t, "soviet").allowed("raise x at 1111")
    t = camp(box, city="0606").box(ELIMINATED, "x")
    assert spend(t, "soviet").refused("raise x").code == "not-in-cadre"


@both
@pytest.mark.rule("typhoon:15.2.2.b")
def test_a_major_city_that_is_cut_off_raises_nobody(box: str) -> None:
    rows = {"left_out": ["attack_supply"], "source": [source("soviet", "1212")]}
    t = camp(box, rows=rows, major_city="0101").box(CADRE, "x")
    assert spend(t, "soviet").refused("raise x").code == "no-city-open"


@both
@pytest.mark.rule("typhoon:15.2.3")
def test_the_eliminated_go_to_cadre_and_wait_a_turn(box: str) -> None:
    t = spend(camp(box).box(ELIMINATED, "A").box(CADRE, "D"), "axis").do("rebuild A")
    assert t.at("A") == CADRE
    assert t.refused("rebuild A").code == "rebuilt-this-turn"
    t.state.restored = 0  # the next turn
    t.on_turn("axis", "engineering").ask(Rebuild()).do("rebuild A")
    assert t.at("A") == ACTIVE
