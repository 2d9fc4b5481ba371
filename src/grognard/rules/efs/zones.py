"""3.3: zones of control."""

from typing import TYPE_CHECKING

from grognard.core.floods import step
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import strengths
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import FOOT, MOTOR, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def open_makers(game: "EastFrontSeries", side: str, steps: bytes, overrun: int) -> int:
    """Combat units of the side with a zone of their own: no band, no Overrun marker (3.3.1)."""
    return pack([unit for unit in bits(game.combat_units[side] & ~overrun)
                 if not strengths.banded(game.units[unit], steps[unit])])


def makers(game: "EastFrontSeries", state: EfsState, side: str) -> int:
    return state.derive(("makers", side), open_makers, game, side, state.steps, state.overrun)


def zoned(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """Hexes out of which a zone reaches: one maker gives all combat units there theirs (3.3.1)."""
    return state.hexes_of(makers(game, state, side))


def zone(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """All hexes in zones of the side, its makers' own hexes included (3.3)."""
    holders = zoned(game, state, side)
    sharing = game.combat_units[side] & ~state.overrun
    feet = state.hexes_of(sharing & ~game.wheeled) & holders
    wheels = state.hexes_of(sharing & game.wheeled) & holders
    return state.derive(("zone", side), reached, game, feet, wheels, state.sky,
                        tuple(state.bridges.values()))


def reached(game: "EastFrontSeries", feet: HexSet, wheels: HexSet, sky: str,
            bridges: tuple[int, ...]) -> HexSet:
    """3.3.4: over every side that the maker could cross, never into a major city."""
    around = step(game.grid, feet, game.ground.zone_sides(FOOT, sky, bridges)) | \
        step(game.grid, wheels, game.ground.zone_sides(MOTOR, sky, bridges))
    return around & ~game.ground.major_cities | feet | wheels


def enemy_zone(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """Hexes in which units of the side meet an enemy zone."""
    return zone(game, state, enemy_of(side))


def zone_sources(game: "EastFrontSeries", state: EfsState, hex: Hex, side: str) -> HexSet:
    """The hexes of the side from which a zone reaches into a hex."""
    near = zoned(game, state, side) & game.grid.disk(hex, 1) & ~(1 << hex)
    return pack([source for source in bits(near)
                 if reaches(game, state, source, hex, side)])


def reaches(game: "EastFrontSeries", state: EfsState, source: Hex, hex: Hex, side: str) -> bool:
    """Whether the zone out of one hex covers another."""
    sharing = game.combat_units[side] & ~state.overrun & state.set_at(source)
    feet = 1 << source if sharing & ~game.wheeled else 0
    wheels = 1 << source if sharing & game.wheeled else 0
    return bool(reached(game, feet, wheels, state.sky, tuple(state.bridges.values())) >> hex & 1)


def surrounded(game: "EastFrontSeries", state: EfsState, hex: Hex, side: str) -> bool:
    """BSR.surround: every neighbour holds enemies or lies in their zone."""
    enemy = enemy_of(side)
    closed = zone(game, state, enemy) | state.combat_hexes(game, enemy)
    return not game.grid.spread(1 << hex) & ~closed
