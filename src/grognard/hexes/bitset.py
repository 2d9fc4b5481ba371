"""Sets of small numbers as the bits of one integer: union is ``|``, intersection ``&``."""

from collections.abc import Iterable, Iterator

_SPARSE = 12  # up to here peeling off the lowest bit beats writing the integer out in binary


def bits(bitset: int) -> Iterator[int]:
    """The members of a bit set in ascending order.

    >>> list(bits(0b101001))
    [0, 3, 5]
    """
    if bitset.bit_count() <= _SPARSE:
        while bitset:
            lowest = bitset & -bitset
            yield lowest.bit_length() - 1
            bitset ^= lowest
        return
    digits = bin(bitset)[:1:-1]
    member = digits.find("1")
    while member >= 0:
        yield member
        member = digits.find("1", member + 1)


def pack(members: Iterable[int]) -> int:
    """The bit set of these members.

    >>> bin(pack([5, 0, 3]))
    '0b101001'
    """
    bitset = 0
    for member in members:
        bitset |= 1 << member
    return bitset
