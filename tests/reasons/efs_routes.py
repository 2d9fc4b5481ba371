"""Supply routes of the series traced naively: a walk over hexes, not a flood of bits."""

from collections.abc import Callable
from typing import Any

from tests.reasons.efs_facts import other
from tests.reasons.efs_ground import (
    HIGHWAYS,
    RAILS,
    ROADS,
    along,
    baggage,
    fighters_at,
    is_wood,
    line_in,
    on_map,
    over,
    side_is,
    strongpoint,
    zone,
)
from tests.reasons.plain import holds

FAR = 10**6


def spread(start: set[int], limit: int, step: Callable[[int, int], bool],
           goes_on: Callable[[int], bool], game: Any) -> set[int]:
    """What is reached within so many hexes; where a walk does not go on it still arrives."""
    found, wave = set(start), set(start)
    for _ in range(limit):
        wave = {near for hex in wave if hex in start or goes_on(hex)
                for near in game.grid.neighbours(hex)
                if holds(game.playable, near) and near not in found and step(hex, near)}
        if not wave:
            break
        found |= wave
    return found


def routes_pass(game: Any, state: Any, side: str) -> set[int]:
    """Hexes without enemy combat units, forts, or zones that no friend breaks."""
    foe = other(side)
    friends = {state.at[n] for n in on_map(game, state, side) if not baggage(game.units[n])}
    shut = zone(game, state, foe) - zone(game, state, side) - friends
    return {hex for hex in game.grid if holds(game.playable, hex) and hex not in shut
            and not fighters_at(game, state, foe, hex) and not strongpoint(state, foe, hex)
            and not (foe == "soviet" and line_in(game, state, hex))}


def rails_of(game: Any, state: Any, side: str) -> set[int]:
    """Rail hexes that serve the side."""
    if side == "axis":
        return {hex for hex in game.grid
                if holds(state.axis_rail, hex) and not holds(state.cuts, hex)}
    return {hex for hex in along(game, *RAILS) if not holds(state.axis_rail, hex)}


def named_sources(game: Any, state: Any, side: str, entries: bool = False) -> set[int]:
    """The hexes that the scenario names; of an area those with a railway or main road."""
    ways = along(game, *RAILS) | along(game, *HIGHWAYS)
    found: set[int] = set()
    for line in game.rows.source:
        if line.side == side and line.first_turn <= state.turn <= line.last_turn and (
                line.supply_enters or not entries) and not line.nation:
            hexes = {hex for hex in ways if holds(line.area, hex)} | set(line.hexes)
            found |= {hex for hex in hexes if not line.held or owns(game, state, side, hex)}
    return found


def own_cities(game: Any, state: Any, side: str) -> set[int]:
    if side not in game.edition.city_sources:
        return set()
    return {hex for hex in game.grid if game.map.terrain[hex] == "major_city"
            and owns(game, state, side, hex)}


def owns(game: Any, state: Any, side: str, hex: int) -> bool:
    return holds(game.playable, hex) and holds(state.axis_land, hex) == (side == "axis")


def sources(game: Any, state: Any, side: str) -> set[int]:
    first = named_sources(game, state, side) & routes_pass(game, state, side)
    cities = own_cities(game, state, side)
    return first | (cities & traced(game, state, side, first) if cities else set())


def net(game: Any, state: Any, side: str, start: set[int], kinds: tuple[str, ...],
        hexes: set[int], limit: int = FAR) -> set[int]:
    """A net of rails or roads that leads to the start."""
    through = hexes & routes_pass(game, state, side)
    links = over(game, *kinds)
    return spread(start & through, limit, lambda a, b: b in through
                  and game.grid.hexside(a, b) in links, lambda hex: True, game)


def rail_net(game: Any, state: Any, side: str, start: set[int] | None = None) -> set[int]:
    begin = sources(game, state, side) if start is None else start
    return net(game, state, side, begin, RAILS, rails_of(game, state, side))


def traced(game: Any, state: Any, side: str, start: set[int]) -> set[int]:
    """Hexes from which a route leads to a source: by LOC, roads and rails."""
    bad = state.weather in game.edition.bad_weather
    lengths = game.edition.supply_distance
    begin = start | rail_net(game, state, side, start)
    begin |= net(game, state, side, begin, HIGHWAYS, set(along(game, *HIGHWAYS)),
                 lengths["road_bad" if bad else "road"])
    return loc(game, state, side, begin)


def loc(game: Any, state: Any, side: str, start: set[int]) -> set[int]:
    """Hexes from which a line of communication reaches one of these."""
    bad, lengths = state.weather in game.edition.bad_weather, game.edition.supply_distance
    open_hexes = routes_pass(game, state, side)

    def step(a: int, b: int) -> bool:
        return _loc_passes(game, state, a, b)

    near = spread(start, lengths["loc_bad"], step, lambda hex: hex in open_hexes, game)
    if bad:
        return near
    dry = {hex for hex in open_hexes if not (is_bog(game, state, hex) or (
        state.soaked and is_wood(game, hex)))}
    return near | spread(start, lengths["loc"], step, lambda hex: hex in dry, game)


def is_bog(game: Any, state: Any, hex: int) -> bool:
    return game.map.terrain[hex] in ("marsh", "swamp") and state.weather in ("dry", "rain")


def _loc_passes(game: Any, state: Any, a: int, b: int) -> bool:
    """Walked from the source: out of a bog only by road, over no open water without a way."""
    side = game.grid.hexside(a, b)
    laid = side in over(game, *ROADS, *RAILS) or side in state.bridges.values()
    water = any(side_is(game, kind, side) for kind in ("lake", "sea", "major_river"))
    open_water = water and state.weather not in ("snow", "arctic")
    return (laid or not open_water) and not _afloat(game, state, a) and not (
        is_bog(game, state, a) and side not in over(game, *ROADS))


def _afloat(game: Any, state: Any, hex: int) -> bool:
    """Sea, and lakes without ice."""
    lakes = () if state.weather in ("snow", "arctic") else ("lake",)
    return game.map.terrain[hex] in ("sea", *lakes)


def fed_alone(game: Any, state: Any, side: str, nation: str) -> set[int]:
    """Hexes that a nation's own sources feed, by road and LOC and without trains."""
    begin = {hex for line in game.rows.source if line.nation == nation for hex in line.hexes}
    begin &= routes_pass(game, state, side)
    lengths, bad = game.edition.supply_distance, state.weather in game.edition.bad_weather
    roads = net(game, state, side, begin, HIGHWAYS, set(along(game, *HIGHWAYS)),
                lengths["road_bad" if bad else "road"])
    return loc(game, state, side, begin | roads)


def supplied(game: Any, state: Any, side: str) -> set[int]:
    """Hexes whose units are supplied; a city that is cut off supplies itself."""
    return traced(game, state, side, sources(game, state, side)) | own_cities(game, state, side)
