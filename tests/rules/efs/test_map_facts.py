"""What rules and set-ups say about the maps; typed here, not read from the inputs."""

import csv
from collections.abc import Iterable
from pathlib import Path

import pytest

from grognard.hexes import Hex, bits, pack
from tests.rules.efs.boxes import NORTH, TYPHOON, joined, steps

RAILS = ("railway", "railway_double")
MAIN = ("main_road", "motorway")
SEA_ZONES = ("Courland", "Riga", "Moonsund", "Gulf of Finland", "Leningrad")


def box_of(label: str) -> str:
    return TYPHOON if label[0] in "MNP" else NORTH


def the_hex(label: str) -> Hex:
    return joined(box_of(label)).grid.hex(label)


def has(label: str, feature: str) -> bool:
    return bool(joined(box_of(label)).features[feature] >> the_hex(label) & 1)


def terrain(label: str) -> str:
    return joined(box_of(label)).terrain[the_hex(label)]


def zone(label: str) -> set[str]:
    found = joined(NORTH)
    return {name for name in SEA_ZONES if found.areas[name] >> the_hex(label) & 1}


def on(label: str, kinds: Iterable[str]) -> bool:
    """Whether a line of these kinds leads to the hex."""
    found = joined(box_of(label))
    sides = found.links(*kinds)
    hex = found.grid.hex(label)
    return any(found.grid.hexside(hex, near) in sides for near in found.grid.neighbours(hex))


def edge(label: str, heading: str) -> bool:
    area = f"{label[0].lower()}_{heading}_edge"
    return bool(joined(box_of(label)).areas[area] >> the_hex(label) & 1)


# Named hexes


@pytest.mark.parametrize(("label", "name"), [
    ("B1637", "Riga"), ("B2204", "Tallinn"), ("C1717", "Tilsit"), ("C2024", "Gumbinnen"),
    ("L3005", "Kronstadt"), ("L3508", "Pushkin"), ("L3707", "Kolpino"), ("L4103", "Kokkorevo"),
    ("L4002", "Morye"), ("P4034", "Lgov"), ("L3333", "Dno"), ("L3406", "Leningrad"),
])
def test_a_place_stands_in_the_hex_that_the_rules_name(label: str, name: str) -> None:
    assert joined(box_of(label)).names[the_hex(label)] == name


def test_works_ladoga_ports_and_sources_are_marked() -> None:
    marked = {
        "works": "L3406 L3707", "port_lake": "L4103 L4002", "finnish_supply": "L2601",
        "axis_supply": "C1717 C2024 P2333 P2434", "axis_supply_turn_10": "P4034",
        "axis_supply_scenario_5": "N1016", "axis_entry_s": "P1733 P2333",
        "soviet_supply": "L7009 L7017 L7028 L7031", "roadnet_marker": "W2325 W3425",
        "axis_supply_if_held": "W2628 W3228", "offmap_rail": "L6634 L7031 W4821 W4825",
        "rail_entry": "L1014 L1933 L2034 L3333", "exit_liepaja": "C1101 C1201 C1301 C1401 C1501",
        "exit_riga": "C3401 C3501 C3601", "exit_krustpils": "C4701 C4801 C4901",
        "exit_rezekne": "C6101 C6201 C6301 C6401", "transition": "L3508 L3609",
    }
    for feature, labels in marked.items():
        assert all(has(label, feature) for label in labels.split()), feature


# Coast, ports, zones


@pytest.mark.parametrize("label", ["A4211", "A4310", "A4410"])
def test_the_landing_beaches_are_coast(label: str) -> None:
    assert has(label, "coast")
    assert terrain(label) not in ("sea", "lake")


def test_the_beaches_lie_as_in_the_landing_example() -> None:
    grid = joined(NORTH).grid
    assert terrain("A4311") == "sea"
    assert grid.distance(grid.hex("A4311"), grid.hex("A4211")) == 1
    assert grid.distance(grid.hex("A4211"), grid.hex("A4310")) == 1
    assert grid.distance(grid.hex("A4310"), grid.hex("A4410")) == 1
    assert grid.distance(grid.hex("A4211"), grid.hex("A4410")) == 2


PORTS = {"port_major": "B1637 B2204 L3005", "port_minor": "B1605 B1211", "port_anchorage": "B1115"}
"""Ports that the rules name: Riga, Tallinn, Kronstadt; Paldiski, Haapsalu; Virtsu."""


@pytest.mark.parametrize("category", PORTS)
def test_ports_lie_on_the_sea_and_have_their_category(category: str) -> None:
    found = joined(NORTH)
    assert all(has(label, category) for label in PORTS[category].split())
    ports = found.features[category]
    assert ports & found.features["coast"] == ports
    assert all(found.names.get(hex) for hex in bits(ports))


def test_lake_ports_lie_on_a_lake() -> None:
    found = joined(NORTH)
    ports = found.features["port_lake"]
    assert ports & found.features["lake_shore"] == ports


def test_an_anchorage_is_a_settlement() -> None:
    found = joined(NORTH)
    built = found.features["village"] | found.features["town"] | found.with_terrain("city")
    assert found.features["port_anchorage"] & built == found.features["port_anchorage"]


BESIDE = {
    ("Courland", "Riga"), ("Courland", "Moonsund"), ("Moonsund", "Riga"),
    ("Gulf of Finland", "Moonsund"), ("Gulf of Finland", "Riga"), ("Gulf of Finland", "Leningrad"),
}
"""The graph of sea zones; Riga and the Gulf of Finland by the text, though land lies between."""


def test_zones_that_touch_are_joined_in_the_graph() -> None:
    found = joined(NORTH)
    sea = found.with_terrain("sea")
    touching = {(a, b) for a in SEA_ZONES for b in SEA_ZONES if a < b
                and found.grid.spread(found.areas[a] & sea) & found.areas[b] & sea}
    assert touching == BESIDE - {("Gulf of Finland", "Riga")}


def test_ports_open_on_their_zones() -> None:
    assert zone("B1637") == {"Riga"}
    assert zone("L3005") == {"Leningrad"}
    grid = joined(NORTH).grid
    near = map(grid.label, grid.neighbours(grid.hex("B2204")))
    beside = {name for label in near for name in zone(label)}
    assert zone("B2204") | beside == {"Moonsund", "Gulf of Finland"}


def test_every_sea_hex_lies_in_one_zone() -> None:
    found = joined(NORTH)
    sea = found.with_terrain("sea") & ~found.areas["Curonian Lagoon"]
    for hex in bits(sea):
        assert len(zone(found.grid.label(hex))) == 1


@pytest.mark.parametrize(("island", "other"), [
    ("Kardla", "Kuressaare"), ("Kuressaare", "Virtsu"), ("Vormsi", "Haapsalu"),
    ("Kronstadt", "Oranienbaum"), ("Kronstadt", "Sestroretsk"),
])
def test_no_way_leads_over_land_to_an_island(island: str, other: str) -> None:
    found = joined(NORTH)
    by_name = {name: hex for hex, name in found.names.items()}
    land = found.grid.all & ~found.with_terrain("sea", "lake")
    closed = found.hexsides["sea"] | found.hexsides["lake"]
    reached, edge = 0, 1 << by_name[island]
    while edge:
        reached |= edge
        edge = pack(near for hex in bits(edge) for near in found.grid.neighbours(hex)
                    if found.grid.hexside(hex, near) not in closed) & land & ~reached
    assert not reached >> by_name[other] & 1


# Edges, railways and roads


@pytest.mark.parametrize(("label", "heading"), [
    ("L1014", "west"), ("L1933", "south"), ("L2034", "south"), ("L3333", "south"),
    ("L3434", "south"), ("L6634", "south"), ("W4821", "east"), ("W4825", "east"),
    ("W3327", "south"), ("P2333", "south"), ("P2434", "south"), ("P4034", "south"),
])
def test_a_railway_leaves_by_the_edge_hexes_of_the_rules(label: str, heading: str) -> None:
    assert edge(label, heading)
    assert on(label, RAILS)


def test_w3027_has_a_railway() -> None:
    """The rules call it an edge hex; even columns reach row 28, and the line leaves there."""
    assert on("W3027", RAILS)
    assert edge("W3028", "south")
    assert on("W3028", RAILS)


@pytest.mark.parametrize("label", ["L7009", "L7017", "L7028", "L7031"])
def test_soviet_sources_lie_on_the_east_edge(label: str) -> None:
    assert edge(label, "east")
    assert on(label, RAILS + MAIN)


@pytest.mark.parametrize(("label", "heading"), [
    ("W2628", "south"), ("W3228", "south"), ("L2601", "north"), ("N2453", "south"),
    ("P1002", "west"), ("N1016", "west"),
])
def test_a_main_road_leaves_by_the_edge_hexes_of_the_rules(label: str, heading: str) -> None:
    assert edge(label, heading)
    assert on(label, MAIN)


def test_code_s_and_the_soviet_stretch_of_the_south_edge() -> None:
    assert edge("P1733", "south")
    assert edge("P4434", "south")
    stretch = joined(TYPHOON).areas["soviet_entry_s"]
    grid = joined(TYPHOON).grid
    columns = [int(grid.label(hex)[1:3]) for hex in bits(stretch)]
    assert (min(columns), max(columns), len(columns)) == (44, 70, 27)


@pytest.mark.parametrize("sheet", ["c"])
@pytest.mark.parametrize("name", ["liepaja", "riga", "krustpils", "rezekne"])
def test_an_exit_is_land_on_the_north_edge_with_a_way_out(sheet: str, name: str) -> None:
    found = joined(NORTH)
    hexes = found.areas[f"exit_{name}"]
    assert hexes & found.areas[f"{sheet}_north_edge"] == hexes
    assert not hexes & found.with_terrain("sea", "lake")
    ways = (*RAILS, *MAIN, "minor_road")
    assert any(on(found.grid.label(hex), ways) for hex in bits(hexes))


@pytest.mark.parametrize(("start", "end", "most"), [
    ("L2601", "L3102", 30), ("W2628", "W2325", 21), ("W3228", "W3425", 21),
])
def test_a_main_road_joins_them(start: str, end: str, most: int) -> None:
    assert 0 < steps(NORTH, MAIN, the_hex(start), the_hex(end)) <= most


def test_moscow_and_leningrad_are_major_cities_of_several_hexes() -> None:
    for box, name in ((TYPHOON, "Moscow"), (NORTH, "Leningrad")):
        found = joined(box)
        hexes = pack(hex for hex, said in found.names.items() if said == name)
        assert hexes & found.with_terrain("major_city") == hexes
        assert hexes.bit_count() == 6


def test_red_stars_are_towns_that_are_no_cities() -> None:
    found = joined(TYPHOON)
    stars = found.features["red_star"]
    assert stars.bit_count() == 10
    assert stars & found.features["town"] == stars


def test_tallinn_lies_behind_its_lines() -> None:
    """The general lines before the city face away from it; inside them one walks to Tallinn."""
    found = joined(NORTH)
    window = found.areas["tallinn_sheet"]
    lines = {side for side in found.hexsides["fortified_line"]
             if all(window >> hex & 1 for hex in found.grid.ends(side))}
    assert len(lines) > 10


# Seams


def test_lines_run_through_from_sheet_to_sheet() -> None:
    """A line ends at the edge of a map, at a place, or where it meets another: never at a seam."""
    for box in (NORTH, TYPHOON):
        found = joined(box)
        outer = pack(hex for hex in found.grid if len(found.grid.neighbours(hex)) < 6)
        for kinds in (RAILS, (*MAIN, "minor_road")):
            sides = found.links(*kinds)
            degree: dict[Hex, int] = {}
            for side in sides:
                for hex in found.grid.ends(side):
                    degree[hex] = degree.get(hex, 0) + 1
            ends = pack(hex for hex, times in degree.items() if times == 1)
            loose = [hex for hex in bits(ends & ~outer) if hex not in found.names]
            seams = [hex for hex in loose if len(found.grid.aliases(hex))]
            assert [found.grid.label(hex) for hex in seams] == []


@pytest.mark.parametrize("box", [NORTH, TYPHOON])
def test_rivers_do_not_end_at_a_seam(box: str) -> None:
    """The end of a river is a spring, a mouth or the edge of the map, not the edge of a sheet."""
    found = joined(box)
    grid = found.grid
    rivers = found.hexsides["minor_river"] | found.hexsides["major_river"]
    for sheet in found.sheets.values():
        inner = {side for side in rivers if all(sheet >> hex & 1 for hex in grid.ends(side))}
        assert inner  # every sheet has rivers
    crossing = [side for side in rivers if not any(
        all(sheet >> hex & 1 for hex in grid.ends(side)) for sheet in found.sheets.values())]
    for side in crossing:  # between sheets: it goes on with another side on either of them
        ends = [set(map(_spot, grid.side_corners(other))) for other in rivers if other != side]
        assert any(set(map(_spot, grid.side_corners(side))) & corners for corners in ends)


def _spot(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 2), round(point[1], 2)


def test_no_line_lies_in_water() -> None:
    for box in (NORTH, TYPHOON):
        found = joined(box)
        water = found.with_terrain("sea", "lake")
        assert not any(water >> hex & 1 for line in found.lines for hex in line.hexes)


# Set-ups


def setups() -> list[tuple[str, str, str, list[str]]]:
    with (Path(__file__).parent / "setup_hexes.csv").open(encoding="utf-8", newline="") as file:
        return [(row["box"], row["scenario"], row["goes"], row["hexes"].split())
                for row in csv.DictReader(file)]


@pytest.mark.parametrize(("box", "scenario", "goes", "labels"), setups())
def test_who_sets_up_can_stand_there(
    box: str, scenario: str, goes: str, labels: list[str]
) -> None:
    """Foot, motor and armoured trains of all scenarios, as their orders of battle place them."""
    found = joined(box)
    hexes = pack(map(found.grid.hex, labels))
    assert not hexes & found.with_terrain("sea", "lake", "swamp", "marsh")
    if goes == "train":
        assert all(on(label, RAILS) for label in labels)
