"""What each side holds, followed move by move, is what counting all stacks anew would give."""

from random import Random

import pytest

from grognard.rules.narva import held, supply, zones
from grognard.rules.narva.data import SIDES
from grognard.rules.narva.held import standing
from grognard.rules.narva.state import GONE
from tests.rules.narva.table import Table, start, table


def followed(t: Table) -> list[object]:
    """Everything that is derived from where the units are, side by side."""
    asked = (held.occupied, held.combat_hexes, held.full, zones.zone, supply.supplied)
    return [standing(t.state), *(ask(t.game, t.state, side) for ask in asked for side in SIDES)]


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


def test_a_stack_counts_for_what_is_in_it() -> None:
    t = table().put("2506", "65R", "147R").put("2507", "1811SU", "HQ122").put("2508", "163R")
    t.put("2509", "HQ2SH")
    label = t.game.grid.hexes
    assert held.full(t.game, t.state, "soviet") == label("2506")
    assert held.occupied(t.game, t.state, "soviet") == label("2506 2507 2508 2509")
    assert held.combat_hexes(t.game, t.state, "soviet") == label("2506 2507 2508")
    assert held.zoned(t.game, t.state, "soviet") == label("2506 2508")


def test_what_depends_on_the_enemy_alone_is_kept() -> None:
    t = table().put("2506", "65R").put("2510", "151G")
    followed(t)
    before = t.state.cache
    t.put("2511", "151G")
    after = t.state.cache
    assert {key for key in before if key[0] == "soviet"} <= after.keys()
    assert not {key for key in after if key[0] in ("german", held.BOTH)}
    assert standing(t.state) == t.units("65R", "151G")
