"""Small values that state and steps share."""

import msgspec

from grognard.core.visibility import Flag, Number, UnitSet, Word
from grognard.hexes import Hex, HexSet


class Attack(msgspec.Struct, frozen=True):
    """A declared attack: its hexes, the units that make it, and what became of it (8.1)."""

    hexes: tuple[Hex, ...]
    attackers: UnitSet
    column: Number = 0
    """Initial odds, as a column of the results table."""
    resolved: Flag = False
    mandatory: Flag = False
    side: Word = ""


class Sea(msgspec.Struct, frozen=True):
    """What chapter 8 of Army Group North keeps; a game on land never writes it.

    A value that copies of a state share: it is replaced, never changed.
    """

    held: HexSet = 0
    """Ports that the Axis held as the turn began (8.3.1)."""
    won: HexSet = 0
    """Ports that fell to the Axis after a landing (8.5.4.e)."""
    loaded: dict[int, int] = {}
    unloaded: dict[int, int] = {}
    """By port: transport points handled this turn (8.3.4)."""
    evacuations: dict[int, int] = {}
    """By port: the turn on which it is evacuated (8.4.3.3)."""
    crowded: dict[int, int] = {}
    """By port: the turn on which its stacking limit holds again (8.4.3.3.b)."""
    landed: UnitSet = 0
    """Put ashore this turn: they stay where they are (8.4.3.1.g, 8.5.2.g)."""
    departed: dict[int, int] = {}
    """By unit of a landing: the port that it came from this turn."""
    assault: dict[int, int] = {}
    """By unit before an enemy coast: the hex that it must attack (8.5.2.2)."""
    shaken: UnitSet = 0
    """Hit by coastal guns: their combat suffers (8.5.3.b)."""
    fired: UnitSet = 0
    """Coastal guns that fired this turn."""
    patrol: Number = 0
    """Points of Axis interdiction against Soviet voyages this turn (8.7.3)."""
    damage: dict[int, int] = {}
    """By ship (8.7.4.b)."""
    beachheads: dict[int, int] = {}
    """By target of a successful Axis landing: its turn (8.5.4.c)."""
    infantry: dict[int, int] = {}
    heavy: dict[int, int] = {}
    """By port: replacement points that came by sea this turn (8.4.3.1.g)."""


class Means(msgspec.Struct, frozen=True):
    """What supply, guns and aircraft of the Leningrad inset keep (chapter 15 of Army Group North).

    Like the sea it is replaced, never changed.
    """

    damage: dict[int, int] = {}
    """By gun: points that cut its support (15.13.4.b)."""
    struck: HexSet = 0
    """Middles of the mega-hexes that were interdicted this turn, and the port (15.13.4)."""
    aim: HexSet = 0
    """Where aircraft of the inset may be sent now: its missions are flown one by one."""
    hands: dict[int, int] = {}
    """By unit: forts that it finished or broke in this phase (15.11)."""
