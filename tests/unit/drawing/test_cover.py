"""Features that cover the ground: woods on open ground, woods on a hill."""

from dataclasses import replace

from grognard.drawing.lattice import Lattice
from grognard.drawing.legend import Entry, draw_legend, entries
from grognard.drawing.sheet import Box, Sheet
from grognard.drawing.style import load_style
from grognard.drawing.terrain import Region, covered, regions
from tests.unit.drawing.country import bare

CLEAR, HILL = "0107", "0606"


def wooded() -> Sheet:
    """The small country, with woods as a feature of an open hex and of the hill."""
    land = bare()
    hexes = 1 << land.grid.hex(CLEAR) | 1 << land.grid.hex(HILL)
    game_map = replace(land, features={"woods": hexes, "village": 0})
    lattice = Lattice(game_map.grid.orientation, 40.0)
    return Sheet(game_map, load_style(), lattice, Box(-1e4, -1e4, 1e4, 1e4))


def region_of(sheet: Sheet, label: str) -> Region:
    cell = sheet.cell(sheet.map.grid.hex(label))
    (found,) = [region for region in regions(sheet) if cell in region.cells]
    return found


def test_a_covered_hex_is_drawn_as_its_cover() -> None:
    sheet = wooded()
    kinds = covered(sheet)
    assert kinds[sheet.map.grid.hex(CLEAR)] == "woods_clear"
    assert kinds[sheet.map.grid.hex(HILL)] == "woods_hill"
    assert kinds[sheet.map.grid.hex("0101")] == "water"
    assert region_of(sheet, CLEAR).look == sheet.style.terrain_look("woods")


def test_woods_on_a_hill_show_both() -> None:
    look = region_of(wooded(), HILL).look
    assert look.rings == wooded().style.terrain_look("hill").rings
    assert look.scatter


def test_ground_without_a_cover_stays_as_it_is() -> None:
    sheet = wooded()
    assert covered(sheet) | dict.fromkeys(
        [sheet.map.grid.hex(CLEAR), sheet.map.grid.hex(HILL)], "") == sheet.map.terrain | {
        sheet.map.grid.hex(CLEAR): "", sheet.map.grid.hex(HILL): ""}


def test_the_legend_shows_a_cover_as_ground() -> None:
    sheet = wooded()
    assert Entry("features", "woods") in entries(sheet)
    drawn = "".join(draw_legend(sheet, Box(0, 0, 2000, 400), lambda table, kind: f"{table} {kind}"))
    assert ">features woods<" in drawn
