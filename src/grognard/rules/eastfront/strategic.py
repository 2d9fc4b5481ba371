"""Sections 6.5, 9.2 and 15.2: strategic moves by rail and sea, ordered by a supreme HQ."""

from typing import TYPE_CHECKING

from grognard.core.floods import step
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer, Reason
from grognard.core.steps import Hints
from grognard.core.visibility import UnitId
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.eastfront import beachhead, rail, seas
from grognard.rules.eastfront.active import active_hqs
from grognard.rules.eastfront.asking import ActiveAsk
from grognard.rules.eastfront.crossing import room_through, shut_to, use_side
from grognard.rules.eastfront.fog import report
from grognard.rules.eastfront.losses import settle_battle
from grognard.rules.eastfront.objectives import (
    closed_country,
    frozen_units,
    watch_western_front,
)
from grognard.rules.eastfront.retreat import is_last
from grognard.rules.eastfront.stacking import full_hexes
from grognard.rules.eastfront.state import EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


def rail_choices(game: "EastFront", state: EastFrontState) -> Among:
    """9.21, 9.22: blocks on a friendly railway; the last one may not retreat by rail."""
    return _starters(game, state, "9.21b", off_the_railway(game, state))


def sea_choices(game: "EastFront", state: EastFrontState) -> Among:
    """15.2b: blocks in a friendly port that can still handle one."""
    return _starters(game, state, "15.2b", outside_ports(game, state))


def off_the_railway(game: "EastFront", state: EastFrontState) -> tuple[Layer, ...]:
    railway = rail.railway(game, state, state.phasing)
    tracks = game.ground.rail_hexes | game.ground.entries[state.phasing]
    return (Layer("no-railway", "9.21b", _elsewhere(game, state, tracks)),
            Layer("railway-cut-off", "9.12a", _elsewhere(game, state, railway)))


def outside_ports(game: "EastFront", state: EastFrontState) -> tuple[Layer, ...]:
    ports = game.ports & state.friendly(state.phasing)
    ports |= beachhead.small_ports(game, state, state.phasing)
    busy = pack(port for port in bits(ports) if not port_room(game, state, port))
    return (Layer("no-port", "15.2b", _elsewhere(game, state, ports)),
            Layer("home-port-busy", "15.21", state.units_in(busy, game.everybody)))


def _elsewhere(game: "EastFront", state: EastFrontState, hexes: HexSet) -> int:
    return game.everybody & ~state.units_in(hexes, game.everybody)


def _starters(
    game: "EastFront", state: EastFrontState, rule: str, no_start: tuple[Layer, ...]
) -> Among:
    here = state.on_map(game.everybody)
    return Among(
        game.everybody,
        Layer("enemy-block", rule, game.everybody & ~state.loyal(game, state.phasing)),
        Layer("not-on-map", rule, game.everybody & ~here),
        *active_hqs(state),
        Layer("stood-up", "5.43", state.spent),
        Layer("moved-already", "6.1c", state.moved),
        Layer("dispersed", "14.6a", state.dispersed),
        Layer("frozen-nation", "S41.4b", frozen_units(game, state)),
        Layer("strategic-retreat", "6.53c", last_in_battle(game, state)),
        *no_start,
    )


def last_in_battle(game: "EastFront", state: EastFrontState) -> int:
    """Blocks whose leaving would be a retreat; newcomers do not cover it (6.41d)."""
    return pack(unit for hex in bits(state.battles(game))
                for unit in state.of_side(game, hex, state.phasing)
                if is_last(game, state, unit))


class ChooseStrategicEnd(ActiveAsk, frozen=True):
    unit: UnitId
    kind: str

    rule = "6.53a"
    continues = True

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        return {"to": ends(game, state, self.unit, self.kind), "stay": ALWAYS}

    def hints(self, game: "EastFront", state: EastFrontState) -> Hints:
        """The supreme moves that each end costs."""
        prices = costs(game, state, self.unit, self.kind)
        return {"to": {hex: {"cost": str(price)} for hex, price in prices.items()}}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        if kind == "stay":
            return
        ways = exits_to(game, state, self.unit, arg) if self.kind == "rail" else 0
        if ways.bit_count() > 1:
            state.push(ChooseRailExit(self.unit, arg))
        else:
            transport(game, state, self.unit, self.kind, arg, ways)


class ChooseRailExit(ActiveAsk, frozen=True):
    """9.22a: over which side a train leaves a battle, where several serve as well."""

    unit: UnitId
    to: Hex

    rule = "9.22a"
    continues = True

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        beside = game.grid.spread(1 << state.at[self.unit])
        others = beside & ~exits_to(game, state, self.unit, self.to)
        return {"over": Among(beside, Layer("train-goes-elsewhere", "9.22a", others),
                              outside=("approach-not-adjacent", "6.33a"))}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        transport(game, state, self.unit, "rail", self.to, 1 << arg)


def transport(
    game: "EastFront", state: EastFrontState, unit: int, kind: str, to: Hex, over: HexSet
) -> None:
    """The moves are paid (6.53), and the block arrives face down; ``over`` if out of a battle."""
    start = state.at[unit]
    state.supreme_moves -= costs(game, state, unit, kind)[to]
    for way in bits(over):
        use_side(game, state, start, way)
    for port in (start, to) if kind == "sea" else ():
        state.ports_used[port] = state.ports_used.get(port, 0) + 1
    state.strategic |= 1 << unit
    state.place(unit, to)
    state.face_up &= ~(1 << unit)
    settle_battle(game, state, start)
    rule = "9.21a" if kind == "rail" else "15.2a"
    report(game, state, f"{kind}-move", rule, unit, start=start, to=to)
    watch_western_front(game, state, 1 << to)


def costs(game: "EastFront", state: EastFrontState, unit: int, kind: str) -> dict[Hex, int]:
    """Supreme moves to each end."""
    if kind == "sea":
        return sea_costs(game, state, state.at[unit], state.phasing)
    shut = closed_country(game, state, unit)
    return rail_costs(game, state, state.at[unit], state.phasing, shut)


def rail_costs(
    game: "EastFront", state: EastFrontState, start: Hex, side: str, shut: HexSet = 0,
    first: HexSet | None = None,
) -> dict[Hex, int]:
    """9.21a: one supreme move for every ten hexes; off the map they count double (9.5b)."""
    hexes, enemies = game.limits.rail_hexes, state.fought_over(game, side)
    net = rail.railway(game, state, side) & ~enemies & ~shut | 1 << start
    first = ways_out(game, state, start) if first is None else first
    return {hex: max(1, -(-steps // hexes))
            for hex, steps in rail_distances(game, net, start, side, first).items()
            if hex != start}


def ways_out(game: "EastFront", state: EastFrontState, start: Hex) -> HexSet:
    """9.22a: out of a battle a train needs a side that may still be crossed."""
    near = step(game.grid, 1 << start, game.ground.rail_sides)
    if not state.battles(game) >> start & 1:
        return near
    return pack(hex for hex in bits(near)
                if room_through(game, state, hex, start, by_rail=True) > 0)


def exits_to(game: "EastFront", state: EastFrontState, unit: int, to: Hex) -> HexSet:
    """9.22a: over which hexes a train leaves a battle at the lowest price."""
    start, shut = state.at[unit], closed_country(game, state, unit)
    if not state.battles(game) >> start & 1:
        return 0
    prices = {way: rail_costs(game, state, start, state.phasing, shut, 1 << way).get(to, 99)
              for way in bits(ways_out(game, state, start))}
    return pack(way for way, price in prices.items() if price == min(prices.values()))


def rail_distances(
    game: "EastFront", net: HexSet, start: Hex, side: str, first: HexSet
) -> dict[Hex, int]:
    """Hexes by rail to each hex of the net, over the map or round its edge (9.5)."""
    distance: dict[Hex, int] = {}
    off_map = {0: 1 << start}  # hexes that come in from outside after so many steps
    wave, steps = 0, 0
    while wave or off_map:
        wave = (wave | off_map.pop(steps, 0)) & net
        net &= ~wave
        distance |= dict.fromkeys(bits(wave), steps)
        for out in bits(wave & game.ground.entries[side]):
            _leave_map(game, out, steps, net & game.ground.entries[side], off_map)
        near = step(game.grid, wave, game.ground.rail_sides)
        wave, steps = near if steps else near & first, steps + 1
    return distance


def _leave_map(
    game: "EastFront", out: Hex, steps: int, entries: HexSet, off_map: dict[int, HexSet]
) -> None:
    """9.5: out of one entry hex and in at another on the home edge."""
    for back in bits(entries):
        later = steps + game.limits.off_map_hexes * game.grid.distance(out, back)
        off_map[later] = off_map.get(later, 0) | 1 << back


def why_no_train(game: "EastFront", state: EastFrontState, unit: int, hex: Hex) -> Reason:
    """A country that is shut, or the way out of a battle, may be all that is wrong with a line."""
    start, side = state.at[unit], state.phasing
    if hex in rail_costs(game, state, start, side):
        return Reason("train-through-closed-country", "S41.4b")
    if hex in rail_costs(game, state, start, side, first=game.grid.all):
        return Reason("train-cannot-leave", "9.22a")
    return Reason("not-linked", "9.21a")


def sea_costs(game: "EastFront", state: EastFrontState, start: Hex, side: str) -> dict[Hex, int]:
    """15.2b: one supreme move for each controlled zone sailed through."""
    ports = [seas.harbours(game, state, side, n) for n in range(len(game.seas))]
    zones = seas.zones_from(game, seas.shores(game, state, side),
                            [n for n, harbours in enumerate(ports) if harbours >> start & 1])
    found: dict[Hex, int] = {}
    for zone, moves in zones.items():
        for port in bits(ports[zone]):
            if port != start:
                found[port] = min(found.get(port, 9), moves)
    return found


def port_room(game: "EastFront", state: EastFrontState, port: Hex) -> int:
    """15.21: a minor port handles one block a turn, a major one two."""
    most = game.limits.port_major if game.major_ports >> port & 1 else game.limits.port_minor
    return most - state.ports_used.get(port, 0)


def ends(game: "EastFront", state: EastFrontState, unit: int, kind: str) -> Among:
    side = state.phasing
    prices = costs(game, state, unit, kind)
    universe = sum(1 << hex for hex in prices)
    dear = sum(1 << hex for hex, price in prices.items() if price > state.supreme_moves)
    harbours = game.ports | beachhead.deployed(game, state, side)
    train, battles = kind == "rail", state.fought_over(game, side)
    busy = 0 if train else pack(hex for hex in prices if not port_room(game, state, hex))
    return Among(
        universe,
        Layer("stands-there", "6.53a", 1 << state.at[unit]),
        *shut_to(game, state, unit),
        Layer("strategic-not-friendly", "8.4d", universe & ~state.friendly(side)),
        Layer("strategic-into-battle", "9.21c", battles if train else 0),
        Layer("harbour-in-battle", "15.2d", 0 if train else battles & harbours),
        Layer("port-busy", "15.21", busy),
        Layer("stack-full", "6.21a", full_hexes(game, state, side)),
        Layer("no-supreme-moves", "6.53b", dear),
        outside=(lambda hex: why_no_train(game, state, unit, hex)) if train
        else ("no-sea-way", "15.2b"),
    )
