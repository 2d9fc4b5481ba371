"""The campaign from June 1941 to the summer of 1945 in one random game, inspected on the way.

Random players decide the war in its first summer; here no lead is decisive and Berlin far away, so
that every change of half-year is passed.
"""

import pytest

import grognard
from grognard.lab.conformance.point import Tally
from grognard.lab.conformance.suite import RandomGame, follow
from grognard.rules.eastfront import victory
from grognard.rules.eastfront.victory import CheckBerlin

POINTS = 20


@pytest.mark.rule("eastfront:3.14", "eastfront:3.12a")
def test_the_war_is_fought_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(victory, "level_of", lambda game, difference: "major")
    monkeypatch.setattr(CheckBerlin, "run", lambda self, game, state: None)
    run = RandomGame(grognard.load("eastfront", "campaign"), 1, Tally())
    run.to_the_end()
    assert not list(run.unlike_its_record())
    assert follow(run, POINTS) >= POINTS
    counts = [event for entry in run.play.log for event in entry.events if event.id == "count"]
    assert len(counts) == 7  # the eighth half-year is the race to Berlin
    assert run.play.state.ending == "race-lost"
