"""Rivers that flow."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

import pytest
from msgspec.structs import replace as replace_look

from grognard.core.maps import GameMap
from grognard.drawing.curves import distance
from grognard.drawing.lattice import Lattice
from grognard.drawing.sheet import Box, Sheet
from grognard.drawing.style import load_style
from grognard.drawing.water import (
    Course,
    End,
    courses,
    draw_light_rivers,
    draw_rivers,
    width_along,
)
from tests.unit.drawing.country import country

SIZE = 40.0


def sheet_of(game_map: GameMap) -> Sheet:
    lattice = Lattice(game_map.grid.orientation, SIZE)
    return Sheet(game_map, load_style(), lattice, Box(-1e4, -1e4, 1e4, 1e4))


@pytest.fixture
def sheet() -> Sheet:
    return sheet_of(country())


@pytest.fixture
def rivers(sheet: Sheet) -> dict[str, Course]:
    found = courses(sheet, flowing=True)
    assert len(found) == 2
    return {course.kind: course for course in found}


def test_a_river_is_one_unbroken_curve(rivers: dict[str, Course]) -> None:
    for course in rivers.values():
        for one, other in pairwise(course.pieces):
            assert one[-1] == other[0]


def test_a_river_runs_into_the_sea(sheet: Sheet, rivers: dict[str, Course]) -> None:
    main = rivers["major_river"]
    assert {main.first, main.last} == {End.MOUTH, End.SOURCE}
    mouth = main.line[0] if main.first is End.MOUTH else main.line[-1]
    hex = sheet.map.grid.at(*sheet.lattice.cell_at(mouth))
    assert hex is not None
    assert sheet.map.terrain[hex] == "water"


def test_a_river_keeps_to_its_hexsides(sheet: Sheet, rivers: dict[str, Course]) -> None:
    sides = [sheet.side(side) for side in sheet.map.hexsides["major_river"]]
    middles = [sheet.lattice.middle(side) for side in sides]
    line = rivers["major_river"].line
    assert all(min(distance(p, middle) for p in line) < 0.2 * SIZE for middle in middles)


def test_a_tributary_ends_on_the_curve_of_its_river(rivers: dict[str, Course]) -> None:
    branch, main = rivers["river"], rivers["major_river"]
    assert {branch.first, branch.last} == {End.JOINT, End.SOURCE}
    joint = branch.line[0] if branch.first is End.JOINT else branch.line[-1]
    assert min(distance(joint, point) for point in main.line) < main.look.width / 2 * SIZE


def test_a_river_is_thin_at_its_source(sheet: Sheet, rivers: dict[str, Course]) -> None:
    main = rivers["major_river"]
    width = width_along(sheet, main)
    total = sum(distance(a, b) for a, b in pairwise(main.line))
    ends = sorted([width(0), width(total)])
    assert ends[0] < 0.5 * ends[1]
    assert ends[1] == pytest.approx(main.look.width * SIZE)


def test_a_river_that_changes_its_kind_does_not_break() -> None:
    small = country()
    sides = sorted(small.hexsides["major_river"])
    upper = frozenset(s for s in sides if "06" in small.grid.hexside_label(s).split("/")[1][2:])
    kinds = {"major_river": small.hexsides["major_river"] - upper, "minor_river": upper}
    found = courses(sheet_of(replace(small, hexsides=kinds)), flowing=True)
    lower, higher = found
    ends = [(lower.line[0], lower.line[-1]), (higher.line[0], higher.line[-1])]
    assert min(distance(a, b) for a in ends[0] for b in ends[1]) < 1e-6


def test_a_river_at_the_edge_of_the_map_runs_off_it() -> None:
    small = country()
    edge = small.grid.parse_hexside("0407/0507")
    sides = frozenset([edge, small.grid.parse_hexside("0406/0507")])
    (course,) = courses(sheet_of(replace(small, hexsides={"river": sides})), flowing=True)
    assert End.EDGE in (course.first, course.last)


def widths(sides: Iterable[int]) -> tuple[Course, list[float]]:
    """A lake on these hexsides: how wide it is at its ends and in its middle."""
    sheet = sheet_of(replace(country(), hexsides={"lake": frozenset(sides)}))
    (lake,) = courses(sheet, flowing=True)
    width = width_along(sheet, lake)
    total = sum(distance(a, b) for a, b in pairwise(lake.line))
    return lake, [width(0), width(total / 2), width(total)]


def test_a_lake_on_hexsides_swells_in_the_middle() -> None:
    small = country()
    inland = [small.grid.parse_hexside(side) for side in ("0406/0506", "0405/0506")]
    lake, (first, middle, last) = widths(inland)
    assert (lake.first, lake.last) == (End.SOURCE, End.SOURCE)
    assert middle > 2 * max(first, last)


def test_a_bay_on_hexsides_is_open_to_the_sea() -> None:
    bay, (first, middle, last) = widths(country().hexsides["major_river"])
    head, mouth = (last, first) if bay.first is End.MOUTH else (first, last)
    assert middle == pytest.approx(mouth)
    assert mouth > 2 * head


def test_borders_are_no_rivers() -> None:
    small = replace(country(), hexsides={"border": country().hexsides["major_river"]})
    assert courses(sheet_of(small), flowing=True) == []
    assert len(courses(sheet_of(small), flowing=False)) == 1


def test_rivers_that_meet_keep_their_names() -> None:
    small = country()
    sides = {kind: sorted(small.hexsides[kind]) for kind in ("major_river", "river")}
    lower = set(map(small.grid.parse_hexside, ("0403/0503", "0403/0504", "0404/0504")))
    named = {"Lower": lower, "Upper": set(sides["major_river"]) - lower, "Brook": sides["river"]}
    meeting = replace(small, hexsides={"river": frozenset().union(*map(frozenset, named.values()))},
                      rivers={name: frozenset(found) for name, found in named.items()})
    found = courses(sheet_of(meeting), flowing=True)
    assert sorted(course.name for course in found) == ["Brook", "Lower", "Upper"]


def test_from_afar_a_river_is_two_strokes_and_light(
    sheet: Sheet, rivers: dict[str, Course]
) -> None:
    drawn = "".join(draw_rivers(sheet, rivers.values()))
    afar = "".join(draw_light_rivers(sheet, rivers.values()))
    assert len(afar) < len(drawn) / 3
    assert afar.count("<use") == 2 * len(rivers)
    for course in rivers.values():
        assert sheet.style.colour(course.look.fill) in afar
        assert sheet.style.colour(course.look.casing) in afar


def test_from_afar_a_lake_keeps_its_shape(sheet: Sheet, rivers: dict[str, Course]) -> None:
    river = next(iter(rivers.values()))
    lake = replace(river, look=replace_look(river.look, lens=True))
    assert "".join(draw_light_rivers(sheet, [lake])) == "".join(draw_rivers(sheet, [lake]))
