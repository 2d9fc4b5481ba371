"""Sets up positions of Across the Narva in a few readable lines.

::

    t = table(turn=9).put("2626", "151G", "162G-").put("2527", "46R")
    t.acting("german", "151G").ask(MovementSegment())
    t.do("move 151G to 2625")
    assert t.where("151G") == "2625"
    assert t.refused("move 162G").rule == "narva:4.0.A"

A code with ``-`` behind it is put down reduced.
"""

from fractions import Fraction
from functools import cache

import grognard
from grognard.core.actions import Action
from grognard.rules.narva.game import Narva
from grognard.rules.narva.paths import march
from grognard.rules.narva.points import POINT
from grognard.rules.narva.state import DISPLACED, ELIMINATED, GONE, TRACK, NarvaState
from tests.rules.position import Position

OFF_MAP = {ELIMINATED: "eliminated", TRACK: "track", GONE: "gone", DISPLACED: "displaced"}


def narva(scenario: str = "campaign", fog: bool = False, repeats: bool = False) -> Narva:
    return _loaded(scenario, fog, repeats)


@cache
def _loaded(scenario: str, fog: bool, repeats: bool) -> Narva:
    game = grognard.load("narva", scenario, {"fog": fog, "repeats": repeats})
    assert isinstance(game, Narva)
    return game


class Table(Position[Narva, NarvaState]):
    """A position of Across the Narva."""

    # -- setting up ---------------------------------------------------------------------------

    def put(self, hex: str, *codes: str) -> "Table":
        """Place units in a hex, the last one on top."""
        for code in codes:
            unit = self.unit(code.removesuffix("-"))
            row = self.game.units[unit]
            self.state.set_steps(unit, row.steps - (1 if code.endswith("-") else 0))
            self.state.place(self.game, unit, self.hex(hex))
        return self

    def off(self, place: int, *codes: str) -> "Table":
        """Put units off the map: ELIMINATED, TRACK ..."""
        for code in codes:
            self.state.place(self.game, self.unit(code), place)
            if place == ELIMINATED:
                self.state.set_steps(self.unit(code), 0)
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

    # -- looking ------------------------------------------------------------------------------

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

    def unit(self, code: str) -> int:
        return self.game.number[code]

    def units(self, *codes: str) -> int:
        return sum(1 << self.unit(code) for code in codes)

    def hex(self, label: str) -> int:
        return self.game.grid.hex(label)

    def action(self, text: str) -> Action:
        (action,) = self.game.space.parse(text)
        return action


def table(
    scenario: str = "campaign", *, turn: int = 1, fog: bool = False, repeats: bool = False
) -> Table:
    """An empty map in the given turn; everybody is off the map."""
    game = narva(scenario, fog, repeats)
    state = game.new_state()
    for unit, hex in enumerate(state.at):
        if hex >= 0:
            state.place(game, unit, GONE)
        state.at[unit] = GONE
        state.set_steps(unit, game.units[unit].steps)
    state.news, state.due, state.soviet_held = [], [], 0
    state.turn = turn
    state.cache.clear()
    return Table(game, state)


def start(scenario: str = "campaign", *, fog: bool = False) -> Table:
    """The real set-up, nothing automatic."""
    game = narva(scenario, fog)
    t = Table(game, game.new_state())
    return t.ask(*t.state.stack[::-1])
