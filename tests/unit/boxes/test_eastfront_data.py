"""The map of EastFront against the facts of its rules, and the production it gives."""

import re
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path
from shutil import copytree

import pytest

from grognard.boxes import OpenBox
from grognard.boxes.checks import pieces
from grognard.boxes.maps import load_maps
from grognard.hexes import Hex, Hexside, bits, pack
from tests.unit.boxes.eastfront_box import (
    FOLDER,
    SCENARIOS,
    at,
    board,
    centres,
    closed,
    distance,
    has_river,
    labels,
    land,
    land_steps,
    rail_distances,
    rail_steps,
    scenario,
    side_of,
    table,
)

# Labels


@pytest.mark.rule("eastfront:1.2b")
def test_every_hex_has_a_name_fit_for_records() -> None:
    grid = board().grid
    for hex in grid:
        label, number, *others = (grid.label(hex), *grid.aliases(hex))
        assert re.fullmatch(r"[A-Za-z_]+(_[NS]?[EW]\d)?", label)
        assert re.fullmatch(r"\d+\.\d+", number)
        assert label.replace("_", " ") in (label, *others) or "-" in others[0]
        assert all(grid.hex(alias) == hex for alias in (number, *others))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Salsk NE1", "Rostov E2"),  # A02
        ("Stalingrad SE1", "Kotelnikovo E1"),  # A03
        ("Krivoi Rog", "Krivoi_Rog"),
        ("Makhach Kala", "Makhachkala"),
        ("Krementchug W1", "17.32"),
        ("Cracow", "15.23"),
    ],
)
def test_one_hex_has_several_names(one: str, other: str) -> None:
    assert at(one) == at(other)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (",19.37,", ",19.99,", "no hex is called 'Rostov'"),
        ("Kamensk,", "Rostov,", "'Rostov' names Rostov already"),
    ],
)
def test_a_wrong_alias_is_named_with_its_line(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    folder = tmp_path / "eastfront"
    copytree(FOLDER / "maps", folder / "maps")
    sheet = folder / "maps" / "eastfront" / "hexes.csv"
    lines = sheet.read_text("utf-8").splitlines()
    wrong = next(number for number, line in enumerate(lines) if old in line)
    lines[wrong] = lines[wrong].replace(old, new)
    sheet.write_text("\n".join(lines), "utf-8")
    box = OpenBox(folder)
    load_maps(box)
    faults = [str(fault) for fault in box.faults]
    assert any(f"hexes.csv:{wrong + 1}: " in one and said in one for one in faults)


# What the tutorial and the examples prove about places (exact facts: expectations.toml)


@pytest.mark.parametrize(
    ("near", "places"),
    [
        pytest.param(
            "Kamensko",
            "Mariupol Voroshilovgrad Kamensko_E1 Kalach Rostov Rostov_E1 Rostov_E2 Kotelnikovo",
            id="A11",
        ),
        pytest.param("Kamensko", "Rostov_E2", id="A20"),
        pytest.param("Rostov_E1", "Kropotkin Krasnodar", id="A21-A25"),
        pytest.param("Kropotkin", "Krasnodar Rostov Rostov_E2 Salsk_E1 Maikop", id="A27"),
        pytest.param("Salsk_E1", "Armavir", id="A31"),
        pytest.param("Novorossiysk", "Simferopol", id="A49"),
    ],
)
def test_places_within_two_hexes(near: str, places: str) -> None:
    assert max(distance(near, place) for place in places.split()) <= 2


@pytest.mark.parametrize(
    ("a", "b", "least", "most"),
    [
        pytest.param("Rostov_E2", "Armavir", 1, 3, id="A32"),
        pytest.param("Kropotkin", "Kalach", 3, 9, id="A28"),
        pytest.param("Kotelnikovo", "Rostov", 1, 3, id="A43"),
        pytest.param("Stalingrad_E1", "Kotelnikovo", 1, 3, id="A45"),
        pytest.param("Stalingrad", "Millerovo", 3, 9, id="A47"),
        pytest.param("Voroshilovgrad", "Maikop", 1, 6, id="A50"),
    ],
)
def test_places_in_range(a: str, b: str, least: int, most: int) -> None:
    assert least <= distance(a, b) <= most


def test_rivers_that_the_tutorial_knows_nothing_of() -> None:
    assert not has_river("Rostov", "Kamensko")  # A16
    assert not has_river("Kotelnikovo", "Rostov_E2")  # A42
    attackers = ("Mariupol", "Voroshilovgrad", "Kamensko", "Kamensko")
    assert sum(has_river(start, "Rostov") for start in attackers) == 1  # A17


def test_zone_of_stalingrad() -> None:
    """Control example 1: two hexes besides the battle hex (A61)."""
    around = board().grid.neighbours(at("Stalingrad"))
    reached = [n for n in around if board().grid.hexside(at("Stalingrad"), n) not in closed()]
    rivers = board().hexsides["river"]
    free = [n for n in reached if board().grid.hexside(at("Stalingrad"), n) not in rivers]
    assert labels(pack(free)) == {"Stalingrad_NE1", "Kotelnikovo", "Stalingrad_SE1"}


def test_a_marching_unit_can_walk_what_the_tutorial_walks() -> None:
    walks = ("Kamensko_E1 Rostov_E2 Salsk_E1", "Salsk_E1 Stavropol Armavir", "Maikop Tuapse")
    for walk in walks:
        for a, b in pairwise(walk.split()):
            assert at(b) in land_steps(at(a))


def test_supply_example() -> None:
    """A hex next to Vinnitsa is shielded by a river from one next to Cernauti (A65)."""
    grid = board().grid
    pairs = (
        (here, there)
        for here in grid.neighbours(at("Vinnitsa"))
        for there in grid.neighbours(at("Cernauti"))
        if grid.direction(here, there) is not None
    )
    assert any(grid.hexside(here, there) in board().hexsides["river"] for here, there in pairs)
    reached = rail_distances([at("Kiev")], land())
    assert all(at(place) in reached for place in ("Vinnitsa", "Cernauti", "Lutsk"))


# Railways


@pytest.mark.rule("eastfront:1.6a")
def test_rail_counts_of_the_tutorial() -> None:
    assert rail_distances([at("Tbilisi")], land())[at("Armavir")] == 7  # A51
    battles = pack([at("Kotelnikovo"), at("Stalingrad")])
    around = rail_distances([at("Maikop")], land() & ~battles)
    assert around[at("Stalingrad_E1")] == 11  # A52
    assert rail_distances([at("Maikop")], land())[at("Stalingrad_E1")] == 7


def test_railways_that_supply_the_tutorial() -> None:
    west = [*bits(board().features["rail_entry_west"])]
    axis = board().areas["edelweiss_axis"]
    shut = pack(at(place) for place in ("Rostov", "Voroshilovgrad", "Kamensko"))
    assert at("Millerovo") in rail_distances(west, axis & ~shut)  # A55
    assert at("Kamensko") in rail_steps()[at("Millerovo")]
    through = rail_distances([at("Kamensko")], axis)
    assert min(board().grid.distance(hex, at("Stalingrad")) for hex in through) <= 2  # A54
    south = rail_distances([at("Rostov")], land() & ~pack([at("Kamensko")]))
    for place in ("Maikop", "Kropotkin", "Krasnodar", "Salsk", "Salsk_E1", "Rostov_E2"):  # A53
        assert min(board().grid.distance(hex, at(place)) for hex in south) <= 2
    assert at("Armavir_E1") in rail_steps()[at("Armavir")]  # A56
    crimea = rail_distances(west, axis | board().areas["crimea"])
    assert at("Kerch") in crimea


@pytest.mark.rule("eastfront:9.1n")
def test_railways_hang_together_and_keep_to_the_land() -> None:
    assert set(rail_distances([at("Moscow")], land())) == set(rail_steps())
    rails = board().links("rail")
    for kind in ("lake", "sea", "alpine", "strait"):
        assert not rails & board().hexsides[kind]
    assert rails & board().hexsides["rail_only"] == {side_of("Melitopol", "Perekop")}


@pytest.mark.rule("eastfront:1.6c")
def test_entries_lie_on_railways_at_their_edge() -> None:
    for edge in ("west", "east", "north"):
        entries = board().features[f"rail_entry_{edge}"]
        assert entries & ~board().features[f"{edge}_edge"] == 0
        without = labels(entries & ~pack(rail_steps()))
        assert without == ({"Guryev"} if edge == "east" else set())


# Rivers


Corner = tuple[float, float]


def corner(point: tuple[float, float]) -> Corner:
    return round(point[0], 3), round(point[1], 3)


@cache
def corners_of(sides: frozenset[Hexside]) -> frozenset[Corner]:
    return frozenset(corner(p) for side in sides for p in board().grid.side_corners(side))


def ends_of(sides: frozenset[Hexside]) -> set[Corner]:
    """Corners that only one of the sides touches."""
    touched = Counter(corner(p) for side in sides for p in board().grid.side_corners(side))
    return {point for point, times in touched.items() if times == 1}


@cache
def mouths() -> frozenset[Corner]:
    """Corners at a sea, a lake or the edge of the playable map."""
    grid = board().grid
    times: Counter[Corner] = Counter()
    wet: set[Corner] = set()
    for hex in grid:
        found = {corner(point) for point in grid.corners(hex)}
        times.update(found)
        if board().terrain[hex] in ("sea", "lake", "out_of_play"):
            wet |= found
    edge = {point for point, count in times.items() if count < 3}
    shores = corners_of(board().hexsides["sea"] | board().hexsides["lake"])
    return frozenset(wet | edge | shores)


def touches(side: Hexside, sides: frozenset[Hexside]) -> bool:
    return bool(corners_of(frozenset([side])) & corners_of(sides))


@cache
def river_pieces(name: str) -> tuple[frozenset[Hexside], ...]:
    left = set(board().rivers[name] & board().hexsides["river"])
    found = []
    while left:
        piece = {left.pop()}
        while grown := {side for side in left if touches(side, frozenset(piece))}:
            piece |= grown
            left -= grown
        found.append(frozenset(piece))
    return tuple(found)


@cache
def rivers() -> list[str]:
    return [name for name, sides in board().rivers.items() if sides & board().hexsides["river"]]


@pytest.mark.rule("eastfront:1.36a")
def test_rivers_flow_into_a_sea_a_lake_a_river_or_off_the_map() -> None:
    assert len(rivers()) == 46
    for name in rivers():
        others = board().hexsides["river"] - board().rivers[name]
        for piece in river_pieces(name):
            assert len(ends_of(piece)) == 2, f"the {name} forks"
            assert ends_of(piece) & (mouths() | corners_of(frozenset(others))), f"the {name} ends"


def test_every_river_side_has_a_name() -> None:
    found = [piece for name in rivers() for piece in river_pieces(name)]
    assert board().hexsides["river"] == frozenset().union(*found)


# Edges, seas and start lines


def test_west_edge() -> None:
    """Edge hexes between Belgrade and Krakow, and north of Krakow (A60)."""
    plain, polish = board().areas["hungarian_plain"], board().areas["polish_plain"]
    assert plain.bit_count() - 2 >= 3
    assert polish.bit_count() >= 1
    assert (plain | polish) & ~board().features["west_edge"] == 0


def test_courland_holds_eight_units() -> None:
    stacking = {one["id"]: one["stacking"] for one in table("terrain.toml")["terrain"]}
    room = sum(stacking[board().terrain[hex]] for hex in bits(board().areas["courland"]))
    assert room >= scenario("w44")["courland"]["units"] == 8  # A62


@pytest.mark.rule("eastfront:15.1b", "eastfront:15.1c")
def test_seas_and_ports() -> None:
    zones = {zone["id"]: zone for zone in table("seas.toml")["zone"]}
    for name, zone in zones.items():
        assert all(name in zones[other]["links"] for other in zone["links"])
        assert zone["base"] in zone["ports"]
        ports = pack(at(port) for port in zone["ports"])
        assert ports & ~board().features["port"] & ~board().areas[name] == 0
    chain = ("West Black Sea", "East Black Sea", "Sea of Azov")  # A63
    assert all(b in zones[a]["links"] for a, b in pairwise(chain))
    listed = pack(at(port) for zone in zones.values() for port in zone["ports"])
    assert listed == board().features["port"]
    bases = pack(at(zone["base"]) for zone in zones.values())
    assert bases == board().features["naval_base"]


def test_sea_hexes_belong_to_one_zone_in_one_piece() -> None:
    for zone in table("seas.toml")["zone"]:
        sea = board().areas[zone["id"]] & board().with_terrain("sea", "out_of_play")
        assert len(list(pieces(board().grid, sea))) == (0 if zone["id"] == "South Caspian" else 1)


@pytest.mark.parametrize("id", [*SCENARIOS, "edelweiss"])
def test_the_start_line_parts_all_land(id: str) -> None:
    axis, soviet = board().areas[f"{id}_axis"], board().areas[f"{id}_soviet"]
    assert axis & soviet == 0
    assert axis | soviet == land()


@pytest.mark.rule("eastfront:3.24a")
@pytest.mark.parametrize("id", SCENARIOS)
def test_frontier_hexes_touch_the_line(id: str) -> None:
    areas = board().areas
    for own, enemy in (("axis", "soviet"), ("soviet", "axis")):
        touching = [
            hex
            for hex in bits(areas[f"{id}_{own}"])
            if any(areas[f"{id}_{enemy}"] >> other & 1 for other in land_steps(hex))
        ]
        assert labels(areas[f"{id}_{own}_frontier"]) == labels(pack(touching))


def test_districts_and_sectors_are_the_frontier_of_june_1941() -> None:
    for side, prefix in (("soviet", "district_"), ("axis", "sector_")):
        parts = [area for name, area in board().areas.items() if name.startswith(prefix)]
        together = pack(hex for part in parts for hex in bits(part))
        assert together.bit_count() == sum(part.bit_count() for part in parts)
        assert together == board().areas[f"s41_{side}_frontier"]


def test_homelands_and_fronts() -> None:
    assert board().areas["USSR"] == board().areas["s41_soviet"]
    west, east = board().areas["western_front"], board().areas["eastern_front"]
    assert west & east == 0
    assert west | east == land()
    assert board().areas["transylvania"] & ~board().areas["Hungary"] == 0


# Production


def supplied(side: str, id: str) -> set[Hex]:
    """Hexes that a friendly railway reaches from the side's own edge (or Baku)."""
    edge = {"axis": "west", "soviet": "east"}[side]
    own = board().areas[f"{id}_{side}"]
    battles = scenario(id).get("battle", [])
    fought = pack(at(battle["hex"]) for battle in battles)
    sources = [*bits(board().features[f"rail_entry_{edge}"])]
    sources += [at("Baku")] if side == "soviet" else []
    start = [hex for hex in sources if own >> hex & 1]
    return set(rail_distances(start, own & ~fought, own & fought))


@pytest.mark.rule("eastfront:REF.4", "eastfront:1.5b")
@pytest.mark.parametrize("side", ["axis", "soviet"])
@pytest.mark.parametrize("id", SCENARIOS)
def test_centres_and_automatic_points_give_the_start_level(id: str, side: str) -> None:
    reached = supplied(side, id)
    held = [centre for centre in centres() if centre.counted and at(centre.hex) in reached]
    points = sum(centre.points(side) for centre in held)
    assert points + scenario(id)["auto"][side] == scenario(id)["start_level"][side]


def test_leningrad_is_cut_off_for_three_years() -> None:
    cut = [id for id in SCENARIOS if at("Leningrad") not in supplied("soviet", id)]
    assert cut == ["w41", "s42", "w42", "s43", "w43"]


def test_centres_are_marked_on_the_map() -> None:
    for centre in centres():
        assert not centre.city or board().features["major_city"] >> at(centre.hex) & 1
        if centre.resource_kind:
            assert board().features[centre.resource_kind] >> at(centre.hex) & 1
    marked = board().features["oil"] | board().features["mineral"] | board().features["major_city"]
    assert marked == pack(at(centre.hex) for centre in centres())


CHANGES = {"w41": (0, 6), "s42": (10, 6), "w42": (0, 8), "s43": (10, 0), "w43": (0, 0),
           "s44": (-10, 0), "w44": (-10, 0)}
"""Of automatic points, Axis and Soviet, as the scenarios name them."""


def test_automatic_points_change_as_the_scenarios_say() -> None:
    auto = {id: scenario(id)["auto"] for id in SCENARIOS}
    for before, after in pairwise(SCENARIOS):
        changes = (auto[after][side] - auto[before][side] for side in ("axis", "soviet"))
        assert tuple(changes) == CHANGES[after]
