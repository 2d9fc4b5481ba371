"""Bots: what every one of them is, the list of them, and the plainest.

A bot sees what its side sees. It is given a view, and the decision about a state that was
imagined from the view; the state of the play never reaches it.
"""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any, Protocol, TypeVar

from grognard.ai.random_player import RandomPlayer
from grognard.core.actions import Action
from grognard.core.advice import Planner
from grognard.core.belief import Belief
from grognard.core.counsel import Weights
from grognard.core.game import Decision, Game, View
from grognard.core.odds import Odds
from grognard.core.sides import Side


class Bot(Protocol):
    """Somebody who can choose."""

    def choose(self, view: View[Any], decision: Decision) -> Action:
        """One of the actions that the decision offers; its ``state`` is a guess, not the truth."""
        ...


def decision_of(
    game: Game[Any], view: View[Any], rng: Random | None = None, belief: Belief | None = None
) -> Decision:
    """What the view's side must choose now, for a bot: the contract of a game says that an
    imagined state offers the same as the true one.
    """
    return game.decisions(game.imagine(view, rng or Random(), belief))[view.side]


Maker = Callable[[Random], Bot]
M = TypeVar("M", bound=Maker)


class TimedMaker(Protocol):
    """Makes a bot that thinks for so many seconds a turn."""

    def __call__(self, rng: Random, seconds: float) -> Bot: ...


class WeighedMaker(Protocol):
    """Makes a bot that weighs some things otherwise than its box says."""

    def __call__(self, rng: Random, *, changed: Mapping[str, float]) -> Bot: ...


_makers: dict[str, Maker] = {}
_strength: dict[str, int] = {}
_timed: dict[str, TimedMaker] = {}
_weighed: dict[str, WeighedMaker] = {}
_SECONDS = re.compile(r"\d{1,4}(\.\d{1,3})?")
_CHANGE = re.compile(r"([a-z]+)=(-?\d{1,4}(?:\.\d{1,6})?)")


class UnknownBot(LookupError):
    """No bot of this name."""


def register(name: str, strength: int = 1) -> Callable[[M], M]:
    """Puts a bot on the list: ``@register("recruit")`` above its class."""

    def put(maker: M) -> M:
        _makers[name], _strength[name] = maker, strength
        return maker

    return put


def register_timed(
    name: str, levels: tuple[int, ...], strength: int = 1
) -> Callable[[TimedMaker], TimedMaker]:
    """Puts a bot on the list that thinks for so many seconds a turn: ``general-10``.

    Others than the listed levels are known by name as well: ``general-2.5``.
    """

    def put(maker: TimedMaker) -> TimedMaker:
        _timed[name] = maker
        for level in levels:
            register(f"{name}-{level}", strength)(partial(maker, seconds=float(level)))
        return maker

    return put


def register_weighed(name: str) -> Callable[[WeighedMaker], WeighedMaker]:
    """Says that a bot on the list takes changed weights: ``officer@threat=0.6,risk=0.2``.

    So a match can set a change of weights against the box's own; nobody is offered such a bot.
    """

    def put(maker: WeighedMaker) -> WeighedMaker:
        _weighed[name] = maker
        return maker

    return put


def read_changes(text: str) -> dict[str, float] | None:
    """Weights by name; None if that is not what it says.

    >>> read_changes("threat=0.6,risk=0.2"), read_changes("threat")
    ({'threat': 0.6, 'risk': 0.2}, None)
    """
    found = [_CHANGE.fullmatch(part) for part in text.split(",")]
    known = Weights.__struct_fields__
    if not all(one and one[1] in known for one in found):
        return None
    return {one[1]: float(one[2]) for one in found if one}


def thinks(name: str) -> bool:
    """Whether a bot takes seconds for a choice, so that others should not wait behind it."""
    return name.rpartition("-")[0] in _timed


def is_known(name: str) -> bool:
    """Whether there is such a bot.

    >>> is_known("recruit"), is_known("general-x")
    (True, False)
    """
    return _maker(name) is not None


def _maker(name: str) -> Maker | None:
    weighed, _, changes = name.partition("@")
    if changes and weighed in _weighed:
        changed = read_changes(changes)
        return None if changed is None else partial(_weighed[weighed], changed=changed)
    family, _, seconds = name.rpartition("-")
    if name in _makers or family not in _timed or not _SECONDS.fullmatch(seconds):
        return _makers.get(name)
    return partial(_timed[family], seconds=float(seconds))


def known_bots() -> list[str]:
    """The names of all bots, the plainest first, the strongest last: that one a lobby offers.

    >>> known_bots()[0], known_bots()[-1]
    ('passive', 'officer')
    """
    return sorted(_makers, key=lambda name: _strength[name])


def bot(name: str, rng: Random | None = None) -> Bot:
    """A bot by name, with its own luck; raises :class:`UnknownBot`."""
    maker = _maker(name)
    if maker is None:
        raise UnknownBot(f"no bot {name!r} (there are: {', '.join(known_bots())})")
    return maker(rng or Random())


TRIES = 6
"""How many attacks a recruit looks at before it lets attacking be."""


@register("recruit")
class Recruit:
    """Plays at random, but would rather act than pass and shuns bad odds and plain folly."""

    def __init__(self, rng: Random) -> None:
        self._rng, self._player = rng, RandomPlayer(rng)
        self._planners: dict[Side, Planner | None] = {}

    def __repr__(self) -> str:
        return "<Recruit>"

    def choose(self, view: View[Any], decision: Decision) -> Action:
        planned = self._planned(decision)
        if planned is not None:
            return planned
        wanted = decision.game.advice.goals(decision.state, decision.side)
        action = self._player.choose(decision, wanted)
        for _ in range(TRIES):
            if not self._silly(decision, action):
                return action
            action = self._player.choose(decision, wanted)
        return self._pass(decision) or action

    def _planned(self, decision: Decision) -> Action | None:
        """What the plan says, where the game has somebody who plans."""
        if decision.side not in self._planners:
            self._planners[decision.side] = decision.game.advice.planner(self._rng)
        planner = self._planners[decision.side]
        return planner.choose(decision) if planner else None

    def _silly(self, decision: Decision, action: Action) -> bool:
        game, asked = decision.game, (decision.state, decision.side)
        odds = game.odds(*asked, action)
        return game.advice.is_folly(*asked, action) or (odds is not None and poor(odds))

    def _pass(self, decision: Decision) -> Action | None:
        return next((a for a in map(Action, decision.game.passes) if a in decision.offers), None)


_RATIO = re.compile(r"(\d+)\s*[-:/]\s*(\d+)")


def poor(odds: Odds) -> bool:
    """Whether an attack is plainly bad: fewer against more, or loss likelier than gain.

    Combat tables of the hobby write results to the attacker with A and to the defender with D.
    """
    ratio = _RATIO.fullmatch(odds.column)
    if ratio and int(ratio[1]) < int(ratio[2]):
        return True
    return _share(odds, "A") > _share(odds, "D")


def _share(odds: Odds, letter: str) -> Fraction:
    """The chance of results that begin with a letter: ``D1``, ``AR``, but no whole words."""
    own = [result for result, _ in odds.results if re.match(rf"{letter}(?![a-z])", result)]
    return odds.chance_of(*own)
