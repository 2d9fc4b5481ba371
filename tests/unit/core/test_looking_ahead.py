"""What somebody needs who plays a state on: roles of steps, branches of rolls, one loop."""

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.actions import Action
from grognard.core.chance import Dice, readings
from grognard.core.game import Decision, Game
from grognard.core.running import at_a_plan, run


def anything(game: Game[Any], rng: Random) -> dict[str, Any]:
    return dict.fromkeys(game.sides, lambda decision: decision.offers.sample(rng))


@pytest.mark.parametrize(("box", "scenario"), [("narva", "opening"), ("eastfront", "edelweiss")])
def test_branches_are_the_readings_and_nothing_else(box: str, scenario: str) -> None:
    """Every roll of a game: the chances add up, and each reading has its own."""
    game, rng, met = grognard.load(box, scenario), Random(2), Counter[str]()

    def look(state: Any) -> bool:
        roll = game.rolling(state)
        if roll is not None and not met[type(roll).__name__]:
            found: dict[Any, Fraction] = {}
            for outcome, chance in roll.branches(game, state):
                read = roll.reading(game, state, outcome)
                found[read] = found.get(read, Fraction(0)) + chance
            every = readings(roll.chance(game, state), lambda dice: roll.reading(game, state, dice))
            assert found == every
            assert sum(found.values()) == 1
        if roll is not None:
            met[type(roll).__name__] += 1
        return False

    for _ in range(4):
        run(game, game.start_state(), anything(game, rng), rng, look)
    assert len(met) >= 2


def test_dice_of_sorts_are_counted_and_not_listed() -> None:
    sorts = Dice(4, 6).sorted_by(lambda die: (die >= 5, die == 1))
    assert len(sorts) == 15  # of four dice, how many hit, repulse or do nothing
    assert sum(chance for _, chance in sorts) == 1
    all_hit = dict(sorts)[5, 5, 5, 5]
    assert all_hit == Fraction(1, 81)


def test_a_look_ahead_stops_before_something_new_is_planned() -> None:
    """From an order to move through its way and no further; over an attack with all it brings."""
    game, rng = grognard.load("narva", "opening"), Random(5)
    roles = Counter[tuple[str, str]]()

    def note(decision: Decision) -> Action:
        roles[type(decision.step).__name__, decision.step.role] += 1
        return decision.offers.sample(rng)

    run(game, game.start_state(), dict.fromkeys(game.sides, note), rng)
    assert roles["ChooseMover", "plan"]
    assert roles["ChooseWay", "continuation"]
    assert roles["ChooseLoss", "consequence"]
    assert len({name for name, _ in roles}) == len(roles)


def test_a_run_ends_where_a_plan_is_due() -> None:
    game, rng = grognard.load("narva", "opening"), Random(1)
    state = game.start_state()
    decision = game.decisions(state)["soviet"]
    hq = next(iter(decision.offers.choices["hq"]))
    game.apply(state, "soviet", Action("hq", hq))
    assert game.decisions(state)["soviet"].step.role == "continuation"
    run(game, state, anything(game, rng), rng, at_a_plan(game))
    assert type(game.decisions(state)["soviet"].step).__name__ == "ChooseMover"


def test_the_next_chit_is_something_new() -> None:
    """A look-ahead does not guess at what is drawn after an activation has ended."""
    game, rng = grognard.load("narva", "opening"), Random(1)
    state = game.start_state()
    game.apply(state, "soviet", Action("done"))
    roll = game.rolling(state)
    assert roll is not None
    assert roll.role == "plan"
    assert run(game, state, anything(game, rng), rng, at_a_plan(game)) is state
    assert game.rolling(state) is roll
