"""Scenario 6, the Leningrad defensive operation, and what of chapter 14 it plays by."""

from functools import cache

import pytest

import grognard
from grognard.hexes import UnknownHex, bits, pack
from grognard.rules.efs import (
    attack_supply,
    conversion,
    forts,
    limits,
    rail,
    routes,
    soviet_table,
    victory,
)
from grognard.rules.efs.air import AirReadinessPhase, ReadinessRoll
from grognard.rules.efs.entries import CallArrivals
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.inset import area
from grognard.rules.efs.inset.approach import MoveToInset
from grognard.rules.efs.state import ELIMINATED, TRACK
from grognard.rules.efs.waiting import WaitingFront
from grognard.rules.efs.weather import WeatherPhase
from tests.rules.efs.campaign import Campaign

CITY = ("L3405", "L3406", "L3504", "L3505", "L3506", "L3606")


@cache
def leningrad() -> EastFrontSeries:
    game = grognard.load("army_group_north", "leningrad")
    assert isinstance(game, EastFrontSeries)
    return game


def table(turn: int = 10) -> Campaign:
    game = leningrad()
    state = game.new_state()
    state.stack = ()
    return Campaign(game, state).turn(turn)


def codes(units: int) -> set[str]:
    return {leningrad().units[unit].code for unit in bits(units)}


# -- 16.0 to 16.5: the frame -----------------------------------------------------------------------


@pytest.mark.rule("agn:16.0", "agn:16.2")
def test_all_of_maps_b_l_and_w_and_the_inset() -> None:
    game = leningrad()
    assert set(game.map.sheets) == {"B", "L", "W", "In"}
    for label in ("B1637", "L3505", "W2628", "In2010"):
        assert game.playable >> game.grid.hex(label) & 1
    with pytest.raises(UnknownHex):
        game.grid.hex("C1717")


@pytest.mark.rule("agn:3.1.e")
def test_map_l_lies_over_the_others_and_w_over_b() -> None:
    grid = leningrad().grid
    assert grid.label(grid.hex("B4025")) == "L1034"
    assert grid.label(grid.hex("W1001")) == "L1629"
    assert grid.label(grid.hex("B4644")) == "W1025"


@pytest.mark.rule("agn:16.7")
def test_play_goes_over_to_the_inset_when_the_axis_comes_near() -> None:
    t = table(30)
    assert not area.is_reached(t.state)
    t.put("L3510", "1ID")
    assert not area.is_reached(t.state), "two hexes from the ring"
    t.put("L3509", "1ID")
    assert area.is_reached(t.state)
    assert isinstance(t.state.stack[-1], MoveToInset)


@pytest.mark.rule("agn:16.7", "agn:14.7.2/release")
def test_waiting_finns_bring_nobody_onto_the_inset_and_quarters_are_mega_hexes() -> None:
    t = table(38)
    CallArrivals().run(t.game, t.state)
    assert not area.is_reached(t.state)
    front = next(plug for plug in t.game.plug_ins if isinstance(plug, WaitingFront))
    for hex, code in (("In2112", "1ID"), ("In2111", "21ID"), ("In2310", "11ID")):
        t.put(hex, code)
    assert front.quarters(t.state) == 2, "two of them are in one mega-hex"
    t.put("In1910", "21ID")
    assert front.quarters(t.state) == 3
    assert front.called(t.state)


@pytest.mark.rule("agn:16.1", "agn:5.3.c")
def test_thirty_eight_turns_the_first_of_them_dry() -> None:
    t = table()
    assert (t.game.first_turn, t.game.last_turn) == (10, 47)
    t.ask(WeatherPhase())
    assert (t.state.weather, t.state.storm) == ("dry", False)
    assert not t.play.decisions, "no roll"
    t = table(11)
    t.ask(WeatherPhase())
    assert t.step() is not None, "then the weather is rolled for"


@pytest.mark.rule("agn:16.5")
def test_air_units_are_made_ready_by_dice_from_turn_11_on() -> None:
    assert table(10).ask(AirReadinessPhase()).step() is None, "given"
    assert isinstance(table(11).ask(AirReadinessPhase()).step(), ReadinessRoll)


@pytest.mark.rule("agn:16.4")
def test_the_limits_of_the_campaign_but_for_maps_a_and_c() -> None:
    game = leningrad()
    rows = {row.first_turn: (row.points, row.area_points, row.best_line, row.line_within, row.line)
            for row in game.rows.conversion}
    assert rows == {10: (6, 8, 8, 6, 4), 12: (10, 6, 0, 6, 4)}
    sources = routes.edge_sources(game, 10, "axis")
    held = game.grid.hexes("W2628 W3228")
    assert sources & held == held
    assert not routes.first_sources(game, game.new_state(), "axis") & held, "not held yet"


@pytest.mark.rule("agn:14.4.a", "agn:14.4.b")
def test_trains_by_map() -> None:
    t = table()
    rail.RailsOpen().run(t.game, t.state)
    purses = {pool.purse: t.state.points[pool.purse] for pool in t.game.rail_pools}
    assert sorted(purses.values()) == [6, 6, 6, 6, 14]


# -- 14.6, 16.6: who comes -------------------------------------------------------------------------


@pytest.mark.rule("agn:16.6", "agn:14.6.a", "agn:14.6.c")
def test_reinforcements_of_both_sides_by_turn() -> None:
    game = leningrad()
    due = {code: row.turn for row in game.rows.arrival for code in row.units}
    known = {"70R": 11, "48Tk": 11, "28/28Tk": 13, "128R": 14, "4NB": 16, "34A": 24, "42A": 33,
             "55A": 36, "93ID": 15, "29/12Pz": 32, "12D": 38, "III/StG2": 25}
    assert {code: due[code] for code in known} == known
    state = game.new_state()
    ground = [code for code in due if code in game.number]
    assert all(state.at[game.number[code]] == TRACK for code in ground)


@pytest.mark.rule("agn:14.6.b", "agn:14.6.c")
def test_replacements_of_both_sides() -> None:
    game = leningrad()
    assert [row.infantry for row in game.soviet_rows] == [0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5]
    assert game.rows.ordered_from == 35, "6.7.2: some points are bound from then on"
    assert (game.rows.type_a_from, game.rows.brigades_from) == (30, 30)
    axis = {row.turn: (row.infantry, row.heavy) for row in game.rows.points if row.side == "axis"}
    assert axis[12] == (2, 1)
    assert axis[13] == (1, 0)


@pytest.mark.rule("agn:16.6")
def test_strongpoints_that_come_with_the_reinforcements_are_added_to_those_of_the_table() -> None:
    t = table(12)
    t.ask(soviet_table.TableRoll()).roll(2)
    assert t.state.points[forts.QUOTA] == 1 + 4


@pytest.mark.rule("agn:14.7.1")
def test_the_karelian_groups_are_laid_onto_the_map_and_stay() -> None:
    t = table(33)
    CallArrivals().run(t.game, t.state)
    group = t.game.named(["43R", "123R", "142R", "198R", "5NKVD", "102NKVD", "23A", "23AArt"])
    assert t.state.on_map(group) == group
    assert t.state.posted == group
    karelia = t.game.map.areas["karelia"] | t.game.grid.hexes("L3502")
    assert not t.state.look_up(group) & ~karelia
    t.turn(38)
    CallArrivals().run(t.game, t.state)
    finns = t.game.named(["2D", "8D", "10D", "12D", "15D", "18D"])
    assert t.state.on_map(finns) == finns
    barred = {layer.code: layer.bars for layer in t.game.limits(t.state, "move")}
    assert barred["finns-wait"] == finns
    assert barred["holds-a-post"] == group


@pytest.mark.rule("agn:14.7.2/source", "agn:14.7.2/rail", "agn:14.7.2/attack")
def test_all_finns_are_fed_from_l2601_by_a_road_that_ends_at_l3102() -> None:
    t = table(38)
    CallArrivals().run(t.game, t.state)
    finns = t.game.named(["2D", "8D", "10D", "12D", "15D", "18D"])
    nets = routes.nation_nets(t.game, t.state, "fi")
    assert t.labels(nets.sources) == {"L2601"}
    assert t.labels(nets.road) == {"L2601", "L2701", "L2801", "L2901", "L3002", "L3102"}
    assert not nets.rail & ~nets.sources
    assert not routes.lost(t.game, t.state, "axis") & finns
    assert limits.stops(t.game, t.state, "rail", finns) == "agn:14.7.2/rail"
    target = (t.game.grid.hex("L3203"),)
    assert attack_supply.supplied(t.game, t.state, finns, 0, target), "14.7.2/attack"
    assert not attack_supply.supplied(t.game, t.state, t.game.named(["1ID"]), 0, target)


@pytest.mark.rule("agn:14.7.1")
def test_who_finds_an_enemy_in_his_hex_waits() -> None:
    t = table(38)
    t.put("L3501", "265R")
    CallArrivals().run(t.game, t.state)
    assert t.at("10D") == TRACK
    t.put("L3505", "265R").turn(39)
    CallArrivals().run(t.game, t.state)
    assert t.where("10D") == "L3501"


@pytest.mark.rule("agn:16.4")
def test_garrisons_of_leningrad_are_bound_and_not_free_for_the_asking() -> None:
    t = table(30)
    assert "13NKVD" in codes(t.state.garrison)
    bound = {code for row in t.game.rows.garrison for code in row.units}
    assert {"13NKVD", "Mil.1", "7Lgrad"} <= bound
    late = t.game.named(["Mil.1", "Mil.2", "23NKVD"])
    assert t.game.comes_bound & late == late


# -- 14.5, 14.7.4 on the map -----------------------------------------------------------------------


@pytest.mark.rule("agn:14.5/estonia", "agn:14.5/mapL")
def test_the_regions_of_surrender() -> None:
    game = leningrad()
    estonia, map_l = game.rows.haven
    assert game.rows.over_lakes
    at = game.grid.hex
    assert estonia.area >> at("B2715") & 1
    assert not estonia.area >> at("B1836") & 1, "Latvia"
    assert [game.grid.label(hex) for hex in estonia.hexes] == ["B2204", "B1605"]
    assert map_l.ports
    assert map_l.area >> at("L3005") & 1


@pytest.mark.rule("agn:14.7.4")
def test_no_transport_with_karelia_on_the_map() -> None:
    t = table(38)
    for side in ("axis", "soviet"):
        for deed in ("lift", "ship"):
            (layer,) = limits.places_shut(t.game, t.state, deed, side)
            assert {"L3002", "L3501", "L3203"} <= t.labels(layer.bars)
            assert not {"L3005", "L3505", "L4003"} & t.labels(layer.bars)


# -- 16.8: victory ---------------------------------------------------------------------------------


@pytest.mark.rule("agn:16.4")
def test_railways_beyond_the_edge_and_partisans_in_their_country() -> None:
    rows = leningrad().rows
    ends = {tuple(leningrad().grid.label(hex) for hex in row.ends): row.points
            for row in rows.offmap_rail}
    assert ends == {("L6634", "W4821"): 20, ("L7031", "W4821"): 43, ("L7031", "W4825"): 51}
    (fence,) = rows.fence
    assert fence.traits == ["partisan"]
    assert {row.new for row in rows.exchange if row.offered} == {
        f"{number}EstSec" for number in range(1, 6)}


@pytest.mark.rule("agn:16.8")
def test_points_for_places_held_and_losses_and_six_levels() -> None:
    t = table(47)
    before = victory.score(t.game, t.state)
    t.put("In2112", "1ID")
    assert victory.score(t.game, t.state) == before + 1
    t.state.place(t.game, t.unit("1ID"), ELIMINATED)
    t.put("In2112", "618Art")
    assert victory.score(t.game, t.state) == before, "a step of infantry or engineers it must be"
    assert [row.least for row in t.game.rows.level] == [100, 76, 60, 48, 36, -99]
    worth = sum(line.points * len(line.hexes) for line in t.game.rows.victory
                if line.kind == "hold")
    assert worth >= 100, "everything taken is a decisive victory"


def test_the_axis_can_convert_towards_the_front() -> None:
    t = table()
    conversion.new_turn(t.game, t.state)
    found = {hex for run in conversion.runs(t.game, t.state) for hex in run.hexes}
    assert t.labels(pack(found)) & {"W1216", "W1215"}


def test_lines_of_fire_across_the_inset_run_straight() -> None:
    """Over the map two hexes of the inset may be nearer than they lie."""
    game = leningrad()
    edge = [hex for hex in bits(game.mega.fine) if game.grid.spread(1 << hex) & ~game.mega.fine]
    pairs = [(a, b) for a in edge for b in edge if game.grid.distance(a, b) < 9]
    assert pairs
    assert any(not game.waters.clear_line(a, b) for a, b in pairs)
