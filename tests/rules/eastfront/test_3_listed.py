"""Every set-up of the box against the lists of the rule book and of the start lines."""

import tomllib
from collections.abc import Iterable
from importlib.resources import files

import pytest

from grognard.hexes import bits
from grognard.rules.eastfront.game import EastFront
from grognard.rules.eastfront.state import FUTURE, WAITING
from tests.rules.eastfront.listed import (
    BLOCKS,
    CITIES_1941,
    COURLAND,
    EDELWEISS,
    EDELWEISS_FULL,
    EDGE_1944,
    NAMED,
    RELEASED,
    SCENARIOS,
    SECTORS_1941,
)
from tests.rules.eastfront.setups import HALVES, game_of, set_up
from tests.rules.eastfront.table import eastfront

SIDES = ("axis", "soviet")
FORTNIGHTS = {"first": 1, "second": 2}
BASE = {"siege_infantry": "infantry", "guards_infantry": "infantry"}


def listed() -> dict[str, list[str]]:
    return {line.split()[0]: line.split()[1:] for line in BLOCKS.splitlines()}


def month(text: str) -> int:
    year, number = text.split("-")
    return int(year) * 12 + int(number) - 1


def hexes(game: EastFront, text: str) -> set[int]:
    return {game.grid.hex(label) for label in text.split()}


def pairs(text: str) -> list[list[str]]:
    return [part.split() for part in text.split(", ") if part]


def test_every_block_is_listed_with_its_side_type_and_strength() -> None:
    units = {u.code: [u.side, BASE.get(u.type, u.type), str(u.max_cv)] for u in eastfront().units}
    wanted = {code: [row[0], BASE.get(row[1], row[1]), row[2]] for code, row in listed().items()}
    assert units.keys() == wanted.keys()
    assert {code: (units[code], row) for code, row in wanted.items()
            if row[:2] != units[code][:2] or (row[2] != "?" and row[2] != units[code][2])} == {}


@pytest.mark.rule("eastfront:3.22a", "eastfront:3.11")
@pytest.mark.parametrize("scenario", HALVES)
def test_3_22a_forces_dates_and_first_players(scenario: str) -> None:
    game, row = eastfront(scenario), SCENARIOS[scenario]
    start, _, end = row["time"].partition(" to ")
    assert [game.first, game.last] == [
        (month(text.split()[0]), FORTNIGHTS[text.split()[1]]) for text in (start, end)]
    assert game.rows.sets_up_first == row["first"].split()[0]
    for side in SIDES:
        forces = {line: (force.units, force.cv) for line, force in game.rows.forces[side].items()}
        assert forces == {line: (int(n), int(cv)) for line, n, cv in pairs(row[side])}
        assert game.rows.air[side] == row[f"{side}_air"]
    if row["handicap"] != "-":
        assert game.rows.handicap == int(row["handicap"])


@pytest.mark.rule("eastfront:3.22e")
@pytest.mark.parametrize("scenario", HALVES)
def test_3_22e_reinforcements(scenario: str) -> None:
    game = eastfront(scenario)
    found = {(r.unit, r.cv, r.month) for r in game.rows.reinforcements}
    wanted = {(code, int(cv), month(when))
              for code, cv, when in pairs(SCENARIOS[scenario]["reinforcements"])}
    assert found == wanted


@pytest.mark.rule("eastfront:3.23a", "eastfront:3.24a")
@pytest.mark.parametrize("scenario", HALVES)
def test_3_24a_frontiers_battles_and_places_cut_off(scenario: str) -> None:
    game, row = eastfront(scenario), SCENARIOS[scenario]
    for side in SIDES:
        assert set(bits(game.rows.frontier[side])) == hexes(game, row[f"{side}_frontier"])
        assert set(bits(game.rows.isolated.get(side, 0))) == hexes(game, row[f"{side}_isolated"])
    battles = {(battle.hex, battle.defender) for battle in game.rows.battles}
    assert battles == {(game.grid.hex(hex), side) for hex, side in pairs(row["battles"])}


@pytest.mark.rule("eastfront:3.23a")
@pytest.mark.parametrize("scenario", HALVES)
def test_3_23a_the_land_of_the_sides_meets_at_the_listed_hexes_only(scenario: str) -> None:
    game = eastfront(scenario)
    battles = {battle.hex for battle in game.rows.battles}
    for side, enemy in (SIDES, SIDES[::-1]):
        land, other = game.rows.land[side], game.rows.land[enemy]
        touching = {hex for hex in bits(land & game.ground.land) if any(
            other >> near & 1 and not game.ground.is_strait(way)
            for near, way in game.ground.near[hex])}
        wanted = hexes(game, SCENARIOS[scenario][f"{side}_frontier"])
        assert touching - battles == wanted - battles
    assert game.ground.land & ~(game.rows.land["axis"] | game.rows.land["soviet"]) == 0


@pytest.mark.rule("eastfront:3.22a", "eastfront:3.24a", "eastfront:3.24b")
@pytest.mark.parametrize("scenario", HALVES)
def test_3_24a_our_own_set_up_keeps_to_the_lists(scenario: str) -> None:
    """Numbers, strengths and front hexes of the automatic set-up, counted by hand."""
    play = set_up(scenario)
    game, state, row = game_of(play), play.state, SCENARIOS[scenario]
    early = {game.number[r.unit] for r in game.rows.reinforcements if r.at_setup}
    for side in SIDES:
        count: dict[str, list[int]] = {}
        for unit in bits(state.loyal(game, side) & ~sum(1 << u for u in early)):
            if state.at[unit] >= 0 or unit in state.tied.values():
                line = count.setdefault(kind(game, unit), [0, 0])
                line[0] += 1
                line[1] += state.cv[unit]
        assert count == {line: [int(n), int(cv)] for line, n, cv in pairs(row[side])}
        for hex in hexes(game, row[f"{side}_frontier"]):
            assert state.of_side(game, hex, side), game.grid.label(hex)


def kind(game: EastFront, unit: int) -> str:
    """The line of the force list, by the list's own words for the block."""
    code = game.units[unit].code
    type = listed()[code][1].removeprefix("ss_").removeprefix("guards_")
    base = {"mountain": "infantry", "coastal": "infantry", "siege_infantry": "infantry",
            "paratroop": "infantry"}.get(type, type)
    if code in ("1B", "1H", "2H", "3H", "1R", "3R", "4R", "8I"):
        return "sat_infantry"
    return "sat_static" if code in ("2B", "2R") else base


@pytest.mark.rule("eastfront:S41.1c")
def test_s41_1c_cities_that_must_be_held() -> None:
    game = eastfront("s41")
    assert game.rows.city_minimums == {game.grid.hex(k): n for k, n in CITIES_1941.items()}


@pytest.mark.rule("eastfront:S41.1a", "eastfront:S41.1b")
def test_s41_1a_sectors_of_the_historical_set_up() -> None:
    game = eastfront("s41")
    for name, text in SECTORS_1941.items():
        known = name.lower().replace(" ", "_")
        area = next(game.map.areas[id] for id in (f"district_{known}", f"sector_{known}")
                    if id in game.map.areas)
        assert set(bits(area)) == hexes(game, text), name


@pytest.mark.rule("eastfront:W44.1a", "eastfront:W44.3")
def test_w44_courland_and_the_edge() -> None:
    game = eastfront("w44")
    assert game.courland is not None
    area, units, hq = game.courland
    assert (set(bits(area)), units, game.units[hq].code) == (hexes(game, COURLAND), 8, "AGN")
    assert set(bits(game.rows.tied)) == hexes(game, EDGE_1944)


@pytest.mark.rule("eastfront:W42.2")
def test_w42_2_the_garrison_of_stalingrad() -> None:
    row = eastfront("w42").rows.garrison
    assert row is not None
    assert (eastfront("w42").grid.label(row.hex), row.side, row.units, row.least_cv) == (
        "Stalingrad", "axis", 2, 3)


@pytest.mark.rule("eastfront:3.22c", "eastfront:2.68")
def test_blocks_that_come_later_wait_in_every_scenario() -> None:
    for scenario in HALVES:
        game = eastfront(scenario)
        at = game.new_state().at
        first = game.first[0]
        for code, row in listed().items():
            if len(row) > 4 and row[4][:2] == "19" and month(row[4]) > first:
                assert at[game.number[code]] not in (WAITING,), (scenario, code)
        assert at[game.number["21Mtn"]] == (WAITING if scenario == "w44" else FUTURE)


def test_edelweiss_begins_as_printed() -> None:
    game = eastfront("edelweiss")
    state = game.start_state()
    found = {u.code: f"{u.side} {u.type} {state.cv[n]} {_place(game, state.at[n])}"
             for n, u in enumerate(game.units)}
    wanted = dict(line.split(" ", 1) for line in EDELWEISS.splitlines())
    assert found == wanted


def _place(game: EastFront, hex: int) -> str:
    return game.grid.label(hex) if hex >= 0 else "eliminated"


def test_the_lists_name_every_scenario_of_the_box() -> None:
    box = files("grognard.boxes.eastfront").joinpath("scenarios")
    names = {tomllib.loads(path.read_text("utf-8"))["id"] for path in box.iterdir()
             if path.name.endswith(".toml")}
    assert names == {*SCENARIOS, "edelweiss"}


def test_full_strengths_of_the_tutorials_blocks() -> None:
    game = eastfront("edelweiss")
    assert {u.code: u.max_cv for u in game.units} == {
        u.code: EDELWEISS_FULL.get(u.code, 4 if u.side == "axis" else 3) for u in game.units}


@pytest.mark.rule("eastfront:11.6e", "eastfront:3.22a")
@pytest.mark.parametrize("scenario", HALVES)
def test_named_released_and_first_month_blocks(scenario: str) -> None:
    game = eastfront(scenario)

    def codes(units: Iterable[int]) -> set[str]:
        return {game.units[unit].code for unit in units}

    assert codes(game.wanted) == set(NAMED.get(scenario, "").split())
    assert set(game.rows.free_satellites) == set(RELEASED.get(scenario, "").split())
    due = {r.unit for r in game.rows.reinforcements if r.month == game.first[0]}
    assert {r.unit for r in game.rows.reinforcements if r.at_setup} == due
