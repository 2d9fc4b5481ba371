"""6.1: the supply route of one unit, hex by hex, or where it breaks.

The nets say whether a unit is fed (``routes``); here the way is looked for that a player would
draw on the map: along a line of communication, then roads, then rails.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.floods import OpenSides, shut_at, way_back
from grognard.core.messages import Message
from grognard.hexes import Hex, HexSet
from grognard.rules.efs import routes
from grognard.rules.efs.routes import Nets
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import enemy_of
from grognard.table import Line, Trace

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

Way = tuple[Hex, ...]


def trace(game: "EastFrontSeries", state: EfsState, unit: int) -> Trace | None:
    """The route of a unit on the map; nothing where nobody judges its supply."""
    side = game.owner(unit)
    if game.skips("supply") or not state.on_map(game.judged[side]) >> unit & 1:
        return None
    here, nets = state.at[unit], routes.nets_of(game, state, unit)
    fed = nets.traced
    if not game.apart.get(game.units[unit].nation, 0) >> unit & 1:
        fed |= routes.cities(game, state, side)
    if not fed >> here & 1:
        return broken(game, state, side, here, nets)
    lines = tuple(whole(game, state, side, here, nets))
    if not lines:
        return Trace(Message("trace.source", {"hex": here}), "6.2.1")
    lengths = tuple((line.kind, len(line.hexes) - 1) for line in lines)
    return Trace(Message("trace.supplied", {"unit": unit, "ways": lengths}), "6.1.1", lines)


# -- a route that holds ----------------------------------------------------------------------------


def whole(game: "EastFrontSeries", state: EfsState, side: str, here: Hex,
          fed_by: Nets) -> Iterator[Line]:
    """From the unit to a source: each part begins where the one before it ended."""
    sources, rail, road = fed_by.sources, fed_by.rail, fed_by.road
    nets = game.ground.net_sides
    way = communication(game, state, side, sources | rail | road, here)
    if len(way) > 1:
        yield Line("loc", way, "dots")
    for kind, start, net in (("road", sources | rail, road), ("rail", sources, rail)):
        here = way[-1] if way else here
        way = way_back(game.grid, here, start & net, net, nets[kind])
        if len(way) > 1:
            yield Line(kind, way, "dashes" if kind == "road" else "solid")
        way = way or (here,)


def communication(game: "EastFrontSeries", state: EfsState, side: str, start: HexSet,
                  here: Hex) -> Way:
    """6.1.3: the shortest way that counts; a long one keeps off wet ground in good weather."""
    sides, free = _loc_sides(game, state), routes.free(game, state, side)
    short = way_back(game.grid, here, start, free | start, sides)
    if short and len(short) - 1 <= game.edition.supply_distance["loc_bad"]:
        return short
    dry = free & ~game.ground.wet(state.sky) | start
    return way_back(game.grid, here, start, dry, sides) or short


def _loc_sides(game: "EastFrontSeries", state: EfsState) -> OpenSides:
    return game.ground.loc_sides(state.sky, tuple(state.bridges.values()))


# -- a route that breaks ---------------------------------------------------------------------------


def broken(game: "EastFrontSeries", state: EfsState, side: str, here: Hex,
           fed_by: Nets) -> Trace:
    """The way as it would be without the enemy, up to where he cuts it or it grows too long."""
    start = fed_by.sources | fed_by.rail | fed_by.road
    way = way_back(game.grid, here, start, routes.land(game, side), _loc_sides(game, state))
    if not way:
        return Trace(Message("trace.no-way", {"hex": here}), "6.1.1")
    shut = shut_at(way, routes.free(game, state, side))
    if shut is None:
        return _too_long(game, state, way)
    lines = (Line("loc", way[:shut + 1], "dots", broken=True),)
    return Trace(Message(f"trace.{_why_shut(game, state, side, way[shut])}", {"hex": way[shut]}),
                 "6.1.5", lines, (way[shut],))


def _too_long(game: "EastFrontSeries", state: EfsState, way: Way) -> Trace:
    distance = game.edition.supply_distance
    wet = game.ground.wet(state.sky)
    bad = routes.is_bad(game, state) or any(wet >> hex & 1 for hex in way[1:])
    limit = distance["loc_bad" if bad else "loc"]
    reached = way[:limit + 1]
    says = Message("trace.too-long", {"length": len(way) - 1, "limit": limit})
    return Trace(says, "6.1.3", (Line("loc", reached, "dots", broken=True),), reached[-1:])


def _why_shut(game: "EastFrontSeries", state: EfsState, side: str, hex: Hex) -> str:
    enemy = enemy_of(side)
    if state.combat_hexes(game, enemy) >> hex & 1:
        return "enemy"
    return "fort" if routes.standing_forts(game, state, enemy) >> hex & 1 else "zone"
