"""Chapter 3: what lies face down, what turns it up, and what each side may know."""

from random import Random
from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.sides import Side
from grognard.hexes import Hex, bits
from grognard_miniature.state import (
    OFF,
    SIDES,
    UNSEEN,
    MiniatureState,
    Shadow,
    occupied,
    other,
    present,
)

if TYPE_CHECKING:
    from grognard_miniature.game import Miniature


def turn_up(game: "Miniature", state: MiniatureState, units: int, rule: str) -> None:
    """3.2: show counters to both sides; 3.4: a decoy that is shown is removed."""
    for unit in bits(units & ~state.face_up):
        hex = state.at[unit]
        state.face_up |= 1 << unit
        args = {"unit": unit, "at": hex}
        state.tell(Event("turned-up", rule, args, (hex,), (unit,), reveals=True))
        if game.counters[unit].is_decoy:
            state.steps[unit] = 0
            state.put(unit, OFF)
            state.tell(Event("decoy-removed", "3.4", args, (hex,), (unit,)))


def turn_down(game: "Miniature", state: MiniatureState) -> None:
    """3.3: at dusk, counters without an enemy beside them are turned face down."""
    if not game.fog:
        return
    for side in SIDES:
        beside = game.grid.spread(occupied(game, state, other(side)))
        for unit in bits(present(game, state, side) & state.face_up):
            if not beside >> state.at[unit] & 1:
                state.face_up &= ~(1 << unit)
                args = {"unit": unit, "at": state.at[unit]}
                state.tell(Event("turned-down", "3.3", args, (state.at[unit],), (unit,)))


def tell_move(game: "Miniature", state: MiniatureState, unit: int, to: Hex) -> None:
    """5.1: a move that is about to be made; of a face-down counter the enemy sees only that."""
    side, origin = game.counters[unit].side, state.at[unit]
    hexes, verb = (origin, to), "moved" if to != origin else "stayed"
    args = {"side": side, "unit": unit, "origin": origin, "to": to}
    hidden = not state.face_up >> unit & 1
    state.tell(Event(verb, "5.1", args, hexes, (unit,), (side,) if hidden else None))
    if hidden:
        seen = {"side": side, "origin": origin, "to": to}
        state.tell(Event(f"something-{verb}", "3.1", seen, hexes, seen_by=(other(side),)))


def veil(game: "Miniature", known: MiniatureState, state: MiniatureState, hidden: int) -> None:
    """Face-down counters are shadows; 2.3: during set-up not even those."""
    if state.turn > 0:
        shadows = (shadow(state, game.counters[unit].side, unit) for unit in bits(hidden))
        known.shadows = tuple(sorted(shadows))
        for unit in bits(hidden):
            known.at[unit] = UNSEEN


def hidden_from(game: "Miniature", state: MiniatureState, side: Side) -> int:
    """3.1: the enemy's face-down counters; during set-up all that it has placed (2.3)."""
    enemies = present(game, state, other(side))
    return enemies & ~state.face_up if state.turn > 0 else enemies


def shadow(state: MiniatureState, side: Side, unit: int) -> Shadow:
    """A face-down counter as the enemy sees it."""
    acted, ready = (bool(units >> unit & 1) for units in (state.acted, state.ready))
    return Shadow(side, state.at[unit], acted, ready)


def fill(state: MiniatureState, rng: Random) -> MiniatureState:
    """Guess which counter lies under which shadow: any could be any."""
    unseen = [unit for unit, hex in enumerate(state.at) if hex == UNSEEN]
    rng.shuffle(unseen)
    for unit, shadow in zip(unseen, state.shadows, strict=True):
        state.put(unit, shadow.hex)
        state.acted |= shadow.acted << unit
        state.ready |= shadow.ready << unit
    state.shadows = ()
    return state
