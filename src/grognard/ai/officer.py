"""An officer: makes a plan for what its units can do now, and tries every other choice out."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from grognard.ai.bots import bot, register, register_weighed
from grognard.ai.fields import Pulls
from grognard.ai.leaders import Leaders
from grognard.ai.orders import Order, Orders
from grognard.ai.planning import attacks, movers, plan
from grognard.ai.sandtable import SandTable
from grognard.ai.strikes import Strike, Strikes
from grognard.ai.trial import Trial
from grognard.core.actions import Action
from grognard.core.game import Decision, View
from grognard.hexes import bits, pack

LOOKS = 60
"""Offers of one choice that are tried out."""


@register_weighed("officer")
@register("officer", strength=2)
class Officer:
    """Plans attacks and marches together and weighs every reading of the dice."""

    def __init__(
        self, rng: Random, pulls: Pulls | None = None, *, changed: Mapping[str, float] | None = None
    ) -> None:
        self._rng, self._recruit = rng, bot("recruit", rng)
        self._changed = dict(changed or {})
        """Weights by name, where they are not the box's."""
        self._about: Any = None
        self._orders: dict[int, Order] = {}
        self._pulls: Pulls = {} if pulls is None else pulls
        self._laid: tuple[Any, SandTable] | None = None
        self.strike = Strike(-1, frozenset())
        self._strikes: list[Strike] = []
        self._marching = -1

    def __repr__(self) -> str:
        return "<Officer>"

    def choose(self, view: View[Any], decision: Decision) -> Action:
        counsel = decision.game.advice.counsel
        if counsel is None:
            return self._recruit.choose(view, decision)
        if len(decision.offers) == 1:
            return next(iter(decision.offers))
        self.game, self.side, self.counsel = decision.game, decision.side, counsel
        self._view = view
        answer = ANSWERS.get(counsel.jobs.get(type(decision.step), ""), Officer._by_the_book)
        action = answer(self, decision)
        if action not in decision.offers:
            action = self._without_plan(decision)
        self._marching = action.arg if action.kind in counsel.movers else -1
        return action

    def _table(self, decision: Decision) -> SandTable:
        """The position at hand; laid out anew for every occasion, and put right within it."""
        about = decision.game, decision.side, self._occasion(decision)
        if self._laid is None or self._laid[0] != about:
            weights = replace(self.counsel.weights, **self._changed)
            table = SandTable(self.game, decision.state, self.side, self._pulls, weights)
            self._laid = about, table
        self._laid[1].sync(decision.state)
        return self._laid[1]

    # -- everything that no plan answers ----------------------------------------------------------

    def _try_out(self, decision: Decision, kinds: tuple[str, ...] = ()) -> Action:
        """Of all offers, or those of some kinds, the one that leads to the best position."""
        offers = [a for a in decision.offers if a.kind in kinds] or list(decision.offers)
        if len(offers) > LOOKS:
            offers = self._rng.sample(offers, LOOKS)
        table = self._table(decision)
        trial = Trial(self.game, table, self._rng)
        return max(offers, key=lambda a: trial.worth(decision.state, self.side, a)
                   - self._reluctance(a))

    def _reluctance(self, action: Action) -> float:
        """Of equals, one that does something."""
        return 1e-3 if action.kind in self.game.passes else 0

    def _by_the_book(self, decision: Decision) -> Action:
        """As the rule book advises, or tried out, or as a recruit would."""
        table = self._table(decision)
        return self.counsel.answer(decision, table.place) or self._without_plan(decision)

    def _without_plan(self, decision: Decision) -> Action:
        if self.counsel.tries(decision.step):
            return self._try_out(decision)
        return self._recruit.choose(self._view, decision)

    # -- who leads --------------------------------------------------------------------------------

    def _leader(self, decision: Decision) -> Action:
        self._orders = {}
        return Leaders(self._table(decision)).choose(decision)

    def _attach(self, decision: Decision) -> Action:
        return Leaders(self._table(decision)).attach(decision)

    # -- marches ----------------------------------------------------------------------------------

    def _march(self, decision: Decision) -> Action:
        """The next one who is told to go elsewhere and can; then nobody."""
        if (first := self.counsel.first(decision)) is not None:
            return first
        about = self._occasion(decision)
        if about != self._about:
            orders = plan(decision, self._table(decision))
            self._about, self._orders = about, dict(orders.given)
            orders.withdraw()
            self._tell_leaders(decision)
        able, state = movers(decision, self.counsel), decision.state
        for unit, order in self._orders.items():
            goes = unit in able and order.hex != state.at[unit]
            if goes and self.counsel.reach(decision, unit) >> order.hex & 1:
                return able[unit]
        return Action("done")

    def _occasion(self, decision: Decision) -> Any:
        """What a plan is made for: it holds as long as the same units are at it."""
        state = decision.state
        return self.game.advice.turns_left(state), self.counsel.occasion(state)

    def _tell_leaders(self, decision: Decision) -> None:
        leaders = Leaders(self._table(decision))
        for unit, hex in leaders.places(decision, self._orders).items():
            self._orders[unit] = Order(hex)

    def _way(self, decision: Decision) -> Action:
        order = self._orders.get(self._marching)
        if order is not None:
            for kind in self.counsel.ways:
                if Action(kind, order.hex) in decision.offers:
                    return Action(kind, order.hex)
        group = self.counsel.group(decision.step)
        return self._best_way(decision, group) if group else self._try_out(
            decision, (*self.counsel.ways, "stay"))

    def _best_way(self, decision: Decision, group: int) -> Action:
        """Where the first of those stands best who go without an order, and the others with it."""
        table, unit = self._table(decision), next(bits(group))
        ways = {hex: Action(kind, hex) for kind in reversed(self.counsel.ways)
                for hex in decision.offers.choices.get(kind, ())}
        if unit not in table.soldiers:
            return Action("stay")
        orders = Orders(table, decision.state, {unit: pack(ways)}, 0)
        orders.improve(unit)
        hex = orders.given[unit].hex
        orders.withdraw()
        return ways.get(hex, Action("stay"))

    # -- attacks ----------------------------------------------------------------------------------

    def _target(self, decision: Decision) -> Action:
        """The attack that leads to the best position on the average, if it betters it."""
        if self.counsel.together:
            return self._declare(decision)
        table = self._table(decision)
        least = table.value + table.weights.boldness
        strikes = Strikes(decision, table, self._rng).played()
        best = max(strikes, key=lambda strike: strike.worth, default=None)
        if best is None or best.worth <= least:
            return Action("done")
        self.strike = best
        return Action(self.counsel.aims, best.hex)

    def _declare(self, decision: Decision) -> Action:
        """The next of the attacks that are good together; what is owed besides by everybody."""
        if (about := ("declaring", self._occasion(decision))) != self._about:
            orders, self._about = attacks(decision, self._table(decision)), about
            self._strikes = [Strike(hex, frozenset(units))
                             for hex, units in orders.attackers.items() if units]
            orders.withdraw()
        aims = decision.offers.choices.get(self.counsel.aims, ())
        strike = next((one for one in self._strikes if one.hex in aims), None)
        if strike is None and Action("done") not in decision.offers:
            strike = Strike(next(iter(aims)), frozenset(bits(self.counsel.fit(decision.state))))
        if strike is None:
            return Action("done")
        self.strike = strike
        return Action(self.counsel.aims, strike.hex)

    def _battles(self, decision: Decision) -> Action:
        """Battles that promise more than they cost, then whatever helps in them."""
        fights = pack(decision.offers.choices.get(self.counsel.fights_on, ()))
        orders = Orders(self._table(decision), decision.state, {}, fights).settle()
        worth = [hex for hex in orders.attackers if orders.promise[hex] > 0]
        orders.withdraw()
        if worth:
            return Action(self.counsel.fights_on, worth[0])
        helps = [a for a in decision.offers if a.kind in self.counsel.helps]
        return helps[0] if helps else Action("done")

    def _attackers(self, decision: Decision) -> Action:
        for unit in sorted(self.strike.units):
            if (joins := Action(self.counsel.takes_part, unit)) in decision.offers:
                return joins
        return Action(self.counsel.opens_fire)


ANSWERS: dict[str, Callable[[Officer, Decision], Action]] = {
    "leader": Officer._leader, "attach": Officer._attach, "march": Officer._march,
    "way": Officer._way, "battles": Officer._battles, "target": Officer._target,
    "attackers": Officer._attackers,
}
"""Whoever answers a question of a job; everything else is tried out."""
