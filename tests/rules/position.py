"""What the tables of all rule tests share: act in notation, read rulings, hear events."""

from collections.abc import Collection
from typing import Any, Generic, Self, TypeVar

import grognard
from grognard.core.events import Event
from grognard.core.game import Game
from grognard.core.rulings import Ruling
from grognard.core.sides import CHANCE
from grognard.core.state import State
from grognard.core.steps import Step
from grognard.records import Playthrough

G = TypeVar("G", bound=Game[Any])
S = TypeVar("S", bound=State)


class Position(Generic[G, S]):
    """A position being set up, then played."""

    def __init__(self, game: G, state: S) -> None:
        self.game = game
        self._state = state
        self._play: Playthrough | None = None
        self.events: list[Event] = []

    @property
    def state(self) -> S:
        found: S = self._play.state if self._play else self._state
        return found

    @property
    def play(self) -> Playthrough:
        assert self._play is not None, "ask() first"
        return self._play

    # -- playing ------------------------------------------------------------------------------

    def ask(self, *steps: Step, automatic: Collection[grognard.Automation] = ()) -> Self:
        """Begin with these steps, the first one first; nothing is automatic unless asked for."""
        self._state.stack = steps[::-1]
        self.game._settle(self._state)
        self.events += self._state.news
        self._state.news = []
        self._play = Playthrough(self.game, seed=1, automations=automatic, state=self._state)
        return self

    def do(self, text: str, side: str | None = None) -> Self:
        """Carry out a compound for the side that is asked (or the one given)."""
        before = len(self.play.log)
        self.play.do(side or self.asked(), text)
        self._hear(before)
        return self

    def roll(self, *dice: int | str) -> Self:
        """The dice show this, or this chit is drawn."""
        before = len(self.play.log)
        drawn = dice[0] if isinstance(dice[0], str) else tuple(dice)
        self.play.do(CHANCE, drawn)  # type: ignore[arg-type]
        self._hear(before)
        return self

    def _hear(self, before: int) -> None:
        self.events += [event for entry in self.play.log[before:] for event in entry.events]

    # -- looking ------------------------------------------------------------------------------

    def asked(self) -> str:
        """The side that must choose now."""
        (side,) = self.play.decisions
        return side

    def step(self) -> Any:
        """The step that waits now; None at the end of what was asked."""
        return self.state.stack[-1] if self.state.stack else None

    def refused(self, text: str, side: str | None = None) -> Ruling:
        """The ruling that refuses the action; fails if it is allowed."""
        ruling = self.play.check(side or self.asked(), text)
        assert not ruling.allowed, f"{text!r} is allowed"
        return ruling

    def allowed(self, text: str, side: str | None = None) -> bool:
        return self.play.check(side or self.asked(), text).allowed

    def offers(self, kind: str, side: str | None = None) -> set[str]:
        """What is offered for a kind of action, in notation."""
        domain = self.game.space.domains[kind]
        choices = self.play.offers(side or self.asked()).choices.get(kind, ())
        return {domain.text(arg) or kind for arg in choices}

    def heard(self, event: str) -> list[Event]:
        """Events of this id so far."""
        return [e for e in self.events if e.id == event]
