"""How far a unit can move: the cheapest way to every hex within its allowance.

Costs are whole numbers (a game scales its fractions) and are compiled once per movement class
and weather. What changes from move to move (enemy units, zones of control) comes as bit sets.
The search looks at those once per hex, never once per hexside: that keeps it fast.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from grognard.core.mutation import layer_is_off
from grognard.core.rulings import Layer
from grognard.hexes import Grid, Hex, HexSet, Hexside, bits, pack

Cost: TypeAlias = Callable[[Hex, Hex, Hexside], int | None]
"""What the step from one hex into the next over a hexside costs; None where it is forbidden."""
Tolls: TypeAlias = Sequence[tuple[HexSet, int]]
"""Extra costs for the hexes of sets; a hex in several sets pays for each."""
Step: TypeAlias = tuple[int, int]
"""How far a step moves the bit of a hex, and what it costs."""
Ways: TypeAlias = tuple[Step, ...]

_FREE = 1024  # so many moves over free ground are remembered for each graph


class Graph:
    """The steps out of every hex for one movement class.

    Hexes that can be left alike share one tuple of steps, so that a large map has room for the
    graphs of many classes and weathers.
    """

    __slots__ = ("_free", "cheapest", "dearest", "grid", "steps")

    def __init__(self, grid: Grid, steps: tuple[Ways, ...]) -> None:
        prices = {price for ways in set(steps) for _, price in ways}
        self.grid, self.steps = grid, steps
        self.cheapest, self.dearest = min(prices, default=0), max(prices, default=0)
        self._free: dict[tuple[Hex, int], _Found] = {}

    def neighbours(self, hex: Hex) -> Iterator[Hex]:
        """The hexes that a step from this one can lead into, whatever it costs."""
        return (hex + shift for shift, _ in self.steps[hex])

    def price(self, hex: Hex, beyond: Hex) -> int | None:
        """What a single step costs; None where there is none."""
        return dict(self.steps[hex]).get(beyond - hex)

    def free(self, start: Hex, allowance: int) -> "_Found | None":
        """Where a move leads that meets nothing but the ground, if one is remembered."""
        return self._free.get((start, allowance))

    def remember(self, start: Hex, allowance: int, found: "_Found") -> None:
        """Keep what a move found that met nothing but the ground."""
        if len(self._free) >= _FREE:
            self._free.clear()
        self._free[start, allowance] = found


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


class Barrier(NamedTuple):
    """Why a hex is not reached."""

    kind: Literal["too_far", "barred", "no_way"]
    layer: Layer | None = None
    needs: int = 0
    has: int = 0


class _Found:
    """What a search found: the cost of every hex and the hex before it on the way."""

    __slots__ = ("_mask", "came", "costs", "free")

    def __init__(self, costs: dict[Hex, int], came: dict[Hex, Hex], free: bool) -> None:
        self.costs, self.came, self.free = costs, came, free
        self._mask: HexSet | None = None

    @property
    def mask(self) -> HexSet:
        if self._mask is None:
            self._mask = pack(self.costs)
        return self._mask


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

    def passed(self, hexes: HexSet) -> HexSet:
        """The hexes that the cheapest ways to these lead through, those ends left out."""
        came, found = self._found.came, set[Hex]()
        for hex in bits(self.mask & hexes):
            before = came.get(hex)
            while before is not None and before not in found:
                found.add(before)
                before = came.get(before)
        return pack(found)

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

    def _at_any_cost(self, hex: Hex) -> int | None:
        """What the hex would cost: the allowance grows until one step more finds nothing new."""
        tolls = sum(toll for _, toll in (*self._terms.entry, *self._terms.leaving))
        costs, allowance, dearest = self._costs, self._allowance, self._graph.dearest + tolls
        before = -1
        while hex not in costs and len(costs) > before:
            before, allowance = len(costs), 2 * (allowance + dearest)
            costs = _search(self._graph, self._starts, allowance, self._terms).costs
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
) -> Reach:
    """Where a unit can go from its hex (or a march from any of several); see `Terms`."""
    starts = start if isinstance(start, tuple) else (start,)
    return Reach(graph, starts, allowance, Terms(barred, stops, entry, leaving, parted, minimum))


def _look(graph: Graph, starts: tuple[Hex, ...], allowance: int, terms: Terms) -> _Found:
    """The search, or what is remembered of one where the move meets nothing but the ground."""
    if len(starts) > 1 or terms.minimum:
        return _search(graph, starts, allowance, terms)
    known = graph.free(starts[0], allowance)
    if known is not None and not known.mask & _special_hexes(terms, _barred(terms)):
        return known
    found = _search(graph, starts, allowance, terms)
    if found.free and known is None:
        graph.remember(starts[0], allowance, found)
    return found


def _search(graph: Graph, starts: tuple[Hex, ...], allowance: int, terms: Terms) -> _Found:
    """Costs and predecessors, by a queue with one bucket for each cost.

    Hexes go into the buckets unexamined; only when its turn comes does a special hex speak.
    """
    steps = graph.steps
    costs: dict[Hex, int] = {}
    came: dict[Hex, Hex] = {}
    if not terms.minimum and (allowance < graph.cheapest or not any(steps[s] for s in starts)):
        return _Found(dict.fromkeys(starts, 0), came, free=True)
    best = dict.fromkeys(starts, 0)
    too_dear = allowance + 1
    buckets: list[list[Hex]] = [[] for _ in range(too_dear)]
    buckets[0].extend(starts)
    special = _Special(graph, starts, terms, buckets)
    hexes, last, known = special.hexes, allowance - graph.cheapest, best.get
    free = True
    for cost, bucket in enumerate(buckets):
        for hex in bucket:
            if hex in costs:
                continue
            spent, ways = cost, steps[hex]
            if hexes >> hex & 1:
                free = False
                if not special.enters(hex, cost):
                    continue
                spent, ways = special.leaves(hex, cost)
            costs[hex] = cost
            if spent > last:
                continue
            for shift, price in ways:
                total, beyond = spent + price, hex + shift
                if total < known(beyond, too_dear):
                    best[beyond] = total
                    came[beyond] = hex
                    buckets[total].append(beyond)
    if terms.minimum:
        special.minimum(costs, came, allowance)
    return _Found(costs, came, free and not terms.minimum)


def _barred(terms: Terms) -> HexSet:
    barred = 0
    for layer in terms.barred:
        if not layer_is_off(layer.code):
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

    def __init__(
        self, graph: Graph, starts: tuple[Hex, ...], terms: Terms, buckets: list[list[Hex]]
    ) -> None:
        self._steps, self._starts, self._terms, self._buckets = graph.steps, starts, terms, buckets
        self._due: dict[Hex, int] = {}
        self._barred = _barred(terms)
        self.hexes = _special_hexes(terms, self._barred)

    def enters(self, hex: Hex, cost: int) -> bool:
        """Whether a move that has spent this may enter; a toll sends it to a later bucket."""
        if hex in self._starts:
            return True
        if self._barred >> hex & 1:
            return False
        if hex not in self._due:
            due = self._due[hex] = cost + _toll(self._terms.entry, hex)
            if cost < due < len(self._buckets):
                self._buckets[due].append(hex)
        return cost == self._due[hex]

    def leaves(self, hex: Hex, cost: int) -> tuple[int, Ways]:
        """What is spent once the hex is left, and the steps open from it."""
        if self._terms.stops >> hex & 1 and hex not in self._starts:
            return cost, ()
        ways, parted = self._steps[hex], self._terms.parted
        if parted >> hex & 1:
            ways = tuple(step for step in ways if not parted >> hex + step[0] & 1)
        return cost + _toll(self._terms.leaving, hex), ways

    def minimum(self, costs: dict[Hex, int], came: dict[Hex, Hex], allowance: int) -> None:
        """Add the neighbours too dear for the allowance: one hex may always be moved."""
        for start in self._starts:
            for shift, _ in self.leaves(start, 0)[1]:
                beyond = start + shift
                if beyond not in costs and not self._barred >> beyond & 1:
                    costs[beyond], came[beyond] = allowance, start


def _toll(tolls: Tolls, hex: Hex) -> int:
    return sum(toll for hexes, toll in tolls if hexes >> hex & 1)
