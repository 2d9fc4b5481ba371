"""Everything that can be wrong with a map is named, in one line each."""

import pytest

from grognard.boxes.checks import is_contiguous, pieces
from grognard.hexes import Orientation, rectangle
from tests.unit.boxes.small_map import SmallMap

SPOILT = [
    # hexes
    ("hexes.csv", "0403,woods", "0404,woods",
     ["hexes.csv: 1 hexes without a row: 0403",
      "hexes.csv:13: no hex is called '0404' (did you mean 0403, 0402, 0401?)"]),
    ("hexes.csv", "0403,woods", "0402,woods",
     ["hexes.csv: 1 hexes without a row: 0403",
      "hexes.csv:13: hex 0402 stands already on line 12"]),
    ("hexes.csv", "0403,woods", "Riigi,woods",
     ["hexes.csv: 1 hexes without a row: 0403",
      "hexes.csv:13: hex Riigi is 0202, which stands already on line 6"]),
    ("hexes.csv", "0102,woods", "0102,wood",
     ["hexes.csv:3: terrain: 'wood' is not in map.toml (did you mean woods?)"]),
    ("hexes.csv", "0102,woods", "0102,",
     ["hexes.csv:3: terrain: '' is not in map.toml (there is: clear, water, woods)"]),
    ("hexes.csv", "village,Riigi", "village;vilage,Riigi",
     ["hexes.csv:6: features: 'vilage' is not in map.toml (did you mean village?)"]),
    ("hexes.csv", "village,Riigi", "village,Olgino",
     ["hexes.csv:6: the name 'Olgino' stands at 0101 already, which is not adjacent"]),
    # hexsides
    ("hexsides.csv", "0202,NE", "0203,N",
     ["hexsides.csv:2: river on 0203 N: no hex lies beyond"]),
    ("hexsides.csv", "0202,NE", "0202,E",
     ["hexsides.csv:2: no direction 'E' (did you mean SE or NE?)"]),
    ("hexsides.csv", "0202,NE", "0909,NE",
     ["hexsides.csv:2: no hex is called '0909'"]),
    ("hexsides.csv", "0202,NE,river", "0202,NE,rivr",
     ["hexsides.csv:2: kind: 'rivr' is not in map.toml (did you mean river?)"]),
    ("hexsides.csv", "0202,NE,river", "0302,NW,river",
     ["hexsides.csv:3: river on 0202/0302 stands already on line 2"]),
    ("hexsides.csv", "never_frozen", "never_frozn",
     ["hexsides.csv:2: notes: 'never_frozn' is not in map.toml (did you mean never_frozen?)"]),
    ("hexsides.csv", "0202,NE,river", "0202,NE,road",
     ["hexsides.csv:2: one-sided road: 0202 NE has no other end; "
      "roads and railways go from hex to hex in lines.csv"]),
    # lines
    ("lines.csv", "0101 0201 0302 0402", "0101 0302 0402",
     ["lines.csv:2: road R1 jumps from 0101 to 0302: not adjacent"]),
    ("lines.csv", "0101 0201 0302 0402", "0101",
     ["lines.csv:2: one-sided road: R1 is one hex long"]),
    ("lines.csv", "0101 0201 0302 0402", "0101 0201 0101",
     ["lines.csv:2: road R1 goes from 0201 to 0101 twice"]),
    ("lines.csv", "0101 0201 0302 0402", "0101 0102 0103",
     ["lines.csv:2: road R1 enters 0103, which is water"]),
    ("lines.csv", "0101 0201 0302 0402", "0101 0201 0302 0501",
     ["lines.csv:2: no hex is called '0501' (did you mean 0401, 0301, 0201?)"]),
    ("lines.csv", "road,R1", "rode,R1",
     ["lines.csv:2: kind: 'rode' is not in map.toml (did you mean road?)"]),
    ("lines.csv", "road,R2", "road,R1",
     ["lines.csv:3: id R1 stands already on line 2"]),
    # bridges
    ("lines.csv", "trail,T1", "road,T1",
     ["lines.csv:4: road T1 crosses the river 0202/0303 without a bridge"]),
    ("lines.csv", "road,R2", "trail,R2",
     ["hexsides.csv:4: bridge on 0202/0302, where no road crosses"]),
    ("hexsides.csv", "0202,SE,bridge", "0202,S,bridge",
     ["hexsides.csv:4: bridge on 0202/0201, where no river flows",
      "lines.csv:3: road R2 crosses the river 0202/0302 without a bridge"]),
    # areas
    ("areas.csv", "0101 0402", "0101 0909",
     ["areas.csv:3: no hex is called '0909'"]),
    ("areas.csv", "0101 0402", "0101 0402 0101",
     ["areas.csv:3: area far has hex 0101 twice"]),
    ("areas.csv", "far,", "estonia,",
     ["areas.csv:3: 'estonia' is a country or sea already"]),
    ("areas.csv", "far,", "west,",
     ["areas.csv:3: name west stands already on line 2"]),
    # map.toml
    ("map.toml", "scale_km = 1.3", 'scale_km = 1.3\ndefault_terrain = "wood"',
     ["map.toml: default_terrain: 'wood' is not in [terrain] (did you mean woods?)"]),
    ("map.toml", 'over = ["river"]', 'over = ["rivr"]',
     ["map.toml: bridges.bridge: 'rivr' is not in [hexside_kinds] (did you mean river?)"]),
    ("map.toml", 'lines = ["road"]', 'lines = ["rail"]',
     ["map.toml: bridges.bridge: 'rail' is not in [line_kinds] (did you mean trail?)"]),
    ("map.toml", "columns = [1, 4]\n", "",
     ["map.toml: grid: columns and rows are missing"]),
    ("map.toml", 'shove = "even"', 'shove = "left"',
     ["map.toml: grid.shove: invalid enum value 'left' (there is: even, odd)"]),
    ("map.toml", 'shove = "even"', 'missing = "0909"',
     ["map.toml: grid: no hex is called '0909'"]),
]  # fmt: skip


def test_the_small_map_is_sound(small: SmallMap) -> None:
    small.load()


@pytest.mark.parametrize(("file", "old", "new", "faults"), SPOILT, ids=[c[2] for c in SPOILT])
def test_a_spoilt_map_is_named(
    small: SmallMap, file: str, old: str, new: str, faults: list[str]
) -> None:
    small.change(file, old, new)
    assert small.faults() == faults


def test_countries_and_seas_are_checked_once_declared(small: SmallMap) -> None:
    small.change("map.toml", "[bridges", '[countries]\nlatvia = ""\n[seas]\nbaltic = ""\n[bridges')
    assert small.faults() == [
        "hexes.csv:2: country: 'estonia' is not in map.toml (there is: latvia)",
        "hexes.csv:3: country: 'estonia' is not in map.toml (there is: latvia)",
        "hexes.csv:4: sea: 'Lake Peipus' is not in map.toml (there is: baltic)",
    ]


def test_a_name_may_be_declared_to_stand_twice(small: SmallMap) -> None:
    small.change("hexes.csv", "village,Riigi", "village,Olgino")
    small.change("map.toml", "scale_km = 1.3", 'scale_km = 1.3\nrepeated_names = ["Olgino"]')
    small.load()


def test_a_sheet_that_the_legend_calls_for_must_be_there(small: SmallMap) -> None:
    (small.maps / "lines.csv").unlink()
    assert small.faults() == [
        "hexsides.csv:4: bridge on 0202/0302, where no road crosses",
        "lines.csv: no such file",
    ]


def test_pieces_part_a_set_and_hang_together() -> None:
    grid = rectangle(Orientation.FLAT, columns=range(1, 6), rows=range(1, 6))
    hexes = grid.hexes("0101 0102 0201 0505 0405 0303")
    found = list(pieces(grid, hexes))
    assert sum(found) == hexes
    assert sorted(piece.bit_count() for piece in found) == [1, 2, 3]
    assert all(is_contiguous(grid, piece) for piece in found)
    assert not is_contiguous(grid, hexes)
    assert is_contiguous(grid, 0)
