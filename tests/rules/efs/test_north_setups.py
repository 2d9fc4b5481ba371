"""Where everybody stands in the scenarios of Army Group North, against lists written before.

``setups/NAME.txt`` has a line for each hex: ``-`` behind a code is a step lost, ``=`` a depot, and
``?ur``, ``?dno`` or ``?mil`` an unknown side of that cup.
"""

from functools import cache
from pathlib import Path

import pytest

import grognard
from grognard.boxes.catalogue import DataBox
from grognard.hexes import HexSet, bits, pack
from grognard.rules.efs import cards, routes, stacking, victory
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.state import EfsState

LISTS = Path(__file__).parent / "setups"
NAMES = ("tallinn", "beowulf", "luga", "june", "campaign", "leningrad", "assault",
         "tikhvin")
FILES = {"campaign": "north_campaign"}
"""Lists with another name: the campaign before Moscow has its own."""

every = pytest.mark.parametrize("name", NAMES)


@cache
def loaded(name: str) -> EastFrontSeries:
    game = grognard.load("army_group_north", name)
    assert isinstance(game, EastFrontSeries)
    return game


def typed(name: str) -> dict[str, list[str]]:
    path = LISTS / f"{FILES.get(name, name)}.txt"
    rows = (line.split(": ") for line in path.read_text("utf-8").splitlines())
    return {hex: codes.split() for hex, codes in rows}


def told(game: EastFrontSeries, state: EfsState, unit: int) -> str:
    """A counter as the lists tell it."""
    row, steps = game.units[unit], state.steps[unit]
    if "unknown" in row.traits:
        return "?" + row.code.partition(".")[0].lower()
    if "supply" in row.traits:
        return row.code + "=" * (steps == 2)
    return row.code + "-" * (row.steps - steps)


@every
@pytest.mark.rule("agn:5.5.2")
def test_everybody_stands_where_the_list_says(name: str) -> None:
    game = loaded(name)
    state = game.new_state()
    found = {hex: sorted(told(game, state, unit) for unit in stack)
             for hex, stack in state.stacks.items()}
    wanted: dict[int, list[str]] = {}
    for hex, codes in typed(name).items():  # a hex of two sheets may be typed by either label
        wanted.setdefault(game.grid.hex(hex), []).extend(codes)
    assert found == {hex: sorted(codes) for hex, codes in wanted.items()}


@every
def test_nobody_stands_in_water_or_out_of_play_or_too_many(name: str) -> None:
    game = loaded(name)
    state = game.new_state()
    assert not game.faults(state)
    for hex in state.stacks:
        assert game.playable >> hex & 1
        assert game.map.terrain[hex] not in ("sea", "lake")
        assert stacking.room(game, state, hex) >= 0


@every
def test_everybody_begins_in_supply(name: str) -> None:
    game = loaded(name)
    state = game.new_state()
    for side in ("axis", "soviet"):
        cut_off = routes.lost(game, state, side)
        assert not [game.units[unit].code for unit in bits(cut_off)]


def near(game: EastFrontSeries, hexes: HexSet) -> HexSet:
    """All within four hexes."""
    for _ in range(4):
        hexes |= game.grid.spread(hexes)
    return hexes


@every
def test_every_source_of_supply_reaches_the_front(name: str) -> None:
    """By itself: a railway up to four hexes from the enemy, a mere road at least to somebody."""
    game = loaded(name)
    state = game.new_state()
    ports = pack(hex for row in game.rows.source if row.held for hex in row.hexes)
    for side, enemy in (("axis", "soviet"), ("soviet", "axis")):
        front = near(game, state.combat_hexes(game, enemy))
        sources = routes.first_sources(game, state, side)
        assert sources
        for hex in bits(sources & ~ports):
            found = routes.traced_from(game, state, side, 1 << hex)
            wanted = front if game.ground.rail_hexes >> hex & 1 else \
                front | state.combat_hexes(game, side)
            assert found & wanted, game.grid.label(hex)


@every
def test_neither_side_has_won_before_it_begins(name: str) -> None:
    game = loaded(name)
    state = game.new_state()
    levels = [row.least for row in game.rows.level]
    assert levels == sorted(levels, reverse=True)
    assert victory.score(game, state) < levels[0], "not a decisive victory of the Axis"


@pytest.mark.rule("agn:10.0", "agn:11.0")
@pytest.mark.parametrize(("name", "number", "colour"), [("tallinn", 1, "red"),
                                                        ("beowulf", 2, "ochre")])
def test_units_with_the_icon_or_the_colour_of_the_sheet(name: str, number: int,
                                                        colour: str) -> None:
    game = loaded(name)
    troops = [unit for unit in game.units if unit.box and not unit.code.startswith("RSC")]
    assert troops
    strangers = {unit.code for unit in troops if unit.box != colour
                 and number not in cards.scenarios(game.charts.corners, unit)}
    assert not strangers


def test_the_shelf_in_the_order_of_the_playbook() -> None:
    names = list(DataBox("grognard.boxes.army_group_north").scenarios())
    assert names == ["soltsy", *NAMES]


@pytest.mark.rule("agn:9.0/victory", "agn:9.0/supply")
def test_soltsy_is_lost_by_whoever_lets_the_enemy_to_his_entry_hexes() -> None:
    game = loaded("soltsy")
    state = game.new_state()
    for deed in ("weather", "supply", "attack_supply", "surrender"):
        assert game.skips(deed)
    unit = game.number["70R"]
    state.place(game, unit, game.grid.hex("L3926"))
    assert victory.verdict(game, state)[0] != "soviet"
    for axis in bits(state.set_at(game.grid.hex("L3032"))):
        state.place(game, axis, game.grid.hex("L3033"))
    state.place(game, unit, game.grid.hex("L3032"))
    assert victory.verdict(game, state)[:2] == ("soviet", "decisive")
