"""A game of three turns on nine hexes, just large enough for every check to bite.

Each turn both sides lay a trap and name a guarded unit in secret, a chit decides who goes first,
and each side moves its two units or attacks with two dice. Whoever keeps more units wins.
"""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Annotated, Any, ClassVar

from grognard.core.actions import Action, Hexes, Nothing, Space, Units
from grognard.core.chance import Dice, Draw, Outcome
from grognard.core.events import Event
from grognard.core.game import Result, View
from grognard.core.maps import GameMap
from grognard.core.messages import Message
from grognard.core.odds import Fact, Odds
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer, Reason
from grognard.core.sides import Side
from grognard.core.state import State
from grognard.core.steps import Ask, Do, Roll, Sequence, Together
from grognard.core.visibility import BY_SIDE, OPEN, Number, UnitId
from grognard.hexes import Grid, Orientation, bits, pack, rectangle
from grognard.table import Piece, Table, TableGame

GRID = rectangle(Orientation.FLAT, columns=range(1, 4), rows=range(1, 4))
CODES = ("R1", "R2", "B1", "B2")
UNITS_OF = {"red": 0b0011, "blue": 0b1100}
ENEMY = {"red": "blue", "blue": "red"}
CHITS = ("red-chit", "blue-chit")
GONE = -1
UNKNOWN, NONE = -1, -2
TURNS = 3


class ToyState(State):
    """Where the units are, and what each side has chosen in secret."""

    turn: Number = 1
    at: Annotated[list[int], OPEN] = []
    moved: Annotated[int, OPEN] = 0
    trap: Annotated[dict[Side, int], BY_SIDE] = {}
    guard: Annotated[dict[Side, int], BY_SIDE] = {}
    free: Annotated[dict[Side, int], OPEN] = {}
    """Where a trap against each side can still lie, as far as that side can know."""
    bare: Annotated[int, OPEN] = 0
    """Units that cannot be guarded, as everybody knows."""
    shown: Annotated[int, OPEN] = 0
    """Units that turned out to be guarded this turn."""

    def alive(self, side: Side) -> int:
        return pack(unit for unit in bits(UNITS_OF[side]) if self.at[unit] != GONE)

    def occupied(self) -> int:
        return pack(hex for hex in self.at if hex != GONE)

    def adjacent(self, unit: int) -> int:
        return GRID.spread(1 << self.at[unit])


def _beside(grid: Grid, hexes: int) -> int:
    return grid.spread(hexes)


class Turn(Sequence, frozen=True):
    rule: ClassVar[str] = "1"

    def begin(self, game: "Toy", state: ToyState) -> None:
        state.moved = state.shown = 0
        state.bare = 0b1111 & ~state.alive("red") & ~state.alive("blue")
        state.trap = dict.fromkeys(UNITS_OF, NONE)
        state.guard = dict.fromkeys(UNITS_OF, NONE)
        state.free = dict.fromkeys(UNITS_OF, GRID.all & ~state.occupied())

    def finish(self, game: "Toy", state: ToyState) -> None:
        if state.turn < TURNS and state.alive("red") and state.alive("blue"):
            state.turn += 1
            state.push(Turn())


class SecretOrders(Do, frozen=True):
    rule: ClassVar[str] = "2"

    def run(self, game: "Toy", state: ToyState) -> None:
        state.push(Together.of(red=(LayTrap("red"), NameGuard("red")),
                               blue=(LayTrap("blue"), NameGuard("blue"))))


class Owned(Ask, frozen=True):
    """A decision of one side."""

    who: Side = ""

    def side(self, game: "Toy", state: ToyState) -> Side:
        return self.who


class LayTrap(Owned, frozen=True):
    rule: ClassVar[str] = "2.1"

    def choices(self, game: "Toy", state: ToyState) -> dict[str, Choices]:
        return {"trap": Among(GRID.all, Layer("occupied", "2.1", state.occupied()))}

    def take(self, game: "Toy", state: ToyState, kind: str, arg: int) -> None:
        state.trap[self.who] = arg
        state.tell(Event("laid", args={"side": self.who, "hex": arg}))


class NameGuard(Owned, frozen=True):
    rule: ClassVar[str] = "2.2"
    continues: ClassVar[bool] = True

    def choices(self, game: "Toy", state: ToyState) -> dict[str, Choices]:
        return {"guard": Among(state.alive(self.who), outside=("not-yours", "2.2"))}

    def take(self, game: "Toy", state: ToyState, kind: str, arg: int) -> None:
        state.guard[self.who] = arg


class DrawInitiative(Roll, frozen=True):
    rule: ClassVar[str] = "3"

    def chance(self, game: "Toy", state: ToyState) -> Draw:
        return Draw({0: 1, 1: 1}, CHITS)

    def take(self, game: "Toy", state: ToyState, outcome: Outcome) -> None:
        first = ("red", "blue")[outcome[0]]
        state.tell(Event("initiative", "3", {"side": first}))
        state.push(Move(first), Move(ENEMY[first]))


class Move(Owned, frozen=True):
    rule: ClassVar[str] = "4"

    def choices(self, game: "Toy", state: ToyState) -> dict[str, Choices]:
        own, enemy = state.alive(self.who), state.alive(ENEMY[self.who])
        stuck = pack(u for u in bits(own) if not state.adjacent(u) & ~state.occupied())
        apart = pack(u for u in bits(enemy) if not self.reach(state) >> state.at[u] & 1)
        return {
            "move": Among(own, Layer("moved", "4.2", state.moved), Layer("stuck", "4.3", stuck),
                          outside=("not-yours", "4.1")),
            "attack": Among(enemy, Layer("apart", "5.1", apart), outside=("no-enemy", "5.2")),
            "done": ALWAYS,
        }

    def reach(self, state: ToyState) -> int:
        """Every hex next to a unit of the side; kept while its units stand there."""
        hexes = pack(state.at[unit] for unit in bits(state.alive(self.who)))
        return state.derive(("reach", self.who), _beside, GRID, hexes)

    def take(self, game: "Toy", state: ToyState, kind: str, arg: int) -> None:
        if kind == "move":
            state.push(Destination(self.who, arg), self)
        elif kind == "attack":
            self.attack(state, arg)

    def attack(self, state: ToyState, target: int) -> None:
        guarded = state.guard[ENEMY[self.who]] == target
        if guarded:
            state.shown |= 1 << target
        else:
            state.bare |= 1 << target
        name = "guarded" if guarded else "bare"
        state.tell(Event(name, "5.3", {"unit": target}, units=(target,), reveals=True))
        state.push(Battle(target, guarded))

    def absent(self, game: "Toy", state: ToyState, kind: str, arg: int) -> Reason:
        return Reason("traps-are-laid", "2") if kind in ("trap", "guard") else \
            super().absent(game, state, kind, arg)


class Destination(Owned, frozen=True):
    rule: ClassVar[str] = "4.1"
    continues: ClassVar[bool] = True
    unit: UnitId = 0

    def choices(self, game: "Toy", state: ToyState) -> dict[str, Choices]:
        occupied = Layer("occupied", "4.4", state.occupied())
        return {"to": Among(state.adjacent(self.unit), occupied, outside=("too-far", "4.1"))}

    def take(self, game: "Toy", state: ToyState, kind: str, arg: int) -> None:
        state.at[self.unit] = arg
        state.moved |= 1 << self.unit
        state.free[self.who] &= ~(1 << arg)
        what = {"unit": self.unit, "to": arg}
        state.tell(Event("moves", "4.1", what, hexes=(arg,), units=(self.unit,)))
        if state.trap[ENEMY[self.who]] == arg:
            state.trap[ENEMY[self.who]] = NONE
            state.at[self.unit] = GONE
            state.tell(Event("trapped", "2.3", what, reveals=True))


class Battle(Roll, frozen=True):
    rule: ClassVar[str] = "5.3"
    target: UnitId = 0
    guarded: bool = False

    def chance(self, game: "Toy", state: ToyState) -> Dice:
        return Dice(2)

    def take(self, game: "Toy", state: ToyState, outcome: Outcome) -> None:
        if sum(outcome) >= needed(self.guarded):
            state.at[self.target] = GONE
            state.tell(Event("falls", "5.3", {"unit": self.target}))


def needed(guarded: bool) -> int:
    return 9 if guarded else 7


Turn.parts = (SecretOrders(), DrawInitiative())


class ToyTable(Table["Toy", ToyState]):
    def turn(self, view: View[ToyState]) -> int:
        return view.state.turn

    def pieces(self, view: View[ToyState]) -> tuple[Piece, ...]:
        return tuple(Piece(code, code, f"hex:{GRID.label(hex)}", unit=unit)
                     for unit, (code, hex) in enumerate(zip(CODES, view.state.at, strict=True))
                     if hex != GONE)


class Toy(TableGame[ToyState]):
    """Red in the west, blue in the east."""

    box = "toy"
    scenario = "only"
    options: Mapping[str, object] = {}
    sides = ("red", "blue")
    bound = TURNS * (4 + 2 * (2 * 2 + 1))
    citation = "toy"
    state_type = ToyState
    table_type: ClassVar[type[Table[Any, Any]]] = ToyTable
    fingerprint = "0"
    texts = (Path(__file__).with_name("toy_texts"),)

    def __init__(self) -> None:
        self.maps = {"toy": GameMap("toy", "Toy", GRID, 1.0, dict.fromkeys(GRID, "clear"))}
        self.space = Space({
            "trap": Hexes(GRID), "guard": Units(CODES), "move": Units(CODES), "to": Hexes(GRID),
            "attack": Units(CODES), "done": Nothing(),
        })

    def new_state(self) -> ToyState:
        at = [GRID.hex(label) for label in ("0101", "0103", "0301", "0303")]
        return ToyState(stack=(Turn(),), at=at)

    def veil(self, known: ToyState, state: ToyState, side: Side, hidden: int) -> None:
        # As long as both choose, whether the other side has chosen already is a secret too.
        secret = NONE if self.choosing(state) else UNKNOWN
        for other in (who for who in UNITS_OF if who != side):
            guard = state.guard[other]
            shown = guard == NONE or state.shown >> guard & 1
            known.trap[other] = NONE if state.trap[other] == NONE else secret
            known.guard[other] = guard if shown else secret

    def choosing(self, state: ToyState) -> bool:
        return bool(state.stack) and isinstance(state.stack[-1], Together)

    def fill(self, state: ToyState, side: Side, rng: Random) -> ToyState:
        for other in (who for who in UNITS_OF if who != side):
            if state.trap[other] == UNKNOWN:
                state.trap[other] = rng.choice(list(bits(state.free[ENEMY[other]])))
            if state.guard[other] == UNKNOWN:
                state.guard[other] = rng.choice(list(bits(UNITS_OF[other] & ~state.bare)))
        return state

    def odds(self, state: ToyState, side: Side, action: Action) -> Odds | None:
        if action.kind != "attack":
            return None
        wins = sum((p for total, p in Dice(2).readings(sum).items() if total >= 7), Fraction(0))
        line = Fact(Message("odds.needed"), str(needed(False)), self.cite("5.3"))
        assumed = (Message("odds.bare", {"unit": action.arg}),)
        return Odds((line,), "7+", (("falls", wins), ("stands", 1 - wins)), assumed)

    def result(self, state: ToyState) -> Result | None:
        if state.stack:
            return None
        lead = state.alive("red").bit_count() - state.alive("blue").bit_count()
        winner = None if not lead else "red" if lead > 0 else "blue"
        return Result(winner, "win" if winner else "draw", "units", lead)

    def faults(self, state: ToyState) -> list[str]:
        places = [hex for hex in state.at if hex != GONE]
        return ["two units in one hex"] if len(places) != len(set(places)) else []
