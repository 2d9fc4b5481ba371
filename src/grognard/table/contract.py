"""What a rule book may describe of its table: every question that is asked about it, in one place.

A rule book subclasses :class:`Table`, answers what it has, and names the class in its game
(``table_type``). Each answer is a value of this package, so one server, one browser client and
one command line show any game. All that is left out is shown as nothing.

What an answer may be about a position, it reads from a :class:`View`: what the view's side may
not know is not in it. What depends on the question at hand (cost and way to a hex, the area that
an offer is about, what a player may regret, the odds) is told by the step that asks
(``core.steps.Ask``).
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from grognard.core.events import Event
from grognard.core.game import Game, View
from grognard.core.messages import Catalogue, Message
from grognard.core.odds import Fact
from grognard.core.sides import Side
from grognard.core.state import State
from grognard.core.steps import Ask
from grognard.core.tables import Lit
from grognard.hexes import Hex, bits
from grognard.table.faces import Face
from grognard.table.fights import Fight, Sign
from grognard.table.ledger import Ledger
from grognard.table.pointing import Reminder, Threat, Trace
from grognard.table.scene import (
    Arrow,
    Gauge,
    Layout,
    Overlays,
    PhaseMark,
    Piece,
    Scene,
    Score,
    UnitCard,
)
from grognard.table.tale import Tells

G = TypeVar("G", bound=Game[Any])
S = TypeVar("S", bound=State)


class Table(Generic[G, S]):
    """The table of a game; made once for each game, it keeps nothing of a play.

    >>> import grognard
    >>> table_of(grognard.load("miniature", "bridgehead"))
    <MiniatureTable of miniature/bridgehead>
    """

    aims: ClassVar[frozenset[str]] = frozenset()
    """Kinds of action whose hex is a target: to choose it is to attack it."""
    stacks: ClassVar[frozenset[str]] = frozenset()
    """Kinds of action whose hex stands for all units in it: a whole stack moves at once."""
    counter_files: ClassVar[tuple[str, ...]] = ("units.csv", "counters.csv")
    """Where boxes list their counters: there it is said where the numbers on each are from."""
    tells: ClassVar[Mapping[str, Tells]] = {}
    """Of which kind events are, by their id; those that are not listed are told by the way."""
    unfed: ClassVar[frozenset[str]] = frozenset()
    """Marks that say of a unit that it is cut off from supply."""

    def __init__(self, game: G) -> None:
        self.game = game

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.game.box}/{self.game.scenario}>"

    # -- what does not change -----------------------------------------------------------

    def layout(self) -> Layout:
        """Maps, and beside them the panels (boxes, tracks such as that of the turns, pools)
        and the charts.
        """
        return Layout(tuple(self.game.maps))

    def faces(self) -> Mapping[str, Face]:
        """Everything that is printed on counters, blocks, chits and markers, by its id."""
        return {}

    def about_unit(self, unit: int) -> UnitCard:
        """A unit in the order of battle: its side, its formation, its printed numbers."""
        return UnitCard()

    def about_hex(self, hex: Hex) -> tuple[Fact, ...]:
        """What a hex means to who moves into it or fights there."""
        return ()

    def rows_about(self, hex: Hex) -> tuple[Lit, ...]:
        """The rows of the charts that speak of a hex."""
        return ()

    def headquarters(self) -> int:
        """Units whose loss is shown large, as a bit set."""
        return 0

    # -- what a side sees now -----------------------------------------------------------

    def scene(self, view: View[S]) -> Scene:
        """All of it; a rule book answers part by part."""
        return Scene(
            turn=self.turn(view),
            pieces=self.pieces(view),
            phases=self.phases(view),
            gauges=self.gauges(view),
            overlays=self.overlays(view),
            score=self.score(view),
            date=self.date(view),
            signs=self.signs(view),
            fight=self.fight(view),
            arrows=self.arrows(view),
            lit=self.lit(view),
            closed=self.closed(view),
        )

    def turn(self, view: View[S]) -> int:
        """The number of the turn; asked alone by lists of games."""
        return 0

    def pieces(self, view: View[S]) -> tuple[Piece, ...]:
        """Counters, blocks, chits and markers, each in its place: a hex, a box or a track."""
        return ()

    def phases(self, view: View[S]) -> tuple[PhaseMark, ...]:
        """The sequence of play as a bar, with where it is now."""
        return ()

    def gauges(self, view: View[S]) -> tuple[Gauge, ...]:
        """Numbers kept in sight: victory points, activations left."""
        return ()

    def closed(self, view: View[S]) -> tuple[str, ...]:
        """Boxes beside the map that stay empty now: those of a track beyond this turn's limit."""
        return ()

    def overlays(self, view: View[S]) -> Overlays:
        """Sets of hexes to lay over the map: zones of control, supply, a front."""
        return {}

    def score(self, view: View[S]) -> Score | None:
        """Who would win now, and the lines that make up the score."""
        return None

    def date(self, view: View[S]) -> str | Message:
        """The date that the turn stands for."""
        return ""

    def signs(self, view: View[S]) -> tuple[Sign, ...]:
        """Words kept in sight, each with its rule: the weather, who goes first."""
        return ()

    def fight(self, view: View[S]) -> Fight | None:
        """The battle at hand: who fights, with which dice, and what came of it."""
        return None

    def arrows(self, view: View[S]) -> tuple[Arrow, ...]:
        """Attacks declared but not yet fought, from hex to hex."""
        return ()

    def lit(self, view: View[S]) -> tuple[Lit, ...]:
        """Where the charts are looked up now: the row of the turn, the column of a battle."""
        return ()

    def held(self, view: View[S]) -> Mapping[Hex, Side]:
        """Places that count, and who holds each; where nobody does, it is left out."""
        return {}

    # -- what is pointed at -------------------------------------------------------------

    def trace(self, view: View[S], unit: int) -> Trace | None:
        """How a unit is fed: the ways to its source, or where they break."""
        return None

    def threat(self, view: View[S], hex: Hex) -> Threat | None:
        """Who can still attack a hex in this phase."""
        return None

    # -- what is asked and what happened ------------------------------------------------

    def reminders(self, state: S, step: Ask, left: Mapping[str, int]) -> tuple[Reminder, ...]:
        """What a player may have forgotten, where he may end what he is doing.

        `left` are the units that are still offered, by kind of action, as bit sets; the state is
        imagined from a view. Without an answer of its own a table counts them, but not in the
        books, which list all of them, nor in the middle of a compound.
        """
        units = tuple(bits(next(iter(left.values()), 0)))
        if step.continues or self.ledger(state, step) is not None:
            return ()
        return (Reminder(Message("reminder.units-left", {"count": len(units)}), step.rule,
                         units),) if units else ()

    def ledger(self, state: S, step: Ask) -> Ledger | None:
        """The books, where a step asks what to spend; the state is imagined from a view."""
        return None

    def emblem(self, kind: str, arg: int) -> str:
        """The face of what an offer is about, where it is no unit: an air unit, a chit."""
        return ""

    def label(self, kind: str, arg: int, texts: Catalogue) -> str:
        """What an offer is called on its button, where its name needs a number or two; else
        nothing.
        """
        return ""

    def read_from(self, event: Event) -> tuple[Lit, ...]:
        """The cells of the charts that an event was read from."""
        return ()


class TableGame(Game[S]):
    """A game that describes its table: the base of a rule book that people play."""

    table_type: ClassVar[type[Table[Any, Any]]] = Table
    packages = ()
    """No steps are defined here: those of a rule book are where its game is."""

    @cached_property
    def table(self) -> Table[Any, S]:
        return self.table_type(self)

    def show(self, view: View[S]) -> None:
        self.table.scene(view)


def table_of(game: Game[Any]) -> Table[Any, Any]:
    """The table that a game describes; an empty one if it describes none."""
    return game.table if isinstance(game, TableGame) else Table(game)
