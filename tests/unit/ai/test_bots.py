"""Bots choose among what is offered, from what their side sees."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

import grognard
from grognard.ai import Bot, UnknownBot, bot, decision_of, known_bots
from grognard.ai.bots import poor
from grognard.core.game import Game
from grognard.core.odds import Odds
from grognard.records import Playthrough
from tests.conformance.toy import Toy


def odds(column: str, **results: int) -> Odds:
    total = sum(results.values())
    return Odds((), column, tuple((name, Fraction(n, total)) for name, n in results.items()))


def test_an_unknown_bot() -> None:
    assert "recruit" in known_bots()
    with pytest.raises(UnknownBot, match="no bot 'general'"):
        bot("general")


def test_an_officer_with_other_weights_chooses_otherwise() -> None:
    """Whoever cannot wait for anything attacks where the box's officer would not."""
    game = grognard.load("narva", "krivasoo")
    names = ("officer", "officer@take=40", "officer@boldness=40")
    attacks = [_attacks(game, bot(name, Random(3))) for name in names]
    assert attacks[1] > attacks[0] > attacks[2] == 0


def _attacks(game: Game[Any], player: Bot) -> int:
    """How many attacks somebody makes in the first turn against one who sits still."""
    play, made = grognard.start(game, seed=3), 0
    still = bot("passive", Random(3))
    while not play.is_over and game.advice.turns_left(play.state) == 4:
        side = min(play.decisions)
        view = play.view(side)
        mind = player if side == "soviet" else still
        action = mind.choose(view, decision_of(game, view, Random(3)))
        made += action.kind == "attack"
        play.do(side, action)
    return made


@pytest.mark.parametrize("name", ["officer@", "officer@nerve=1", "officer@take", "recruit@take=1"])
def test_weights_that_nobody_knows(name: str) -> None:
    with pytest.raises(UnknownBot):
        bot(name)


@pytest.mark.parametrize("name", known_bots())
def test_a_bot_plays_a_game_to_its_end(name: str) -> None:
    """It is given nothing but views, and chooses only what is offered."""
    game = Toy()
    for luck in range(10):
        play = Playthrough(game, seed=luck)
        players = {side: bot(name, Random(luck)) for side in game.sides}
        while not play.is_over:
            side = next(iter(play.decisions))
            view = play.view(side)
            action = players[side].choose(view, decision_of(game, view))
            assert action in play.offers(side)
            play.do(side, action)


def test_a_recruit_would_rather_act_than_pass() -> None:
    game = Toy()
    passed = acted = 0
    for luck in range(40):
        play = Playthrough(game, seed=luck)
        recruit = bot("recruit", Random(luck))
        while not play.is_over:
            side = next(iter(play.decisions))
            view = play.view(side)
            decision = decision_of(game, view)
            action = recruit.choose(view, decision)
            if "done" in decision.offers.choices and len(decision.offers) > 1:
                passed += action.kind in game.passes
                acted += action.kind not in game.passes
            play.do(side, action)
    assert acted > 5 * passed > 0


def test_the_same_luck_makes_the_same_choice() -> None:
    game = Toy()
    view = Playthrough(game, seed=1).view("red")
    decision = decision_of(game, view)
    choices = {bot("recruit", Random(7)).choose(view, decision) for _ in range(5)}
    assert len(choices) == 1


@pytest.mark.parametrize(
    ("told", "bad"),
    [
        (odds("1-2", D1=5, A1=1), True),
        (odds("3-1", D1=3, A1=3), False),
        (odds("3-1", D1=1, A1=2), True),
        (odds("2:1", DR=4, AR=2), False),
        (odds("7+", falls=1, stands=5), False),
        (odds("", Attack=6), False),
    ],
)
def test_plainly_bad_odds(told: Odds, bad: bool) -> None:
    assert poor(told) is bad


def test_a_recruit_shuns_bad_attacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where every attack is bad it passes or moves."""
    game = Toy()
    monkeypatch.setattr(
        Toy, "odds", lambda *asked: odds("1-3", A1=6) if asked[-1].kind == "attack" else None
    )
    for luck in range(60):
        play = Playthrough(game, seed=luck)
        recruit = bot("recruit", Random(luck))
        while not play.is_over:
            side = next(iter(play.decisions))
            view = play.view(side)
            action = recruit.choose(view, decision_of(game, view))
            assert action.kind != "attack"
            play.do(side, action)
