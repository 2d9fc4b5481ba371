"""What players without a plan of their own go by: bots, and the random games of the inspection.

A rule book that has advice to give subclasses :class:`Advice` and names the class in its game
(``advice_type``). No rule asks any of it, and a game without advice is played all the same.
"""

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from grognard.core.actions import Action
from grognard.core.sides import Side
from grognard.core.state import State
from grognard.core.steps import Ask
from grognard.hexes import Hex, HexSet

if TYPE_CHECKING:
    from grognard.core.game import Decision, Game

G = TypeVar("G", bound="Game[Any]")
S = TypeVar("S", bound=State)


class Officer(Protocol):
    """Answers from a plan; what it does not answer is left to habit."""

    def choose(self, decision: "Decision") -> Action | None:
        """One of the actions offered, or None; the decision's state is a guess, not the truth."""
        ...


class Advice(Generic[G, S]):
    """Advice on one game.

    >>> import grognard
    >>> grognard.load("miniature", "bridgehead").advice
    <Advice on miniature/bridgehead>
    """

    milestones: ClassVar[frozenset[str]] = frozenset()
    """Events that a game worth the name goes through: inspected games look for them first."""

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

    def enemies(self, state: S, side: Side) -> HexSet:
        """Hexes where the side sees enemies, for who looks for a fight."""
        return 0

    def could_stay(self, state: S, step: Ask) -> Hex | None:
        """Where the unit stands that a step lets go or stay; None if it asks no such thing."""
        return None

    def officer(self, rng: Random) -> Officer | None:
        """Somebody who keeps a plan in mind through one play, for one bot; None if nobody plans."""
        return None

    def is_folly(self, state: S, side: Side, action: Action) -> bool:
        """Whether it is allowed but silly."""
        return False
