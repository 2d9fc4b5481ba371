"""Bots against each other."""

import pytest

from grognard.cli.app import run
from grognard.lab.match import Tally, match


def endings(seed: int) -> list[object]:
    return list(match("miniature", "bridgehead", {}, ("recruit", "recruit"), games=3, seed=seed))


def test_the_same_seed_plays_the_same_games() -> None:
    assert endings(5) == endings(5)
    assert endings(5) != endings(6)


def test_endings_are_counted() -> None:
    tally = Tally()
    for ending in match("miniature", "bridgehead", {}, ("recruit", "recruit"), games=4):
        tally.add(ending)
    assert tally.games == sum(tally.levels.values()) == 4
    assert min(tally.scores) <= tally.quantile(0.5) <= max(tally.scores)


def test_the_command_prints_what_came_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["match", "miniature", "--scenario", "bridgehead", "--games", "2"]) == 0
    assert "share" in capsys.readouterr().out


def test_an_unknown_bot_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["match", "miniature", "--bots", "recruit", "zhukov", "--games", "1"]) == 2
    assert "no bot 'zhukov'" in capsys.readouterr().err
