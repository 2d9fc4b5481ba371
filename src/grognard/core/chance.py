"""Chance is explicit: dice and draws are sampled, forced, typed in, or read as a distribution."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod
from random import Random
from typing import Protocol, TypeAlias, TypeVar

from grognard.core.errors import Unreadable

Outcome: TypeAlias = tuple[int, ...]
"""What the dice show, or the numbers of the things drawn."""

R = TypeVar("R", bound=Hashable)


class Chance(Protocol):
    """Something that only luck decides."""

    def sample(self, rng: Random) -> Outcome: ...
    def allows(self, outcome: Outcome) -> bool: ...
    def outcomes(self) -> Iterator[tuple[Outcome, Fraction]]: ...
    def text(self, outcome: Outcome) -> str: ...
    def parse(self, text: str) -> Outcome: ...


class Dice:
    """Some dice of the same number of faces, numbered from 1 (or from ``lowest``: d10 of 0-9).

    >>> Dice(2, 6).readings(sum)[7]
    Fraction(1, 6)
    """

    __slots__ = ("count", "faces", "lowest")

    def __init__(self, count: int, faces: int = 6, lowest: int = 1) -> None:
        self.count, self.faces, self.lowest = count, faces, lowest

    def __repr__(self) -> str:
        return f"Dice({self.count}, {self.faces}, {self.lowest})"

    def sample(self, rng: Random) -> Outcome:
        faces, lowest, random = self.faces, self.lowest, rng.random
        return tuple([int(random() * faces) + lowest for _ in range(self.count)])

    def allows(self, outcome: Outcome) -> bool:
        high = self.lowest + self.faces - 1
        return len(outcome) == self.count and all(self.lowest <= die <= high for die in outcome)

    def outcomes(self) -> Iterator[tuple[Outcome, Fraction]]:
        """Every roll; for a handful of dice. For many, use :meth:`total`."""
        each = Fraction(1, self.faces**self.count)
        faces = range(self.lowest, self.lowest + self.faces)
        return ((dice, each) for dice in product(faces, repeat=self.count))

    def text(self, outcome: Outcome) -> str:
        return " ".join(map(str, outcome))

    def parse(self, text: str) -> Outcome:
        try:
            return tuple(map(int, text.split()))
        except ValueError:
            raise Unreadable(text, "dice") from None

    def readings(self, read: Callable[[Outcome], R]) -> dict[R, Fraction]:
        return readings(self, read)

    def total(self, worth: Callable[[int], int]) -> dict[int, Fraction]:
        """The distribution of the sum of what each die is worth (hits, say), by convolution.

        >>> Dice(3, 6).total(lambda die: die >= 5)[3]
        Fraction(1, 27)
        """
        faces = range(self.lowest, self.lowest + self.faces)
        one = Counter(int(worth(face)) for face in faces)
        ways: Mapping[int, int] = {0: 1}
        for _ in range(self.count):
            more: Counter[int] = Counter()
            for sum_, count in ways.items():
                for value, times in one.items():
                    more[sum_ + value] += count * times
            ways = more
        rolls = self.faces**self.count
        return {sum_: Fraction(count, rolls) for sum_, count in sorted(ways.items())}

    def sorted_by(self, sort: Callable[[int], Hashable]) -> list[tuple[Outcome, Fraction]]:
        """One roll for each count of sorts of dice, and its chance: hits and misses, say.

        >>> Dice(3, 6).sorted_by(lambda die: die == 6)[0]
        ((1, 1, 1), Fraction(125, 216))
        """
        faces: dict[Hashable, list[int]] = {}
        for face in range(self.lowest, self.lowest + self.faces):
            faces.setdefault(sort(face), []).append(face)
        found = []
        for drawn in combinations_with_replacement(faces.values(), self.count):
            counts = Counter(map(id, drawn)).values()
            orders = factorial(self.count) // prod(map(factorial, counts))
            ways = orders * prod(len(alike) for alike in drawn)
            found.append((tuple(alike[0] for alike in drawn),
                          Fraction(ways, self.faces**self.count)))
        return found


class Draw:
    """One thing drawn blindly out of a cup: ``counts`` says how many of each thing are in it."""

    __slots__ = ("counts", "names")

    def __init__(self, counts: Mapping[int, int], names: Sequence[str]) -> None:
        self.counts = {thing: count for thing, count in counts.items() if count > 0}
        self.names = names

    def __repr__(self) -> str:
        things = ", ".join(f"{count} {self.names[n]}" for n, count in self.counts.items())
        return f"<Draw from {things}>"

    def sample(self, rng: Random) -> Outcome:
        index = int(rng.random() * sum(self.counts.values()))
        for thing, count in self.counts.items():
            if index < count:
                return (thing,)
            index -= count
        raise IndexError("the cup is empty")

    def allows(self, outcome: Outcome) -> bool:
        return len(outcome) == 1 and outcome[0] in self.counts

    def outcomes(self) -> Iterator[tuple[Outcome, Fraction]]:
        total = sum(self.counts.values())
        return (((thing,), Fraction(count, total)) for thing, count in self.counts.items())

    def text(self, outcome: Outcome) -> str:
        return self.names[outcome[0]]

    def parse(self, text: str) -> Outcome:
        try:
            return (self.names.index(text.strip()),)
        except ValueError:
            raise Unreadable(text, "draw") from None


def readings(chance: Chance, read: Callable[[Outcome], R]) -> dict[R, Fraction]:
    """The distribution of what a rule reads from the outcome."""
    found: dict[R, Fraction] = {}
    for outcome, probability in chance.outcomes():
        reading = read(outcome)
        found[reading] = found.get(reading, Fraction(0)) + probability
    return found


def both(first: Mapping[R, Fraction], second: Mapping[R, Fraction],
         join: Callable[[R, R], R]) -> dict[R, Fraction]:
    """Two independent distributions as one."""
    found: dict[R, Fraction] = {}
    for (a, p), (b, q) in product(first.items(), second.items()):
        key = join(a, b)
        found[key] = found.get(key, Fraction(0)) + prod((p, q))
    return found
