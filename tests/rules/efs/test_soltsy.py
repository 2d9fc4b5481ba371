"""Soltsy as it is told: every move, mission, combat and die of four turns in one record."""

from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.core.events import Event
from grognard.core.sides import CHANCE
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.state import DAMAGED, DESTROYED, FLOWN, EfsState

RECORD = Path(__file__).with_name("soltsy.txt")

COMBATS = [  # hex, odds, die, sum of modifiers, row of the table; from the tale
    ("L3629", "3-1", 9, -2, 7),
    ("L3728", "2-1", 4, 1, 5),
    ("L3529", "3-2", 3, 1, 4),
    ("L3229", "7-1", 2, 0, 2),
    ("L3829", "2-1", 6, 1, 7),
    ("L3527", "3-2", 4, 0, 4),
    ("L3731", "8-1", 3, -1, 2),
    ("L3428", "8-1", 7, 1, 8),
    ("L3727", "3-1", 3, -1, 2),
    ("L3034", "6-1", 4, 1, 5),
    ("L3032", "4-1", 10, 0, 10),
]
AT_THE_END = {
    "L2933": "2/SSTk Rcn/SSTk 616PzJg", "L3031": "8/3M 53/3M", "L3032": "183R",
    "L3131": "RSCI 1/SSTk", "L3627": "29/3M", "L3629": "803Art 28/8Pz",
    "L3727": "10/8Pz 8/8Pz 59/8Pz", "L3927": "21Tk 11A 11AArt", "L3929": "70R", "L4032": "28/28Tk",
}
AIR_AT_THE_END = {"II/KG1": FLOWN, "I/JG54": FLOWN, "I/ZG26": DAMAGED, "7IAP": DESTROYED,
                  "44SBAP": DESTROYED, "58SBAP": FLOWN}


def lines() -> list[str]:
    """What is played, without the notes."""
    said = (line.partition("#")[0].strip() for line in RECORD.read_text("utf-8").splitlines())
    return list(filter(None, said))


class Tale:
    """The record played out, or its first lines; each line may be looked at."""

    def __init__(self, most: int | None = None) -> None:
        game = grognard.load("army_group_north", "soltsy")
        assert isinstance(game, EastFrontSeries)
        self.game = game
        self.state: EfsState = self.game.start_state()
        self.events: list[Event] = []
        self.left = lines()
        for text in lines()[:most]:
            self.play(text)

    def play_until(self, text: str) -> None:
        """All lines up to this one, and this one."""
        while self.left[0] != text:
            self.play(self.left[0])
        self.play(text)

    def play(self, text: str) -> None:
        self.left.remove(text)
        who, _, said = text.partition(" ")
        if who == "*":
            rolling = self.game.rolling(self.state)
            assert rolling is not None, text
            dice = rolling.chance(self.game, self.state).parse(said)
            self.events += self.game.apply(self.state, CHANCE, dice)
            return
        for action in self.game.space.parse(said):
            decision = self.game.decisions(self.state)[who]
            ruling = decision.check(action)
            assert ruling.allowed, (text, self.game.sentence(ruling))
            self.before(action.kind, action.arg)
            self.events += self.game.apply(self.state, who, action)

    def before(self, kind: str, arg: int) -> None:
        """What is looked at before an action is carried out."""

    def told(self, id: str) -> list[dict[str, Any]]:
        return [event.args for event in self.events if event.id == id]


@pytest.fixture(scope="module")
def tale() -> Tale:
    return Tale()


@pytest.mark.rule("agn:9.0")
def test_every_line_of_the_tale_is_legal_and_its_last_position_comes_about(tale: Tale) -> None:
    stands = {tale.game.grid.label(hex): {tale.game.units[unit].code for unit in stack}
              for hex, stack in tale.state.stacks.items()}
    assert stands == {hex: set(codes.split()) for hex, codes in AT_THE_END.items()}


def test_every_combat_has_the_odds_and_the_modifiers_that_are_told(tale: Tale) -> None:
    label = tale.game.grid.label
    fought = [(label(args["hexes"][0]), args["odds"], *args["rolled"])
              for args in tale.told("combat")]
    assert fought == COMBATS


def test_step_losses_and_air_boxes_at_the_end(tale: Tale) -> None:
    steps = {tale.game.units[unit].code: left for unit, left in enumerate(tale.state.steps)}
    assert (steps["10/8Pz"], steps["1/SSTk"], steps["53/3M"], steps["21Tk"]) == (2, 2, 1, 1)
    boxes = {tale.game.air_units[air].code: box for air, box in enumerate(tale.state.air)}
    assert boxes == AIR_AT_THE_END


FLAK = [  # air unit, die, modifier, result; steps 11, 49, 52, 96 and 134
    ("Ju88", 6, 0, "no-effect"),
    ("Bf110", 6, 1, "no-effect"), ("Ju88", 7, 1, "abort"),
    ("SB2", 6, 0, "no-effect"),
    ("Ju88", 6, 0, "no-effect"),
    ("Bf109", 2, 1, "no-effect"), ("Ju88", 6, 1, "no-effect"), ("Bf110", 9, 1, "damaged"),
]
SHOTS = [
    ("Bf109", "SB2", 3, "destroyed"),
    ("Bf110", "I16", 9, "no-effect"), ("I16", "Bf110", 2, "abort"), ("Bf109", "SB2", 5, "damaged"),
    ("Bf109", "I16", 3, "destroyed"),
]
BROUGHT = [
    ("air-support", "L3629", 1, 0), ("interdicts", "L3828", 1), ("air-support", "L3829", 0, 1),
    ("air-support", "L3731", 1, 0), ("interdicts", "L3727", 2),
]


@pytest.mark.rule("agn:BSR.aa.table", "agn:BSR.aa.soviet", "agn:BSR.aa.axis", "agn:BSR.aa.drm")
def test_anti_aircraft_fire_as_it_is_told(tale: Tale) -> None:
    names = [row.aircraft for row in tale.game.air_units]
    found = [(names[args["air"]], args["die"], args["modifier"], args["result"])
             for args in tale.told("flak")]
    assert sorted(found) == sorted(FLAK)


@pytest.mark.rule("agn:BSR.air.table", "agn:BSR.air.initiative", "agn:BSR.air.advantage")
def test_air_combat_as_it_is_told(tale: Tale) -> None:
    names = [row.aircraft for row in tale.game.air_units]
    found = [(names[args["air"]], names[args["target"]], args["die"], args["result"])
             for args in tale.told("air-shot")]
    assert found == SHOTS
    rolled = [(args["die"], args["side"]) for args in tale.told("air-initiative")]
    assert rolled == [(6, "none"), (7, "soviet"), (1, "axis")]


@pytest.mark.rule("agn:BSR.air.interdiction-level", "agn:BSR.combat.cas")
def test_what_the_missions_brought(tale: Tale) -> None:
    label = tale.game.grid.label
    found = [(event.id, label(event.args["hex"]), *(event.args[name] for name in
              (("axis", "soviet") if event.id == "air-support" else ("level",))))
             for event in tale.events if event.id in ("air-support", "interdicts")]
    assert found == BROUGHT
