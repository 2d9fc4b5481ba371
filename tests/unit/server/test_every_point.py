"""Whatever happens in a game, the table can show it to every seat, in both languages."""

from random import Random
from typing import Any

import pytest

import grognard
from grognard.ai.random_player import RandomPlayer
from grognard.core.game import Game
from grognard.records import Playthrough
from grognard.server import showing
from grognard.server.wording import Wording

GAMES = [
    ("miniature", "bridgehead", 6), ("miniature", "meeting", 6),
    ("narva", "krivasoo", 2), ("narva", "opening", 1),
    ("eastfront", "edelweiss", 6), ("eastfront", "w42", 1), ("eastfront", "s44-w44", 1),
]  # fmt: skip
HABITUAL = 0.8
"""How often the players go by habit; else they do anything at all."""


def show(play: Playthrough, side: str, words: Wording) -> None:
    game: Game[Any] = play.game
    view = play.view(side)
    showing.scene(words, words.table.scene(view))
    state = showing.imagined(view, game)
    if side in (asked := game.decisions(state)):
        assert showing.decision(words, asked[side]).choices
    if (rolling := game.rolling(state)) is not None:
        showing.roll(words, rolling, state)


def one_choice(play: Playthrough, player: RandomPlayer, rng: Random) -> None:
    side, decision = rng.choice(list(play.decisions.items()))
    goals = play.game.advice.goals(play.state, side)
    by_habit = rng.random() < HABITUAL
    play.do(side, player.choose(decision, goals) if by_habit else decision.offers.sample(rng))


@pytest.mark.parametrize(("box", "scenario", "games"), GAMES)
def test_every_point_of_a_game_can_be_shown(box: str, scenario: str, games: int) -> None:
    game = grognard.load(box, scenario)
    english, french = Wording(game, "en"), Wording(game, "fr")
    for seed in range(games):
        play, rng = Playthrough(game, seed=seed), Random(seed)
        player = RandomPlayer(rng)
        while not play.is_over:
            for side, words in zip(game.sides, rng.sample([english, french], 2), strict=True):
                show(play, side, words)
            one_choice(play, player, rng)
