"""Rule 0.1: blocks stand with their labels to their owner.

The enemy sees that a block of a side's wood stands somewhere, and the markers on it; never its
label, until combat or activation turns it face up. In a censored state hidden blocks are
HIDDEN, and the stacks hold tokens in their place.
"""

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.core.events import Event
from grognard.core.steps import Step, Together
from grognard.hexes import bits, pack
from grognard.rules.eastfront.data import SIDES, enemy_of
from grognard.rules.eastfront.state import TIED, WAITING, EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

HIDDEN = -9
"""On the map, but not known where."""
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
    """Enemy blocks on the map whose labels the side may not read."""
    return state.on_map(state.loyal(game, enemy_of(side)) & ~state.face_up)


def token(game: "EastFront", state: EastFrontState, unit: int) -> int:
    marks = sum(mark for name, mark in TOKEN_MARKS.items() if getattr(state, name) >> unit & 1)
    return TOKENS - MARKINGS * SIDES.index(game.units[unit].side) - marks


def read_token(value: int) -> tuple[int, int]:
    """The number of the side that the block was made for, and its marks."""
    return divmod(TOKENS - value, MARKINGS)


def lies_flat(value: int) -> bool:
    return value <= TOKENS and bool(read_token(value)[1] & FLAT)


def censor(game: "EastFront", state: EastFrontState, side: str) -> EastFrontState:
    known = state.copy()
    tied = pack(state.tied.values()) & state.loyal(game, enemy_of(side))
    hidden = hidden_from(game, state, side) | tied
    known.stacks = {
        hex: tuple(sorted(token(game, state, u) if hidden >> u & 1 else u for u in stack))
        for hex, stack in state.stacks.items()
    }
    for unit in bits(hidden):
        known.at[unit], known.cv[unit] = HIDDEN, 0
    known.tied = {hex: token(game, state, unit) if tied >> unit & 1 else unit
                  for hex, unit in state.tied.items()}  # 16.7: they stand beside the map
    for name in ("unsupplied", "crowded", "moved", "strategic", "entered", "spent", "dispersed",
                 "by_sea", "shipped", "sailed", "invading", "fed"):
        setattr(known, name, getattr(known, name) & ~hidden)
    known.lifts = {who: times for who, times in state.lifts.items() if who == side}
    known.shores = {u: h for u, h in state.shores.items() if not hidden >> u & 1}
    known.came_over = {u: h for u, h in state.came_over.items() if not hidden >> u & 1}
    known.rear_guards = {h: -1 if hidden >> u & 1 else u for h, u in state.rear_guards.items()}
    known.exits = {} if state.phasing != side else known.exits
    known.part_hits = {u: n for u, n in state.part_hits.items() if not hidden >> u & 1}
    known.engaged = tuple(u for u in state.engaged if not hidden >> u & 1)
    known.volleys = {u: shot for u, shot in state.volleys.items() if not hidden >> u & 1}
    known.steps_lost = {u: n for u, n in state.steps_lost.items() if not hidden >> u & 1}
    known.orders = {who: made if who == side else () for who, made in state.orders.items()}
    for unit in bits(state.loyal(game, enemy_of(side))):
        if state.at[unit] == WAITING:  # its strength was chosen, its place was not
            known.cv[unit] = 0
    steps = (_screened(step, side, hidden) for step in state.stack)
    known.stack = tuple(step for step in steps if not _names(step, hidden))
    return known


def _screened(step: Any, side: str, hidden: int) -> Any:
    """The enemy's set-up shows only that it goes on, his pursuit only that there is one."""
    if hasattr(step, "masked"):
        return step.masked(hidden)
    hides = getattr(step, "behind_the_screen", None)
    return hides() if hides is not None and step.owner != side else step


def _names(step: Step, hidden: int) -> bool:
    """Whether a step of the sequence of play tells of a hidden block."""
    if isinstance(step, Together):
        return False
    values = msgspec.structs.asdict(step)
    named = [values.get(name) for name in ("unit", "hq", "rear_guard", "pursuer")]
    return any(isinstance(unit, int) and unit >= 0 and hidden >> unit & 1 for unit in named)


def fill(
    game: "EastFront", state: EastFrontState, side: str, rng: Random
) -> EastFrontState:
    """Put guessed blocks in the place of tokens, each of the right wood."""
    unknown = [unit for unit, at in enumerate(state.at) if at == HIDDEN]
    rng.shuffle(unknown)
    dropped = {hex for hex, stack in state.stacks.items() if any(map(lies_flat, stack))}
    for hex in sorted(state.stacks, key=lambda hex: (hex not in dropped, hex)):
        state.stacks[hex] = tuple(sorted(
            _guess(game, state, value, hex, unknown, rng) if value <= TOKENS else value
            for value in state.stacks[hex]))
    for hex, value in state.tied.items():
        if value <= TOKENS:
            state.tied[hex] = _guess(game, state, value, TIED, unknown, rng)
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
    rng: Random,
) -> int:
    made_for, marks = read_token(value)
    unit = next(u for u in unknown if SIDES.index(game.units[u].side) == made_for
                and (not marks & FLAT or game.paratroops >> u & 1))
    unknown.remove(unit)
    row = game.units[unit]
    state.at[unit] = hex
    state.cv[unit] = rng.randint(game.types[row.type].lowest_cv, row.max_cv)
    for name, mark in TOKEN_MARKS.items():
        setattr(state, name, getattr(state, name) | bool(marks & mark) << unit)
    return unit
