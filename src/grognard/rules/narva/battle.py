"""What one combat or barrage is, and how a result of the table is read (9.1)."""

import re
from typing import NamedTuple

import msgspec

from grognard.core.visibility import Number, UnitSet
from grognard.hexes import Hex
from grognard.rules.narva.data import SOVIET, enemy_of


class Battle(msgspec.Struct, frozen=True):
    """An attack on a hex, or a barrage if nobody attacks."""

    side: str
    """Who attacks."""
    hex: Hex
    attackers: UnitSet = 0
    """Units."""
    missions: Number = 0
    """Air attacks, as bits over ``air`` actions."""
    stavka: bool = False
    barrage: bool = False

    @property
    def defender(self) -> str:
        return enemy_of(self.side)

    def joined_by(self, unit: int) -> "Battle":
        """With one more attacker."""
        return msgspec.structs.replace(self, attackers=self.attackers | 1 << unit)

    def supported_by(self, mission: int) -> "Battle":
        """With one more air attack."""
        return msgspec.structs.replace(self, missions=self.missions | 1 << mission)


class Toll(NamedTuple):
    """What one side suffers: steps lost and hexes to retreat."""

    steps: int = 0
    hexes: int = 0


class Verdict(NamedTuple):
    """A result of the combat table, split by side."""

    attacker: Toll
    defender: Toll
    pinned: bool = False


PART = re.compile(r"(?P<who>[AD])(?P<red>\*?)(?P<steps>\d*)(?:r(?P<hexes>\d+))?")


def as_read(text: str, side: str) -> str:
    """A result without the red losses that do not strike this attacker (9.1.D).

    >>> as_read("D1r1/A*1", "german"), as_read("D1r1/A*1", "soviet"), as_read("A*1", "german")
    ('D1r1', 'D1r1/A*1', 'NR')
    """
    struck = [part for part in text.split("/") if side == SOVIET or "*" not in part]
    return "/".join(struck) or "NR"


def read_result(text: str, side: str) -> Verdict:
    """9.1.E: ``D1r2`` is a step and two hexes; a starred loss strikes Soviet attackers only.

    >>> read_result("D1r1/A*1", "soviet")
    Verdict(attacker=Toll(steps=1, hexes=0), defender=Toll(steps=1, hexes=1), pinned=False)
    >>> read_result("D1r1/A*1", "german").attacker
    Toll(steps=0, hexes=0)
    """
    if text in ("NR", "P"):
        return Verdict(Toll(), Toll(), text == "P")
    tolls = {"A": Toll(), "D": Toll()}
    for part in text.split("/"):
        match = PART.fullmatch(part)
        if match is None:
            raise ValueError(f"{text!r} is no combat result")
        if match["red"] and side != SOVIET:  # 9.1.D
            continue
        tolls[match["who"]] = Toll(int(match["steps"] or 0), int(match["hexes"] or 0))
    return Verdict(tolls["A"], tolls["D"])
