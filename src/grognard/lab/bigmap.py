"""A box that is not on the shelf: eight joined sheets of 14,112 hexes, 1,200 counters.

No published map: ground, roads and rivers are strewn by a fixed seed, the counters stand on both
sides of a front. It has no rules; it measures what every rule of a game of this size would ask
the core: to copy a state, where a motorised unit can go, to sample an offer, and the zones of a
side.
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from random import Random
from time import process_time

import msgspec

from grognard.core.floods import OpenSides, open_except, step
from grognard.core.offers import ALWAYS, Among, Offers
from grognard.core.reach import Graph, Reach, compile_graph, reach
from grognard.core.rulings import Layer
from grognard.core.state import State
from grognard.hexes import Grid, Hex, HexSet, Hexside, Orientation, join, pack, rectangle

SHEETS = (4, 2)
SIDE = 42
"""Columns and rows of a sheet."""
MIDDLE = SHEETS[0] * SIDE // 2
"""The first column east of the front."""
COUNTERS = 1200
STEPS = 4
HALF_POINTS = 14
"""Seven movement points; prices are kept in half points."""
ROAD, CLEAR, WOODS, SWAMP, RIVER = 1, 2, 4, 6, 2
"""What a motorised unit pays, in half points; the river is paid besides."""
SEED = 1941
ASKED, ROUNDS = 200, 5
"""Positions or units that a question is asked about, and how often."""


class BigState(State, kw_only=True):
    """What a rule book of this size keeps of every counter, and of the map."""

    at: list[int] = []
    steps: list[int] = []
    supply: list[int] = []
    stacks: dict[int, tuple[int, ...]] = {}
    due: dict[int, int] = {}
    forts: dict[int, int] = {}
    moved: int = 0
    fought: int = 0
    axis_land: HexSet = 0
    axis_rail: HexSet = 0


class BigMeasure(msgspec.Struct, frozen=True):
    """Microseconds for each question."""

    hexes: int
    bits: int
    counters: int
    copy_us: float
    reach_us: float
    """Seven points among enemies: their hexes are barred, their zones stop; nothing remembered."""
    reach_again_us: float
    """The same asked again."""
    reach_free_us: float
    """Seven points over free ground, asked again."""
    reached: float
    """Hexes that a unit reaches over free ground."""
    sample_us: float
    """One of the hexes that a unit can reach."""
    sample_unit_us: float
    """One of the counters of a side."""
    sample_anywhere_us: float
    """One of the hexes of a side's half of the map."""
    zones_us: float
    """The zones of a side, with nothing cached."""


class BigBox:
    """The map, the graph of motorised units and a first state."""

    def __init__(self) -> None:
        self.rng = Random(SEED)
        self.grid = big_grid()
        self.hexes = tuple(self.grid)
        self.ground = {hex: self._terrain() for hex in self.hexes}
        self.rivers = frozenset(self._strewn(0.05))
        self.roads = frozenset(self._strewn(0.08)) - self.rivers

    def _terrain(self) -> int:
        return self.rng.choices((CLEAR, WOODS, SWAMP), (60, 30, 10))[0]

    def _strewn(self, share: float) -> Iterable[Hexside]:
        sides = (self.grid.hexside(hex, next) for hex in self.hexes
                 for next in self.grid.neighbours(hex) if hex < next)
        return [side for side in sides if self.rng.random() < share]

    @cached_property
    def graph(self) -> Graph:
        return compile_graph(self.grid, self._cost)

    def _cost(self, a: Hex, b: Hex, side: Hexside) -> int:
        if side in self.roads:
            return ROAD
        return self.ground[b] + (RIVER if side in self.rivers else 0)

    @cached_property
    def zone_sides(self) -> OpenSides:
        return open_except(self.grid, self.rivers)

    @cached_property
    def units_of(self) -> tuple[int, int]:
        """The two sides: even counters and odd ones."""
        return pack(range(0, COUNTERS, 2)), pack(range(1, COUNTERS, 2))

    def front(self, side: int) -> list[Hex]:
        """The hexes within a few columns of the middle, west or east of it."""
        columns = range(MIDDLE - 6, MIDDLE) if side == 0 else range(MIDDLE, MIDDLE + 6)
        return [hex for hex in self.hexes if self.column(hex) in columns]

    def column(self, hex: Hex) -> int:
        return self.grid.axial(hex)[0]

    def first_state(self) -> BigState:
        """Every counter somewhere near the front, two or three to a hex."""
        rng, fronts = Random(SEED), (self.front(0), self.front(1))
        chosen = [rng.sample(front, COUNTERS // 5) for front in fronts]
        state = BigState(at=[rng.choice(chosen[unit % 2]) for unit in range(COUNTERS)])
        state.steps, state.supply = [STEPS] * COUNTERS, [0] * COUNTERS
        for unit, hex in enumerate(state.at):
            state.stacks[hex] = (*state.stacks.get(hex, ()), unit)
        state.due = {unit: unit % 20 for unit in range(0, COUNTERS, 12)}
        state.forts = dict.fromkeys(self.front(1)[::8], 1)
        state.axis_land = pack(hex for hex in self.hexes if self.column(hex) < MIDDLE)
        return state

    def occupied(self, state: BigState, side: int) -> HexSet:
        return pack({hex for hex in state.at[side::2] if hex >= 0})

    def zone(self, state: BigState, side: int) -> HexSet:
        return step(self.grid, self.occupied(state, side), self.zone_sides)

    def way(
        self, state: BigState, unit: int, *, enemies: bool, anew: bool = False
    ) -> Reach:
        """Where a motorised unit can go."""
        if anew:
            self.graph.known.forget()
        if not enemies:
            return reach(self.graph, state.at[unit], HALF_POINTS)
        held, zone = state.cache["held"], state.cache["zone"]
        return reach(self.graph, state.at[unit], HALF_POINTS, minimum=True, stops=zone,
                     barred=[Layer("enemy-there", "7.2", held)])


def big_grid() -> Grid:
    """Eight sheets in two rows of four, on one grid."""
    sheet = rectangle(Orientation.FLAT, columns=range(1, SIDE + 1), rows=range(1, SIDE + 1))
    return join({
        chr(ord("A") + SHEETS[0] * down + right):
            (sheet, SIDE * right, SIDE * down - SIDE * right // 2)
        for down in range(SHEETS[1]) for right in range(SHEETS[0])
    })


def measure() -> BigMeasure:
    """Build the box and ask everything; the building is no part of the times."""
    box = BigBox()
    state = box.first_state()
    state.cache |= {"held": box.occupied(state, 1), "zone": box.zone(state, 1)}
    units = list(range(0, COUNTERS, 2))[:ASKED]
    rng, reached = Random(SEED), [box.way(state, unit, enemies=False) for unit in units]
    ways = [Offers({"to": Among(found.mask), "stay": ALWAYS}) for found in reached]
    movers = Offers({"move": Among(box.units_of[0], Layer("moved", "7.1", state.moved))})
    anywhere = Offers({"place": Among(state.axis_land)})
    return BigMeasure(
        hexes=len(box.grid), bits=box.grid.size, counters=COUNTERS,
        copy_us=_mean(lambda _: state.copy(), units),
        reach_us=_mean(lambda unit: box.way(state, unit, enemies=True, anew=True), units),
        reach_again_us=_mean(lambda unit: box.way(state, unit, enemies=True), units),
        reach_free_us=_mean(lambda unit: box.way(state, unit, enemies=False), units),
        reached=round(sum(map(len, reached)) / len(reached), 1),
        sample_us=_mean(lambda n: ways[n // 2].sample(rng), units),
        sample_unit_us=_mean(lambda _: movers.sample(rng), units),
        sample_anywhere_us=_mean(lambda _: anywhere.sample(rng), units),
        zones_us=_mean(lambda unit: box.zone(state, unit >> 1 & 1), units),
    )  # fmt: skip


def _mean(ask: Callable[[int], object], units: list[int]) -> float:
    """Microseconds of CPU time for one question, the best of the rounds."""
    times: list[float] = []
    for _ in range(ROUNDS):
        began = process_time()
        for unit in units:
            ask(unit)
        times.append((process_time() - began) / len(units) * 1e6)
    return round(min(times), 2)
