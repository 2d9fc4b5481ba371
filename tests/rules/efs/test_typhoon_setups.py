"""Where everybody stands in the scenarios of Typhoon!, against lists written down before the box.

``setups/NAME.txt`` has a line for each hex: ``-`` behind a code is a step lost, ``=`` a depot.
"""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from grognard.boxes.catalogue import DataBox
from grognard.hexes import bits
from grognard.rules.efs import routes, stacking
from grognard.rules.efs.data import Unit
from grognard.rules.efs.state import TRACK
from tests.rules.efs.boxes import TYPHOON, contents
from tests.rules.efs.shelf import OTHERS, Shelf, scenario

LISTS = Path(__file__).parent / "setups"
WET = ("lake", "sea", "swamp", "marsh")

every = pytest.mark.parametrize("name", OTHERS)


def typed(name: str) -> dict[str, list[str]]:
    rows = (line.split(": ") for line in (LISTS / f"{name}.txt").read_text("utf-8").splitlines())
    return {hex: codes.split() for hex, codes in rows}


def told(t: Shelf, unit: int) -> str:
    """A counter as the lists tell it."""
    row, steps = t.game.units[unit], t.state.steps[unit]
    if "supply" in row.traits:
        return row.code + "=" * (steps == 2)
    return row.code + "-" * (row.steps - steps)


@every
@pytest.mark.rule("typhoon:3.1.1", "typhoon:3.1.2")
def test_everybody_stands_where_the_list_says(name: str) -> None:
    t = scenario(name)
    grid = t.game.grid
    found = {hex: sorted(told(t, unit) for unit in stack)
             for hex, stack in t.state.stacks.items()}
    assert found == {grid.hex(hex): sorted(codes) for hex, codes in typed(name).items()}


@pytest.mark.rule("typhoon:3.1.1", "typhoon:2.1/2")
def test_six_scenarios_of_which_one_joins_the_sheets() -> None:
    names = list(DataBox(f"grognard.boxes.{TYPHOON}").scenarios())
    assert names == ["mtsensk", *OTHERS]
    sheets = {name: sorted(scenario(name).game.map.sheets) for name in names}
    assert sheets == {"mtsensk": ["P"], "vyazma": ["N"], "mozhaisk": ["M"], "guderian": ["P"],
                      "campaign": ["M", "N", "P"], "gates": ["M"]}


@pytest.mark.rule("typhoon:2.0")
def test_three_sheets_and_1080_counters() -> None:
    """Ground and air units as the box lists them; the markers are those of its counter sheet."""
    found = contents(TYPHOON)
    markers = 290
    assert len(found.units) + len(found.air_units) + markers == 1080
    assert len(scenario("campaign").game.map.sheets) == 3


@pytest.mark.rule("typhoon:2.4/code")
def test_the_places_of_the_campaign_hold_nowhere_else() -> None:
    campaign, mozhaisk = scenario("campaign"), scenario("mozhaisk")
    assert campaign.where("1/1Pz") == "N2236"
    assert mozhaisk.state.due[mozhaisk.unit("1/1Pz")] == 8
    assert campaign.at("316R") == TRACK
    assert campaign.state.due[campaign.unit("316R")] == 6
    assert mozhaisk.at("316R") >= 0, "in the line"


# -- sound positions -------------------------------------------------------------------------------


@every
def test_nobody_begins_cut_off_crowded_or_in_a_bog(name: str) -> None:
    t = scenario(name)
    game, state = t.game, t.state
    for side in game.sides:
        assert routes.lost(game, state, side) == 0
    assert not [hex for hex in state.stacks if stacking.room(game, state, hex) < 0]
    assert not [hex for hex in state.stacks if game.map.terrain[hex] in WET]
    assert not state.hexes_of(game.everybody) & ~game.playable
    assert not state.on_map(game.units_of["axis"]) & state.units_in(
        game.closed_to["axis"], game.everybody)
    trains = state.on_map(game.trains)
    assert not trains & ~state.units_in(game.ground.rail_hexes, trains)


@every
def test_no_unit_comes_twice_and_divisions_are_whole(name: str) -> None:
    t = scenario(name)
    rows = t.game.rows
    listed = Counter(code for table in (rows.setup, rows.arrival, rows.group) for row in table
                     for code in row.units)
    listed += Counter(row.unit for row in rows.supply)
    assert max(listed.values()) == 1
    printed = Counter(row.division for row in contents(TYPHOON).units if row.role)
    here = Counter(row.division for row in t.game.units if row.role)
    assert all(printed[name] == count for name, count in here.items())


# -- history ---------------------------------------------------------------------------------------


def on_the_map(side: str, wanted: str) -> int:
    t = scenario("campaign")
    rows: list[Unit] = [t.game.units[unit] for unit in bits(t.state.on_map(t.game.units_of[side]))]
    return sum(row.type == wanted for row in rows)


def test_the_armies_of_30_september() -> None:
    """Public counts: 83 rifle and 9 cavalry divisions, 13 tank brigades and a tank division."""
    assert abs(on_the_map("soviet", "infantry division") - 83) <= 1
    assert on_the_map("soviet", "cavalry") == 9
    assert on_the_map("soviet", "armour") == 13 + 1
    panzers = {row.division for row in contents(TYPHOON).units if row.role == "panzer"}
    mobile = {row.division for row in contents(TYPHOON).units if row.role}
    assert (len(panzers), len(mobile - panzers)) == (14, 8), "with SS Reich"


def test_the_axis_is_stronger_by_half() -> None:
    t = scenario("campaign")
    sums = {side: (sum(t.game.units[unit].attack for unit in bits(t.state.on_map(
        t.game.units_of[side]))), sum(t.game.units[unit].defence for unit in bits(
            t.state.on_map(t.game.units_of[side])))) for side in t.game.sides}
    assert sums == {"axis": (650, 764), "soviet": (402, 494)}


# -- the joined map --------------------------------------------------------------------------------


@pytest.mark.rule("typhoon:2.1/3")
def test_what_two_sheets_print_is_one_place() -> None:
    grid = scenario("campaign").game.grid
    assert grid.hex("N4830") == grid.hex("M1030")
    assert grid.hex("P1201") == grid.hex("N2853")
    assert grid.hex("P4401") == grid.hex("M2253")
    assert grid.hex("P1301") != grid.hex("N2952")


@pytest.mark.rule("typhoon:7.3.5/2")
def test_the_road_from_smolensk_goes_on_to_roslavl() -> None:
    """Over N2553, which no sheet prints."""
    t = scenario("campaign")
    game, way = t.game, [t.hex(label) for label in ("N2453", "N2553", "P1002")]
    for here, beyond in pairwise(way):
        assert game.grid.hexside(here, beyond) in game.ground.roads
    assert all(game.ground.highway_hexes >> hex & 1 for hex in way)
