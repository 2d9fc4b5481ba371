"""The files of both boxes: they load, the counts are right, and what they share is one file."""

from collections import Counter

import pytest

from grognard.boxes.catalogue import DataBox
from grognard.boxes.expectations import check_expectations
from grognard.boxes.inventory import read_inventory
from grognard.boxes.maps import load_maps
from tests.rules.efs.boxes import LEARNING, NORTH, TYPHOON, contents

BOXES = (TYPHOON, NORTH)
SHARED = {
    "crt.toml", "terrain.csv", "effects.csv", "capability.csv", "overrun.toml", "air.toml",
    "weather.toml", "habits.toml", "staff.toml", "measures.toml",
}


@pytest.mark.parametrize("box", BOXES)
def test_the_box_loads_with_its_learning_scenario(box: str) -> None:
    found = contents(box)
    assert found.scenario.id == LEARNING[box]
    assert next(iter(DataBox(f"grognard.boxes.{box}").scenarios())) == LEARNING[box]


@pytest.mark.parametrize("box", BOXES)
def test_what_the_boxes_share_lies_in_the_folder_of_the_series(box: str) -> None:
    opened = DataBox(f"grognard.boxes.{box}").open()
    assert opened.shared is not None
    there = {item.name for item in opened.shared.iterdir() if item.name.endswith(("csv", "toml"))}
    assert there == SHARED
    assert {file for file in SHARED if opened.folder.joinpath(file).is_file()} == set()


@pytest.mark.parametrize(
    ("box", "axis", "soviet", "supply", "air"),
    [(TYPHOON, 264, 445, 28, 81), (NORTH, 173 + 16 + 4 + 5, 358 + 10 + 71, 26, 61)],
)
def test_the_counters_of_a_box(box: str, axis: int, soviet: int, supply: int, air: int) -> None:
    units = contents(box).units
    assert Counter(row.side for row in units) == {"axis": axis, "soviet": soviet}
    assert sum("supply" in row.traits for row in units) == supply
    assert len(contents(box).air_units) == air


WORDS = {
    *("move", "with", "drop", "enter", "by", "lose", "advance", "split", "along", "react", "guns"),
    *("supply", "double", "activate", "remove", "spend", "top", "flip", "mark", "withdraw", "keep"),
    *("rebuild", "raise", "detach", "rejoin", "bridge", "mode", "foot", "motor", "to", "via", "at"),
    *("overrun", "rail", "road", "through", "lift", "exit", "drive", "declare", "and", "from"),
    *("for", "combat", "back", "into", "build", "raze", "convert", "repair", "cut", "merge"),
    *("relieve", "fly", "shoot", "carry", "pair", "against", "again", "home", "recall", "retain"),
    *("done", "stay", "set", "fight", "engineers", "mandatory", "pass", "redraw", "hold", "order"),
}
"""What a player types for a deed: no counter may be called so."""


@pytest.mark.parametrize("box", BOXES)
def test_codes_can_be_typed(box: str) -> None:
    codes = [row.code for row in contents(box).units]
    codes += [row.code for row in contents(box).air_units]
    assert len({code.casefold() for code in codes}) == len(codes)
    assert not {code for code in codes if set(code) & set(" #,;=") or len(code) > 9}
    assert not {code for code in codes if code.casefold() in WORDS}


@pytest.mark.parametrize("box", BOXES)
def test_every_counter_has_a_row_of_the_capability_chart(box: str) -> None:
    known = {row.type: row for row in contents(box).capabilities}
    assert {row.capability for row in contents(box).units} <= set(known)
    for row in contents(box).units:
        goes = known[row.capability].goes
        assert (goes == "none") == (not row.move or "bridge" in row.traits), row.code
        assert (row.capability == "train") == (row.move == 48), row.code


HQS, GUNS, ENGINEERS, ARMOUR = "hq", "artillery", "engineer", "armour"


@pytest.mark.parametrize(
    ("box", "counts"),
    [(TYPHOON, {HQS: 35, GUNS: 76, ENGINEERS: 24, ARMOUR: 74, "guards": 27, "nkvd": 10}),
     (NORTH, {HQS: 14, GUNS: 99, ENGINEERS: 19, ARMOUR: 52, "guards": 8, "nkvd": 16})],
)
def test_how_many_there_are_of_a_kind(box: str, counts: dict[str, int]) -> None:
    traits = Counter(str(trait) for row in contents(box).units for trait in row.traits)
    assert {trait: traits[trait] for trait in counts} == counts


@pytest.mark.parametrize("box", BOXES)
def test_guns_and_headquarters_carry_the_band(box: str) -> None:
    for row in contents(box).units:
        if row.hq or "artillery" in row.traits:
            assert row.band == "both", row.code


def divisions(box: str, role: str) -> Counter[str]:
    return Counter(row.division for row in contents(box).units if row.role == role)


@pytest.mark.parametrize("box", BOXES)
def test_panzer_divisions_are_whole(box: str) -> None:
    """9.2.3: one panzer regiment, two motorised regiments, a reconnaissance battalion."""
    for division, panzers in divisions(box, "panzer").items():
        if division and panzers == 1:
            assert divisions(box, "motorised")[division] == 2, division
            assert divisions(box, "recon")[division] == 1, division


@pytest.mark.parametrize("box", BOXES)
def test_a_scenario_sets_up_in_play_and_keeps_the_sides_apart(box: str) -> None:
    rows, units = contents(box).scenario, {row.code: row for row in contents(box).units}
    placed = [code for row in rows.setup for code in row.units]
    assert len(set(placed)) == len(placed)
    for row in rows.setup:
        assert rows.in_play >> row.hex & 1
        assert len({units[code].side for code in row.units}) == 1
        assert sum(units[code].stacking for code in row.units) <= contents(box).edition.stacking
    for entry in rows.entry:
        assert all(rows.in_play >> hex & 1 for hex in entry.hexes)


@pytest.mark.parametrize("box", BOXES)
def test_everybody_of_a_scenario_exists_and_comes_in_somewhere(box: str) -> None:
    rows = contents(box).scenario
    ground = {row.code: row.side for row in contents(box).units}
    flying = {row.code: row.side for row in contents(box).air_units}
    entries = {entry.id: entry.side for entry in rows.entry}
    assert {code for row in rows.setup for code in row.units} <= set(ground)
    for row in rows.arrival:
        known = flying if row.entry == "ready" else ground
        assert {known[code] for code in row.units} == {row.side}
        assert row.entry == "ready" or entries[row.entry] == row.side
    for side, boxed in rows.air.items():
        assert {flying[code] for code in boxed.ready} == {side}


def test_the_land_of_mtsensk_is_parted_by_the_front() -> None:
    rows, units = contents(TYPHOON).scenario, {row.code: row for row in contents(TYPHOON).units}
    held = {row.hex: rows.axis_land >> row.hex & 1 for row in rows.setup}
    assert {units[row.units[0]].side: held[row.hex] for row in rows.setup} == {
        "axis": 1, "soviet": 0}


@pytest.mark.parametrize(("box", "cases"), [(TYPHOON, 563), (NORTH, 661)])
def test_the_rules_are_listed_and_the_map_agrees_with_them(box: str, cases: int) -> None:
    opened = DataBox(f"grognard.boxes.{box}").open()
    inventory = read_inventory(opened, box)
    assert len(inventory) == cases
    check_expectations(opened, load_maps(opened), inventory)
    assert str(opened.faults) == ""


@pytest.mark.parametrize("box", BOXES)
def test_every_rule_case_speaks_french_too(box: str) -> None:
    inventory = read_inventory(DataBox(f"grognard.boxes.{box}").open(), box)
    for case in inventory:
        french = inventory.case(case.id, "fr")
        assert french.says != case.says, case.id
        assert french.title, case.id
