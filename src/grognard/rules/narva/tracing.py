"""10.1: the supply line of one unit, hex by hex, or where it breaks."""

from typing import TYPE_CHECKING

from grognard.core.floods import shut_at, way_back
from grognard.core.messages import Message
from grognard.hexes import Hex, bits
from grognard.rules.narva import supply
from grognard.rules.narva.data import GERMAN, SOVIET, enemy_of
from grognard.rules.narva.state import NarvaState
from grognard.table import Line, Trace

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


def trace(game: "Narva", state: NarvaState, unit: int) -> Trace | None:
    """The line of a unit on the map; nothing for one that needs none (8.6.E)."""
    here, side = state.at[unit], game.owner(unit)
    if here < 0 or supply.needs_none(game, unit):
        return None
    if side == GERMAN and supply.cut_off_in_narva(game, state) >> here & 1:
        return _cut_off(game, state, here)
    through = supply.passable(game, state, side, 0)
    sides = game.ground.supply_sides[state.frozen(game)]
    way = way_back(game.grid, here, game.sources[side] & through, through, sides)
    if not way:
        return _broken(game, state, side, here)
    says = Message("trace.supplied", {"unit": unit, "length": len(way) - 1})
    return Trace(says, "10.1", (Line("supply", way),) if len(way) > 1 else ())


def _cut_off(game: "Narva", state: NarvaState, here: Hex) -> Trace:
    """10.2.2.A: somebody stands on the rollbahn."""
    where = tuple(bits(state.occupied(game, SOVIET) & game.rollbahn))
    return Trace(Message("trace.rollbahn", {"hexes": where}), "10.2.2.A", breaks=where)


def _broken(game: "Narva", state: NarvaState, side: str, here: Hex) -> Trace:
    """The way as it would be without the enemy, up to where he cuts it."""
    frozen = state.frozen(game)
    ground = (game.ground.supply_hexes[frozen] | state.occupied(game, side)) & game.playable
    sides = game.ground.supply_sides[frozen]
    way = way_back(game.grid, here, game.sources[side], ground | game.sources[side], sides)
    shut = shut_at(way, supply.passable(game, state, side, 0))
    if shut is None:
        return Trace(Message("trace.no-way", {"hex": here}), "10.1")
    enemy = bool(state.occupied(game, enemy_of(side)) >> way[shut] & 1)
    says = Message("trace.enemy" if enemy else "trace.zone", {"hex": way[shut]})
    return Trace(says, "10.1", (Line("supply", way[:shut + 1], broken=True),), (way[shut],))
