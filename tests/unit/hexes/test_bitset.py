"""Sets of hexes as bits."""

import pytest

from grognard.hexes import bits, pack


@pytest.mark.parametrize("members", [[], [0], [3, 64, 65], list(range(0, 2000, 7))])
def test_bits_undoes_pack(members: list[int]) -> None:
    assert list(bits(pack(members))) == members


def test_a_member_counts_once() -> None:
    assert pack([4, 4, 4]) == 1 << 4
