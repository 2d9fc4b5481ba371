"""Roads and railways."""

from dataclasses import replace
from itertools import pairwise

import pytest

from grognard.core.maps import Line
from grognard.drawing.curves import distance, sampled
from grognard.drawing.lines import Net, Way, draw_crossings
from grognard.drawing.places import place_cells
from grognard.drawing.sheet import Sheet
from tests.unit.drawing.country import bare, country
from tests.unit.drawing.test_water import SIZE, sheet_of


def net_of(sheet: Sheet) -> Net:
    return Net(sheet, place_cells(sheet))


def points(way: Way) -> list[tuple[float, float]]:
    return sampled(way.pieces, 2.0)


@pytest.fixture
def sheet() -> Sheet:
    return sheet_of(country())


def test_a_line_is_unbroken(sheet: Sheet) -> None:
    for way in net_of(sheet).ways():
        assert all(one[-1] == other[0] for one, other in pairwise(way.pieces))


def test_a_road_runs_through_the_middle_of_a_town(sheet: Sheet) -> None:
    (road,) = [way for way in net_of(sheet).ways() if way.kind == "road"]
    for name in ("0405", "0706"):
        middle = sheet.centre(sheet.map.grid.hex(name))
        assert min(distance(point, middle) for point in points(road)) < 0.5


def test_a_road_stays_in_its_hexes(sheet: Sheet) -> None:
    (road,) = [way for way in net_of(sheet).ways() if way.kind == "road"]
    known = set(road.cells)
    visited = {sheet.lattice.cell_at(point) for point in points(road)}
    assert {cell for cell in visited if sheet.map.grid.at(*cell) is not None} <= known


def test_road_and_railway_on_one_link_lie_side_by_side(sheet: Sheet) -> None:
    net = net_of(sheet)
    net.ways()
    a, b = (sheet.cell(sheet.map.grid.hex(name)) for name in ("0405", "0505"))
    gap = distance(net.crossing("road", a, b), net.crossing("rail", a, b))
    assert 0.05 * SIZE < gap < 0.4 * SIZE


def test_a_line_that_ends_at_the_edge_runs_off_the_map(sheet: Sheet) -> None:
    (rail,) = [way for way in net_of(sheet).ways() if way.kind == "railway"]
    (road,) = [way for way in net_of(sheet).ways() if way.kind == "road"]
    beyond = [sheet.lattice.cell_at(point) for point in (rail.pieces[-1][-1], road.pieces[0][0])]
    assert [sheet.map.grid.at(*cell) for cell in beyond] == [None, None]


def test_links_given_one_by_one_are_chained() -> None:
    plain = bare()
    hexes = [plain.grid.hex(name) for name in ("0203", "0303", "0403", "0503", "0603")]
    links = tuple(Line("rail", str(i), "", pair) for i, pair in enumerate(pairwise(hexes)))
    sheet = sheet_of(replace(plain, lines=links))
    (way,) = net_of(sheet).ways()
    assert len(way.cells) == 5


def test_of_two_roads_on_one_link_the_better_is_drawn() -> None:
    plain = bare()
    pair = (plain.grid.hex("0303"), plain.grid.hex("0403"))
    lines = (Line("rollbahn", "A", "", pair), Line("track", "B", "", pair))
    ways = net_of(sheet_of(replace(plain, lines=lines))).ways()
    assert [way.kind for way in ways] == ["rollbahn"]


def test_each_line_has_its_bridge(sheet: Sheet) -> None:
    net = net_of(sheet)
    net.ways()
    assert len(list(draw_crossings(sheet, net))) == 2


def test_a_map_without_bridges_has_one_wherever_a_line_crosses_a_river() -> None:
    small = country()
    sides = {kind: found for kind, found in small.hexsides.items() if kind != "bridge"}
    sheet = sheet_of(replace(small, hexsides=sides))
    net = net_of(sheet)
    net.ways()
    crossed = small.links("road", "railway") & small.hexsides["major_river"]
    assert len(crossed) == 1
    assert len(list(draw_crossings(sheet, net))) == 2
