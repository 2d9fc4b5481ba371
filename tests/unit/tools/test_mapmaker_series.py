"""What the map maker does for a series: maps cut from one country, banks, works, countries."""

from pathlib import Path

import pytest

from grognard.boxes.maps import load_map
from grognard.boxes.opened import OpenBox
from tools.mapmaker.country import Country, build
from tools.mapmaker.inputs import Inputs
from tools.mapmaker.sheets import files

# Sheet W has columns 01 to 06, E the same numbers four columns further east. One degree is one hex.
RECIPE = """
bridges = {{ bridge = ["road"], rail_bridge = ["railway"] }}
countries = "countries.csv"
one_name = true
area_features = ["goal"]
works = [{{ file = "works.csv", kind = "fortified_line" }}]
places = [{{ file = "places.csv", kinds = {{ town = "town", village = "village" }} }}]
lines = [{{ file = "roads.csv" }}]
courses = [{{ file = "rivers.csv", banks = "banks.csv" }}]
maps = [{{ folder = "{folder}", sheets = ["W", "E"], areas = "areas.csv" }}]

[grid]
orientation = "flat"
shove = "odd"
trimmed = true
sheets = [
  {{ key = "W", columns = [1, 6], rows = [1, 5], beside = {{ E = "0306" }} }},
  {{ key = "E", columns = [1, 6], rows = [1, 5], offset = [4, 0] }},
]

[georeference]
affine = [0, 1, 0, 0, 0, 1]

[cover]
layers = [{{ file = "woods.csv", kind = "woods" }}]
parts = {{ woods = ["clear", "woods"] }}
"""
LISTS = {
    "countries.csv": 'name,polygon,source\nWestland,"1,-1 1,5 -9,5 -9,-1",history\n'
    'Eastland,"1,-1 1,20 -9,20 -9,-1",history\n',
    "works.csv": 'name,facing,points,source\nOld Line,W,"-2,7 -4,7",history\n',
    "places.csv": "name,lat,lon,size,source\nGreat,-3,3.46,town,text\n"
    "Small,-3.1,3.4,village,text\n",
    "roads.csv": "kind,id,name,hexes,source\n"
    "road,R1,,W0102 W0202 W0302 W0402 W0502 W0602 E0302,text\nroad,R2,,W0102 W0103 W0104,text\n"
    "railway,T1,,E0402 E0403 E0404 E0405,text\nfootpath,F1,,W0101 W0201,text\n",
    "rivers.csv": 'name,kind,points,source\nLong,river,"-3.3,0 -3.3,4 -3.3,12",geography\n',
    "banks.csv": "place,river,bank,source\nGreat,Long,right,geography\n",
    "woods.csv": 'name,share,polygon,source\nAll,50,"1,-1 1,20 -9,20 -9,-1",guess\n',
    "areas.csv": "name,hexes,basis,source\ngoal,W0202,ours,text\nnorth,= north_edge(E),edge,text\n"
    "square,\"= box(W0101, W0202)\",ours,text\n",
}
MAP = """
id = "two"
name = "Two Sheets"
scale_km = 1
[grid]
orientation = "flat"
shove = "odd"
trimmed = true
sheets = [
  { key = "W", columns = [1, 6], rows = [1, 5], beside = { E = "0306" } },
  { key = "E", columns = [1, 6], rows = [1, 5], offset = [4, 0] },
]
[terrain]
clear = "c"
[features]
town = "t"
woods = "w"
goal = "g"
[hexside_kinds]
river = "r"
bridge = "b"
rail_bridge = "b"
fortified_line = "f"
[hexside_notes]
faces_nw = "f"
faces_sw = "f"
[line_kinds]
road = "r"
railway = "r"
[countries]
Westland = "w"
Eastland = "e"
[bridges.bridge]
over = ["river"]
lines = ["road"]
[bridges.rail_bridge]
over = ["river"]
lines = ["railway"]
[provenance]
default = "reconstruction"
"""


@pytest.fixture(name="inputs")
def series(tmp_path: Path) -> Path:
    folder, box = tmp_path / "inputs", tmp_path / "box/maps/two"
    folder.mkdir()
    box.mkdir(parents=True)
    (box / "map.toml").write_text(MAP, encoding="utf-8")
    (folder / "recipe.toml").write_text(RECIPE.format(folder=box), encoding="utf-8")
    for name, text in LISTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def made(folder: Path) -> Country:
    return build(Inputs(folder))


def written(folder: Path) -> dict[str, str]:
    (texts,) = files(made(folder)).values()
    return texts


def test_every_sheet_has_its_own_folder_and_labels(inputs: Path) -> None:
    texts = written(inputs)
    assert {"W/hexes.csv", "E/hexsides.csv", "lines.csv", "areas.csv"} <= set(texts)
    assert all(line.startswith("E") for line in texts["E/hexes.csv"].splitlines()[1:])
    assert "E0101," in texts["E/hexes.csv"]
    assert "W0501," in texts["W/hexes.csv"]


def test_what_is_written_loads_and_agrees(inputs: Path) -> None:
    box = inputs.parent / "box"
    for name, text in written(inputs).items():
        path = box / "maps/two" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    opened = OpenBox(box)
    found = load_map(opened, "maps/two")
    opened.faults.raise_if_any()
    assert found is not None
    assert found.grid.hex("W0306") in found.terrain
    assert found.areas["Westland"] & found.areas["Eastland"] == 0
    alone = load_map(OpenBox(box), "maps/two", ["W"])
    assert alone is not None
    assert len(alone.grid) == 27


def test_a_hex_that_lies_only_beside_another_sheet_stands_apart(inputs: Path) -> None:
    texts = written(inputs)
    assert "W0306," in texts["hexes.csv"]
    assert "W0306," not in texts["W/hexes.csv"]


def test_a_map_prints_the_words_of_its_legend_alone(inputs: Path) -> None:
    texts = written(inputs)
    assert "footpath" not in texts["lines.csv"]
    assert "village" not in texts["W/hexes.csv"]


def test_of_two_places_the_larger_gives_its_name(inputs: Path) -> None:
    (row,) = [line for line in written(inputs)["W/hexes.csv"].splitlines() if "Great" in line]
    assert "also Small" in row


def test_woods_stand_on_top_of_other_ground(inputs: Path) -> None:
    rows = [line.split(",") for line in written(inputs)["W/hexes.csv"].splitlines()[1:]]
    assert {row[1] for row in rows} == {"clear"}
    assert "woods" in {row[2] for row in rows}


def test_roads_and_railways_have_bridges_of_their_own(inputs: Path) -> None:
    country = made(inputs)
    grid = country.plane.grid
    bridges = {kind: {grid.label(hex)[0] for side, thing in country.sides if thing.kind == kind
                      for hex in grid.ends(side)} for kind in ("bridge", "rail_bridge")}
    assert bridges == {"bridge": {"W"}, "rail_bridge": {"E"}}


def test_a_fortified_line_faces_west(inputs: Path) -> None:
    notes = {note for _, thing in made(inputs).sides if thing.kind == "fortified_line"
             for note in thing.notes}
    assert notes == {"faces_nw", "faces_sw"}


def test_a_river_gives_way_to_a_town(inputs: Path) -> None:
    def town_is_south(folder: Path) -> bool:
        country = made(folder)
        town = next(hex for hex in country.plane.grid if country.name(hex) == "Great")
        sides = country.rivers.sides
        south = country.plane.grid.neighbour(town, 3)
        return south is not None and country.plane.grid.hexside(town, south) not in sides

    assert town_is_south(inputs)
    (inputs / "banks.csv").write_text("place,river,bank,source\nGreat,Long,left,x\n", "utf-8")
    assert not town_is_south(inputs)


def test_edges_and_boxes_of_sheets_can_be_named(inputs: Path) -> None:
    rows = dict(line.split(",")[:2] for line in written(inputs)["areas.csv"].splitlines()[1:])
    assert rows["north"] == "E0301 E0401 E0501 E0601 W0501 W0601"
    assert rows["square"] == "W0101 W0102 W0201 W0202"
