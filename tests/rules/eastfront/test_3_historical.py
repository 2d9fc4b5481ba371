"""S41.1a, b: the historical set-up of June 1941, placed by both sides within their sectors."""

import pytest

from grognard.hexes import bits
from grognard.rules.eastfront.command import ChooseHeadquarters
from grognard.rules.eastfront.setup import ChooseDeployment, ReviewSetUp
from tests.rules.eastfront.listed import BLOCKS, SECTORS_1941
from tests.rules.eastfront.setups import at_random, game_of, refused, set_up, setting_up
from tests.rules.eastfront.table import eastfront

PLACED = {line.split()[0]: line.split()[4:] for line in BLOCKS.splitlines()
          if not line.split()[5].startswith("19") and line.split()[5] != "event"}
"""Strength and place of every block that stands on the map in June 1941."""
OUR_NAMES = {"Ternopol": "Tarnopol", "Kharkhov": "Kharkov"}


def sector(place: str) -> set[int]:
    """The front hexes that a listed place speaks of; empty for a city or a country."""
    grid = eastfront().grid
    name = place.replace("_", " ").removeprefix("sector ").removeprefix("front ")
    known = place.startswith(("sector", "front"))
    return {grid.hex(label) for label in SECTORS_1941[name].split()} if known else set()


@pytest.mark.rule("eastfront:3.24d", "eastfront:S41.1a", "eastfront:S41.1b")
def test_s41_1a_the_soviets_place_first_then_the_axis_who_moves_first() -> None:
    play = setting_up("s41", setup="historical")
    assert play.state.stack[-1] == ChooseDeployment("soviet")
    play.do("soviet", "auto")
    assert play.state.stack[-1] == ChooseDeployment("axis")
    play.do("axis", "auto")
    assert isinstance(play.state.stack[-1], ChooseHeadquarters)
    assert play.state.phasing == "axis"


@pytest.mark.rule("eastfront:3.24d", "eastfront:S41.1a", "eastfront:S41.1b")
@pytest.mark.parametrize("seed", [None, 1, 2])
def test_s41_1a_every_block_stands_at_its_strength_in_its_place(seed: int | None) -> None:
    play = (set_up("s41", setup="historical") if seed is None
            else at_random("s41", seed, often_auto=False, setup="historical"))
    game, state = game_of(play), play.state
    assert not game.faults(state)
    on_map = {game.units[unit].code for unit in bits(state.on_map((1 << len(game.units)) - 1))}
    assert on_map == PLACED.keys()
    for code, (cv, place) in PLACED.items():
        unit = game.number[code]
        front, hex = sector(place), state.at[unit]
        assert state.cv[unit] == int(cv), code
        if place.endswith("_or_adjacent"):
            home = game.map.areas[place.removesuffix("_or_adjacent")]
            assert (home | game.grid.spread(home)) >> hex & 1, code
        elif not front:
            assert game.grid.label(hex) == OUR_NAMES.get(place, place)
        elif game.units[unit].side == "soviet":
            assert hex in front, code
        else:
            assert any(game.grid.distance(hex, near) <= 1 for near in front), code


@pytest.mark.rule("eastfront:S41.1a", "eastfront:S41.1b", "eastfront:3.24a")
def test_s41_1a_every_front_hex_but_one_is_filled_however_blocks_are_placed() -> None:
    positions = set()
    for seed in (1, 2):
        play = at_random("s41", seed, often_auto=False, setup="historical")
        game, state = game_of(play), play.state
        held = state.occupied(game, "axis") | state.occupied(game, "soviet")
        empty = (game.rows.frontier["axis"] | game.rows.frontier["soviet"]) & ~held
        assert [game.grid.label(hex) for hex in bits(empty)] in ([], ["Kishinev_SE1"])
        positions.add(tuple(state.at))
    assert len(positions) == 2  # each side chooses


@pytest.mark.rule("eastfront:S41.1a")
def test_s41_1a_a_front_unit_stays_in_its_district() -> None:
    play = setting_up("s41", setup="historical")
    play.do("soviet", "deploy 8A")
    assert refused(play, "strength 2").rule == "eastfront:3.22a"
    play.do("soviet", "strength 3")
    ruling = refused(play, "at Grodno")
    assert (ruling.code, ruling.rule) == ("outside-its-district", "eastfront:S41.1a")
    play.do("soviet", "at Memel_E1")
    play.do("soviet", "deploy 11A strength 4")
    assert refused(play, "at Memel_E1").code == "hold-the-line"  # three hexes for three units


@pytest.mark.rule("eastfront:S41.1b", "eastfront:S41.4b")
def test_s41_1b_a_german_unit_stays_in_the_sector_of_its_army_group() -> None:
    play = setting_up("s41", first=False, setup="historical")
    play.do("axis", "deploy 41Pz strength 4")
    ruling = refused(play, "at Warsaw_E1")
    assert (ruling.code, ruling.rule) == ("outside-its-sector", "eastfront:S41.1b")
    assert play.check("axis", "at Konigsberg").allowed  # behind the front
    assert play.check("axis", "at Memel").allowed


@pytest.mark.rule("eastfront:S41.1a")
def test_s41_1a_the_automatic_set_up_can_be_changed_by_hand() -> None:
    play = setting_up("s41", setup="historical")
    play.do("soviet", "draft")
    assert play.state.stack[-1] == ReviewSetUp("soviet")
    game = game_of(play)
    unit = game.number["3A"]
    before = play.state.at[unit]
    play.do("soviet", "lift 3A")
    others = [hex for hex in play.offers("soviet").choices["at"] if hex != before]
    assert all(game.map.areas["district_western"] >> hex & 1 for hex in others)
    play.do("soviet", "aside")
    play.do("soviet", "auto")
    play.do("soviet", "done")
    assert set(play.decisions) == {"axis"}


@pytest.mark.rule("eastfront:3.24c")
def test_3_24c_army_group_headquarters_stand_apart() -> None:
    for play in (set_up("s41", setup="historical"),
                 at_random("s41", 3, often_auto=True, setup="historical")):
        game, state = game_of(play), play.state
        hexes = [state.at[game.number[hq]] for hq in ("OKH", "AGN", "AGC", "AGS", "AGA")]
        assert all(game.grid.distance(a, b) > 1 for a in hexes for b in hexes if a != b)
        assert len(set(hexes)) == 5
