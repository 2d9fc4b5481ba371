"""Exact odds before a die is rolled, with every number and its rule."""

from fractions import Fraction

import msgspec

from grognard.core.messages import Message
from grognard.core.tables import Lit


class Fact(msgspec.Struct, frozen=True):
    """A line of odds, or what is told about a hex or a unit: what, how much, by which rule."""

    label: Message
    value: str
    rule: str = ""


class Odds(msgspec.Struct, frozen=True):
    """What an attack can bring: the working and the distribution of results.

    >>> Odds((), "2-1", (("Ar1", Fraction(1, 3)), ("Dr1", Fraction(2, 3))))
    <Odds 2-1: Ar1 1/3, Dr1 2/3>
    """

    lines: tuple[Fact, ...]
    column: str
    results: tuple[tuple[str, Fraction], ...]
    """Result and probability, in the order of the table."""
    assumes: tuple[Message, ...] = ()
    """What is assumed about units that are not revealed."""
    lit: tuple[Lit, ...] = ()
    """The column of a chart that the dice would be read in."""
    suffers: tuple[tuple[str, Fraction], ...] = ()
    """What the other side's fire brings that comes before it; nothing where none does."""

    def __repr__(self) -> str:
        chances = ", ".join(f"{result} {chance}" for result, chance in self.results)
        return f"<Odds {self.column}: {chances}>"

    def chance_of(self, *results: str) -> Fraction:
        return sum((p for result, p in self.results if result in results), Fraction(0))
