"""6.1, 6.2: supply routes, traced backwards from their sources.

A route runs from the unit along a line of communication (LOC), then a road net, then a rail net.
All three are floods over sets of hexes: the rail net from the sources, the road net from both,
the LOC from all of them. The unit's own hex is no part of the LOC.
"""

from typing import TYPE_CHECKING

from grognard.core.floods import flood
from grognard.hexes import HexSet, pack
from grognard.rules.efs import control, cover, zones
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import AXIS, SOVIET, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


# -- where routes can pass -----------------------------------------------------------------------


def free(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """6.1.5, 6.1.2.c: no enemy unit or standing fort, and no enemy zone that no friend breaks."""
    enemy = enemy_of(side)
    units = game.units_of[side] & ~game.supplies & ~game.bridge_units
    broken = state.hexes_of(units) | zones.zone(game, state, side)
    zone = zones.zone(game, state, enemy) & ~broken
    held = state.combat_hexes(game, enemy)
    return game.playable & ~held & ~zone & ~standing_forts(game, state, enemy)


def standing_forts(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """Finished strongpoints of the side, and its fortified line where it is not broken."""
    found = cover.strongpoints(state, side)
    return found | cover.lines(game, state) if side == SOVIET else found


def is_bad(game: "EastFrontSeries", state: EfsState) -> bool:
    """6.1.3: weather that shortens LOC and road net."""
    return state.weather in game.edition.bad_weather


# -- sources ---------------------------------------------------------------------------------------


def edge_sources(game: "EastFrontSeries", turn: int, side: str, entries: bool = False) -> HexSet:
    """6.2.1, 6.2.2: the hexes that the scenario names, from their turn on.

    Of an edge only the hexes with a railway or a main road: no LOC leaves the map (6.1.4).
    ``entries``: only those where supply counters come in too (14.1.3.d).
    """
    ways = game.ground.rail_hexes | game.ground.highway_hexes
    found = 0
    for row in game.rows.source:
        if row.side == side and turn >= row.first_turn and (row.supply_enters or not entries):
            found |= row.area & ways | pack(row.hexes)
    return found


def first_sources(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    return edge_sources(game, state.turn, side) & free(game, state, side)


def cities(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """Friendly major cities: sources if they are supplied themselves (6.2.1, 14.1.4.c)."""
    if side not in game.edition.city_sources:
        return 0
    return game.ground.major_cities & control.land_of(game, state, side)


def sources(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """Two rounds: a city counts once the others reach it."""
    first = first_sources(game, state, side)
    towns = cities(game, state, side)
    return first | towns & traced(game, state, side, first) if towns else first


# -- the nets ------------------------------------------------------------------------------------


def rails_of(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """12.4.1, 12.4.6: rail hexes that serve the side; a cut denies its hex to the Axis."""
    return state.axis_rail & ~state.cuts if side == AXIS else \
        game.ground.rail_hexes & ~state.axis_rail


def rail_net(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """6.1.7: connected rail hexes that lead to a source."""
    return _rail_net(game, state, side, sources(game, state, side))


def _rail_net(game: "EastFrontSeries", state: EfsState, side: str, start: HexSet) -> HexSet:
    through = rails_of(game, state, side) & free(game, state, side)
    return state.derive(("rail", side, start), _fill, game, start & through, through, "rail", None)


def road_net(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """6.1.6: highway and main road hexes up to the limit from a source or the rail net."""
    start = sources(game, state, side)
    return _road_net(game, state, side, start | _rail_net(game, state, side, start))


def _road_net(game: "EastFrontSeries", state: EfsState, side: str, start: HexSet) -> HexSet:
    distance = game.edition.supply_distance
    limit = distance["road_bad"] if is_bad(game, state) else distance["road"]
    through = free(game, state, side) & game.ground.highway_hexes
    return state.derive(("road", side), _fill, game, start & through, through, "road", limit)


def _fill(game: "EastFrontSeries", start: HexSet, through: HexSet, net: str,
          limit: int | None) -> HexSet:
    links = game.ground.net_sides[net]
    return flood(game.grid, start, through, links, limit)


def supplied(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """Hexes whose units can trace a route; a cut-off city supplies itself (14.1.4.c/2)."""
    return traced(game, state, side, sources(game, state, side)) | cities(game, state, side)


def traced(game: "EastFrontSeries", state: EfsState, side: str, start: HexSet) -> HexSet:
    rail = _rail_net(game, state, side, start)
    road = _road_net(game, state, side, start | rail)
    return loc_from(game, state, side, start | rail | road)


def loc_from(game: "EastFrontSeries", state: EfsState, side: str, start: HexSet) -> HexSet:
    """6.1.1, 6.1.3: hexes from which a LOC reaches one of these."""
    distance = game.edition.supply_distance
    long = distance["loc_bad"] if is_bad(game, state) else distance["loc"]
    return state.derive(
        ("loc", side), communicate, game, start, free(game, state, side), state.sky,
        tuple(state.bridges.values()), long, distance["loc_bad"])


def communicate(game: "EastFrontSeries", start: HexSet, open: HexSet, sky: str,
                bridges: tuple[int, ...], long: int, short: int) -> HexSet:
    """Two floods: the long one keeps off marsh roads and wet woods, the short one does not."""
    sides = game.ground.loc_sides(sky, bridges)
    wet = game.ground.wet(sky)
    playable = game.playable
    near = flood(game.grid, start, playable, sides, short, stops=playable & ~open)
    if long == short:
        return near
    far = flood(game.grid, start, playable, sides, long, stops=playable & ~open | wet & ~start)
    return near | far


def lifeline(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """6.4.1/3: hexes with a LOC of any length to a true source."""
    return flood(game.grid, sources(game, state, side), game.playable,
                 game.ground.loc_sides(state.sky, tuple(state.bridges.values())),
                 stops=game.playable & ~free(game, state, side))


def reaches(game: "EastFrontSeries", state: EfsState, side: str, counter: int) -> HexSet:
    """6.5.5: hexes whose units trace a LOC to a supply counter."""
    return loc_from(game, state, side, 1 << state.at[counter])


def lost(game: "EastFrontSeries", state: EfsState, side: str) -> int:
    """Units of the side that cannot trace a route."""
    own = state.on_map(game.judged[side])
    return own & ~state.units_in(supplied(game, state, side), own)


