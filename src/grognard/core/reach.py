"""How far a unit can move: the cheapest way to every hex within its allowance.

Costs are whole numbers (a game scales its fractions) and are compiled once per movement class
and weather. What changes from move to move (enemy units, zones of control) comes as bit sets.
The search looks at those once per hex, never once per hexside: that keeps it fast.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from grognard.core.mutation import layer_is_off
from grognard.core.rulings import Layer
from grognard.hexes import Grid, Hex, HexSet, Hexside, bits, pack

Cost: TypeAlias = Callable[[Hex, Hex, Hexside], int | None]
"""What the step from one hex into the next over a hexside costs; None where it is forbidden."""
Tolls: TypeAlias = Sequence[tuple[HexSet, int]]
"""Extra costs for the hexes of sets; a hex in several sets pays for each."""
Step: TypeAlias = tuple[Hex, int, Hexside]


class Graph(NamedTuple):
    """The steps out of every hex for one movement class: (next hex, cost, hexside)."""

    grid: Grid
    steps: tuple[tuple[Step, ...], ...]
    cheapest: int
    dearest: int

    def recompiled(self, touched: HexSet, cost: Cost) -> "Graph":
        """The graph with the steps from and to the touched hexes priced anew (a blown bridge)."""
        steps = list(self.steps)
        for hex in bits(touched | self.grid.spread(touched)):
            steps[hex] = _steps(self.grid, hex, cost)
        return _graph(self.grid, steps)


def compile_graph(grid: Grid, cost: Cost) -> Graph:
    """Ask the cost of every step once."""
    steps = (_steps(grid, hex, cost) if hex in grid else () for hex in range(grid.size))
    return _graph(grid, steps)


def _graph(grid: Grid, steps: Iterable[tuple[Step, ...]]) -> Graph:
    steps = tuple(steps)
    prices = {price for ways in steps for _, price, _ in ways}
    return Graph(grid, steps, min(prices, default=0), max(prices, default=0))


def _steps(grid: Grid, hex: Hex, cost: Cost) -> tuple[Step, ...]:
    sides = ((next, grid.hexside(hex, next)) for next in grid.neighbours(hex))
    priced = ((next, cost(hex, next, side), side) for next, side in sides)
    return tuple((next, price, side) for next, price, side in priced if price is not None)


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


class Reach(Mapping[Hex, int]):
    """The hexes a move can end in, with their costs, cheapest first; the start costs nothing."""

    def __init__(self, graph: Graph, starts: tuple[Hex, ...], allowance: int, terms: Terms) -> None:
        self._graph, self._starts, self._allowance, self._terms = graph, starts, allowance, terms
        self._costs, self._came = _search(graph, starts, allowance, terms)
        self._mask: HexSet | None = None

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
        if self._mask is None:
            self._mask = pack(self._costs)
        return self._mask

    def path(self, hex: Hex) -> tuple[Hex, ...]:
        """The cheapest way to a reached hex, from the start to the hex itself."""
        if hex not in self._costs:
            raise KeyError(hex)
        way = [hex]
        while way[-1] not in self._starts:
            way.append(self._came[way[-1]])
        return tuple(reversed(way))

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

    def _at_any_cost(self, hex: Hex) -> int | None:
        """What the hex would cost: the allowance grows until one step more finds nothing new."""
        tolls = sum(toll for _, toll in (*self._terms.entry, *self._terms.leaving))
        costs, allowance, dearest = self._costs, self._allowance, self._graph.dearest + tolls
        before = -1
        while hex not in costs and len(costs) > before:
            before, allowance = len(costs), 2 * (allowance + dearest)
            costs, _ = _search(self._graph, self._starts, allowance, self._terms)
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


def _search(
    graph: Graph, starts: tuple[Hex, ...], allowance: int, terms: Terms
) -> tuple[dict[Hex, int], list[Hex]]:
    """Costs and predecessors, by a queue with one bucket for each cost.

    Hexes go into the buckets unexamined; only when its turn comes does a special hex speak.
    """
    steps = graph.steps
    if not terms.minimum and (allowance < graph.cheapest or not any(steps[s] for s in starts)):
        return dict.fromkeys(starts, 0), []
    costs: dict[Hex, int] = {}
    came = [-1] * len(steps)
    best = [allowance + 1] * len(steps)  # one comparison tells both too dear and no better
    for start in starts:
        best[start] = 0
    buckets: list[list[Hex]] = [[] for _ in range(allowance + 1)]
    buckets[0].extend(starts)
    special = _Special(graph, starts, terms, buckets)
    hexes, last = special.hexes, allowance - graph.cheapest
    for cost, bucket in enumerate(buckets):
        for hex in bucket:
            if hex in costs:
                continue
            spent, ways = cost, steps[hex]
            if hexes >> hex & 1:
                if not special.enters(hex, cost):
                    continue
                spent, ways = special.leaves(hex, cost)
            costs[hex] = cost
            if spent > last:
                continue
            for beyond, price, _ in ways:
                total = spent + price
                if total < best[beyond]:
                    best[beyond] = total
                    came[beyond] = hex
                    buckets[total].append(beyond)
    if terms.minimum:
        special.minimum(costs, came, allowance)
    return costs, came


class _Special:
    """The hexes where a move meets more than the ground."""

    def __init__(
        self, graph: Graph, starts: tuple[Hex, ...], terms: Terms, buckets: list[list[Hex]]
    ) -> None:
        self._steps, self._starts, self._terms, self._buckets = graph.steps, starts, terms, buckets
        self._due: dict[Hex, int] = {}
        self._barred = 0
        for layer in terms.barred:
            if not layer_is_off(layer.code):
                self._barred |= layer.bars
        self.hexes = self._barred | terms.stops | terms.parted
        for hexes, _ in (*terms.entry, *terms.leaving):
            self.hexes |= hexes

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

    def leaves(self, hex: Hex, cost: int) -> tuple[int, tuple[Step, ...]]:
        """What is spent once the hex is left, and the steps open from it."""
        if self._terms.stops >> hex & 1 and hex not in self._starts:
            return cost, ()
        ways, parted = self._steps[hex], self._terms.parted
        if parted >> hex & 1:
            ways = tuple(step for step in ways if not parted >> step[0] & 1)
        return cost + _toll(self._terms.leaving, hex), ways

    def minimum(self, costs: dict[Hex, int], came: list[Hex], allowance: int) -> None:
        """Add the neighbours too dear for the allowance: one hex may always be moved."""
        for start in self._starts:
            for beyond, _, _ in self.leaves(start, 0)[1]:
                if beyond not in costs and not self._barred >> beyond & 1:
                    costs[beyond], came[beyond] = allowance, start


def _toll(tolls: Tolls, hex: Hex) -> int:
    return sum(toll for hexes, toll in tolls if hexes >> hex & 1)
