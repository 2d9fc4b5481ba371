"""The combats of the learning game: both sums, every modifier and what came of each (9.0)."""

from pathlib import Path
from typing import Any, NamedTuple

import pytest

import grognard
from grognard.core.sides import CHANCE
from grognard.rules.efs.combat import CombatRoll
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.reckoning import reckon
from grognard.rules.efs.state import EfsState

RECORD = Path(__file__).with_name("soltsy.txt")


class Told(NamedTuple):
    """What the text tells of a combat: its step, sums, modifiers and result."""

    step: int
    hex: str
    attack: int | None
    defence: int | None
    modifiers: dict[str, int]
    result: tuple[str, ...]
    """What the text says; where the defender died, the cells that read so."""


TALE = [
    Told(12, "L3629", 21, 6, {"strongpoint": 1, "engineer": -1, "integrity": -1,
                              "air_attacker": -1}, ("-/R",)),
    Told(27, "L3728", 12, 5, {"no_retreat": 1}, ("1*/R",)),
    Told(28, "L3529", 3, 2, {"no_retreat": 1}, ("1/1", "1*/1")),
    Told(53, "L3229", 14, 2, {}, ("-/e", "-/4R", "-/3R", "-/2R", "-/1R")),
    Told(55, "L3829", 11, 5, {"integrity": -1, "air_defender": 1, "no_retreat": 1}, ("R/-",)),
    Told(68, "L3527", None, None, {}, ("1/1", "1*/1")),
    Told(97, "L3731", 16, 2, {"integrity": -1, "air_attacker": -1, "no_retreat": 1},
         ("-/e", "-/4R", "-/3R", "-/2R", "-/1R")),
    Told(98, "L3428", 16, 2, {"no_retreat": 1}, ("1*/1R", "1/2", "1*/R")),
    Told(136, "L3727", 18, 6, {"integrity": -1}, ("-/2R",)),
    Told(137, "L3034", None, None, {"minor_river": 1}, ("-/2", "-/2R", "-/3R")),
    Told(138, "L3032", None, None, {}, ("-/-",)),
]


class Fought(NamedTuple):
    attack: float
    defence: float
    modifiers: dict[str, int]
    result: str


def play() -> dict[str, Fought]:
    """The record played out; by attacked hex what each combat was before and after its die."""
    game = grognard.load("army_group_north", "soltsy")
    assert isinstance(game, EastFrontSeries)
    state: EfsState = game.start_state()
    fought: dict[str, Fought] = {}
    for line in RECORD.read_text("utf-8").splitlines():
        who, _, said = line.partition("#")[0].strip().partition(" ")
        if who == "*":
            _roll(game, state, said, fought)
        for action in game.space.parse(said) if who in game.sides else ():
            game.apply(state, who, action)
    return fought


def _roll(game: EastFrontSeries, state: EfsState, said: str, fought: dict[str, Fought]) -> None:
    rolling: Any = game.rolling(state)
    outcome = rolling.chance(game, state).parse(said)
    if isinstance(rolling, CombatRoll):
        found = reckon(game, state, rolling.battle)
        modifiers = {name: die for name, _, die in found.modifiers}
        fought[game.grid.label(rolling.battle.hexes[0])] = Fought(
            float(found.attack_total), float(found.defence_total), modifiers,
            rolling.reading(game, state, outcome))
    game.apply(state, CHANCE, outcome)


@pytest.fixture(scope="module")
def fought() -> dict[str, Fought]:
    return play()


@pytest.mark.rule("agn:BSR.combat.odds", "agn:BSR.combat.drm", "agn:BSR.combat.cas")
@pytest.mark.parametrize("told", TALE, ids=lambda told: f"step {told.step}")
def test_sums_and_modifiers_are_those_of_the_text(told: Told, fought: dict[str, Fought]) -> None:
    found = fought[told.hex]
    assert found.modifiers == told.modifiers
    assert told.attack in (None, found.attack)
    assert told.defence in (None, found.defence)


@pytest.mark.rule("agn:BSR.combat.crt")
@pytest.mark.parametrize("told", TALE, ids=lambda told: f"step {told.step}")
def test_results_are_those_of_the_text(told: Told, fought: dict[str, Fought]) -> None:
    assert fought[told.hex].result in told.result
