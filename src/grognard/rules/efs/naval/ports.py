"""8.3: ports: whose they are, what they handle and whom they feed."""

from typing import TYPE_CHECKING

from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import control, routes
from grognard.rules.efs.inset import area
from grognard.rules.efs.naval.waters import ANCHORAGE, MAJOR, MINOR
from grognard.rules.efs.state import GENERAL, EfsState
from grognard.rules.efs.words import AXIS, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def friendly(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """Ports that the side controls."""
    open = game.waters.ports & ~area.closed_to(game, state, side)
    return open & control.land_of(game, state, side) & ~state.occupied(game, enemy_of(side))


def fresh(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """8.3.1: ports taken this turn, which serve nobody until the next."""
    held = state.sea.held if side == AXIS else ~state.sea.held
    return friendly(game, state, side) & ~held


def serving(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """Ports that transports and supply may use."""
    return friendly(game, state, side) & ~fresh(game, state, side)


# -- capacity (8.3.4, 8.3.5) ---------------------------------------------------------------------


def neighbours(game: "EastFrontSeries", state: EfsState, port: Hex, side: str) -> int:
    """Enemy ground combat units next to a port."""
    foes = game.holders[enemy_of(side)]
    return state.units_in(game.grid.spread(1 << port) & ~(1 << port), foes)


def beset(game: "EastFrontSeries", state: EfsState, ports: HexSet, side: str) -> HexSet:
    """Those of the ports that enemy ground combat units stand next to."""
    foes = state.hexes_of(game.holders[enemy_of(side)], sorts=game.sorts)
    return ports & game.grid.spread(foes & game.grid.spread(ports))


def capacity(game: "EastFrontSeries", state: EfsState, port: Hex, side: str) -> int:
    """8.3.4, 8.3.5: transport points that a port handles in a turn."""
    return capacities(game, state, side).get(port, 0)


def capacities(game: "EastFrontSeries", state: EfsState, side: str) -> dict[Hex, int]:
    """The same of all friendly ports."""
    return state.derive_standing(("capacities", side), _capacities, game, side,
                                 friendly(game, state, side), state.supply,
                                 state.interdiction.copy())


def _capacities(game: "EastFrontSeries", state: EfsState, side: str, own: HexSet,
                supply: bytes, levels: dict[int, int]) -> dict[Hex, int]:
    shelled, near = guns_on(game, state, side, supply), beset(game, state, own, side)
    return {port: _handles(game, state, port, side, shelled.get(port, 0), neighbours(
        game, state, port, side) if near >> port & 1 else 0) for port in bits(own)}


def guns_on(game: "EastFrontSeries", state: EfsState, side: str, supply: bytes) -> dict[Hex, int]:
    """8.3.5.b: by port, how many enemy guns in full supply reach it."""
    found: dict[Hex, int] = {}
    for gun in bits(state.on_map(game.artillery & game.units_of[enemy_of(side)])):
        if supply[gun] == GENERAL:
            reach = game.grid.disk(state.at[gun], game.units[gun].range)
            for port in bits(reach & game.waters.ports):
                found[port] = found.get(port, 0) + 1
    return found


def _handles(game: "EastFrontSeries", state: EfsState, port: Hex, side: str, guns: int,
             near: int) -> int:
    """8.3.5: interdiction, guns and neighbours take from it, all together."""
    rules = game.charts.naval.cuts
    assert rules is not None
    if near and not held(game, state, port, side):
        return 0
    cut = (rules.level * state.interdicted(game, port)
           + min(rules.gun * guns, rules.guns_most)
           + min(rules.neighbour * near.bit_count(), rules.neighbours_most))
    return max(0, game.charts.naval.ports[game.waters.port_kind[port]].handles - cut)


def held(game: "EastFrontSeries", state: EfsState, port: Hex, side: str) -> bool:
    """8.3.5.c: a friendly ground combat unit is there."""
    return bool(state.set_at(port) & game.combat_units[side] & ~game.boats)


def evacuated(state: EfsState, port: Hex) -> bool:
    """8.4.3.3.a: whether this is the turn of its evacuation."""
    return state.sea.evacuations.get(port) == state.turn


def can_load(game: "EastFrontSeries", state: EfsState, port: Hex, side: str) -> int:
    """Points that can still be loaded; both directions share a limit, an evacuation doubles it."""
    return left_to_load(state, port, capacity(game, state, port, side))


def left_to_load(state: EfsState, port: Hex, handles: int) -> int:
    limit = handles * (2 if evacuated(state, port) else 1)
    return limit - state.sea.loaded.get(port, 0) - state.sea.unloaded.get(port, 0)


def can_unload(game: "EastFrontSeries", state: EfsState, port: Hex, side: str) -> int:
    """The same the other way; an evacuation does not double what comes in (8.4.3.3.c)."""
    return left_to_unload(state, port, capacity(game, state, port, side))


def left_to_unload(state: EfsState, port: Hex, handles: int) -> int:
    return min(handles - state.sea.unloaded.get(port, 0), left_to_load(state, port, handles))


def cannot_load(game: "EastFrontSeries", state: EfsState, side: str, points: int) -> HexSet:
    """Friendly ports that cannot load so many points any more."""
    return pack(port for port, handles in capacities(game, state, side).items()
                if left_to_load(state, port, handles) < points)


def empty(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """8.3.5.c: friendly ports with enemies beside them and nobody in them."""
    return state.derive_standing(("empty ports", side), _empty, game, side,
                                 friendly(game, state, side))


def _empty(game: "EastFrontSeries", state: EfsState, side: str, own: HexSet) -> HexSet:
    return pack(port for port in bits(beset(game, state, own, side))
                if not held(game, state, port, side))


def jammed(game: "EastFrontSeries", state: EfsState, side: str, points: int) -> HexSet:
    """Friendly ports that cannot unload so many points any more."""
    return pack(port for port, handles in capacities(game, state, side).items()
                if left_to_unload(state, port, handles) < points)


def handle(state: EfsState, port: Hex, points: int, direction: str) -> None:
    """Note points that a port has loaded or unloaded."""
    used: dict[int, int] = getattr(state.sea, direction)
    state.at_sea(**{direction: {**used, port: used.get(port, 0) + points}})


# -- supply (8.3.3) ------------------------------------------------------------------------------


def fed(game: "EastFrontSeries", state: EfsState, side: str, units: int) -> int:
    """Those of the units that ports supply: the great ports all, the others as many as they can."""
    open = serving(game, state, side)
    hungry = _near(game, state, side, open, units) if units and open else 0
    found = _near(game, state, side, open & game.waters.of_kind[MAJOR], hungry) if hungry else 0
    for kind in (MINOR, ANCHORAGE):
        room = game.charts.naval.ports[kind].feeds
        for port in bits(open & game.waters.of_kind[kind] if hungry & ~found else 0):
            near = _near(game, state, side, 1 << port, hungry & ~found)
            found |= fullest(game, near, room)
    return found


def _near(game: "EastFrontSeries", state: EfsState, side: str, harbours: HexSet,
          units: int) -> int:
    """Units that trace a route to one of the ports."""
    traced: HexSet = state.derive(("from ports", side, harbours), routes.traced_by, game,
                                  routes.passage(game, state, side), harbours)
    return state.units_in(traced | harbours, units)


def fullest(game: "EastFrontSeries", units: int, room: int) -> int:
    """The choice of units that leaves least of the room unused."""
    best: dict[int, int] = {0: 0}
    for unit in bits(units):
        weight = game.units[unit].stacking
        for points, chosen in sorted(best.items(), reverse=True):
            more = points + weight
            if more <= room and (more not in best or not weight):
                best[more] = chosen | 1 << unit
    return best[max(best)]
