"""Chapter 14: set-up, and what must be true of every position."""

from typing import TYPE_CHECKING

from grognard.core.placing import misplaced
from grognard.rules.narva import stacking
from grognard.rules.narva.chits import count_chits
from grognard.rules.narva.data import SIDES, SOVIET, Chit
from grognard.rules.narva.sequence import Turn
from grognard.rules.narva.state import (
    ELIMINATED,
    GONE,
    OUT_OF_SUPPLY,
    READY,
    SUPPLIED,
    TRACK,
    NarvaState,
)
from grognard.rules.narva.zones import has_zone

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


def new_state(game: "Narva") -> NarvaState:
    """14.0: every counter in its place, chits in the cup, markers on their tracks (2.1.4)."""
    count = len(game.units)
    state = NarvaState(
        stack=(Turn(),),
        turn=game.rows.first_turn,
        at=[GONE] * count,
        steps=bytes(unit.steps - (1 if unit.starts_reduced else 0) for unit in game.units),
        supply=[SUPPLIED] * count,
        arrives=[unit.turn for unit in game.units],
        entries=[unit.entry for unit in game.units],
        tracks=dict.fromkeys(SIDES, ()),
        last_hq=dict.fromkeys(SIDES, -1),
        cup=[0] * len(game.chits),
        spent=[0] * len(game.chits),
        air=[READY] * len(game.air_units),
        defences=[0, 0],
    )
    state.soviet_held = game.edition.areas.soviet_line & game.scoring_hexes
    _place_units(game, state)
    _fill_cup(game, state)
    state.news.clear()
    return state


def _place_units(game: "Narva", state: NarvaState) -> None:
    for number in game.in_play:
        unit = game.units[number]
        if unit.turn:
            state.at[number] = TRACK
        else:
            state.place(game, number, unit.hex)
            if unit.side == SOVIET and has_zone(game, state, number):
                state.soviet_held |= 1 << unit.hex & game.scoring_hexes


def _fill_cup(game: "Narva", state: NarvaState) -> None:
    """2.1.4.F: chits without a number in the cup, the others wait for their turn."""
    for kind in range(len(game.chits)):
        for turn in game.enters[kind][:chits_in_play(game, kind)]:
            if turn < game.rows.first_turn:
                state.cup[kind] += 1
            else:
                state.due.append((turn, kind))


def chits_in_play(game: "Narva", kind: int) -> int:
    """How many of a kind the scenario has; all if it does not say."""
    chosen = game.rows.chits
    return len(game.enters[kind]) if chosen == "all" else chosen.get(game.chits[kind].code, 0)


def waits(game: "Narva", state: NarvaState, chit: Chit) -> bool:
    """2.5.6.A: the supply chit lies beside the tracks until the shock army moves."""
    return state.supply_chit_waits and chit.code == game.edition.chits.shock_supply


# -- invariants --------------------------------------------------------------------------------


def faults(game: "Narva", state: NarvaState) -> list[str]:
    """What is wrong with a position; nothing ever is."""
    return [*_place_faults(game, state), *_step_faults(game, state), *_chit_faults(game, state),
            *_stacking_faults(game, state)]


def _place_faults(game: "Narva", state: NarvaState) -> list[str]:
    found = [f"{game.units[unit].code} is not in the stack of its hex"
             for unit in misplaced(state.at, state.stacks)]
    for hex, stack in state.stacks.items():
        if len(stack) > 1 and len({game.units[unit].side for unit in stack}) > 1:
            found.append(f"both sides in {game.grid.label(hex)}")
        if game.ground.water >> hex & 1:
            found.append(f"units on the water in {game.grid.label(hex)}")
    return found


def _step_faults(game: "Narva", state: NarvaState) -> list[str]:
    found = []
    for number, unit in enumerate(game.units):
        alive = state.at[number] not in (ELIMINATED, GONE)
        if not 0 <= state.steps[number] <= unit.steps:
            found.append(f"{unit.code} has {state.steps[number]} steps")
        if alive and not unit.hq and state.steps[number] == 0:
            found.append(f"{unit.code} has no step but is not eliminated")
        if number == game.brigade and state.supply[number] >= OUT_OF_SUPPLY:
            found.append(f"{unit.code} always has supply (8.6.E)")
    return found


def _chit_faults(game: "Narva", state: NarvaState) -> list[str]:
    found = []
    for kind, chit in enumerate(game.chits):
        count = count_chits(state, kind) + waits(game, state, chit)
        if min(state.cup[kind], state.spent[kind]) < 0:
            found.append(f"a negative count of {chit.code}")
        if count > chits_in_play(game, kind):
            found.append(f"{count} chits {chit.code}")
    return found


def _stacking_faults(game: "Narva", state: NarvaState) -> list[str]:
    """7.1.C holds when nobody is on the move: between activations."""
    settled = not state.acting and len(state.stack) <= 3
    if not settled:
        return []
    return [f"{game.grid.label(hex)} is overstacked" for hex in state.stacks
            if stacking.overstacked(game, state, hex)]
