"""A battle on the table, described so that one client can show that of any game."""

import msgspec

from grognard.core.messages import Message
from grognard.core.sides import Side


class Sign(msgspec.Struct, frozen=True, omit_defaults=True):
    """A word the table keeps in sight: the weather, who goes first."""

    id: str
    value: Message
    rule: str = ""


class Fighter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece in a fight: what it can do, what its dice showed, what became of it."""

    face: str
    side: Side
    unit: int = -1
    """The unit's number where the viewer may know it."""
    power: Message | None = None
    """What it fights with."""
    rule: str = ""
    """The rule that gives it this power."""
    dice: tuple[int, ...] = ()
    """What its dice showed in this round, as they fell."""
    hits: tuple[int, ...] = ()
    """Numbers on a die that hit."""
    notes: tuple[Message, ...] = ()
    """A step lost, a part of a hit taken, driven back ..."""
    now: bool = False
    """Its dice fall next."""


class Fight(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle on the table: shown as long as it lasts, beside what is asked."""

    hex: int
    title: Message
    fighters: tuple[Fighter, ...]
    """In any order: a table sets the sides against each other."""
    facts: tuple[Sign, ...] = ()
    """What holds for all of them: terrain, weather, support."""
    turn: Side = ""
    """Whose dice fall now; empty before the first and after the last."""
    over: bool = False
    """It has been fought: what it came to can still be looked at."""
