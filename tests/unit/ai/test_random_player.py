"""Somebody without a plan goes by habit, and towards what is wanted."""

from collections import Counter
from random import Random
from statistics import mean

import pytest

from grognard.ai.random_player import RandomPlayer, kind_by_habit, nearness
from grognard.core.advice import Advice
from grognard.core.game import Decision
from grognard.records import Playthrough
from tests.conformance.toy import GRID, Toy


def first(kind: str, least: int) -> Decision:
    """The first question of a game that offers so much of a kind."""
    play, rng = Playthrough(Toy(), seed=2), Random(2)
    while True:
        side, decision = next(iter(play.decisions.items()))
        if kind in decision.offers.choices and len(decision.offers.choices[kind]) >= least:
            return decision
        play.do(side, decision.offers.sample(rng))


def test_nearness_counts_the_hexes_to_the_nearest_that_is_wanted() -> None:
    corner, opposite = GRID.hex("0101"), GRID.hex("0303")
    far = nearness(GRID, 1 << corner)
    assert (far(corner), far(GRID.hex("0102")), far(opposite)) == (0, 1, 3)
    assert nearness(GRID, 1 << corner | 1 << opposite)(opposite) == 0


def test_without_a_wish_all_hexes_are_alike() -> None:
    assert {nearness(GRID, 0)(hex) for hex in range(len(GRID))} == {0}


def test_who_looks_at_more_hexes_gets_nearer() -> None:
    decision = first("to", least=3)
    found = decision.offers.choices["to"]
    wanted = 1 << max(found.pick(n) for n in range(len(found)))
    far = nearness(GRID, wanted)

    def reached(samples: int) -> float:
        player = RandomPlayer(Random(5), samples)
        chosen = [player.choose(decision, wanted) for _ in range(60)]
        return mean(far(action.arg) for action in chosen if action.kind == "to")

    assert reached(20) < reached(3) < reached(1)


def test_habits_weigh_the_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    decision = first("move", least=2)

    def drawn() -> Counter[str]:
        rng = Random(4)
        return Counter(kind_by_habit(decision.game, decision.offers, rng) for _ in range(100))

    assert drawn()["move"] > 4 * drawn()["done"] > 0  # to pass is the last thing one likes
    monkeypatch.setattr(Advice, "habits", lambda advice: {"move": 1.0, "attack": 0.0, "done": 9.0})
    assert drawn()["done"] > 4 * drawn()["move"] > 0
    assert drawn()["attack"] == 0
