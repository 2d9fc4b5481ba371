"""Whole player turns at random, under every check of the conformance suite."""

from collections import Counter
from collections.abc import Mapping
from random import Random

from grognard.core.sides import CHANCE
from grognard.lab.conformance.point import Point, Tally
from grognard.lab.conformance.suite import CHECKS
from tests.rules.eastfront.table import Table


def settle(t: Table, rng: Random) -> Table:
    """Where both sides stand somebody has attacked, and lies face up."""
    battles = t.state.battles(t.game)
    t.state.attackers = {hex: rng.choice(("axis", "soviet")) for hex in t.state.stacks
                         if battles >> hex & 1}
    for hex, side in t.state.attackers.items():
        t.state.face_up |= sum(1 << unit for unit in t.state.of_side(t.game, hex, side))
    return t


def play_on(t: Table, rng: Random, often: Mapping[str, float], every: int = 9) -> Counter[str]:
    """To the end of what was asked, some kinds of action more often; returns what happened."""
    tally, seen = Tally(), Counter[str]()
    while t.step():
        for check in CHECKS if rng.randrange(every) == 0 else ():
            faults = list(check(Point(t.play, rng, tally)))
            assert not faults, (check.__name__, faults)
        assert not t.game.faults(t.state)
        before = len(t.play.log)
        if roll := t.game.rolling(t.state):
            t.play.do(CHANCE, roll.chance(t.game, t.state).sample(rng))
        else:
            side, decision = next(iter(t.play.decisions.items()))
            acts = list(decision.offers)
            t.play.do(side, rng.choices(acts, [often.get(act.kind, 1) for act in acts])[0])
        seen.update(event.id for entry in t.play.log[before:] for event in entry.events)
    return seen
