"""Buying and spending, described so that one table can show the books of any game.

A step that asks what to spend may give a :class:`Ledger`: what there is to spend, and line by line
what could be bought and at which price. It says nothing about what is allowed: that is known from
what the step offers, and a refusal tells why not.
"""

import msgspec

from grognard.core.messages import Message


class LedgerLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit that something can be bought for."""

    unit: int
    face: str
    prices: dict[str, int]
    """Kind of action to its price; an offer without a price costs nothing."""
    now: Message | None = None
    """How it stands: its strength, when it comes."""
    ordered: tuple[str, ...] = ()
    """Kinds of action already ordered for it."""


class LedgerPart(msgspec.Struct, frozen=True, omit_defaults=True):
    """Lines that belong together: units on the map, eliminated ones, reinforcements."""

    id: str
    lines: tuple[LedgerLine, ...]
    note: Message | None = None
    """What holds for all of them: how many more may be chosen, say."""


class Ledger(msgspec.Struct, frozen=True, omit_defaults=True):
    """The books of one side."""

    id: str
    """Names what is spent: ``ledger.<id>``."""
    has: int
    spent: int
    parts: tuple[LedgerPart, ...] = ()
