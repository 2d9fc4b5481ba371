"""The supply route of one unit as the table draws it, and where it breaks."""

import pytest

import grognard
from grognard.core.messages import catalogue
from grognard.hexes import bits, pack
from grognard.lab.bench import positions
from grognard.rules.efs import routes
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import SIDES
from grognard.table import Trace, table_of
from tests.rules.efs.drill import both, foot, msu
from tests.rules.efs.field import Field, field

UNIT = foot("A", 4, 4)
SOURCE = "axis 0401"


def traced(t: Field, code: str = "A") -> Trace:
    view = t.game.view(t.state, t.game.owner(t.unit(code)))
    found = table_of(t.game).trace(view, t.unit(code))
    assert found is not None
    return found


def drawn(t: Field, trace: Trace) -> list[tuple[str, str, str, bool]]:
    """Kind, first and last hex of every line, and whether it breaks."""
    label = t.game.grid.label
    return [(line.kind, label(line.hexes[0]), label(line.hexes[-1]), line.broken)
            for line in trace.lines]


@both
def test_a_line_of_communication_leads_to_the_source(box: str) -> None:
    t = field(box, UNIT, sources=SOURCE)
    t.put("0408", "A")
    assert drawn(t, traced(t)) == [("loc", "0408", "0401", False)]


@both
def test_communication_then_road_then_rail(box: str) -> None:
    t = field(box, UNIT, sources=SOURCE, railway="0401 0402 0403 0404",
              main_road="0404 0405 0406 0407")
    t.state.axis_rail = t.game.ground.rail_hexes
    t.put("0410", "A")
    assert drawn(t, traced(t)) == [("loc", "0410", "0407", False), ("road", "0407", "0404", False),
                                   ("rail", "0404", "0401", False)]


@both
def test_it_breaks_in_the_zone_that_nobody_breaks(box: str) -> None:
    wall = [foot(f"x{n}", 2, 4, side="soviet") for n in range(4)]
    t = field(box, UNIT, *wall, sources=SOURCE)
    for hex, unit in zip(("0104", "0404", "0704", "1004"), wall, strict=True):
        t.put(hex, unit.code)
    t.put("0407", "A")
    trace = traced(t)
    assert trace.says.id == "trace.zone"
    assert drawn(t, trace) == [("loc", "0407", "0405", True)]
    assert t.labels(pack(trace.breaks)) == {"0405"}


@both
def test_it_breaks_where_the_enemy_stands(box: str) -> None:
    wall = [foot(f"x{n}", 1, 1, side="soviet", band="both") for n in range(1, 13)]
    t = field(box, UNIT, *wall, sources=SOURCE)
    for n, unit in enumerate(wall, 1):
        t.put(f"{n:02}04", unit.code)
    t.put("0407", "A")
    trace = traced(t)
    assert trace.says.id == "trace.enemy"
    assert drawn(t, trace) == [("loc", "0407", "0404", True)]


@both
def test_it_breaks_where_it_grows_too_long(box: str) -> None:
    t = field(box, UNIT, sources=SOURCE)
    t.put("0411", "A")
    trace = traced(t)
    assert trace.says.id == "trace.too-long"
    assert trace.says.args == {"length": 10, "limit": 7}
    assert drawn(t, trace) == [("loc", "0411", "0404", True)]
    t.having(weather="rain")
    assert traced(t).says.args["limit"] == 5


@both
def test_without_a_source_there_is_no_way(box: str) -> None:
    t = field(box, UNIT)
    t.put("0404", "A")
    assert traced(t).says.id == "trace.no-way"
    assert not traced(t).lines


@both
def test_only_units_on_the_map_whose_supply_is_judged_have_a_route(box: str) -> None:
    t = field(box, UNIT, msu("S"), sources=SOURCE)
    t.put("0404", "S")
    view = t.game.view(t.state, "axis")
    table = table_of(t.game)
    assert table.trace(view, t.unit("S")) is None
    assert table.trace(view, t.unit("A")) is None, "not on the map"
    t = field(box, UNIT, sources=SOURCE, left_out="supply")
    t.put("0404", "A")
    assert table_of(t.game).trace(t.game.view(t.state, "axis"), t.unit("A")) is None


def test_over_random_games_the_way_drawn_says_what_the_nets_say() -> None:
    """A route is broken if and only if the unit is lost; a whole one leads to a source."""
    game = grognard.load("typhoon", "mtsensk")
    assert isinstance(game, EastFrontSeries)
    lost = sum(check(game, state, side) for state in positions(game, 3)[:60] for side in SIDES)
    assert lost, "now and then somebody is cut off"


def check(game: EastFrontSeries, state: EfsState, side: str) -> int:
    """How many of the side are cut off; every route is as it must be."""
    lost, table = routes.lost(game, state, side), table_of(game)
    for unit in bits(state.on_map(game.judged[side])):
        trace = table.trace(game.view(state, side), unit)
        assert trace is not None
        fails = bool(trace.breaks) or trace.says.id == "trace.no-way"
        assert fails == bool(lost >> unit & 1)
        if trace.lines and not fails:
            whole(game, state, side, unit, trace)
    return lost.bit_count()


def whole(game: EastFrontSeries, state: EfsState, side: str, unit: int, trace: Trace) -> None:
    here, free = state.at[unit], routes.free(game, state, side)
    for line in trace.lines:
        assert not line.broken
        assert line.hexes[0] == here
        assert all(game.grid.distance(a, b) == 1
                   for a, b in zip(line.hexes, line.hexes[1:], strict=False))
        assert not pack(line.hexes[1:]) & ~free
        here = line.hexes[-1]
    assert routes.sources(game, state, side) >> here & 1


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_sentence_is_there_in_both_languages(language: str) -> None:
    texts = catalogue(language, "efs-table")
    for name in ("supplied", "source", "no-way", "zone", "enemy", "fort", "too-long"):
        assert texts.has(f"trace.{name}")
    for kind in ("loc", "road", "rail"):
        assert texts.has(f"line.{kind}")
        assert texts.has(f"way.{kind}")
