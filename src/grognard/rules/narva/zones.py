"""Chapter 5: zones of control."""

from typing import TYPE_CHECKING, NamedTuple

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


class Front(NamedTuple):
    """What a side holds, and where its zones reach."""

    combat: HexSet
    """Hexes with a combat unit."""
    lone_hqs: HexSet
    """Hexes with headquarters and no combat unit (6.3.B.2)."""
    zone: HexSet
    closed: HexSet
    """All of these: where nobody arrives (8.3.A) and no supply passes (10.1.C)."""


def front(game: "Narva", state: NarvaState, side: str) -> Front:
    """The hexes of a side as its enemy meets them; every move of his asks for them."""
    return state.derive_standing(("front", side), _front, game, side, state.steps,
                                 state.frozen(game))


def before(game: "Narva", state: NarvaState, unit: int) -> Front:
    """The front that the unit meets."""
    return front(game, state, enemy_of(game.owner(unit)))


def _front(
    game: "Narva", state: NarvaState, side: str, steps: bytes, frozen: bool
) -> Front:
    combat, held = state.combat_hexes(game, side), state.occupied(game, side)
    zone = state.derive(("zone", side), _zone, game, zoned(game, state, side), frozen)
    return Front(combat, held & ~combat, zone, held | zone)


def _zone(game: "Narva", holders: HexSet, frozen: bool) -> HexSet:
    return step(game.grid, holders, game.ground.zone_sides[frozen])


def zone(game: "Narva", state: NarvaState, side: str) -> HexSet:
    """All hexes in the zones of a side; unbridged major rivers stop zones (5.6)."""
    return front(game, state, side).zone


def enemy_zone(game: "Narva", state: NarvaState, side: str) -> HexSet:
    """The hexes in which units of the side meet an enemy zone."""
    return zone(game, state, enemy_of(side))
