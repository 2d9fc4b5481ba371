"""How far a unit can move: the cheapest way to every hex within its allowance.

Costs are whole numbers (a game scales its fractions) and are compiled once per movement class
and weather. What changes from move to move (enemy units, zones of control) comes as bit sets.
The search looks at those once per hex, never once per hexside: that keeps it fast.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import Literal, NamedTuple, TypeAlias

from grognard.core import mutation
from grognard.core.rulings import Layer
from grognard.hexes import Grid, Hex, HexSet, Hexside, pack

Cost: TypeAlias = Callable[[Hex, Hex, Hexside], int | None]
"""What the step from one hex into the next over a hexside costs; None where it is forbidden."""
Tolls: TypeAlias = Sequence[tuple[HexSet, int]]
"""Extra costs for the hexes of sets; a hex in several sets pays for each."""
Step: TypeAlias = tuple[int, int]
"""How far a step moves the bit of a hex, and what it costs."""
Ways: TypeAlias = tuple[Step, ...]

class Graph:
    """The steps out of every hex for one movement class.

    Hexes that can be left alike share one tuple of steps, so that a large map has room for the
    graphs of many classes and weathers.
    """

    __slots__ = ("cheapest", "dearest", "grid", "known", "steps", "within")

    def __init__(self, grid: Grid, steps: tuple[Ways, ...]) -> None:
        prices = {price for ways in set(steps) for _, price in ways}
        self.grid, self.steps = grid, steps
        self.cheapest, self.dearest = min(prices, default=0), max(prices, default=0)
        alike = {ways: self._by_points(ways) for ways in set(steps)}
        self.within = tuple(alike[ways] for ways in steps)
        """For every hex, by points left up to the dearest price, the steps that they pay for."""
        self.known = Memory()

    def _by_points(self, ways: Ways) -> tuple[Ways, ...]:
        prices, by_points = {price for _, price in ways}, list[Ways]()
        paid: Ways = ()
        for points in range(self.dearest + 1):
            if points in prices:
                paid = tuple([step for step in ways if step[1] <= points])
            by_points.append(paid)
        return tuple(by_points)

    def altered(self, hexes: Iterable[Hex], cost: "Cost") -> "Graph":
        """The same but for the steps out of a few hexes, whose cost is asked anew."""
        steps, within = list(self.steps), list(self.within)
        prices = {self.cheapest}
        for hex in hexes:
            steps[hex] = _steps(self.grid, hex, cost)
            within[hex] = self._by_points(steps[hex])
            prices |= {price for _, price in steps[hex]}
        if max(prices) > self.dearest:
            return Graph(self.grid, tuple(steps))
        new = copy(self)
        new.steps, new.within, new.cheapest = tuple(steps), tuple(within), min(prices)
        new.known = Memory()
        return new

    def __repr__(self) -> str:
        return f"<Graph on {self.grid!r}, {self.cheapest} to {self.dearest} a step>"

    def neighbours(self, hex: Hex) -> Iterator[Hex]:
        """The hexes that a step from this one can lead into, whatever it costs."""
        return (hex + shift for shift, _ in self.steps[hex])

    def price(self, hex: Hex, beyond: Hex) -> int | None:
        """What a single step costs; None where there is none."""
        return dict(self.steps[hex]).get(beyond - hex)


class Memory:
    """What moves have found, by where they began and how far they could go.

    A search is as good as new while nothing has changed in the hexes that it looked at: what is
    barred, zoned or full elsewhere makes no other move of it.
    """

    __slots__ = ("_found", "_room")

    ROOM = 1 << 16
    """Hexes in all that are remembered; a large map holds some hundred moves, a small one more."""
    LAST = 6
    """So many moves are remembered for one beginning."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, ...], list[_Found]] = {}
        self._room = self.ROOM

    def __repr__(self) -> str:
        return f"<Memory of {len(self._found)} beginnings>"

    def look_up(self, asked: "_Asked") -> "_Found | None":
        for found in self._found.get((asked.allowance, asked.terms.minimum, *asked.starts), ()):
            if found.holds(asked):
                return found
        return None

    def keep(self, asked: "_Asked", found: "_Found") -> "_Found":
        self._room -= len(found.costs)
        if self._room < 0:
            self.forget()
        key = asked.allowance, asked.terms.minimum, *asked.starts
        self._found[key] = [found, *self._found.get(key, ())[:self.LAST - 1]]
        return found

    def forget(self) -> None:
        self._found = {}
        self._room = self.ROOM


def compile_graph(grid: Grid, cost: Cost) -> Graph:
    """Ask the cost of every step once."""
    alike: dict[Ways, Ways] = {}
    steps = (_steps(grid, hex, cost) if hex in grid else () for hex in range(grid.size))
    return Graph(grid, tuple(alike.setdefault(ways, ways) for ways in steps))


def _steps(grid: Grid, hex: Hex, cost: Cost) -> Ways:
    priced = ((next - hex, cost(hex, next, grid.hexside(hex, next)))
              for next in grid.neighbours(hex))
    return tuple((shift, price) for shift, price in priced if price is not None)


class Terms(NamedTuple):
    """What a move meets on its way, beside the ground."""

    barred: Sequence[Layer] = ()
    """Hexes that cannot be entered, by the rule that says so."""
    stops: HexSet = 0
    """Hexes that end a move which enters them."""
    entry: Tolls = ()
    leaving: Tolls = ()
    parted: HexSet = 0
    """Between two adjacent hexes of this set there is no step (from zone to zone)."""
    minimum: bool = False
    """A unit may always move one hex, whatever it costs, if it may enter it at all."""
    apart: HexSet = 0
    """But not from one of these hexes into another (from zone to zone)."""


class Barrier(NamedTuple):
    """Why a hex is not reached."""

    kind: Literal["too_far", "barred", "no_way"]
    layer: Layer | None = None
    needs: int = 0
    has: int = 0


class _Found:
    """What a search found: the cost of every hex and the hex before it on the way."""

    __slots__ = ("_asked", "_looked", "_mask", "_met", "came", "costs")

    def __init__(self, costs: dict[Hex, int], came: dict[Hex, Hex], asked: "_Asked") -> None:
        self.costs, self.came, self._asked = costs, came, asked
        self._mask: HexSet | None = None
        self._looked: HexSet | None = None
        self._met: tuple[object, ...] = ()

    @property
    def mask(self) -> HexSet:
        if self._mask is None:
            self._mask = pack(self.costs)
        return self._mask

    def holds(self, asked: "_Asked") -> bool:
        """Whether the same is met in all hexes where something else would make another move."""
        if self._looked is None:
            self._looked = self._where_it_looked()
            self._met = self._asked.met(self._looked)
        return self._met == asked.met(self._looked)

    def _where_it_looked(self) -> HexSet:
        """The hexes it came to, entered or not; beside them where steps may be barred besides."""
        came_to = self.mask | pack([hex for hex in self.came if hex not in self.costs])
        grid, terms = self._asked.graph.grid, self._asked.terms
        if terms.parted:
            return came_to | grid.spread(came_to)
        return came_to | grid.spread(pack(self._asked.starts)) if terms.minimum else came_to


class Obstacle(NamedTuple):
    """Where the way to a hex is cut: by a layer, or because moves end there."""

    hex: Hex
    layer: Layer | None


class Reach(Mapping[Hex, int]):
    """The hexes a move can end in, with their costs, cheapest first; the start costs nothing."""

    def __init__(self, graph: Graph, starts: tuple[Hex, ...], allowance: int, terms: Terms) -> None:
        self._graph, self._starts, self._allowance, self._terms = graph, starts, allowance, terms
        self._found = _look(graph, starts, allowance, terms)
        self._costs = self._found.costs

    def __repr__(self) -> str:
        return f"<Reach of {self._allowance} from {list(self._starts)}: {len(self)} hexes>"

    def __getitem__(self, hex: Hex) -> int:
        return self._costs[hex]

    def __contains__(self, hex: object) -> bool:
        return hex in self._costs

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._costs)

    def __len__(self) -> int:
        return len(self._costs)

    @property
    def mask(self) -> HexSet:
        """The reached hexes as a bit set, the start included."""
        return self._found.mask

    def path(self, hex: Hex) -> tuple[Hex, ...]:
        """The cheapest way to a reached hex, from the start to the hex itself."""
        if hex not in self._costs:
            raise KeyError(hex)
        way = [hex]
        while way[-1] not in self._starts:
            way.append(self._found.came[way[-1]])
        return tuple(reversed(way))

    def leads_on(self, hex: Hex, goals: HexSet) -> bool:
        """Whether the cheapest way to one of the goals leads through the hex."""
        came = self._found.came
        after = [near for near in self._graph.neighbours(hex)
                 if near in self._costs and came.get(near) == hex]
        return any(goals >> near & 1 or self.leads_on(near, goals) for near in after)

    def why(self, hex: Hex) -> Barrier | None:
        """What keeps the move from this hex; None if it is reached."""
        if hex in self._costs:
            return None
        layer = next((layer for layer in self._terms.barred if layer.bars >> hex & 1), None)
        if layer is not None:
            return Barrier("barred", layer)
        needs = self._at_any_cost(hex)
        if needs is None:
            return Barrier("no_way")
        return Barrier("too_far", needs=needs, has=self._allowance)

    def obstacle(self, hex: Hex) -> Obstacle | None:
        """What cuts the way to a hex that nothing bars itself; None if the ground does.

        The cheapest way regardless of bars and stops is walked up to the first of them.
        """
        open_terms = self._terms._replace(barred=(), stops=0)
        needs = Reach(self._graph, self._starts, self._allowance, open_terms)._at_any_cost(hex)
        if needs is None:
            return None
        way = Reach(self._graph, self._starts, needs, open_terms).path(hex)
        for place in way[1:-1]:
            layer = next((one for one in self._terms.barred if one.bars >> place & 1), None)
            if layer or self._terms.stops >> place & 1:
                return Obstacle(place, layer)
        return None

    def leads(self, hex: Hex) -> bool:
        """Whether the ground alone leads to a hex, whatever bars, stops or parts the way."""
        return Reach(self._graph, self._starts, 0, Terms())._at_any_cost(hex) is not None

    def _at_any_cost(self, hex: Hex) -> int | None:
        """What the hex would cost: the allowance grows until one step more finds nothing new."""
        tolls = sum(toll for _, toll in (*self._terms.entry, *self._terms.leaving))
        costs, allowance, dearest = self._costs, self._allowance, self._graph.dearest + tolls
        before = -1
        while hex not in costs and len(costs) > before:
            before, allowance = len(costs), 2 * (allowance + dearest)
            asked = _Asked(self._graph, self._starts, allowance, self._terms, _barred(self._terms))
            costs = _search(asked).costs
        return costs.get(hex)


def reach(
    graph: Graph,
    start: Hex | tuple[Hex, ...],
    allowance: int,
    *,
    barred: Sequence[Layer] = (),
    stops: HexSet = 0,
    entry: Tolls = (),
    leaving: Tolls = (),
    parted: HexSet = 0,
    minimum: bool = False,
    apart: HexSet = 0,
) -> Reach:
    """Where a unit can go from its hex (or a march from any of several); see `Terms`."""
    starts = start if isinstance(start, tuple) else (start,)
    terms = Terms(barred, stops, entry, leaving, parted, minimum, apart)
    return Reach(graph, starts, allowance, terms)


class _Asked(NamedTuple):
    """The question that a search answers."""

    graph: Graph
    starts: tuple[Hex, ...]
    allowance: int
    terms: Terms
    barred: HexSet

    def met(self, looked: HexSet) -> tuple[object, ...]:
        """What the move meets in the hexes that it looks at."""
        terms = self.terms
        return (self.barred & looked, terms.stops & looked, terms.parted & looked,
                terms.apart & looked, [(hexes & looked, toll) for hexes, toll in terms.entry],
                [(hexes & looked, toll) for hexes, toll in terms.leaving])


def _look(graph: Graph, starts: tuple[Hex, ...], allowance: int, terms: Terms) -> _Found:
    """What is remembered of such a move, or what a search finds."""
    stuck = allowance < graph.cheapest or not any(map(graph.steps.__getitem__, starts))
    if stuck and not terms.minimum:
        return _Found(dict.fromkeys(starts, 0), {}, _Asked(graph, starts, allowance, terms, 0))
    asked = _Asked(graph, starts, allowance, terms, _barred(terms))
    return graph.known.look_up(asked) or graph.known.keep(asked, _search(asked))


def _search(asked: _Asked) -> _Found:
    """Costs and predecessors, by a queue with one bucket for each cost.

    Hexes go into the buckets unexamined; only when its turn comes does a special hex speak.
    """
    graph, starts, allowance, terms, _ = asked
    costs: dict[Hex, int] = {}
    came: dict[Hex, Hex] = {}
    best = dict.fromkeys(starts, 0)
    too_dear = allowance + 1
    buckets: list[list[Hex] | None] = [None] * too_dear
    buckets[0] = [*starts]
    special = _Special(asked, buckets)
    hexes, shut, ends = special.hexes, special.shut, special.ends
    within, dearest, known = graph.within, graph.dearest, best.get
    for cost, bucket in enumerate(buckets):
        if bucket is None:
            continue
        left = allowance - cost if cost + dearest > allowance else dearest
        for hex in bucket:
            if hex in costs:
                continue
            if not hexes >> hex & 1:
                spent, ways = cost, within[hex][left]
            elif shut >> hex & 1:
                continue
            elif ends >> hex & 1:
                spent, ways = cost, ()
            elif (met := special.meets(hex, cost)) is not None:
                spent, ways = met
            else:
                continue
            costs[hex] = cost
            for shift, price in ways:
                total, beyond = spent + price, hex + shift
                if total < known(beyond, too_dear):
                    best[beyond] = total
                    came[beyond] = hex
                    if (later := buckets[total]) is None:
                        buckets[total] = [beyond]
                    else:
                        later.append(beyond)
    if terms.minimum:
        special.minimum(costs, came)
    return _Found(costs, came, asked)


def _barred(terms: Terms) -> HexSet:
    barred, off = 0, mutation.OFF_LAYER
    for layer in terms.barred:
        if layer.code != off:
            barred |= layer.bars
    return barred


def _special_hexes(terms: Terms, barred: HexSet) -> HexSet:
    """The hexes where a move meets more than the ground."""
    found = barred | terms.stops | terms.parted
    for hexes, _ in (*terms.entry, *terms.leaving):
        found |= hexes
    return found


class _Special:
    """What a move meets in the special hexes."""

    def __init__(self, asked: _Asked, buckets: list[list[Hex] | None]) -> None:
        self._graph, self._starts, self._allowance, self._terms, self._barred = asked
        self._stops, self._buckets = self._terms.stops, buckets
        self._due: dict[Hex, int] = {}
        elsewhere = ~pack(self._starts)
        self.hexes = _special_hexes(self._terms, self._barred)
        self.shut = self._barred & elsewhere
        self.ends = 0 if self._terms.entry else self._stops & elsewhere

    def meets(self, hex: Hex, cost: int) -> tuple[int, Ways] | None:
        """What is spent once the hex is left, and the steps that can then be paid.

        None if it cannot be entered, or not yet.
        """
        if hex not in self._starts:
            if self._terms.entry and not self._pays(hex, cost):
                return None
            if self._stops >> hex & 1:
                return cost, ()
        spent = cost + _toll(self._terms.leaving, hex)
        if spent > self._allowance:
            return spent, ()
        left = min(self._allowance - spent, self._graph.dearest)
        return spent, self._not_parted(hex, self._graph.within[hex][left])

    def _pays(self, hex: Hex, cost: int) -> bool:
        """Whether the toll of the hex is paid; it sends a move to a later bucket."""
        if hex not in self._due:
            due = self._due[hex] = cost + _toll(self._terms.entry, hex)
            if cost < due < len(self._buckets):
                self._buckets[due] = [*(self._buckets[due] or ()), hex]
        return cost == self._due[hex]

    def _not_parted(self, hex: Hex, ways: Ways) -> Ways:
        parted = self._terms.parted
        if not parted >> hex & 1:
            return ways
        return tuple(step for step in ways if not parted >> hex + step[0] & 1)

    def minimum(self, costs: dict[Hex, int], came: dict[Hex, Hex]) -> None:
        """Add the neighbours too dear for the allowance: one hex may always be moved."""
        for start in self._starts:
            shut = self._barred | (self._terms.apart if self._terms.apart >> start & 1 else 0)
            for shift, _ in self._not_parted(start, self._graph.steps[start]):
                beyond = start + shift
                if beyond not in costs and not shut >> beyond & 1:
                    costs[beyond], came[beyond] = self._allowance, start


def _toll(tolls: Tolls, hex: Hex) -> int:
    return sum(toll for hexes, toll in tolls if hexes >> hex & 1)
