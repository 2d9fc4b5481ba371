"""Small questions in the East that an officer must get right. None is known to the code."""

from random import Random
from typing import Any

import grognard
from grognard.ai import bot, decision_of
from grognard.core.actions import Action
from grognard.core.game import Decision, Game
from grognard.hexes import bits
from grognard.rules.eastfront.command import ChooseHeadquarters
from grognard.rules.eastfront.game import EastFront
from grognard.rules.eastfront.production import Orders


def first(game: Game[Any], step: type, seed: int = 1) -> tuple[Any, Decision]:
    """The first question of a kind in a game in which both sides sit still."""
    play, luck = grognard.start(game, seed=seed), Random(seed)
    while True:
        side = min(play.decisions)
        view = play.view(side)
        decision = decision_of(game, view, luck)
        if isinstance(decision.step, step):
            return view, decision
        play.do(side, bot("passive", luck).choose(view, decision))


def test_a_headquarters_that_lost_a_step_gets_it_back_first() -> None:
    """17.1b: it counts twice, and commands few without."""
    game = grognard.load("eastfront", "edelweiss")
    _, decision = first(game, Orders)
    state, side = decision.state.copy(), decision.side
    assert isinstance(game, EastFront)
    own = [hq for hq in bits(state.on_map(game.hqs & game.units_of[side])) if state.cv[hq] > 1]
    state.cv[own[0]] -= 1
    asked = game.decisions(state)[side]
    action = bot("officer", Random(1)).choose(game.view(state, side), asked)
    assert action.kind == "step"
    assert game.hqs >> action.arg & 1


def test_all_that_can_be_bought_is_bought() -> None:
    game = grognard.load("eastfront", "edelweiss")
    _, decision = first(game, Orders)
    state, side, officer = decision.state.copy(), decision.side, bot("officer", Random(1))
    while (asked := game.decisions(state).get(side)) is not None:
        action = officer.choose(game.view(state, side), asked)
        if action == Action("done"):
            break
        game.apply(state, side, action)
    assert asked is not None
    assert not any(len(asked.offers.choices[kind]) for kind in ("step", "cadre"))


def test_no_headquarters_is_spent_that_would_be_lost_by_it() -> None:
    """5.43: a command with the last strength."""
    game = grognard.load("eastfront", "edelweiss")
    _, decision = first(game, ChooseHeadquarters)
    state = decision.state.copy()
    for hq in decision.offers.choices["activate"]:
        state.cv[hq] = 0
    asked = game.decisions(state)[decision.side]
    assert bot("officer", Random(1)).choose(game.view(state, decision.side), asked).kind == "done"
