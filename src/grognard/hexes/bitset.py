"""Sets of small numbers as the bits of one integer: union is ``|``, intersection ``&``."""

from collections.abc import Iterable, Iterator

_SPARSE = 16  # up to here peeling off the lowest bit beats looking bytes up
_BITS_OF_BYTE = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))


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
    for place, byte in enumerate(bitset.to_bytes((bitset.bit_length() + 7) // 8, "little")):
        if byte:
            for bit in _BITS_OF_BYTE[byte]:
                yield place * 8 + bit


def pack(members: Iterable[int]) -> int:
    """The bit set of these members.

    >>> bin(pack([5, 0, 3]))
    '0b101001'
    """
    bitset = 0
    for member in members:
        bitset |= 1 << member
    return bitset
