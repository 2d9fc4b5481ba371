"""2.5: who holds a hex.

A combat unit takes every hex that it enters; a zone that no enemy zone or unit opposes takes the
hexes it covers. Supply counters and bridges take nothing (2.5.2/2).
"""

from typing import TYPE_CHECKING

from grognard.hexes import Hex, HexSet, bits
from grognard.rules.efs import zones
from grognard.rules.efs.inset import area
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import AXIS, SOVIET

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def enter(game: "EastFrontSeries", state: EfsState, unit: int, hex: int) -> None:
    """A combat unit comes into a hex, to stay or in passing (2.5.2)."""
    if game.holders[game.owner(unit)] >> unit & 1:
        _give(state, game.units[unit].side, 1 << hex)


def walk(game: "EastFrontSeries", state: EfsState, group: int, way: tuple[Hex, ...]) -> None:
    """Every hex of the way is entered (2.5.2, 6.5.3, 12.1.9); at its end control is settled."""
    for hex in way[1:-1]:
        for unit in bits(group):
            game.entered(state, unit, hex)
    for unit in bits(group):
        state.place(game, unit, way[-1])
    settle(game, state)


def settle(game: "EastFrontSeries", state: EfsState) -> None:
    """After units have moved, retreated or gone: unopposed zones take what they cover (2.5.2)."""
    zone = {side: zones.zone(game, state, side) for side in (AXIS, SOVIET)}
    held = {side: state.hexes_of(game.holders[side], sorts=game.sorts) for side in (AXIS, SOVIET)}
    kept = {side: area.closed_to(game, state, side) for side in (AXIS, SOVIET)}
    """14.8.d: what is played on the inset alone keeps its markers."""
    _give(state, AXIS, (held[AXIS] | zone[AXIS] & ~zone[SOVIET] & ~held[SOVIET]) & ~kept[AXIS])
    _give(state, SOVIET, (held[SOVIET] | zone[SOVIET] & ~zone[AXIS] & ~held[AXIS])
          & ~kept[SOVIET])


def divide(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """2.5.1: at the start a hex is of the side of the nearest combat unit, else Soviet."""
    axis, soviet = (state.combat_hexes(game, side) for side in (AXIS, SOVIET))
    land, seen = axis, axis | soviet
    while axis:
        soviet = (game.grid.spread(soviet) | soviet) & game.playable
        axis = game.grid.spread(axis) & game.playable & ~seen & ~soviet
        land, seen = land | axis, seen | axis | soviet
    return land


def _give(state: EfsState, side: str, hexes: HexSet) -> None:
    land = state.axis_land | hexes if side == AXIS else state.axis_land & ~hexes
    if land != state.axis_land:
        state.axis_land = land


def land_of(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """The hexes that a side controls, less those that are played on the inset alone."""
    land = state.axis_land if side == AXIS else game.playable & ~state.axis_land
    return land & ~area.closed_to(game, state, side)
