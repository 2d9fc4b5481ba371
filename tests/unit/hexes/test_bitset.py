"""Sets of hexes as bits."""

import pytest

from grognard.hexes import bits, flags, gather, members, pack, pick


@pytest.mark.parametrize("members", [[], [0], [3, 64, 65], list(range(0, 2000, 7))])
def test_bits_undoes_pack(members: list[int]) -> None:
    assert list(bits(pack(members))) == members


def test_a_member_counts_once() -> None:
    assert pack([4, 4, 4]) == 1 << 4


@pytest.mark.parametrize("members", [[0], [5, 0, 3], list(range(0, 20_000, 7)), [19_999]])
def test_pick_finds_every_member_in_order(members: list[int]) -> None:
    bitset = pack(members)
    some = range(0, len(members), max(1, len(members) // 50))
    assert [pick(bitset, index) for index in some] == [sorted(members)[index] for index in some]
    with pytest.raises(IndexError):
        pick(bitset, len(members))


@pytest.mark.parametrize("size", [30, 400, 9_000])
@pytest.mark.parametrize("every", [1, 3, 15, 16, 17, 200])
def test_thin_and_thick_sets_are_read_alike(size: int, every: int) -> None:
    members = list(range(every % 3, size, every))
    assert list(bits(pack(members))) == members


@pytest.mark.parametrize("members", [[], [0], [3, 64, 65], list(range(0, 2000, 7))])
def test_gather_undoes_flags(members: list[int]) -> None:
    marked = flags(pack(members))
    assert [number for number, flag in enumerate(marked) if flag] == members
    assert gather(map(bool, marked)) == pack(members)


def test_members_are_told_from_others_however_large() -> None:
    bitset = pack(range(3, 9_000, 5))
    numbers = [-1, 0, 3, 8, 8_998, 8_999, 9_003, 70_000]
    assert members(bitset, numbers) == [3, 8, 8_998]
    assert members(0, numbers) == []
