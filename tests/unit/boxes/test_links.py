"""An inset: a sheet of another scale on the same grid, and the links that join it to its map."""

from pathlib import Path

import pytest

from grognard.boxes.maps import load_map
from grognard.boxes.opened import OpenBox
from grognard.core.maps import GameMap
from grognard.hexes import bits

MAP = """
id = "city"
name = "A city and its inset"
scale_km = 8
default_terrain = "clear"
[grid]
orientation = "flat"
[[grid.sheets]]
key = "L"
columns = [1, 5]
rows = [1, 4]
[[grid.sheets]]
key = "I"
columns = [1, 4]
rows = [1, 4]
offset = [8, 0]
scale_km = 3
[terrain]
clear = "open ground"
[provenance]
default = "reconstruction"
"""
LINKS = """\
hex,to,basis,source
L0502,I0101 I0102,the western suburbs,
L0503,I0102,,
"""


class CityMap:
    """Writes the folder, then reads it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.maps = folder, folder / "maps" / "city"
        (self.maps / "I").mkdir(parents=True)
        (self.maps / "map.toml").write_text(MAP)
        (self.maps / "I" / "hexes.csv").write_text("hex,terrain,source\nI0101,clear,\n")
        self.links(LINKS)

    def links(self, text: str) -> None:
        (self.maps / "I" / "links.csv").write_text(text)

    def load(self, *sheets: str) -> GameMap:
        opened = OpenBox(self.folder)
        found = load_map(opened, "maps/city", sheets)
        assert found is not None, [str(fault) for fault in opened.faults]
        return found

    def faults(self, *sheets: str) -> list[str]:
        opened = OpenBox(self.folder)
        load_map(opened, "maps/city", sheets)
        return [str(fault) for fault in opened.faults]


@pytest.fixture
def city(tmp_path: Path) -> CityMap:
    return CityMap(tmp_path)


def test_links_join_an_inset_to_its_map(city: CityMap) -> None:
    grid = city.load().grid
    assert grid.adjacent(grid.hex("L0502"), grid.hex("I0101"))
    assert grid.distance(grid.hex("L0504"), grid.hex("I0102")) == 2
    near = {grid.label(hex) for hex in bits(grid.spread(grid.hexes("I0102")))}
    assert {"L0502", "L0503", "I0101"} <= near


def test_an_inset_has_a_scale_of_its_own(city: CityMap) -> None:
    found = city.load()
    assert found.scale_at(found.grid.hex("L0502")) == 8
    assert found.scale_at(found.grid.hex("I0102")) == 3


def test_without_the_inset_there_are_no_links(city: CityMap) -> None:
    assert city.load("L").grid.links == ()


def test_links_to_a_sheet_that_is_not_in_play_are_left_out(city: CityMap) -> None:
    assert city.load("I").grid.links == ()


@pytest.mark.parametrize(("row", "said"), [
    ("L0501,I0109,,", "maps/city/I/links.csv:4: no hex is called 'I0109'"),
    ("L0599,I0101,,", "maps/city/I/links.csv:4: no hex is called 'L0599'"),
    ("L0501,L0502,,", "maps/city/I/links.csv:4: L0501 and L0502 touch without a link"),
    ("L0501,L0501,,", "maps/city/I/links.csv:4: L0501 and L0501 touch without a link"),
    ("I0101,L0502,,",
     "maps/city/I/links.csv:4: I0101 and L0502 are linked already, on line 2"),
    ("L0501,I0101 I0101,,",
     "maps/city/I/links.csv:4: L0501 and I0101 are linked already, on line 4"),
    ("L0501,,,", "maps/city/I/links.csv:4: to: is empty"),
])  # fmt: skip
def test_what_is_wrong_with_a_link_is_told_by_line(city: CityMap, row: str, said: str) -> None:
    city.links(LINKS + row + "\n")
    found = city.faults()
    assert len(found) == 1
    assert found[0].startswith(said)


def test_an_inset_touches_no_other_sheet(city: CityMap) -> None:
    nearer = MAP.replace("columns = [1, 4]", "columns = [2, 4]").replace("[8, 0]", "[4, 0]")
    (city.maps / "map.toml").write_text(nearer)
    (city.maps / "I" / "hexes.csv").write_text("hex,terrain,source\nI0201,clear,\n")
    city.links(LINKS.replace("I01", "I03"))
    said = "maps/city/map.toml: grid.sheets: sheet I has a scale of its own, but touches L05"
    assert [fault[:len(said)] for fault in city.faults()] == [said]


def test_a_line_may_lead_over_a_link(city: CityMap) -> None:
    text = MAP.replace("[provenance]", '[line_kinds]\nroad = "a road"\n[provenance]')
    (city.maps / "map.toml").write_text(text)
    (city.maps / "lines.csv").write_text("kind,id,hexes,source\nroad,R1,L0503 I0102 I0103,\n")
    found = city.load()
    seam = found.grid.hexside(found.grid.hex("L0503"), found.grid.hex("I0102"))
    assert seam in found.links("road")
    (city.maps / "lines.csv").write_text("kind,id,hexes,source\nroad,R1,L0503 I0103,\n")
    assert "road R1 jumps from L0503 to I0103: not adjacent" in city.faults()[0]


RIVER = MAP.replace("[provenance]", '[hexside_kinds]\nriver = "a river"\n[provenance]')


def test_a_river_may_lie_on_a_link(city: CityMap) -> None:
    """The hex that the link leads to stands in place of a direction."""
    (city.maps / "map.toml").write_text(RIVER)
    sides = city.maps / "I" / "hexsides.csv"
    sides.write_text("hex,direction,kind,name,source\nI0101,L0502,river,Neva,\n")
    found = city.load()
    seam = found.grid.hexside(found.grid.hex("L0502"), found.grid.hex("I0101"))
    assert found.hexsides["river"] == found.rivers["Neva"] == {seam}
    assert city.load("I").hexsides["river"] == frozenset(), "its other end is left out"


@pytest.mark.parametrize(("hex", "direction", "said"), [
    ("I0101", "L0503", "no link joins I0101 and L0503"),
    ("I0101", "I0102", "no link joins I0101 and I0102"),
    ("I0101", "L0599", "no direction 'L0599'"),
])  # fmt: skip
def test_a_river_on_no_link_is_a_fault(
    city: CityMap, hex: str, direction: str, said: str
) -> None:
    (city.maps / "map.toml").write_text(RIVER)
    text = f"hex,direction,kind,name,source\n{hex},{direction},river,Neva,\n"
    (city.maps / "I" / "hexsides.csv").write_text(text)
    (fault,) = city.faults()
    assert said in fault


def test_an_inset_alone_has_its_own_scale_and_north(city: CityMap) -> None:
    turned = MAP.replace("scale_km = 3\n", "scale_km = 3\nnorth_deg = -90\n")
    (city.maps / "map.toml").write_text(turned)
    assert (city.load("I").scale_km, city.load("L").scale_km, city.load().scale_km) == (3, 8, 8)
    assert city.load("I").georeference == {"rotation_deg": -90}
    assert city.load().georeference is None
