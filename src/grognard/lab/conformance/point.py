"""The moment of a play at which checks are made, and what a side is told at that moment."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, TypeAlias

import msgspec

from grognard.core.actions import Action
from grognard.core.game import Game
from grognard.core.sides import Side
from grognard.core.steps import Together
from grognard.records import Playthrough


class Tally(msgspec.Struct):
    """What was met so far, over all the points of a game."""

    refusals: Counter[str] = msgspec.field(default_factory=Counter)
    """Codes by which actions were refused that a side might have tried in earnest."""
    said: Counter[str] = msgspec.field(default_factory=Counter)
    """How often each text was put into words, for each kind of action."""


class Point(msgspec.Struct, frozen=True):
    """One moment of one play. A check may look and make copies; it leaves the play as it is."""

    play: Playthrough
    rng: Random
    tally: Tally

    @property
    def game(self) -> Game[Any]:
        return self.play.game

    @property
    def state(self) -> Any:
        return self.play.state

    def asked(self) -> list[Side]:
        """The sides that must choose now."""
        return list(self.play.decisions)


Check: TypeAlias = Callable[[Point], Iterator[str]]
"""Yields a sentence for everything that is wrong at a point."""


def in_secret(state: Any) -> bool:
    """Whether sides are choosing in secret now."""
    return bool(state.stack) and isinstance(state.stack[-1], Together)


def some(items: list[Any], most: int, rng: Random) -> list[Any]:
    """All of a short list, or a few of a long one."""
    return items if len(items) <= most else rng.sample(items, most)


def json(thing: Any) -> bytes:
    """Any answer of a game as bytes, to compare it with another."""
    plain = msgspec.to_builtins(thing, str_keys=True, enc_hook=str, order="deterministic")
    return msgspec.json.encode(plain)


def random_action(game: Game[Any], rng: Random) -> Action:
    """Any action that exists in the game, every kind as likely as the next."""
    kind, domain = rng.choice(list(game.space.domains.items()))
    while True:
        arg = rng.randrange(domain.size)
        if domain.holds(arg):
            return Action(kind, arg)


def told(game: Game[Any], state: Any, side: Side, tries: list[Action]) -> dict[str, bytes]:
    """Everything a side is told at a state: view, question, offers, rulings, odds, previews."""
    decision = game.decisions(state).get(side)
    answers = {"view": game.encode(game.view(state, side).state)}
    if decision is None:
        return answers
    offers = list(decision.offers)
    answers["prompt"] = json(decision.step.prompt(game, state))
    answers["offers"] = json(sorted(offers))
    answers["rulings"] = json([(action, decision.check(action)) for action in tries])
    answers["odds"] = json([(a, odds) for a in offers if (odds := game.odds(state, side, a))])
    answers["previews"] = json([
        (action, sorted(decision.offers.of(action.arg)))
        for action in some([a for a in offers if _names_unit(game, a)], 4, Random(0))
    ])
    return answers


def _names_unit(game: Game[Any], action: Action) -> bool:
    return game.space.domains[action.kind].name == "unit"
