"""Plays of the toy game that the tests of records begin with."""

from collections.abc import Collection
from random import Random

from grognard.records import ALL, Automation, Playthrough
from tests.conformance.toy import Toy

GAME = Toy()


def after_orders(*lines: str, automations: Collection[Automation] = ()) -> Playthrough:
    """Both sides have chosen in secret and red goes first; then further lines."""
    play = Playthrough(GAME, seed=1, automations=automations)
    for line in ("red trap 0202 guard R1", "blue trap 0102 guard B1", "chance red-chit", *lines):
        side, _, act = line.partition(" ")
        play.do(side, act)
    return play


def random_play(seed: int, automations: Collection[Automation] = ALL) -> Playthrough:
    """A random play to the end."""
    play, rng = Playthrough(GAME, seed=seed, automations=automations), Random(seed)
    while not play.is_over:
        side = rng.choice(list(play.decisions))
        play.do(side, play.offers(side).sample(rng))
    return play
