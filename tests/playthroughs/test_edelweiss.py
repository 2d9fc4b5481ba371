"""The tutorial of EastFront, move by move with the printed dice, comes out as the rules tell it."""

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.core.sides import CHANCE
from grognard.rules.eastfront.control import fix_control
from grognard.rules.eastfront.levels import production_level
from grognard.rules.eastfront.state import POOL

RECORD = Path(str(files("grognard.boxes.eastfront"))) / "lessons/edelweiss.record"


def lines() -> list[tuple[int, str]]:
    rows = RECORD.read_text(encoding="utf-8").splitlines()
    start = rows.index("---") + 1
    return [(number, row.strip()) for number, row in enumerate(rows, 1) if number > start and row]


def check_blocks(play: Any, number: int, claims: str) -> None:
    game, state = play.game, play.state
    for claim in claims.split():
        code, _, value = claim.partition("=")
        cv, _, place = value.partition("@")
        unit = game.number[code]
        assert state.cv[unit] == int(cv), f"line {number}: {code} has {state.cv[unit]} CV"
        hex = state.at[unit]
        stands = "pool" if hex == POOL else game.grid.label(hex)
        assert place in ("", stands), f"line {number}: {code} is in {stands}"


def check_levels(play: Any, number: int, claims: str) -> None:
    state = play.state.copy()
    fix_control(play.game, state)
    for claim in claims.split():
        side, _, level = claim.partition("=")
        assert production_level(play.game, state, side) == int(level), f"line {number}: {side}"


@pytest.mark.rule("eastfront:EDL.1", "eastfront:EDL.2", "eastfront:EDL.3", "eastfront:EDL.5")
def test_the_tutorial_comes_out_as_told() -> None:
    play = grognard.start(grognard.load("eastfront", "edelweiss"), seed=1, automations=())
    checks = {"expect": check_blocks, "level": check_levels}
    for number, row in lines():
        if row.startswith("#"):
            word, _, claims = row.removeprefix("#").strip().partition(" ")
            if word in checks:
                checks[word](play, number, claims)
            continue
        who, _, what = row.partition("#")[0].strip().partition(" ")
        play.do(CHANCE if who == "*" else who, what)
    assert play.is_over


def test_the_record_replays() -> None:
    play = grognard.replay(RECORD)
    assert play.result is not None
    assert (play.result.winner, play.result.level) == ("soviet", "marginal")
