"""A recruit plays every box at random, but does nothing that a player would laugh at."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

import grognard
from grognard.ai import bot, decision_of
from grognard.core.actions import Action

BOXES = ("narva", "eastfront", "miniature")


@pytest.mark.parametrize("box", BOXES)
def test_habits_are_kinds_of_action_of_the_box(box: str) -> None:
    game = grognard.load(box)
    assert set(game.advice.habits()) <= set(game.space.domains)


def choices_of_a_game(scenario: str, luck: int) -> Iterator[Action]:
    """What recruits choose in a game, none of it silly."""
    game = grognard.load("eastfront", scenario)
    play = grognard.start(game, seed=luck)
    recruits = {side: bot("recruit", Random(luck)) for side in game.sides}
    while not play.is_over:
        side = next(iter(play.decisions))
        view = play.view(side)
        action = recruits[side].choose(view, decision_of(game, view, Random(luck)))
        assert not game.advice.is_folly(view.state, side, action)
        play.do(side, action)
        yield action


def test_a_recruit_keeps_its_headquarters_and_its_army() -> None:
    """Nobody is disbanded for nothing, and no headquarters commands with its last step."""
    kinds = Counter(action.kind for action in choices_of_a_game("edelweiss", 3))
    assert kinds["activate"] + kinds["blitz"] > 0
    assert kinds["disband"] == 0
    assert kinds["move"] > kinds["done"] / 4
