"""The same work for two versions of the program: fixed games, and fixed searches.

This file asks nothing but the public contract, so that it can be laid over an older checkout:
``tools/compare.py`` runs it there. What was played is hashed twice, as written down and as the
last state: versions that differ only in speed agree in both, versions that only keep their
states otherwise agree in the first.
"""

import hashlib
import json
import sys
from random import Random
from time import process_time
from typing import Any, NamedTuple

import grognard
from grognard.core.sides import CHANCE

PLIES = 6
"""How deep a playout of the search goes."""
PLAYOUTS = 12
"""Playouts from each position."""
SPACING = 60
"""Decisions of a random game between two positions of the search."""


class Done(NamedTuple):
    """What was done, and what it cost."""

    amount: int
    """Decisions among two or more offers, or nodes."""
    cpu_s: float
    written: str
    """The choices and the dice, hashed."""
    ended: str
    """The last states, hashed."""


def short(texts: list[str]) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]


def play_games(game: Any, games: int, seed: int = 0) -> Done:
    """Whole random games through the public door, every offer as likely as the next."""
    count, spent, written, ended = 0, 0.0, list[str](), list[str]()
    for number in range(games):
        rng, began = Random(seed + number), process_time()
        play = grognard.Playthrough(game, seed=seed + number)
        while decisions := play.decisions:
            side, decision = next(iter(decisions.items()))
            count += len(decision.offers) > 1
            play.do(side, decision.offers.sample(rng))
        spent += process_time() - began
        written += [f"{entry.side} {tuple(entry.act)}" for entry in play.log]
        ended.append(game.state_fingerprint(play.state))
    return Done(count, spent, short(written), short(ended))


def positions(game: Any, games: int, seed: int = 0) -> list[Any]:
    """Positions out of the middle of random games, one at every so many decisions."""
    found: list[Any] = []
    for number in range(games):
        rng, play, made = Random(seed + number), grognard.Playthrough(game, seed=seed + number), 0
        while decisions := play.decisions:
            side = next(iter(decisions))
            made += 1
            if made % SPACING == 0:
                found.append((side, play.state.copy()))
            play.do(side, play.offers(side).sample(rng))
    return found


def search(game: Any, games: int, seed: int = 0) -> Done:
    """Playouts of a few plies from fixed positions, through the inner door, as a search does.

    A playout begins with a state imagined from the side's view. A node is a copy, an action on
    it, the dice that follow, and the offers after that.
    """
    starts, rng = positions(game, games, seed), Random(seed)
    walked, ended, began = list[Any](), list[Any](), process_time()
    for side, state in starts:
        view = game.view(state, side)
        for _ in range(PLAYOUTS):
            ended.append(playout(game, game.imagine(view, rng), rng, walked))
    spent = process_time() - began
    prints = [game.state_fingerprint(state) for state in ended]
    return Done(len(walked), spent, short([str(tuple(act)) for act in walked]), short(prints))


def playout(game: Any, state: Any, rng: Random, walked: list[Any]) -> Any:
    """Walk a few plies on, noting the actions; returns the state at the end."""
    decisions = game.decisions(state)
    for _ in range(PLIES):
        if not decisions:
            break
        side, decision = next(iter(decisions.items()))
        action = decision.offers.sample(rng)
        walked.append(action)
        state = state.copy()
        game.apply(state, side, action)
        while (roll := game.rolling(state)) is not None:
            game.apply(state, CHANCE, roll.chance(game, state).sample(rng))
        decisions = game.decisions(state)
        for decision in decisions.values():
            len(decision.offers)
    return state


WORK = {"games": play_games, "search": search}


def main(work: str, box: str, scenario: str, options: str, games: str, seed: str) -> None:
    """One measure, printed as JSON."""
    game = grognard.load(box, scenario or None, json.loads(options))
    WORK[work](game, 1, 1_000_000)  # what is worked out once only is no part of the measure
    done = WORK[work](game, int(games), int(seed))
    where = grognard.__file__
    print(json.dumps({**done._asdict(), "python": sys.version.split()[0], "where": where}))


if __name__ == "__main__":
    main(*sys.argv[1:])
