"""Sets up positions of EastFront in a few readable lines.

::

    t = table("s42").put("Kharkov", "41Pz:3", "5AK").put("Kursk", "3A:2")
    t.phase("axis", "movement").ask(MovementPhase())
    t.do("order 41Pz to Kursk over Kharkov")

``41Pz:3`` is put down with 3 CV; without a number at its maximum.
"""

from functools import cache

import grognard
from grognard.rules.eastfront.control import fix_control
from grognard.rules.eastfront.data import AXIS
from grognard.rules.eastfront.game import EastFront
from grognard.rules.eastfront.state import FUTURE, GONE, POOL, TIED, EastFrontState
from tests.rules.position import Position

OFF_MAP = {POOL: "pool", FUTURE: "future", GONE: "gone", TIED: "tied"}


@cache
def eastfront(scenario: str = "s42", **options: bool | str) -> EastFront:
    game = grognard.load("eastfront", scenario, dict(options))
    assert isinstance(game, EastFront)
    return game


class Table(Position[EastFront, EastFrontState]):
    """A position of EastFront."""

    # -- setting up ---------------------------------------------------------------------------

    def put(self, hex: str, *blocks: str) -> "Table":
        """Place blocks in a hex."""
        for block in blocks:
            code, _, cv = block.partition(":")
            unit = self.unit(code)
            self.state.cv[unit] = int(cv) if cv else self.game.units[unit].max_cv
            self.state.place(unit, self.hex(hex))
        return self

    def off(self, place: int, *codes: str) -> "Table":
        for code in codes:
            self.state.place(self.unit(code), place)
            self.state.cv[self.unit(code)] = 0
        return self

    def battle(self, hex: str, attacker: str) -> "Table":
        """The hex is a battle that this side began in an earlier turn."""
        self.state.attackers[self.hex(hex)] = attacker
        return self

    def held(self, side: str, *hexes: str) -> "Table":
        """Vacant hexes that the side controlled last."""
        for label in hexes:
            bit = 1 << self.hex(label)
            self.state.last_axis = (self.state.last_axis | bit if side == AXIS
                                    else self.state.last_axis & ~bit)
        return self

    def weather(self, east: str, west: str = "dry") -> "Table":
        self.state.east, self.state.west = east, west
        return self

    def phase(self, side: str, phase: str) -> "Table":
        """It is the side's turn; control is fixed now (8.1)."""
        self.state.phasing, self.state.phase = side, phase
        fix_control(self.game, self.state)
        return self

    def active(self, *codes: str, supreme_moves: int = 0) -> "Table":
        """HQs that are active."""
        self.state.active = self.units(*codes)
        self.state.face_up |= self.state.active
        self.state.supreme_moves = supreme_moves
        return self

    # -- looking ------------------------------------------------------------------------------

    def where(self, code: str) -> str:
        hex = self.state.at[self.unit(code)]
        return self.game.grid.label(hex) if hex >= 0 else OFF_MAP.get(hex, str(hex))

    def cv(self, code: str) -> int:
        return self.state.cv[self.unit(code)]

    def unit(self, code: str) -> int:
        return self.game.number[code]

    def units(self, *codes: str) -> int:
        return sum(1 << self.unit(code) for code in codes)

    def hex(self, label: str) -> int:
        return self.game.grid.hex(label)


def table(scenario: str = "s42", **options: bool | str) -> Table:
    """An empty map in the scenario's first fortnight, divided by its start line, dry weather."""
    game = eastfront(scenario, **options)
    state = game.new_state()
    state.at = [GONE] * len(game.units)
    state.stacks, state.attackers, state.stack = {}, {}, ()
    state.cache.clear()
    return Table(game, state)
