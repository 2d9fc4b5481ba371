"""Sets up positions of Across the Narva in a few readable lines.

::

    t = table(turn=9).put("2626", "151G", "162G-").put("2527", "46R")
    t.acting("german", "151G").ask(MovementSegment())
    t.do("move 151G to 2625")
    assert t.where("151G") == "2625"
    assert t.refused("move 162G").rule == "narva:4.0.A"

A code with ``-`` behind it is put down reduced.
"""

from collections.abc import Collection
from fractions import Fraction
from functools import cache
from typing import Any

import grognard
from grognard.core.actions import Action
from grognard.core.events import Event
from grognard.core.rulings import Ruling
from grognard.core.sides import CHANCE
from grognard.core.steps import Step
from grognard.records import Playthrough
from grognard.rules.narva.game import Narva
from grognard.rules.narva.points import POINT
from grognard.rules.narva.state import DISPLACED, ELIMINATED, GONE, TRACK, NarvaState
from grognard.rules.narva.ways import march

OFF_MAP = {ELIMINATED: "eliminated", TRACK: "track", GONE: "gone", DISPLACED: "displaced"}


def narva(scenario: str = "campaign", fog: bool = False) -> Narva:
    return _loaded(scenario, fog)


@cache
def _loaded(scenario: str, fog: bool) -> Narva:
    game = grognard.load("narva", scenario, {"fog": fog})
    assert isinstance(game, Narva)
    return game


class Table:
    """A position being set up, then played."""

    def __init__(self, game: Narva, state: NarvaState) -> None:
        self.game = game
        self._state = state
        self._play: Playthrough | None = None
        self.events: list[Event] = []

    @property
    def state(self) -> NarvaState:
        state = self._play.state if self._play else self._state
        assert isinstance(state, NarvaState)
        return state

    @property
    def play(self) -> Playthrough:
        assert self._play is not None, "ask() or start() first"
        return self._play

    # -- setting up ---------------------------------------------------------------------------

    def put(self, hex: str, *codes: str) -> "Table":
        """Place units in a hex, the last one on top."""
        for code in codes:
            unit = self.unit(code.removesuffix("-"))
            row = self.game.units[unit]
            self.state.steps[unit] = row.steps - (1 if code.endswith("-") else 0)
            self.state.place(self.game, unit, self.hex(hex))
        return self

    def off(self, place: int, *codes: str) -> "Table":
        """Put units off the map: ELIMINATED, TRACK ..."""
        for code in codes:
            self.state.place(self.game, self.unit(code), place)
            if place == ELIMINATED:
                self.state.steps[self.unit(code)] = 0
        return self

    def supply(self, value: int, *codes: str) -> "Table":
        for code in codes:
            self.state.supply[self.unit(code)] = value
        return self

    def pin(self, *codes: str) -> "Table":
        self.state.pinned |= self.units(*codes)
        return self

    def acting(self, side: str, *codes: str) -> "Table":
        """The side acts and these units are activated to move and to fight."""
        self.state.acting = side
        self.state.active = self.units(*codes)
        self.state.fighters = self.units(*codes) & ~self.game.hqs
        return self

    def cup(self, **chits: int) -> "Table":
        """Only these chits are in the cup; write ``_26=2`` for chits that begin with a digit."""
        self.state.cup = [0] * len(self.game.chits)
        for code, count in chits.items():
            self.state.cup[self.game.chit[code.removeprefix("_")]] = count
        return self

    # -- playing ------------------------------------------------------------------------------

    def ask(self, *steps: Step, automatic: Collection[grognard.Automation] = ()) -> "Table":
        """Begin with these steps, the first one first; nothing is automatic unless asked for."""
        self._state.stack = steps[::-1]
        self.game._settle(self._state)
        self.events += self._state.news
        self._state.news = []
        self._play = Playthrough(self.game, seed=1, automations=automatic, state=self._state)
        return self

    def do(self, text: str, side: str | None = None) -> "Table":
        """Carry out a compound for the side that is asked (or the one given)."""
        before = len(self.play.log)
        self.play.do(side or self.asked(), text)
        self._hear(before)
        return self

    def roll(self, *dice: int | str) -> "Table":
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

    def offers(self, kind: str) -> set[str]:
        """What is offered for a kind of action, in notation."""
        domain = self.game.space.domains[kind]
        choices = self.play.offers(self.asked()).choices.get(kind, ())
        return {domain.text(arg) or kind for arg in choices}

    def where(self, code: str) -> str:
        """Label of the unit's hex, or where off the map it is."""
        hex = self.state.at[self.unit(code)]
        return self.game.grid.label(hex) if hex >= 0 else OFF_MAP[hex]

    def steps(self, code: str) -> int:
        return self.state.steps[self.unit(code)]

    def cost(self, code: str, hex: str) -> Fraction | int | None:
        """Movement points that a march of the unit to the hex takes; None if it is out of reach."""
        unit = self.unit(code)
        found = march(self.game, self.state, unit, self.state.at[unit]).get(self.hex(hex))
        return None if found is None else Fraction(found, POINT)

    def heard(self, event: str) -> list[Event]:
        """Events of this id so far."""
        return [e for e in self.events if e.id == event]

    def unit(self, code: str) -> int:
        return self.game.number[code]

    def units(self, *codes: str) -> int:
        return sum(1 << self.unit(code) for code in codes)

    def hex(self, label: str) -> int:
        return self.game.grid.hex(label)

    def action(self, text: str) -> Action:
        (action,) = self.game.space.parse(text)
        return action


def table(scenario: str = "campaign", *, turn: int = 1, fog: bool = False) -> Table:
    """An empty map in the given turn; everybody is off the map."""
    game = narva(scenario, fog)
    state = game.new_state()
    for unit, hex in enumerate(state.at):
        if hex >= 0:
            state.place(game, unit, GONE)
        state.at[unit] = GONE
        state.steps[unit] = game.units[unit].steps
    state.news, state.due, state.soviet_held = [], [], 0
    state.turn = turn
    state.cache.clear()
    return Table(game, state)


def start(scenario: str = "campaign", *, fog: bool = False) -> Table:
    """The real set-up, nothing automatic."""
    game = narva(scenario, fog)
    t = Table(game, game.new_state())
    return t.ask(*t.state.stack[::-1])
