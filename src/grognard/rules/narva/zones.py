"""Chapter 5: zones of control."""

from typing import TYPE_CHECKING

from grognard.core.floods import step
from grognard.hexes import HexSet
from grognard.rules.narva.data import enemy_of
from grognard.rules.narva.held import zoned
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
    found: HexSet | None = state.cache.get((side, "zone"))
    if found is None:
        sides = game.ground.zone_sides[state.frozen(game)]
        found = state.cache[side, "zone"] = step(game.grid, zoned(game, state, side), sides)
    return found


def enemy_zone(game: "Narva", state: NarvaState, side: str) -> HexSet:
    """The hexes in which units of the side meet an enemy zone."""
    return zone(game, state, enemy_of(side))
