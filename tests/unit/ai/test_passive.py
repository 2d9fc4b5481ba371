"""The passive bot sits still in every scenario, and none of them comes to a dead end."""

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import grognard
from grognard.ai import bot, decision_of
from grognard.core.actions import Action
from grognard.core.game import Decision, Game

SHELF = [(box, scenario) for box, entry in grognard.boxes().items()
         for scenario in entry.box.scenarios()]
PIECE = {("typhoon", "campaign"): 150, ("army_group_north", "campaign"): 150,
         ("army_group_north", "leningrad"): 150}
"""Games too long for every day: so many decisions of each; ``GROGNARD_GAMES=1`` plays them out."""

WILD = {"activate", "blitz", "declare", "barrage", "move", "motor", "foot", "mobile", "fly", "hq",
        "relocate", "fight", "strike", "shift", "sail", "attack", "advance", "react", "order"}
"""What moves, commands or attacks."""


def play_passively(
    game: Game[Any], seed: int, most: int = 0
) -> Iterator[tuple[Decision, Action]]:
    """Both sides passive; every decision with its answer."""
    play, made = grognard.start(game, seed=seed), 0
    bots = {side: bot("passive", Random(seed)) for side in game.sides}
    while not play.is_over and (not most or made < most):
        side = min(play.decisions)
        view = play.view(side)
        decision = decision_of(game, view, Random(seed))
        action = bots[side].choose(view, decision)
        yield decision, action
        play.do(side, action)
        made += 1
    assert most or play.result is not None


@pytest.mark.parametrize(("box", "scenario"), SHELF, ids=["-".join(s) for s in SHELF])
def test_it_plays_every_scenario_to_its_end(box: str, scenario: str) -> None:
    """Where there is a way out it does nothing wild, and commands nobody."""
    most = 0 if "GROGNARD_GAMES" in os.environ else PIECE.get((box, scenario), 0)
    for decision, action in play_passively(grognard.load(box, scenario), seed=2, most=most):
        if Action("done") in decision.offers:
            assert action.kind not in WILD
        assert action.kind not in ("activate", "blitz", "hq")


def kinds(box: str, scenario: str) -> set[str]:
    return {action.kind for _, action in play_passively(grognard.load(box, scenario), seed=2)}


def test_it_takes_what_is_free() -> None:
    """Production, replacements and arrivals of each rule book."""
    assert {"step", "cadre", "arrive"} <= kinds("eastfront", "w41")
    assert {"arrive", "restore"} <= kinds("narva", "campaign")
    assert {"enter", "rebuild", "mark", "bring"} <= kinds("army_group_north", "tikhvin")


def test_a_hex_too_full_is_cleared_by_its_own_units() -> None:
    """The refusal of the way out says where."""
    game: Any = grognard.load("typhoon", "mozhaisk")
    cleared = 0
    for decision, action in play_passively(game, seed=2):
        if action.kind == "move" and Action("done") not in decision.offers:
            assert decision.state.hex_of(action.arg) in decision.check(Action("done")).hexes
            cleared += 1
    assert cleared
