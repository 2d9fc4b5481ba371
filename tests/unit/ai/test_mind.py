"""A bot in a seat hears what its side may see, and asks about worlds that fit its belief."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

import grognard
from grognard.ai import Mind
from grognard.ai.memory import Memory
from grognard.core.actions import Action
from grognard.core.events import Event
from grognard.core.game import Decision, Game, View
from grognard.core.sides import Side
from grognard.records import Playthrough


class Listener:
    """Chooses at random and writes down what it is told."""

    def __init__(self) -> None:
        self.rng, self.heard = Random(1), list[Event]()
        self.begun: list[Side] = []

    def begin(self, game: Game[Any], side: Side, clock: Any) -> None:
        self.begun.append(side)
        self.heard = []
        assert clock() <= clock()

    def notice(self, events: Sequence[Event]) -> None:
        self.heard += events

    def choose(self, view: View[Any], decision: Decision) -> Action:
        return decision.offers.sample(self.rng)


def played(game: Game[Any], minds: dict[Side, Mind], choices: int) -> Playthrough[Any]:
    play = grognard.start(game, seed=3)
    while not play.is_over and play.state.decisions_made < choices:
        side = min(play.decisions)
        minds[side].follow(play, side)
        play.do(side, minds[side].choose(game, play.view(side)))
    return play


@pytest.mark.parametrize(("box", "scenario"), [("eastfront", "edelweiss"), ("narva", "krivasoo")])
def test_a_bot_hears_what_its_side_may_see_and_nothing_else(box: str, scenario: str) -> None:
    game = grognard.load(box, scenario)
    bots = {side: Listener() for side in game.sides}
    minds = {side: Mind(bot) for side, bot in bots.items()}
    play = played(game, minds, 150)
    for side in game.sides:
        minds[side].follow(play, side)
        assert bots[side].heard == play.events(side)
        assert bots[side].begun == [side]
    if game.hides:
        assert bots[game.sides[0]].heard != bots[game.sides[1]].heard


def test_what_was_taken_back_is_forgotten() -> None:
    game, bot = grognard.load("narva", "krivasoo"), Listener()
    mind, play = Mind(bot), grognard.start(game, seed=3)
    while not play.can_undo(side := min(play.decisions)).allowed:
        play.do(side, play.offers(side).sample(Random(2)))
    mind.follow(play, side)
    play.undo(side)
    mind.follow(play, side)
    assert bot.heard == play.events(side)
    assert bot.begun == [side, side]


def test_a_plain_function_is_a_bot() -> None:
    game = grognard.load("miniature", "meeting")
    plain = Mind(lambda view, decision: decision.offers.sample(Random(1)))
    assert played(game, dict.fromkeys(game.sides, plain), 5).log


@pytest.mark.parametrize(("box", "scenario", "options"), [
    ("eastfront", "edelweiss", {}), ("narva", "opening", {"fog": True})])
def test_a_unit_seen_once_is_imagined_nearby(
    box: str, scenario: str, options: dict[str, Any]
) -> None:
    """Told where one hidden unit was, a side puts it there more often than by chance."""
    game = grognard.load(box, scenario, options)
    state = played(game, {s: Mind(Listener()) for s in game.sides}, 60).state
    side = game.sides[0]
    view = game.view(state, side)
    unit = next(u for u, at in enumerate(view.state.at) if at < 0 <= state.at[u])
    memory = Memory(game, side)
    memory.look(view)
    memory.notice([Event("seen", hexes=(state.at[unit],), units=(unit,))])

    def near(belief: Memory | None) -> int:
        grid = next(iter(game.maps.values())).grid
        worlds = [game.imagine(view, Random(seed), belief) for seed in range(40)]
        for world in worlds:
            assert game.encode(game.view(world, side).state) == game.encode(view.state)
        return Counter(grid.distance(w.at[unit], state.at[unit]) <= 3 for w in worlds)[True]

    assert near(memory) > near(None)


def test_what_is_believed_fades() -> None:
    """The longer ago, the wider the circle, and the less sure any hex of it."""
    game = grognard.load("narva", "campaign")
    memory, state = Memory(game, "german"), game.start_state()
    memory.look(game.view(state, "german"))
    unit = next(u for u, at in enumerate(state.at) if at >= 0)
    here, at_once = state.at[unit], memory.likely(unit, state.at[unit])
    state.turn += 2
    state.at[unit] = -1
    memory.look(View("german", state))
    assert 1 <= memory.likely(unit, here) < at_once
    assert memory.likely(len(state.at) + 1, here) == 1, "of whom nothing is known"
