"""What one combat is, and how a result of the table is read (8.4.2)."""

import re
from typing import NamedTuple

import msgspec

from grognard.core.visibility import Flag, UnitSet, Word
from grognard.hexes import Hex, HexSet, pack
from grognard.rules.efs.words import enemy_of

NO_RETREAT, EXTENDED = "no-retreat", "extended-retreat"
ORDERS = (NO_RETREAT, EXTENDED)
FED, HUNGRY = "supplied", "unsupplied"


class Battle(msgspec.Struct, frozen=True):
    """One declared attack as it is made ready: who, whom, with what (8.4.1)."""

    side: Word
    """Who attacks."""
    hexes: tuple[Hex, ...]
    attackers: UnitSet
    guns: UnitSet = 0
    """Artillery that supports the attack (10.1)."""
    paid: UnitSet = 0
    """Supply counters that are to pay for it (6.5.5)."""
    tracked: Flag = False
    """Or a point of the inset's track (15.7.4)."""
    supply: Word = ""
    """Once the attack is on: whether it was paid for."""
    doubled: UnitSet = 0
    """Naval guns of either side that fire all they have (13.4.4)."""
    engineers: Flag = False
    """The attacker uses his engineers (12.3.1)."""
    mandatory: Flag = False
    order: Word = ""
    """The attacker's own order (8.7.1, 8.8.1)."""

    @property
    def defender(self) -> str:
        return enemy_of(self.side)

    @property
    def targets(self) -> HexSet:
        return pack(self.hexes)


class Toll(NamedTuple):
    """What the table makes one side suffer."""

    steps: int = 0
    star: bool = False
    retreats: bool = False
    wiped_out: bool = False


class Verdict(NamedTuple):
    """A result of the table, split by side."""

    attacker: Toll
    defender: Toll


PART = re.compile(r"(?P<steps>\d?)(?P<star>\*?)(?P<back>R?)")


def read_toll(text: str) -> Toll:
    """8.4.2: a number is steps, R a retreat, e the end of all, a dash nothing.

    >>> read_toll("2*R"), read_toll("-").steps, read_toll("e").wiped_out
    (Toll(steps=2, star=True, retreats=True, wiped_out=False), 0, True)
    """
    if text in ("-", "e"):
        return Toll(wiped_out=text == "e")
    match = PART.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no combat result")
    return Toll(int(match["steps"] or 0), bool(match["star"]), bool(match["back"]))


def read_result(text: str) -> Verdict:
    """
    >>> read_result("1*/R").defender.retreats
    True
    """
    attacker, _, defender = text.partition("/")
    return Verdict(read_toll(attacker), read_toll(defender))
