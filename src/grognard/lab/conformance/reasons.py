"""The reason that a refusal names is the true one.

A *witness* is a plain predicate for one code, written apart from the rule book: it looks at the
position, at what is asked and at what happened so far, and says whether the named reason holds.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import msgspec

from grognard.core.actions import Action
from grognard.core.events import Event
from grognard.core.game import Decision, Game
from grognard.core.rulings import Ruling
from grognard.core.sides import Side
from grognard.lab.conformance.point import Point, random_action
from grognard.records.playthrough import Entry

TRIES = 80
"""Actions tried at one point for each side that must choose."""
OTHERWISE = 0.2
"""How many of them are of any kind at all; the others are of the kinds that are asked for."""
EACH = 2
"""Refusals of one code that are judged at one point."""
OFTEN = 8
"""So often a question is looked at in a game, and more seldom after that: rare ones always."""


class Case(msgspec.Struct, frozen=True):
    """A refusal, with all that its witness may look at."""

    game: Any
    state: Any
    side: Side
    step: Any
    """The question."""
    action: Action
    ruling: Ruling
    log: list[Entry]
    """What happened before."""

    @property
    def asks(self) -> str:
        """The name of the question."""
        return type(self.step).__name__

    @property
    def told(self) -> Mapping[str, Any]:
        """What the sentence is made of."""
        return self.ruling.message.args if self.ruling.message else {}

    def since(self, *events: str) -> list[Entry]:
        """The entries of the log from the last one on in which such a thing happened."""
        for place in range(len(self.log) - 1, -1, -1):
            if any(event.id in events for event in self.log[place].events):
                return self.log[place:]
        return self.log

    def events(self, *ids: str, since: Iterable[str] = ()) -> Iterator[Event]:
        """What happened, in order, of some kinds; all of the play or since some event."""
        for entry in self.since(*since) if since else self.log:
            yield from (event for event in entry.events if event.id in ids)

    def chosen(self, *kinds: str, since: Iterable[str] = ()) -> list[int]:
        """The arguments of the actions of some kinds that were chosen."""
        entries = self.since(*since) if since else self.log
        return [entry.act.arg for entry in entries
                if isinstance(entry.act, Action) and entry.act.kind in kinds]

    def asked_of(self, game: Game[Any]) -> Ruling:
        """The same question at the same position of another game, one with other data perhaps."""
        state = self.state.copy()
        state.cache = {}
        return Decision(game, state, self.side, self.step).check(self.action)

    def judged_as(self, ruling: Ruling) -> "Case":
        """The same with another ruling."""
        return msgspec.structs.replace(self, ruling=ruling)


Witness: TypeAlias = Callable[[Any], bool]
"""Whether the reason named by the ruling of a case holds."""


class Reasons:
    """A check with the witnesses of one game; it remembers what it met, over any number of games.

    ``unjudged`` are the codes that no machine can judge, each with the reason why.
    """

    __name__ = "reasons"

    def __init__(self, witnesses: Mapping[str, Witness], unjudged: Mapping[str, str]) -> None:
        self.witnesses, self.unjudged = witnesses, unjudged
        self.judged: Counter[str] = Counter()
        self.rules: defaultdict[str, set[str]] = defaultdict(set)
        """The rules that each code was cited with."""
        self._asked: Counter[tuple[int, str]] = Counter()

    def __call__(self, point: Point) -> Iterator[str]:
        for side, decision in point.play.decisions.items():
            if not self._is_due(point, decision):
                continue
            for action, ruling in drawn(point, decision):
                self.rules[ruling.code].add(ruling.rule)
                yield from self.doubt(case_of(point, side, decision, action, ruling))

    def _is_due(self, point: Point, decision: Decision) -> bool:
        """Rare questions are always looked at, frequent ones now and then."""
        question = (point.play.seed, type(decision.step).__name__)
        self._asked[question] += 1
        return point.rng.random() * self._asked[question] < OFTEN

    def doubt(self, case: Case) -> Iterator[str]:
        """What the witness of a refusal says against it."""
        code, text = case.ruling.code, case.game.space.text(case.action)
        if code in self.unjudged:
            return
        self.judged[code] += 1
        if code not in self.witnesses:
            yield f"{case.side} {text}: refused with {code}, for which there is no witness"
        elif not self.witnesses[code](case):
            sentence = case.game.sentence(case.ruling)
            yield (f"{case.side} {text} ({case.asks}): not true: {sentence} "
                   f"[{code}, {case.ruling.rule}]")


def case_of(point: Point, side: Side, decision: Decision, action: Action, ruling: Ruling) -> Case:
    return Case(point.game, point.state, side, decision.step, action, ruling, point.play.log)


def drawn(point: Point, decision: Decision) -> Iterator[tuple[Action, Ruling]]:
    """Refusals at a point, a few of every code that comes up."""
    count: Counter[str] = Counter()
    for action in tried(point, decision):
        if action in decision.offers:
            continue
        ruling = decision.check(action)
        if not ruling.allowed and count[ruling.code] < EACH:
            count[ruling.code] += 1
            yield action, ruling


def tried(point: Point, decision: Decision) -> Iterator[Action]:
    """Every action without a choice of argument, then many of the kinds asked for, some of any."""
    game, rng = point.game, point.rng
    yield from (Action(kind) for kind, domain in game.space.domains.items() if domain.size == 1)
    kinds = list(decision.offers.choices)
    for _ in range(TRIES):
        if kinds and rng.random() >= OTHERWISE:
            kind = rng.choice(kinds)
            yield _beside(point, decision, kind) or _any(point, kind)
        else:
            yield random_action(game, rng)


def _any(point: Point, kind: str) -> Action:
    domain = point.game.space.domains[kind]
    while True:
        arg = point.rng.randrange(domain.size)
        if domain.holds(arg):
            return Action(kind, arg)


def _beside(point: Point, decision: Decision, kind: str) -> Action | None:
    """Half of the time a hex next to one that is offered: there the reasons are more various."""
    game, rng, offered = point.game, point.rng, decision.offers.choices[kind]
    if game.space.domains[kind].name != "hex" or not len(offered) or rng.random() < 0.5:
        return None
    grid = next(iter(game.maps.values())).grid
    around = grid.neighbours(offered.pick(rng.randrange(len(offered))))
    return Action(kind, rng.choice(around)) if around else None
