"""Laws that every combat obeys, whoever stands where."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.hexes import bits
from grognard.rules.narva import stacking
from grognard.rules.narva.data import enemy_of
from grognard.rules.narva.headquarters import closed_to
from tests.rules.narva.fights import struck
from tests.rules.narva.table import Table, table

TARGETS = ("2606", "2336", "2337", "3030", "3330", "1530", "2425", "2316", "1820", "3128", "0113")
"""Open ground, coast, city, defences, hills, swamps, river banks, the edge of the map."""
RESULTS = ("Dr1", "Dr2", "Dr3", "D1r1/A*1", "D2r3", "Ar1", "A1r1", "A2", "D2r2/Ar2")


def crowd(rng: Random, target: str, attacker: str) -> Table:
    """Units of both sides strewn around the target, within stacking and on ground open to them."""
    t = table(turn=rng.choice((2, 9)))
    t.state.defences = [rng.choice((0, 8, 9)), rng.choice((0, 8, 9))]
    near = list(bits(t.game.grid.disk(t.hex(target), 3) & ~t.game.ground.water))
    for unit in rng.sample(range(len(t.game.units)), 40):
        hex = rng.choice((t.hex(target), rng.choice(near), rng.choice(near)))
        if fits(t, unit, hex, attacker if hex != t.hex(target) else enemy_of(attacker)):
            t.state.place(t.game, unit, hex)
            lost = rng.randrange(2) if t.state.steps[unit] > 1 else 0
            t.state.set_steps(unit, t.state.steps[unit] - lost)
    return t


def fits(t: Table, unit: int, hex: int, side: str) -> bool:
    here = t.state.units_at(hex)
    owner = t.game.owner(here[0]) if here else side
    closed = any(layer.bars >> hex & 1 for layer in closed_to(t.game, unit))
    full = stacking.full(t.game, t.state, unit) >> hex & 1
    return t.game.owner(unit) == owner and not closed and not full


def fought(rng: Random) -> Table | None:
    """A combat played to its end by choices at random; None if there was nobody to fight."""
    target, side = rng.choice(TARGETS), rng.choice(("german", "soviet"))
    t = crowd(rng, target, side)
    hex = t.hex(target)
    beside = t.state.units_in(t.game.grid.spread(1 << hex), t.game.combat_units(side))
    if not beside or not t.state.units_in(1 << hex, t.game.combat_units(enemy_of(side))):
        return None
    struck(t, rng.choice(RESULTS), target, *(t.game.units[unit].code for unit in bits(beside)))
    while t.play.decisions:
        offers = t.play.offers(t.asked())
        assert offers, f"{t.step()} asks for nothing"
        t.do(t.game.space.text(offers.sample(rng)))
    return t


@pytest.mark.rule("narva:9.5.5.B", "narva:9.5.2.B", "narva:9.5.B")
@given(st.integers(0, 2**32))
@settings(max_examples=60)
def test_9_5_after_a_combat_nothing_is_wrong(seed: int) -> None:
    """There was always something to choose, stacks are legal, retreats led ever farther."""
    t = fought(Random(seed))
    if t is None:
        return
    assert t.game.faults(t.state) == []
    assert not [hex for hex in t.state.stacks if stacking.overstacked(t.game, t.state, hex)]
    went: dict[int, list[int]] = {}
    for event in t.heard("retreats"):
        start, end = event.hexes
        if t.game.hqs >> event.args["unit"] & 1:  # 11.1.1: with one stack after the other
            continue
        way = went.setdefault(event.args["unit"], [start])
        way.append(end)
        assert t.game.grid.distance(way[0], end) == len(way) - 1
