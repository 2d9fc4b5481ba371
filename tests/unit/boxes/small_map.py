"""A map of four columns and three rows, written out as a folder that tests can spoil."""

from pathlib import Path

from grognard.boxes.maps import load_map
from grognard.boxes.opened import OpenBox
from grognard.core.maps import GameMap

MAP = """
id = "small"
name = "Small"
scale_km = 1.3
no_lines_in = ["water"]
[grid]
orientation = "flat"
columns = [1, 4]
rows = [1, 3]
shove = "even"
rows_grow = "up"
[terrain]
clear = "open ground"
woods = "woods"
water = "sea and lakes"
[features]
village = "a village"
[hexside_kinds]
river = "a river"
bridge = "a bridge"
[line_kinds]
road = "a road"
trail = "a trail, which has no bridges"
[hexside_notes]
never_frozen = "runs too fast for ice"
[bridges.bridge]
over = ["river"]
lines = ["road"]
[provenance]
default = "reconstruction"
scale_km = "text"
"""
HEXES = """\
hex,terrain,features,name,country,sea,notes,source
0101,clear,village,Olgino,estonia,,,text
0102,woods,,,estonia,,,
0103,water,,,,Lake Peipus,,geography
0201,clear,,,,,,
0202,clear,village,Riigi,,,,
0203,woods,,,,,,
0301,clear,,,,,,
0302,clear,village,Slantsy,,,,
0303,woods,,,,,,
0401,clear,,,,,,
0402,clear,village,Slantsy,,,,
0403,woods,,,,,,
"""
HEXSIDES = """\
hex,direction,kind,name,notes,source
0202,NE,river,Narva,never_frozen,
0202,SE,river,Narva,,
0202,SE,bridge,,,
"""
LINES = """\
kind,id,name,hexes,source
road,R1,The highway,0101 0201 0302 0402,
road,R2,The bridge road,0202 0302,
trail,T1,,0202 0303,
"""
AREAS = """\
name,hexes,basis,source
west,0101 0102 0201 0202 0203,the left bank,text
far,0101 0402,,
"""


class SmallMap:
    """Writes the folder, then reads it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.maps = folder / "maps" / "small"
        self.maps.mkdir(parents=True)
        self.write("map.toml", MAP)
        self.write("hexes.csv", HEXES)
        self.write("hexsides.csv", HEXSIDES)
        self.write("lines.csv", LINES)
        self.write("areas.csv", AREAS)

    def write(self, file: str, text: str) -> None:
        (self.maps / file).write_text(text, encoding="utf-8")

    def change(self, file: str, old: str, new: str) -> None:
        text = (self.maps / file).read_text(encoding="utf-8")
        assert old in text
        self.write(file, text.replace(old, new, 1))

    def add(self, file: str, line: str) -> None:
        text = (self.maps / file).read_text(encoding="utf-8")
        self.write(file, f"{text}{line}\n")

    def open(self) -> OpenBox:
        return OpenBox(self.folder)

    def load(self) -> GameMap:
        opened = self.open()
        found = load_map(opened, "maps/small")
        opened.faults.raise_if_any()
        assert found is not None
        return found

    def faults(self) -> list[str]:
        """The faults of the map, without the folder before each."""
        opened = self.open()
        assert load_map(opened, "maps/small") is None
        return [str(fault).removeprefix("maps/small/") for fault in opened.faults]
