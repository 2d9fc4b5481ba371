"""Chapter 7: stacking."""

from typing import TYPE_CHECKING

from grognard.core.rulings import Layer
from grognard.hexes import HexSet
from grognard.rules.narva.state import NarvaState

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva

RULES = {"hq": "7.1.B.2", "gun": "7.1.B.3", "combat": "7.1.B.1"}
CODES = {"hq": "second-headquarters", "gun": "second-gun", "combat": "stack-full"}
"""What a refusal calls each of the three limits."""


def sort_of(game: "Narva", unit: int) -> str:
    """Which of the three limits a unit counts against."""
    if game.hqs >> unit & 1:
        return "hq"
    return "gun" if game.guns >> unit & 1 else "combat"


def limit_of(game: "Narva", sort: str) -> int:
    """7.1.B: two combat units, and besides them one headquarters and one assault gun."""
    return game.stacking[sort]


def full(game: "Narva", state: NarvaState, unit: int) -> HexSet:
    """Hexes where the unit's own limit is already reached by others of its side."""
    side, sort, here = game.owner(unit), sort_of(game, unit), state.at[unit]
    found = state.hexes_of(game.sorts[side][sort], limit_of(game, sort))
    return found & ~(1 << here) if here >= 0 else found


def layer(game: "Narva", state: NarvaState, unit: int) -> Layer:
    """7.1.C: no unit may end its move, retreat or advance over the limit."""
    sort = sort_of(game, unit)
    return Layer(CODES[sort], RULES[sort], full(game, state, unit))


def crowded(game: "Narva", state: NarvaState, unit: int) -> bool:
    """Whether the unit stands in a hex with too many of its sort."""
    return sort_of(game, unit) in overstacked(game, state, state.at[unit])


def overstacked(game: "Narva", state: NarvaState, hex: int) -> list[str]:
    """The limits that a hex breaks now: for reinforcements before they move (7.2.A)."""
    sorts = [sort_of(game, unit) for unit in state.units_at(hex)]
    return [sort for sort in RULES if sorts.count(sort) > limit_of(game, sort)]
