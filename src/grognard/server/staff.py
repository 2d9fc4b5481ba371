"""The staff: thinks for players who ask, beside the table, one thing at a time.

What it thinks about is a view, taken under the lock; thinking itself needs none. Every answer is
kept until it is another question, so asking again costs nothing.
"""

from collections import OrderedDict
from collections.abc import Callable
from random import Random
from threading import Lock
from typing import Any

from anyio import CapacityLimiter, to_thread

from grognard.ai.hints import Hint, has_staff, hints
from grognard.core.actions import Action
from grognard.core.game import Game, View
from grognard.server.problems import Problem
from grognard.server.wire.staff import Hints, StaffHint, Step
from grognard.server.wording import Wording

THINKERS = 1
"""Questions that are thought about at the same time; further ones wait their turn."""
KEPT = 64
"""Answers that are kept."""

Seat = tuple[str, str]
"""A game and a side of it."""


class Staff:
    """Answers seats; each may have one question open."""

    def __init__(self) -> None:
        self._limiter: CapacityLimiter | None = None
        self._open: set[tuple[str, Seat]] = set()
        self._kept: OrderedDict[Any, Any] = OrderedDict()
        self._lock = Lock()

    async def asked(self, what: str, seat: Seat, about: Any, think: Callable[[], Any]) -> Any:
        """An answer that is kept for as long as it is about the same; raises ``staff-busy``."""
        key, mine = (what, seat, about), (what, seat)
        with self._lock:
            if key in self._kept:
                return self._kept[key]
            if mine in self._open:
                raise Problem(429, "staff-busy")
            self._open.add(mine)
        try:
            self._limiter = self._limiter or CapacityLimiter(THINKERS)
            found = await to_thread.run_sync(think, limiter=self._limiter)
        finally:
            with self._lock:
                self._open.discard(mine)
        self._keep(key, found)
        return found

    def _keep(self, key: Any, found: Any) -> None:
        with self._lock:
            self._kept[key] = found
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)


def think(game: Game[Any], view: View[Any]) -> list[Hint]:
    """Always with the same luck, so that no hint flickers; nothing where nobody is asked."""
    asked = game.decisions(game.imagine(view, Random(0)))
    return hints(game, view, Random(0)) if view.side in asked else []


def told(game: Game[Any], language: str, seq: int, found: list[Hint]) -> Hints:
    words = Wording(game, language)
    return Hints(seq=seq, staff=has_staff(game), hints=[_hint(words, hint) for hint in found])


def _hint(words: Wording, hint: Hint) -> StaffHint:
    return StaffHint(
        act=" ".join(map(words.game.space.text, hint.line)),
        line=[_step(action) for action in hint.line],
        sentence=words.say(hint.says),
        units=hint.units,
        hexes=hint.hexes,
    )


def _step(action: Action) -> Step:
    return Step(kind=action.kind, arg=action.arg)
