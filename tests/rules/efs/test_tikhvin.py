"""Scenario 8, the offensive at Tikhvin, and the rules it is made of."""

from functools import cache
from typing import Any

import pytest

import grognard
from grognard.hexes import bits
from grognard.rules.efs import armour, cards, conversion, losses, pools, rail, soviet_table, victory
from grognard.rules.efs.forts import QUOTA, sites
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.scenarios import VictoryLine
from grognard.rules.efs.special_rows import Capacity, Fence, Limit
from grognard.rules.efs.state import ACTIVE, POOL
from grognard.rules.efs.weather import WeatherPhase, WeatherRoll, settle
from tests.rules.efs.boxes import NORTH
from tests.rules.efs.campaign import campaign, hexes, source
from tests.rules.efs.drill import drill, engineer, foot, grid, motor, tank

LINE = "0401 0402 0403 0404 0405 0406"


@cache
def tikhvin() -> EastFrontSeries:
    game = grognard.load("army_group_north", "tikhvin")
    assert isinstance(game, EastFrontSeries)
    return game


@pytest.mark.rule("agn:18.0", "agn:3.1.g")
def test_units_with_a_violet_box_or_a_star_on_map_l() -> None:
    game = tikhvin()
    fighting = [unit for unit in game.units if unit.type != "supply counter"]
    others = {unit.code for unit in fighting if 8 not in cards.scenarios(game.charts.corners, unit)}
    assert {code[:3] for code in others} <= {"RSC"}, "regiments for detaching belong to nobody"
    assert game.rows.sheets == ["L"]


@pytest.mark.rule("agn:18.1", "agn:18.4.6")
def test_ten_turns_of_the_winter_track_and_the_first_is_frost() -> None:
    game = tikhvin()
    assert (game.first_turn, game.last_turn) == (29, 38)
    assert game.turns[34].climate == "arctic", "December, not the August of the other track"
    state = game.new_state()
    WeatherPhase().run(game, state)
    assert (state.weather, state.soaked, state.storm) == ("frost", False, False)
    later = game.new_state()
    later.turn = 30
    WeatherPhase().run(game, later)
    assert isinstance(later.stack[-1], WeatherRoll)


@pytest.mark.rule("agn:18.2")
def test_the_north_east_of_map_l() -> None:
    game = tikhvin()
    inside = {label: bool(game.playable >> game.grid.hex(label) & 1)
              for label in ("L4001", "L4025", "L7025", "L4526", "L3910")}
    assert inside == {"L4001": True, "L4025": True, "L7025": True, "L4526": False, "L3910": False}


@pytest.mark.rule("agn:18.6", "agn:5.5.2")
def test_everybody_stands_somewhere_or_comes() -> None:
    game = tikhvin()
    state = game.new_state()
    fighting = game.fighting | game.hqs
    nowhere = {game.units[unit].code for unit in bits(fighting & ~state.on_map(game.everybody))
               if unit not in state.due and state.at[unit] != POOL}
    assert nowhere == {"RSCC", "RSCD", "RSCJ", "RSCK"}, "spare regiments"
    assert not game.faults(state)
    skis = [game.number[f"{n}Ski"] for n in range(1, 5)]
    assert [state.due[unit] for unit in skis] == [31, 31, 33, 35]


@pytest.mark.rule("agn:5.4.3/note", "agn:5.5.3")
def test_rails_railheads_and_forts_are_listed() -> None:
    game = tikhvin()
    state = game.new_state()
    assert game.rows.railheads
    assert game.rows.converted_hexes
    heads = {key // conversion.WAYS for key in state.railheads}
    assert heads == set(game.rows.railheads)
    assert {game.grid.label(hex) for hex in bits(state.axis_rail)} == {
        game.grid.label(hex) for hex in game.rows.converted_hexes}
    assert not state.axis_rail & ~game.ground.rail_hexes
    assert not state.cuts
    assert not state.forts


@pytest.mark.rule("agn:18.4.2", "agn:18.4.3")
def test_winter_halves_the_railways() -> None:
    rows = {"capacity": [
        Capacity(side="axis", sheets=["all"], points=6, in_weather={"snow": 3, "arctic": 3}),
        Capacity(side="soviet", sheets=["all"], points=8, in_weather={"snow": 4})]}
    assert [(row.points, row.in_weather) for row in tikhvin().rows.capacity] == [
        (row.points, row.in_weather) for row in rows["capacity"]]
    t = campaign(NORTH, foot("A", 1, 1), rows=rows)
    for weather, axis, soviet in (("frost", 6, 8), ("snow", 3, 4), ("arctic", 3, 8)):
        rail.refill(t.game, t.state)
        settle(t.game, t.state, weather, storm=False)
        found = (t.has("axis-rail-all"), t.has("soviet-rail-all"))
        assert found == (axis, soviet), weather


@pytest.mark.rule("agn:18.4.4")
def test_nobody_builds_strongpoints() -> None:
    assert [row.deeds for row in tikhvin().rows.limit] == [["build"], ["build"]]
    rows = {"limit": [Limit(side="soviet", deeds=["build"], rule="agn:18.4.4")]}
    t = campaign(NORTH, foot("x", 1, 1, side="soviet"), engineer("E"), rows=rows)
    t.put("0404", "x").put("0909", "E").on_turn("soviet").points(**{QUOTA: 2})
    assert not sites(t.game, t.state).mask
    t.on_turn("axis")
    assert sites(t.game, t.state).mask, "the row is about the Soviets"


@pytest.mark.rule("agn:18.4.5")
def test_the_axis_stays_off_the_lake_even_when_it_is_frozen() -> None:
    row = tikhvin().rows.fence[0]
    assert {tikhvin().map.terrain[hex] for hex in bits(row.area)} == {"lake"}
    rows = {"fence": [Fence(side="axis", rule="agn:18.4.5", hexes=hexes("0404"))]}
    t = drill(NORTH, foot("A", 1, 1), foot("x", 1, 1, side="soviet"), rows=rows, lake_hex="0404")
    t.put("0405", "A").put("0304", "x").moves(weather="arctic").do("move A")
    assert t.refused("to 0404").code == "fenced"
    t.moves("soviet", weather="arctic").do("move x")
    assert "0404" in t.offers("to")


@pytest.mark.rule("agn:18.4.1")
def test_ski_troops_infiltrate_in_snow_and_arctic_only() -> None:
    for weather, slips in (("frost", False), ("snow", True), ("arctic", True)):
        t = drill(NORTH, foot("s", 2, 2, side="soviet", traits=["ski"], move=2), foot("A", 4, 4),
                  foot("B", 4, 4))
        t.put("0404", "s").put("0504", "A").put("0505", "B").moves("soviet", weather=weather)
        t.do("move s")
        assert ("0405" in t.offers("to")) == slips, weather


@pytest.mark.rule("agn:18.4.7")
def test_units_of_the_optional_groups_fill_up_two_panzer_divisions() -> None:
    assert set(tikhvin().rows.integrity_help) == {"8Pz", "12Pz"}
    rows = {"integrity_help": {"1Pz": ["H"]}}
    parts = [tank("P", 4, 4, division="1Pz", role="panzer"),
             motor("M", 4, 4, division="1Pz", role="motorised"), foot("H", 4, 4)]
    others = [tank("Q", 4, 4, division="2Pz", role="panzer"),
              motor("N", 4, 4, division="2Pz", role="motorised")]
    t = campaign(NORTH, *parts, *others, rows=rows)
    t.put("0404", "P", "M", "H").put("0606", "Q", "N")

    def whole(*codes: str) -> tuple[str, ...]:
        return armour.integrity(t.game, t.state, t.units(*codes), "axis", True).divisions

    assert whole("P", "M") == ()
    assert whole("P", "M", "H") == ("1Pz",)
    assert whole("Q", "N", "H") == (), "the row is about the other division"


@pytest.mark.rule("agn:17.6.d", "agn:6.7.1")
def test_the_axis_calls_one_group_a_turn_at_its_price() -> None:
    game = tikhvin()
    state = game.new_state()
    state.turn, state.side = 31, "axis"

    def to_be_had() -> list[str]:
        return [game.rows.group[n].id for n in pools.reserves(game, state)]

    assert to_be_had() == ["division", "replacements"], "the march battalions come later"
    pools.take_group(game, state, 0)
    assert state.at[game.number["215ID"]] == ACTIVE
    assert state.tally["groups"] == -2
    assert to_be_had() == [], "one a turn"
    state.turn = 32
    soviet_table.end_of_turn(game, state)
    assert to_be_had() == ["replacements", "march"]
    pools.take_group(game, state, 1)
    assert (state.points["axis-infantry"], state.points["axis-heavy"]) == (1, 1)
    assert state.tally["groups"] == -3
    soviet_table.end_of_turn(game, state)
    assert (state.points["axis-infantry"], state.points["axis-heavy"]) == (0, 0), "used or lost"


@pytest.mark.rule("agn:18.7", "agn:5.3.a", "agn:5.3.b")
def test_victory_begins_at_what_is_held_and_counts_losses_as_they_fall() -> None:
    game = tikhvin()
    state = game.new_state()
    assert (state.victory_points, state.tally) == (0, {}), "worn divisions are no losses yet"
    places = {line.points: len(line.hexes) for line in game.rows.victory if line.kind == "hold"}
    held = sum(victory.held(game, state, line) * line.points for line in game.rows.victory
               if line.kind == "hold")
    assert victory.score(game, state) == held
    assert places[10] == 1, "Volkhov"


def line(**more: Any) -> VictoryLine:
    return VictoryLine(**{"kind": "steps", "side": "axis", "points": -1, **more})


@pytest.mark.rule("agn:5.3.b")
def test_steps_count_as_they_fall_and_the_fifth_entry_counts_more() -> None:
    rows = {"victory": [line(fallen=True, each=2, traits=["armour"], more={"2": -5})]}
    t = campaign(NORTH, tank("T", 8, 8), foot("F", 8, 8), rows=rows).put("0404", "T-", "F")
    assert victory.score(t.game, t.state) == 0, "a step missing at the start was not lost here"
    for code in "TTF":
        losses.lose_step(t.game, t.state, t.unit(code))
    assert victory.score(t.game, t.state) == -1
    t.state.set_steps(t.unit("T"), 4)
    assert victory.score(t.game, t.state) == -1, "rebuilt or not"
    for _ in range(2):
        losses.lose_step(t.game, t.state, t.unit("T"))
    assert victory.score(t.game, t.state) == -7, "two entries, and the second counts more"


def test_turns_held_are_counted_one_by_one() -> None:
    rows = {"victory": [line(kind="turns", points=1, hexes=hexes("0404"), after=3)]}
    t = campaign(NORTH, foot("F", 8, 8), rows=rows).put("0404", "F")
    for turn, score in ((3, 0), (4, 1), (5, 2)):
        t.turn(turn)
        victory.end_of_turn(t.game, t.state)
        assert victory.score(t.game, t.state) == score


def test_rail_capacity_of_two_sheets_is_counted_apart() -> None:
    rows = {"capacity": [Capacity(side="axis", sheets=["all"], points=1)],
            "source": [source("axis", "0401")], "converted": grid().hexes(LINE), "left_out": []}
    t = campaign(NORTH, foot("A", 1, 1), foot("B", 1, 1), rows=rows, railway=LINE)
    t.put("0402", "A").put("0403", "B").on_turn("axis", "movement")
    rail.refill(t.game, t.state)
    assert rail.rail_choices(t.game, t.state, t.units("A")).mask
    t.moves().do("move A").do("rail 0405")
    assert rail.rail_choices(t.game, t.state, t.units("B")).layers[0].code == "rail-capacity"
