"""Headquarters: which of them leads now, who else joins it, and where each goes."""

from collections.abc import Mapping
from typing import Any

from grognard.ai.orders import Order
from grognard.ai.planning import movers, plan
from grognard.ai.sandtable import SandTable
from grognard.core.actions import Action
from grognard.core.game import Decision
from grognard.hexes import Hex, bits

MOST = 8
"""Choices that are looked at, and questions that are left as they are on the way to a march."""
LEAST = 0.02
"""What a choice must promise over leaving it."""


class Leaders:
    """Answers about the headquarters of a side."""

    def __init__(self, table: SandTable) -> None:
        self.table, self.game, self.side = table, table.game, table.side
        self.counsel = table.counsel

    def __repr__(self) -> str:
        return f"<Leaders of {self.side}>"

    def choose(self, decision: Decision) -> Action:
        """The one whose units have the best plan, if it is worth what it costs."""
        return self._best(decision, self.counsel.commands)

    def attach(self, decision: Decision) -> Action:
        """Whoever gains most by coming along, or the hex from where most can be done."""
        return self._best(decision, self.counsel.joins)

    def _best(self, decision: Decision, kinds: tuple[str, ...]) -> Action:
        ranked = self.ranked(decision, kinds)
        if ranked and ranked[0][0] > LEAST:
            return ranked[0][1]
        return next(iter(self._idle(decision)), next(iter(decision.offers)))

    def ranked(self, decision: Decision, kinds: tuple[str, ...]) -> list[tuple[float, Action]]:
        """What each choice gains over leaving everything as it is, the best first."""
        idle = self._idle(decision)
        alone = self.promise(decision, idle[0]) if idle else 0.0
        found = [(self.counsel.judged(decision.state, action,
                                      self.promise(decision, action) - alone), action)
                 for action in self._candidates(decision, kinds)]
        return sorted(found, key=lambda one: -one[0])

    def _idle(self, decision: Decision) -> list[Action]:
        return [a for a in map(Action, self.counsel.staying) if a in decision.offers]

    def _candidates(self, decision: Decision, kinds: tuple[str, ...]) -> list[Action]:
        offers = [action for action in decision.offers if action.kind in kinds]
        if len(offers) <= MOST:
            return offers
        soldiers = self.table.soldiers
        return sorted(offers, key=lambda a: -soldiers[a.arg].attack if a.arg in soldiers else 0)[
            :MOST]

    def promise(self, decision: Decision, action: Action) -> float:
        """What the units can gain that act after a choice."""
        after = decision.state.copy()
        self.game.apply(after, self.side, action)
        asked = self._next_march(after)
        if asked is None:
            return 0
        self.table.sync(after)
        orders = plan(asked, self.table)
        gain = orders.gain
        orders.withdraw()
        self.table.sync(decision.state)
        return gain

    def _next_march(self, state: Any) -> Decision | None:
        """The question who marches, if everything before it is left as it is."""
        for _ in range(MOST):
            asked = self.game.decisions(state).get(self.side)
            if asked is None or self.counsel.jobs.get(type(asked.step)) == "march":
                return asked
            idle = [a for a in map(Action, self.counsel.staying) if a in asked.offers]
            if not idle:
                return None
            self.game.apply(state, self.side, idle[0])
        return None

    # -- where they go ------------------------------------------------------------------------

    def places(self, decision: Decision, orders: Mapping[int, Order]) -> dict[int, Hex]:
        """For every headquarters that may move, where it is near its troops and safe."""
        found: dict[int, Hex] = {}
        at = {unit: orders[unit].hex if unit in orders else hex
              for unit, hex in self.table.at.items() if unit in self.table.mine}
        for unit in movers(decision, self.counsel):
            if unit in self.table.soldiers and self.table.soldiers[unit].leads:
                at[unit] = found[unit] = self._place(decision, orders, unit, self._full(at, unit))
        return found

    def _full(self, at: Mapping[int, Hex], unit: int) -> set[Hex]:
        """Hexes where there is no room for it beside all who are told to be there."""
        counsel, (sort, limit) = self.counsel, self.counsel.room(unit)
        crowd: dict[Hex, int] = {}
        for other, hex in at.items():
            if other != unit and counsel.room(other)[0] == sort:
                crowd[hex] = crowd.get(hex, 0) + counsel.weight(other)
        return {hex for hex, count in crowd.items() if count + counsel.weight(unit) > limit}

    def _place(
        self, decision: Decision, orders: Mapping[int, Order], unit: int, full: set[Hex]
    ) -> Hex:
        state, table = decision.state, self.table
        grid, weights = table.grid, table.weights
        band, far = self.counsel.followers(state, unit)
        troops = [orders[one].hex if one in orders else state.at[one] for one in bits(band)]
        if not troops:
            return int(state.at[unit])
        company = {order.hex for order in orders.values()}

        def cost(hex: Hex) -> float:
            away = sum(max(0, grid.distance(hex, at) - far + 2) for at in troops)
            near = sum(grid.distance(hex, at) for at in troops) / max(1, len(troops))
            danger = table.threat[hex] * (0.3 if hex in company else 1.0)
            return weights.leading * (away + 0.1 * near) + 0.05 * danger

        hexes = self.counsel.reach(decision, unit) | 1 << state.at[unit]
        return min(bits(hexes), key=lambda hex: (hex in full, cost(hex), hex != state.at[unit],
                                                 hex))
