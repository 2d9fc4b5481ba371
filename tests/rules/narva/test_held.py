"""What each side holds, followed move by move, is what counting all stacks anew would give."""

from random import Random

import pytest

from grognard.rules.narva import zones
from grognard.rules.narva.data import SIDES
from grognard.rules.narva.held import held, standing
from grognard.rules.narva.state import GONE
from tests.rules.narva.table import Table, start, table


def followed(t: Table) -> list[object]:
    sets = [(held(t.game, t.state, side), zones.zone(t.game, t.state, side)) for side in SIDES]
    return [*sets, standing(t.state)]


@pytest.mark.parametrize("seed", range(5))
def test_sets_follow_every_move(seed: int) -> None:
    t, rng = start(), Random(seed)
    hexes = [hex for hex in t.game.grid if not t.game.ground.water >> hex & 1]
    for _ in range(30):
        followed(t)
        unit, hex = rng.randrange(len(t.game.units)), rng.choice([*hexes, GONE, GONE])
        stack = t.state.units_at(hex)
        if not stack or t.game.owner(stack[0]) == t.game.owner(unit):
            t.state.steps[unit] = max(t.state.steps[unit], min(1, t.game.units[unit].steps))
            t.state.place(t.game, unit, hex)
        after = followed(t)
        t.state.cache.clear()
        assert followed(t) == after


def test_limits_are_counted_by_sort() -> None:
    t = table().put("2506", "65R", "147R").put("2507", "1811SU", "HQ122").put("2508", "163R")
    mine = held(t.game, t.state, "soviet")
    label = t.game.grid.hexes
    assert mine.full == label("2506")
    assert mine.full_of_guns == mine.full_of_hqs == label("2507")
    assert mine.combat == mine.occupied == label("2506 2507 2508")
    assert mine.zoned == label("2506 2508")


def test_the_enemy_is_not_counted_again() -> None:
    t = table().put("2506", "65R").put("2510", "151G")
    followed(t)
    before = t.state.cache["soviet", "held"]
    t.put("2511", "151G")
    assert t.state.cache["soviet", "held"] is before
