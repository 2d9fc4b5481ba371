"""6.1, 6.2: supply routes, traced backwards from their sources.

A route runs from the unit along a line of communication (LOC), then a road net, then a rail net.
All three are floods over sets of hexes: the rail net from the sources, the road net from both,
the LOC from all of them. The unit's own hex is no part of the LOC.
"""

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from grognard.core.floods import flood
from grognard.hexes import Hex, HexSet, Hexside, bits, pack
from grognard.rules.efs import control, cover, zones
from grognard.rules.efs.inset import area
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import AXIS, SOVIET, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


# -- where routes can pass -----------------------------------------------------------------------


def free(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """6.1.5, 6.1.2.c: no enemy unit or standing fort, and no enemy zone that no friend breaks."""
    enemy = enemy_of(side)
    return state.derive_standing(("free", side), _free, game, side, zones.zone(game, state, side),
                                 zones.zone(game, state, enemy), standing_forts(game, state, enemy),
                                 area.closed_to(game, state, side))


def _free(game: "EastFrontSeries", state: EfsState, side: str, own_zone: HexSet,
          enemy_zone: HexSet, forts: HexSet, shut: HexSet) -> HexSet:
    units = game.troops[side] & ~game.supplies & ~game.bridge_units
    held = state.combat_hexes(game, enemy_of(side))
    unbroken = enemy_zone & ~own_zone & ~state.hexes_of(units, sorts=game.sorts)
    return land(game, side) & ~held & ~unbroken & ~forts & ~shut


def land(game: "EastFrontSeries", side: str) -> HexSet:
    """What routes may pass: the Axis traces beyond the boundary of its army group too (6.1.3)."""
    return game.playable | game.rows.traced_over if side == AXIS else game.playable


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
        if row.side == side and row.first_turn <= turn <= row.last_turn and not row.nation and (
                row.supply_enters or not entries):
            found |= row.area & ways | pack(row.hexes)
    return found


def nation_sources(game: "EastFrontSeries", turn: int, nation: str) -> HexSet:
    """14.7.2: the hexes that feed units of a nation and nobody else."""
    return pack(hex for row in game.rows.source if row.nation == nation
                and row.first_turn <= turn <= row.last_turn for hex in row.hexes)


def first_sources(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    found: HexSet = state.derive(("edge", side), edge_sources, game, state.turn, side)
    return found & free(game, state, side) & ~lost_sources(game, state, side)


def lost_sources(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """Sources that count only while the side holds them: ports, roads (12.4.6, 14.4.n.1)."""
    found = 0
    for row in game.rows.source:
        if row.held and row.side == side:
            found |= (row.area | pack(row.hexes)) & ~control.land_of(game, state, side)
    return found


def cities(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """Friendly major cities: sources if they are supplied themselves (6.2.1, 14.1.4.c)."""
    if side not in game.edition.city_sources:
        return 0
    return game.ground.major_cities & control.land_of(game, state, side)


def sources(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """The first ones, and the cities that they reach."""
    return nets(game, state, side).sources


# -- the nets ------------------------------------------------------------------------------------


def rails_of(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """12.4.1, 12.4.6: rail hexes that serve the side; a cut denies its hex to the Axis."""
    return state.axis_rail & ~state.cuts if side == AXIS else \
        game.ground.rail_hexes & ~state.axis_rail


class Passage(NamedTuple):
    """What the routes of a side meet now."""

    free: HexSet
    rails: HexSet
    sky: str
    laid: tuple[Hexside, ...]
    bad: bool
    """6.1.3."""
    land: HexSet
    short: tuple[tuple[Hex, Hex], ...] = ()
    """Sources whose road net ends soon, and where it does (14.4.n.1 of Army Group North)."""


def passage(game: "EastFrontSeries", state: EfsState, side: str) -> Passage:
    return Passage(free(game, state, side), rails_of(game, state, side), state.sky, state.laid,
                   is_bad(game, state), land(game, side), game.short_roads[side])


class Nets:
    """The nets out of some sources, each traced when it is first asked for."""

    def __init__(self, game: "EastFrontSeries", passage: Passage, sources: HexSet) -> None:
        self._game, self._passage, self.sources = game, passage, sources

    @cached_property
    def rail(self) -> HexSet:
        """6.1.7: connected rail hexes that lead to a source."""
        return self._fill("rail", self.sources, self._passage.rails, None)

    @cached_property
    def road(self) -> HexSet:
        """6.1.6: highway and main road hexes up to the limit from a source or the rail net."""
        game, passage = self._game, self._passage
        limit = game.edition.supply_distance["road_bad" if passage.bad else "road"]
        roads, short = game.ground.highway_hexes, pack(source for source, _ in passage.short)
        found = self._fill("road", self.sources & ~short | self.rail, roads, limit)
        for source, end in () if passage.bad else passage.short:
            found |= self._fill("road", self.sources & 1 << source, roads,
                                game.grid.distance(source, end))
        return found

    def _fill(self, net: str, start: HexSet, hexes: HexSet, limit: int | None) -> HexSet:
        through = hexes & self._passage.free
        return self._game.net(net, start & through, through, limit)

    @cached_property
    def traced(self) -> HexSet:
        """Hexes with a LOC to a source or to one of the nets."""
        return communicate(self._game, self._passage, self.sources | self.rail | self.road)


def net(game: "EastFrontSeries", kind: str, start: HexSet, through: HexSet,
        limit: int | None) -> HexSet:
    """The rails or roads that hang together with some of them; `game.net` remembers the last ones.

    Most moves touch neither.
    """
    return flood(game.grid, start, through, game.ground.net_sides[kind], limit)


def nets(game: "EastFrontSeries", state: EfsState, side: str) -> Nets:
    return state.derive(("nets", side), _nets, game, passage(game, state, side),
                        first_sources(game, state, side), cities(game, state, side))


def _nets(game: "EastFrontSeries", passage: Passage, first: HexSet, cities: HexSet) -> Nets:
    """Two rounds: a city counts once the others reach it."""
    found = Nets(game, passage, first)
    more = cities and cities & found.traced & ~first
    return Nets(game, passage, first | more) if more else found


def nation_nets(game: "EastFrontSeries", state: EfsState, nation: str) -> Nets:
    """14.7.2: out of a nation's own sources, by road alone: it has no trains."""
    side = game.owner(next(bits(game.apart[nation])))
    open = passage(game, state, side)._replace(rails=0)
    start = nation_sources(game, state.turn, nation) & open.free
    return state.derive(("nets", nation), Nets, game, open, start)


def nets_of(game: "EastFrontSeries", state: EfsState, unit: int) -> Nets:
    """The nets that feed a unit."""
    nation = game.units[unit].nation
    if game.apart.get(nation, 0) >> unit & 1:
        return nation_nets(game, state, nation)
    return nets(game, state, game.owner(unit))


def rail_net(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    return nets(game, state, side).rail


def net_from(game: "EastFrontSeries", state: EfsState, side: str, start: HexSet) -> HexSet:
    """The rails that lead to some of the sources."""
    return Nets(game, passage(game, state, side), start).rail


def road_net(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    return nets(game, state, side).road


def supplied(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """Hexes whose units can trace a route; a cut-off city supplies itself (14.1.4.c/2)."""
    return nets(game, state, side).traced | cities(game, state, side)


def communicate(game: "EastFrontSeries", passage: Passage, start: HexSet) -> HexSet:
    """6.1.1, 6.1.3: hexes from which a LOC reaches one of these.

    Two floods: the long one keeps off marsh roads and wet woods, the short one does not.
    """
    distance, playable = game.edition.supply_distance, passage.land
    sides, wet = game.ground.loc_sides(passage.sky, passage.laid), game.ground.wet(passage.sky)
    ends = playable & ~passage.free
    near = flood(game.grid, start, playable, sides, distance["loc_bad"], stops=ends)
    if passage.bad or distance["loc"] == distance["loc_bad"]:
        return near
    return near | flood(game.grid, start, playable, sides, distance["loc"],
                        stops=ends | wet & ~start)


def lifeline(game: "EastFrontSeries", state: EfsState, side: str,
             start: HexSet | None = None) -> HexSet:
    """6.4.1/3: hexes with a LOC of any length to a true source, or to these hexes."""
    sides = game.ground.loc_sides(state.sky, state.laid)
    if game.rows.over_lakes:  # 14.5/lakes
        sides = tuple(a | b for a, b in zip(sides, game.ground.lake_ways, strict=False))
    return flood(game.grid, sources(game, state, side) if start is None else start,
                 land(game, side), sides, stops=land(game, side) & ~free(game, state, side))


def traced_from(game: "EastFrontSeries", state: EfsState, side: str, start: HexSet) -> HexSet:
    """Hexes whose units trace a route to these by the nets that begin there."""
    return traced_by(game, passage(game, state, side), start)


def traced_by(game: "EastFrontSeries", passage: Passage, start: HexSet) -> HexSet:
    """The same, by what the routes meet."""
    return Nets(game, passage, start).traced


def loc_from(game: "EastFrontSeries", state: EfsState, side: str, start: HexSet) -> HexSet:
    """Hexes with a LOC to these, without nets."""
    return communicate(game, passage(game, state, side), start)


def reaches(game: "EastFrontSeries", state: EfsState, side: str, counter: int) -> HexSet:
    """6.5.5: hexes whose units trace a LOC to a supply counter."""
    return state.derive(("loc", counter), communicate, game, passage(game, state, side),
                        1 << state.at[counter])


def lost(game: "EastFrontSeries", state: EfsState, side: str) -> int:
    """Units of the side that cannot trace a route."""
    own = state.on_map(game.judged[side] & ~game.self_reliant)
    alone = 0
    for nation, units in game.apart.items():
        here = own & units
        alone |= here and here & ~state.units_in(nation_nets(game, state, nation).traced, here)
        own &= ~units
    cut = own & ~state.units_in(supplied(game, state, side), own)
    for plug in game.plug_ins:
        cut &= ~plug.feeds(state, side, cut)
    return cut | alone
