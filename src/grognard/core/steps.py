"""The sequence of play as a stack of small frozen values.

A step does one thing (:class:`Do`), asks one decision (:class:`Ask`), rolls or draws
(:class:`Roll`), or is a list of further steps (:class:`Sequence`), so that a rule book's turn
reads as in the rule book. :class:`Together` holds one stack for each side that chooses in
secret. A step is taken off the stack before it acts; a step that is to act again pushes itself.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeAlias, TypedDict

import msgspec
from typing_extensions import TypeVar

from grognard.core import visibility
from grognard.core.chance import Chance, Outcome, readings
from grognard.core.messages import Message
from grognard.core.odds import Odds
from grognard.core.rulings import Reason
from grognard.core.sides import Side
from grognard.core.visibility import Number
from grognard.hexes import Hex

if TYPE_CHECKING:
    from grognard.core.game import Game
    from grognard.core.offers import Choices
    from grognard.core.state import State

G = TypeVar("G", bound="Game[Any]", default=Any)
S = TypeVar("S", bound="State", default=Any)

class Hint(TypedDict, total=False):
    """What a table may show beside an offer."""

    cost: str
    """What it takes, in the players' points: ``2 1/2``."""
    path: Iterable[Hex]
    """The way there, hex by hex."""
    area: Iterable[Hex]
    """Hexes that the offer is about, such as the radius of a headquarters."""


Hints: TypeAlias = Mapping[str, Mapping[int, Hint]]
"""By kind and argument: ``{"to": {431: {"cost": "2 1/2", "path": [430, 431]}}}``."""

Role: TypeAlias = Literal["plan", "continuation", "consequence"]
"""What a question or a roll is to somebody who looks ahead: something new to plan, the rest of
what was begun, or what follows from it whoever is asked (losses, retreats, advances)."""

ASKED_OTHERWISE = "asked-otherwise"
"""The code of a refusal that only says that something else is asked now."""


class Step(msgspec.Struct, Generic[G, S], frozen=True, tag=True, gc=False):
    """One small piece of the sequence of play."""

    rule: ClassVar[str] = ""
    """The rule that calls for this step."""
    waits: ClassVar[bool] = False
    """Whether the step waits for a side or for chance."""

    def run(self, game: G, state: S) -> None:
        """Do what the step does; only for steps that wait for nobody."""
        raise NotImplementedError

    def shown(self, side: Side, hidden: int) -> "Step | None":
        """The step as the side may know it; None if it names a unit that the side cannot see."""
        return None if visibility.names(self) & hidden else self


class Do(Step[G, S], frozen=True):
    """Does one thing by itself in :meth:`run`."""


class Sequence(Step[G, S], frozen=True):
    """Steps one after the other; ``parts`` is the visible list."""

    at: Number = 0

    parts: ClassVar[tuple[Step, ...]] = ()

    def run(self, game: G, state: S) -> None:
        if self.at == 0:
            self.begin(game, state)
        if self.at < len(self.parts):
            state.push(self.parts[self.at], msgspec.structs.replace(self, at=self.at + 1))
        else:
            self.finish(game, state)

    def begin(self, game: G, state: S) -> None:
        """What happens before the first part."""

    def finish(self, game: G, state: S) -> None:
        """What happens after the last part: a turn pushes the next turn here."""


class Ask(Step[G, S], frozen=True):
    """Asks one side for one atom of choice."""

    waits: ClassVar[bool] = True
    continues: ClassVar[bool] = False
    """The choice completes the compound that the choice before it began: one record line."""
    commits: ClassVar[bool] = False
    """The choice sends dice rolling: it is never made by itself, so that a player sees the odds."""
    follows: ClassVar[bool] = False
    """The choice only says how something falls out that was decided before: a loss, a retreat."""

    @property
    def role(self) -> Role:
        """A look-ahead from an earlier choice stops before a plan."""
        if self.follows:
            return "consequence"
        return "continuation" if self.continues else "plan"

    def side(self, game: G, state: S) -> Side:
        raise NotImplementedError

    def choices(self, game: G, state: S) -> "dict[str, Choices]":
        """What is offered, by kind. Never empty: an atom is offered only if play can go on."""
        raise NotImplementedError

    def ask_if_any(self, game: G, state: S, *kinds: str) -> bool:
        """Ask only if something of these kinds is offered, or more than to pass; whether it is.

        What was worked out to see that is handed on to the decision.
        """
        choices = self.choices(game, state)
        asked = any(kind in kinds if kinds else kind not in game.passes
                    for kind, offered in choices.items() if len(offered))
        if asked:
            state.push(self)
            state.offered = self, choices
        return asked

    def take(self, game: G, state: S, kind: str, arg: int) -> None:
        """Carry out an offered choice."""
        raise NotImplementedError

    def prompt(self, game: G, state: S) -> Message:
        """What is asked, as ``prompt.<name of the step>``."""
        return Message(f"prompt.{type(self).__name__}", self.asked_about())

    def asked_about(self) -> dict[str, Any]:
        return msgspec.structs.asdict(self)

    def hints(self, game: G, state: S) -> Hints:
        """What a table may show beside the offers: what a destination costs and the way there."""
        return {}

    def surprising(self, game: G, state: S) -> tuple[str, ...]:
        """Kinds of action that a player may regret: a pass that gives a whole activation away.

        Where such a choice cannot be taken back either, a table asks twice, in the words of
        ``doubt.<name of the step>.<kind>``.
        """
        return ()

    def ruinous(self, game: G, state: S) -> Mapping[str, Iterable[int]]:
        """By kind, arguments that a player may regret: to use up what costs much to get back.

        A table asks twice as above.
        """
        return {}

    def odds(self, game: G, state: S, kind: str, arg: int) -> Odds | None:
        """For a choice that commits an attack, or adds to one: what it can bring."""
        return None

    def absent(self, game: G, state: S, kind: str, arg: int) -> Reason:
        """Why a kind of action is not offered at all now."""
        return Reason(ASKED_OTHERWISE, self.rule)


class Roll(Step[G, S], frozen=True):
    """Waits for dice or for a draw."""

    waits: ClassVar[bool] = True
    opens: ClassVar[bool] = False
    """It begins something new, such as the draw of the next chit or of the weather."""

    @property
    def role(self) -> Role:
        """Dice follow from what was decided, unless they open something new."""
        return "plan" if self.opens else "consequence"

    def side(self, game: G, state: S) -> Side:
        """Whose dice they are; empty: anybody's."""
        return ""

    @property
    def secret(self) -> bool:
        """Whether, in a view, even what is rolled is hidden: only its owner can type it in."""
        return False

    @property
    def seen_by(self) -> tuple[Side, ...] | None:
        """Who may know the outcome, such as the owner of a drawn plan; None: everybody.

        What the step tells is told to these alone; what it writes is the rule book's to hide.
        """
        return None

    def hidden_from(self, side: Side) -> bool:
        """Whether the side may neither throw it nor type it in."""
        return self.secret or (self.seen_by is not None and side not in self.seen_by)

    def chance(self, game: G, state: S) -> Chance:
        raise NotImplementedError

    def take(self, game: G, state: S, outcome: Outcome) -> None:
        raise NotImplementedError

    def reading(self, game: G, state: S, outcome: Outcome) -> Any:
        """What the rule reads from the outcome; readings are what odds are about."""
        return outcome

    def readings(self, game: G, state: S) -> dict[Any, Fraction]:
        """What the rule can read from the roll, and how likely that is."""
        return readings(self.chance(game, state), lambda dice: self.reading(game, state, dice))

    def branches(self, game: G, state: S) -> list[tuple[Outcome, Fraction]]:
        """One outcome for each reading that the rules tell apart, and the chance of the reading.

        Where many dice are thrown, a step that knows better than to list every throw says so.
        """
        found: dict[Any, tuple[Outcome, Fraction]] = {}
        for outcome, chance in self.chance(game, state).outcomes():
            reading = self.reading(game, state, outcome)
            first, before = found.get(reading, (outcome, Fraction(0)))
            found[reading] = first, before + chance
        return list(found.values())


class Branch(msgspec.Struct, frozen=True):
    """One side's part of a secret choice: how it began and what is left of it."""

    side: Side
    start: tuple[Any, ...]
    stack: tuple[Any, ...]
    made: int = 0
    """Decisions in this branch: they join the count of the state when all have finished."""


class Together(Step, frozen=True):
    """Sides choose in secret at the same time; play goes on when all have finished.

    Steps of a branch may write only what belongs to their side, so that the order in which
    the sides act cannot matter, and they may not roll.
    """

    waits: ClassVar[bool] = True
    branches: tuple[Branch, ...] = ()

    @classmethod
    def of(cls, **stacks: tuple[Step, ...]) -> "Together":
        """``Together.of(german=(Production(),), soviet=(Production(),))``, first step first.

        A branch begins with a question: what need not wait is done before the secret choice.
        """
        for side, steps in stacks.items():
            if steps and not steps[0].waits:
                raise ValueError(f"{side} begins with {steps[0]}, which asks nothing")
        return cls(tuple(Branch(s, steps[::-1], steps[::-1]) for s, steps in stacks.items()))

    def branch(self, side: Side) -> Branch | None:
        return next((b for b in self.branches if b.side == side and b.stack), None)

    def with_branch(self, side: Side, stack: tuple[Any, ...]) -> "Together":
        """After one more decision of the side."""
        return type(self)(tuple(
            Branch(b.side, b.start, stack, b.made + 1) if b.side == side else b
            for b in self.branches
        ))

    def shown(self, side: Side, hidden: int) -> "Together":
        """The others' branches as they were at the start: not even progress shows."""
        return type(self)(tuple(
            b if b.side == side else Branch(b.side, b.start, b.start) for b in self.branches
        ))
