"""A set-up counted on from the last one is the same as one counted anew."""

from random import Random
from typing import Any

import pytest

from grognard.core.actions import Action
from grognard.records import Playthrough
from grognard.rules.eastfront.muster import Muster, muster
from tests.rules.eastfront.table import eastfront

COUNTED = ("left", "room", "wanted", "waiting", "full", "tight", "last", "hq_hexes",
           "garrison_armor", "courland", "doubles", "placed")


def counts(found: Muster) -> dict[str, Any]:
    arrived = {hex: count for hex, count in found.arrived.items() if count}
    return {name: getattr(found, name) for name in COUNTED} | {"arrived": arrived}


@pytest.mark.parametrize(("scenario", "options"), [
    ("s42", {}), ("w42", {}), ("w41", {}), ("w44", {}), ("s41", {"setup": "historical"}),
])
def test_counted_on_through_a_set_up_with_blocks_taken_back(
    scenario: str, options: dict[str, str]
) -> None:
    game, rng = eastfront(scenario, **options), Random(5)
    play, seen = Playthrough(game, seed=5), set[str]()
    for _ in range(150):
        (side, decision), = play.decisions.items()
        if not type(decision.step).__module__.endswith("setup"):
            break
        wanted = [kind for kind in decision.offers.choices if kind not in ("auto", "draft")]
        kind = rng.choice([k for k in wanted if len(decision.offers.choices[k])])
        seen.add(kind)
        play.do(side, Action(kind, rng.choice(list(decision.offers.choices[kind]))))
        for owner in game.sides:
            assert counts(muster(game, play.state, owner)) == counts(
                Muster(game, play.state, owner))
    assert {"deploy", "at", "lift", "aside"} <= seen


def test_a_copy_that_goes_on_leaves_the_other_as_it_was() -> None:
    game = eastfront("s42")
    play = Playthrough(game, seed=1)
    side, state = next(iter(play.decisions)), play.state
    before = counts(muster(game, state, side))
    trial = state.copy()
    unit = next(iter(play.offers(side).choices["deploy"]))
    trial.cv[unit] = 2
    trial.place(unit, next(iter(muster(game, trial, side).sites(unit, 2))))
    assert muster(game, trial, side).placed != before["placed"]
    assert counts(muster(game, state, side)) == before == counts(Muster(game, state, side))
