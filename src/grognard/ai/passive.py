"""The bot that sits still: a yardstick, for who cannot beat it has learnt nothing."""

from random import Random
from typing import Any

from grognard.ai.bots import register
from grognard.ai.random_player import kind_by_habit
from grognard.core.actions import Action
from grognard.core.game import Decision, View
from grognard.core.placing import Placement
from grognard.hexes import HexSet, pack


@register("passive", strength=0)
class Passive:
    """Takes what costs nothing, then the way out; what it must choose it draws.

    It produces, rebuilds and brings its arrivals in, and never commands, moves or attacks where
    it need not. What is free and what leaves things as they are is the game's advice.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def __repr__(self) -> str:
        return "<Passive>"

    def choose(self, view: View[Any], decision: Decision) -> Action:
        advice, offered = decision.game.advice, decision.offers.choices
        for kind in (*advice.free, *advice.idle):
            if kind in offered and len(offered[kind]):
                return self._one(decision, kind)
        return self._clearing(decision) or self._forced(decision)

    def _clearing(self, decision: Decision) -> Action | None:
        """A unit from where the refusal of the way out points: a hex too full, say."""
        closed = decision.check(Action("done"))
        there = pack(closed.hexes)
        for kind, found in decision.offers.choices.items():
            if there and decision.game.space.domains[kind].name == "unit":
                meant = [u for u in found if self._stands(decision.state, u, there)]
                if meant:
                    return Action(kind, self._rng.choice(meant))
        return None

    def _stands(self, state: Any, unit: int, hexes: HexSet) -> bool:
        at = state.hex_of(unit) if isinstance(state, Placement) else None
        return at is not None and bool(hexes >> at & 1)

    def _forced(self, decision: Decision) -> Action:
        habits = decision.game.advice.habits()
        if not any(habits.get(kind, 1) for kind, found in decision.offers.choices.items()
                   if len(found)):
            return decision.offers.sample(self._rng)  # what nobody does by habit, but must now
        return self._one(decision, kind_by_habit(decision.game, decision.offers, self._rng))

    def _one(self, decision: Decision, kind: str) -> Action:
        found = decision.offers.choices[kind]
        return Action(kind, found.pick(self._rng.randrange(len(found))))
