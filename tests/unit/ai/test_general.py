"""A general thinks as long as its clock allows, from what its side sees."""

from collections import defaultdict
from collections.abc import Callable
from random import Random
from typing import Any

import grognard
from grognard.ai import Mind, bot, is_known
from grognard.ai.general import General
from grognard.core.actions import Action
from grognard.core.game import Game, View


class Counting:
    """A clock that goes on by one whenever somebody looks at it, and by what is done meanwhile."""

    def __init__(self, tick: float = 1) -> None:
        self.now, self.tick = 0.0, tick

    def __call__(self) -> float:
        self.now += self.tick
        return self.now


class Dreamer(General):
    """Looks ahead at what costs a quarter of a second, and comes to nothing."""

    clock: Counting

    def _look_ahead(self, game: Game[Any], view: View[Any], action: Action, luck: int) -> float:
        self.clock.now += 0.25
        return Random(f"{luck} {action}").random()


def first_turn(player: General, clock: Callable[[], float]) -> list[tuple[str, Action, float]]:
    """Who chose what in a first turn with officers opposite, and how long that took."""
    game = grognard.load("narva", "krivasoo")
    play, chosen = grognard.start(game, seed=5), []
    minds = {"soviet": Mind(player, Random(1), clock),
             "german": Mind(bot("officer", Random(2)), Random(2))}
    first = game.advice.turns_left(play.state)
    while game.advice.turns_left(play.state) == first:
        side, before = min(play.decisions), clock()
        minds[side].follow(play, side)
        action = minds[side].choose(game, play.view(side))
        chosen.append((side, action, clock() - before))
        play.do(side, action)
    return chosen


def test_a_turn_takes_the_time_that_was_given() -> None:
    player, clock = Dreamer(Random(1), seconds=8), Counting(tick=0.001)
    player.clock = clock
    spent = defaultdict[str, float](float)
    for side, _, took in first_turn(player, clock):
        spent[side] += took
    assert 2 < spent["soviet"] < 8 * 1.1


def test_the_same_seed_plays_the_same_with_a_budget_in_looks() -> None:
    """And it does look ahead: with no time left it plays as its officer does."""
    plays = [first_turn(General(Random(7), seconds), Counting()) for seconds in (200, 200)]
    assert plays[0] == plays[1]
    looks = sum(took for side, _, took in plays[0] if side == "soviet")
    hasty = first_turn(General(Random(7), 0), Counting())
    assert looks > sum(took for side, _, took in hasty if side == "soviet")


def test_a_general_without_time_plays_like_its_officer() -> None:
    hasty = [action for _, action, _ in first_turn(General(Random(7), 0), Counting())]
    game = grognard.load("narva", "krivasoo")
    play, officer = grognard.start(game, seed=5), Mind(bot("officer", Random(7)), Random(1))
    other = Mind(bot("officer", Random(2)), Random(2))
    for action in hasty:
        side = min(play.decisions)
        mind = officer if side == "soviet" else other
        assert mind.choose(game, play.view(side)) == action
        play.do(side, action)


def test_a_general_goes_by_what_its_side_sees() -> None:
    """Worlds that look alike to a side get the same answers from it, its look ahead included."""
    game = grognard.load("narva", "krivasoo", {"fog": True})
    play, luck = grognard.start(game, seed=4), Random(4)
    for _ in range(30):
        side = min(play.decisions)
        view = play.view(side)
        world = game.view(game.imagine(view, Random(luck.random())), side)
        answers = {_answer(game, seen) for seen in (view, world)}
        assert len(answers) == 1
        play.do(side, answers.pop())


def _answer(game: Game[Any], seen: View[Any]) -> Action:
    player = General(Random(1), seconds=50)
    mind = Mind(player, Random(2), Counting())
    player.begin(game, seen.side, Counting())
    return mind.choose(game, seen)


def test_any_number_of_seconds_has_a_name() -> None:
    assert repr(bot("general-2.5")) == "<General, 2.5 s a turn>"
    assert is_known("general-30")
    assert not any(map(is_known, ("general", "general-", "officer-3", "general-1e9")))
