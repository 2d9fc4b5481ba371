"""Chapter 5: zones of control."""

from typing import TYPE_CHECKING

from grognard.core.floods import step
from grognard.hexes import HexSet, pack
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


def makers(game: "Narva", side: str, steps: bytes) -> int:
    """The units of a side that have a zone with so many steps left."""
    return pack([unit for unit, least in game.zone_steps[side] if steps[unit] >= least])


def zoned(game: "Narva", state: NarvaState, side: str) -> HexSet:
    """Hexes with a unit of the side that has a zone of control now (5.2)."""
    return state.hexes_of(state.derive(("makers", side), makers, game, side, state.steps))


def zone(game: "Narva", state: NarvaState, side: str) -> HexSet:
    """All hexes in the zones of a side; unbridged major rivers stop zones (5.6)."""
    holders = zoned(game, state, side)
    return state.derive(("zone", side), zone_of, game, holders, state.frozen(game))


def zone_of(game: "Narva", holders: HexSet, frozen: bool) -> HexSet:
    """The zones that reach out of these hexes."""
    return step(game.grid, holders, game.ground.zone_sides[frozen])


def enemy_zone(game: "Narva", state: NarvaState, side: str) -> HexSet:
    """The hexes in which units of the side meet an enemy zone."""
    return zone(game, state, enemy_of(side))
