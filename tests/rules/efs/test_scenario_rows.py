"""What a scenario's rows add to the rules: exits, fences, quiet formations, exchanges, rates."""

from typing import Any

import pytest

from grognard.rules.efs.declaring import DeclareAttacks
from grognard.rules.efs.entries import CallArrivals
from grognard.rules.efs.movers import Moves
from grognard.rules.efs.scenarios import (
    Arrival,
    Closed,
    EntryArea,
    Exchange,
    Exit,
    Group,
    Quiet,
    SetUp,
    SupplyRate,
    VictoryLine,
)
from grognard.rules.efs.sequence import Interphase
from grognard.rules.efs.soviet_table import SovietReplacementPhase
from grognard.rules.efs.special_rows import Limit, PerSide
from grognard.rules.efs.state import ACTIVE, CADRE, ELIMINATED, EXITED, POOL, WITHDRAWN
from grognard.rules.efs.supply_units import CapitalPoint, ReceivePoints
from grognard.rules.efs.victory import score
from tests.rules.efs.boxes import TYPHOON
from tests.rules.efs.campaign import Campaign, campaign, hexes, source
from tests.rules.efs.drill import division as a_division
from tests.rules.efs.drill import (
    foot,
    grid,
    motor,
    msu,
    tank,
)

RED: Any = {"side": "soviet"}


def rows_of(*units: Any, features: Any = None, **rows: Any) -> Campaign:
    return campaign(TYPHOON, *units, rows=rows, **(features or {}))


# -- leaving the map (7.1.6, 17.4) -----------------------------------------------------------------


def at_the_edge(**more: Any) -> Campaign:
    door = Exit(side="soviet", hexes=hexes("1206"), first_turn=5)
    t = rows_of(foot("x", 2, 2, **RED), foot("A", 2, 2), exit=[door], **more)
    return t.put("1206", "x").put("1108", "A").on_turn("soviet", "movement")


@pytest.mark.rule("typhoon:7.1.6", "typhoon:17.4")
def test_units_leave_where_the_scenario_says_from_its_turn_on() -> None:
    t = at_the_edge().turn(4)
    t.ask(Moves("movement")).do("move x")
    assert t.refused("exit").code == "no-exit-here"
    t = at_the_edge().turn(5)
    t.ask(Moves("movement")).do("move x exit")
    assert t.at("x") == EXITED
    assert t.heard("left-the-map")


@pytest.mark.rule("typhoon:7.1.6")
def test_the_step_over_the_edge_takes_a_point_and_a_side_that_may() -> None:
    t = at_the_edge().turn(5).put("1201", "x")
    t.ask(Moves("movement")).do("move x via 1206")
    assert t.offers("exit"), "five of six points are spent"
    t = at_the_edge().turn(5).put("0101", "A").put("1212", "x")
    t.ask(Moves("movement")).do("move x via 1206")
    assert t.refused("exit").code == "no-exit-here", "all six are"
    t = at_the_edge().turn(5).put("1206", "A").put("0101", "x").on_turn("axis", "movement")
    t.ask(Moves("movement")).do("move A")
    assert t.refused("exit").code == "no-exit-here"


@pytest.mark.rule("typhoon:17.4")
def test_divisions_that_left_whole_score() -> None:
    parts = [tank("1.T", 4, 4, division="1Pz", role="panzer"),
             *(motor(f"1.{n}", 4, 4, division="1Pz", role="motorised") for n in "ab"),
             *(motor(f"2.{n}", 4, 4, division="2M", role="motorised") for n in "abc")]
    line = VictoryLine(kind="exit", side="axis", points=4)
    t = rows_of(*parts, victory=[line])
    assert score(t.game, t.state) == 0
    t.box(EXITED, "1.T", "1.a")
    assert score(t.game, t.state) == 0, "no integrity"
    t.box(EXITED, "1.b")
    assert score(t.game, t.state) == 4
    t.box(EXITED, "2.a", "2.b", "2.c")
    assert score(t.game, t.state) == 8


# -- fences (18.0) ---------------------------------------------------------------------------------


def fenced(*units: Any, **more: Any) -> Campaign:
    shut = Closed(side="axis", area=grid().hexes("0605 0606 0505 0506"))
    return rows_of(foot("A", 6, 6), foot("x", 2, 2, **RED), *units, closed=[shut], **more)


@pytest.mark.rule("typhoon:18.0")
def test_the_land_of_the_neighbours_is_closed_to_one_side() -> None:
    t = fenced().put("0608", "A").put("0202", "x")
    t.ask(Moves("movement")).do("move A")
    assert t.refused("to 0606").code == "neighbours-land"
    assert "0607" in t.offers("to")
    t = fenced().put("0202", "A").put("0608", "x").on_turn("soviet", "movement")
    t.ask(Moves("movement")).do("move x")
    assert "0606" in t.offers("to")


@pytest.mark.rule("typhoon:18.0")
def test_nobody_advances_or_overruns_into_it() -> None:
    t = fenced().put("0607", "A").put("0606", "x")
    t.suffer("-/e", "0606", "A")
    assert t.at("x") == ELIMINATED
    assert not t.step(), "there is nothing to advance into"
    t = fenced(motor("M", 8, 8)).put("0607", "M").put("0606", "x").put("0101", "A")
    t.ask(Moves("movement")).do("move M")
    assert t.refused("overrun 0606").code == "neighbours-land"


@pytest.mark.rule("typhoon:18.0")
def test_nobody_enters_the_map_there() -> None:
    t = fenced(foot("U", 2, 2),
               arrival=[Arrival(turn=1, side="axis", units=["U"], entry="w")],
               entry=[EntryArea(id="w", side="axis", area=grid().hexes("0506 0507"))])
    t.ask(CallArrivals(), Moves("movement")).do("enter U")
    assert t.offers("at") == {"0507"}


# -- formations that wait (18.0) -------------------------------------------------------------------


def eve_of_battle(turn: int) -> Campaign:
    row = Quiet(side="axis", formations=["4A"], last_turn=1)
    t = rows_of(foot("A", 6, 6, formation="4A/VII"), foot("B", 6, 6, formation="PzGr2"),
                motor("M", 9, 9, formation="4A"), foot("x", 1, 1, **RED), quiet=[row])
    return t.put("0605", "A").put("0706", "B").put("0507", "M").put("0606", "x").turn(turn)


@pytest.mark.rule("typhoon:18.0")
def test_a_formation_attacks_nobody_before_its_day() -> None:
    t = eve_of_battle(1)
    t.state.side = "axis"
    t.ask(DeclareAttacks()).do("declare 0606")
    assert t.refused("by A").code == "formation-waits"
    assert t.offers("by") == {"B"}
    t = eve_of_battle(2)
    t.state.side = "axis"
    t.ask(DeclareAttacks()).do("declare 0606")
    assert "A" in t.offers("by")


@pytest.mark.rule("typhoon:18.0")
def test_nor_does_it_overrun() -> None:
    t = eve_of_battle(1)
    t.ask(Moves("movement")).do("move M")
    assert t.refused("overrun 0606").code == "group-waits"
    t = eve_of_battle(2)
    t.ask(Moves("movement")).do("move M")
    assert "0606" in t.offers("overrun")


# -- deeds that a row forbids for some turns -------------------------------------------------------


def held_up(turn: int, *deeds: Any) -> Campaign:
    """A row keeps A from some deeds on turn 1; B is free, and so is A on turn 2."""
    row = Limit(side="axis", deeds=list(deeds), rule="18.0", last_turn=1, units=["A"])
    t = rows_of(foot("A", 6, 6), foot("B", 6, 6), foot("x", 1, 1, **RED), limit=[row])
    return t.put("0605", "A").put("0706", "B").put("0606", "x").turn(turn)


@pytest.mark.parametrize(("turn", "code", "who"), [(1, "no-attack-now", {"B"}),
                                                   (2, None, {"A", "B"})])
def test_a_row_keeps_units_from_attacking(turn: int, code: str | None, who: set[str]) -> None:
    t = held_up(turn, "attack").on_turn("axis", "combat")
    t.ask(DeclareAttacks()).do("declare 0606")
    assert t.offers("by") == who
    assert code is None or t.refused("by A").code == code


@pytest.mark.parametrize(("turn", "code", "who"), [(1, "no-move-now", {"B"}),
                                                   (2, None, {"A", "B"})])
def test_a_row_keeps_units_from_moving(turn: int, code: str | None, who: set[str]) -> None:
    t = held_up(turn, "move")
    t.ask(Moves("movement"))
    assert t.offers("move") == who
    assert code is None or t.refused("move A").code == code


# -- exchanges (14.1) ------------------------------------------------------------------------------


def guards(place: str = "") -> Campaign:
    swap = Exchange(turn=3, old="316R", new="8Gds")
    t = rows_of(a_division("316R", 5, 6, **RED), a_division("8Gds", 6, 6, traits=["guards"], **RED),
                exchange=[swap])
    return t.put(place, "316R-") if place else t


@pytest.mark.rule("typhoon:14.1")
def test_a_guards_division_takes_the_place_and_the_losses() -> None:
    t = guards("0606").turn(2)
    t.ask(CallArrivals())
    assert t.where("316R") == "0606", "not yet"
    t.turn(3).ask(CallArrivals())
    assert (t.where("8Gds"), t.steps("8Gds"), t.at("316R")) == ("0606", 2, WITHDRAWN)
    assert t.heard("renewed")


@pytest.mark.rule("typhoon:14.1")
def test_a_dead_division_is_renewed_in_its_box() -> None:
    t = guards().box(CADRE, "316R").turn(5)
    t.ask(CallArrivals())
    assert (t.at("8Gds"), t.steps("8Gds")) == (CADRE, 0)


# -- groups of the Axis (14.1.6) -------------------------------------------------------------------


@pytest.mark.rule("typhoon:14.1.6")
def test_the_axis_calls_its_reserve_for_points() -> None:
    group = Group(id="X1", side="axis", pool="special", turn=4, points=-2, entry="w", units=["S"])
    t = rows_of(foot("S", 5, 7), foot("A", 2, 2), group=[group],
                entry=[EntryArea(id="w", side="axis", hexes=hexes("0106"))])
    t.put("0606", "A").turn(3).on_turn("axis", "movement")
    assert t.at("S") == POOL
    t.ask(Moves("movement"))
    assert t.refused("group X1").code == "not-available"
    t.turn(9).ask(Moves("movement")).do("group X1")
    assert t.at("S") == ACTIVE
    assert score(t.game, t.state) == -2
    t.do("enter S at 0106")
    assert t.where("S") == "0106", "on the same turn"


def test_a_group_that_was_not_called_in_time_stays_away() -> None:
    group = Group(id="X1", side="axis", pool="special", turn=4, last_turn=6, entry="w", units=["S"])
    t = rows_of(foot("S", 5, 7), foot("A", 2, 2), group=[group],
                entry=[EntryArea(id="w", side="axis", hexes=hexes("0106"))])
    t.put("0606", "A").turn(7).on_turn("axis", "movement").ask(Moves("movement"))
    assert t.refused("group X1").code == "no-longer-available"


@pytest.mark.rule("typhoon:14.1.6")
def test_the_soviets_do_not_take_it_on_an_event() -> None:
    group = Group(id="X1", side="axis", pool="special", turn=1, points=-2, entry="w", units=["S"])
    t = rows_of(foot("S", 5, 7), foot("x", 2, 2, **RED), group=[group]).put("0606", "x").turn(9)
    t.on_turn("soviet", "movement").ask(Moves("movement"))
    assert t.refused("group X1").code != "not-available"
    assert not t.offers("group")


# -- rates (6.5.1, 12.1.2, 14.3.2) -----------------------------------------------------------------


@pytest.mark.rule("typhoon:6.5.1")
@pytest.mark.parametrize(("turn", "weather", "axis", "soviet"), [
    (1, "dry", 14, 3), (4, "rain", 7, 3), (5, "dry", 12, 4), (6, "frost", 0, 4)])
def test_supply_points_go_by_turn_and_weather(turn: int, weather: str, axis: int,
                                              soviet: int) -> None:
    rates = [SupplyRate(first_turn=1, axis={"dry": 14, "rain": 7}, soviet=3),
             SupplyRate(first_turn=5, axis={"dry": 12}, soviet=4)]
    t = rows_of(msu("S"), supply_rate=rates).turn(turn).having(weather=weather)
    t.ask(ReceivePoints("axis"), ReceivePoints("soviet"))
    assert (t.has("axis-supply"), t.has("soviet-supply")) == (axis, soviet)


@pytest.mark.rule("typhoon:14.3.2", "typhoon:6.5.1/5")
def test_panic_stops_the_point_of_moscow_once() -> None:
    t = rows_of(foot("x", 2, 2, **RED), msu("S", **RED), left_out=[], panic=[7],
                source=[source("soviet", "1212")],
                features={"major_city": "0606", "moscow": "0606"}).put("0606", "x").turn(10)
    t.ask(SovietReplacementPhase()).roll(3)
    assert t.heard("capital-panic")
    t.ask(Interphase())
    t.ask(CapitalPoint())
    assert not t.step(), "the turn after the panic"
    t.ask(CapitalPoint())
    assert t.offers("bring") == {"S"}
    t.turn(7).ask(CapitalPoint())
    assert not t.step(), "a panic on a given day"


@pytest.mark.rule("typhoon:12.1.2")
def test_a_scenario_without_the_table_grants_strongpoints() -> None:
    t = rows_of(foot("x", 2, 2, **RED), left_out=["replacement"], soviet_forts=2)
    t.ask(SovietReplacementPhase())
    assert t.has("strongpoints") == 2
    t.ask(Interphase())
    t = rows_of(foot("x", 2, 2, **RED), left_out=["replacement"])
    t.ask(SovietReplacementPhase())
    assert not t.has("strongpoints"), "none unless it says so"


# -- points (17.2) ---------------------------------------------------------------------------------


@pytest.mark.rule("typhoon:17.2")
def test_divisions_in_the_eliminated_box_and_in_a_pocket_count() -> None:
    units = [a_division("x", 4, 4, **RED), a_division("y", 4, 4, **RED), foot("z", 4, 4, **RED),
             *(foot(f"A{n}", 4, 4) for n in range(6))]
    line = VictoryLine(kind="destroyed", side="soviet", size="division", points=1, cut_off=True)
    t = rows_of(*units, victory=[line], source=[source("soviet", "1206")])
    t.box(ELIMINATED, "x", "z").put("0606", "y")
    assert score(t.game, t.state) == 1, "x; z is no division"
    for n, hex in enumerate(["0604", "0705", "0707", "0608", "0507", "0505"]):
        t.put(hex, f"A{n}")
    assert score(t.game, t.state) == 2, "y is cut off"


@pytest.mark.rule("typhoon:17.2.2.c")
def test_steps_that_were_missing_at_the_start_do_not_count() -> None:
    line = VictoryLine(kind="steps", side="axis", traits=["armour"], points=-1, since_start=True)
    at_start = SetUp(hex=grid().hex("0606"), units=["T"], lost={"T": 2})
    t = rows_of(tank("T", 8, 8, steps=4), victory=[line], setup=[at_start])
    assert score(t.game, t.state) == 0
    t.state.set_steps(t.unit("T"), 1)
    assert score(t.game, t.state) == -1
    t.box(CADRE, "T")
    assert score(t.game, t.state) == -2


# -- rails (12.4.5.a) ------------------------------------------------------------------------------


@pytest.mark.rule("typhoon:12.4.5.a")
def test_the_rails_behind_a_railhead_are_converted() -> None:
    line = "0401 0402 0403 0404 0405 0406"
    at_start = [SetUp(hex=grid().hex("0405"), units=["A"]), SetUp(hex=grid().hex("0409"),
                                                                  units=["x"])]
    t = rows_of(foot("A", 2, 2), foot("x", 2, 2, **RED), setup=at_start, conversion_points=4,
                rail_capacity=PerSide(axis=4), railheads=hexes("0403"),
                source=[source("axis", "0401")], features={"railway": line})
    assert t.labels(t.state.axis_rail) == {"0401", "0402", "0403"}
    assert len(t.state.railheads) == 1
