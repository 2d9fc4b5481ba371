"""Rule 0.1: blocks stand with their labels to their owner.

The enemy sees that a block of a side's wood stands somewhere, and the markers on it; never its
label, until combat or activation turns it face up. In a censored state hidden blocks are
HIDDEN, and the stacks hold tokens in their place.
"""

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.core.belief import Belief, believed
from grognard.core.events import Event
from grognard.hexes import bits, pack
from grognard.rules.eastfront.data import SIDES, enemy_of
from grognard.rules.eastfront.state import HIDDEN, TIED, WAITING, EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

TOKENS = -100
"""Tokens are numbered downwards from here: eight for each side's wood, by their marks."""
UNSUPPLIED, FLAT, SURPLUS = 1, 2, 4
TOKEN_MARKS = {"unsupplied": UNSUPPLIED, "dispersed": FLAT, "crowded": SURPLUS}
"""What lies on a hidden block, or that it lies flat after a drop (14.6a)."""
MARKINGS = 1 << len(TOKEN_MARKS)


def report(
    game: "EastFront", state: EastFrontState, id: str, rule: str, unit: int,
    reveals: bool = False, **args: Any,
) -> None:
    """Tell of a block: by name to whoever may read it, without a name to the enemy."""
    hexes = tuple(value for key, value in args.items() if key in ("to", "hex", "start"))
    full = Event(id, rule, {"block": unit, **args}, hexes=hexes, units=(unit,), reveals=reveals)
    if state.face_up >> unit & 1:
        state.tell(full)
        return
    owner = state.owner(game, unit)
    state.tell(msgspec.structs.replace(full, seen_by=(owner,)))
    state.tell(Event(f"hidden-{id}", rule, {"side": owner, **args}, hexes=hexes,
                     seen_by=(enemy_of(owner),), reveals=reveals))


def hidden_from(game: "EastFront", state: EastFrontState, side: str) -> int:
    """Enemy blocks whose labels the side may not read, on the map and beside it (16.7)."""
    theirs = state.loyal(game, enemy_of(side)) & ~state.face_up
    return state.on_map(theirs) | pack(state.tied.values()) & state.loyal(game, enemy_of(side))


def token(game: "EastFront", state: EastFrontState, unit: int) -> int:
    marks = sum(mark for name, mark in TOKEN_MARKS.items() if getattr(state, name) >> unit & 1)
    return TOKENS - MARKINGS * SIDES.index(game.units[unit].side) - marks


def read_token(value: int) -> tuple[int, int]:
    """The number of the side that the block was made for, and its marks."""
    return divmod(TOKENS - value, MARKINGS)


def lies_flat(value: int) -> bool:
    return value <= TOKENS and bool(read_token(value)[1] & FLAT)


def veil(
    game: "EastFront", known: EastFrontState, state: EastFrontState, side: str, hidden: int
) -> None:
    """Tokens stand for hidden blocks; what was ordered or chosen shows that it was, no more."""
    def seen(unit: int) -> int:
        return token(game, state, unit) if hidden >> unit & 1 else unit

    known.stacks = {hex: tuple(sorted(map(seen, stack))) for hex, stack in state.stacks.items()}
    known.tied = {hex: seen(unit) for hex, unit in state.tied.items()}
    known.exits = dict(state.exits) if state.phasing == side else {}
    known.orders = {who: known.orders.get(who, ()) for who in state.orders}
    for other in (who for who in SIDES if who != side):
        for unit in bits(state.loyal(game, other)):
            if state.at[unit] == WAITING:  # its strength was chosen, its place was not
                known.cv[unit] = 0


def fill(
    game: "EastFront", state: EastFrontState, side: str, rng: Random,
    belief: Belief | None = None,
) -> EastFrontState:
    """Put guessed blocks in the place of tokens, each of the right wood."""
    unknown = [unit for unit, at in enumerate(state.at) if at == HIDDEN]
    rng.shuffle(unknown)
    dropped = {hex for hex, stack in state.stacks.items() if any(map(lies_flat, stack))}
    for hex in sorted(state.stacks, key=lambda hex: (hex not in dropped, hex)):
        state.stacks[hex] = tuple(sorted(
            _guess(game, state, value, hex, unknown, rng, belief) if value <= TOKENS else value
            for value in state.stacks[hex]))
    for hex, value in state.tied.items():
        if value <= TOKENS:
            state.tied[hex] = _guess(game, state, value, TIED, unknown, rng, belief)
    for hex, unit in list(state.rear_guards.items()):
        if unit < 0:
            state.rear_guards[hex] = state.of_side(game, hex, enemy_of(side))[0]
    if state.phasing != side:  # where a rear guard will go is its owner's secret
        pursued = (getattr(step, "hex", -1) for step in state.stack)
        state.exits = {hex: hex for hex in (*state.rear_guards, *pursued) if hex >= 0}
    state.stack = tuple(step.guessed(game, state) if hasattr(step, "guessed") else step
                        for step in state.stack)
    state.cache = {}
    return state


def _guess(
    game: "EastFront", state: EastFrontState, value: int, hex: int, unknown: list[int],
    rng: Random, belief: Belief | None,
) -> int:
    made_for, marks = read_token(value)
    fitting = (u for u in unknown if SIDES.index(game.units[u].side) == made_for
               and (not marks & FLAT or game.paratroops >> u & 1))
    unit = next(fitting) if belief is None else believed(belief, list(fitting), hex, rng)
    unknown.remove(unit)
    row = game.units[unit]
    state.at[unit] = hex
    state.cv[unit] = rng.randint(game.types[row.type].lowest_cv, row.max_cv)
    for name, mark in TOKEN_MARKS.items():
        setattr(state, name, getattr(state, name) | bool(marks & mark) << unit)
    return unit
