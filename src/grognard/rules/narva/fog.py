"""Section 2.1.3: optional fog of war.

Of an enemy stack only the top counter is seen, and how high the stack is. So that nothing a
side may do depends on what it cannot see, the top counter is a unit with a zone of control if
the stack has one, else a combat unit, else the headquarters; of several the last to arrive.
A unit is seen while it does something: while a step of play names it, because it moves,
attacks, is struck or retreats. All of a hex is seen from the announcement of an attack on it
until the attack is over (2.1.3.A).
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.events import Event
from grognard.core.visibility import names
from grognard.hexes import Hex, bits, pack
from grognard.rules.narva.data import SIDES, enemy_of
from grognard.rules.narva.names import HIDDEN
from grognard.rules.narva.state import NarvaState
from grognard.rules.narva.zones import makes_zone

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


# -- stacks ------------------------------------------------------------------------------------


def rank(game: "Narva", unit: int, steps: int) -> int:
    """How far up in its stack a unit with so many steps lies."""
    if game.hqs >> unit & 1:
        return 0
    return 2 if makes_zone(game, unit, steps) else 1


def in_order(game: "Narva", state: NarvaState, stack: tuple[int, ...]) -> tuple[int, ...]:
    """The stack with the top counter last; the order in which units came decides among equals."""
    if not game.fog or len(stack) < 2:
        return stack
    return tuple(sorted(stack, key=lambda unit: rank(game, unit, state.steps[unit])))


def put_in_order(game: "Narva", state: NarvaState, hex: int) -> None:
    """After a unit was reduced or restored: it may have lost or won its zone."""
    if game.fog and hex in state.stacks:
        state.stacks[hex] = in_order(game, state, state.stacks[hex])


# -- who is seen -------------------------------------------------------------------------------


def hidden_from(game: "Narva", state: NarvaState, side: str) -> int:
    """The units that the side cannot see; after the end nothing is hidden."""
    if not game.fog or state.ending:
        return 0
    theirs, found = game.units_of[enemy_of(side)], 0
    for hex, stack in state.stacks.items():
        if len(stack) > 1 and theirs >> stack[0] & 1 and not state.revealed >> hex & 1:
            found |= pack(stack[:-1])
    return found & ~named(state)


def conceals(game: "Narva", state: NarvaState, hex: Hex) -> bool:
    """Whether the enemy may miss a unit of the stack; how high it is he sees (2.1.3.B)."""
    height = len(state.units_at(hex)) + state.veiled.get(hex, 0)
    return game.fog and height > 1 and not state.revealed >> hex & 1


def named(state: NarvaState) -> int:
    """The units that the steps to come name."""
    found = 0
    for step in state.stack:
        found |= names(step)
    return found


def tell(
    game: "Narva", state: NarvaState, event: Event, unit: int, secret: bool = False
) -> None:
    """Report what a unit does; if it is hidden, the enemy hears of some unit, or of nothing."""
    owner = game.owner(unit)
    if not hidden_from(game, state, enemy_of(owner)) >> unit & 1:
        state.tell(event)
        return
    state.tell(replace(event, seen_by=(owner,)))
    if not secret:
        args = {**event.args, "unit": HIDDEN}
        state.tell(replace(event, args=args, units=(), seen_by=(enemy_of(owner),)))


def tell_of(game: "Narva", state: NarvaState, event: Event, units: int) -> None:
    """Report what happens to some units at once, to each side of those that it sees."""
    if not game.fog:
        if units:
            state.tell(replace(event, units=tuple(bits(units))))
        return
    for side in SIDES:
        if seen := units & ~hidden_from(game, state, side):
            state.tell(replace(event, units=tuple(bits(seen)), seen_by=(side,)))


# -- what a side may know ----------------------------------------------------------------------


def veil(known: NarvaState, state: NarvaState) -> None:
    """Of a stack it is seen how high it is."""
    for hex, seen in known.stacks.items():
        if len(seen) < len(state.stacks[hex]):
            known.veiled[hex] = len(state.stacks[hex]) - len(seen)
