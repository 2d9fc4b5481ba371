"""Chapter 5: zones of control."""

from typing import TYPE_CHECKING

from grognard.hexes import HexSet, bits
from grognard.rules.narva.data import enemy_of
from grognard.rules.narva.state import NarvaState

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


def has_zone(game: "Narva", state: NarvaState, unit: int) -> bool:
    """Whether the unit exerts a zone now."""
    return makes_zone(game, unit, state.steps[unit])


def makes_zone(game: "Narva", unit: int, steps: int) -> bool:
    """5.2: printed attack of 1 or more on the face that is up, no HQ, no Soviet assault gun."""
    row = game.units[unit]
    attack = row.reduced_attack if steps < row.steps else row.attack
    return attack > 0 and not row.hq and not row.assault_gun


def zone(game: "Narva", state: NarvaState, side: str) -> HexSet:
    """All hexes in the zones of a side; unbridged major rivers stop zones (5.6)."""
    key = ("zone", side)
    found: HexSet | None = state.cache.get(key)
    if found is None:
        found = _zone(game, state, side)
        state.cache[key] = found
    return found


def _zone(game: "Narva", state: NarvaState, side: str) -> HexSet:
    around = game.zone_from(state)
    at, steps, found, done = state.at, state.steps, 0, 0
    for unit in bits(game.units_of[side] & game.zone_makers):
        hex = at[unit]
        if hex >= 0 and not done >> hex & 1 and makes_zone(game, unit, steps[unit]):
            found |= around[hex]
            done |= 1 << hex
    return found


def enemy_zone(game: "Narva", state: NarvaState, side: str) -> HexSet:
    """The hexes in which units of the side meet an enemy zone."""
    return zone(game, state, enemy_of(side))
