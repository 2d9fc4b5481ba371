"""Section 7.2: one round of a battle, or fire at a rear guard, as far as it has gone."""

from typing import Annotated

import msgspec

from grognard.core.chance import Outcome
from grognard.core.visibility import BY_UNIT, UNITS, Flag, Number, UnitSet, Word


class Round(msgspec.Struct, frozen=True):
    """Whatever happens makes another one; the last one is looked at until the next begins."""

    hex: Number = -1
    """Below 0 there was none."""
    firing: Word = ""
    """The side whose dice fall, or have fallen and are still to be suffered; empty: it is over."""
    pursuit: Flag = False
    """Fire at a rear guard (6.42)."""
    engaged: Annotated[tuple[int, ...], UNITS] = ()
    """Blocks that were there when it began."""
    volleys: Annotated[dict[int, tuple[str, tuple[int, ...]]], BY_UNIT] = {}
    """Block to the firepower it had and what its dice showed."""
    hits: Number = 0
    """Still to be suffered."""
    repulses: Number = 0
    """Of attackers still to be driven back (7.51)."""
    driven: UnitSet = 0
    """Blocks driven back."""
    part_hits: Annotated[dict[int, int], BY_UNIT] = {}
    """Block to the hits it took that did not yet cost a step (7.34)."""
    lost: Annotated[dict[int, int], BY_UNIT] = {}
    """Block to the steps it lost."""

    def fired(self, unit: int, fire: str, dice: Outcome, hits: int, repulses: int = 0) -> "Round":
        """After the fire of a block."""
        return msgspec.structs.replace(
            self, volleys={**self.volleys, unit: (fire, dice)}, hits=self.hits + hits,
            repulses=self.repulses + repulses)

    def hit(self, unit: int, needed: int) -> "Round":
        """After a hit on a block; the last of those needed costs it a step (7.34)."""
        part, lost = self.part_hits.get(unit, 0) + 1, self.lost
        if part >= needed:
            part, lost = 0, {**lost, unit: lost.get(unit, 0) + 1}
        others = {other: count for other, count in self.part_hits.items() if other != unit}
        return msgspec.structs.replace(
            self, lost=lost, part_hits={**others, unit: part} if part else others)

    def over(self) -> "Round":
        """7.34e: part hits lapse."""
        return msgspec.structs.replace(self, firing="", part_hits={}, hits=0, repulses=0, driven=0)
