"""The terrain effects chart laid over the map: costs, crossings and zones, compiled once.

Rivers differ by weather (6.2.2), legs from tracks (6.1.B); everything here exists once for each
``Going``: mechanised or not, frozen or not.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from grognard.core.floods import OpenSides, open_except
from grognard.core.maps import GameMap
from grognard.core.reach import Graph, compile_graph
from grognard.hexes import Hex, HexSet, Hexside, pack
from grognard.rules.narva.data import Charts


class Going(NamedTuple):
    """Who moves and in which weather."""

    mechanised: bool
    frozen: bool


GOINGS = tuple(Going(mech, frozen) for mech in (False, True) for frozen in (False, True))


class Ground:
    """What the map and the terrain chart say together."""

    def __init__(self, map: GameMap, charts: Charts) -> None:
        self.map, self.grid, self.charts = map, map.grid, charts
        named = self.named = charts.named
        self.water = map.with_terrain(named.water)
        self.minor = map.hexsides.get(named.minor_river, frozenset())
        self.major = map.hexsides.get(named.major_river, frozenset())
        self.never_frozen = map.hexside_notes.get(named.never_frozen, frozenset())
        self.ferries: tuple[Hexside, ...] = tuple(sorted(map.hexsides.get(named.ferry, ())))
        self.roads = {kind: map.links(kind) for kind in charts.roads}
        self.march = {going: compile_graph(self.grid, self._marcher(going)) for going in GOINGS}
        self.strategic = compile_graph(self.grid, lambda a, b, side: self._strategic_cost(side))
        rails = self.roads[named.railway]
        self.rail: Graph = compile_graph(
            self.grid, lambda a, b, side: 1 if side in rails else None
        )
        self.rail_length = len(rails)
        self.landings = pack(hex for side in self.ferries for hex in self.grid.ends(side))

    # -- roads and rivers -------------------------------------------------------------------

    def bridged(self, side: Hexside, frozen: bool) -> bool:
        """2.2.8.A: a road of any kind or a railway crosses; the winter trail only while frozen."""
        return any(side in self.roads[kind] for kind in self._open_roads(frozen))

    def _open_roads(self, frozen: bool) -> list[str]:
        """6.2.1.C: the winter road only while it is frozen."""
        return [kind for kind in self.roads if frozen or kind != self.named.winter_road]

    def is_ice(self, side: Hexside, frozen: bool) -> bool:
        """A major river hexside that legs can cross on the ice (6.2.2.B, 6.2.2.C)."""
        return frozen and side in self.major and side not in self.never_frozen

    def halves(self, side: Hexside) -> bool:
        """9.3.C.2: an attack over a river, ferry or bridge is halved, frozen or not."""
        return side in self.major or side in self.minor

    def road_cost(self, side: Hexside, frozen: bool) -> int | None:
        costs = [
            self.charts.roads[kind].leg or 0
            for kind in self._open_roads(frozen) if side in self.roads[kind]
        ]
        return min(costs, default=None)

    def _strategic_cost(self, side: Hexside) -> int | None:
        """6.4.1: trails, the winter trail among them, do not serve."""
        costs = [
            cost
            for kind, links in self.roads.items()
            if side in links and (cost := self.charts.roads[kind].strategic) is not None
        ]
        return min(costs, default=None)

    @cached_property
    def every_road(self) -> dict[bool, Graph]:
        """6.2.1.A: roads of all kinds, trails too, by frost."""
        def on_road(frozen: bool) -> Graph:
            return compile_graph(
                self.grid, lambda a, b, side: 1 if self.bridged(side, frozen) else None
            )
        return {frozen: on_road(frozen) for frozen in (False, True)}

    def hex_cost(self, hex: Hex, mechanised: bool) -> int | None:
        """The worse of terrain and feature (2.2.2.B)."""
        here = self.map.features
        kinds = [self.map.terrain[hex]]
        kinds += [kind for kind in self.charts.features if here.get(kind, 0) >> hex & 1]
        rows = [self.charts.terrain[kind] for kind in kinds]
        costs = [row.mech if mechanised else row.leg for row in rows]
        return None if None in costs else max(cost for cost in costs if cost is not None)

    def crossing_cost(self, side: Hexside, going: Going) -> int | None:
        """What an unbridged hexside adds; None: it cannot be crossed but by ferry."""
        if side in self.major:
            ice = self.charts.hexsides[self.named.ice]
            if not self.is_ice(side, going.frozen):
                return None
            return ice.mech if going.mechanised else ice.leg
        if side in self.minor:
            minor = self.charts.hexsides[self.named.minor_river]
            return minor.mech if going.mechanised else minor.leg
        return 0

    def step_cost(self, a: Hex, b: Hex, side: Hexside, going: Going) -> int | None:
        """6.1.A, 6.2.1.B: along a road its rate alone, else the hex and the hexside."""
        if self.water >> b & 1:
            return None
        road = self.road_cost(side, going.frozen)
        if road is not None:
            return road
        entering = self.hex_cost(b, going.mechanised)
        crossing = self.crossing_cost(side, going)
        return None if entering is None or crossing is None else entering + crossing

    def _marcher(self, going: Going):  # type: ignore[no-untyped-def]
        return lambda a, b, side: self.step_cost(a, b, side, going)

    # -- neighbours -------------------------------------------------------------------------

    @cached_property
    def zone_sides(self) -> dict[bool, OpenSides]:
        """5.6: the hexsides that a zone passes, by frost: all but unbridged major rivers."""
        return {
            frozen: open_except(self.grid, [
                side for side in self.major if not self.bridged(side, frozen)
            ])
            for frozen in (False, True)
        }

    @cached_property
    def on_foot(self) -> dict[Going, tuple[HexSet, ...]]:
        """For each hex the neighbours that a march can enter, whatever it costs."""
        return {
            going: tuple(pack(graph.neighbours(hex)) for hex in range(self.grid.size))
            for going, graph in self.march.items()
        }

    @cached_property
    def after_combat(self) -> dict[Going, tuple[HexSet, ...]]:
        """For each hex the neighbours that retreats and advances can enter, ferries included."""
        return {going: self._with_ferries(going) for going in GOINGS}

    def _with_ferries(self, going: Going) -> tuple[HexSet, ...]:
        masks = list(self.on_foot[going])
        if not going.mechanised:  # 6.2.2.2.C, D
            for side in self.ferries:
                a, b = self.grid.ends(side)
                masks[a] |= 1 << b
                masks[b] |= 1 << a
        return tuple(masks)

    def ferries_from(self, hex: Hex) -> Iterable[tuple[int, Hex]]:
        """Ferry numbers and the hexes they lead to."""
        for number, side in enumerate(self.ferries):
            ends = self.grid.ends(side)
            if hex in ends:
                yield number, ends[0] if ends[1] == hex else ends[1]

    # -- supply -----------------------------------------------------------------------------

    @cached_property
    def supply_sides(self) -> dict[bool, OpenSides]:
        """10.1.1.A: unbridged major rivers stop supply, frozen or not; ferries do not."""
        ferries = frozenset(self.ferries)
        return {
            frozen: open_except(self.grid, [
                side for side in self.major
                if not self.bridged(side, frozen) and side not in ferries
            ])
            for frozen in (False, True)
        }

    @cached_property
    def supply_hexes(self) -> dict[bool, HexSet]:
        """10.1.B: road, hill and clear hexes."""
        open_ground = self.map.with_terrain(*self.named.supply)
        return {frozen: open_ground | self._road_hexes(frozen) for frozen in (False, True)}

    def _road_hexes(self, frozen: bool) -> HexSet:
        kinds = self._open_roads(frozen)
        return pack(hex for line in self.map.lines if line.kind in kinds for hex in line.hexes)
