"""The contract: a game answers what may be chosen, carries it out, and hides what must be hidden.

A rule book subclasses :class:`Game`. Everything here is the trusted inner door, for search and
replay; players go through a playthrough (``grognard.records``), which checks first.
"""

import hashlib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

import msgspec

from grognard.core import mutation
from grognard.core.actions import Action, Domain, Space, spoken
from grognard.core.advice import Advice
from grognard.core.belief import Belief
from grognard.core.bounds import Bounds
from grognard.core.chance import Outcome
from grognard.core.contents import FaultList, Setting
from grognard.core.errors import DeadEnd, UnknownSide, WrongStep
from grognard.core.events import Event
from grognard.core.judge import explain
from grognard.core.maps import GameMap
from grognard.core.messages import Catalogue, catalogue
from grognard.core.odds import Odds
from grognard.core.offers import Choices, Offers
from grognard.core.positions import read_position
from grognard.core.rulings import ALLOWED, Ruling
from grognard.core.serial import decode_state, encode_state
from grognard.core.sides import CHANCE, SPECTATOR, Side
from grognard.core.state import State, known_to
from grognard.core.steps import Ask, Roll, Step, Together
from grognard.core.visibility import OPEN, fields_of

S = TypeVar("S", bound=State)


def _told_to(sides: tuple[Side, ...] | None, event: Event) -> Event:
    """An event of a roll that only some may see is theirs, unless it says for itself."""
    if sides is None or event.seen_by is not None:
        return event
    return msgspec.structs.replace(event, seen_by=sides)


class Result(msgspec.Struct, frozen=True):
    """How a play ended: the winner (None: a draw), how clearly, and why."""

    winner: Side | None
    level: str
    reason: str
    score: int = 0


class Sources(Protocol):
    """Where the values of a box are from: the rule texts, history, our reconstruction ..."""

    def of(self, file: str, where: int | str, column: str = "") -> str:
        """The source of a value; raises ``LookupError`` if nothing was read there."""
        ...


class View(msgspec.Struct, Generic[S], frozen=True):
    """What one side may know: the state with everything hidden from that side taken out."""

    side: Side
    state: S

    def __repr__(self) -> str:
        return f"<View of {self.side}: {self.state!r}>"


class Decision:
    """Who must choose now, what is asked, and which actions are offered.

    >>> import grognard
    >>> grognard.start(grognard.load("miniature", "bridgehead"), seed=1).decisions["blue"]
    <Decision of blue: GiveOrder, <Offers order: 3>>
    """

    __slots__ = ("_offers", "game", "side", "state", "step")

    def __init__(self, game: "Game[Any]", state: Any, side: Side, step: Ask) -> None:
        self.game, self.state, self.side, self.step = game, state, side, step
        offered = state.offered
        handed_on = offered is not None and offered[0] is step
        self._offers = self._offer(offered[1]) if handed_on else None

    @property
    def offers(self) -> Offers:
        if self._offers is None:
            self._offers = self._offer(self.step.choices(self.game, self.state))
        return self._offers

    def _offer(self, choices: Mapping[str, Choices]) -> Offers:
        # Offers that knew the decision would keep it, and both would wait for the collector.
        return Offers(choices, (self.game, self.state, self.side))

    def __repr__(self) -> str:
        return f"<Decision of {self.side}: {type(self.step).__name__}, {self.offers!r}>"

    def require_offers(self) -> None:
        """Raise :class:`DeadEnd` if nothing is offered."""
        if not self.offers:
            raise DeadEnd(f"{type(self.step).__name__} asks {self.side} for nothing")

    def check(self, action: Action) -> Ruling:
        """Allowed, or the rule that refuses."""
        if action in self.offers:
            return ALLOWED
        return explain(self.game, self.state, self.step, self.offers, action)


class Game(Generic[S]):
    """A box, a scenario and options: immutable, loaded once, shared by all plays."""

    box: str
    scenario: str
    options: Mapping[str, Any]
    sides: tuple[Side, ...]
    space: Space
    bound: int
    """No play can have more decisions than this."""
    citation: str
    """What stands before the colon in this game's rule numbers: ``narva:9.5``."""
    citations: Mapping[str, str] = {}
    """Where the box calls a rule by another number than the rule book does."""
    contents: ClassVar[type[msgspec.Struct]]
    """The files of a box of this rule book (``core.contents``)."""
    state_type: type[S]
    packages: ClassVar[tuple[str, ...]]
    """Where the steps of the rule book are defined; by default where its game is."""
    maps: Mapping[str, GameMap]
    texts: tuple[str | Path, ...] = ()
    """Where the rule book's and the box's own texts are (see ``core.messages.catalogue``)."""
    fingerprint: str = ""
    """Of the box's data in effect, overrides included."""
    overrides: tuple[str, ...] = ()
    """The files of the box with corrections of the owner's in effect."""
    corrections: tuple[str, ...] = ()
    """Those corrections: file, place, the value of the box and the owner's."""
    provenance: Sources | None = None
    """Where each value of the box is from, if the box tells."""

    readings: ClassVar[Mapping[str, str]] = {}
    """What this game's texts call a unit or a hex besides: ``{"block": "unit"}``."""

    passes: ClassVar[frozenset[str]] = frozenset({"done", "pass", "none", "end"})
    """Kinds of action that only go on: a decision offering nothing else is empty."""

    advice_type: ClassVar[type[Advice[Any, Any]]] = Advice

    def __init__(self, contents: Any, setting: Setting) -> None:
        """A rule book takes over the contents of a box."""
        self.box, self.scenario, self.options = setting.box, setting.scenario, setting.options
        self.citation, self.citations = setting.citation, setting.citations

    @classmethod
    def check_contents(cls, contents: Any, scenario: str, faults: FaultList) -> None:
        """Note what only the whole box can tell: that its files speak of things that exist."""

    def __init_subclass__(cls, **how: Any) -> None:
        super().__init_subclass__(**how)
        if "packages" not in vars(cls):
            home = cls.__module__.rpartition(".")[0] or cls.__module__
            cls.packages = (*getattr(cls, "packages", ()), home)

    @cached_property
    def advice(self) -> Advice[Any, S]:
        """What bots go by; no rule asks it."""
        return self.advice_type(self)

    @property
    def hides(self) -> bool:
        """Whether the sides see different things."""
        return any(told is not OPEN for told in fields_of(self.state_type).values())

    # -- what a rule book gives ---------------------------------------------------------

    def new_state(self) -> S:
        """The state before the first step, its stack holding the whole sequence of play."""
        raise NotImplementedError

    def hidden_from(self, state: S, side: Side) -> int:
        """The units that the side cannot see, as a bit set."""
        return 0

    def veil(self, known: S, state: S, side: Side, hidden: int) -> None:
        """Write into a view what stands for the units hidden from the side: shadows, tokens.

        All that the fields of the state declare is hidden already.
        """

    def fill(self, state: S, side: Side, rng: Random) -> S:
        """Turn a censored copy into a whole state by guessing what is hidden from the side."""
        return state

    def fill_by(self, state: S, side: Side, rng: Random, belief: Belief) -> S:
        """The same, with units rather where the side believes them to be."""
        return self.fill(state, side, rng)

    def odds(self, state: S, side: Side, action: Action) -> Odds | None:
        """For an action that commits an attack: what it can bring."""
        decision = self.decisions(state).get(side)
        return decision.step.odds(self, state, *action) if decision else None

    def result(self, state: S) -> Result | None:
        """How the play ended; None while it runs."""
        raise NotImplementedError

    def faults(self, state: S) -> list[str]:
        """Broken invariants of a position (stacking, steps, lost units): always empty."""
        return []

    @cached_property
    def bounds(self) -> Bounds:
        """What each field of a state and of a step can hold; loose where nothing is declared."""
        return Bounds()

    def show(self, view: View[S]) -> None:
        """Put a view before its side, if only to see that it can be shown (``grognard.table``)."""

    def name(self, spec: str, value: Any, texts: Catalogue) -> str:
        """Puts an argument of a message into words."""
        domain = self.domain_of(spec) if isinstance(value, int) else None
        if domain is None:
            return texts.text(f"{spec}.{value}")
        return spoken(domain.text(value))

    def domain_of(self, spec: str) -> Domain | None:
        """What the numbers are that a text reads so: ``{unit:block}`` is a unit."""
        word = self.readings.get(spec, spec)
        named = (domain for kind, domain in self.space.domains.items()
                 if word in (kind, domain.name))
        return next(named, None)

    def derive(self, state: S) -> None:
        """Work out control, zones and supply of all sides anew, for the bench: on a copy, for a
        game may write what it keeps for a whole phase.
        """

    # -- the engine ---------------------------------------------------------------------

    def start_state(self) -> S:
        """The first point at which somebody must choose or roll."""
        state = self.new_state()
        self._settle(state)
        return state

    def decisions(self, state: S) -> dict[Side, Decision]:
        """Who must choose now; several sides where the rules let them choose in secret."""
        top = state.stack[-1] if state.stack else None
        if isinstance(top, Ask):
            side = top.side(self, state)
            return {side: Decision(self, state, side, top)}
        if isinstance(top, Together):
            return {
                branch.side: Decision(self, state, branch.side, branch.stack[-1])
                for branch in top.branches if branch.stack
            }
        return {}

    def rolling(self, state: S) -> Roll | None:
        """The roll or draw that play waits for."""
        top = state.stack[-1] if state.stack else None
        return top if isinstance(top, Roll) else None

    def is_over(self, state: S) -> bool:
        return not state.stack

    def apply(self, state: S, side: Side, act: Action | Outcome) -> list[Event]:
        """Carry out an offered action or an outcome of chance, unchecked; returns the events."""
        top: Step = state.stack[-1]
        state.offered = None
        if isinstance(top, Ask):
            state.stack = state.stack[:-1]
            state.decisions_made += 1
            top.take(self, state, act[0], act[1])  # type: ignore[arg-type]
        elif isinstance(top, Roll) and side == CHANCE:
            state.stack = state.stack[:-1]
            top.take(self, state, act)  # type: ignore[arg-type]
            state.news = [_told_to(top.seen_by, event) for event in state.news]
        elif isinstance(top, Together):
            self._apply_in_branch(state, top, side, act)  # type: ignore[arg-type]
        else:
            raise WrongStep(f"{type(top).__name__} does not wait for {side}")
        self._settle(state)
        news, state.news = state.news, []
        return news

    def _apply_in_branch(self, state: S, together: Together, side: Side, act: Action) -> None:
        branch = together.branch(side)
        if branch is None:
            raise WrongStep(f"{side} has nothing to choose")
        rest, ask = state.stack[:-1], branch.stack[-1]
        state.stack = branch.stack[:-1]
        ask.take(self, state, *act)
        self._settle(state)
        if state.stack and isinstance(state.stack[-1], Roll):
            raise WrongStep("a secret branch cannot roll")
        state.news = [msgspec.structs.replace(event, seen_by=(side,)) for event in state.news]
        state.stack = (*rest, together.with_branch(side, state.stack))

    def _settle(self, state: S) -> None:
        """Run every step that waits for nobody."""
        off = mutation.OFF_STEP
        while stack := state.stack:
            top = stack[-1]
            if off is not None and type(top).__name__ == off:
                state.stack = stack[:-1]
            elif not top.waits:
                state.stack = stack[:-1]
                top.run(self, state)
            elif isinstance(top, Together) and not any(b.stack for b in top.branches):
                state.stack = stack[:-1]
                state.decisions_made += sum(branch.made for branch in top.branches)
                state.tell(Event("committed", reveals=True))
            else:
                return

    def peek(self, state: S, side: Side, action: Action) -> Offers:
        """How the side could go on after an action, within the same compound.

        The question after that is not shown: it may depend on what is hidden now.
        """
        trial = state.copy()
        self.apply(trial, side, action)
        decision = self.decisions(trial).get(side)
        return decision.offers if decision and decision.step.continues else Offers({})

    # -- hidden information -------------------------------------------------------------

    def view(self, state: S, side: Side) -> View[S]:
        """What the side may know and nothing else; a spectator knows what all may know."""
        if side != SPECTATOR and side not in self.sides:
            raise UnknownSide(side, self.sides)
        watching = self.sides if side == SPECTATOR else (side,)
        hidden = 0
        for who in watching:
            hidden |= self.hidden_from(state, who)
        known = known_to(state, side, hidden)
        self.veil(known, state, side, hidden)
        return View(side, known)

    def imagine(self, view: View[S], rng: Random, belief: Belief | None = None) -> S:
        """A whole state that fits the view: the hidden part is guessed, by what is believed."""
        known = view.state.copy()
        if belief is None:
            return self.fill(known, view.side, rng)
        return self.fill_by(known, view.side, rng, belief)

    def what_if(self, view: View[S], rng: Random) -> S:
        """An imagined state to play on from.

        A view may lack the question that names a hidden unit: then the next one is asked.
        """
        guess = self.imagine(view, rng)
        self._settle(guess)
        guess.news = []
        return guess

    # -- data ---------------------------------------------------------------------------

    def encode(self, state: S) -> bytes:
        return encode_state(state, self._shape)

    def decode(self, data: bytes) -> S:
        """Raises :class:`OldPosition` where hexes were numbered in another way."""
        return decode_state(self.state_type, self.packages, data, self._shape)

    @property
    def _shape(self) -> list[int]:
        """A state holds hexes by their bits, which only mean something on these grids."""
        return [map.grid.size for map in self.maps.values()]

    def position(self, data: bytes) -> S:
        """A state from outside; raises ``BadPosition`` unless it can come about in this game."""
        found: S = read_position(self, data)
        return found

    def state_fingerprint(self, state: S) -> str:
        return hashlib.sha256(self.encode(state)).hexdigest()[:16]

    # -- words --------------------------------------------------------------------------

    def cite(self, rule: str) -> str:
        """The number that the box at hand has for a rule, or for the chapter before its colon."""
        number = self.citations.get(rule) or self._in_chapter(rule)
        return f"{self.citation}:{number}" if number and ":" not in number else number

    def _in_chapter(self, rule: str) -> str:
        """``sea:7.3`` where the box has 8 for the sea: 8.7.3."""
        chapter, colon, paragraph = rule.partition(":")
        begins = self.citations.get(chapter + colon) if colon else None
        return rule if begins is None else begins + paragraph

    def catalogue(self, language: str = "en") -> Catalogue:
        return catalogue(language, *self.texts)

    def sentence(self, ruling: Ruling, language: str = "en") -> str:
        """A ruling in words."""
        if ruling.message is None:
            return ""
        return self.catalogue(language).say(ruling.message, self)

    def describe(self, event: Event, language: str = "en") -> str:
        """An event in words."""
        return self.catalogue(language).text(f"event.{event.id}", event.args, self)

    def __repr__(self) -> str:
        return f"<Game {self.box}/{self.scenario}>"

    def __copy__(self) -> Self:
        return self
