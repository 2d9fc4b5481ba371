"""Random turns at sea, in which landings happen all the time, under every check of the suite."""

from collections import Counter
from random import Random

import pytest

from grognard.core.sides import CHANCE
from grognard.lab.conformance.point import Point, Tally
from grognard.lab.conformance.suite import CHECKS
from grognard.rules.eastfront.beachhead import LOST, PREPARING, READY
from grognard.rules.eastfront.sequence import PlayerTurn
from tests.rules.eastfront.table import Table, table

SHORES = ("Constanta", "Odessa", "Nikolaev", "Simferopol_W1", "Simferopol", "Kerch",
          "Novorossiysk", "Novorossiysk_E1", "Sochi", "Batumi", "Varna")
ARMIES = ("3A", "13A", "4A", "5A", "9A", "6A")
CORPS = ("5AK", "6AK", "7AK", "8AK", "1R", "3R", "49Mtn")
SEEDS = 8
OFTEN = {"invasion": 9, "invade": 9, "evacuate": 9, "establish": 9, "feed": 9, "blitz": 3,
         "shift": 0.2, "stay": 0.3, "mobile": 0.1, "done": 0.3}


def coasts(rng: Random) -> Table:
    """HQs in ports, troops with them and strewn along the shores, some of them engaged."""
    t = table().weather(rng.choice(("dry", "dry", "snow", "mud")), rng.choice(("dry", "mud")))
    home = "Sevastopol", *rng.sample(SHORES, 5)
    t.held("soviet", *home).put("Sevastopol", "UkrF:2", "Coast:2").put("Batumi", "SouF:2")
    t.put("Danzig", "AGN:2", "9AK:2", "10AK:1").put("Ventspils", "8A:1")
    for army in ARMIES:
        t.put(rng.choice(home), f"{army}:{rng.randint(1, 3)}")
    for corps in CORPS:
        t.put(rng.choice(SHORES), f"{corps}:{rng.randint(1, 3)}")
    for hex in t.state.stacks:
        t.state.attackers[hex] = rng.choice(("axis", "soviet"))
    battles = t.state.battles(t.game)
    t.state.attackers = {hex: side for hex, side in t.state.attackers.items()
                         if battles >> hex & 1}
    for hex, side in t.state.attackers.items():
        t.state.face_up |= sum(1 << unit for unit in t.state.of_side(t.game, hex, side))
    t.state.beachheads[t.unit("Coast")] = rng.choice((READY, READY, PREPARING, LOST))
    return t.phase("soviet", "command")


def play_on(t: Table, rng: Random, every: int) -> Counter[str]:
    """Both turns at random, mostly by sea; returns what happened."""
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
            t.play.do(side, rng.choices(acts, [OFTEN.get(act.kind, 1) for act in acts])[0])
        seen.update(event.id for entry in t.play.log[before:] for event in entry.events)
    return seen


@pytest.mark.rule("eastfront:15.4a", "eastfront:15.6a", "eastfront:0.1")
def test_15_random_turns_at_sea_break_nothing_and_tell_no_secrets() -> None:
    seen = Counter[str]()
    for seed in range(SEEDS):
        rng = Random(seed)
        t = coasts(rng).ask(PlayerTurn(side="soviet"), PlayerTurn(side="axis"))
        seen += play_on(t, rng, every=9)
    assert seen.keys() >= {"invasion", "lands", "hidden-lands", "evacuated"}
