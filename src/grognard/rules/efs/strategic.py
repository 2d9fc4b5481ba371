"""7.7: strategic movement: half as far again, on roads, far from the enemy."""

from typing import TYPE_CHECKING

from grognard.core.offers import Among, Choices
from grognard.core.reach import Reach, reach
from grognard.core.rulings import Layer, Reason
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import limits, rail, routes, stacking, supply_units, ways
from grognard.rules.efs.state import UNSUPPLIED, EfsState
from grognard.rules.efs.words import POINT, as_points, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def allowance(game: "EastFrontSeries", state: EfsState, group: int) -> int:
    """7.7.2: half as much again, fractions dropped."""
    normal = ways.group_allowance(game, state, group, ways.MOVEMENT)
    return normal * 3 // 2 // POINT * POINT


def standoff(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """7.7.1.b, 7.7.3: two hexes must lie between the unit and every enemy combat unit."""
    return game.mega.around(state.combat_hexes(game, enemy_of(side)), game.measures.rail.standoff)


def stopped(game: "EastFrontSeries", state: EfsState, group: int) -> tuple[str, str] | None:
    """The first reason why the group cannot move strategically at all."""
    first = next(bits(group))
    side, here = game.owner(first), state.at[first]
    if supply_units.depots(game, state, group) or any(
            not game.capability[unit].strategic for unit in bits(group)):
        return "type-not-strategic", "7.7"
    if rule := limits.stops(game, state, "strategic", group):
        return "no-strategic-now", rule
    if group & state.marched:
        return "marched-already", "7.7.3/2"
    if any(state.supply[unit] == UNSUPPLIED for unit in bits(group)):
        return "group-unsupplied", "7.7.1.a"
    if standoff(game, state, side) >> here & 1:
        return "starts-near-enemy", "7.7.1.b"
    if rail.interdicted(game, state, side) >> here & 1:
        return "interdicted", "7.7.1.c"
    if not game.ground.road_hexes >> here & 1:
        return "not-on-a-road", "7.7.1.d"
    return None


def road(game: "EastFrontSeries", state: EfsState, group: int, spent: int) -> Reach:
    """The roads from where the group stands."""
    first = next(bits(group))
    side, here = game.owner(first), state.at[first]
    graph = game.ground.road_graph(ways.class_of(game, first), state.sky)
    return reach(graph, here, allowance(game, state, group) - spent, barred=[
        Layer("out-of-play", "7.1.6", game.grid.all & ~game.playable),
        Layer("enemy-there", "7.1.5", state.occupied(game, enemy_of(side))),
        Layer("road-near-enemy", "7.7.3", standoff(game, state, side)),
        Layer("road-interdicted", "11.4.3.b", rail.interdicted(game, state, side)),
        Layer("road-out-of-supply", "7.7.4", unsupplied(game, state, first)),
        *game.fences(state, group),
    ])


def unsupplied(game: "EastFrontSeries", state: EfsState, unit: int) -> HexSet:
    """7.7.4: hexes to which no supply route of the unit leads now."""
    if game.skips("supply"):
        return 0
    nation = game.units[unit].nation
    if game.apart.get(nation, 0) >> unit & 1:  # 14.7.2
        return game.playable & ~routes.nation_nets(game, state, nation).traced
    return game.playable & ~routes.supplied(game, state, game.owner(unit))


def road_choices(game: "EastFrontSeries", state: EfsState, group: int, spent: int,
                 begun: bool) -> dict[str, Choices]:
    """``road``: where it can end; ``through``: where it can lead on.

    ``begun`` on an earlier stretch of this march. Who has just arrived begins with a hex paid
    (14.1.7).
    """
    barred = None if begun else stopped(game, state, group)
    if barred:
        shut = Among(0, Layer(*barred, game.grid.all))
        return {"road": shut, "through": shut}
    found, here = road(game, state, group, spent), state.at[next(bits(group))]
    ends = road_ends(game, state, group, spent, found)
    blind = pack([hex for hex in bits(found.mask & ~ends.mask & ~(1 << here))
                  if not _goes_on(game, state, group, spent + found[hex], hex)])
    return {"road": ends, "through": Among(
        found.mask, Layer("stands-there", "7.7", 1 << here),
        Layer("no-room-further", "3.2.1", blind),
        outside=lambda hex: why_not(found, hex, spent),
    )}


def road_ends(game: "EastFrontSeries", state: EfsState, group: int, spent: int,
              found: Reach) -> Among:
    return Among(
        found.mask, Layer("stands-there", "7.7", 1 << state.at[next(bits(group))]),
        Layer("stack-full", "3.2.1", stacking.full_for(game, state, group, found.mask)),
        outside=lambda hex: why_not(found, hex, spent),
    )


def _goes_on(game: "EastFrontSeries", state: EfsState, group: int, spent: int, hex: Hex) -> bool:
    """Whether a group that passes through a full hex can end its move somewhere."""
    trial = state.copy()
    for unit in bits(group):
        trial.put(unit, hex)
    onward = road(game, trial, group, spent)
    return bool(road_ends(game, trial, group, spent, onward).mask)


def why_not(found: Reach, hex: Hex, spent: int) -> Reason:
    barrier = found.why(hex)
    if barrier is not None and barrier.layer:
        return Reason(barrier.layer.code, barrier.layer.rule, hexes=(hex,))
    if barrier is not None and barrier.kind == "too_far":
        return Reason("too-far", "7.7.2", args=(
            ("needs", as_points(spent + barrier.needs)), ("has", as_points(spent + barrier.has))))
    cut = found.obstacle(hex)
    if cut is not None and cut.layer:
        return Reason("way-barred", cut.layer.rule, hexes=(cut.hex,), args=(("by", cut.hex),))
    return Reason("no-road", "7.7.3", hexes=(hex,))
