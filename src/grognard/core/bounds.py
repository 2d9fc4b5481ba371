"""What each field of a state and of a step can hold: the bounds that a rule book declares.

A position that was not played but read, out of a record from anywhere, may hold anything that has
the right type: a cup with 10**18 chits, a unit 900 hexes off the map. A rule book says what can
be (:meth:`Game.bounds`); the conformance suite proves on random games that nothing else is.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, TypeAlias

import msgspec

from grognard.core.state import State
from grognard.core.steps import Branch, Step, Together

Bound: TypeAlias = Callable[[Any], bool]
"""Whether a value can be."""

DEEPEST = 200
"""Steps on the stack; no rule book nests a tenth of that."""
LONGEST = 20_000
"""Of a number of bits, a text or a list whose bounds nobody declares."""


class Bounds(msgspec.Struct, frozen=True):
    """By field name; for steps also by ``Step.field``, which goes first."""

    state: Mapping[str, Bound] = {}
    steps: Mapping[str, Bound] = {}

    def of_step(self, step: str, field: str) -> Bound:
        return self.steps.get(f"{step}.{field}") or self.steps.get(field, loose)


# -- kinds of bounds ---------------------------------------------------------------------------


def whole(low: int, high: int, *also: int) -> Bound:
    """A number between two others, or one of a few special ones.

    >>> whole(1, 6)(7), whole(1, 6, -1)(-1)
    (False, True)
    """
    return lambda value: isinstance(value, int) and (low <= value <= high or value in also)


def member(mask: int, *also: int) -> Bound:
    """A member of a bit set: a hex of the map, say; or one of a few special numbers."""
    size = mask.bit_length()
    return lambda value: isinstance(value, int) and (
        (0 <= value < size and bool(mask >> value & 1)) or value in also)


def subset(mask: int) -> Bound:
    """A bit set of these and no others.

    >>> subset(0b111)(0b101), subset(0b111)(0b1000), subset(0b111)(-1)
    (True, False, False)
    """
    return lambda value: isinstance(value, int) and value >= 0 and not value & ~mask


def word(*words: str) -> Bound:
    return lambda value: isinstance(value, str) and value in words


def each(bound: Bound, length: int | None = None) -> Bound:
    """A list, a tuple or bytes of such values, and how many; of bytes each value once."""
    return lambda value: isinstance(value, list | tuple | bytes) and (
        length is None or len(value) == length) and len(value) <= LONGEST and all(
        map(bound, set(value) if isinstance(value, bytes) else value))


def row(*bounds: Bound) -> Bound:
    """A tuple, place by place."""
    return lambda value: isinstance(value, list | tuple) and len(value) == len(bounds) and all(
        bound(item) for bound, item in zip(bounds, value, strict=True))


def table(key: Bound, value: Bound, needs: Collection[Any] = ()) -> Bound:
    """A dict, and the keys that it must have."""
    return lambda held: isinstance(held, dict) and len(held) <= LONGEST and all(
        key(k) and value(v) for k, v in held.items()) and all(k in held for k in needs)


def parts(**fields: Bound) -> Bound:
    """A value of several fields."""
    return lambda value: all(
        hasattr(value, name) and bound(getattr(value, name)) for name, bound in fields.items())


def rule_number(value: Any) -> bool:
    """The number of a rule, or none."""
    return isinstance(value, str) and re.fullmatch(r"[\w.-]{0,24}", value) is not None


def nothing(value: Any) -> bool:
    """Only in views: a whole position has none of it."""
    return not value


def flag(value: Any) -> bool:
    return isinstance(value, bool)


def loose(value: Any) -> bool:
    """Nobody said: anything that is not monstrous."""
    if isinstance(value, int):
        return value.bit_length() <= LONGEST
    if isinstance(value, str):
        return len(value) <= LONGEST
    if isinstance(value, dict):
        return len(value) <= LONGEST and all(map(loose, (*value, *value.values())))
    if isinstance(value, list | tuple | set):
        return len(value) <= LONGEST and all(map(loose, value))
    if isinstance(value, msgspec.Struct):
        return all(map(loose, msgspec.structs.astuple(value)))
    return value is None


# -- looking -----------------------------------------------------------------------------------


def beyond(bounds: Bounds, state: State, sides: Collection[str]) -> list[str]:
    """The fields that hold what cannot be, by name; those of steps as ``Step.field``."""
    found = [name for name in state.__struct_fields__
             if name not in ("stack", "decisions_made")
             and not bounds.state.get(name, loose)(getattr(state, name))]
    if not 0 <= state.decisions_made < 1 << 31:
        found.append("decisions_made")
    return [*found, *_beyond_stack(bounds, state.stack, sides)]


def _beyond_stack(bounds: Bounds, stack: tuple[Any, ...], sides: Collection[str]) -> Iterator[str]:
    if len(stack) > DEEPEST:
        yield "stack"
        return
    for step in stack:
        if isinstance(step, Together):
            yield from _beyond_together(bounds, step, sides)
        else:
            yield from _beyond_step(bounds, step)
    if stack and not stack[-1].waits:  # play would never go on
        yield type(stack[-1]).__name__


def _beyond_step(bounds: Bounds, step: Step) -> Iterator[str]:
    kind = type(step).__name__
    for name, value in msgspec.structs.asdict(step).items():
        if not bounds.of_step(kind, name)(value):
            yield f"{kind}.{name}"


def _beyond_together(
    bounds: Bounds, together: Together, sides: Collection[str]
) -> Iterator[str]:
    """Each side once, its steps such as ask it and roll nothing; somebody has not finished."""
    who = [branch.side for branch in together.branches]
    if len(set(who)) < len(who) or not set(who) <= set(sides):
        yield "Together.branches"
    if not any(branch.stack for branch in together.branches):
        yield "Together.stack"
    for branch in together.branches:
        yield from _beyond_branch(bounds, branch)


def _beyond_branch(bounds: Bounds, branch: Branch) -> Iterator[str]:
    if not isinstance(branch.made, int) or not 0 <= branch.made < 1 << 31:
        yield "Branch.made"
    for stack in (branch.start, branch.stack):
        if len(stack) > DEEPEST or any(isinstance(step, Together) for step in stack):
            yield "Branch.stack"
            return
        if stack and not asks(stack[-1], branch.side):
            yield "Branch.stack"
        for step in stack:
            yield from _beyond_step(bounds, step)


def asks(step: Step, side: str) -> bool:
    """Whether a step of a branch asks, and asks the side whose branch it is."""
    named = getattr(step, "owner", None) or getattr(step, "who", side)
    return hasattr(step, "choices") and named == side
