"""7.6: rail movement on one's own net, far from the enemy, as capacity allows."""

from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from grognard.core.events import Event
from grognard.core.offers import Among
from grognard.core.reach import Reach, Tolls, reach
from grognard.core.rulings import Layer, Reason
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import control, limits, routes, stacking, zones
from grognard.rules.efs.special_rows import Capacity
from grognard.rules.efs.state import UNSUPPLIED, EfsState
from grognard.rules.efs.steps import Do
from grognard.rules.efs.words import POINT, SIDES, SOVIET, TRAIN, as_points, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def purse(side: str) -> str:
    return f"{side}-rail"


class RailsOpen(Do, frozen=True):
    """7.6.3: after the weather, which may halve what the railways carry."""

    rule = "7.6.3"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        refill(game, state)


def refill(game: "EastFrontSeries", state: EfsState) -> None:
    """7.6.3: what each side may carry this turn, in stacking points."""
    for side in SIDES:
        full = getattr(game.rows.rail_capacity, side)
        halved = state.weather in game.edition.rails.halved_in
        state.points[purse(side)] = full // 2 if halved else full
    for pool in game.rail_pools:
        state.points[pool.purse] = pool.row.points if pool.row.first_turn <= state.turn else 0


def weathered(game: "EastFrontSeries", state: EfsState) -> None:
    """18.4.2, 18.4.3: some weather leaves less, once it is known."""
    for pool in game.rail_pools:
        if state.weather in pool.row.in_weather and pool.row.first_turn <= state.turn:
            state.points[pool.purse] = pool.row.in_weather[state.weather]


class Pool(NamedTuple):
    """6.3.3, 6.3.4: capacity that counts on some sheets only."""

    purse: str
    hexes: HexSet
    row: Capacity


def pools(game: "EastFrontSeries") -> list[Pool]:
    """The capacity of the scenario's rows, sheet by sheet or together."""
    found = []
    for row in game.rows.capacity:
        for sheets in [[sheet] for sheet in row.sheets] if row.each else [row.sheets]:
            hexes = 0
            for sheet in sheets:
                hexes |= game.map.sheets.get(sheet, game.grid.all)
            found.append(Pool(f"{purse(row.side)}-{''.join(sheets)}", hexes, row))
    return found


def used_up(game: "EastFrontSeries", state: EfsState, side: str, group: int) -> list[Layer]:
    """Hexes of sheets whose capacity does not carry the group any more."""
    load = weight(game, state, group)
    return [Layer("rail-capacity", pool.row.rule, pool.hexes) for pool in game.rail_pools
            if pool.row.side == side and load > state.points.get(pool.purse, 0)]


def weight(game: "EastFrontSeries", state: EfsState, group: int) -> int:
    """7.6.4: at least a point a counter; a depot counts two; some groups come free (6.3.5)."""
    free = pack(unit for unit in bits(group & game.free_riders) if state.at[unit] < 0)
    return sum(state.steps[unit] if game.supplies >> unit & 1 else max(
        1, game.units[unit].stacking) for unit in bits(group & ~free))


def near_enemies(game: "EastFrontSeries", state: EfsState, side: str, starved: bool) -> HexSet:
    """Hexes too close to the enemy; on the way only to those who are not unsupplied (7.6.2/2)."""
    enemies = state.on_map(game.units_of[enemy_of(side)])
    if not starved:
        enemies = pack(unit for unit in bits(enemies) if state.supply[unit] != UNSUPPLIED)
    return game.mega.around(state.look_up(enemies), game.measures.rail.standoff)


def interdicted(game: "EastFrontSeries", state: EfsState, side: str = SOVIET) -> HexSet:
    """Hexes in a zone of interdiction, which hampers the Soviets alone (11.4.2, 11.4.3/2)."""
    marked = pack(state.interdiction) if side == SOVIET else 0
    return game.mega.interdicted(marked)


# -- boarding ----------------------------------------------------------------------------------


def rail_choices(game: "EastFrontSeries", state: EfsState, group: int) -> Among:
    """Where trains take the group."""
    here = state.at[next(bits(group))]
    side = game.owner(next(bits(group)))
    barred = unfit(game, state, group) or no_station(game, state, side, here) or next(
        ((layer.code, layer.rule) for layer in used_up(game, state, side, group)
         if layer.bars >> here & 1), None)
    farthest = game.measures.rail.farthest
    return _stops(game, state, group, barred, () if barred else (here,), farthest)


def arrival_choices(game: "EastFrontSeries", state: EfsState, group: int,
                    hexes: HexSet) -> Among:
    """7.6.5: where a train takes an arrival; the hex by which it enters counts as the first."""
    side = game.owner(next(bits(group)))
    doors = stations(game, state, side, hexes)
    barred = unfit(game, state, group) or (None if doors else ("no-train-in", "7.6.5"))
    return _stops(game, state, group, barred, doors, game.measures.rail.farthest - 1)


def _stops(game: "EastFrontSeries", state: EfsState, group: int, barred: tuple[str, str] | None,
           starts: tuple[Hex, ...], hexes: int) -> Among:
    """The hexes where the group may leave its train."""
    if barred:
        return Among(0, Layer(*barred, game.grid.all))
    side, place = game.owner(next(bits(group))), state.at[next(bits(group))]
    found = trip(game, state, side, starts, hexes, group)
    return Among(
        found.mask,
        Layer("stands-there", "7.6.2", 1 << place if place >= 0 else 0),
        *shut(game, state, side, group),
        Layer("stack-full", "3.2.1", stacking.full_for(game, state, group, found.mask)),
        outside=lambda hex: why_not(found.first, hex),
    )


def unfit(game: "EastFrontSeries", state: EfsState, group: int) -> tuple[str, str] | None:
    """The first reason why no train takes the group, wherever it stands."""
    side, mobile = game.owner(next(bits(group))), group & ~game.supplies
    if any(not game.capability[unit].rail for unit in bits(group)):
        return "type-takes-no-train", "7.6.1"
    if rule := limits.stops(game, state, "rail", group):
        return "no-rail-now", rule
    if group & state.railed:
        return "railed-already", "7.6.2/3"
    if any(state.supply[unit] == UNSUPPLIED for unit in bits(mobile)):
        return "group-unsupplied", "7.6.1"
    if game.rail_pools:
        return None
    if weight(game, state, group) > state.points.get(purse(side), 0):
        return "rail-capacity", "7.6.3"
    return None


def no_station(game: "EastFrontSeries", state: EfsState, side: str,
               here: Hex) -> tuple[str, str] | None:
    """Why nobody boards in a hex."""
    if not routes.rail_net(game, state, side) >> here & 1:
        return "not-on-rail-net", "7.6.1"
    if near_enemies(game, state, side, starved=True) >> here & 1:
        return "boards-near-enemy", "7.6.1"
    if interdicted(game, state, side) >> here & 1:
        return "interdicted", "7.6.1"
    return None


def stations(game: "EastFrontSeries", state: EfsState, side: str,
             hexes: HexSet) -> tuple[Hex, ...]:
    """Those of the hexes by which trains come onto the map."""
    return tuple(hex for hex in bits(hexes) if not no_station(game, state, side, hex))


# -- the ride ----------------------------------------------------------------------------------


def shut(game: "EastFrontSeries", state: EfsState, side: str, group: int) -> list[Layer]:
    """Hexes that no train of the side passes, or none that carries this group."""
    return [
        *used_up(game, state, side, group),
        Layer("no-rail-net-there", "7.6.2", game.grid.all & ~routes.rail_net(game, state, side)),
        Layer("too-near-the-enemy", "7.6.2/2", near_enemies(game, state, side, starved=False)),
        Layer("zone-ahead", "7.6.2/2", zones.enemy_zone(game, state, side)),
    ]


def ride(game: "EastFrontSeries", state: EfsState, side: str, starts: tuple[Hex, ...],
         hexes: int, group: int) -> Reach:
    """Hexes of the net that a train reaches; an interdicted one counts for twelve (11.4.3.a)."""
    return reach(game.ground.graph(TRAIN, state.sky), starts, hexes * POINT,
                 barred=shut(game, state, side, group), entry=tolls(game, state, side))


class Trip(NamedTuple):
    """A ride, and those that go on from it beyond the map (14.4.l of Army Group North)."""

    first: Reach
    beyond: tuple[tuple[Hex, Reach], ...] = ()
    """By the hex where the train leaves the map: the ride from where it comes back."""

    @property
    def mask(self) -> HexSet:
        found = self.first.mask
        for _, ride in self.beyond:
            found |= ride.mask
        return found

    def path(self, hex: Hex) -> tuple[Hex, ...]:
        if hex in self.first:
            return self.first.path(hex)
        leaves, ride = next(pair for pair in self.beyond if hex in pair[1])
        return (*self.first.path(leaves), *ride.path(hex))


def trip(game: "EastFrontSeries", state: EfsState, side: str, starts: tuple[Hex, ...],
         hexes: int, group: int) -> Trip:
    first = ride(game, state, side, starts, hexes, group)
    found = []
    closed = 0
    for layer in shut(game, state, side, group):
        closed |= layer.bars
    for row in game.rows.offmap_rail:
        for leaves, comes in permutations(row.ends):
            left = hexes - first[leaves] // POINT - row.points - 1 if leaves in first else -1
            if row.side == side and left >= 0 and not closed >> comes & 1:
                found.append((leaves, ride(game, state, side, (comes,), left, group)))
    return Trip(first, tuple(found))


def tolls(game: "EastFrontSeries", state: EfsState, side: str) -> Tolls:
    """11.4.3.a: what a hex under interdiction costs a train beyond the hex itself."""
    return ((interdicted(game, state, side), (game.measures.rail.interdicted - 1) * POINT),)


def why_not(found: Reach, hex: Hex) -> Reason:
    barrier = found.why(hex)
    if barrier is not None and barrier.kind == "too_far":
        return Reason("rail-too-far", "7.6.2", args=(
            ("needs", as_points(barrier.needs)), ("has", as_points(barrier.has))))
    cut = found.obstacle(hex)
    if cut is not None and cut.layer:
        return Reason("way-barred", cut.layer.rule, hexes=(cut.hex,), args=(("by", cut.hex),))
    return Reason("no-railway", "7.6.2", hexes=(hex,))


def travel(game: "EastFrontSeries", state: EfsState, group: int, hex: Hex) -> None:
    """From where the group stands."""
    first = next(bits(group))
    farthest = game.measures.rail.farthest
    found = trip(game, state, game.owner(first), (state.at[first],), farthest, group)
    go(game, state, group, found.path(hex))


def arrive(game: "EastFrontSeries", state: EfsState, group: int, hexes: HexSet, hex: Hex) -> None:
    """7.6.5: onto the map by train."""
    side = game.owner(next(bits(group)))
    doors = stations(game, state, side, hexes)
    found = trip(game, state, side, doors, game.measures.rail.farthest - 1, group)
    go(game, state, group, found.path(hex))


def charge(game: "EastFrontSeries", state: EfsState, group: int, way: tuple[Hex, ...]) -> None:
    """7.6.3; a ride over two sheets with capacity of their own uses both (6.3.3)."""
    side, load = game.owner(next(bits(group))), weight(game, state, group)
    if not game.rail_pools:
        state.points[purse(side)] -= load
    for pool in game.rail_pools:
        if pool.row.side == side and pool.hexes & pack(way):
            state.points[pool.purse] -= load


def go(game: "EastFrontSeries", state: EfsState, group: int, way: tuple[Hex, ...]) -> None:
    units = tuple(bits(group))
    charge(game, state, group, way)
    state.railed |= group
    state.moved |= group
    state.stirred |= group
    state.tell(Event("moved-by-rail", "7.6.2", {"units": units, "from": way[0], "to": way[-1]},
                     hexes=way, units=units))
    control.walk(game, state, group, way)
