"""``grognard hint``: what the staff would do, from the shell."""

import re

import pytest

from grognard.cli.app import run

Printed = pytest.CaptureFixture[str]


def test_the_best_choices_are_told_with_reasons(capsys: Printed) -> None:
    assert run(["hint", "narva", "--scenario", "krivasoo", "--lang", "fr"]) == 0
    said = capsys.readouterr().out
    assert "hq HQ30GD" in said
    assert re.search(r"promettent environ \d,\d points", said)


def test_a_game_without_a_staff_is_told_in_one_line(capsys: Printed) -> None:
    assert run(["hint", "miniature", "--scenario", "bridgehead"]) == 2
    assert "no staff" in capsys.readouterr().err
