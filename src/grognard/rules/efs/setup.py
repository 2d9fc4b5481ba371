"""3.1: the first position, from the scenario's file."""

from typing import TYPE_CHECKING

from grognard.core.placing import misplaced
from grognard.hexes import pack
from grognard.rules.efs import (
    air_transport,
    control,
    conversion,
    cover,
    plans,
    stacking,
    supply_queue,
    unknowns,
)
from grognard.rules.efs.sequence import TURNS
from grognard.rules.efs.state import (
    DAMAGED,
    DESTROYED,
    EMERGENCY,
    FLOWN,
    FREE,
    NOT_YET,
    POOL,
    READY,
    TRACK,
    EfsState,
)
from grognard.rules.efs.words import SIDES

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def new_state(game: "EastFrontSeries") -> EfsState:
    count = len(game.units)
    state = EfsState(
        turn=game.first_turn, at=[FREE] * count,
        steps=bytes(row.steps for row in game.units), supply=bytes(count),
        axis_land=game.rows.axis_land, air=air_boxes(game),
        axis_rail=game.rows.converted | pack(game.rows.converted_hexes),
    )
    _put_units(game, state)
    unknowns.set_up(game, state)
    if not game.rows.axis_land:
        state.axis_land = control.divide(game, state)
    _put_groups(game, state)
    _put_arrivals(game, state)
    supply_queue.set_up(game, state)
    for fort in game.rows.fort:
        state.forts[fort.hex] = f"{fort.side}-building" if fort.building else fort.side
    state.garrison = state.on_map(game.those(lambda unit: bool(unit.garrison)) | game.named(
        [code for row in game.rows.setup for code in row.garrison]))
    state.broken = cover.lines(game, state) & state.axis_land  # the front has passed them
    conversion.set_up(game, state)
    plans.set_up(game, state)
    for plug in game.plug_ins:
        plug.set_up(state)
    air_transport.set_up(game, state)
    control.settle(game, state)
    state.push(TURNS[game.edition.turns.order])
    return state


def _put_units(game: "EastFrontSeries", state: EfsState) -> None:
    for row in game.rows.setup:
        for code in row.units:
            unit = game.number[code]
            state.put(unit, row.hex)
            state.set_steps(unit, game.units[unit].steps - row.lost.get(code, 0))
            if code in row.emergency:
                state.set_supply(unit, EMERGENCY)
        state.firing |= game.named(row.firing)
        state.nonoperational |= game.named(row.nonoperational)
    for counter in game.rows.supply:
        unit = game.number[counter.unit]
        state.put(unit, counter.hex)
        state.set_steps(unit, 2 if counter.depot else 1)


def _put_groups(game: "EastFrontSeries", state: EfsState) -> None:
    """14.4: the pools."""
    for row in game.rows.group:
        for code in row.units:
            unit = game.number[code]
            state.put(unit, POOL)
            state.set_steps(unit, game.units[unit].steps - row.lost.get(code, 0))


def _put_arrivals(game: "EastFrontSeries", state: EfsState) -> None:
    for row in game.rows.arrival:
        for code in row.units:
            if code in game.number:
                unit = game.number[code]
                state.put(unit, TRACK)
                state.due[unit] = row.turn
                state.set_steps(unit, game.units[unit].steps - row.lost.get(code, 0))


def air_boxes(game: "EastFrontSeries") -> list[int]:
    boxes = [NOT_YET] * len(game.air_units)
    for side in SIDES:
        at_start = game.rows.air.get(side)
        for codes, box in ((at_start.ready, READY), (at_start.flown, FLOWN),
                           (at_start.damaged, DAMAGED),
                           (at_start.destroyed, DESTROYED)) if at_start else ():
            for code in codes:
                boxes[game.air_number[code]] = box
    return boxes


def faults(game: "EastFrontSeries", state: EfsState) -> list[str]:
    """Broken invariants: always empty."""
    found = [f"{game.units[unit].code} is misplaced" for unit in misplaced(state.at, state.stacks)]
    found += [f"{game.units[unit].code} has {steps} steps" for unit, steps in enumerate(state.steps)
              if steps > max(game.units[unit].steps, 2)]
    mixed = [hex for hex, stack in state.stacks.items()
             if len({game.units[unit].side for unit in stack}) > 1]
    found += [f"both sides in {game.grid.label(hex)}" for hex in mixed]
    if not state.phase:
        found += [f"too many in {game.grid.label(hex)}" for hex in state.stacks
                  if stacking.room(game, state, hex) < 0]
    return found
