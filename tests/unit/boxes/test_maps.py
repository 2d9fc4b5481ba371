"""A map folder becomes the map of a game."""

from pathlib import Path

import pytest

from grognard.boxes.faults import BoxFaults
from grognard.boxes.grids import GridSpec, SheetSpec, build_grid
from grognard.boxes.maps import load_map, load_maps
from grognard.boxes.opened import OpenBox
from grognard.boxes.overrides import Overrides
from grognard.core.maps import GameMap
from grognard.hexes import bits
from tests.unit.boxes.small_map import SmallMap


def labels(game_map: GameMap, hexes: int) -> set[str]:
    return {game_map.grid.label(hex) for hex in bits(hexes)}


def test_hexes_terrain_features_and_names(small: SmallMap) -> None:
    found = small.load()
    hex = found.grid.hex
    assert (found.id, found.name, found.scale_km, len(found.grid)) == ("small", "Small", 1.3, 12)
    assert found.terrain[hex("0103")] == "water"
    assert labels(found, found.features["village"]) == {"0101", "0202", "0302", "0402"}
    assert found.names[hex("0202")] == "Riigi"


def test_place_names_parse_unless_several_hexes_share_them(small: SmallMap) -> None:
    grid = small.load().grid
    assert grid.label(grid.hex("Riigi")) == "0202"
    assert grid.label(grid.hex("Riigi N1")) == "0203"
    with pytest.raises(LookupError):
        grid.hex("Slantsy")


def test_hexsides_rivers_and_notes(small: SmallMap) -> None:
    found = small.load()
    river = {found.grid.parse_hexside("0202/0303"), found.grid.parse_hexside("0202/0302")}
    assert found.hexsides["river"] == found.rivers["Narva"] == river
    assert found.hexsides["bridge"] == {found.grid.parse_hexside("0202/0302")}
    assert found.hexside_notes["never_frozen"] == {found.grid.parse_hexside("0202/0303")}


def test_lines_and_links(small: SmallMap) -> None:
    found = small.load()
    assert [(line.kind, line.id, line.name) for line in found.lines[:2]] == [
        ("road", "R1", "The highway"),
        ("road", "R2", "The bridge road"),
    ]
    assert found.links("trail") == {found.grid.parse_hexside("0202/0303")}


def test_areas_countries_and_seas(small: SmallMap) -> None:
    found = small.load()
    assert labels(found, found.areas["far"]) == {"0101", "0402"}
    assert labels(found, found.areas["estonia"]) == {"0101", "0102"}
    assert labels(found, found.areas["Lake Peipus"]) == {"0103"}


def test_provenance_of_a_map(small: SmallMap) -> None:
    opened = small.open()
    load_map(opened, "maps/small")
    of = opened.provenance.of
    assert of("maps/small/hexes.csv", "0101", "terrain") == "text"
    assert of("maps/small/hexes.csv", "0102", "terrain") == "reconstruction"
    assert of("maps/small/map.toml", "scale_km") == "text"
    assert of("maps/small/hexsides.csv", "0202 SE bridge", "kind") == "reconstruction"


def test_a_declared_default_stands_for_hexes_without_a_row(small: SmallMap) -> None:
    small.change("map.toml", "scale_km = 1.3", 'scale_km = 1.3\ndefault_terrain = "woods"')
    small.write("hexes.csv", "hex,terrain,name,source\n0101,,Olgino,text\n0103,water,,text\n")
    found = small.load()
    assert len(found.terrain) == 12
    assert {found.terrain[found.grid.hex(label)] for label in ("0101", "0403")} == {"woods"}


def test_sheets_without_a_legend_may_be_absent(small: SmallMap) -> None:
    text = (small.maps / "map.toml").read_text()
    plain = text.partition("[hexside_kinds]")[0] + '[provenance]\ndefault = "text"\n'
    small.write("map.toml", plain)
    for file in ("hexsides.csv", "lines.csv", "areas.csv"):
        (small.maps / file).unlink()
    assert small.load().lines == ()


def test_an_owner_moves_a_river_and_a_town(small: SmallMap, tmp_path: Path) -> None:
    mine = tmp_path / "overrides" / "small" / "maps" / "small"
    mine.mkdir(parents=True)
    (mine / "hexes.csv").write_text("hex,features\n0102,village\n0101,(empty)\n")
    (mine / "hexsides.csv").write_text(
        "hex,direction,kind,name,add\n0302,NE,river,Plyussa,x\n0302,SE,river,Plyussa,x\n"
    )
    opened = OpenBox(small.folder, Overrides(tmp_path / "overrides" / "small"))
    load_map(opened, "maps/small")
    assert [str(fault) for fault in opened.faults] == [
        "maps/small/lines.csv:2: road R1 crosses the river 0302/0402 without a bridge"
    ]
    (mine / "hexsides.csv").write_text("hex,direction,kind,name,add\n0302,SE,river,Plyussa,x\n")
    opened = OpenBox(small.folder, Overrides(tmp_path / "overrides" / "small"))
    found = load_map(opened, "maps/small")
    assert found is not None
    assert labels(found, found.features["village"]) == {"0102", "0202", "0302", "0402"}
    assert found.rivers["Plyussa"] == {found.grid.parse_hexside("0302/0401")}
    assert opened.provenance.of("maps/small/hexes.csv", "0102", "features") == "owner"


def test_all_maps_of_a_box(small: SmallMap) -> None:
    opened = small.open()
    assert list(load_maps(opened)) == ["small"]
    twin = small.folder / "maps" / "twin"
    twin.mkdir()
    for path in small.maps.iterdir():
        (twin / path.name).write_bytes(path.read_bytes())
    opened = small.open()
    load_maps(opened)
    assert str(opened.faults) == "maps/twin/map.toml: id: 'small' is another map already"


def test_a_map_with_a_bad_cell_and_a_bad_key_shows_both(small: SmallMap) -> None:
    small.change("map.toml", "scale_km = 1.3", 'scale_km = "wide"')
    small.change("hexes.csv", "0102,woods", ",woods")
    opened = small.open()
    load_map(opened, "maps/small")
    with pytest.raises(BoxFaults) as caught:
        opened.faults.raise_if_any()
    assert str(caught.value).splitlines() == [
        "maps/small/hexes.csv:3: hex: is empty",
        "maps/small/map.toml: scale_km: expected float, got str",
    ]


def test_sheets_join_by_the_numbers_of_the_first() -> None:
    spec = GridSpec(
        orientation="flat",
        sheets=[
            SheetSpec("B", (1, 6), (1, 4)),
            SheetSpec("L", (1, 4), (1, 4), offset=(4, 1), missing="0404"),
        ],
    )
    grid = build_grid(spec, ())
    assert grid.hex("L0101") == grid.hex("B0502")
    assert grid.label(grid.hex("L0101")) == "B0502"
    assert len(grid) == 24 + 15 - 6
    with pytest.raises(LookupError):
        grid.hex("L0404")


def test_sheets_of_pointy_hexes_join_by_even_rows() -> None:
    spec = GridSpec(
        orientation="pointy",
        scheme="row.col",
        sheets=[
            SheetSpec("N", (1, 5), (1, 6)),
            SheetSpec("S", (1, 5), (1, 6), offset=(1, 4)),
        ],
    )
    grid = build_grid(spec, ())
    assert grid.label(grid.hex("S1.1")) == "N5.2"
    assert grid.label(grid.hex("S2.4")) == "N6.5"


def test_only_listed_hexes_exist() -> None:
    spec = GridSpec(orientation="flat", columns=(1, 3), rows=(1, 3), listed=True)
    grid = build_grid(spec, {"0101", "0201"})
    assert len(grid) == 2
    assert grid.distance(grid.hex("0101"), grid.hex("0201")) == 1
