"""What a staff would do: the best choices at hand, each with its reason in facts.

Hints are made from a side's view: the position that they are about is imagined from it.
"""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

from grognard.ai.bots import decision_of
from grognard.ai.leaders import Leaders
from grognard.ai.orders import Order, Orders
from grognard.ai.planning import attacks, foes_of, movers, plan
from grognard.ai.reasons import Reason, Reasons
from grognard.ai.sandtable import SandTable
from grognard.ai.strikes import Strikes
from grognard.ai.trial import Trial
from grognard.core.actions import Action
from grognard.core.game import Decision, Game, View
from grognard.core.messages import Message
from grognard.hexes import Hex, HexSet, pack

MOST = 3
"""Hints for one question."""
LOOKS = 40
"""Offers of one question that are tried out."""
LEAST = 1e-3
"""What an order must gain to be worth a word, in points of the game."""


class Hint(NamedTuple):
    """A choice worth making."""

    line: tuple[Action, ...]
    """What to do, one choice after the other."""
    says: Message
    gain: float
    """What it gains over leaving it, in points of the game as the staff reckons."""
    units: tuple[int, ...] = ()
    hexes: tuple[Hex, ...] = ()


def hints(game: Game[Any], view: View[Any], rng: Random) -> list[Hint]:
    """The best choices for whoever must choose; nothing where a game has no staff.

    >>> import grognard
    >>> from random import Random
    >>> game = grognard.load("miniature", "bridgehead")
    >>> hints(game, grognard.start(game, seed=1).view("blue"), Random(1))
    []
    """
    if not has_staff(game):
        return []
    decision = decision_of(game, view, rng)
    if not len(decision.offers):
        return []
    return Staff(decision, rng).hints()


def has_staff(game: Game[Any]) -> bool:
    """Whether a rule book says what counts in it."""
    return game.advice.counsel is not None


class Staff:
    """Looks at one question."""

    def __init__(self, decision: Decision, rng: Random) -> None:
        self.decision, self.rng = decision, rng
        self.game, self.side, self.state = decision.game, decision.side, decision.state
        self.table = SandTable(self.game, self.state, self.side)
        self.counsel = self.table.counsel
        self.reasons = Reasons(self.table, self.state)

    def __repr__(self) -> str:
        return f"<Staff of {self.side}>"

    def hints(self) -> list[Hint]:
        """The best two or three; without a good one, to leave it."""
        job = self.counsel.jobs.get(type(self.decision.step), "")
        found = list(JOBS.get(job, Staff._tried_out)(self)) or self._leave_it()
        return sorted(found, key=lambda hint: -hint.gain)[:MOST]

    def _leave_it(self) -> list[Hint]:
        """To pass where nothing gains; where one must choose, whatever is best when tried."""
        idle = [a for a in map(Action, (*self.game.passes, *self.counsel.staying))
                if a in self.decision.offers]
        if not idle:
            return list(self._tried_out())
        return [Hint((idle[0],), Message("hint.leave-it"), 0.0)]

    # -- marches ------------------------------------------------------------------------------

    def _marches(self) -> Iterator[Hint]:
        """Those whose orders gain most; of those who strike at one hex, the first."""
        able, orders, aims = movers(self.decision, self.counsel), plan(
            self.decision, self.table), set[Hex]()
        gains = {unit: _gain(orders, unit) for unit in orders.given if unit in able}
        for unit in sorted(gains, key=lambda one: -gains[one]):
            order = orders.given[unit]
            if gains[unit] <= LEAST or order.hex == self.state.at[unit] or order.target in aims:
                continue
            way = self._way(self.counsel.reach(self.decision, unit), order.hex, unit)
            if way is not None:
                aims |= {order.target} - {-1}
                yield _hint((able[unit], way), self._why(orders, unit, order), gains[unit])

    def _way(self, ways: HexSet, hex: Hex, unit: int) -> Action | None:
        offered = self.decision.offers.of(unit).choices
        kinds = (kind for kind in self.counsel.ways if hex in offered.get(kind, ()))
        kind = next(kinds, None) if ways >> hex & 1 else None
        return None if kind is None else Action(kind, hex)

    def _why(self, orders: Orders, unit: int, order: Order) -> Reason:
        if order.target < 0 or orders.promise[order.target] <= 0:  # not for the attack's sake
            return self.reasons.march(unit, order.hex)
        attackers = orders.attackers[order.target]
        found = self.counsel.expect(self.state, orders.targets[order.target], attackers)
        return self.reasons.joins(unit, order, tuple(sorted(attackers)), found)

    def _ways(self) -> Iterator[Hint]:
        """Where the unit that marches stands best, with what it could attack from there."""
        unit = self._marching()
        if unit is None or unit not in self.table.soldiers or self.table.soldiers[unit].leads:
            yield from self._tried_out()
            return
        offered = self.decision.offers.choices
        ways = {hex: Action(kind, hex) for kind in reversed(self.counsel.ways)
                for hex in offered.get(kind, ())}
        orders = Orders(self.table, self.state, {unit: pack(ways)}, foes_of(self.table))
        found = sorted(_ranked(orders, unit), key=lambda one: -one[0])
        seen = set[Hex]()
        for gain, order in found:
            if gain > LEAST and order.hex in ways and order.hex not in seen:
                seen.add(order.hex)
                yield _hint((ways[order.hex],), self._why_alone(orders, unit, order), gain)
            if len(seen) == MOST:
                break

    def _marching(self) -> int | None:
        """Whom the question is about: whoever stands elsewhere when it is answered."""
        ways = (a for a in self.decision.offers if a.kind in self.counsel.ways)
        for action in ways:
            after = self.state.copy()
            self.game.apply(after, self.side, action)
            moved = [unit for unit, (old, new) in enumerate(zip(self.state.at, after.at,
                                                                strict=True)) if old != new]
            if moved:
                return moved[0]
        return None

    def _why_alone(self, orders: Orders, unit: int, order: Order) -> Reason:
        kept = orders.given[unit]
        orders.give(unit, order)
        why = self._why(orders, unit, order)
        orders.give(unit, kept)
        return why

    # -- attacks ------------------------------------------------------------------------------

    def _targets(self) -> Iterator[Hint]:
        if self.counsel.together:
            yield from self._declared()
            return
        strikes = Strikes(self.decision, self.table, self.rng)
        now, seen = self.table.sync(self.state) + self.table.weights.boldness, set[Hex]()
        for strike in sorted(strikes.played(), key=lambda one: -one.worth):
            if strike.worth <= now or strike.hex in seen:
                continue
            seen.add(strike.hex)
            units = tuple(sorted(strike.units))
            joined = (Action(self.counsel.takes_part, unit) for unit in units)
            line = (Action(self.counsel.aims, strike.hex), *joined)
            why = self.reasons.attack(strike.hex, units, strikes.forecast(strike))
            yield _hint(line, why, strike.worth - now)

    def _declared(self) -> Iterator[Hint]:
        """Attacks that are good together, each with all who are to take part."""
        orders, offered = attacks(self.decision, self.table), self.decision.offers.choices
        for hex, punches in orders.attackers.items():
            if punches and hex in offered.get(self.counsel.aims, ()):
                units = tuple(sorted(punches))
                line = (Action(self.counsel.aims, hex),
                        *(Action(self.counsel.takes_part, unit) for unit in units))
                yield _hint(line, self._attack(orders, hex), orders.promise[hex])

    def _attack(self, orders: Orders, hex: Hex) -> Reason:
        punches = orders.attackers[hex]
        found = self.counsel.expect(self.state, orders.targets[hex], punches)
        return self.reasons.attack(hex, tuple(sorted(punches)), found)

    def _attackers(self) -> Iterator[Hint]:
        """Who else joins the attack that is being declared; when all have, that it is made."""
        target = self.counsel.attacked(self.decision.step)
        if target < 0:
            yield from self._tried_out()
            return
        orders = attacks(self.decision, self.table)
        joins = [Action(self.counsel.takes_part, unit) for unit in orders.attackers.get(target, ())]
        line = tuple(action for action in sorted(joins) if action in self.decision.offers)
        done = Action(self.counsel.opens_fire)
        if line or (done in self.decision.offers and joins):
            yield _hint(line or (done,), self._attack(orders, target), orders.promise[target])

    def _battles(self) -> Iterator[Hint]:
        fights = pack(self.decision.offers.choices.get(self.counsel.fights_on, ()))
        orders = Orders(self.table, self.state, {}, fights).settle()
        for hex, punches in orders.attackers.items():
            if orders.promise[hex] > 0 and punches:
                found = self.counsel.forecast(orders.targets[hex], sum(punches.values()))
                why = self.reasons.attack(hex, tuple(sorted(punches)), found)
                yield _hint((Action(self.counsel.fights_on, hex),), why, orders.promise[hex])

    # -- headquarters -------------------------------------------------------------------------

    def _leaders(self) -> Iterator[Hint]:
        return self._led(self.counsel.commands, self.reasons.leads)

    def _joining(self) -> Iterator[Hint]:
        return self._led(self.counsel.joins, self.reasons.comes_along)

    def _led(
        self, kinds: tuple[str, ...], why: Callable[[int, float], Reason]
    ) -> Iterator[Hint]:
        for gain, action in Leaders(self.table).ranked(self.decision, kinds):
            domain, number = self._thing(action)
            if gain > LEAST:
                reason = why(number, gain) if domain == "unit" else self.reasons.promises(
                    (domain, number), gain)
                yield _hint((action,), reason, gain)

    # -- everything else ----------------------------------------------------------------------

    def _tried_out(self) -> Iterator[Hint]:
        """As the rule book advises, else what leads to the best position when tried."""
        booked = self.counsel.answer(self.decision, self.table.place)
        if booked is not None and booked in self.decision.offers:
            yield _hint((booked,), self.reasons.book(self._thing(booked)), 0.0)
            return
        offers = list(self.decision.offers)
        if len(offers) > LOOKS:
            offers = sorted(self.rng.sample(offers, LOOKS))
        trial = Trial(self.game, self.table, self.rng)
        worths = {a: trial.worth(self.state, self.side, a) for a in offers}
        ranked = sorted(worths, key=lambda a: (-worths[a], a.kind in self.game.passes))
        for action in ranked[:MOST]:
            ahead = worths[action] - worths[ranked[-1]]
            if ahead < LEAST and action != ranked[0]:
                break
            why = self.reasons.tried(self._thing(action), len(offers), ahead)
            yield _hint((action,), why, ahead)

    def _thing(self, action: Action) -> tuple[str, int]:
        return self.game.space.domains[action.kind].name, action.arg


def _gain(orders: Orders, unit: int) -> float:
    """What the whole would lose if one unit did nothing."""
    order, whole = orders.given[unit], orders.gain
    orders.give(unit, Order(orders.state.at[unit]))
    lost = whole - orders.gain
    orders.give(unit, order)
    return lost


def _ranked(orders: Orders, unit: int) -> list[tuple[float, Order]]:
    kept, found = orders.given[unit], list[tuple[float, Order]]()
    for order in _all(orders, unit):
        orders.give(unit, order)
        found.append((orders.gain, order))
    orders.give(unit, kept)
    return found


def _all(orders: Orders, unit: int) -> Iterable[Order]:
    """Where a unit could go, each with every attack from there: it may be the first of them."""
    for order in list(orders.choices(unit)):
        if order.target >= 0:
            continue
        yield order
        aims = (hex for hex, posts in orders.posts.items() if posts >> order.hex & 1)
        yield from (Order(order.hex, hex) for hex in aims if orders.fit >> unit & 1)


def _hint(line: tuple[Action, ...], why: Reason, gain: float) -> Hint:
    return Hint(line, why.says, gain, why.units, why.hexes)


JOBS: dict[str, Callable[[Staff], Iterator[Hint]]] = {
    "march": Staff._marches, "way": Staff._ways, "target": Staff._targets,
    "attackers": Staff._attackers, "battles": Staff._battles, "leader": Staff._leaders,
    "attach": Staff._joining,
}
"""Who looks at a question of a job; everything else is tried out."""
