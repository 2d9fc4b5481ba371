"""Orders for everybody who may move: where each goes and what it attacks, decided together.

First come the attacks that promise most, with all who can take part in them; then everybody is
looked at in turn, again and again, for a place where the whole stands better.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from grognard.ai.sandtable import SandTable
from grognard.core.counsel import Counsel
from grognard.hexes import Hex, HexSet, bits

PASSES = 3
"""How often everybody is looked at."""
SEEDS = 6
"""Attacks that are built up with all who can take part."""
DEBTS = 2
"""How often those are looked for to whom an attack obliges."""
UNANSWERED = 50.0
"""What it costs to leave out an attack that is owed: more than any is worth."""
GAIN = 1e-6


class Order(NamedTuple):
    """Where a unit goes and what it attacks from there; -1: nothing."""

    hex: Hex
    target: Hex = -1


class Orders:
    """The orders of one side for the units that may move now."""

    def __init__(
        self, table: SandTable, state: Any, reach: Mapping[int, HexSet], targets: HexSet
    ) -> None:
        self.table, self.state, self.reach = table, state, reach
        self.counsel: Counsel[Any, Any] = table.counsel
        self.fit = self.counsel.fit(state)
        self.before, self._lasting = table.value, self.counsel.lasting(state)
        self.rooms = {unit: self.counsel.room(unit) for unit in table.mine}
        self._dues: dict[Hex, tuple[Hex, ...]] = {}
        self._know_targets(targets)
        self.given = {unit: Order(table.at[unit]) for unit in reach}
        for unit in bits(self.fit):
            self.given.setdefault(unit, Order(state.at[unit]))
        self._count_room()

    def __repr__(self) -> str:
        return f"<Orders for {len(self.given)} units, worth {self.gain:.2f}>"

    @property
    def gain(self) -> float:
        """What the orders promise over staying where everybody is."""
        return self.table.value + self._promised - self.before

    def _know_targets(self, targets: HexSet) -> None:
        counsel, side = self.counsel, self.table.side
        self.targets = {hex: counsel.target(self.state, side, hex) for hex in bits(targets)}
        self.posts = {hex: counsel.posts(self.state, hex) for hex in self.targets}
        self.attackers: dict[Hex, dict[int, float]] = {hex: {} for hex in self.targets}
        self.promise = dict.fromkeys(self.targets, 0.0)
        self._promised = 0.0
        self.due = dict.fromkeys(self.targets, 0)
        """How many attackers oblige others to attack a hex."""
        self.prize = {hex: self._prize_of(hex) for hex in self.targets}
        self._aims: dict[Hex, list[Hex]] = {}
        for hex, posts in self.posts.items():
            for post in bits(posts):
                self._aims.setdefault(post, []).append(hex)

    def _prize_of(self, hex: Hex) -> tuple[float, float]:
        """What it is worth to take a hex, and a step of those who defend it."""
        table, weights = self.table, self.table.weights
        there = [unit for unit, at in table.at.items() if at == hex and unit not in table.mine]
        step = sum(table.soldiers[unit].worth / table.soldiers[unit].steps for unit in there)
        taken = self._lasting * weights.take
        taken += 0 if table.held >> hex & 1 else table.stakes.get(hex, 0)
        return taken, self._lasting * weights.spite * weights.material * step / max(1, len(there))

    def _count_room(self) -> None:
        self.crowd: dict[tuple[Hex, str], int] = {}
        for unit in self.table.mine:
            if (hex := self.table.at[unit]) >= 0:
                key = hex, self.rooms[unit][0]
                self.crowd[key] = self.crowd.get(key, 0) + self.counsel.weight(unit)

    # -- giving an order ----------------------------------------------------------------------

    def give(self, unit: int, order: Order) -> None:
        old = self.given[unit]
        if old.target >= 0:
            del self.attackers[old.target][unit]
            self._oblige(old, -1)
            self._reckon(old.target)
        if old.hex != order.hex:
            sort, weight = self.rooms[unit][0], self.counsel.weight(unit)
            self.crowd[old.hex, sort] -= weight
            self.crowd[order.hex, sort] = self.crowd.get((order.hex, sort), 0) + weight
            self.table.shift(unit, order.hex)
        if order.target >= 0:
            punch = self.counsel.punch(self.state, unit, order.hex, order.target)
            self.attackers[order.target][unit] = punch
            self._oblige(order, 1)
            self._reckon(order.target)
        self.given[unit] = order

    def _oblige(self, order: Order, times: int) -> None:
        """An attacker's post may oblige to other attacks."""
        for hex in self.dues(order.hex):
            self.due[hex] += times
            if hex != order.target:
                self._reckon(hex)

    def dues(self, post: Hex) -> tuple[Hex, ...]:
        if post not in self._dues:
            owed = self.counsel.owed(self.state, post)
            self._dues[post] = tuple(hex for hex in bits(owed) if hex in self.targets)
        return self._dues[post]

    def _reckon(self, hex: Hex) -> None:
        """What the attack on a hex promises with those who are to take part."""
        promised = self._promises(hex, self.attackers[hex])
        promised = promised if self.counsel.together else max(0.0, promised)
        self._promised += promised - self.promise[hex]
        self.promise[hex] = promised

    def unanswered(self) -> list[Hex]:
        """Hexes that should be attacked too, and nobody does."""
        return [hex for hex, count in self.due.items()
                if count and self.promise[hex] <= -UNANSWERED]

    def _promises(self, hex: Hex, attackers: Mapping[int, float]) -> float:
        if not attackers:
            return -UNANSWERED if self.due[hex] else 0
        found, together = self.counsel.expect(
            self.state, self.targets[hex], attackers), self.counsel.together
        if found is None:
            return -UNANSWERED if together else 0
        if not together and not found.is_fair:  # nobody would make it when it comes to it
            return 0
        table, (taken, step) = self.table, self.prize[hex]
        own = sum(table.soldiers[unit].worth / table.soldiers[unit].steps
                  for unit in attackers) / len(attackers)
        price = found.ours * own * table.weights.material + table.weights.boldness
        return found.takes * taken + found.theirs * step + found.points - self._lasting * price

    def has_room(self, unit: int, hex: Hex) -> bool:
        if hex == self.given[unit].hex:
            return True
        sort, limit = self.rooms[unit]
        return self.crowd.get((hex, sort), 0) + self.counsel.weight(unit) <= limit

    def _fits(self, unit: int) -> bool:
        """Whether the hex that it is told to be in holds all who are."""
        sort, limit = self.rooms[unit]
        return self.crowd.get((self.given[unit].hex, sort), 0) <= limit or not (
            self.counsel.weight(unit))

    # -- finding good ones ----------------------------------------------------------------------

    def settle(self) -> "Orders":
        """Build up attacks, then better the whole until nobody finds a better place."""
        self._build_up()
        units = sorted(self.given, key=lambda unit: -self.table.soldiers[unit].worth)
        for _ in range(PASSES):
            if not sum(self.improve(unit) for unit in units):
                break
        return self

    def _build_up(self) -> None:
        ranked = sorted(((self._at_best(hex), hex) for hex in self.targets), reverse=True)
        for promised, hex in ranked[:SEEDS]:
            if promised > 0:
                self._seed(hex)

    def _at_best(self, hex: Hex) -> float:
        return self._promises(hex, {unit: punch for unit, _, punch in self._who_can(hex)})

    def _who_can(self, hex: Hex) -> list[tuple[int, Hex, float]]:
        """Units without an attack that could strike a hex, from where, the strongest first."""
        found, taken = [], dict[tuple[Hex, str], int]()
        for unit in bits(self.fit):
            if self.given[unit].target >= 0:
                continue
            post = self._post_of(unit, hex, taken)
            if post is not None:
                key = post, self.rooms[unit][0]
                if post != self.given[unit].hex:
                    taken[key] = taken.get(key, 0) + self.counsel.weight(unit)
                found.append((unit, post, self.counsel.punch(self.state, unit, post, hex)))
        return sorted(found, key=lambda one: -one[2])

    def _post_of(self, unit: int, hex: Hex, taken: Mapping[tuple[Hex, str], int]) -> Hex | None:
        """The strongest post for a unit, of those the safest; its own if that is one."""
        here, (sort, limit) = self.given[unit].hex, self.rooms[unit]
        reach, weight = self.reach.get(unit, 0) & self.posts[hex], self.counsel.weight(unit)
        open = [post for post in bits(reach) if weight + self.crowd.get((post, sort), 0)
                + taken.get((post, sort), 0) <= limit]
        if self.posts[hex] >> here & 1:
            open.append(here)
        if not open:
            return None
        return max(open, key=lambda post: (-self._more_due(post, hex),
                                           self.counsel.punch(self.state, unit, post, hex),
                                           post == here, -self.table.threat[post]))

    def _more_due(self, post: Hex, hex: Hex) -> int:
        """Attacks that nobody makes yet, to which one on a hex out of a post obliges."""
        return sum(other != hex and not self.attackers[other] for other in self.dues(post))

    def _seed(self, hex: Hex) -> None:
        """Attack a hex, and all that this obliges to; the whole must gain by it."""
        before, old = self.gain, dict(self.given)
        self._send(hex)
        for _ in range(DEBTS):
            for due in self.unanswered():
                self._send(due)
        if self.unanswered():
            for unit in list(self.attackers[hex]):
                self.improve(unit)
        if self.gain < before + GAIN:
            for unit, order in old.items():
                if self.given[unit] != order:
                    self.give(unit, order)

    def _send(self, hex: Hex) -> None:
        """Everybody whom an attack is better for."""
        for unit, post, _ in self._who_can(hex):
            promised = self.gain
            kept = self.given[unit]
            self.give(unit, Order(post, hex))
            if self.promise[hex] > 0 and self.gain < promised:
                self.give(unit, kept)

    def improve(self, unit: int) -> bool:
        """The best place for one unit, everybody else going where they are told to."""
        kept = self.given[unit]
        best = (self.gain + GAIN if self._fits(unit) else float("-inf")), kept
        for order in self.choices(unit):
            self.give(unit, order)
            if self.gain > best[0]:
                best = self.gain, order
        self.give(unit, best[1])
        return best[1] != kept

    def choices(self, unit: int) -> Iterable[Order]:
        """Where a unit could go, and what it could attack from there with others."""
        here = self.given[unit]
        hexes = self.reach.get(unit, 0) | 1 << here.hex
        if unit in self.reach:
            hexes |= 1 << self.state.at[unit]
        fights = self.fit >> unit & 1
        for hex in bits(hexes):
            if not self.has_room(unit, hex) or (hex == here.hex and not self._fits(unit)):
                continue
            yield Order(hex)
            for target in self._aims.get(hex, ()) if fights else ():
                if self.attackers[target] or self.due[target] or target == here.target:
                    yield Order(hex, target)

    def withdraw(self) -> None:
        """Put the sand table back as it was."""
        for unit in self.given:
            self.give(unit, Order(self.state.at[unit]))
