"""A bot in a seat: told who it is, what happens and what time it has; then asked.

Only `choose` is needed of a bot, and a plain function will do. One that has `begin` learns what it
plays and by which clock; one that has `notice` hears every event that its side may see; one that
has a `belief` is asked about worlds that fit it.
"""

from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter
from typing import Any, Protocol, TypeAlias, runtime_checkable

from grognard.ai.bots import Bot, decision_of
from grognard.core.actions import Action
from grognard.core.belief import Belief
from grognard.core.events import Event
from grognard.core.game import Decision, Game, View
from grognard.core.sides import Side
from grognard.records import Playthrough

Clock: TypeAlias = Callable[[], float]
"""Tells the seconds; only differences count."""
Chooser: TypeAlias = Callable[[View[Any], Decision], Action]
"""The plainest bot."""


@runtime_checkable
class Begins(Protocol):
    """Wants to know what it plays; called again where a play was taken back."""

    def begin(self, game: Game[Any], side: Side, clock: Clock) -> None: ...


@runtime_checkable
class Notices(Protocol):
    """Wants to hear what happens, as far as its side may see it."""

    def notice(self, events: Sequence[Event]) -> None: ...


class Mind:
    """A bot that plays one side of one play."""

    def __init__(
        self, player: Bot | Chooser, luck: Random | None = None, clock: Clock = perf_counter
    ) -> None:
        self.player, self._luck, self._clock = player, luck or Random(), clock
        self._heard: int | None = None
        """How many entries of the log were told, and the last of them."""
        self._last: Any = None

    def __repr__(self) -> str:
        return f"<Mind of {self.player!r}>"

    def follow(self, play: Playthrough[Any], side: Side) -> None:
        """Tell the bot what happened since; from the beginning, if something was taken back."""
        if self._heard is None or not self._holds(play):
            self._heard = 0
            self._begin(play.game, side)
            self._notice(play.opening, side)
        for entry in play.log[self._heard:]:
            self._notice(entry.events, side)
        self._heard = len(play.log)
        self._last = play.log[-1] if play.log else None

    def _holds(self, play: Playthrough[Any]) -> bool:
        heard = self._heard or 0
        return not heard or (len(play.log) >= heard and play.log[heard - 1] is self._last)

    def _begin(self, game: Game[Any], side: Side) -> None:
        if isinstance(self.player, Begins):
            self.player.begin(game, side, self._clock)

    def _notice(self, events: Sequence[Event], side: Side) -> None:
        seen = [event for event in events if event.visible_to(side)]
        if seen and isinstance(self.player, Notices):
            self.player.notice(seen)

    def choose(self, game: Game[Any], view: View[Any]) -> Action:
        """What the bot wants, asked about a world that fits the view and its belief."""
        belief: Belief | None = getattr(self.player, "belief", None)
        decision = decision_of(game, view, self._luck, belief)
        ask: Any = getattr(self.player, "choose", self.player)
        found: Action = ask(view, decision)
        return found
