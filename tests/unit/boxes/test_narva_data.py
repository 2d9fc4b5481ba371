"""The box Across the Narva: its map agrees with rules and history, its lists with each other."""

import csv
import tomllib
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grognard.boxes.checks import is_contiguous
from grognard.boxes.expectations import check_expectations
from grognard.boxes.inventory import read_inventory
from grognard.boxes.maps import load_maps
from grognard.boxes.opened import OpenBox
from grognard.core.maps import GameMap
from grognard.core.tables import ResultTable
from grognard.hexes import HexSet, bits, pack

ROOT = Path(__file__).parents[3]
BOX = ROOT / "src/grognard/boxes/narva"
INPUTS = ROOT / "tools/maps/narva"
SIDES = ("german", "soviet")
KINDS = {
    *("infantry", "armour", "mechanised", "motorised", "recon", "engineer", "hq", "security"),
    *("naval", "police", "assault_gun"),
}

Row = dict[str, str]


@cache
def opened() -> OpenBox:
    return OpenBox(BOX)


@cache
def narva() -> GameMap:
    return load_maps(opened())["narva"]


def sheet(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def table(name: str) -> dict[str, Any]:
    return tomllib.loads((BOX / name).read_text(encoding="utf-8"))


@cache
def units() -> list[Row]:
    return sheet(BOX / "units.csv")


def set_up(side: str) -> list[Row]:
    return [unit for unit in units() if unit["side"] == side and unit["hex"]]


def stands(side: str) -> HexSet:
    return pack(narva().grid.hex(unit["hex"]) for unit in set_up(side))


def labels(hexes: HexSet) -> list[str]:
    return sorted(narva().grid.label(hex) for hex in bits(hexes))


def test_every_rule_case_speaks_french_too() -> None:
    inventory = read_inventory(OpenBox(BOX), "narva")
    assert len(inventory) == 396
    for case in inventory:
        french = inventory.case(case.id, "fr")
        assert french.says != case.says, case.id


# The map


def test_map_rules_and_expectations_load_without_a_fault() -> None:
    box = OpenBox(BOX)
    check_expectations(box, load_maps(box), read_inventory(box, "narva"))
    assert str(box.faults) == ""


def test_the_sheets_are_what_the_inputs_give() -> None:
    from tools.mapmaker.country import build
    from tools.mapmaker.inputs import Inputs
    from tools.mapmaker.sheets import sheets

    found = sheets(build(Inputs(INPUTS)))
    assert set(found) == {"hexes.csv", "hexsides.csv", "lines.csv", "areas.csv"}
    for name, text in found.items():
        assert (BOX / "maps/narva" / name).read_text(encoding="utf-8") == text, name


@pytest.mark.rule("narva:14.0.A", "narva:2.1.4.A")
def test_every_unit_of_the_set_up_stands_on_ground_it_may_enter() -> None:
    assert len(set_up("german")) == 49
    assert len(set_up("soviet")) == 47
    assert not stands("german") & stands("soviet")
    assert not (stands("german") | stands("soviet")) & narva().with_terrain("water")


def test_no_mechanised_unit_starts_in_a_swamp() -> None:
    swamp = narva().with_terrain("swamp")
    bogged = [
        unit["code"]
        for unit in units()
        if unit["class"] == "mechanised"
        and unit["hex"]
        and swamp >> narva().grid.hex(unit["hex"]) & 1
    ]
    assert not bogged


def test_everybody_starts_on_the_right_bank() -> None:
    areas = narva().areas
    west = areas["west_of_narva"]
    ours = areas["enclosed_area"] | defences()
    assert labels(stands("german") & ~west & ~ours) == []
    assert stands("soviet") & west == areas["bridgeheads_at_start"]
    assert not stands("soviet") & ours


def defences() -> HexSet:
    features = narva().features
    return features["prepared_defence_nordland"] | features["prepared_defence_nederland"]


@pytest.mark.rule("narva:11.3.A")
def test_the_prepared_defences_close_the_bridgehead() -> None:
    assert is_contiguous(narva().grid, defences())
    assert defences() & stands("german") == defences(), "manned at start"
    inside = ashore(narva().areas["ivangorod"], closed=defences())
    assert inside == narva().areas["enclosed_area"]


def ashore(start: HexSet, closed: HexSet = 0) -> HexSet:
    """Land that can be reached without crossing the Narva."""
    grid, river = narva().grid, narva().rivers["Narva"]
    blocked = closed | narva().with_terrain("water")
    found, new = 0, start
    while new:
        found |= new
        steps = (
            other
            for hex in bits(new)
            for other in grid.neighbours(hex)
            if grid.hexside(hex, other) not in river
        )
        new = pack(steps) & ~found & ~blocked
    return found


def test_the_narva_parts_the_map_in_two() -> None:
    west, east = ashore(narva().areas["narva_city"]), ashore(narva().areas["ivangorod"])
    assert not west & east
    assert west == narva().areas["west_of_narva"]
    assert west | east == narva().grid.all & ~narva().with_terrain("water")


@pytest.mark.rule("narva:13.3.4")
def test_the_hills_lie_side_by_side() -> None:
    hills = narva().grid.hexes("1429 1530 1629")
    assert hills == narva().areas["hills"] == narva().with_terrain("hill")
    assert is_contiguous(narva().grid, hills)


@pytest.mark.rule("narva:6.5.B.2")
def test_the_railway_is_cut_at_entry_a() -> None:
    rails = pack(h for line in narva().lines if line.kind == "major_railway" for h in line.hexes)
    assert not rails & narva().areas["entry_a"]


@pytest.mark.rule("narva:10.2.1.A", "narva:10.2.1.B")
def test_supply_sources_lie_on_their_edges() -> None:
    german, soviet = (narva().features[f"{side}_supply"] for side in SIDES)
    assert {label[:2] for label in labels(german)} == {"01"}
    assert all(label[:2] == "36" or label[2:] == "01" for label in labels(soviet))


@pytest.mark.rule("narva:6.2.2.C")
def test_the_narva_never_freezes_from_krivasoo_to_lake_peipus() -> None:
    grid, open_water = narva().grid, narva().hexside_notes["never_frozen"]
    rows = [int(grid.label(hex)[2:]) for side in open_water for hex in grid.ends(side)]
    assert open_water < narva().rivers["Narva"]
    assert min(rows) == 1
    assert max(rows) <= 20


def test_only_ferries_and_bridges_lie_behind_the_krivasoo_bridgehead() -> None:
    grid = narva().grid
    crossings = narva().hexsides["bridge"] | narva().hexsides["ferry"]
    for hexes in ("2020/2021", "2121/2122", "1820/1920"):
        assert grid.parse_hexside(hexes) in crossings & narva().rivers["Narva"]


# Supply at start (10.1)


def zone(side: str) -> HexSet:
    """Hexes in a zone of control of the side; unbridged major rivers stop it (5.6)."""
    grid = narva().grid
    river, bridges = narva().hexsides["major_river"], narva().hexsides["bridge"]
    return pack(
        other
        for unit in set_up(side)
        if unit["kind"] != "hq"
        for other in grid.neighbours(grid.hex(unit["hex"]))
        if grid.hexside(grid.hex(unit["hex"]), other) not in river - bridges
    )


def in_supply(side: str) -> HexSet:
    """Hexes that a line reaches: roads, hills, clear ground and friends, free of the enemy."""
    enemy = SIDES[side == "german"]
    roads = pack(hex for line in narva().lines for hex in line.hexes)
    ground = narva().with_terrain("clear", "hill") | roads
    passable = ground & ~zone(enemy) & ~stands(enemy) | stands(side)
    closed = narva().hexsides["major_river"] - narva().hexsides["bridge"]
    return flood(narva().features[f"{side}_supply"], passable, closed - narva().hexsides["ferry"])


def flood(sources: HexSet, passable: HexSet, closed: frozenset[int]) -> HexSet:
    grid = narva().grid
    found, new = 0, sources & passable
    while new:
        found |= new
        steps = (
            other
            for hex in bits(new)
            for other in grid.neighbours(hex)
            if grid.hexside(hex, other) not in closed
        )
        new = pack(steps) & passable & ~found
    return found


@pytest.mark.rule("narva:10.0.F")
@pytest.mark.parametrize(
    ("side", "without"), [("german", ["29P", "FHHFUS"]), ("soviet", ["593R", "743R"])]
)
def test_a_few_units_of_each_side_start_without_a_supply_line(
    side: str, without: list[str]
) -> None:
    supplied = in_supply(side)
    found = [u["code"] for u in set_up(side) if not supplied >> narva().grid.hex(u["hex"]) & 1]
    assert sorted(found) == without
    assert 1 <= len(found) <= 0.15 * len(set_up(side))
    told = (ROOT / "docs/games/narva-map.md").read_text(encoding="utf-8")
    assert all(code in told for code in found)


# Villages and points


def test_every_scoring_village_has_a_source() -> None:
    known = tomllib.loads((INPUTS / "village_sources.toml").read_text(encoding="utf-8"))
    rows = {narva().grid.hex(row["hex"]): row for row in sheet(INPUTS / "villages.csv")}
    scoring = narva().areas["villages_west_of_narva"]
    assert scoring == narva().features["village"] & narva().areas["west_of_narva"]
    for hex in bits(scoring):
        assert rows[hex]["existence"] in known["existence"], rows[hex]["name"]
        assert rows[hex]["placed"] in known["placed"], rows[hex]["name"]


def test_villages_with_coordinates_lie_near_their_place() -> None:
    from tools.mapmaker.inputs import Inputs
    from tools.mapmaker.plane import distance

    inputs = Inputs(INPUTS)
    centres, earth = inputs.plane.centres, inputs.earth
    off = {
        row["name"]: distance(
            centres[narva().grid.hex(row["hex"])], earth.plane(float(row["lat"]), float(row["lon"]))
        )
        for row in sheet(INPUTS / "villages.csv")
        if row["lat"]
    }
    assert {name: round(hexes, 1) for name, hexes in off.items() if hexes > 2.5} == {}


def points(held: HexSet, defence_boxes: int) -> int:
    """Soviet points for the ground they control (13.3); nobody stands on the rollbahn."""
    places = sum(
        score["points"] * (held & narva().areas[score["area"]]).bit_count()
        for score in table("victory.toml")["score"]
        if not score.get("occupied")
    )
    return int(places + defence_boxes * table("victory.toml")["defence_boxes"]["points"])


@pytest.mark.rule("narva:13.2.B.4")
def test_the_front_of_25_april_1944_scores_the_historical_result() -> None:
    """The two defence markers are so many boxes down: Nederland's sector lost Lilienbach in March
    1944 and stands lower."""
    front, nordland, nederland = narva().areas["front_1944_04_25"], 8, 9
    assert not front & (narva().areas["rollbahn_vp"] | narva().areas["hills"])
    scored = points(front, nordland + nederland)
    assert 26 <= scored <= 35
    level = next(level for level in table("victory.toml")["level"] if scored >= level["least"])
    assert level["id"] == "german_minor"


@pytest.mark.rule("narva:13.2.B.1", "narva:13.2.B.6")
def test_levels_of_victory_fall_without_a_gap() -> None:
    least = [level["least"] for level in table("victory.toml")["level"]]
    assert least == sorted(least, reverse=True)
    assert least == [56, 46, 36, 26, 16, 0]


# Counters


def test_codes_are_unique_words_that_cannot_be_taken_for_hexes() -> None:
    codes = [unit["code"] for unit in units()]
    assert [code for code, count in Counter(codes).items() if count > 1] == []
    assert all(code.isalnum() and not code.isdecimal() for code in codes)


def test_every_unit_is_set_up_or_arrives() -> None:
    entries = {entry["id"]: entry["side"] for entry in table("entries.toml")["entry"]}
    for unit in units():
        assert bool(unit["hex"]) != bool(unit["turn"]), unit["code"]
        if unit["turn"] and unit["entry"] != "*":
            assert entries[unit["entry"]] == unit["side"], unit["code"]
            assert 1 <= int(unit["turn"]) <= 12


def test_kinds_sizes_and_steps_make_sense() -> None:
    for unit in units():
        assert unit["kind"] in KINDS, unit["code"]
        assert unit["size"] in {"battalion", "regiment", "brigade", "division", "corps", "army"}
        assert (unit["kind"] == "hq") == (unit["steps"] == "0") == bool(unit["command_range"])
        assert bool(unit["reduced_defence"]) == (unit["steps"] == "2"), unit["code"]


def test_a_reduced_unit_is_weaker() -> None:
    for unit in units():
        if unit["steps"] == "2":
            full = int(unit["attack"]), int(unit["defence"])
            reduced = int(unit["reduced_attack"]), int(unit["reduced_defence"])
            assert reduced[0] < full[0] or reduced[1] < full[1], unit["code"]
            assert reduced[0] <= full[0], unit["code"]
            assert reduced[1] <= full[1], unit["code"]


@pytest.mark.rule("narva:14.0.C")
def test_four_units_start_reduced() -> None:
    reduced = {unit["name"] for unit in units() if unit["reduced_at_start"] == "yes"}
    assert reduced == {"151G", "176G", "376G", "227 Pio"}


def test_every_formation_gets_a_headquarters() -> None:
    headed = {unit["formation"] for unit in units() if unit["kind"] == "hq"}
    assert {unit["formation"] for unit in units()} - headed == set()


@pytest.mark.rule("narva:2.7")
def test_headquarters_are_not_mechanised() -> None:
    assert all(unit["class"] == "leg" for unit in units() if unit["kind"] == "hq")


# Charts


def chits() -> Iterator[Row]:
    yield from sheet(BOX / "chits.csv")


@pytest.mark.rule("narva:2.5.1.1.A")
def test_barrage_chits() -> None:
    counts = {chit["code"]: int(chit["count"]) for chit in chits()}
    assert (counts["BARRAGE_S"], counts["BARRAGE_G"]) == (2, 1)


def test_both_sides_can_reach_their_limits() -> None:
    for turn in table("turns.toml")["turn"]:
        for side in SIDES:
            assert drawable(side, turn["id"]) >= turn[side], (turn["id"], side)


def drawable(side: str, turn: int) -> int:
    """Command chits of a side in the cup: a numbered one can be drawn a turn later (2.5.B)."""
    return sum(
        int(chit["count"])
        for chit in chits()
        if chit["side"] == side
        and chit["group"] == "command"
        and int(chit["turn"]) < turn
        and not (chit["code"] == "WER" and turn > 3)
    )


@pytest.mark.rule("narva:12.0.A", "narva:12.0.B", "narva:12.0.C")
def test_air_units() -> None:
    air = [(unit["side"], unit["normal"], unit["full"]) for unit in sheet(BOX / "air_units.csv")]
    assert Counter(air) == {
        ("german", "1", "2"): 1,
        ("soviet", "1", "2"): 5,
        ("soviet", "0", "3"): 1,
    }


@pytest.mark.rule("narva:1.1.A", "narva:6.2.2.B")
def test_twelve_weeks() -> None:
    turns = table("turns.toml")["turn"]
    assert [turn["id"] for turn in turns] == list(range(1, 13))
    assert (turns[0]["starts"], turns[-1]["ends"]) == ("1944-02-02", "1944-04-25")
    assert [turn["id"] for turn in turns if turn["frozen"]] == list(range(1, 8))
    assert turns[2]["german"] == 2


def worth(result: str, attacker: str) -> int:
    """How good a combat result is for the attacker: ground won counts more than steps."""
    value = 0
    for part in result.split("/"):
        if part == "NR" or ("*" in part and attacker != "soviet"):
            continue
        steps, _, hexes = part.lstrip("AD*").partition("r")
        if part[0] == "D":
            value += 2 * int(steps or 0) + 3 * int(hexes or 0)
        else:
            value -= 2 * int(steps or 0) + int(hexes or 0)
    return value


@pytest.mark.parametrize("attacker", SIDES)
def test_combat_never_gets_worse_with_the_die_or_the_odds(attacker: str) -> None:
    crt = ResultTable.from_data(table("crt.toml"), "crt")
    rows = [[worth(cell, attacker) for cell in row] for row in crt.cells]
    columns = [list(column) for column in zip(*rows, strict=True)]
    assert [values for values in rows + columns if values != sorted(values)] == []


def test_barrage_table_reads() -> None:
    ResultTable.from_data(table("barrage.toml")["table"], "barrage")
    assert len(table("barrage.toml")["count"]["attacks"]) == 6


def test_the_terrain_chart_covers_the_map() -> None:
    rows = {(row["group"], row["kind"]): row for row in sheet(BOX / "terrain.csv")}
    legend = table("maps/narva/map.toml")
    assert {kind for group, kind in rows if group == "hex"} == set(legend["terrain"])
    assert {kind for group, kind in rows if group == "road"} == set(legend["line_kinds"])
    for row in rows.values():
        for cost in (row["leg"], row["mechanised"], row["strategic"]):
            assert cost in ("", "no", "all") or Fraction(cost) * 12 % 1 == 0


@pytest.mark.rule("narva:0.0.B.2")
def test_the_defence_track_has_ten_boxes() -> None:
    assert table("defences.toml")["track"] == [3, 3, 3, 3, 3, 2, 2, 2, 1, 0]


def test_every_throw_of_two_dice_has_its_event() -> None:
    assert [event["id"] for event in table("events.toml")["event"]] == list(range(2, 13))


# Scenarios


@pytest.mark.parametrize("id", ["campaign", "krivasoo", "opening"])
def test_scenarios_name_what_there_is(id: str) -> None:
    scenario = table(f"scenarios/{id}.toml")
    assert scenario["id"] == id
    assert scenario["title"] == f"scenario-{id}"
    assert scenario.get("ours", False) == (id != "campaign")
    areas = {score["area"] for score in scenario.get("score", [])} | {scenario["playable"]}
    assert areas - {"all"} <= set(narva().areas)
    named = scenario["units"] if isinstance(scenario["units"], list) else []
    assert set(named) <= {unit["code"] for unit in units()}
    least = [level["least"] for level in scenario.get("level", [])]
    assert least == sorted(least, reverse=True)
    assert not least or least[-1] == 0


def test_the_short_game_at_krivasoo_fits_its_ground() -> None:
    scenario = table("scenarios/krivasoo.toml")
    theatre = narva().areas[scenario["playable"]]
    hexes = [unit["hex"] for unit in units() if unit["code"] in scenario["units"] and unit["hex"]]
    assert all(theatre >> narva().grid.hex(hex) & 1 for hex in hexes)
    for side in SIDES:
        assert theatre & narva().features[f"{side}_supply"], side
    assert set(scenario["chits"]) <= {chit["code"] for chit in chits()}
