"""Scenario 3, the Luga line, and the rules it is made of."""

from functools import cache
from typing import Any

import pytest

import grognard
from grognard.hexes import bits
from grognard.rules.efs import (
    cards,
    limits,
    plans,
    rail,
    replacements,
    routes,
    soviet_table,
    supply_queue,
    supply_units,
    surrender,
    victory,
)
from grognard.rules.efs.entries import CallArrivals
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.movers import Moves
from grognard.rules.efs.naval import sealift
from grognard.rules.efs.scenarios import Group, SourceRow
from grognard.rules.efs.soviet_table import TableEvent
from grognard.rules.efs.special_rows import Fence, PerSide, Queue
from grognard.rules.efs.state import ACTIVE, CADRE, FLOWN, READY, TRACK
from grognard.rules.efs.weather import WeatherPhase
from tests.rules.efs.boxes import NORTH
from tests.rules.efs.campaign import Campaign, campaign, hexes, source
from tests.rules.efs.drill import foot, grid, hq, msu, tank

RED: dict[str, Any] = {"side": "soviet", "nation": "su"}
SOUTH = " ".join(f"{column:02}{row:02}" for column in range(1, 13) for row in range(8, 13))
NORTHERN = " ".join(f"{column:02}{row:02}" for column in range(1, 13) for row in range(1, 8))
LINE = "0401 0402 0403 0404 0405 0406"


@cache
def luga() -> EastFrontSeries:
    game = grognard.load("army_group_north", "luga")
    assert isinstance(game, EastFrontSeries)
    return game


@pytest.mark.rule("agn:12.0", "agn:12.2", "agn:3.1.b")
def test_all_of_map_l_and_units_with_a_triangle() -> None:
    game = luga()
    known = [unit for unit in game.units if unit.box and "unknown" not in unit.traits]
    others = {unit.code for unit in known if 3 not in cards.scenarios(game.charts.corners, unit)}
    assert not {code for code in others if not code.startswith("RSC")}
    assert game.playable == game.grid.all
    assert set(game.map.sheets) == {"L"}
    assert game.edition.stacking == 10, "in L3508 as everywhere: there is no inset"


@pytest.mark.rule("agn:12.1", "agn:12.1/weather", "agn:5.3.c", "agn:5.3.e")
def test_sixteen_turns_the_first_in_mud_and_storm_with_two_attacks_owed() -> None:
    game = luga()
    assert (game.first_turn, game.last_turn) == (24, 39)
    state = game.new_state()
    assert state.points[plans.BACKLOG] == 2
    assert state.turn == 24
    WeatherPhase().run(game, state)
    assert (state.weather, state.storm) == ("rain", True)
    assert "25" not in game.rows.weather


@pytest.mark.rule("agn:12.1/air", "agn:5.5.1")
def test_all_air_units_but_dummies_begin_flown() -> None:
    game = luga()
    state = game.new_state()
    kinds = {(unit.kind == "dummy", box) for unit, box in zip(
        game.air_units, state.air, strict=True) if game.air_number[unit.code] not in game.air_due}
    assert kinds == {(True, READY), (False, FLOWN)}


@pytest.mark.rule("agn:12.5.a", "agn:12.5.b", "agn:12.5.c", "agn:12.6")
def test_its_own_table_groups_and_levels() -> None:
    game = luga()
    assert [row.infantry for row in game.soviet_rows][3:5] == [2, 2], "the other table has 1, 2"
    ids = {row.id for row in game.rows.group if row.side == "soviet"}
    assert ids == {"rifles", "52A", "54A", "sailors", "NKVD", "rockets"}, "2 8 9 10 12 16"
    assert {row.id for row in game.rows.group if row.side == "axis"} == {"LVII", "siege", "troops"}
    assert [row.least for row in game.rows.level] == [42, 34, 28, 22, 16, -99]
    assert victory.score(game, game.new_state()) < 22


@pytest.mark.rule("agn:12.4.2")
def test_nobody_leaves_the_map() -> None:
    assert luga().rows.exit == []


# -- the fence at row 27 -----------------------------------------------------------------------


def fenced(turn: int, phase: str = "movement", units: int = 2) -> Campaign:
    row = Fence(side="soviet", rule="agn:12.4.1/hold", area=grid().hexes(NORTHERN),
                within=grid().hexes(SOUTH), last_turn=32, one_a_turn=[30, 31, 32])
    t = campaign(NORTH, *(foot(code, 2, 2, **RED) for code in "xyzw"[:units]), hq("h"),
                 rows={"fence": [row], "last_turn": 38})
    t.turn(turn).put("0408", "x").put("0508", "y")
    limits.new_turn(t.game, t.state)
    return t.on_turn("soviet", phase)


@pytest.mark.rule("agn:12.4.1/hold")
def test_units_behind_the_row_stay_there_until_the_movement_phase_of_turn_30() -> None:
    game = luga()
    (row,) = game.rows.fence
    behind = {game.grid.label(hex)[-2:] for hex in bits(row.within)}
    assert behind == {"28", "29", "30", "31", "32", "33", "34"}
    t = fenced(29)
    t.ask(Moves("movement")).do("move x")
    assert t.refused("to 0407").code == "fenced"
    assert "0409" in t.offers("to")
    t = fenced(30, "motorised")
    assert limits.closed(t.game, t.state, t.units("x"))
    t = fenced(30)
    assert not limits.closed(t.game, t.state, t.units("x"))
    assert not limits.closed(fenced(29).put("0403", "y").game, t.state, t.units("h"))


@pytest.mark.rule("agn:12.4.1/release", "agn:12.4.1/end")
def test_one_unit_a_turn_then_all() -> None:
    t = fenced(31)
    t.ask(Moves("movement")).do("move x").do("to 0406")
    t.do("move y")
    assert t.refused("to 0507").code == "fenced"
    t.state.turn = 32
    limits.new_turn(t.game, t.state)
    assert not limits.closed(t.game, t.state, t.units("y")), "another one on the next turn"
    t.state.turn = 33
    limits.new_turn(t.game, t.state)
    assert not limits.closed(t.game, t.state, t.units("x", "y"))


@pytest.mark.rule("agn:12.4.1/attacks")
def test_attacks_owed_from_the_start_are_made_in_the_south() -> None:
    rows = {"attacks_in": grid().hexes(SOUTH), "attacks_until": 30, "mandatory_attacks": True,
            "attacks_owed": 2}
    t = campaign(NORTH, foot("x", 8, 8, **RED), foot("A", 1, 1), foot("B", 1, 1), rows=rows)
    t.turn(29).put("0408", "x").put("0409", "A").put("0407", "B").on_turn("soviet")

    def refused(hex: str) -> str:
        t.state.attacks = ()
        t.declare(hex, "x")
        reason = plans.unnamed(t.game, t.state, t.battle(hex, "x"))
        return reason.code if reason else ""

    assert refused("0407") == "attack-owed-elsewhere"
    assert refused("0409") != "attack-owed-elsewhere"
    t.turn(31)
    assert refused("0407") != "attack-owed-elsewhere"


# -- the queue ---------------------------------------------------------------------------------


def queue(**more: Any) -> Campaign:
    rows = {"queue": [Queue(side="axis", most=6, hexes=hexes("0401"), used=[57], mobile=1,
                            depots=1)],
            "first_turn": 24, "left_out": [], "supply_per_turn": PerSide(axis=6),
            "source": [source("axis", "0401")], "converted": grid().hexes(LINE),
            "rail_capacity": PerSide(axis=6), **more}
    t = campaign(NORTH, *(msu(f"T{n}") for n in range(1, 12)), foot("A", 1, 1),
                 foot("x", 1, 1, **RED), rows=rows, railway=LINE)
    return t.put("0404", "A")


def bring(t: Campaign, *sizes: int) -> dict[int, int]:
    """Make counters of these sizes; rail points on each turn of the track."""
    for size in sizes:
        unit = next(bits(supply_units.unused(t.game, t.state, "axis")))
        supply_queue.join(t.game, t.state, "axis", unit, size)
    found: dict[int, int] = {}
    for unit in bits(supply_queue.waiting(t.game, t.state, "axis")):
        due = t.state.due[unit]
        found[due] = found.get(due, 0) + t.state.steps[unit]
    return found


@pytest.mark.rule("agn:12.4.3/queue", "agn:12.4.3/points", "agn:12.4.3/enter")
def test_the_example_of_the_queue() -> None:
    t = queue()
    assert bring(t) == {24: 3}, "one mobile unit and one depot begin in the box of turn 24"
    assert bring(t, 1, 2, 1, 2) == {24: 3, 25: 3, 26: 3}
    t.ask(CallArrivals())
    for unit in bits(supply_queue.waiting(t.game, t.state, "axis")):
        if t.state.at[unit] == ACTIVE:
            supply_units.remove(t.game, t.state, unit)
    t.turn(25)
    t.state.spent_supply = 0
    assert bring(t, 2, 2, 2) == {25: 3, 26: 3, 27: 6}


@pytest.mark.rule("agn:12.4.3/queue")
def test_points_of_the_turn_go_onto_the_track_and_nowhere_else() -> None:
    t = queue()
    t.ask(supply_units.ReceivePoints("axis"), supply_units.PlaceSupply("axis"))
    t.do(f"stock {min(t.offers('stock'), key=lambda code: int(code[1:]))}")
    assert t.has("axis-supply") == 4
    assert [t.where(f"T{n}") for n in (1, 2, 3)] == [str(TRACK)] * 3


@pytest.mark.rule("agn:12.4.3/rail", "agn:12.4.3/hexes")
def test_they_come_in_by_rail_with_part_of_the_ride_behind_them() -> None:
    t = queue()
    rail.refill(t.game, t.state)
    t.ask(CallArrivals()).on_turn("axis", "movement").ask(Moves("movement")).do("enter T1")
    assert t.refused("at 0401").code == "supply-by-rail"
    assert set(t.offers("rail")) == {"0401", "0402", "0403", "0404"}, "three hexes of sixty left"
    t.do("rail 0403")
    assert t.where("T1") == "0403"
    game = luga()
    (row,) = game.rows.queue
    told = {game.grid.label(hex): used for hex, used in zip(row.hexes, row.used, strict=True)}
    assert told == {"L1014": 36, "L1933": 22, "L2034": 22, "L3333": 34, "L3434": 34}


# -- Type A points, sources, surrender ---------------------------------------------------------


@pytest.mark.rule("agn:12.4.4.a", "agn:14.4.o.1")
def test_no_type_a_point_off_the_table_before_its_turn() -> None:
    t = campaign(NORTH, tank("t", 4, 4, **RED), rows={"type_a_from": 30})
    for turn, asked in ((29, False), (30, True)):
        t.turn(turn).ask(TableEvent("A"))
        assert (t.step() is not None) == asked
    given = [(row.turn, row.heavy, row.use_or_lose) for row in luga().rows.points
             if row.side == "soviet"]
    assert given == [(25, 1, True), (27, 1, True), (29, 1, True)]


@pytest.mark.rule("agn:6.7.1")
def test_a_use_or_lose_point_is_gone_at_the_end_of_the_turn() -> None:
    t = campaign(NORTH, foot("A", 8, 8)).points(axis_infantry=2)
    replacements.give(t.game, t.state, "axis", "infantry", 2, use_or_lose=True)
    assert t.has("axis-infantry") == 4
    t.box(CADRE, "A")
    replacements.pay(t.game, t.state, t.unit("A"))
    soviet_table.end_of_turn(t.game, t.state)
    assert t.has("axis-infantry") == 2, "the point spent was one of those"


def tanks(turn: int, **more: Any) -> Campaign:
    rows = {"brigades_from": 30, "left_out": [], "source": [source("soviet", "0412")], **more}
    t = campaign(NORTH, tank("div", 4, 4, size="division", **RED),
                 tank("bde", 2, 2, size="brigade", **RED), foot("A", 4, 4), rows=rows,
                 railway="0412 0411 0410 0409 0408 0407", major_city="0407", city="0409")
    return t.turn(turn).points(soviet_heavy=3).on_turn("soviet", "engineering")


@pytest.mark.rule("agn:12.4.4.b", "agn:14.4.o.2")
def test_from_turn_30_type_a_points_are_for_battalions_and_brigades() -> None:
    for turn, served in ((29, {"div", "bde"}), (30, {"bde"})):
        t = tanks(turn).box(CADRE, "div", "bde")
        found = replacements.rebuild_choices(t.game, t.state)
        assert {t.game.units[unit].code for unit in found} == served
    refused = tanks(30).box(CADRE, "div")
    why = replacements.rebuild_choices(refused.game, refused.state)
    reason = why.why(refused.unit("div"))
    assert reason is not None
    assert reason.code == "only-tank-brigades"


@pytest.mark.rule("agn:12.4.4.c")
def test_while_no_train_runs_tanks_are_made_at_the_works() -> None:
    more = {"works": hexes("0407"), "works_edge": grid().hexes("0412"),
            "works_city": grid().hexes("0407"), "brigades_from": 99}
    t = tanks(29, **more).box(CADRE, "div", "bde")
    assert not replacements.tank_makers(t.game, t.state), "the line is open"
    t.put("0410", "A")
    assert t.labels(replacements.tank_makers(t.game, t.state)) == {"0407"}
    assert t.labels(replacements.cities(t.game, t.state, t.unit("bde"))) == {"0407"}
    found = replacements.raise_choices(t.game, t.state)
    assert {t.game.units[unit].code for unit in found} == {"bde"}


@pytest.mark.rule("agn:12.4.6")
def test_ports_are_sources_while_they_are_held() -> None:
    game = luga()
    state = game.new_state()
    labels = {game.grid.label(hex) for hex in bits(routes.edge_sources(game, 24, "soviet"))}
    assert {"L7009", "L7017", "L7028", "L7031"} <= labels
    assert {"L3005", "L3006", "L4005"} <= labels
    assert routes.cities(game, state, "soviet") == game.ground.major_cities
    rows = {"source": [SourceRow(side="soviet", hexes=hexes("0404"), held=True)], "left_out": []}
    t = campaign(NORTH, foot("x", 2, 2, **RED), foot("A", 2, 2), rows=rows).put("0406", "x")
    assert t.labels(routes.sources(t.game, t.state, "soviet")) == {"0404"}
    t.state.axis_land |= grid().hexes("0404")
    assert not routes.sources(t.game, t.state, "soviet")


@pytest.mark.rule("agn:12.4.5")
def test_a_pocket_with_a_way_to_a_port_does_not_surrender() -> None:
    rows = {"source": [SourceRow(side="soviet", hexes=hexes("0404"), held=True)], "left_out": []}
    t = campaign(NORTH, foot("x", 2, 2, **RED), foot("A", 4, 4), rows=rows)
    t.put("0406", "x").put("0507", "A").unsupplied("x")
    assert not surrender.checked(t.game, t.state)
    t.state.axis_land |= grid().hexes("0404")
    assert t.labels(surrender.checked(t.game, t.state)) == {"0406"}, "the port has fallen"


@pytest.mark.rule("agn:6.4.1", "agn:6.4.2", "agn:6.4.3")
def test_rx2_gives_two_groups_or_garrisons_in_any_mix() -> None:
    groups = [Group(id=name, side="soviet", pool="special", turn=1, entry="", units=[])
              for name in ("a", "b", "c")]
    t = campaign(NORTH, foot("g", 1, 1, garrison="Riga", **RED), rows={"group": groups})
    t.put("0404", "g").having(garrison=t.units("g")).ask(TableEvent("Rx2"))
    t.do("group a").do("release 0404")
    assert t.step() is None, "a third is not asked for"
    assert t.state.groups_taken == 1
    assert not t.state.garrison
    t.ask(TableEvent("Rx2")).do("group b").do("group c")
    assert t.state.groups_taken == 7


# -- the sea -----------------------------------------------------------------------------------


@pytest.mark.rule("agn:8.4.1")
def test_the_fleet_lies_at_kronstadt_and_ships_carry_troops() -> None:
    game = luga()
    state = game.new_state()
    here = state.set_at(game.grid.hex("L3005")) & game.ships
    assert {game.units[unit].code for unit in bits(here)} == {
        "Marat", "OktRev", "MGorky", "1DD", "4DD"}
    for plug in game.plug_ins:
        plug.new_turn(state)
    assert state.points[sealift.purse("soviet")] == 6
