"""Places by unit and by hex agree, or the units at odds are named."""

from random import Random

import pytest

from grognard.core.placing import GROUPS, Placement, misplaced
from grognard.hexes import bits, pack, parts

AT = [7, 7, -1, 9]
WEIGHTS = (1, 2, 0, 4)


def test_units_in_their_stacks_are_in_order() -> None:
    assert misplaced(AT, {7: (0, 1), 9: (3,)}) == []


@pytest.mark.parametrize(("stacks", "wrong"), [
    ({7: (0,), 9: (3,)}, [1]),
    ({7: (0, 1), 9: (2, 3)}, [2]),
    ({7: (0, 1, 3)}, [3]),
    ({7: (0, 1, 1), 9: (3,)}, [1]),
    ({7: (0, 1), 9: (0, 3)}, [0]),
])  # fmt: skip
def test_units_at_odds_are_named(stacks: dict[int, tuple[int, ...]], wrong: list[int]) -> None:
    assert misplaced(AT, stacks) == wrong


def placed() -> Placement:
    return Placement(at=list(AT), stacks={7: (0, 1), 9: (3,)})


def test_a_unit_leaves_its_stack_and_lies_on_top_of_the_next() -> None:
    state = placed()
    state.put(0, 9)
    assert state.stacks == {7: (1,), 9: (3, 0)}
    state.put(1, -1)
    assert state.stacks == {9: (3, 0)}
    assert state.units_on(-1) == 0b110
    assert state.on_map(0b1111) == 0b1001


def test_the_rule_book_may_say_how_a_stack_lies() -> None:
    state = placed()
    state.put(0, 9, (0, 3))
    assert state.stacks[9] == (0, 3)


def test_the_hexes_of_units_stay_true_through_any_moves() -> None:
    rng, state = Random(3), placed()
    groups = [rng.randrange(1, 16) for _ in range(8)]
    for _ in range(300):
        for units in groups:
            plain = pack(state.at[unit] for unit in bits(units) if state.at[unit] >= 0)
            assert state.hexes_of(units) == state.look_up(units) == plain
            twice = pack(hex for hex, stack in state.stacks.items()
                         if sum(units >> unit & 1 for unit in stack) >= 2)
            assert state.hexes_of(units, 2) == state.look_up(units, 2) == twice
            assert state.on_map(units) == pack(u for u in bits(units) if state.at[u] >= 0)
        for least in (1, 3, 5):
            heavy = pack(hex for hex, stack in state.stacks.items()
                         if sum(WEIGHTS[unit] for unit in stack) >= least)
            assert state.hexes_bearing(WEIGHTS, least) == heavy
        if rng.random() < 0.2:
            state = state.copy()
        before, hexes = state.copy(), state.hexes_of(groups[0])
        state.put(rng.randrange(4), rng.choice([-1, 7, 8, 9]))
        assert before.hexes_of(groups[0]) == hexes, "a copy is not touched"
        assert misplaced(state.at, state.stacks) == []


def test_the_units_off_the_map_stay_true_through_any_moves() -> None:
    rng, count = Random(3), 12
    state = Placement(at=[-1] * count)
    for _ in range(300):
        before = state.copy()
        was = {place: before.units_on(place) for place in (-1, -2, -3)}
        state.put(rng.randrange(count), rng.choice([-3, -2, -1, 4, 5]))
        for place in (-1, -2, -3):
            assert state.units_on(place) == pack(u for u, at in enumerate(state.at) if at == place)
            assert before.units_on(place) == was[place], "a copy shares what is remembered"


def test_only_so_many_sets_of_units_are_remembered() -> None:
    state = Placement(at=[-1] * 8)
    for units in range(1, 3 * GROUPS):
        state.hexes_of(units)
    assert len(state.cache["occupied"]) <= GROUPS


def test_units_in_hexes_are_found_among_few_and_among_many() -> None:
    state = placed()
    assert state.units_in(1 << 7 | 1 << 8, 0b1111) == 0b0011
    assert state.units_in(1 << 9, (1 << 40) - 1) == 0b1000


def test_sets_of_units_are_put_together_from_their_sorts() -> None:
    rng, count = Random(5), 40
    state = Placement(at=[-1] * count)
    sorts = parts((1 << count) - 1, [rng.getrandbits(count) for _ in range(3)])
    for _ in range(200):
        state.put(rng.randrange(count), rng.choice([-2, -1, *range(12)]))
        some = pack(unit for sort in sorts[::2] for unit in bits(sort))
        for units in (some, some | rng.getrandbits(count), rng.getrandbits(count)):
            assert state.hexes_of(units, sorts=sorts) == state.look_up(units)
            fresh = state.copy()
            fresh.cache.clear()
            assert fresh.hexes_of(units, sorts=sorts) == state.look_up(units)


def test_stacks_are_weighed_for_light_and_heavy_questions_in_any_order() -> None:
    rng, weights = Random(7), tuple(number % 5 for number in range(30))
    state = Placement(at=[-1] * 30)
    for unit in range(30):
        state.put(unit, rng.randrange(-1, 8))
    for least in (6, 9, 3, 40, 1, 7):
        heavy = pack(hex for hex, stack in state.stacks.items()
                     if sum(weights[unit] for unit in stack) >= least)
        assert state.hexes_bearing(weights, least) == heavy
        assert set(state.cache["borne"][1]) >= {6, least}


def test_a_few_hexes_are_weighed_as_all_of_them_are() -> None:
    rng, weights = Random(11), tuple(number % 4 for number in range(30))
    for _ in range(40):
        state = Placement(at=[-1] * 30)
        for unit in range(30):
            state.put(unit, rng.randrange(-1, 12))
        few, least = rng.getrandbits(14) & rng.getrandbits(14), rng.randrange(1, 9)
        alone = state.copy().hexes_bearing(weights, least, few)
        assert alone == few & state.hexes_bearing(weights, least)
        assert state.hexes_bearing(weights, least, few) == alone
