"""States as JSON and back. Steps are named by their class; the rule book's package owns them."""

import sys
from functools import cache
from typing import Any, TypeVar

import msgspec

from grognard.core.state import State
from grognard.core.steps import Branch, Step, Together

S = TypeVar("S", bound=State)


def encode_state(state: State) -> bytes:
    # Two steps, because JSON keys are texts and a state may be keyed by unit or hex.
    plain = msgspec.to_builtins(state, str_keys=True, order="deterministic")
    return msgspec.json.encode(plain)


def decode_state(state_type: type[S], module: str, data: bytes) -> S:
    """Read a state; steps are looked up in the package that the module belongs to."""
    raw = msgspec.json.decode(data)
    stack = raw.pop("stack")
    state = msgspec.convert(raw, state_type, strict=False)
    steps = _steps_of(module.rpartition(".")[0] or module)
    state.stack = tuple(_step(item, steps) for item in stack)
    return state


def _step(raw: dict[str, Any], steps: dict[str, type[Step]]) -> Step:
    kind = Together if raw["type"] == "Together" else steps[raw["type"]]
    if issubclass(kind, Together):
        return kind(tuple(_branch(branch, steps) for branch in raw["branches"]))
    return msgspec.convert(raw, kind, strict=False)


def _branch(raw: dict[str, Any], steps: dict[str, type[Step]]) -> Branch:
    start, stack = (tuple(_step(step, steps) for step in raw[key]) for key in ("start", "stack"))
    return Branch(raw["side"], start, stack, raw["made"])


@cache
def _steps_of(package: str) -> dict[str, type[Step]]:
    found: dict[str, type[Step]] = {}
    waiting: list[type[Step]] = [Step]
    while waiting:
        for cls in waiting.pop().__subclasses__():
            waiting.append(cls)
            if cls.__module__ == package or cls.__module__.startswith(package + "."):
                found[cls.__name__] = cls
    assert package in sys.modules
    return found
