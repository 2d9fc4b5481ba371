"""Every box and scenario on the shelf keeps the contract.

Each scenario plays twenty random games, fewer if they are long or the shelf is: all scenarios
together have two minutes. ``GROGNARD_GAMES=500`` plays so many of each. A fault names the record
of the play that led to it: open it with ``grognard replay``.
"""

import os
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.boxes.catalogue import rulebooks
from grognard.core.game import Game
from grognard.core.serial import steps_of
from grognard.core.state import State
from grognard.core.steps import Together
from grognard.core.visibility import fields_of, naming_fields
from grognard.lab.conformance import Report, declared, inspect

GAMES = int(os.environ.get("GROGNARD_GAMES", "20"))
LINKED = {("eastfront", scenario) for scenario in (
    "w41-s42", "s42-w42", "w42-s43", "s43-w43", "w43-s44", "s44-w44", "campaign")}
"""Chains of scenarios that are tested alone; s41-w41 stands for them."""

PIECES = {("typhoon", "vyazma"): 500, ("typhoon", "mozhaisk"): 500, ("typhoon", "guderian"): 500,
          ("typhoon", "campaign"): 300, ("typhoon", "gates"): 300,
          ("army_group_north", "luga"): 300, ("army_group_north", "june"): 300,
          ("army_group_north", "tikhvin"): 400, ("army_group_north", "leningrad"): 300,
          ("army_group_north", "campaign"): 300, ("army_group_north", "assault"): 300}
"""Games too long for every day: so many decisions of each are played here, from the set-up on;
whole ones, and pieces from later turns, by tools/proofs/long_games.
"""


def reasons(id: str, scenario: str) -> list[pytest.MarkDecorator]:
    if (id, scenario) not in LINKED or "GROGNARD_GAMES" in os.environ:
        return []
    return [pytest.mark.skip(reason="long: its half-years are tested, and s41-w41 as a chain")]


SHELF = [
    pytest.param(id, scenario, id=f"{id}-{scenario}", marks=reasons(id, scenario))
    for id, entry in grognard.boxes().items()
    for scenario in entry.box.scenarios()
]
SECONDS = None if "GROGNARD_GAMES" in os.environ else min(20.0, 110 / max(1, len(SHELF)))
"""CPU time after which no further game of a scenario is begun."""


@cache
def load(box: str, scenario: str) -> Game[Any]:
    return grognard.load(box, scenario)


@pytest.mark.parametrize(("box", "scenario"), SHELF)
def test_space_and_words(box: str, scenario: str) -> None:
    assert declared(load(box, scenario)) == []


@pytest.mark.parametrize(("box", "scenario"), SHELF)
def test_random_games(box: str, scenario: str, tmp_path: Path) -> None:
    game = load(box, scenario)
    report, began = Report(), time.process_time()
    piece = 0 if "GROGNARD_GAMES" in os.environ else PIECES.get((box, scenario), 0)
    for seed in range(GAMES):
        report.add(inspect(game, seed, aimed=seed % 2 == 1, decisions=piece))
        if report.found or (SECONDS and time.process_time() - began > SECONDS):
            break
    assert not report.found, "\n".join(f"{f} ({f.save(tmp_path)})" for f in report.found)
    assert piece or report.through == report.games, "not every game went through the milestones"
    assert report.is_clean, f"{report.generic:.1%} of all refusals name no rule of their own"


@pytest.mark.parametrize("id", sorted(rulebooks()))
def test_every_state_and_step_says_who_may_know_it(id: str) -> None:
    """What is not declared cannot be shown; here it is found before anybody plays."""
    book: type[Game[Any]] = rulebooks()[id].object
    state_type: type[State] = book.state_type
    assert fields_of(state_type)
    for step in steps_of(book.packages).values():
        if not issubclass(step, Together):  # shows each side its own branch
            naming_fields(step)
