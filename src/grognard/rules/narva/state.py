"""A position of Across the Narva."""

from typing import TYPE_CHECKING, Annotated

from grognard.core.placing import Placement
from grognard.core.visibility import OPEN, SECRET, Flag, Number, PerUnit, UnitSet, Word
from grognard.hexes import HexSet

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

SUPPLIED, OUT_OF_SUPPLY, ISOLATED = 0, 1, 2
READY, REFIT, GROUNDED = 0, 1, 2


class NarvaState(Placement, kw_only=True):
    """Lists are indexed by unit, chit kind or air unit number; sets are bit sets."""

    turn: Number = 1
    at: Annotated[list[int], PerUnit(UNSEEN)] = []
    """Hex of each unit, or one of the places above."""
    veiled: Annotated[dict[int, int], SECRET] = {}
    """How many units of a stack are not seen: only in what a side may know (2.1.3.A)."""
    steps: Annotated[bytes, PerUnit(0)] = b""
    """Steps left; headquarters have none."""
    supply: Annotated[list[int], PerUnit(SUPPLIED)] = []
    pinned: UnitSet = 0
    arrives: Annotated[list[int], OPEN] = []
    """Turn of arrival of units on the track."""
    entries: Annotated[list[str], OPEN] = []
    """Entry letter of units on the track."""
    rerouted: Annotated[int, OPEN] = 0
    """Units on the track (8.4.B)."""
    displaced_from: Annotated[dict[int, int], OPEN] = {}
    """The hex that each displaced headquarters was driven from (11.1.3.A)."""

    # Chits (2.3-2.5), by kind.
    cup: Annotated[list[int], OPEN] = []
    tracks: Annotated[dict[str, tuple[int, ...]], OPEN] = {}
    """Chits on each side's activation track, in the order drawn (2.2.5)."""
    spent: Annotated[list[int], OPEN] = []
    """Drawn this turn and on no track: action chits, and command chits over the cap (2.3.D)."""
    due: Annotated[list[tuple[int, int]], OPEN] = []
    """(turn, chit kind): enters the cup in that turn's reinforcement phase."""
    withdrawals: Annotated[list[tuple[int, int]], OPEN] = []
    """(turn, chit kind): the withdrawal chit takes effect in that reinforcement phase."""
    supply_chit_waits: Flag = False
    """2.5.6: the next 2nd Shock chit played is burnt."""
    last_hq: Annotated[dict[str, int], OPEN] = {}
    """The headquarters of each side activated last; -1 if none is barred (4.1.2)."""
    strachwitz_used: Flag = False
    shock_drawn: Flag = False
    """A 2nd Shock chit was played this turn: the 260th brigade has acted (8.6.D.1)."""

    # The activation that runs now; all cleared when it ends.
    acting: Word = ""
    """The side that moves and attacks now (4.1.1.C)."""
    active: UnitSet = 0
    """Units that may move in this activation."""
    fighters: UnitSet = 0
    """Units that may attack in this activation."""
    moved: UnitSet = 0
    fought: UnitSet = 0
    ferried: Number = 0
    """Ferry hexsides used, by number in ``game.ferries``."""
    attacked: HexSet = 0
    """Hexes attacked in this combat segment (9.0.D)."""
    cancelled: HexSet = 0
    """Those of them whose attack fog let begin and the reveal ended (9.3.2.A)."""
    revealed: HexSet = 0
    """Stacks open to both sides while a combat is worked out (2.1.3.A)."""
    barraged: HexSet = 0
    """Hexes barraged in this barrage action (2.5.1.1.D)."""

    air: Annotated[list[int], OPEN] = []
    no_flying: Flag = False
    """Event 6."""
    defences: Annotated[list[int], OPEN] = []
    """Boxes below the top, for Nordland and Nederland (11.3)."""
    soviet_held: HexSet = 0
    """Victory hexes that the Soviets control (13.2.A)."""
    late_thaw: Flag = False
    """Event 11 by turn 7."""
    winner: Word = ""
    level: Word = ""
    ending: Word = ""

    # -- writes: every change of place goes through here so that derived sets stay true --------

    def place(self, game: "Narva", unit: int, hex: int) -> None:
        """Put a unit on top of a hex, or off the map."""
        ordered = None
        if hex >= 0 and game.fog:
            others = (other for other in self.stacks.get(hex, ()) if other != unit)
            ordered = game.in_order(self, (*others, unit))
        self.put(unit, hex, ordered)
        if hex >= 0:
            game.pass_through(self, unit, hex)
        else:
            self.pinned &= ~(1 << unit)

    def set_steps(self, unit: int, steps: int) -> None:
        """A step lost or won back can end or begin a zone of control."""
        self.steps = self.steps[:unit] + bytes((steps,)) + self.steps[unit + 1:]

    def end_activation(self) -> None:
        self.acting = ""
        self.active = self.fighters = self.moved = self.fought = self.ferried = 0
        self.attacked = self.cancelled = self.barraged = 0

    def lay_on_track(self, side: str, chit: int) -> None:
        """Put a chit into the side's first empty box (4.1.1.C)."""
        self.tracks[side] = (*self.tracks[side], chit)

    # -- questions -------------------------------------------------------------------------

    def activations(self, side: str) -> int:
        """Boxes that the side has filled this turn (2.3.D)."""
        return len(self.tracks[side])

    def occupied(self, game: "Narva", side: str) -> HexSet:
        """Hexes with any unit of the side."""
        return self.hexes_of(game.units_of[side])

    def combat_hexes(self, game: "Narva", side: str) -> HexSet:
        """Hexes with a combat unit of the side."""
        return self.hexes_of(game.combat_units_of[side])

    def lone_hqs(self, game: "Narva", side: str) -> HexSet:
        """Hexes with headquarters of the side and no combat unit (6.3.B.2)."""
        return self.occupied(game, side) & ~self.combat_hexes(game, side)

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
        late = self.late_thaw and self.turn == game.late_thaw_turn  # event 11
        return game.turns[self.turn].frozen or late
