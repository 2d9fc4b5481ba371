"""Bots: what every one of them is, the list of them, and the plainest.

A bot sees what its side sees. It is given a view, and the decision about a state that was
imagined from the view; the state of the play never reaches it.
"""

import re
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any, Protocol

from grognard.ai.random_player import RandomPlayer
from grognard.core.actions import Action
from grognard.core.advice import Officer
from grognard.core.game import Decision, Game, View
from grognard.core.odds import Odds
from grognard.core.sides import Side


class Bot(Protocol):
    """Somebody who can choose."""

    def choose(self, view: View[Any], decision: Decision) -> Action:
        """One of the actions that the decision offers; its ``state`` is a guess, not the truth."""
        ...


def decision_of(game: Game[Any], view: View[Any], rng: Random | None = None) -> Decision:
    """What the view's side must choose now, for a bot: the contract of a game says that an
    imagined state offers the same as the true one.
    """
    return game.decisions(game.imagine(view, rng or Random()))[view.side]


Maker = Callable[[Random], Bot]

_makers: dict[str, Maker] = {}
_strength: dict[str, int] = {}


class UnknownBot(LookupError):
    """No bot of this name."""


def register(name: str, strength: int = 1) -> Callable[[Maker], Maker]:
    """Puts a bot on the list: ``@register("recruit")`` above its class."""

    def put(maker: Maker) -> Maker:
        _makers[name], _strength[name] = maker, strength
        return maker

    return put


def known_bots() -> list[str]:
    """The names of all bots, the plainest first, the strongest last: that one a lobby offers.

    >>> known_bots()[0], known_bots()[-1]
    ('passive', 'officer')
    """
    return sorted(_makers, key=lambda name: _strength[name])


def bot(name: str, rng: Random | None = None) -> Bot:
    """A bot by name, with its own luck; raises :class:`UnknownBot`."""
    if name not in _makers:
        raise UnknownBot(f"no bot {name!r} (there are: {', '.join(known_bots())})")
    return _makers[name](rng or Random())


TRIES = 6
"""How many attacks a recruit looks at before it lets attacking be."""


@register("recruit")
class Recruit:
    """Plays at random, but would rather act than pass and shuns bad odds and plain folly."""

    def __init__(self, rng: Random) -> None:
        self._rng, self._player = rng, RandomPlayer(rng)
        self._officers: dict[Side, Officer | None] = {}

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
        if decision.side not in self._officers:
            self._officers[decision.side] = decision.game.advice.officer(self._rng)
        officer = self._officers[decision.side]
        return officer.choose(decision) if officer else None

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
