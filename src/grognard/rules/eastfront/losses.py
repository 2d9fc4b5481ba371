"""Steps lost in combat and by lack of supply (2.4, 7.33)."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.rules.eastfront.data import SIDES
from grognard.rules.eastfront.state import GONE, POOL, EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


def lose_step(game: "EastFront", state: EastFrontState, unit: int, rule: str) -> None:
    """2.4b: below its lowest step a block leaves the map; HQs and static units have a 0 step."""
    hex = state.at[unit]
    lowest = game.types[game.units[unit].type].lowest_cv
    if state.cv[unit] > lowest:
        state.cv[unit] -= 1
        seen = None if state.face_up >> unit & 1 else (state.owner(game, unit),)
        state.tell(Event("step-lost", rule, {"block": unit, "cv": state.cv[unit], "hex": hex},
                         hexes=(hex,), units=(unit,), seen_by=seen))
        sweep_static(game, state, hex)
        return
    eliminate(game, state, unit, rule)


def eliminate(game: "EastFront", state: EastFrontState, unit: int, rule: str) -> None:
    hex = state.at[unit]
    row = game.units[unit]
    state.tell(Event("eliminated", rule, {"block": unit, "hex": hex}, hexes=(hex,), units=(unit,),
                     reveals=True))
    state.cv[unit] = 0
    state.place(unit, GONE if unit == game.italian else POOL)
    if row.siege:
        state.siege_lost = True
    if row.satellite:
        state.confined |= 1 << unit
    settle_battle(game, state, hex)


def settle_battle(game: "EastFront", state: EastFrontState, hex: int) -> None:
    """7.12c: a battle ends when one side has no blocks left in the hex."""
    if hex in state.attackers and not state.battles(game) >> hex & 1:
        del state.attackers[hex]
        for unit in state.units_at(hex):
            state.face_up &= ~(1 << unit) | state.active
    sweep_static(game, state, hex)


def sweep_static(game: "EastFront", state: EastFrontState, hex: int) -> None:
    """2.67c: a static block at 0 CV that is engaged and alone in its hex is eliminated."""
    if not state.battles(game) >> hex & 1:
        return
    for side in SIDES:
        units = state.of_side(game, hex, side)
        if len(units) == 1 and game.static >> units[0] & 1 and state.cv[units[0]] == 0:
            state.new_battles &= ~(1 << hex)
            eliminate(game, state, units[0], "2.67c")
            return
