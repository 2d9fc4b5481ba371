"""Bots: what every one of them is, the list of them, and the plainest.

A bot sees what its side sees. It is given a view, and the decision about a state that was
imagined from the view; the state of the play never reaches it.
"""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from typing import Any, Protocol

from grognard.core.actions import Action
from grognard.core.floods import waves
from grognard.core.game import Decision, Game, View
from grognard.core.odds import Odds
from grognard.core.offers import Choices, Offers
from grognard.hexes import bits
from grognard.records.playthrough import PASSES


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


class UnknownBot(LookupError):
    """No bot of this name."""


def register(name: str) -> Callable[[Maker], Maker]:
    """Puts a bot on the list: ``@register("recruit")`` above its class."""

    def put(maker: Maker) -> Maker:
        _makers[name] = maker
        return maker

    return put


def known_bots() -> list[str]:
    """The names of all bots, the plainest first.

    >>> known_bots()[0]
    'recruit'
    """
    return list(_makers)


def bot(name: str, rng: Random | None = None) -> Bot:
    """A bot by name, with its own luck; raises :class:`UnknownBot`."""
    if name not in _makers:
        raise UnknownBot(f"no bot {name!r} (there are: {', '.join(known_bots())})")
    return _makers[name](rng or Random())


PASSING = 0.1
"""How much less a recruit likes to pass than to do any one kind of thing."""
GLANCES = 6
"""How many hexes a recruit looks at before it goes to one."""
STEADINESS = 0.9
"""How often it stays rather than go farther from what it wants."""
TRIES = 6
"""How many attacks a recruit looks at before it lets attacking be."""


def kind_by_habit(game: Game[Any], offers: Offers, rng: Random) -> str:
    """A kind of action that is offered, drawn as the habits of the game weigh them."""
    habits, kinds = game.habits(), [kind for kind, found in offers.choices.items() if len(found)]
    weights = [habits.get(kind, PASSING if kind in PASSES else 1.0) for kind in kinds]
    return rng.choices(kinds, weights)[0]


@register("recruit")
class Recruit:
    """Plays at random, but would rather act than pass and shuns bad odds and plain folly."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: View[Any], decision: Decision) -> Action:
        action = self._any(decision)
        for _ in range(TRIES):
            if not self._silly(decision, action):
                return action
            action = self._any(decision)
        return self._pass(decision) or action

    def _silly(self, decision: Decision, action: Action) -> bool:
        game, asked = decision.game, (decision.state, decision.side)
        odds = game.odds(*asked, action)
        return game.shuns(*asked, action) or (odds is not None and poor(odds))

    def _any(self, decision: Decision) -> Action:
        """First a kind, then one offer of it: a hundred hexes are no better than one attack."""
        choices = decision.offers.choices
        kind = kind_by_habit(decision.game, decision.offers, self._rng)
        if decision.game.space.domains[kind].name != "hex":
            return Action(kind, self._one_of(choices[kind]))
        return self._way(decision, kind, choices)

    def _one_of(self, choices: Choices) -> int:
        return choices.pick(self._rng.randrange(len(choices)))

    def _way(self, decision: Decision, kind: str, choices: Mapping[str, Choices]) -> Action:
        """The best of a few hexes at random: the nearest to what the side wants.

        A unit that would get no nearer mostly stays where it is.
        """
        near = nearness(decision)
        best = min((self._one_of(choices[kind]) for _ in range(GLANCES)), key=near)
        unit = getattr(decision.step, "unit", None)
        here = decision.game.place_of(decision.state, unit) if unit is not None else None
        idle = here is not None and Action("stay") in decision.offers and near(best) >= near(here)
        if idle and self._rng.random() < STEADINESS:
            return Action("stay")
        return Action(kind, best)

    def _pass(self, decision: Decision) -> Action | None:
        return next((a for a in map(Action, PASSES) if a in decision.offers), None)


def nearness(decision: Decision) -> Callable[[int], int]:
    """How far a hex lies from the goals of the deciding side."""
    game, (board, *_) = decision.game, decision.game.maps.values()
    goals = game.goals(decision.state, decision.side)
    field: dict[int, int] = {}
    for steps, wave in enumerate(waves(board.grid, goals, board.grid.all)):
        field |= dict.fromkeys(bits(wave), steps)
    return lambda hex: field.get(hex, 0)


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
