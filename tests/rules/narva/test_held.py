"""What each side holds, followed move by move, is what counting all stacks anew would give."""

from random import Random

import pytest

from grognard.hexes import HexSet
from grognard.rules.narva import paths, stacking, supply, zones
from grognard.rules.narva.data import SIDES
from grognard.rules.narva.state import GONE
from tests.rules.narva.table import Table, start, table


def followed(t: Table) -> list[object]:
    """Everything that is derived from where the units are, side by side."""
    asked = (t.state.occupied, t.state.combat_hexes)
    derived = (zones.zone, supply.supplied, supply.suppliable)
    full = [stacking.full(t.game, t.state, unit) for unit in range(0, len(t.game.units), 7)]
    return [t.state.on_map(-1), *full,
            *(ask(t.game, side) for ask in asked for side in SIDES),
            *(ask(t.game, t.state, side) for ask in derived for side in SIDES)]


@pytest.mark.parametrize("seed", range(5))
def test_sets_follow_every_move(seed: int) -> None:
    t, rng = start(), Random(seed)
    hexes = [hex for hex in t.game.grid if not t.game.ground.water >> hex & 1]
    for _ in range(30):
        followed(t)
        unit, hex = rng.randrange(len(t.game.units)), rng.choice([*hexes, GONE, GONE])
        stack = t.state.units_at(hex)
        if not stack or t.game.owner(stack[0]) == t.game.owner(unit):
            most = t.game.units[unit].steps
            t.state.set_steps(unit, rng.randint(min(1, most), most))
            t.state.place(t.game, unit, hex)
        t.state.turn = rng.randint(1, 12)  # frost and thaw
        after = followed(t)
        t.state.cache.clear()
        assert followed(t) == after


def test_a_stack_counts_for_what_is_in_it() -> None:
    t = table().put("2506", "65R", "147R").put("2507", "1811SU", "HQ122").put("2508", "163R")
    t.put("2509", "HQ2SH")
    label = t.game.grid.hexes
    assert full_for(t, "131GR") == label("2506")
    assert full_for(t, "HQ109") == label("2507 2509")
    assert t.state.occupied(t.game, "soviet") == label("2506 2507 2508 2509")
    assert t.state.combat_hexes(t.game, "soviet") == label("2506 2507 2508")
    assert zones.zoned(t.game, t.state, "soviet") == label("2506 2508")


def full_for(t: Table, code: str) -> HexSet:
    return stacking.full(t.game, t.state, t.unit(code))


def test_a_way_is_looked_for_anew_only_when_something_on_it_changed() -> None:
    t = table().put("2506", "65R").put("2520", "151G").put("3005", "147R")
    unit = t.unit("65R")
    march = paths.march(t.game, t.state, unit, t.hex("2506"))
    t.put("3006", "147R")
    assert paths.march(t.game, t.state, unit, t.hex("2506")) is march, "a friend far away"
    t.put("2508", "151G")
    assert paths.march(t.game, t.state, unit, t.hex("2506")) is not march
