"""The lesson of Army Group North is the tale of its playbook, to the letter."""

from importlib.resources import files
from pathlib import Path

import grognard
from grognard.rules.efs.game import EastFrontSeries
from tests.rules.efs.test_soltsy import AT_THE_END, lines

RECORD = Path(str(files("grognard.boxes.army_group_north"))) / "lessons/soltsy.record"


def played() -> list[str]:
    body = RECORD.read_text("utf-8").partition("---\n")[2].splitlines()
    return list(filter(None, (row.partition("#")[0].strip() for row in body)))


def test_the_lesson_plays_what_the_tale_tells() -> None:
    assert played() == lines()


def test_the_lesson_ends_where_the_tale_ends() -> None:
    play = grognard.replay(RECORD)
    game = play.game
    assert isinstance(game, EastFrontSeries)
    stands = {game.grid.label(hex): {game.units[unit].code for unit in stack}
              for hex, stack in play.state.stacks.items()}
    assert stands == {hex: set(codes.split()) for hex, codes in AT_THE_END.items()}
