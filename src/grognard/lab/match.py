"""Bots against each other: many games of a scenario, and how they ended."""

from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from random import Random
from typing import Any

import msgspec

import grognard
from grognard.ai.bots import bot, decision_of
from grognard.core.game import Game
from grognard.core.sides import Side


class Pairing(msgspec.Struct, frozen=True):
    """Who plays what, and with which luck."""

    box: str
    scenario: str
    options: tuple[tuple[str, bool | int | str], ...]
    bots: tuple[str, ...]
    """One for each side, in the order of the game's sides."""
    seed: int


class Ending(msgspec.Struct, frozen=True):
    """How one game ended."""

    seed: int
    winner: Side | None
    level: str
    score: int
    decisions: int


@cache
def _game(box: str, scenario: str, options: tuple[tuple[str, Any], ...]) -> Game[Any]:
    return grognard.load(box, scenario, dict(options))


def play_one(pairing: Pairing) -> Ending:
    """One whole game between bots, each choosing from its own view."""
    game = _game(pairing.box, pairing.scenario, pairing.options)
    luck = Random(pairing.seed)
    bots = {side: bot(name, Random(luck.getrandbits(48)))
            for side, name in zip(game.sides, pairing.bots, strict=True)}
    play, decisions = grognard.start(game, seed=pairing.seed), 0
    while not play.is_over:
        side = min(play.decisions)
        view = play.view(side)
        play.do(side, bots[side].choose(view, decision_of(game, view, luck)))
        decisions += 1
    result = play.result
    assert result is not None
    return Ending(pairing.seed, result.winner, result.level, result.score, decisions)


def match(
    box: str, scenario: str, options: Mapping[str, Any], bots: tuple[str, ...], *, games: int,
    seed: int = 0, workers: int = 1,
) -> Iterator[Ending]:
    """Play the games; each ending as it comes in, in the order of the seeds."""
    pairings = [Pairing(box, scenario, tuple(options.items()), bots, seed + number)
                for number in range(games)]
    if workers <= 1:
        yield from map(play_one, pairings)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(play_one, pairings, chunksize=4)


class Tally(msgspec.Struct):
    """Endings counted."""

    levels: Counter[tuple[str, str]] = msgspec.field(default_factory=Counter)
    """(winner, level) and how often."""
    scores: list[int] = []
    decisions: int = 0

    def add(self, ending: Ending) -> None:
        self.levels[ending.winner or "-", ending.level] += 1
        self.scores.append(ending.score)
        self.decisions += ending.decisions

    @property
    def games(self) -> int:
        return len(self.scores)

    def quantile(self, share: float) -> int:
        """The score below which this share of the games lies."""
        return sorted(self.scores)[min(self.games - 1, int(share * self.games))]
