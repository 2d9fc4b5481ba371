"""What rules, country and set-ups say about the maps; typed here, not read from the inputs."""

import csv
import math
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from grognard.boxes.catalogue import DataBox
from grognard.boxes.maps import load_maps
from grognard.core.maps import GameMap
from grognard.hexes import Hex, bits, pack
from tests.rules.efs.boxes import NORTH, TYPHOON

RAILS = ("railway", "railway_double")
MAIN = ("main_road", "motorway")
SEA_ZONES = ("Courland", "Riga", "Moonsund", "Gulf of Finland", "Leningrad")


@cache
def joined(box: str) -> GameMap:
    opened = DataBox(f"grognard.boxes.{box}").open()
    (found,) = load_maps(opened).values()
    opened.faults.raise_if_any()
    return found


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


def steps(box: str, kinds: tuple[str, ...], start: Hex, end: Hex) -> int:
    """The shortest way along lines, in hexes; 0 if there is none."""
    grid, sides = joined(box).grid, joined(box).links(*kinds)
    reached, edge, count = 1 << start, 1 << start, 0
    while edge and not edge >> end & 1:
        edge = pack(near for hex in bits(edge) for near in grid.neighbours(hex)
                    if grid.hexside(hex, near) in sides) & ~reached
        reached |= edge
        count += 1
    return count if edge else 0


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


# The country


TOWNS = {
    "L": "Leningrad 59.94 30.31, Novgorod 58.52 31.27, Luga 58.74 29.85, Narva 59.38 28.19, "
         "Pskov 57.82 28.33, Staraya Russa 57.99 31.36, Tikhvin 59.65 33.53, Volkhov 59.92 32.34, "
         "Kingisepp 59.37 28.61, Bologoye 57.88 34.05, Chudovo 59.12 31.66, Gdov 58.75 27.82",
    "W": "Velikiye Luki 56.34 30.52, Kholm 57.15 31.18, Opochka 56.71 28.66, "
         "Toropets 56.50 31.63, Novorzhev 57.03 29.33, Loknya 56.83 30.14, Pustoshka 56.34 29.37, "
         "Novosokolniki 56.34 30.15, Bezhanitsy 56.98 29.88, Dedovichi 57.55 29.95",
    "C": "Kaunas 54.90 23.90, Siauliai 55.93 23.32, Tilsit 55.08 21.89, Klaipeda 55.71 21.13, "
         "Panevezys 55.73 24.35, Daugavpils 55.88 26.53, Raseiniai 55.38 23.12, "
         "Insterburg 54.63 21.81, Gumbinnen 54.59 22.20, Ukmerge 55.25 24.75, Jonava 55.08 24.28",
    "B": "Riga 56.95 24.11, Tallinn 59.44 24.75, Tartu 58.38 26.72, Parnu 58.39 24.50, "
         "Valga 57.78 26.05, Viljandi 58.36 25.60, Valmiera 57.54 25.43, Cesis 57.31 25.27, "
         "Rakvere 59.35 26.36, Jelgava 56.65 23.71, Krustpils 56.50 25.87, Haapsalu 58.94 23.54",
    "A": "Ventspils 57.39 21.56, Liepaja 56.51 21.01, Kuressaare 58.25 22.49, Kardla 59.00 22.75, "
         "Talsi 57.24 22.58, Kuldiga 56.97 21.97, Saldus 56.66 22.49, Tukums 56.97 23.15, "
         "Kolka 57.75 22.60, Virtsu 58.57 23.51, Aizpute 56.72 21.60",
    "N": "Smolensk 54.78 32.05, Vyazma 55.21 34.29, Rzhev 56.26 34.33, Dorogobuzh 54.92 33.30, "
         "Yelnya 54.57 33.17, Ostashkov 57.15 33.11, Andreapol 56.65 32.26, Sychevka 55.83 34.27, "
         "Yartsevo 55.06 32.69, Torzhok 57.04 34.96, Gzhatsk 55.55 35.00, Nelidovo 56.22 32.80",
    "M": "Moscow 55.75 37.62, Kalinin 56.86 35.90, Tula 54.19 37.62, Kaluga 54.53 36.27, "
         "Klin 56.33 36.73, Mozhaysk 55.50 36.03, Serpukhov 54.92 37.41, Kolomna 55.08 38.78, "
         "Volokolamsk 56.04 35.96, Dmitrov 56.35 37.52, Stalinogorsk 54.01 38.29",
    "P": "Bryansk 53.25 34.37, Orel 52.97 36.07, Kursk 51.73 36.19, Mtsensk 53.28 36.57, "
         "Roslavl 53.95 32.86, Lgov 51.66 35.26, Sevsk 52.15 34.49, Yelets 52.62 38.50, "
         "Karachev 53.12 34.98, Bolkhov 53.44 36.00, Livny 52.43 37.60",
}
"""By sheet: towns with latitude and longitude, from an atlas."""
OFFSETS = {"L": (30, -9), "W": (36, 19), "C": (-22, 44), "B": (0, 0), "A": (-36, 1),
           "N": (64, 16), "M": (102, 16), "P": (80, 68)}


def plane(lat: float, lon: float) -> tuple[float, float]:
    """Columns and rows of sheet B, continued: a conic with the parallels 50 and 60."""
    def stretch(degrees: float) -> float:
        return math.tan(math.pi / 4 + math.radians(degrees) / 2)

    low, high = math.radians(50), math.radians(60)
    cone = math.log(math.cos(low) / math.cos(high)) / math.log(stretch(60) / stretch(50))
    scale = 6371.0088 * math.cos(low) * stretch(50) ** cone / cone
    reach, angle = scale / stretch(lat) ** cone, cone * math.radians(lon - 25)
    x = (reach * math.sin(angle) + 169.638) / 8.3289
    y = (scale / stretch(56) ** cone - reach * math.cos(angle) - 411.3559) / 8.3289
    turn = math.radians(0.5244)
    u, v = math.cos(turn) * x + math.sin(turn) * y, math.cos(turn) * y - math.sin(turn) * x
    return u / (math.sqrt(3) / 2), 0.25 - v


@pytest.mark.parametrize("sheet", TOWNS)
def test_towns_lie_within_a_hex_of_their_true_place(sheet: str) -> None:
    listed = [text.strip().rsplit(" ", 2) for text in TOWNS[sheet].split(",")]
    assert len(listed) >= 10
    found = joined(NORTH if sheet in "LWCBA" else TYPHOON)
    away = {name: _hexes_away(found, sheet, name, float(lat), float(lon))
            for name, lat, lon in listed}
    assert {name: far for name, far in away.items() if far > 1} == {}


def _hexes_away(found: GameMap, sheet: str, name: str, lat: float, lon: float) -> int:
    hexes = [hex for hex, said in found.names.items() if said == name]
    labels = [label for hex in hexes for label in (found.grid.label(hex), *found.grid.aliases(hex))]
    here = [label for label in labels if label.startswith(sheet)]
    assert here, name
    column, row = plane(lat, lon)
    true = round(column), round(row - (0.5 if round(column) % 2 else 0.0))
    columns, rows = OFFSETS[sheet]
    return min(_apart(true, (int(label[1:3]) + columns, int(label[3:]) + rows)) for label in here)


def _apart(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Hexes from one column and row to another; odd columns lie half a hex lower."""
    (q, r), (s, t) = ((column, row - (column - column % 2) // 2) for column, row in (a, b))
    return max(abs(q - s), abs(r - t), abs(q + r - s - t))


RAILWAYS = {
    NORTH: """
        Tallinn-Tapa Tapa-Narva Narva-Kingisepp Kingisepp-Krasnogvardeysk Tapa-Tartu Tartu-Valga
        Valga-Valmiera Valmiera-Riga Valga-Pechory Pechory-Pskov Tallinn-Haapsalu Tallinn-Paldiski
        Riga-Jelgava Jelgava-Siauliai Siauliai-Tilsit Jelgava-Liepaja Riga-Tukums Tukums-Ventspils
        Riga-Krustpils Krustpils-Daugavpils Krustpils-Rezekne Daugavpils-Rezekne Rezekne-Ostrov
        Ostrov-Pskov Rezekne-Novosokolniki Siauliai-Panevezys Panevezys-Daugavpils
        Daugavpils-Vilnius
        Vilnius-Kaunas Kaunas-Gumbinnen Gumbinnen-Insterburg Insterburg-Tilsit Tilsit-Klaipeda
        Siauliai-Mazeikiai Mazeikiai-Liepaja Jonava-Kaunas Pskov-Luga Luga-Krasnogvardeysk
        Krasnogvardeysk-Leningrad Pskov-Dno Dno-Soltsy Dno-Morino Dno-Novosokolniki Gdov-Slantsy
        Gdov-Pskov Novgorod-Chudovo Leningrad-Tosno Tosno-Chudovo Chudovo-Bologoye Leningrad-Mga
        Mga-Volkhov Volkhov-Tikhvin Mga-Kirishi Volkhov-Chudovo Bologoye-Valdai
        Novosokolniki-Nasva Krustpils-Gulbene Ieriki-Gulbene
    """,
    TYPHOON: """
        Moscow-Kalinin Kalinin-Torzhok Moscow-Mozhaysk Mozhaysk-Vyazma Vyazma-Smolensk
        Vyazma-Rzhev Moscow-Volokolamsk Volokolamsk-Rzhev Rzhev-Nelidovo Moscow-Maloyaroslavets
        Maloyaroslavets-Sukhinichi Sukhinichi-Bryansk Vyazma-Kaluga Kaluga-Tula Moscow-Serpukhov
        Serpukhov-Tula Tula-Orel Orel-Kursk Orel-Bryansk Bryansk-Roslavl Roslavl-Smolensk
        Orel-Yelets Kursk-Lgov Lgov-Bryansk Moscow-Kolomna Moscow-Kashira Moscow-Zagorsk
        Moscow-Orekhovo-Zuyevo Moscow-Dmitrov Tula-Stalinogorsk Vyazma-Zanoznaya Bryansk-Unecha
        Yelets-Yefremov Smolensk-Yelnya Kalinin-Klin Torzhok-Selizharovo
        Rzhev-Torzhok
    """,
}
"""The net of 1941 from town to town, as railway maps of the time show it."""


def pairs(box: str) -> list[tuple[str, str, str]]:
    """Towns may have a hyphen themselves: both are names of the map."""
    found = []
    for word in RAILWAYS[box].split():
        cuts = [i for i, letter in enumerate(word) if letter == "-"]
        found.append(next((box, word[:i], word[i + 1:]) for i in cuts
                          if i == cuts[0] or word[:i] in joined(box).names.values()))
    return found


@pytest.mark.parametrize(("box", "start", "end"), pairs(NORTH) + pairs(TYPHOON))
def test_a_railway_of_1941_joins_the_towns(box: str, start: str, end: str) -> None:
    found = joined(box)
    ends = [[hex for hex, name in found.names.items() if name == town] for town in (start, end)]
    assert all(ends)
    kinds = (*RAILS, "railway_narrow")
    way = min(filter(None, (steps(box, kinds, a, b) for a in ends[0] for b in ends[1])), default=0)
    straight = min(found.grid.distance(a, b) for a in ends[0] for b in ends[1])
    assert straight <= way <= 1.6 * straight + 3


SHARES = [
    # box, sheet or country, columns and rows, woods, swamp and marsh: statistics of the thirties
    (NORTH, "Estonia", 21, 10), (NORTH, "Latvia", 27, 6), (NORTH, "Lithuania", 19, 3),
    (NORTH, "Germany", 19, 4), (NORTH, "L 20-70 1-18", 55, 12), (NORTH, "L 40-70 19-33", 55, 12),
    (NORTH, "W 20-48 7-27", 38, 6), (TYPHOON, "N 10-48 1-26", 50, 6),
    (TYPHOON, "N 10-48 28-52", 33, 3), (TYPHOON, "M 15-46 18-42", 41, 3),
    (TYPHOON, "M 28-48 43-52", 9, 0), (TYPHOON, "P 42-70 8-33", 7, 0),
    (TYPHOON, "P 14-40 3-26", 45, 2),
]


@pytest.mark.parametrize(("box", "region", "woods", "swamp"), SHARES)
def test_woods_and_swamp_have_their_share(box: str, region: str, woods: int, swamp: int) -> None:
    found = joined(box)
    land = _region(found, region) & ~found.with_terrain("sea", "lake")
    wooded = 100 * (land & found.features["woods"]).bit_count() / land.bit_count()
    wet = 100 * (land & found.with_terrain("swamp", "marsh")).bit_count() / land.bit_count()
    assert (abs(wooded - woods) <= 10, abs(wet - swamp) <= 10) == (True, True), (wooded, wet)


def _region(found: GameMap, region: str) -> int:
    if " " not in region:
        return found.areas[region]
    sheet, columns, rows = region.split()
    (west, east), (north, south) = (map(int, span.split("-")) for span in (columns, rows))
    return pack(found.grid.hex(f"{sheet}{column}{row:02}") for column in range(west, east + 1)
                for row in range(north, south + 1))
