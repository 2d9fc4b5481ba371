"""Sharing claims out among owners with room, against every way to do it."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from grognard.core.sharing import can_share, who_can_serve
from grognard.hexes import bits

OWNERS = 4


def by_hand(claims: list[int], room: dict[int, int]) -> bool:
    """Try every way to serve each claim."""
    for served in product(*(tuple(bits(claim)) for claim in claims)):
        if all(served.count(owner) <= room.get(owner, 0) for owner in served):
            return True
    return not claims


@given(st.lists(st.integers(0, 2 ** OWNERS - 1), max_size=5),
       st.dictionaries(st.integers(0, OWNERS - 1), st.integers(0, 2)))
def test_it_finds_a_way_if_there_is_one(claims: list[int], room: dict[int, int]) -> None:
    assert can_share(claims, room) == by_hand(claims, room)


@given(st.lists(st.integers(0, 2 ** OWNERS - 1), max_size=5),
       st.dictionaries(st.integers(0, OWNERS - 1), st.integers(0, 2)),
       st.integers(0, 2 ** OWNERS - 1))
def test_it_knows_who_can_serve_a_claim_more(claims: list[int], room: dict[int, int],
                                             more: int) -> None:
    assert bool(who_can_serve(claims, room) & more) == by_hand([*claims, more], room)


def test_an_owner_passes_an_earlier_claim_on() -> None:
    assert can_share([0b11, 0b01], {0: 1, 1: 1})
    assert can_share([0b011, 0b110, 0b001], {0: 1, 1: 1, 2: 1})
    assert not can_share([0b011, 0b011, 0b001], {0: 1, 1: 1, 2: 1})


def test_nobody_serves_without_room_or_without_being_known() -> None:
    assert not can_share([0b1], {0: 0})
    assert not can_share([0b1], {})
    assert not can_share([0], {0: 3}), "nobody can serve it"
    assert can_share([], {})
