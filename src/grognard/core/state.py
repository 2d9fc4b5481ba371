"""One point in one play: plain data, cheap to copy."""

from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, Self, TypeVar, get_origin, get_type_hints

import msgspec

from grognard.core.events import Event
from grognard.core.sides import Side
from grognard.core.steps import Step
from grognard.core.visibility import OPEN, fields_of

T = TypeVar("T")
S = TypeVar("S", bound="State")


class State(msgspec.Struct, dict=True):
    """Base of every rule book's state.

    Fields are numbers, texts, tuples, and flat lists, dicts or sets of these, each with a
    default and with who may know it (``core.visibility``): ``copy`` copies one level. Three
    things ride along and are no part of the data: ``news``, the events since somebody last
    asked, ``cache``, where derived values are kept, and ``offered``, what the question on top
    was found to offer when it was put there.

    >>> State()
    <State after 0 decisions: over>
    """

    stack: tuple[Any, ...] = ()
    """The sequence of play: the last step is the one that acts or asks now."""
    decisions_made: int = 0

    def __post_init__(self) -> None:
        self.news: list[Event] = []
        self.cache: dict[Any, Any] = {}
        self.offered: tuple[Step, Any] | None = None

    def copy(self) -> Self:
        new: Self = self.__copy__()  # type: ignore[attr-defined]  # faster than copy.copy
        for name in _containers(type(self)):
            setattr(new, name, getattr(self, name).copy())
        new.news, new.offered = [], None
        new.cache = self.cache.copy()
        return new

    def derive(self, name: Hashable, work: Callable[..., T], game: Any, *inputs: Any) -> T:
        """A value worked out from nothing but the game and these inputs, and kept with them.

        ``work`` never sees the state, so what a derived value depends on is what stands in the
        call; while the inputs come out the same, so does the value, whatever else was written.
        """
        kept = self.cache.get(name)
        if kept is not None and kept[0] == inputs:
            value: T = kept[1]
            return value
        value = work(game, *inputs)
        self.cache[name] = inputs, value
        return value

    def __repr__(self) -> str:
        top = type(self.stack[-1]).__name__ if self.stack else "over"
        return f"<{type(self).__name__} after {self.decisions_made} decisions: {top}>"

    def push(self, *steps: Step) -> None:
        """Put steps on the stack so that the first one given acts first."""
        self.stack += steps[::-1]

    def tell(self, event: Event) -> None:
        self.news.append(event)


@cache
def _containers(cls: type[State]) -> tuple[str, ...]:
    """The fields that a copy must not share."""
    hints = get_type_hints(cls)
    return tuple(
        field for field in cls.__struct_fields__
        if (get_origin(hints[field]) or hints[field]) in (list, dict, set)
    )


def known_to(state: S, side: Side, hidden: int) -> S:
    """A copy with nothing in it that the side may not know, by what the fields declare."""
    known, blank = state.copy(), type(state)()
    for name, visibility in fields_of(type(state)).items():
        if visibility is not OPEN:
            value = visibility.known(getattr(known, name), side, hidden, getattr(blank, name))
            setattr(known, name, value)
    shown = (step.shown(side, hidden) for step in state.stack)
    known.stack = tuple(step for step in shown if step is not None)
    known.cache = {}
    return known
