"""What a side holds, as sets of hexes that almost every rule asks for.

Values derived from the position are cached under keys that begin with the side whose units
they depend on: a move drops those of its own side and those of both, and nothing else.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.hexes import HexSet, pack

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva
    from grognard.rules.narva.state import NarvaState

BOTH = ""
"""Begins the keys of what depends on the units of both sides."""
STANDING = ("standing",)


class Roster(NamedTuple):
    """The units of a side by what they count for."""

    everybody: tuple[int, ...]
    combat: frozenset[int]
    """Combat units, the Soviet assault guns not among them."""
    guns: tuple[int, ...]
    """Soviet assault guns."""
    hqs: tuple[int, ...]
    zones: tuple[tuple[int, int], ...]
    """Units that can have a zone of control, and with how many steps they do (5.2.B)."""


def places(game: "Narva", hexes: Iterable[int]) -> HexSet:
    """The set of these hexes; units off the map have no hex."""
    bits = game.bits
    return sum([bits[hex] for hex in set(hexes) if hex >= 0])


def occupied(game: "Narva", state: "NarvaState", side: str) -> HexSet:
    """Hexes with any unit of the side."""
    found: HexSet | None = state.cache.get((side, "occupied"))
    if found is None:
        at = state.at
        found = places(game, [at[unit] for unit in game.rosters[side].everybody])
        state.cache[side, "occupied"] = found
    return found


def combat_hexes(game: "Narva", state: "NarvaState", side: str) -> HexSet:
    """Hexes with a combat unit of the side."""
    found: HexSet | None = state.cache.get((side, "combat"))
    if found is None:
        at, roster = state.at, game.rosters[side]
        found = places(game, [at[unit] for unit in (*roster.combat, *roster.guns)])
        state.cache[side, "combat"] = found
    return found


def zoned(game: "Narva", state: "NarvaState", side: str) -> HexSet:
    """Hexes with a unit of the side that has a zone of control now (5.2)."""
    at, left = state.at, state.steps
    return places(game, [at[unit] for unit, steps in game.rosters[side].zones
                         if left[unit] >= steps])


def full(game: "Narva", state: "NarvaState", side: str) -> HexSet:
    """Hexes with as many combat units of the side as may stack there (7.1.B.1)."""
    found: HexSet | None = state.cache.get((side, "full"))
    if found is None:
        limit, combat = game.limits.stack_combat_units, game.rosters[side].combat
        found = places(game, [hex for hex, stack in state.stacks.items()
                              if len(stack) >= limit and len(combat.intersection(stack)) >= limit])
        state.cache[side, "full"] = found
    return found


def standing(state: "NarvaState") -> int:
    """The units on the map."""
    found: int | None = state.cache.get(STANDING)
    if found is None:
        found = pack([unit for stack in state.stacks.values() for unit in stack])
        state.cache[STANDING] = found
    return found


def after_move(game: "Narva", state: "NarvaState", unit: int) -> dict[tuple[Any, ...], Any]:
    """The derived values that are still true once the unit has moved."""
    side = game.owner(unit)
    kept = {key: value for key, value in state.cache.items() if key[0] != side and key[0] != BOTH}
    if STANDING in kept:
        bit = 1 << unit
        kept[STANDING] = kept[STANDING] | bit if state.at[unit] >= 0 else kept[STANDING] & ~bit
    return kept
