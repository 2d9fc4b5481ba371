"""Attacks to choose from: who would take part in each, and what it leads to on the average."""

from random import Random
from typing import NamedTuple

from grognard.ai.orders import Orders
from grognard.ai.sandtable import SandTable
from grognard.ai.trial import Trial
from grognard.core.actions import Action
from grognard.core.counsel import Forecast
from grognard.core.game import Decision
from grognard.hexes import Hex, bits, pack

TARGETS = 6
"""Attacks that are played out before one is chosen."""


class Strike(NamedTuple):
    """An attack on a hex by some units."""

    hex: Hex
    units: frozenset[int]
    worth: float = 0.0
    """What the position is worth after it, on the average."""


class Strikes:
    """The attacks that a question offers."""

    def __init__(self, decision: Decision, table: SandTable, rng: Random) -> None:
        self.decision, self.table, self.counsel = decision, table, table.counsel
        self._rng = rng

    def __repr__(self) -> str:
        return f"<Strikes of {self.table.side}>"

    def played(self) -> list[Strike]:
        """Those that are fair, each played out; the most promising first."""
        trial = Trial(self.table.game, self.table, self._rng)
        fair = [strike for strike in self._all() if self.is_fair(strike)]
        return [strike._replace(worth=self._struck(trial, strike)) for strike in fair[:TARGETS]]

    def _all(self) -> list[Strike]:
        """As orders would have them, then each with everybody."""
        targets = pack(self.decision.offers.choices[self.counsel.aims])
        orders = Orders(self.table, self.decision.state, {}, targets).settle()
        ranked = sorted((hex for hex in orders.attackers if orders.attackers[hex]),
                        key=lambda hex: -orders.promise[hex])
        found = [Strike(hex, frozenset(orders.attackers[hex])) for hex in ranked]
        orders.withdraw()
        together = (Strike(hex, self._everybody(hex)) for hex in bits(targets))
        return found + [one for one in together if one.units and one not in found]

    def _everybody(self, hex: Hex) -> frozenset[int]:
        state, posts = self.decision.state, self.counsel.posts(self.decision.state, hex)
        return frozenset(unit for unit in bits(self.counsel.fit(state))
                         if posts >> state.at[unit] & 1)

    def is_fair(self, strike: Strike) -> bool:
        """Whether the enemy has more to fear from an attack than those who make it."""
        found = self.forecast(strike)
        return found is not None and found.is_fair

    def forecast(self, strike: Strike) -> Forecast | None:
        state, counsel, hex = self.decision.state, self.counsel, strike.hex
        punch = sum(counsel.punch(state, unit, state.at[unit], hex) for unit in strike.units)
        return counsel.forecast(counsel.target(state, self.table.side, hex), punch)

    def _struck(self, trial: Trial, strike: Strike) -> float:
        game, side, after = self.table.game, self.table.side, self.decision.state.copy()
        counsel = self.counsel
        game.apply(after, side, Action(counsel.aims, strike.hex))
        for unit in sorted(strike.units):
            if (joins := Action(counsel.takes_part, unit)) in game.decisions(after)[side].offers:
                game.apply(after, side, joins)
        if (fire := Action(counsel.opens_fire)) not in game.decisions(after)[side].offers:
            return float("-inf")
        game.apply(after, side, fire)
        return trial.expected(after)
