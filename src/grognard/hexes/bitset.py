"""Sets of small numbers as the bits of one integer: union is ``|``, intersection ``&``."""

from collections.abc import Iterable, Iterator

_SPARSE = 16  # up to here peeling off the lowest bit beats halving
_FEW = 24  # so few are joined one after another, however large they are, and taken off likewise
_THIN = 16  # with fewer than one member in so many bits, too, taking off beats looking bytes up
_SHORT = 6000  # up to here one integer after another beats a buffer of bytes
_FLAGS, _DIGITS = bytes.maketrans(b"01", b"\0\1"), bytes.maketrans(b"\0\1", b"01")
_BITS_OF_BYTE = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))


def bits(bitset: int) -> Iterator[int]:
    """The members of a bit set in ascending order.

    >>> list(bits(0b101001))
    [0, 3, 5]
    """
    many = bitset.bit_count()
    return _peeled(bitset) if many <= _FEW or many * _THIN < bitset.bit_length() else (
        _by_bytes(bitset))


def _peeled(bitset: int) -> Iterator[int]:
    """From the highest down, so that what is left grows shorter with each."""
    found = []
    while bitset:
        highest = bitset.bit_length() - 1
        found.append(highest)
        bitset ^= 1 << highest
    return reversed(found)


def _by_bytes(bitset: int) -> Iterator[int]:
    for place, byte in enumerate(bitset.to_bytes((bitset.bit_length() + 7) // 8, "little")):
        if byte:
            for bit in _BITS_OF_BYTE[byte]:
                yield place * 8 + bit


def flags(bitset: int) -> bytes:
    """A byte for each number up to the highest member: 1 for members, 0 for others.

    >>> from itertools import compress
    >>> list(compress("abcdef", flags(0b101001)))
    ['a', 'd', 'f']
    """
    return f"{bitset:b}".encode()[::-1].translate(_FLAGS)


def gather(flags: Iterable[bool]) -> int:
    """The other way round: the numbers whose flag is set.

    >>> bin(gather([True, False, False, True]))
    '0b1001'
    """
    return int(bytes(flags).translate(_DIGITS)[::-1] or b"0", 2)


def pack(members: Iterable[int]) -> int:
    """The bit set of these members.

    >>> bin(pack([5, 0, 3]))
    '0b101001'
    """
    listed = members if isinstance(members, (list, tuple)) else list(members)
    if len(listed) < _FEW or (highest := max(listed)) < _SHORT:
        bitset = 0
        for member in listed:
            bitset |= 1 << member
        return bitset
    buffer = bytearray((highest >> 3) + 1)
    for member in listed:
        buffer[member >> 3] |= 1 << (member & 7)
    return int.from_bytes(buffer, "little")


def members(bitset: int, numbers: Iterable[int]) -> list[int]:
    """Those of the numbers that are members: quicker than to ask a large set for each of them.

    >>> members(0b101001, [5, 4, 0, 900])
    [5, 0]
    """
    size = (bitset.bit_length() + 7) // 8
    octets, beyond = bitset.to_bytes(size, "little"), size * 8
    return [one for one in numbers if 0 <= one < beyond and octets[one >> 3] >> (one & 7) & 1]


def parts(universe: int, sets: Iterable[int]) -> tuple[int, ...]:
    """A universe in parts, none of which one of the sets cuts in two.

    >>> [bin(part) for part in parts(0b1111, [0b0011, 0b0110])]
    ['0b10', '0b1', '0b100', '0b1000']
    """
    found = [universe]
    for one in sets:
        halves = (half for part in found for half in (part & one, part & ~one))
        found = [half for half in halves if half]
    return tuple(found)


def pick(bitset: int, index: int) -> int:
    """The member at a place in the ascending order, found by halving.

    >>> pick(0b101001, 1)
    3
    """
    if not 0 <= index < bitset.bit_count():
        raise IndexError(index)
    if index < _SPARSE:
        for _ in range(index):
            bitset &= bitset - 1
        return (bitset & -bitset).bit_length() - 1
    base, width = 0, bitset.bit_length()
    while width > 1:
        half = width >> 1
        low = bitset & ((1 << half) - 1)
        below = low.bit_count()
        if index < below:
            bitset, width = low, half
        else:
            bitset, index, base, width = bitset >> half, index - below, base + half, width - half
    return base
