"""17: victory points and the end; what a scenario's data decide (1.0, 18.0)."""

from typing import Any

import pytest

from grognard.boxes.catalogue import DataBox
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.movers import ChooseWay
from grognard.rules.efs.scenarios import AirAtStart, Fort, Level, SetUp, SupplyAtStart, VictoryLine
from grognard.rules.efs.sequence import PlainTurn
from grognard.rules.efs.special_rows import PerSide
from grognard.rules.efs.state import CADRE, DESTROYED, ELIMINATED, FLOWN, READY, WITHDRAWN
from grognard.rules.efs.surrender import SurrenderRoll
from grognard.rules.efs.victory import FinalCount, score, verdict
from grognard.rules.efs.ways import MOVEMENT
from tests.rules.efs.boxes import TYPHOON, contents
from tests.rules.efs.campaign import Campaign, campaign, hexes, plane, source
from tests.rules.efs.drill import foot, grid, gun, hq, motor, msu, tank

LEVELS = [Level(least=60, winner="axis", level="decisive"),
          Level(least=45, winner="axis", level="substantial"),
          Level(least=30, winner="axis", level="marginal"),
          Level(least=15, winner="soviet", level="marginal"),
          Level(least=0, winner="soviet", level="substantial"),
          Level(least=-999, winner="soviet", level="decisive")]
HQS = VictoryLine(kind="hq", side="soviet", points=2, rule="17.2.2")
SOVIET_STEPS = VictoryLine(kind="steps", side="soviet", traits=["armour", "artillery"], points=1,
                           each=8, begun=True)
AXIS_STEPS = VictoryLine(kind="steps", side="axis", traits=["armour", "artillery"], points=-1,
                         each=5, each_by_plan={"hoepner": 10}, begun=True)
DIVISIONS = VictoryLine(kind="division", side="axis", points=-1)


def city(points: int = 5, **more: Any) -> VictoryLine:
    return VictoryLine(kind="hold", side="axis", hexes=hexes("0606"), points=points, **more)


def count(*lines: VictoryLine, rows: Any = None, units: Any = (), **features: Any) -> Campaign:
    said = {"victory": list(lines), "level": LEVELS, **(rows or {})}
    tanks = [tank(f"t{n}", 6, 6, steps=3, side="soviet") for n in range(3)]
    ours = [tank(f"T{n}", 6, 6, steps=3) for n in range(3)]
    return campaign(TYPHOON, foot("A", 4, 4), foot("x", 4, 4, side="soviet"), hq("h"), hq("i"),
                    msu("s"), gun("g", 2, side="soviet"), *tanks, *ours, *units, rows=said,
                    air=[plane("Ju"), plane("Yak", "soviet")], **features)


def points(t: Campaign) -> int:
    return score(t.game, t.state)


# -- winning -----------------------------------------------------------------------------------


@pytest.mark.rule("typhoon:17.1")
@pytest.mark.parametrize(("total", "winner", "level"), [
    (30, "axis", "marginal"), (29, "soviet", "marginal"), (60, "axis", "decisive"),
    (14, "soviet", "substantial")])
def test_the_levels_decide(total: int, winner: str, level: str) -> None:
    t = count(city(total)).put("0606", "A")
    assert verdict(t.game, t.state)[:2] == (winner, level)
    t.ask(FinalCount())
    result = t.game.result(t.state)
    assert result is not None
    assert (result.winner, result.level, t.state.victory_points) == (winner, level, total)


@pytest.mark.rule("typhoon:17.2")
def test_there_is_one_total_that_soviet_gains_lower() -> None:
    t = count(city(5), AXIS_STEPS).put("0606", "A")
    assert points(t) == 5
    assert points(t.put("0101", "T0-")) == 4


@pytest.mark.rule("typhoon:17.2.1")
def test_a_place_counts_if_a_ground_unit_stands_in_it() -> None:
    t = count(city(5), city="0606").put("0606", "A")
    assert points(t) == 5
    t.put("0101", "A")
    assert t.state.axis_land >> t.hex("0606") & 1, "it was captured"
    assert points(t) == 0
    assert points(t.put("0606", "s")) == 0, "supply holds nothing"
    assert points(count(city(5)).put("0606", "x")) == 0


@pytest.mark.rule("typhoon:17.2.1", "typhoon:17.3.1")
@pytest.mark.parametrize(("plan", "value"), [
    ("compromise", 4), ("hitler", 3), ("von-bock", 8), ("hoepner", 3)])
def test_the_plan_chooses_the_column(plan: str, value: int) -> None:
    line = city(4, by_plan={"hitler": 3, "von-bock": 8, "hoepner": 3})
    t = count(line, rows={"plans": True}).put("0606", "A")
    t.state.plan = plan
    assert points(t) == value


@pytest.mark.rule("typhoon:17.3.1/2")
def test_without_plans_there_is_one_column() -> None:
    t = count(city(4, by_plan={"hitler": 3})).put("0606", "A")
    assert points(t) == 4


# -- losses ------------------------------------------------------------------------------------


@pytest.mark.rule("typhoon:17.2.2.a")
def test_a_headquarters_counts_every_time_it_falls() -> None:
    t = count(HQS).put("0606", "h").put("0607", "A").on_turn("axis")
    t.suffer("-/e", "0606", "A").finish()
    assert (t.at("h"), points(t)) == (ELIMINATED, 2)
    t.put("0606", "h")
    assert points(t) == 2, "rebuilt"
    t.suffer("-/e", "0606", "A").finish()
    assert points(t) == 4


@pytest.mark.rule("typhoon:17.2.2.a")
def test_a_headquarters_that_surrenders_counts_too() -> None:
    t = count(HQS).put("0606", "h").unsupplied("h")
    t.ask(SurrenderRoll((t.hex("0606"),))).roll(1)
    assert (t.at("h"), points(t)) == (ELIMINATED, 2)


@pytest.mark.rule("typhoon:17.2.2.b")
@pytest.mark.parametrize(("lost", "value"), [(0, 0), (1, 1), (8, 1), (9, 2)])
def test_eight_soviet_steps_or_a_part_are_a_point(lost: int, value: int) -> None:
    t = count(SOVIET_STEPS)
    for n in range(3):
        here = min(3, lost - 3 * n)
        if here == 3:
            t.box(CADRE if n else ELIMINATED, f"t{n}")
        else:
            t.put("0101", f"t{n}" + "-" * max(0, here))
    assert points(t.put("0202", "g")) == value


@pytest.mark.rule("typhoon:17.2.2.b")
def test_guns_count_and_infantry_does_not() -> None:
    assert points(count(SOVIET_STEPS).box(ELIMINATED, "g")) == 1
    assert points(count(SOVIET_STEPS).box(ELIMINATED, "x")) == 0
    assert points(count(SOVIET_STEPS).box(ELIMINATED, "T0")) == 0, "the other side's"


@pytest.mark.rule("typhoon:17.2.2.c")
@pytest.mark.parametrize(("plan", "value"), [("compromise", -2), ("hoepner", -1)])
def test_five_axis_steps_or_a_part_cost_a_point(plan: str, value: int) -> None:
    t = count(AXIS_STEPS, rows={"plans": True}).box(CADRE, "T0", "T1").put("0101", "T2")
    t.state.plan = plan
    assert points(t) == value
    assert points(t.put("0101", "T0--", "T1---")) == -1


@pytest.mark.rule("typhoon:17.2.2.d")
def test_a_mobile_division_that_is_dead_costs_a_point() -> None:
    parts = [tank("1.T", 6, 6, division="1Pz", role="panzer"),
             motor("1.a", 4, 4, division="1Pz", role="motorised"),
             motor("2.a", 4, 4, division="2Mot", role="motorised")]
    t = count(DIVISIONS, units=parts).put("0101", "2.a").box(CADRE, "1.T").put("0202", "1.a")
    assert points(t) == 0
    t.box(ELIMINATED, "1.a")
    assert points(t) == -1
    assert points(t.box(ELIMINATED, "2.a")) == -2
    assert points(t.box(WITHDRAWN, "1.T")) == -1, "one was withdrawn"


@pytest.mark.rule("typhoon:17.2.2.e")
def test_withdrawn_units_and_air_units_do_not_count() -> None:
    t = count(SOVIET_STEPS, AXIS_STEPS, HQS, DIVISIONS).box(WITHDRAWN, "T0", "t0", "g", "h")
    t.state.air = [DESTROYED, DESTROYED]
    assert points(t) == 0


@pytest.mark.rule("typhoon:17.2.3")
def test_options_change_the_total_at_once() -> None:
    t = count()
    t.state.tally = {"kept": -2, "groups": 3, "attacks": 4}
    assert points(t) == 5


@pytest.mark.rule("typhoon:17.2.4")
def test_a_total_may_be_negative() -> None:
    t = count()
    t.state.tally = {"kept": -5}
    t.ask(FinalCount())
    assert t.state.victory_points == -5
    assert t.state.winner == "soviet"


@pytest.mark.rule("typhoon:17.4")
def test_nobody_leaves_the_map() -> None:
    t = count().put("0606", "A").put("0101", "x").on_turn("axis", MOVEMENT)
    t.ask(ChooseWay(t.units("A"), MOVEMENT))
    kinds = set(t.play.offers("axis").choices)
    assert kinds <= {"to", "via", "road", "through", "rail", "lift", "overrun", "with", "stay"}
    t = count(rows={"in_play": grid().hexes("0606 0605")}).put("0606", "A")
    t.on_turn("axis", MOVEMENT).ask(ChooseWay(t.units("A"), MOVEMENT))
    assert t.offers("to") == {"0605"}
    assert t.refused("to 0706").code == "out-of-play"


# -- what is data ------------------------------------------------------------------------------


@pytest.mark.rule("typhoon:1.0")
def test_two_sides_from_the_end_of_september() -> None:
    found = contents(TYPHOON)
    game = EastFrontSeries(found, DataBox("grognard.boxes.typhoon")._setting("mtsensk", {}))
    assert game.sides == ("axis", "soviet")
    first = min(found.turns, key=lambda row: row.turn)
    assert (first.turn, first.first_day) == (1, "1941-09-30")


@pytest.mark.rule("typhoon:18.0")
def test_a_scenario_is_data() -> None:
    rows = {
        "first_turn": 3, "last_turn": 9, "weather": {"3": "frost"},
        "setup": [SetUp(hex=grid().hex("0606"), units=["A"], lost={"A": 1})],
        "fort": [Fort(hex=grid().hex("0303"), side="soviet")],
        "supply": [SupplyAtStart(unit="s", hex=grid().hex("0505"), depot=True)],
        "source": [source("axis", "0101")], "supply_per_turn": PerSide(axis=3),
        "rail_capacity": PerSide(axis=6, soviet=14), "conversion_points": 10,
        "air_transport": PerSide(axis=3, soviet=5), "infantry_points": {"3": 1},
        "air": {"axis": AirAtStart(flown=["Ju"]), "soviet": AirAtStart(ready=["Yak"])},
        "left_out": ["attack_supply"]}
    t = count(rows=rows)
    assert (t.state.turn, t.where("A"), t.steps("A")) == (3, "0606", 1)
    assert (t.where("s"), t.steps("s")) == ("0505", 2)
    assert t.labels(sum(1 << hex for hex in t.state.forts)) == {"0303"}
    assert list(t.state.air) == [FLOWN, READY]
    t.ask(PlainTurn())
    while not t.play.decisions and t.step():
        t.roll(*[1] * t.step().chance(t.game, t.state).count)
    assert t.state.weather == "frost"
    bought = {"axis-rail": 6, "soviet-rail": 14, "conversion": 10}
    assert {name: t.has(name) for name in bought} == bought
    assert [event.args["count"] for event in t.heard("supply-points")] == [3]
