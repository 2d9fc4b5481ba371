"""Words that the whole rule book shares: sides, weather, classes of movement, points."""

from fractions import Fraction
from typing import Literal, TypeAlias

AXIS, SOVIET = "axis", "soviet"
SIDES = (AXIS, SOVIET)
Side: TypeAlias = Literal["axis", "soviet"]

DRY, RAIN, FROST, SNOW, ARCTIC = WEATHERS = ("dry", "rain", "frost", "snow", "arctic")
Weather: TypeAlias = Literal["dry", "rain", "frost", "snow", "arctic"]

FOOT, MOTOR, GUN, SIEGE, SKI, TRAIN, BOAT = CLASSES = (
    "foot", "motor", "gun", "siege", "ski", "train", "boat")
"""Graphs of movement: guns are motorised but cross no major river (7.3.9), siege guns pay a
point for every road hex, skiers pay the Frost price in Snow and Arctic."""

ON_FOOT = frozenset({"infantry division", "infantry", "mountain infantry", "airborne", "security",
                     "partisan", "ski infantry", "substitute regiment"})
"""Types of infantry that walk."""

POINT = 4
"""Movement points are counted in quarters."""


def enemy_of(side: str) -> str:
    return SOVIET if side == AXIS else AXIS


def as_points(quarters: int) -> str:
    """Quarters as a player says them.

    >>> as_points(14), as_points(2), as_points(8)
    ('3 1/2', '1/2', '2')
    """
    whole, part = divmod(quarters, POINT)
    if not part:
        return str(whole)
    return f"{whole} {Fraction(part, POINT)}" if whole else str(Fraction(part, POINT))
