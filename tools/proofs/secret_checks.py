"""Proof: no check of a compound tells what the enemy chooses in secret.

    .venv/bin/python -m tools.proofs.secret_checks --checks 100000

Random games are played to their secret choices (EastFront's production, the miniature's orders).
At each, compounds are checked in pairs of positions that differ only in how far the enemy is:
not begun, half way, finished. Every answer is a function of the view if the pairs answer alike.
Each row of docs/proofs/secret_checks.csv is one game; a new run goes on after the last one.
"""

import argparse
from collections.abc import Iterator
from random import Random
from typing import Any

from grognard.boxes.catalogue import load
from grognard.core.game import Game
from grognard.lab.conformance.point import Point, Tally, in_secret
from grognard.lab.conformance.probes import probe_of, rulings
from grognard.lab.conformance.secrets import act_at_random
from grognard.records import Playthrough
from tools.proofs.kept import Kept

GAMES = [("eastfront", "edelweiss"), ("eastfront", "s42"), ("eastfront", "w42"),
         ("eastfront", "s43"), ("miniature", "meeting")]
CHOICES = 3
"""Secret choices looked at in one game."""
PROBES = 400
"""Compounds that each side tries in one secret choice."""

KEPT = Kept("secret_checks", ["game", "seed", "secret_choices", "checks", "differing"])


def secret_points(game: Game[Any], rng: Random) -> Iterator[Point]:
    """The beginnings of the first secret choices of a random game."""
    state, before = game.start_state(), False
    point = Point(Playthrough(game, automations=(), state=state.copy()), rng, Tally())
    found = 0
    while found < CHOICES and not game.is_over(state):
        if in_secret(state) and not before:
            found += 1
            yield Point(Playthrough(game, automations=(), state=state.copy()), rng, Tally())
        before = in_secret(state)
        act_at_random(game, state, point)


def one_game(piece: int) -> None:
    box, scenario = GAMES[piece % len(GAMES)]
    game, rng = load(box, scenario, {}), Random(piece)
    choices = checks = differing = 0
    for point in secret_points(game, rng):
        choices += 1
        for side in point.play.decisions:
            for _ in range(PROBES):
                before, after = rulings(point, side, probe_of(point, side))
                checks += 2
                differing += before != after
    KEPT.add(game=f"{box}/{scenario}", seed=piece, secret_choices=choices, checks=checks,
             differing=differing)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--checks", type=int, default=100_000)
    wanted = parser.parse_args().checks
    while KEPT.total("checks") < wanted:
        one_game(KEPT.next_piece())
    print(f"{KEPT.total('checks')} checks, {KEPT.total('differing')} pairs that differ")


if __name__ == "__main__":
    main()
