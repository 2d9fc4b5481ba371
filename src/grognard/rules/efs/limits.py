"""Where a unit may not go now, what a side may not do on some turns, and what it does better.

All of it comes from rows of the scenario: a boundary between army groups (6.1), a lake closed to
the Axis (18.4.5), a line that holds an army back for a while (12.4.1), the confusion of the first
days (13.5.a), units that stay where they were told to (6.6.4).
"""

from typing import TYPE_CHECKING

from grognard.core.rulings import Layer
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs.ground import NOT_ROUGH, Rough
from grognard.rules.efs.special_rows import Fence, Limit
from grognard.rules.efs.state import EfsState

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

PASSED = "passed-fence"
"""In the points of a turn: units that went through a fence which lets one a turn through."""
MOVEMENT = "movement"
REFUSALS = {"react": "no-react-now", "strategic": "no-strategic-now", "rail": "no-rail-now",
            "bridge": "no-bridge-now", "build": "no-build-now", "move": "no-move-now",
            "attack": "no-attack-now", "rebuild": "no-rebuilding", "lift": "no-transport-there",
            "ship": "no-transport-there"}
"""What is said of a deed that the scenario forbids."""


# -- fences ------------------------------------------------------------------------------------


def on(row: Fence | Limit, turn: int) -> bool:
    return row.first_turn <= turn <= row.last_turn


def bound(game: "EastFrontSeries", row: Fence) -> int:
    """The units that a fence is about."""
    units = game.units_of[row.side] & ~game.named(row.spared)
    if row.units:
        units &= game.named(row.units)
    if row.traits:
        units &= with_traits(game, row.traits)
    if row.nations:
        units &= of_nations(game, row.nations)
    return units


def hexes(game: "EastFrontSeries", row: Fence) -> HexSet:
    return game.grid.all if row.everywhere else row.area | pack(row.hexes)


def closed(game: "EastFrontSeries", state: EfsState, group: int) -> list[Layer]:
    """The hexes that a group may not enter."""
    return [Layer("fenced", row.rule, hexes(game, row))
            for number, row in enumerate(game.rows.fence)
            if on(row, state.turn) and bound(game, row) & group
            and holds(state, number, row, group)
            and not lets_through(game, state, row, group)]


def holds(state: EfsState, number: int, row: Fence, group: int) -> bool:
    """Whether the fence is about where the group stands, and about this phase."""
    if row.phase and row.phase != state.phase:
        return False
    if row.within:
        return bool(state.fenced.get(number, 0) & group)
    here = state.look_up(state.on_map(group))
    return not row.beyond or bool(here & ~row.beyond)


def lets_through(game: "EastFrontSeries", state: EfsState, row: Fence, group: int) -> bool:
    """12.4.1/release: on some turns one combat unit, from the Movement Phase on."""
    if state.turn not in row.one_a_turn or state.phase != MOVEMENT:
        return False
    alone = group.bit_count() == 1 and bool(group & game.fighting)
    return alone and not state.points.get(PASSED, 0)


def new_turn(game: "EastFrontSeries", state: EfsState) -> None:
    """Who stands behind a fence as the turn begins."""
    state.points.pop(PASSED, None)
    held = {number: state.units_in(row.within, bound(game, row))
            for number, row in enumerate(game.rows.fence)
            if row.within and on(row, state.turn)}
    if held or state.fenced:
        state.fenced = held


def entered(game: "EastFrontSeries", state: EfsState, unit: int, hex: Hex) -> None:
    """A unit that went through a fence is free of it."""
    for number, units in state.fenced.items():
        if units >> unit & 1 and hexes(game, game.rows.fence[number]) >> hex & 1:
            state.fenced = {**state.fenced, number: units & ~(1 << unit)}
            state.points[PASSED] = state.points.get(PASSED, 0) + 1


# -- limits ------------------------------------------------------------------------------------


def forbidden(game: "EastFrontSeries", state: EfsState, deed: str) -> list[Layer]:
    """The units that a row of the scenario keeps from a deed."""
    return [Layer(REFUSALS[deed], row.rule, barred(game, state, row))
            for row in game.rows.limit if deed in row.deeds and on(row, state.turn)]


def barred(game: "EastFrontSeries", state: EfsState, row: Limit) -> int:
    units = game.named(row.units) or game.units_of[row.side]
    if row.nations:
        units &= of_nations(game, row.nations)
    if row.area:
        units = state.units_in(row.area, units)
    return units & ~with_traits(game, row.spared)


def with_traits(game: "EastFrontSeries", traits: list[str]) -> int:
    found = 0
    for trait in traits:
        found |= game.with_trait(trait)
    return found


def places_shut(game: "EastFrontSeries", state: EfsState, deed: str, side: str) -> list[Layer]:
    """14.7.4: hexes that a deed of the side does not lead to."""
    return [Layer(REFUSALS[deed], row.rule, row.area) for row in game.rows.limit
            if row.area and row.side == side and deed in row.deeds and on(row, state.turn)]


def held_back(game: "EastFrontSeries", state: EfsState) -> int:
    """Units that the scenario keeps from attacking."""
    found = 0
    for layer in forbidden(game, state, "attack"):
        found |= layer.bars
    return found


def stops(game: "EastFrontSeries", state: EfsState, deed: str, group: int) -> str:
    """The rule that keeps one of the group from a deed, or nothing."""
    return next((layer.rule for layer in forbidden(game, state, deed) if layer.bars & group), "")


def stops_side(game: "EastFrontSeries", state: EfsState, deed: str, side: str) -> str:
    return stops(game, state, deed, game.units_of[side])


def rooted(game: "EastFrontSeries", state: EfsState) -> list[Layer]:
    """6.6.4: units with dots stay put, even next to enemies, until their turns are over."""
    still = pack(unit for unit, turn in game.dotted.items() if state.turn < turn)
    return [Layer("do-not-move", "dots.stay", still)] if still else []


# -- confusion ---------------------------------------------------------------------------------


def rough(game: "EastFrontSeries", state: EfsState, side: str) -> Rough:
    """13.5.a: in clear ground roads help nobody, and bridges carry nobody over rivers unless a
    town, hill or wood, a working staff or flak stands at one of their ends."""
    for row in game.rows.confusion:
        if row.side == side and row.first_turn <= state.turn <= row.last_turn:
            found = game.confused[side]
            guards = state.look_up(state.on_map(game.units_of[side] & (
                game.hqs & ~state.nonoperational | game.with_trait("anti_air"))))
            near = frozenset(bridge for bridge in found.bridges
                             if any(guards >> hex & 1 for hex in game.grid.ends(bridge)))
            return Rough(found.hexes, found.bridges - near) if near else found
    return NOT_ROUGH


def confused(game: "EastFrontSeries", side: str) -> Rough:
    """What a row of confusion comes to if nobody guards a bridge."""
    ground, area = game.ground, 0
    for row in game.rows.confusion:
        area |= row.area if row.side == side else 0
    towns = ground.cities | ground.major_cities
    clear = pack(hex for hex in bits(area & ~towns) if ground.is_clear(hex))
    rivers = (ground.rivers | ground.major_rivers) & (ground.roads | ground.rails)
    return Rough(clear, frozenset(side for side in rivers if all(
        clear >> hex & 1 for hex in game.grid.ends(side))))


# -- what goes better --------------------------------------------------------------------------


def full_motorised(game: "EastFrontSeries", turn: int) -> int:
    """13.5.a: units that have their whole allowance in the Motorised Phase too."""
    found = 0
    for row in game.rows.ease:
        if row.kind == "full-motorised" and row.first_turn <= turn <= row.last_turn:
            found |= game.units_of[row.side] & game.motorised
    return found


def needs_no_supply(game: "EastFrontSeries", state: EfsState, units: int,
                    targets: tuple[Hex, ...]) -> int:
    """13.5.a, 14.4.p, 14.7.2: attackers who need no attack supply against these hexes."""
    found = game.self_reliant
    for row in game.rows.ease:
        if row.kind != "no-attack-supply" or not row.first_turn <= state.turn <= row.last_turn:
            continue
        if row.area and pack(targets) & ~row.area:
            continue
        if row.once and not state.points.get(row.once, 0):
            continue
        found |= game.units_of[row.side] & (of_nations(game, row.nations) or ~0)
    return units & found


def of_nations(game: "EastFrontSeries", nations: list[str]) -> int:
    found = 0
    for nation in nations:
        found |= game.nations.get(nation, 0)
    return found


