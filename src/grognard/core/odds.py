"""Exact odds before a die is rolled, with every number and its rule."""

from fractions import Fraction

import msgspec

from grognard.core.messages import Message
from grognard.core.scene import Lit


class OddsLine(msgspec.Struct, frozen=True):
    """One line of the breakdown: what, how much, by which rule."""

    label: Message
    value: str
    rule: str = ""


class Odds(msgspec.Struct, frozen=True):
    """What an attack can bring: the working and the distribution of results."""

    lines: tuple[OddsLine, ...]
    column: str
    results: tuple[tuple[str, Fraction], ...]
    """Result and probability, in the order of the table."""
    assumes: tuple[Message, ...] = ()
    """What is assumed about units that are not revealed."""
    lit: tuple[Lit, ...] = ()
    """The column of a chart that the dice would be read in."""

    def chance_of(self, *results: str) -> Fraction:
        return sum((p for result, p in self.results if result in results), Fraction(0))
