"""What players without a plan of their own go by: bots, and the random games of the inspection.

A rule book that has advice to give subclasses :class:`Advice` and names the class in its game
(``advice_type``). No rule asks any of it, and a game without advice is played all the same.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from grognard.core.actions import Action
from grognard.core.sides import Side
from grognard.core.state import State
from grognard.core.steps import Ask
from grognard.hexes import Hex, HexSet

if TYPE_CHECKING:
    from grognard.core.counsel import Counsel
    from grognard.core.game import Decision, Game

G = TypeVar("G", bound="Game[Any]")
S = TypeVar("S", bound=State)


def even_points(levels: Iterable[tuple[int, Side]], gains: Side, loses: Side) -> float:
    """Where neither side leads on a scale of one side's points: half-way between the most with
    which it is beaten and the fewest with which it wins. Levels are (least points, winner).

    >>> even_points([(36, "red"), (0, "blue")], "red", "blue")
    35.5
    >>> even_points([(16, "red"), (13, "draw"), (0, "blue")], "red", "blue")
    14.0
    """
    rows = list(levels)
    wins = min(least for least, winner in rows if winner == gains)
    unbeaten = min(least for least, winner in rows if winner != loses)
    return (wins + unbeaten - 1) / 2


class Planner(Protocol):
    """Answers from a plan; what it does not answer is left to habit."""

    def choose(self, decision: "Decision") -> Action | None:
        """One of the actions offered, or None; the decision's state is a guess, not the truth."""
        ...


class Advice(Generic[G, S]):
    """Advice on one game.

    >>> import grognard
    >>> grognard.load("miniature", "bridgehead").advice
    <MiniatureAdvice on miniature/bridgehead>
    """

    milestones: ClassVar[frozenset[str]] = frozenset()
    """Events that a game worth the name goes through: inspected games look for them first."""

    free: ClassVar[tuple[str, ...]] = ()
    """Kinds of action that only gain: production, replacements, arrivals; the best first."""
    idle: ClassVar[tuple[str, ...]] = ("done", "pass", "none", "end", "stay", "hold")
    """Kinds that leave things as they are; the best first."""

    losses: ClassVar[frozenset[str]] = frozenset()
    """Events that tell of a step or a unit lost, with its hex and the unit."""

    def __init__(self, game: G) -> None:
        self.game = game

    def __repr__(self) -> str:
        return f"<{type(self).__name__} on {self.game.box}/{self.game.scenario}>"

    def habits(self) -> Mapping[str, float]:
        """How readily each kind of action is chosen; 1 where nothing is said."""
        return {}

    def goals(self, state: S, side: Side) -> HexSet:
        """Hexes that the side would like to take or keep."""
        return 0

    def stakes(self, state: S, side: Side) -> Mapping[Hex, float]:
        """What it is worth to the side to hold a hex at the end, in points of the game."""
        return {}

    def turns_left(self, state: S) -> int:
        """Turns to come, with the one that runs."""
        return 1

    @cached_property
    def counsel(self) -> "Counsel[Any, S] | None":
        """What counts, for opponents that plan; None if nobody said."""
        return None

    def enemies(self, state: S, side: Side) -> HexSet:
        """Hexes where the side sees enemies, for who looks for a fight."""
        return 0

    def standing(self, state: S, side: Side) -> float:
        """By how much the side leads if the game ended now, in the game's own points; the enemy
        has the same with the other sign.

        0 lies half-way between the sides' victories. What ends the game at a stroke counts as
        much as the best level of victory asks for, or as the points that stand if they are more.
        A rule book without points tells a won game from a lost one.

        >>> import grognard
        >>> game = grognard.load("narva", "opening")
        >>> [game.advice.standing(game.start_state(), side) for side in game.sides]
        [8.5, -8.5]
        """
        result = self.game.result(state)
        if result is None or result.winner is None:
            return 0.0
        return 1.0 if result.winner == side else -1.0

    def could_stay(self, state: S, step: Ask) -> Hex | None:
        """Where the unit stands that a step lets go or stay; None if it asks no such thing."""
        return None

    def planner(self, rng: Random) -> Planner | None:
        """Somebody who keeps a plan in mind through one play, for one bot; None if nobody plans."""
        return None

    def is_folly(self, state: S, side: Side, action: Action) -> bool:
        """Whether it is allowed but silly."""
        return False
