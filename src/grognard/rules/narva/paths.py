"""Where a unit can go: marches, strategic movement, railways and ferries (6.1 to 6.5).

Every question names the hex the move begins in, so that it can be asked for a reinforcement
that is not on the map yet. Costs are in twelfths of a movement point.
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.offers import Among, Choices
from grognard.core.reach import Graph, Reach, reach
from grognard.core.rulings import Layer, Reason
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.narva import stacking, zones
from grognard.rules.narva.data import enemy_of
from grognard.rules.narva.ground import Going
from grognard.rules.narva.headquarters import closed_to, not_ground
from grognard.rules.narva.points import POINT, as_points
from grognard.rules.narva.state import ISOLATED, NarvaState

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva

NORMAL, FREE, EVENT = "normal", "free", "event"
"""A ``free`` move may neither begin in nor enter an enemy zone (2.5.4.B)."""


def allowance(game: "Narva", state: NarvaState, unit: int) -> int:
    """The printed allowance of the face that is up, halved while isolated (10.3.2)."""
    row = game.units[unit]
    points = row.reduced_move if state.is_reduced(game, unit) else row.move
    return points * POINT if state.supply[unit] != ISOLATED else points // 2 * POINT


def forbidden(
    game: "Narva", state: NarvaState, unit: int, enemy: zones.Front
) -> tuple[Layer, ...]:
    """Hexes that the unit may not enter by any kind of movement (6.3)."""
    alike = game.alike[unit]
    held = enemy.combat | enemy.lone_hqs if game.hqs >> unit & 1 else enemy.combat  # 6.3.B.2
    return state.derive(("forbidden", alike), _forbidden, game, alike, held)


def _forbidden(game: "Narva", unit: int, held: HexSet) -> tuple[Layer, ...]:
    return (
        *not_ground(game),
        Layer("enemy-occupied", "6.3.B.1", held),
        *closed_to(game, unit),
    )


# -- normal movement (6.1, 6.2) ---------------------------------------------------------------


def march(
    game: "Narva", state: NarvaState, unit: int, here: Hex, manner: str = NORMAL, spent: int = 0
) -> Reach:
    """How far the unit marches; zones are paid for on entering and on leaving (5.1.A).

    One hex it may always go, but not from zone to zone (6.1.C). A way is cut at a lone enemy
    headquarters, which flees before the unit goes on (6.3.B.2).
    """
    enemy = zones.before(game, state, unit)
    return state.derive(
        ("march", unit, here == state.at[unit]), _march, game, game.going(state, unit), here,
        allowance(game, state, unit) - spent, forbidden(game, state, unit, enemy),
        enemy.lone_hqs, enemy.zone, manner, not spent,
    )


def _march(
    game: "Narva", going: Going, here: Hex, points: int, barred: tuple[Layer, ...],
    lone_hqs: HexSet, zone: HexSet, manner: str, first: bool,
) -> Reach:
    if manner == FREE:
        barred = (*barred, Layer("free-move-into-zone", "2.5.4.B.2", zone))
    return reach(
        game.ground.march[going], here, points, barred=barred, stops=lone_hqs,
        entry=((zone, game.charts.zone_enter),), leaving=((zone, game.charts.zone_leave),),
        minimum=first, apart=zone,
    )


def march_choices(
    game: "Narva", state: NarvaState, unit: int, manner: str, spent: int
) -> dict[str, Choices]:
    """Where a march ends, and through where it leads: over the limit nobody ends (7.1.C)."""
    here = state.at[unit]
    reached = march(game, state, unit, here, manner, spent)
    ferries = 0 if spent else ferry_hexes(game, state, unit, here, manner)
    hexes = (reached.mask | ferries) & ~(1 << here)
    room = stacking.layer(game, state, unit)
    full = replace(room, bars=room.bars & hexes)  # who cannot get there need not find room
    open = ~room.bars
    if full.bars and stacking.crowded(game, state, unit):
        open &= ~(1 << here)  # on its way through a full stack: back there is no room either
    dead_ends = pack([hex for hex in bits(full.bars)
                      if not _leads_on(game, state, unit, manner, spent, reached, hex, open)])

    def why(hex: Hex) -> Reason | None:
        return _why_no_march(game, state, unit, spent, reached, hex)

    return {
        "to": Among(hexes, full, outside=why),
        "via": Among(hexes, Layer("full-stack-no-way-on", "7.1.C", dead_ends), outside=why),
    }


def _leads_on(
    game: "Narva", state: NarvaState, unit: int, manner: str, spent: int, reached: Reach,
    hex: Hex, room: HexSet,
) -> bool:
    """7.1.C: a march passes a full stack, if the unit can go on to a hex with room."""
    if hex not in reached:  # a ferry takes the whole allowance
        return False
    if reached.leads_on(hex, room):
        return True
    beyond = march(game, state, unit, hex, manner, spent + reached[hex]).mask
    return bool(beyond & room & ~(1 << hex))


def _why_no_march(
    game: "Narva", state: NarvaState, unit: int, spent: int, reached: Reach, hex: Hex
) -> Reason | None:
    reason = _why_not(state, unit, reached, hex, ("no-way", "6.1.C.2"))
    if reason is None or reason.code not in ("no-way", "too-far", *WAYS_CUT):
        return reason
    return _why_no_step(game, state, unit, spent, hex) or reason


CUT_SHORT = ("way-ends-at-headquarters", "6.3.B.2")
"""A way ends at a lone enemy headquarters; the move goes on once that is overrun."""
ON_THE_WAY = {
    "out-of-play": "way-out-of-play",
    "enemy-occupied": "way-held",
    "prepared-defence": "way-through-defences",
    "ss-only": "way-through-narva",
    "free-move-into-zone": "way-through-zone",
    "road-in-zone": "road-through-zone",
    "road-stack-full": "road-through-stack",
    "rail-blocked": "rail-cut",
}
"""What bars a hex, and what it is called where it bars the only ways to another."""
WAYS_CUT = (CUT_SHORT[0], *ON_THE_WAY.values())


def _why_not(
    state: NarvaState, unit: int, reached: Reach, hex: Hex, no_way: tuple[str, str],
    cut_short: tuple[str, str] = CUT_SHORT,
) -> Reason | None:
    if hex == state.at[unit]:
        return Reason("stands-there", "6.1.A")
    barrier = reached.why(hex)
    if barrier is None:
        return None
    if barrier.kind == "too_far":
        args = (("needs", as_points(barrier.needs)), ("has", as_points(barrier.has)))
        return Reason("too-far", "6.1.A", (unit,), (hex,), args)
    if barrier.layer:
        return Reason(barrier.layer.code, barrier.layer.rule, (unit,), (hex,))
    cut = _why_cut(unit, reached, hex, cut_short)
    return cut or Reason(*no_way, (unit,), (hex,))


def _why_cut(
    unit: int, reached: Reach, hex: Hex, cut_short: tuple[str, str]
) -> Reason | None:
    """What stands on the way to a hex that is not barred itself."""
    found = reached.obstacle(hex)
    if found is None:
        return None
    layer = found.layer
    code, rule = (ON_THE_WAY[layer.code], layer.rule) if layer else cut_short
    return Reason(code, rule, (unit,), (hex,), (("at", found.hex),))


# -- ferries (6.2.2.2) ------------------------------------------------------------------------


def ferry_hexes(
    game: "Narva", state: NarvaState, unit: int, here: Hex, manner: str = NORMAL
) -> HexSet:
    """Hexes across a ferry that is free, as a first and only step; legs only (6.2.2.2.D)."""
    if not game.ground.landings >> here & 1 or game.mechanised >> unit & 1:
        return 0
    found, enemy = 0, zones.before(game, state, unit)
    for number, beyond in game.ground.ferries_from(here):
        if not state.ferried >> number & 1 and open_water(game, state, number):
            found |= 1 << beyond
    if manner == FREE or enemy.zone >> here & 1:  # 2.5.4.B.2; 6.1.C.2: not from zone to zone
        found &= ~enemy.zone
    for layer in forbidden(game, state, unit, enemy):
        found &= ~layer.bars
    return found


def open_water(game: "Narva", state: NarvaState, ferry: int) -> bool:
    """6.2.2.2.B.3: over ice one walks; the ferry is for open water."""
    return not game.ground.is_ice(game.ground.ferries[ferry], state.frozen(game))


def use_ferry(game: "Narva", state: NarvaState, unit: int, hex: Hex) -> None:
    """One leg unit a ferry and activation (6.2.2.2.B.1)."""
    for number, beyond in game.ground.ferries_from(state.at[unit]):
        if beyond == hex and open_water(game, state, number):
            state.ferried |= 1 << number


def _why_no_step(
    game: "Narva", state: NarvaState, unit: int, spent: int, hex: Hex
) -> Reason | None:
    """Why the unit cannot cross into the next hex."""
    here, zone = state.at[unit], zones.enemy_zone(game, state, game.owner(unit))
    if game.grid.direction(here, hex) is None:
        return None
    on_foot = game.ground.on_foot[game.going(state, unit)][here] >> hex & 1
    refusal = None if on_foot else _why_no_crossing(game, state, unit, spent, hex)
    if refusal is None and zone >> here & zone >> hex & 1:
        refusal = ("zone-to-zone", "6.1.C.2")
    return refusal and Reason(*refusal, (unit,), (hex,))


def _why_no_crossing(
    game: "Narva", state: NarvaState, unit: int, spent: int, hex: Hex
) -> tuple[str, str] | None:
    """The rule that stops the unit at a major river; None at a ferry that would take it."""
    mechanised = game.mechanised >> unit & 1
    for number, beyond in game.ground.ferries_from(state.at[unit]):
        if beyond == hex and open_water(game, state, number):
            if mechanised:
                return "ferry-for-legs", "6.2.2.2.D"
            if spent:
                return "ferry-takes-all", "6.2.2.2.B.2"
            return ("ferry-used", "6.2.2.2.B.1") if state.ferried >> number & 1 else None
    ice = game.ground.is_ice(game.grid.hexside(state.at[unit], hex), state.frozen(game))
    return ("ice-for-legs", "6.2.2.1.C") if ice else ("open-river", "6.2.2.2.A")


# -- strategic movement (6.4) -----------------------------------------------------------------


def road(game: "Narva", state: NarvaState, unit: int, here: Hex, spent: int = 0) -> Reach:
    """Along roads only, never in an enemy zone, never over the stacking limit (6.4.2)."""
    enemy = zones.before(game, state, unit)
    points = 0 if enemy.zone >> here & 1 else allowance(game, state, unit) - spent
    return state.derive(
        ("road", unit, here == state.at[unit]), _road, game, here, points,
        forbidden(game, state, unit, enemy), enemy.lone_hqs, enemy.zone,
        stacking.full(game, state, unit),
    )


def _road(
    game: "Narva", here: Hex, points: int, barred: tuple[Layer, ...], lone_hqs: HexSet,
    zone: HexSet, full: HexSet,
) -> Reach:
    return reach(
        game.ground.strategic, here, points, stops=lone_hqs,
        barred=(*barred, Layer("road-in-zone", "6.4.2.A", zone),
                Layer("road-stack-full", "6.4.2.B", full)),
    )


def road_choices(game: "Narva", state: NarvaState, unit: int, spent: int) -> Among:
    here = state.at[unit]
    in_zone = zones.enemy_zone(game, state, game.owner(unit)) >> here & 1
    off_road = in_zone or not game.ground.strategic.steps[here]

    def why(hex: Hex) -> Reason | None:
        if in_zone:
            return Reason("road-from-zone", "6.4.2.A", (unit,), (here,))
        no_road = _why_no_road(game, state, here, hex)
        if hex != here and _off(game, game.ground.strategic, hex):
            return Reason(*no_road, (unit,), (hex,))
        return _why_not(state, unit, road(game, state, unit, here, spent), hex, no_road)

    hexes = 0 if off_road else road(game, state, unit, here, spent).mask & ~(1 << here)
    return Among(hexes, outside=why)


def _off(game: "Narva", network: Graph, hex: Hex) -> bool:
    """Land where nothing of the roads or railways runs: that comes before who stands there."""
    return not network.steps[hex] and not game.ground.water >> hex & 1


def _why_no_road(game: "Narva", state: NarvaState, here: Hex, hex: Hex) -> tuple[str, str]:
    """Why no road leads to a hex: none begins here, only trails do, or there is none."""
    every_road = game.ground.every_road[state.frozen(game)]
    if hex in reach(every_road, here, game.grid.size):
        return "road-no-trails", "6.4.1.B"
    return ("no-road", "6.4.1.A") if game.ground.strategic.steps[here] else (
        "not-on-a-road", "6.4.1.A")


# -- railways (6.5) ---------------------------------------------------------------------------


def rail(game: "Narva", state: NarvaState, unit: int, here: Hex) -> Reach:
    """Any distance on major railway; it ends on entering an enemy zone (6.5.B.1)."""
    zone = zones.enemy_zone(game, state, game.owner(unit))
    return reach(
        game.ground.rail,
        here,
        0 if zone >> here & 1 else game.ground.rail_length,
        barred=(
            *not_ground(game),
            Layer("rail-blocked", "6.5.B.1", state.occupied(game, enemy_of(game.owner(unit)))),
            *closed_to(game, unit),
        ),
        stops=zone,
    )


def rail_choices(game: "Narva", state: NarvaState, unit: int) -> Among:
    here = state.at[unit]
    reached, no_rail = rail(game, state, unit, here), ("no-railway", "6.5.A.1")

    def why(hex: Hex) -> Reason | None:
        if hex != here and _off(game, game.ground.rail, hex):
            return Reason(*no_rail, (unit,), (hex,))
        return _why_not(state, unit, reached, hex, no_rail, ("rail-ends-in-zone", "6.5.B.1"))

    room = stacking.layer(game, state, unit)
    return Among(reached.mask & ~(1 << here), replace(room, bars=room.bars & reached.mask),
                 outside=why)


# -- any way at all ---------------------------------------------------------------------------


def can_move_on(game: "Narva", state: NarvaState, unit: int, hex: Hex, by_rail: bool) -> bool:
    """7.2.A: whether an arrival in a full hex could go on to one with room."""
    room = ~(stacking.full(game, state, unit) | 1 << hex)
    return bool(
        march(game, state, unit, hex).mask & room
        or ferry_hexes(game, state, unit, hex) & room
        or road(game, state, unit, hex).mask & room
        or (by_rail and rail(game, state, unit, hex).mask & room)
    )
