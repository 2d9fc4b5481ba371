"""A position of Across the Narva."""

from typing import TYPE_CHECKING

from grognard.core.state import State
from grognard.hexes import HexSet, bits, pack
from grognard.rules.narva import held

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva

# Where a unit can be instead of on a hex.
ELIMINATED = -1
TRACK = -2
"""On the turn record track, to arrive as a reinforcement."""
GONE = -3
"""Withdrawn for good, or not in this scenario."""
DISPLACED = -4
"""A headquarters held off the map until it can be placed (11.1.3.A)."""

UNSEEN = -5
"""On the map under an enemy stack: only in what a side may know (2.1.3)."""

LEFT_THE_GAME = -1
"""In a box of an activation track: the box stays used, its chit is out of the game."""

MANY = 24
"""From so many units on it is quicker to look through the stacks than for each unit."""

SUPPLIED, OUT_OF_SUPPLY, ISOLATED = 0, 1, 2
READY, REFIT, GROUNDED = 0, 1, 2


class NarvaState(State, kw_only=True):
    """Lists are indexed by unit, chit kind or air unit number; sets are bit sets."""

    turn: int = 1
    at: list[int] = []
    """Hex of each unit, or one of the places above."""
    stacks: dict[int, tuple[int, ...]] = {}
    """Units in each occupied hex, the top one last (2.1.3.B)."""
    veiled: dict[int, int] = {}
    """How many units of a stack are not seen: only in what a side may know (2.1.3.A)."""
    steps: list[int] = []
    """Steps left; headquarters have none."""
    supply: list[int] = []
    pinned: int = 0
    """Units."""
    arrives: list[int] = []
    """Turn of arrival of units on the track."""
    entries: list[str] = []
    """Entry letter of units on the track."""
    rerouted: int = 0
    """Units (8.4.B)."""
    displaced_from: dict[int, int] = {}
    """The hex that each displaced headquarters was driven from (11.1.3.A)."""

    # Chits (2.3-2.5), by kind.
    cup: list[int] = []
    tracks: dict[str, tuple[int, ...]] = {}
    """Chits on each side's activation track, in the order drawn (2.2.5)."""
    spent: list[int] = []
    """Drawn this turn and on no track: action chits, and command chits over the cap (2.3.D)."""
    due: list[tuple[int, int]] = []
    """(turn, chit kind): enters the cup in that turn's reinforcement phase."""
    withdrawals: list[tuple[int, int]] = []
    """(turn, chit kind): the withdrawal chit takes effect in that reinforcement phase."""
    supply_chit_waits: bool = False
    """2.5.6: the next 2nd Shock chit played is burnt."""
    last_hq: dict[str, int] = {}
    """The headquarters of each side activated last; -1 if none is barred (4.1.2)."""
    strachwitz_used: bool = False
    shock_drawn: bool = False
    """A 2nd Shock chit was played this turn: the 260th brigade has acted (8.6.D.1)."""

    # The activation that runs now; all cleared when it ends.
    acting: str = ""
    """The side that moves and attacks now (4.1.1.C)."""
    active: int = 0
    """Units that may move in this activation."""
    fighters: int = 0
    """Units that may attack in this activation."""
    moved: int = 0
    fought: int = 0
    ferried: int = 0
    """Ferry hexsides used, by number in ``game.ferries``."""
    attacked: HexSet = 0
    """Hexes attacked in this combat segment (9.0.D)."""
    revealed: HexSet = 0
    """Stacks open to both sides while a combat is worked out (2.1.3.A)."""
    barraged: HexSet = 0
    """Hexes barraged in this barrage action (2.5.1.1.D)."""

    air: list[int] = []
    no_flying: bool = False
    """Event 6."""
    defences: list[int] = []
    """Boxes below the top, for Nordland and Nederland (11.3)."""
    soviet_held: HexSet = 0
    """Victory hexes that the Soviets control (13.2.A)."""
    late_thaw: bool = False
    """Event 11 by turn 7."""
    winner: str = ""
    level: str = ""
    ending: str = ""

    # -- writes: every change of place goes through here so that derived sets stay true --------

    def place(self, game: "Narva", unit: int, hex: int) -> None:
        """Put a unit on top of a hex, or off the map."""
        old = self.at[unit]
        if old >= 0:
            rest = tuple(u for u in self.stacks[old] if u != unit)
            if rest:
                self.stacks[old] = rest
            else:
                del self.stacks[old]
        self.at[unit] = hex
        if hex >= 0:
            stack = (*self.stacks.get(hex, ()), unit)
            self.stacks[hex] = game.in_order(self, stack) if game.fog else stack
            game.pass_through(self, unit, hex)
        else:
            self.pinned &= ~(1 << unit)
        self.cache = held.after_move(game, self, unit)

    def end_activation(self) -> None:
        self.acting = ""
        self.active = self.fighters = self.moved = self.fought = self.ferried = 0
        self.attacked = self.barraged = 0

    def lay_on_track(self, side: str, chit: int) -> None:
        """Put a chit into the side's first empty box (4.1.1.C)."""
        self.tracks[side] = (*self.tracks[side], chit)

    # -- questions -------------------------------------------------------------------------

    def units_at(self, hex: int) -> tuple[int, ...]:
        return self.stacks.get(hex, ())

    def activations(self, side: str) -> int:
        """Boxes that the side has filled this turn (2.3.D)."""
        return len(self.tracks[side])

    def occupied(self, game: "Narva", side: str) -> HexSet:
        """Hexes with any unit of the side."""
        return held.occupied(game, self, side)

    def combat_hexes(self, game: "Narva", side: str) -> HexSet:
        """Hexes with a combat unit of the side."""
        return held.combat_hexes(game, self, side)

    def lone_hqs(self, game: "Narva", side: str) -> HexSet:
        """Hexes with headquarters of the side and no combat unit (6.3.B.2)."""
        return self.occupied(game, side) & ~self.combat_hexes(game, side)

    def hexes_of(self, units: int) -> HexSet:
        """The hexes in which those of the units that are on the map stand."""
        at, found = self.at, 0
        for unit in bits(units):
            if at[unit] >= 0:
                found |= 1 << at[unit]
        return found

    def on_map(self, units: int) -> int:
        """Those of the units that stand on a hex."""
        return units & held.standing(self)

    def units_in(self, hexes: HexSet, units: int) -> int:
        """Those of the units that stand in one of the hexes."""
        at, found = self.at, 0
        if units.bit_count() > MANY:
            return units & pack([unit for hex, stack in self.stacks.items()
                                 if hexes >> hex & 1 for unit in stack])
        for unit in bits(units):
            if at[unit] >= 0 and hexes >> at[unit] & 1:
                found |= 1 << unit
        return found

    def units_on(self, place: int) -> list[int]:
        """The units in one of the places off the map."""
        at, found, last = self.at, list[int](), -1
        for _ in range(at.count(place)):
            last = at.index(place, last + 1)
            found.append(last)
        return found

    def is_reduced(self, game: "Narva", unit: int) -> bool:
        return self.steps[unit] < game.units[unit].steps

    def attack(self, game: "Narva", unit: int) -> int:
        """Printed attack of the face that is up."""
        row = game.units[unit]
        return row.reduced_attack if self.steps[unit] < row.steps else row.attack

    def defence(self, game: "Narva", unit: int) -> int:
        row = game.units[unit]
        return row.reduced_defence if self.steps[unit] < row.steps else row.defence

    def frozen(self, game: "Narva") -> bool:
        """Whether major rivers and the winter trail are frozen this turn (6.2.1.C, 6.2.2.B)."""
        late = self.late_thaw and self.turn == game.limits.late_thaw_turn  # event 11
        return game.turns[self.turn].frozen or late

    def set_steps(self, unit: int, steps: int) -> None:
        """A step lost or won back can end or begin a zone of control."""
        self.steps[unit] = steps
        self.cache.clear()
