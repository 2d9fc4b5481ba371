"""The past of a play, so that one can stop anywhere in it."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Any

from grognard.core.events import Event
from grognard.core.sides import CHANCE, Side
from grognard.records import Entry, Playthrough

EVERY = 32
"""Entries between two states that are kept at hand."""


class Film:
    """The past of a play; states on the way are worked out again from the nearest kept one."""

    def __init__(self, play: Playthrough) -> None:
        self.play = play
        self._kept: list[tuple[int, Any]] = [(0, play.opening_state)]
        self._log: list[Entry] = []

    @property
    def kept(self) -> int:
        """How many states are kept at hand."""
        return len(self._kept)

    def refresh(self) -> None:
        """After an undo the past is another: forget the states that are no longer part of it."""
        pairs = zip(self.play.log, self._log, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
        self._kept = [(at, state) for at, state in self._kept if at <= same]
        self._log = list(self.play.log)

    def state(self, entries: int) -> Any:
        """The state after so many entries of the log."""
        return next(self.states([entries]))

    def states(self, counts: Iterable[int]) -> Iterator[Any]:
        """The states after each of these counts of entries, which grow; look, do not touch."""
        counts = list(counts)
        index = bisect_right(self._kept, counts[0], key=lambda kept: kept[0]) - 1
        at, state = self._kept[index][0], self._kept[index][1].copy()
        for count in counts:
            while at < count:
                self._follow(state, at)
                at += 1
            yield state

    def _follow(self, state: Any, number: int) -> None:
        if number % EVERY == 0 and number > self._kept[-1][0]:
            self._kept.append((number, state.copy()))
        entry = self._log[number]
        self.play.game.apply(state, entry.side, entry.act)

    def stops(self, side: Side) -> list[int]:
        """After how many entries each stop comes: where the side did or saw something."""
        return [0, *(n for n, entry in enumerate(self._log, 1) if _noticed(entry, side))]

    def events(self, side: Side, start: int, stop: int) -> list[tuple[Side, Event]]:
        """What a side saw happen between two counts of entries."""
        told = [(CHANCE, event) for event in self.play.opening] if stop == 0 else []
        told += [(e.side, event) for e in self._log[start:stop] for event in e.events]
        return [(party, event) for party, event in told if event.visible_to(side)]


def _noticed(entry: Entry, side: Side) -> bool:
    return entry.side == side or any(event.visible_to(side) for event in entry.events)
