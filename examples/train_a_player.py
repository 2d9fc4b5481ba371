"""Train a player with scikit-learn and let it play against a recruit.

    python examples/train_a_player.py --rounds 6 --games 100

The cross-entropy method, about the simplest that learns: play many games, keep the best ones, and
teach a classifier to choose as they did; then let it play the next games, with a little curiosity.
It sees what its side sees and is told nothing of the rules but which actions are offered
(`grognard.lab.research`, the extra `research`). Each side gets a player of its own.
"""

import argparse
import warnings
from random import Random
from typing import Any

import numpy
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier

from grognard.lab.match import Interval, mean, wilson
from grognard.lab.research import Duel

BEST = 0.2
"""The share of games that are learnt from."""

Row = NDArray[Any]
Moves = list[tuple[Row, int]]


class Player:
    """Chooses as the classifier would, among what is offered; at first, anything."""

    def __init__(self, luck: Random, curiosity: float) -> None:
        self._luck, self._curiosity = luck, curiosity
        self._model: MLPClassifier | None = None

    def choose(self, seen: Row, mask: Row, curious: bool = True) -> int:
        offered = numpy.flatnonzero(mask)
        if self._model is None or (curious and self._luck.random() < self._curiosity):
            return int(self._luck.choice(offered.tolist()))
        chances = numpy.full(len(mask), 1e-9)
        chances[self._model.classes_] += self._model.predict_proba(seen[None])[0]
        weights = chances[offered]
        if not curious:
            return int(offered[weights.argmax()])
        return int(self._luck.choices(offered.tolist(), weights.tolist())[0])

    def learn(self, moves: Moves) -> None:
        rows = numpy.stack([seen for seen, _ in moves])
        chosen = numpy.array([action for _, action in moves])
        self._model = MLPClassifier((64,), max_iter=30, random_state=self._luck.getrandbits(16))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # it need not know them by heart
            self._model.fit(rows, chosen)


def play(duel: Duel, player: Player, seed: int, curious: bool = True) -> tuple[float, Moves]:
    """One game; returns the margin at its end and what was chosen."""
    seen, info = duel.reset(seed=seed)
    moves, over, margin = Moves(), duel.play.is_over, 0.0
    while not over:
        action = player.choose(seen, info["action_mask"], curious)
        moves.append((seen, action))
        seen, margin, over, _, info = duel.step(action)
    return margin, moves


def train(duel: Duel, rounds: int, games: int, luck: Random) -> Player:
    player = Player(luck, curiosity=0.05)
    elite: list[tuple[float, int, Moves]] = []
    for number in range(rounds):
        played = [play(duel, player, luck.getrandbits(32)) for _ in range(games)]
        elite += [(margin, luck.getrandbits(32), moves) for margin, moves in played]
        elite = sorted(elite, reverse=True, key=lambda game: game[:2])[:int(BEST * games)]
        player.learn([move for _, _, moves in elite for move in moves])
        print(f"  round {number + 1}: margin {mean([margin for margin, _ in played]).points()}",
              flush=True)
    return player


def measure(duel: Duel, player: Player, games: int, seed: int) -> tuple[Interval, Interval]:
    """The share of games won and the mean margin, on seeds that were never trained on."""
    margins = [play(duel, player, seed + number, curious=False)[0] for number in range(games)]
    won = sum(1.0 if margin > 0 else 0.5 if not margin else 0.0 for margin in margins)
    return wilson(won, games), mean(margins)


def main(arguments: list[str] | None = None) -> None:
    reader = argparse.ArgumentParser(description="Train a player and let it play against a bot.")
    reader.add_argument("--box", default="miniature")
    reader.add_argument("--scenario", default="bridgehead")
    reader.add_argument("--opponent", default="recruit")
    reader.add_argument("--rounds", type=int, default=6)
    reader.add_argument("--games", type=int, default=100, help="games of a round")
    reader.add_argument("--tests", type=int, default=200, help="games of the proof")
    reader.add_argument("--seed", type=int, default=1)
    asked = reader.parse_args(arguments)
    for side in Duel(asked.box, asked.scenario).game.sides:
        duel = Duel(asked.box, asked.scenario, side=side, opponent=asked.opponent)
        print(f"{side} against {asked.opponent}, {asked.rounds * asked.games} games to learn from")
        player = train(duel, asked.rounds, asked.games, Random(asked.seed))
        won, margin = measure(duel, player, asked.tests, seed=10**6)
        print(f"{side} won {won.percent()}, margin {margin.points()}")


if __name__ == "__main__":
    main()
