"""Headquarters: which of them leads now, who else joins it, and where each goes."""

from collections.abc import Mapping

from grognard.ai.orders import Order
from grognard.ai.planning import plan, ways_of
from grognard.ai.sandtable import SandTable
from grognard.core.actions import Action
from grognard.core.game import Decision
from grognard.hexes import Hex, bits


class Leaders:
    """Answers about the headquarters of a side."""

    def __init__(self, table: SandTable) -> None:
        self.table, self.game, self.side = table, table.game, table.side
        self.counsel = table.counsel

    def __repr__(self) -> str:
        return f"<Leaders of {self.side}>"

    def choose(self, decision: Decision) -> Action:
        """The one whose units have the best plan."""
        best, chosen = 0.0, Action("done")
        for hq in decision.offers.choices.get("hq", ()):
            gain = self.promise(decision, Action("hq", hq))
            if gain > best:
                best, chosen = gain, Action("hq", hq)
        return chosen

    def promise(self, decision: Decision, action: Action) -> float:
        """What the units can gain that act after a choice."""
        after = decision.state.copy()
        self.game.apply(after, self.side, action)
        asked = self.game.decisions(after).get(self.side)
        while asked is not None and Action("done") in asked.offers and asked.step.continues:
            self.game.apply(after, self.side, Action("done"))
            asked = self.game.decisions(after).get(self.side)
        if asked is None or "move" not in asked.offers.choices:
            return 0
        self.table.sync(after)
        orders = plan(asked, self.table)
        gain = orders.gain
        orders.withdraw()
        self.table.sync(decision.state)
        return gain

    def attach(self, decision: Decision) -> Action:
        """Whoever gains most by coming along."""
        alone = self.promise(decision, Action("done"))
        best, chosen = alone + 0.02, Action("done")
        near = sorted(decision.offers.choices["attach"],
                      key=lambda unit: -self.table.soldiers[unit].attack)
        for unit in near[:8]:
            gain = self.promise(decision, Action("attach", unit))
            if gain > best:
                best, chosen = gain, Action("attach", unit)
        return chosen

    # -- where they go ------------------------------------------------------------------------

    def places(self, decision: Decision, orders: Mapping[int, Order]) -> dict[int, Hex]:
        """For every headquarters that may move, where it is near its troops and safe."""
        found: dict[int, Hex] = {}
        for unit in decision.offers.choices["move"]:
            if self.table.soldiers[unit].leads:
                found[unit] = self._place(decision, orders, unit)
        return found

    def _place(
        self, decision: Decision, orders: Mapping[int, Order], unit: int
    ) -> Hex:
        state, table = decision.state, self.table
        grid, weights = table.grid, table.weights
        band, far = self.counsel.followers(state, unit)
        troops = [orders[one].hex if one in orders else state.at[one] for one in bits(band)]
        company = {order.hex for order in orders.values()}

        def cost(hex: Hex) -> float:
            away = sum(max(0, grid.distance(hex, at) - far + 2) for at in troops)
            near = sum(grid.distance(hex, at) for at in troops) / max(1, len(troops))
            danger = table.threat[hex] * (0.3 if hex in company else 1.0)
            return weights.leading * (away + 0.1 * near) + 0.05 * danger

        hexes = ways_of(decision, unit, self.counsel.ways) | 1 << state.at[unit]
        return min(bits(hexes), key=lambda hex: (cost(hex), hex != state.at[unit], hex))
