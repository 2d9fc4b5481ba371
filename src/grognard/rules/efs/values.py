"""Small values that state and steps share."""

import msgspec

from grognard.core.visibility import Flag, Number, UnitSet, Word
from grognard.hexes import Hex


class Attack(msgspec.Struct, frozen=True):
    """A declared attack: its hexes, the units that make it, and what became of it (8.1)."""

    hexes: tuple[Hex, ...]
    attackers: UnitSet
    column: Number = 0
    """Initial odds, as a column of the results table."""
    resolved: Flag = False
    mandatory: Flag = False
    side: Word = ""
