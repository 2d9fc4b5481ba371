"""What a side holds, as sets of hexes: every rule asks for them, so they follow each move.

A stack is summed up in one number with a field for each sort of unit; what the number means
for a hex is looked up. Values derived from the position are cached under keys that begin with
the side whose units they depend on: a move drops those of its own side and those of both.
"""

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.hexes import Hex, HexSet, pack
from grognard.rules.narva.data import Unit

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva
    from grognard.rules.narva.state import NarvaState

BOTH = ""
"""Begins the keys of what depends on the units of both sides."""
STANDING = ("standing",)
COMBAT, GUN, HQ, ZONE = range(4)
"""The sorts of units, each with its own stacking limit (7.1.B), and units with a zone (5.2)."""
FIELD = 4
"""Bits for a count in the sum of a stack."""


class Held(NamedTuple):
    """Hexes of one side."""

    occupied: HexSet = 0
    combat: HexSet = 0
    """With a combat unit."""
    zoned: HexSet = 0
    """With a unit that has a zone of control (5.2)."""
    full: HexSet = 0
    """With as many combat units as may stack there (7.1.B.1)."""
    full_of_guns: HexSet = 0
    full_of_hqs: HexSet = 0


def weights(unit: Unit, zone_with: tuple[bool, ...]) -> tuple[int, ...]:
    """What a unit adds to the sum of its stack, by the steps it has left."""
    sort = HQ if unit.hq else GUN if unit.assault_gun else COMBAT
    return tuple((1 << FIELD * sort) | (zone << FIELD * ZONE) for zone in zone_with)


@cache
def _places(total: int, limit: int) -> tuple[int, ...]:
    """Which fields of `Held` a hex belongs to whose stack adds up to this."""
    combat, guns, hqs, zones = (total >> FIELD * sort & (1 << FIELD) - 1 for sort in range(4))
    flags = (total, combat or guns, zones, combat >= limit, guns, hqs)
    return tuple(place for place, flag in enumerate(flags) if flag)


def held(game: "Narva", state: "NarvaState", side: str) -> Held:
    found: Held | None = state.cache.get((side, "held"))
    if found is None:
        found = state.cache[side, "held"] = _with(game, state, Held(), _hexes(game, state, side))
    return found


def _hexes(game: "Narva", state: "NarvaState", side: str) -> list[Hex]:
    mine = game.units_of[side]
    return [hex for hex, stack in state.stacks.items() if mine >> stack[0] & 1]


def _with(game: "Narva", state: "NarvaState", before: Held, hexes: Iterable[Hex]) -> Held:
    """What is held with the stacks of some hexes added: those that add up alike at once."""
    weight, steps, stacks, bits = game.weights, state.steps, state.stacks, game.bits
    alike: dict[int, list[HexSet]] = {}
    for hex in hexes:
        total = 0
        for unit in stacks[hex]:
            total += weight[unit][steps[unit]]
        alike.setdefault(total, []).append(bits[hex])
    sets = list(before)
    for total, those in alike.items():
        together = sum(those)
        for place in _places(total, game.limits.stack_combat_units):
            sets[place] |= together
    return Held(*sets)


def standing(state: "NarvaState") -> int:
    """The units on the map."""
    found: int | None = state.cache.get(STANDING)
    if found is None:
        found = state.cache[STANDING] = pack(
            [unit for stack in state.stacks.values() for unit in stack])
    return found


def after_move(
    game: "Narva", state: "NarvaState", unit: int, touched: Iterable[Hex]
) -> dict[tuple[Any, ...], Any]:
    """The derived values that are still true once a unit has left or entered some hexes."""
    side, known = game.owner(unit), state.cache
    kept = {key: value for key, value in known.items() if key[0] != side and key[0] != BOTH}
    if STANDING in kept:
        bit = 1 << unit
        kept[STANDING] = kept[STANDING] | bit if state.at[unit] >= 0 else kept[STANDING] & ~bit
    before: Held | None = known.get((side, "held"))
    if before is not None:
        after = kept[side, "held"] = _after(game, state, before, touched)
        if after.zoned == before.zoned and (side, "zone") in known:
            kept[side, "zone"] = known[side, "zone"]
    return kept


def _after(game: "Narva", state: "NarvaState", before: Held, touched: Iterable[Hex]) -> Held:
    away = ~pack(touched)
    rest = Held(*[hexes & away for hexes in before])
    return _with(game, state, rest, [hex for hex in touched if hex in state.stacks])
