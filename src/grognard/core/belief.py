"""What a side holds of units that it does not see."""

from collections.abc import Sequence
from random import Random
from typing import Protocol


class Belief(Protocol):
    """Where units may be, for whoever imagines what is hidden."""

    def likely(self, unit: int, hex: int) -> float:
        """How many times likelier a unit is in a hex than if nothing were known of it."""
        ...


def believed(belief: Belief, units: Sequence[int], hex: int, rng: Random) -> int:
    """One of some units to stand in a hex, drawn by how likely each is there."""
    return rng.choices(units, [belief.likely(unit, hex) for unit in units])[0]
