"""Two sheets that print some of the same hexes."""

from pathlib import Path

import pytest

from grognard.boxes.maps import load_map
from grognard.boxes.opened import OpenBox
from grognard.core.maps import GameMap

MAP = """
id = "two"
name = "Two sheets"
scale_km = 1.0
[grid]
orientation = "flat"
[[grid.sheets]]
key = "W"
columns = [1, 4]
rows = [1, 2]
[[grid.sheets]]
key = "E"
columns = [1, 4]
rows = [1, 2]
offset = [2, 0]
[terrain]
clear = "open ground"
woods = "woods"
[hexside_kinds]
river = "a river"
[line_kinds]
road = "a road"
[provenance]
default = "reconstruction"
"""
"""W0301 is E0101, and so on: columns 3 and 4 of W are 1 and 2 of E."""
LINES = "kind,id,hexes\nroad,R1,W0101 W0201 W0301 E0201 E0301 E0401\n"
AREAS = "name,hexes\nshared,E0101 W0302\nfar_east,E0401 E0402\n"


class TwoSheets:
    def __init__(self, folder: Path) -> None:
        self.box = folder
        self.folder = folder / "maps/two"
        for key in "WE":
            (self.folder / key).mkdir(parents=True)
            numbers = [f"{key}{column:02}{row:02}" for column in range(1, 5) for row in (1, 2)]
            rows = [f"{number},clear," for number in numbers]
            self.write(f"{key}/hexes.csv", "\n".join(["hex,terrain,name", *rows, ""]))
        self.write("W/hexsides.csv", "hex,direction,kind,name\nW0301,S,river,Lesna\n")
        self.write("E/hexsides.csv", "hex,direction,kind,name\nE0101,S,river,Lesna\n")
        self.write("map.toml", MAP)
        self.write("lines.csv", LINES)
        self.write("areas.csv", AREAS)

    def write(self, file: str, text: str) -> None:
        (self.folder / file).write_text(text, encoding="utf-8")

    def change(self, file: str, old: str, new: str) -> None:
        text = (self.folder / file).read_text(encoding="utf-8")
        assert old in text
        self.write(file, text.replace(old, new, 1))

    def load(self, *sheets: str) -> GameMap:
        opened = OpenBox(self.box)
        found = load_map(opened, "maps/two", sheets)
        opened.faults.raise_if_any()
        assert found is not None
        return found

    def faults(self) -> list[str]:
        opened = OpenBox(self.box)
        assert load_map(opened, "maps/two") is None
        return [str(fault) for fault in opened.faults]


@pytest.fixture
def two(tmp_path: Path) -> TwoSheets:
    return TwoSheets(tmp_path)


def test_sheets_that_say_the_same_join(two: TwoSheets) -> None:
    found = two.load()
    assert len(found.grid) == 12
    assert found.grid.hex("E0101") == found.grid.hex("W0301")
    assert [len(line.hexes) for line in found.lines] == [6]
    assert len(found.hexsides["river"]) == 1


def test_a_line_ends_where_the_sheets_end(two: TwoSheets) -> None:
    for key, wanted in {"W": "W0101 W0201 W0301 W0401", "E": "E0101 E0201 E0301 E0401"}.items():
        found = two.load(key)
        (line,) = found.lines
        assert line.hexes == tuple(map(found.grid.hex, wanted.split()))


def test_a_line_that_comes_back_is_there_twice(two: TwoSheets) -> None:
    two.change("lines.csv", "E0301 E0401", "E0301 E0302 E0202 E0102 W0202")
    assert [len(line.hexes) for line in two.load("W").lines] == [4, 3]


def test_of_an_area_only_the_hexes_of_the_sheets_are_there(two: TwoSheets) -> None:
    assert set(two.load("W").areas) == {"shared"}
    assert two.load("E").areas["shared"] == two.load("E").grid.hexes("E0101 E0102")
    assert set(two.load().areas) == {"shared", "far_east"}


def test_a_label_of_no_sheet_at_all_is_a_fault_even_of_a_part(two: TwoSheets) -> None:
    two.change("areas.csv", "E0402", "E0902")
    opened = OpenBox(two.box)
    assert load_map(opened, "maps/two", ["W"]) is None
    assert [str(fault).split(" (")[0] for fault in opened.faults] == [
        "maps/two/areas.csv:3: no hex is called 'E0902'"]


def test_sheets_that_differ_about_a_hex_are_a_fault(two: TwoSheets) -> None:
    two.change("E/hexes.csv", "E0201,clear,", "E0201,woods,Riigi")
    assert two.faults() == [
        "maps/two/E/hexes.csv:4: terrain: 'woods', but W0401 is the same place and has 'clear' "
        "(maps/two/W/hexes.csv:8)",
        "maps/two/E/hexes.csv:4: name: 'Riigi', but W0401 is the same place and has '' "
        "(maps/two/W/hexes.csv:8)",
    ]


def test_sheets_that_differ_about_the_name_of_a_river_are_a_fault(two: TwoSheets) -> None:
    two.change("E/hexsides.csv", "Lesna", "Tikha")
    (fault,) = two.faults()
    assert "name: 'Tikha', but W0301 is the same place and has 'Lesna'" in fault


def test_a_river_on_one_of_two_sheets_is_a_fault(two: TwoSheets) -> None:
    two.change("E/hexsides.csv", "E0101,S", "E0101,SE")
    said = "is not on sheet {}, which prints it too"
    assert two.faults() == [
        "maps/two/E/hexsides.csv:2: river on W0301/W0402 " + said.format("W"),
        "maps/two/W/hexsides.csv:2: river on W0301/W0302 " + said.format("E"),
    ]


def test_a_place_on_two_sheets_can_be_called_by_its_name(two: TwoSheets) -> None:
    two.change("E/hexes.csv", "E0201,clear,", "E0201,clear,Riigi")
    two.change("W/hexes.csv", "W0401,clear,", "W0401,clear,Riigi")
    assert two.load().grid.hex("Riigi") == two.load().grid.hex("W0401")
