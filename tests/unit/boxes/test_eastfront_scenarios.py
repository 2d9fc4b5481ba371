"""The box of EastFront as a whole: sources, blocks, scenarios and tables."""

import re
import tomllib
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from grognard.boxes import OpenBox
from grognard.boxes.expectations import check_expectations
from grognard.boxes.inventory import read_inventory
from grognard.boxes.keys import value_keys
from grognard.boxes.maps import load_maps
from grognard.boxes.provenance import WORDS, KeySources
from tests.unit.boxes.eastfront_box import (
    FOLDER,
    LAND,
    SCENARIOS,
    Centre,
    Unit,
    at,
    board,
    inventory,
    land,
    scenario,
    table,
    units,
)

# The box as a whole


def test_map_and_rules_have_no_faults() -> None:
    box = OpenBox(FOLDER)
    maps = load_maps(box)
    check_expectations(box, maps, read_inventory(box, "eastfront"))
    box.csv("units.csv", Unit, key=("code",))
    box.csv("production.csv", Centre, key=("hex",))
    box.faults.raise_if_any()


# Files that hold no numbers of the game.
SAYINGS = ("rules.toml", "rules.fr.toml", "expectations.toml", "shown.toml", "not_shown.toml",
           "style.toml", "habits.toml", "officer.toml", "box.toml")
TABLES = [path for path in sorted(FOLDER.rglob("*.toml"))
          if path.name not in SAYINGS and path.parent.name not in ("lessons", "briefings")]


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.name)
def test_every_value_of_a_table_has_a_source(path: Path) -> None:
    data = tomllib.loads(path.read_text("utf-8"))
    sources = KeySources.read(data.pop("provenance"))
    assert [key for key in value_keys(data) if sources.of(key) not in WORDS] == []


def test_all_cases_are_kept() -> None:
    assert len(inventory()) == 542
    assert len(inventory().rulings()) >= 109


def test_every_case_is_said_in_french() -> None:
    said = table("rules.fr.toml")
    assert list(said) == list(inventory().cases)
    assert all(words["title"] and words["says"] for words in said.values())
    assert all(inventory().case(id, "fr").says != inventory().case(id).says for id in said)


# Blocks and scenarios


def counts_as(unit: Unit) -> str:
    kinds = {kind["id"]: kind["counts_as"] for kind in table("unit_types.toml")["type"]}
    kind = str(kinds[unit.type])
    satellite = unit.side == "axis" and unit.nation != "germany"
    return "sat_infantry" if satellite and kind == "infantry" else kind


def pool(id: str, side: str) -> dict[str, list[Unit]]:
    found: dict[str, list[Unit]] = {}
    for unit in units():
        if unit.side == side and id in unit.scenarios:
            found.setdefault(counts_as(unit), []).append(unit)
    return found


def test_blocks() -> None:
    assert Counter(unit.side for unit in units()) == {"axis": 66, "soviet": 64}
    assert all(re.fullmatch(r"[0-9A-Za-z]+", unit.code) for unit in units())
    assert sum(unit.max_cv for unit in units() if unit.type == "hq" and unit.side == "axis") == 14
    supreme = [unit.code for unit in units() if "supreme" in unit.elite]
    assert supreme == ["OKH", "STAVKA"]


def test_places_of_june_1941_are_hexes_or_areas() -> None:
    for unit in units():
        if unit.at41 and unit.at41 not in board().areas:
            assert land() >> at(unit.at41) & 1


@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_forces_of_june_1941_are_the_historical_list(side: str) -> None:
    for kind, listed in scenario("s41")["forces"][side].items():
        found = pool("s41", side)[kind]
        assert len(found) == listed["units"]
        assert sum(unit.cv41 or 0 for unit in found) == listed["cv"]


@pytest.mark.rule("eastfront:3.22a")
@pytest.mark.parametrize("side", ["axis", "soviet"])
@pytest.mark.parametrize("id", SCENARIOS)
def test_the_pool_can_make_the_listed_forces(id: str, side: str) -> None:
    for kind, listed in scenario(id)["forces"][side].items():
        if (id, side, kind) == ("w44", "soviet", "sat_infantry"):
            continue  # blocks that changed sides (W44.2b)
        strengths = sorted((unit.max_cv for unit in pool(id, side)[kind]), reverse=True)
        assert len(strengths) >= listed["units"]
        assert listed["cv"] <= sum(strengths[: listed["units"]])


def months(first: str, last: str) -> list[str]:
    year, month = map(int, first.split("-"))
    found = [first]
    while found[-1] != last:
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
        found.append(f"{year}-{month:02}")
    return found


@pytest.mark.parametrize("id", SCENARIOS)
def test_scenarios_name_what_exists(id: str) -> None:
    data = scenario(id)
    known = {unit.code: unit for unit in units()}
    span = months(data["first"]["month"], data["last"]["month"])
    assert 5 <= len(span) <= 6
    for entry in data.get("reinforcement", []):
        unit = known[entry["unit"]]
        assert entry["month"] == unit.enters in span
        assert entry["cv"] == unit.enters_cv
    for battle in data.get("battle", []):
        defender = battle["original_defender"]
        assert board().areas[f"{id}_{defender}"] >> at(battle["hex"]) & 1
    assert set(data["special"]) <= set(inventory().cases)


def test_every_scenario_rule_belongs_to_a_scenario() -> None:
    special = {rule for id in (*SCENARIOS, "edelweiss") for rule in scenario(id)["special"]}
    ruled = {id for id in inventory().cases if re.match(r"EDL|[SW]4\d\.", id)}
    assert ruled - special == set()


def test_every_scheduled_block_arrives_once() -> None:
    arriving = Counter(
        entry["unit"] for id in SCENARIOS for entry in scenario(id).get("reinforcement", [])
    )
    assert arriving == Counter(unit.code for unit in units() if unit.enters)


def test_scenarios_follow_each_other() -> None:
    linked = table("box.toml")["linked"]
    assert linked.pop("campaign") == list(SCENARIOS)
    assert linked == {f"{one}-{next}": [one, next] for one, next in pairwise(SCENARIOS)}


@pytest.mark.rule("eastfront:EDL.1", "eastfront:EDL.3")
def test_edelweiss_adds_up() -> None:
    data = scenario("edelweiss")
    kinds = {kind["id"]: kind["counts_as"] for kind in table("unit_types.toml")["type"]}
    for side in ("axis", "soviet"):
        found = [unit for unit in data["unit"] if unit["side"] == side]
        for kind, listed in data["forces"][side].items():
            those = [unit for unit in found if kinds[unit["type"]] == kind]
            assert (len(those), sum(u["cv"] for u in those)) == (listed["units"], listed["cv"])
    standing = [unit for unit in data["unit"] if unit["hex"] != "eliminated"]
    assert Counter(unit["side"] for unit in standing) == {"axis": 13, "soviet": 11}
    for unit in standing:
        own = board().areas[f"edelweiss_{unit['side']}"]
        assert own >> at(unit["hex"]) & 1 or unit["hex"] == "Stalingrad"


# Tables


MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec"


@pytest.mark.rule("eastfront:17.3a", "eastfront:17.31")
def test_victory_levels() -> None:
    levels = table("victory.toml")["level"]
    assert [level["least"] for level in levels] == [0, 6, 16, 26]
    assert [level["tournament"][0] for level in levels] == [1, 2, 3, 5]


@pytest.mark.rule("eastfront:13.14a")
def test_air_power() -> None:
    axis = [scenario(id)["air"]["axis"] for id in SCENARIOS]
    soviet = [scenario(id)["air"]["soviet"] for id in SCENARIOS]
    assert axis == ["TF", "DF", "DF", "DF", "DF", "SF", "SF", "none"]
    assert soviet == ["SF", "SF", "SF", "DF", "DF", "DF", "TF", "TF"]


def test_weather_covers_the_year() -> None:
    months = table("weather.toml")["month"]
    assert [month["id"] for month in months] == MONTHS.split()
    said = [month[front] for month in months for front in ("east", "west")]
    words = {word for one in said for word in ([one] if isinstance(one, str) else one.values())}
    assert words == set(table("effects.toml")["defence"]) == {"dry", "mud", "snow"}


def test_terrain_table_covers_the_map() -> None:
    effects = table("terrain.toml")
    assert {one["id"] for one in effects["terrain"]} == set(LAND)
    assert set(effects["hexside"]) <= set(board().hexsides)
