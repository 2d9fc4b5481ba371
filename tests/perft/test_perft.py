"""Positions whose ways to play on have been counted: a change of the rules moves the numbers."""

from pathlib import Path

import pytest

from grognard.lab.perft import miscounts, read_counted
from grognard.records.text import game_of

POSITIONS = sorted(Path(__file__).parent.glob("*.perft"))


@pytest.mark.parametrize("path", POSITIONS, ids=[path.stem for path in POSITIONS])
def test_ways_to_play_on(path: Path) -> None:
    position = read_counted(path)
    wrong = miscounts(position, game_of(position.record))
    assert not wrong, "\n" + "\n".join(wrong)
