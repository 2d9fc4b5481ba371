"""The map maker on a little country of two sheets that join.

Sheet W has columns 01 to 06, sheet E the same numbers four columns further east: W05 and W06 are
E01 and E02. One degree is one hex: u = lon, v = lat.
"""

from pathlib import Path

import pytest

from grognard.boxes.maps import load_maps
from grognard.boxes.opened import OpenBox
from grognard.core.maps import GameMap
from grognard.drawing.maps import SIZE, Drawing, Options, draw_map
from grognard.drawing.style import load_style
from grognard.drawing.svg import number
from grognard.hexes import bits
from tools.mapmaker.__main__ import main
from tools.mapmaker.country import Country, build, features
from tools.mapmaker.inputs import Inputs
from tools.mapmaker.sheets import sheets

GRID = """
orientation = "flat"
shove = "odd"
rows_grow = "down"
trimmed = true
sheets = [
  { key = "W", columns = [1, 6], rows = [1, 5] },
  { key = "E", columns = [1, 6], rows = [1, 5], offset = [4, 0] },
]
"""
RECIPE = f"""
areas = "areas.csv"
area_features = ["entry"]
bridge = "bridge"
sets = [{{ kind = "coastal", hexes = "land & beside(sea)", source = "geography" }}]
sides = [{{ file = "ferries.csv", kind = "ferry" }}]

[sources]
"Gazetteer" = "geography"

[grid]{GRID}
[georeference]
affine = [0, 1, 0, 0, 0, 1]

[water]
file = "water.csv"
sea_below = 0.2

[[courses]]
file = "rivers.csv"
kinds = {{ great = "major_river" }}

[[courses]]
file = "borders.csv"
flows = false

[[lines]]
file = "roads.csv"
kinds = {{ main = "road" }}

[[places]]
file = "places.csv"
kinds = {{ town = "town", village = "village" }}

[cover]
layers = [{{ file = "woods.csv", kind = "woods" }}, {{ file = "hills.csv", kind = "hill" }}]
both = {{ "woods+hill" = "wooded_hill" }}
"""
LISTS = {
    "water.csv": "column,row,sea,lake\n1,1,0.95,0\n3,1,0.5,0\n9,4,0.1,0.8\n",
    # Along the middle of the country from west to east, through the seam.
    "rivers.csv": "name,kind,points,source\nLong River,great,"
    '"-2.75,0 -2.75,3 -2.75,5 -2.75,7 -2.75,12",Gazetteer of 1940\n',
    "borders.csv": 'name,kind,points,source\nOld Border,border,"0.5,6.5 -6,6.5",history\n',
    "roads.csv": "id,name,kind,route,source\n"
    'R1,Country road,main,"Westham > -3.2,4 > Eastham > -3,20",history\n'
    "R2,River road,main,@W0302 > @W0304,history\n",
    "places.csv": "name,lat,lon,size,force,source\n"
    "Westham,-4,1.73,town,,Gazetteer of 1940\n"
    "Eastham,-3,6.93,village,,Gazetteer of 1940\n"
    "Forced,-9,90,village,E0205,text 3.1\n",
    "woods.csv": 'name,share,polygon,source\nAll of it,50,"1,-1 1,20 -9,20 -9,-1",guess\n',
    "hills.csv": 'name,share,polygon,source\nEast,100,"1,6 1,20 -9,20 -9,6",guess\n',
    "areas.csv": "name,hexes,basis,source\nentry,W0104,west edge,text\n"
    "road_land,= land & line(road) - entry,the road,history\n",
    "ferries.csv": "hexes,name,source\nW0502/W0503,Seam ferry,history\n",
    "fixes.csv": "hex,set,value,source\nE0101,terrain,swamp,text 3.2\n"
    "W0301,terrain,lake,text 3.3\n",
    "side_fixes.csv": "a,b,kind,source\nW0202,W0203,none,text 3.4\n",
}
MAP = f"""
id = "two"
name = "Two Sheets"
scale_km = 1
[grid]{GRID}
[terrain]
clear = "c"
woods = "w"
hill = "h"
wooded_hill = "w"
swamp = "s"
sea = "s"
lake = "l"
[features]
town = "t"
village = "v"
coastal = "c"
entry = "e"
[hexside_kinds]
major_river = "m"
bridge = "b"
ferry = "f"
border = "b"
[bridges.bridge]
over = ["major_river"]
lines = ["road"]
[line_kinds]
road = "r"
[provenance]
default = "reconstruction"
"""


@pytest.fixture(name="folder")
def two_sheets(tmp_path: Path) -> Path:
    folder = tmp_path / "inputs"
    folder.mkdir()
    (folder / "recipe.toml").write_text(RECIPE, encoding="utf-8")
    for name, text in LISTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def made(folder: Path) -> Country:
    return build(Inputs(folder))


def terrain(country: Country, label: str) -> str:
    return country.terrain[country.plane.grid.hex(label)][0]


def loaded(folder: Path) -> GameMap:
    """What the maker wrote, read as any box is read."""
    into = folder.parent / "box/maps/two"
    assert main(["build", str(folder), "--into", str(into)]) == 0
    (into / "map.toml").write_text(MAP, encoding="utf-8")
    box = OpenBox(folder.parent / "box")
    maps = load_maps(box)
    assert str(box.faults) == ""
    return maps["two"]


def test_a_hex_on_the_seam_is_one_hex_with_two_labels(folder: Path) -> None:
    country = made(folder)
    grid = country.plane.grid
    assert grid.hex("W0503") == grid.hex("E0103")
    assert (grid.label(grid.hex("E0103")), grid.aliases(grid.hex("E0103"))) == ("W0503", ("E0103",))
    assert len(grid) == len(set(grid)) == 6 * 5 - 3 + 4 * 5 - 2
    rows = sheets(country)["hexes.csv"].splitlines()[1:]
    assert len(rows) == len(grid)
    assert not [row for row in rows if row.startswith(("E01", "E02"))]


def test_road_and_river_run_through_the_seam(folder: Path) -> None:
    two = loaded(folder)
    grid = two.grid
    road = next(line for line in two.lines if line.id == "R1")
    assert grid.label(road.hexes[0]) == "W0204"
    assert grid.hex("E0403") in road.hexes
    assert grid.label(road.hexes[-1])[:3] == "E06", "a road to a point off the map ends at its edge"
    assert [grid.distance(a, b) for a, b in zip(road.hexes, road.hexes[1:], strict=False)] == (
        [1] * (len(road.hexes) - 1)
    )
    river = two.rivers["Long River"]
    columns = {grid.label(hex)[:3] for side in river for hex in grid.ends(side)}
    assert columns >= {"W03", "W04", "W05", "W06", "E03", "E04", "E05", "E06"}


def test_each_sheet_is_drawn_in_its_place(folder: Path) -> None:
    """A picture of a sheet shows the hexes printed on it, those of the seam on both."""
    two = loaded(folder)
    drawing = Drawing(two, load_style(), SIZE, Options())
    seam, west, east = two.grid.hex("W0503"), two.grid.hex("W0103"), two.grid.hex("E0603")
    boxes = {key: drawing.sheet_window(key) for key in two.sheets}
    shown = {
        key: [
            hex in places and box.holds(drawing.layout.centres[hex]) for hex in (west, seam, east)
        ]
        for key, box in boxes.items()
        for places in [set(bits(two.sheets[key]))]
    }
    assert shown == {"W": [True, True, False], "E": [False, True, True]}
    for key, box in boxes.items():
        svg = draw_map(two, sheet=key)
        assert f'viewBox="{number(box.left)} {number(box.top)} ' in svg
        assert (">W0103<" in svg, ">E0603<" in svg) == (key == "W", key == "E")


def test_bridges_stand_where_lines_cross_rivers_and_ferries_bear_the_river(folder: Path) -> None:
    country = made(folder)
    grid = country.plane.grid
    found = {(thing.kind, grid.hexside_label(side)): thing for side, thing in country.sides}
    (bridge,) = [name for kind, name in found if kind == "bridge" and name.startswith("W03")]
    assert bridge == "W0302/W0303"
    assert found["ferry", "W0502/W0503"].name == "Long River"
    assert {kind for kind, _ in found} == {"major_river", "bridge", "ferry", "border"}


def test_a_place_stands_where_it_lies_or_where_the_rules_put_it(folder: Path) -> None:
    country = made(folder)
    grid = country.plane.grid
    names = {grid.label(hex): country.name(hex) for hex in country.places}
    assert names == {"W0204": "Westham", "E0403": "Eastham", "W0605": "Forced"}
    assert country.name_source(grid.hex("W0605")) == "text"
    assert country.name_source(grid.hex("W0204")) == "geography"


def test_corrections_by_hand_win_and_are_listed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    country = made(folder)
    assert terrain(country, "W0501") == "swamp"
    assert terrain(country, "W0301") == "lake"
    assert terrain(country, "W0101") == "sea"
    fixed = country.plane.grid.parse_hexside("W0202/W0203")
    assert fixed not in {side for side, _ in country.sides}
    assert main(["fixes", str(folder)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert "fixes.csv:2: W0501 is swamp: text 3.2 [text]" in said
    assert "side_fixes.csv:2: W0202/W0203 is none: text 3.4 [text]" in said
    (folder / "side_fixes.csv").unlink()
    assert fixed in {side for side, _ in made(folder).sides}


def test_layers_of_cover_keep_their_shares_and_mix(folder: Path) -> None:
    (folder / "fixes.csv").write_text("hex,set,value,source\n", encoding="utf-8")
    country = made(folder)
    kinds = [kind for kind, _ in country.terrain.values() if kind not in ("sea", "lake")]
    wooded = kinds.count("woods") + kinds.count("wooded_hill")
    assert wooded == round(len(kinds) / 2)
    assert terrain(country, "E0401") in ("hill", "wooded_hill")
    assert {"woods", "clear", "hill", "wooded_hill"} <= set(kinds)


def test_sums_of_areas(folder: Path) -> None:
    country = made(folder)
    grid = country.plane.grid
    road = country.areas["road_land"].hexes
    assert road >> grid.hex("W0204") & 1
    assert not road & country.water.all
    hexes = grid.hexes("W0104")
    assert features(country, country.areas)[grid.hex("W0104")]["entry"] == "text"
    assert country.areas["entry"].hexes == hexes


@pytest.mark.parametrize(
    ("name", "line", "fault"),
    [
        ("roads.csv", "R3,Nowhere,main,Westham > Atlantis,history", "roads.csv:4: no place"),
        ("roads.csv", "R3,Nowhere", "roads.csv:4: wrong number of cells"),
        ("areas.csv", "x,= land & moon,why,text", "areas.csv:4: unknown in a sum"),
        ("fixes.csv", "W0202,terrain,clear,", "fixes.csv:4: a correction needs a reason"),
        ("fixes.csv", "W0199,terrain,clear,text", "fixes.csv:4: no hex is called 'W0199'"),
    ],
)
def test_a_fault_names_file_and_line(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str, line: str, fault: str
) -> None:
    (folder / name).write_text(LISTS[name] + line + "\n", encoding="utf-8")
    assert main(["check", str(folder)]) == 1
    assert fault in capsys.readouterr().err


def test_the_conic_with_two_parallels_and_a_warp(tmp_path: Path) -> None:
    """Riga falls into B1637 of the series' sheet; a warp can pull it one hex further."""
    text = (
        '[grid]\norientation = "flat"\nshove = "odd"\nrows_grow = "down"\ntrimmed = true\n'
        'sheets = [{ key = "B", columns = [10, 48], rows = [1, 53] }]\n'
        "[georeference]\nlat0 = 56.0\nlon0 = 25.0\nparallels = [50.0, 60.0]\nkm_per_hex = 8.3289\n"
        "rotation_deg = 0.5244\nx0_km = -169.638\ny0_km = 411.3559\n"
    )
    (tmp_path / "recipe.toml").write_text("v0 = 0.25\n" + text, encoding="utf-8")
    inputs = Inputs(tmp_path)
    label = inputs.plane.grid.label
    assert label(inputs.plane.hex_at(inputs.earth.plane(56.946, 24.106)) or 0) == "B1637"
    warp = (
        "[warp]\nradius_hexes = 5\nanchor = ["
        '{ place = "Riga", lat = 56.946, lon = 24.106, hexes = "B1638" },'
        '{ place = "Tallinn", lat = 59.437, lon = 24.754, pin = true }]\n'
    )
    (tmp_path / "recipe.toml").write_text("v0 = 0.25\n" + text + warp, encoding="utf-8")
    bent = Inputs(tmp_path)
    assert label(bent.plane.hex_at(bent.earth.plane(56.946, 24.106)) or 0) == "B1638"
    tallinn = bent.plane.hex_at(bent.earth.plane(59.437, 24.754))
    assert label(tallinn or 0) == "B2204"
