"""States as JSON and back. Steps are named by their class; the rule book's packages own them.

Whole numbers of more than 64 bits, the sets of hexes of a large map, are written in base 16:
a decimal text may not be that long.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import chain
from typing import Any, TypeVar

import msgspec

from grognard.core.errors import OldPosition
from grognard.core.state import State
from grognard.core.steps import Branch, Step, Together

S = TypeVar("S", bound=State)

_MOST_BITS = 63
_LARGE = re.compile(r"-?0x[0-9a-f]+")


def encode_state(state: State, shape: Sequence[int] = ()) -> bytes:
    # Two steps, because JSON keys are texts and a state may be keyed by unit or hex.
    plain = msgspec.to_builtins(state, str_keys=True, order="deterministic")
    return msgspec.json.encode(_written({"shape": list(shape), **plain}))


def decode_state(
    state_type: type[S], packages: Iterable[str], data: bytes, shape: Sequence[int] = ()
) -> S:
    """Read a state; steps are looked up in the packages that the rule book declares."""
    raw = _read(msgspec.json.decode(data))
    if raw.pop("shape", None) != list(shape):
        raise OldPosition("its hexes are numbered in another way")
    stack = raw.pop("stack")
    state = msgspec.convert(raw, state_type, strict=False)
    steps = steps_of(tuple(packages))
    state.stack = tuple(_step(item, steps) for item in stack)
    return state


def _written(value: Any) -> Any:
    """The value with its largest numbers as texts."""
    if isinstance(value, dict):
        return value if _fits(value.values()) else {
            key: _written(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return value if _fits(value) else [_written(item) for item in value]
    if type(value) is int and value.bit_length() > _MOST_BITS:
        return hex(value)
    return value


def _fits(items: Collection[Any]) -> bool:
    """Whether these are small numbers, or rows of such: most of a state is, and stays as it is."""
    kinds = set(map(type, items))
    if kinds and kinds <= {list, tuple}:
        return _fits(list(chain.from_iterable(items)))
    return kinds <= {int} and (not items or (
        max(items).bit_length() <= _MOST_BITS >= min(items).bit_length()))


def _read(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _read(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_read(item) for item in value]
    if isinstance(value, str) and _LARGE.fullmatch(value):
        return int(value, 16)
    return value


def _step(raw: dict[str, Any], steps: dict[str, type[Step]]) -> Step:
    kind = Together if raw["type"] == "Together" else steps[raw["type"]]
    if issubclass(kind, Together):
        return kind(tuple(_branch(branch, steps) for branch in raw["branches"]))
    step: Step = msgspec.convert(raw, kind, strict=False)
    return step


def _branch(raw: dict[str, Any], steps: dict[str, type[Step]]) -> Branch:
    start, stack = (tuple(_step(step, steps) for step in raw[key]) for key in ("start", "stack"))
    return Branch(raw["side"], start, stack, raw["made"])


@cache
def steps_of(packages: tuple[str, ...]) -> dict[str, type[Step]]:
    """Every step that these packages define, by its name; those of later ones win."""
    for package in packages:
        import_module(package)
    return {cls.__name__: cls for package in packages for cls in _subclasses()
            if f"{cls.__module__}.".startswith(f"{package}.")}


def _subclasses() -> Iterator[type[Step]]:
    waiting: list[type[Step]] = [Step]
    while waiting:
        classes = waiting.pop().__subclasses__()
        waiting += classes
        yield from classes
