"""16, 17.3: mandatory attacks and the plans of the Axis."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from grognard.core.chance import readings
from grognard.rules.efs import plans
from grognard.rules.efs.combat import CombatPhase
from grognard.rules.efs.declaring import DeclareAttacks
from grognard.rules.efs.engineering import EngineeringPhase
from grognard.rules.efs.forts import ChooseSite
from grognard.rules.efs.leaving import Withdrawals
from grognard.rules.efs.movers import ChooseWay, Moves
from grognard.rules.efs.plans import ChooseDraw, DrawPlan
from grognard.rules.efs.reaction import ReactionPhase
from grognard.rules.efs.sequence import Interphase
from grognard.rules.efs.soviet_table import SovietReplacementPhase, TableEvent, TableRoll
from grognard.rules.efs.special_rows import PerSide
from grognard.rules.efs.state import CADRE, ELIMINATED, WITHDRAWN
from grognard.rules.efs.supply_units import ReceivePoints
from grognard.rules.efs.values import Attack
from grognard.rules.efs.victory import FinalCount
from grognard.rules.efs.ways import MOTORISED, MOVEMENT, REACTION
from tests.rules.efs.boxes import TYPHOON
from tests.rules.efs.campaign import Campaign, campaign
from tests.rules.efs.drill import both, engineer, foot, motor, tank

ENEMY = foot("x", 9, 4, side="soviet")


def five(*units: Any, rows: Any = None, box: str = TYPHOON, **features: Any) -> Campaign:
    """Scenario 5: plans and mandatory attacks."""
    said = {"plans": True, "mandatory_attacks": True, **(rows or {})}
    return campaign(box, foot("A", 4, 4), foot("B", 4, 4), ENEMY,
                    foot("y", 3, 4, side="soviet"), *units, rows=said, **features)


def under(plan: str, *units: Any, rows: Any = None, **features: Any) -> Campaign:
    t = five(*units, rows=rows, **features)
    t.state.plan, t.state.plan_seen = plan, ""
    return t


# -- mandatory attacks -------------------------------------------------------------------------


@pytest.mark.rule("typhoon:16.0")
def test_an_m_from_turn_20_orders_an_attack() -> None:
    t = five().turn(19)
    t.ask(TableEvent("M"))
    assert not t.has("backlog")
    t.turn(20).ask(TableEvent("M"))
    assert t.has("backlog") == 1
    assert t.heard("attack-ordered")
    t = campaign(TYPHOON, foot("A", 4, 4)).turn(20)
    t.ask(TableEvent("M"))
    assert not t.has("backlog"), "in scenario 5 only"


def test_some_scenarios_begin_with_attacks_owed() -> None:
    assert five(rows={"attacks_owed": 2}).has("backlog") == 2
    assert five().has("backlog") == 0


def declared(t: Campaign, odds: str) -> Campaign:
    """A Soviet attack on 0606 that was declared at these odds."""
    t.put("0606", "A").put("0607", "x").on_turn("soviet", "combat")
    column = t.game.results.columns.index(odds)
    t.state.attacks = (Attack((t.hex("0606"),), t.units("x"), column, side="soviet"),)
    t.ask(CombatPhase())
    t.do("combat 0606")
    return t


@both
@pytest.mark.rule("typhoon:16.1.1", "agn:BSR.mandatory")
def test_a_mandatory_attack_is_named_before_the_die_and_takes_3_2(box: str) -> None:
    t = declared(five(box=box).points(backlog=1), "1-1")
    assert t.refused("mandatory").code == "odds-below-mandatory"
    t = declared(five(box=box).points(backlog=1), "3-2").do("mandatory")
    assert t.refused("mandatory").code == "mandatory-already"
    assert t.has("backlog") == 1, "not before the fight"
    t.do("fight")
    assert t.has("backlog") == 0
    assert t.heard("attack-discharged")


@pytest.mark.rule("typhoon:16.1.1")
def test_the_odds_are_those_of_the_declaration() -> None:
    t = five().points(backlog=1).put("0606", "A").put("0607", "x").put("0605", "y")
    t.on_turn("soviet").ask(DeclareAttacks())
    t.do("declare 0606 from 0607 set")
    assert t.game.results.columns[t.state.attacks[0].column] == "2-1"
    t.put("0606", "B").ask(CombatPhase())  # help came
    t.do("combat 0606")
    assert t.allowed("mandatory")


@pytest.mark.rule("typhoon:16.1.2")
def test_a_star_costs_a_mandatory_attack_a_step_more() -> None:
    lost = {}
    for mandatory in (False, True):
        t = five().put("0606", "A").put("0607", "x")
        full = t.steps("x")
        t.suffer("1*/-", "0606", "x", mandatory=mandatory).finish()
        lost[mandatory] = full - t.steps("x")
    assert lost == {False: 1, True: 2}


@pytest.mark.rule("typhoon:16.1.3")
def test_attacks_add_up_and_none_is_made_before_it_is_ordered() -> None:
    t = declared(five(), "3-1")
    assert t.refused("mandatory").code == "no-attack-owed"
    t = five().points(backlog=2).put("0606", "A").put("0607", "x")
    t.put("0202", "B").put("0203", "y").on_turn("soviet", "combat").turn(30)
    column = t.game.results.columns.index("3-1")
    t.state.attacks = tuple(Attack((t.hex(hex),), t.units(code), column, side="soviet")
                            for hex, code in (("0606", "x"), ("0202", "y")))
    t.ask(CombatPhase())
    t.do("combat 0606 mandatory fight").roll(1).finish()
    assert t.has("backlog") == 1
    t.do("combat 0202 mandatory fight").roll(1).finish()
    assert t.has("backlog") == 0


@pytest.mark.rule("typhoon:16.1.3")
def test_the_axis_owes_no_attacks() -> None:
    t = five().points(backlog=1).put("0606", "x").put("0607", "A").on_turn("axis", "combat")
    t.state.attacks = (Attack((t.hex("0606"),), t.units("A"), 9, side="axis"),)
    t.ask(CombatPhase())
    t.do("combat 0606")
    assert t.refused("mandatory").code == "no-attack-owed"


@pytest.mark.rule("typhoon:16.2.1")
@pytest.mark.parametrize(("backlog", "infantry"), [(0, 3), (2, 2), (9, 0)])
def test_what_is_owed_is_taken_off_the_table_die(backlog: int, infantry: int) -> None:
    t = five().points(backlog=backlog)
    t.ask(TableRoll()).roll(8)
    assert t.has("soviet-infantry") == infantry


def taken(t: Campaign) -> Campaign:
    """A turn in which the Axis marches into 0606."""
    plans.new_turn(t.game, t.state)
    t.put("0606", "A").turn(25)
    t.ask(Interphase())
    return t


@pytest.mark.rule("typhoon:16.2.2")
def test_attacks_unmade_become_points_when_a_prize_falls() -> None:
    t = taken(five(city="0606").points(backlog=3))
    assert t.has("backlog") == 0
    assert t.state.tally["attacks"] == 6
    assert [event.args["points"] for event in t.heard("attacks-unmade")] == [6]
    t = taken(five().points(backlog=3))
    assert t.has("backlog") == 3, "an open hex is no prize"


@pytest.mark.rule("typhoon:16.2.2")
def test_a_prize_held_before_or_left_again_counts_nothing() -> None:
    t = five(city="0606").points(backlog=3).put("0606", "A")
    plans.new_turn(t.game, t.state)
    t.turn(25).ask(Interphase())
    assert t.has("backlog") == 3
    t = five(city="0606").points(backlog=3)
    plans.new_turn(t.game, t.state)
    t.put("0606", "A").put("0101", "A").turn(25).ask(Interphase())
    assert t.has("backlog") == 3


# -- the draw ----------------------------------------------------------------------------------


@pytest.mark.rule("typhoon:17.3.1")
def test_the_game_begins_with_a_plan_that_both_know() -> None:
    t = five()
    assert (t.state.plan, t.state.plan_seen) == ("compromise", "compromise")


@pytest.mark.rule("typhoon:17.3.1")
def test_a_drawn_plan_is_hidden_until_turn_35() -> None:
    t = five().turn(34)
    t.ask(DrawPlan()).roll("hoepner")
    known = {side: t.play.view(side).state.plan for side in ("axis", "soviet")}
    assert known == {"axis": "hoepner", "soviet": ""}
    assert t.heard("plan-drawn")[0].seen_by == ("axis",)
    assert "soviet" in (t.heard("plan-face-down")[0].seen_by or ())
    t.turn(35)
    plans.new_turn(t.game, t.state)
    assert t.play.view("soviet").state.plan == "hoepner"
    assert (DrawPlan().seen_by, DrawPlan(open=True).seen_by) == (("axis",), None)


@pytest.mark.rule("typhoon:17.3.1")
def test_from_turn_35_a_plan_is_drawn_in_the_open() -> None:
    t = five().turn(35)
    t.ask(ChooseDraw()).do("draw").roll("hitler")
    assert t.play.view("soviet").state.plan == "hitler"
    assert t.heard("plan-drawn")[0].seen_by is None


@pytest.mark.rule("typhoon:17.3.1")
def test_what_the_soviets_do_not_know_is_guessed_from_the_cup() -> None:
    t = under("hitler").put("0606", "A")
    t.ask(ChooseDraw())
    view = t.play.view("soviet").state
    seen = {t.game.fill(view.copy(), "soviet", Random(seed)).plan for seed in range(60)}
    assert seen == set(t.game.plans.ids)


@pytest.mark.rule("typhoon:17.3.1")
def test_when_the_game_is_over_the_plan_is_shown() -> None:
    t = under("von-bock").turn(34)
    t.ask(FinalCount())
    assert t.game.view(t.state, "soviet").state.plan == "von-bock"
    assert t.heard("plan-revealed")


@pytest.mark.rule("typhoon:17.3.1/2")
def test_other_scenarios_have_no_plans() -> None:
    t = campaign(TYPHOON, foot("A", 4, 4)).turn(20)
    assert t.state.plan == ""
    t.ask(SovietReplacementPhase()).roll(3)
    assert not t.step(), "no draw"


@pytest.mark.rule("typhoon:17.3.2")
def test_an_m_lets_the_axis_draw_again() -> None:
    t = five().turn(6)
    t.ask(SovietReplacementPhase()).roll(3)
    assert t.asked() == "axis"
    t.do("draw")
    assert t.heard("plan-returned")[0].args == {"plan": "compromise"}
    t.roll("compromise")
    assert t.state.plan == "compromise", "the same may come again"
    t = five().turn(6)
    t.ask(SovietReplacementPhase()).roll(3).do("pass")
    assert t.state.plan_seen == "compromise"
    for turn, die in ((5, 3), (7, 8)):
        t = five().turn(turn)
        t.ask(SovietReplacementPhase()).roll(die)
        assert not t.step() or t.asked() == "soviet"


@pytest.mark.rule("typhoon:17.3.2", "typhoon:17.3.5/3")
def test_five_markers_two_of_them_hitler() -> None:
    t = five()
    step = DrawPlan()
    found = readings(step.chance(t.game, t.state), lambda drawn: step.reading(
        t.game, t.state, drawn))
    fifth = Fraction(1, 5)
    assert found == {"compromise": fifth, "hitler": 2 * fifth, "von-bock": fifth,
                     "hoepner": fifth}


@pytest.mark.rule("typhoon:17.3.2/2")
def test_an_old_plan_is_shown_as_it_goes_back() -> None:
    t = under("hoepner").turn(30)
    t.ask(ChooseDraw())
    assert t.play.view("soviet").state.plan == ""
    t.do("draw")
    assert t.play.view("soviet").state.plan == "hoepner"
    assert t.heard("plan-returned")[0].seen_by is None
    t.roll("von-bock")
    assert t.play.view("soviet").state.plan == ""


@pytest.mark.rule("typhoon:17.3.3")
def test_on_turn_20_the_axis_must_draw() -> None:
    t = five().turn(20)
    t.ask(SovietReplacementPhase()).roll(1)
    assert isinstance(t.step(), DrawPlan)
    t.roll("hitler")
    assert t.state.plan == "hitler"
    t = five().turn(21)
    t.ask(SovietReplacementPhase()).roll(1)
    assert not t.step()


# -- what the plans say ------------------------------------------------------------------------


def site(plan: str) -> Campaign:
    t = under(plan, engineer("E")).put("0606", "E")
    t.ask(ChooseSite())
    return t


@pytest.mark.rule("typhoon:17.3.4", "typhoon:17.3.6.a")
@pytest.mark.parametrize(("plan", "rule"), [
    ("compromise", "typhoon:17.3.4"), ("von-bock", "typhoon:17.3.6.a")])
def test_two_plans_build_no_strongpoints(plan: str, rule: str) -> None:
    refused = site(plan).refused("build 0606")
    assert (refused.code, refused.rule) == ("plan-builds-nothing", rule)
    t = under(plan, engineer("E")).put("0606", "E").fort("0606", "axis-building")
    t.ask(EngineeringPhase())
    assert not t.heard("fort-finished")


@pytest.mark.rule("typhoon:17.3.4", "typhoon:17.3.6.a")
@pytest.mark.parametrize("plan", ["hitler", "hoepner", ""])
def test_the_others_build(plan: str) -> None:
    assert site(plan).allowed("build 0606")


def attacked(plan: str, odds: str) -> Campaign:
    t = under(plan).put("0606", "A").put("0607", "x").on_turn("soviet")
    column = t.game.results.columns.index(odds)
    t.state.attacks = (Attack((t.hex("0606"),), t.units("x"), column, side="soviet"),)
    t.ask(ReactionPhase())
    return t


@pytest.mark.rule("typhoon:17.3.5")
def test_hitler_lets_nobody_go_at_5_1() -> None:
    t = attacked("hitler", "5-1")
    assert t.state.orders_seen == {t.hex("0606"): "no-retreat"}
    assert [event.rule for event in t.heard("order")] == ["17.3.5"]
    (told,) = t.heard("odds-announced")
    assert told.args["odds"] == "5-1"
    assert told.reveals, "who knows this knows the plan"
    t = attacked("hitler", "6-1")
    assert not t.state.orders_seen
    assert t.allowed("order extended-retreat"), "a choice is left"
    assert not attacked("hoepner", "5-1").state.orders_seen


@pytest.mark.rule("typhoon:17.3.5")
def test_the_soviets_are_free_of_the_order() -> None:
    t = under("hitler").put("0606", "x").put("0607", "A").on_turn("axis")
    t.state.attacks = (Attack((t.hex("0606"),), t.units("A"), 4, side="axis"),)
    t.ask(ReactionPhase())
    assert not t.state.orders_seen


def in_fort(plan: str, manner: str = MOVEMENT, fort: str = "axis") -> Campaign:
    t = under(plan, motor("M", 4, 4), tank("T", 9, 9)).put("0606", "M").fort("0606", fort)
    t.fort("0604", "axis").on_turn("axis", manner)
    t.ask(ChooseWay(t.units("M"), manner))
    return t


@pytest.mark.rule("typhoon:17.3.5/2")
@pytest.mark.parametrize("manner", [MOVEMENT, MOTORISED, REACTION])
def test_nobody_leaves_a_strongpoint_but_for_another(manner: str) -> None:
    t = in_fort("hitler", manner)
    assert t.refused("to 0605").code == "plan-holds-fort"
    assert t.refused("via 0605").code == "plan-holds-fort"
    assert t.allowed("to 0604")
    assert in_fort("hoepner", manner).allowed("to 0605")


@pytest.mark.rule("typhoon:17.3.5/2")
def test_a_strongpoint_in_building_holds_nobody() -> None:
    assert in_fort("hitler", fort="axis-building").allowed("to 0605")


@pytest.mark.rule("typhoon:17.3.5/2")
def test_a_crowd_may_leave() -> None:
    crowd = [foot(f"C{n}", 4, 4, stacking=9) for n in range(2)]
    t = under("hitler", *crowd).put("0606", "C0", "C1").fort("0606", "axis")
    t.on_turn("axis", MOVEMENT).ask(Moves(MOVEMENT))
    assert t.allowed("move C0 to 0605")


@pytest.mark.rule("typhoon:17.3.5/2")
def test_no_overrun_leads_out_of_a_strongpoint() -> None:
    t = under("hitler", tank("T", 30, 9), foot("w", 1, 1, side="soviet"))
    t.put("0606", "T").put("0607", "w").fort("0606", "axis").on_turn("axis", MOVEMENT)
    t.ask(ChooseWay(t.units("T"), MOVEMENT))
    assert t.refused("overrun 0607").code == "plan-holds-fort"


@pytest.mark.rule("typhoon:17.3.6.b", "typhoon:17.3.7.a")
@pytest.mark.parametrize("plan", ["von-bock", "hoepner"])
@pytest.mark.parametrize(("weather", "points"), [
    ("dry", 5), ("frost", 5), ("rain", 4), ("snow", 4), ("arctic", 4)])
def test_two_plans_bring_a_supply_point(plan: str, weather: str, points: int) -> None:
    rows = {"supply_per_turn": {"axis": 4, "soviet": 2}}
    assert received(plan, weather, "axis", rows) == points
    assert received(plan, weather, "soviet", rows) == 2
    assert received("hitler", weather, "axis", rows) == 4
    assert received("compromise", weather, "axis", rows) == 4


def received(plan: str, weather: str, side: str, rows: Any) -> int:
    t = under(plan, rows={"supply_per_turn": PerSide(**rows["supply_per_turn"])})
    t.state.weather = weather
    t.ask(ReceivePoints(side))
    return t.has(f"{side}-supply")


# -- Hoepner's withdrawal ----------------------------------------------------------------------


def mobile(name: str, panzer: bool) -> list[Any]:
    """A division of three or four elements."""
    said = {"division": name, "steps": 2}
    parts = [motor(f"{name}.{n}", 4, 4, role="motorised", **said) for n in range(3)]
    return [tank(f"{name}.T", 6, 6, role="panzer", **said), *parts] if panzer else parts


def army(panzers: int = 4, motorised: int = 3, plan: str = "hoepner") -> Campaign:
    divisions = [mobile(f"{n}Pz", True) for n in range(panzers)]
    divisions += [mobile(f"{n}Mot", False) for n in range(motorised)]
    t = under(plan, *(unit for parts in divisions for unit in parts))
    for n, parts in enumerate(divisions):
        t.put(f"{n + 2:02}03", *(unit.code for unit in parts))
    return t.turn(36).on_turn("axis", "movement")


@pytest.mark.rule("typhoon:17.3.7.b")
def test_hoepner_gives_up_three_panzer_and_two_motorised_divisions() -> None:
    t = army()
    t.ask(Withdrawals())
    assert t.refused("withdraw A").code == "no-mobile-division"
    for element in ("0Pz.T", "1Pz.0", "3Pz.2"):
        t.do(f"withdraw {element}")
    assert t.refused("withdraw 2Pz.T").code == "division-not-asked"
    t.do("withdraw 0Mot.0").do("withdraw 2Mot.1")
    assert not t.step()
    gone = {code.split(".")[0] for code in t.game.number if t.at(code) == WITHDRAWN}
    assert gone == {"0Pz", "1Pz", "3Pz", "0Mot", "2Mot"}
    assert all(t.at(f"1Pz.{part}") == WITHDRAWN for part in "T012"), "all elements"


@pytest.mark.rule("typhoon:17.3.7.b")
@pytest.mark.parametrize(("plan", "turn"), [("hoepner", 35), ("hoepner", 37), ("hitler", 36)])
def test_only_on_turn_36_and_under_his_plan(plan: str, turn: int) -> None:
    t = army(plan=plan).turn(turn)
    t.ask(Withdrawals())
    assert not t.step()


@pytest.mark.rule("typhoon:17.3.7.b")
def test_whole_divisions_go_first() -> None:
    t = army().box(CADRE, "0Pz.T")
    t.ask(Withdrawals())
    assert t.refused("withdraw 0Pz.0").code == "division-not-asked"
    assert t.allowed("withdraw 1Pz.0")


@pytest.mark.rule("typhoon:17.3.7.b")
def test_what_a_division_lacks_comes_from_points_or_from_others() -> None:
    t = army(panzers=3, motorised=0).box(CADRE, "0Pz.T").points(axis_infantry=2)
    t.ask(Withdrawals()).do("withdraw 1Pz.T").do("withdraw 2Pz.T").do("withdraw 0Pz.0")
    assert not t.step(), "nobody is left who could give a step"
    t = army(panzers=4, motorised=0)
    for n in range(4):
        t.box(CADRE, f"{n}Pz.0", f"{n}Pz.1")
    t.points(axis_infantry=0).ask(Withdrawals()).do("withdraw 0Pz.T")
    assert t.has("axis-infantry") == -1, "one more beside the regiment and the third"
    t = army(panzers=4, motorised=0)
    for n in range(3):
        t.box(ELIMINATED, f"{n}Pz.T")
    t.ask(Withdrawals()).do("withdraw 3Pz.T").do("withdraw 0Pz.0")
    assert not t.step() or type(t.step()).__name__ != "ChooseDonor"
    t = army(panzers=3, motorised=0)
    t.box(CADRE, "0Pz.T", "1Pz.T", "2Pz.0", "2Pz.1", "2Pz.2")
    t.ask(Withdrawals()).do("withdraw 0Pz.0")
    assert type(t.step()).__name__ == "ChooseDonor"
    assert t.refused("lose 1Pz.0").code == "another-type"
    steps = t.steps("2Pz.T")
    t.do("lose 2Pz.T")
    assert t.steps("2Pz.T") == steps - 1
