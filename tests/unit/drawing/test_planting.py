"""Rows of trees."""

import re

from grognard.drawing.lattice import Lattice
from grognard.drawing.planting import planted, relative
from grognard.drawing.sheet import Box, Sheet
from grognard.drawing.style import load_style
from tests.unit.drawing.country import country

ROWS = [[("fir", (100.0, 80.0)), ("oak", (120.0, 81.0)), ("fir", (140.0, 79.0))],
        [("oak2", (110.0, 95.0))]]  # fmt: skip


def sheet() -> Sheet:
    land = country()
    return Sheet(land, load_style(), Lattice(land.grid.orientation, 40.0), Box(0, 0, 900, 900))


def paths(drawn: str) -> list[tuple[str, str]]:
    """Way and colour of each path, in order."""
    return re.findall(r'<path d="([^"]*)"[^>]*? fill="([^"]*)"', drawn)


def test_what_one_pen_draws_of_a_row_is_one_path() -> None:
    colour = sheet().style.colour
    found = paths("".join(planted(sheet(), ROWS)))
    shadows = [way.count("M") for way, fill in found if fill == colour("tree-shadow")]
    assert shadows == [3, 1]
    assert [way.count("M") for way, fill in found if fill == colour("tree-light")] == [1, 1]


def test_shadows_lie_under_crowns_and_the_row_behind_under_the_row_in_front() -> None:
    colour = sheet().style.colour
    fills = [fill for _, fill in paths("".join(planted(sheet(), ROWS)))]
    shadow, crown = colour("tree-shadow"), colour("tree-light")
    assert fills[0] == shadow
    first, last = [place for place, fill in enumerate(fills) if fill == crown]
    assert first < fills.index(shadow, 1) < last


def test_a_glyph_stands_where_it_was_put() -> None:
    (way, _), *_ = paths("".join(planted(sheet(), [[("fir", (100.0, 80.0))]])))
    assert way.startswith("M2.500 2.000m")


def test_where_nothing_stands_nothing_is_drawn() -> None:
    assert list(planted(sheet(), [[], []])) == []


def test_ways_of_all_kinds_can_begin_anywhere() -> None:
    assert relative("M1 1L3 1V4H0A2 2 0 0 1 5 5T6 6S1 1 2 2Z") == (
        "m1 1l2 0v3h-3a2 2 0 0 1 5 1t1 1s-5-5-4-4z"
    )
    # After a closed shape the pen stands where the shape began.
    assert relative("M1 1l1 0l0 1zM3 3h1") == "m1 1l1 0l0 1zm2 2h1"
