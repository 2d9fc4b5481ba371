"""The program that trains a player learns something, and says how much."""

from random import Random

import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("sklearn")

from examples import train_a_player
from examples.train_a_player import Player, measure, train
from grognard.lab.research import Duel


def test_who_has_learnt_plays_better_than_who_has_not() -> None:
    """A short training: the numbers of a whole one stand in docs/lab.md."""
    duel = Duel("miniature", "bridgehead", side="red")
    learnt = train(duel, rounds=2, games=40, luck=Random(1))
    before = measure(duel, Player(Random(1), 0), games=40, seed=10**6)[1]
    after = measure(duel, learnt, games=40, seed=10**6)[1]
    assert after.value > before.value


def test_the_program_tells_both_sides(capsys: pytest.CaptureFixture[str]) -> None:
    train_a_player.main(["--rounds", "1", "--games", "10", "--tests", "4"])
    out = capsys.readouterr().out
    assert "blue won " in out
    assert "red won " in out
