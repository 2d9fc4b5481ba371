"""8.1, 8.3.2, 8.10.3: the sea as the rules divide it: zones and boxes, ports, ways over water.

Zones and boxes are a small graph beside the hexes. Flotillas and landings go hex by hex; a
hexside between two hexes of land is open to them where it touches the sea.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import pairwise

from grognard.core.maps import GameMap
from grognard.core.reach import Graph, compile_graph, reach
from grognard.core.rulings import Layer
from grognard.hexes import Hex, HexSet, Hexside, bits, pack
from grognard.hexes.geometry import axial_distance
from grognard.rules.efs.data import NavalCharts, SeaZone
from grognard.rules.efs.ground import KEPT, Ground
from grognard.rules.efs.state import SEA_BOX
from grognard.rules.efs.words import SIDES, enemy_of

MAJOR, MINOR, ANCHORAGE = "major", "minor", "anchorage"
OPEN, COAST, LAND = "open", "coast", "land"
"""What a hexside is to ships and to guns that fire across it."""
NUDGE = 1e-6


class Waters:
    """What the map says together with sea_zones.csv and naval.toml."""

    def __init__(self, map: GameMap, ground: Ground, zones: tuple[SeaZone, ...],
                 chart: NavalCharts) -> None:
        self.map, self.grid, self.chart, self.rows = map, map.grid, chart, zones
        self.mega = ground.mega
        self.numbers = {row.id: number for number, row in enumerate(zones)}
        playable = ground.playable
        self.sea = ground.water & playable
        self.straits = map.hexsides.get("sea", frozenset())
        banks = pack(hex for side in self.straits for hex in self.grid.ends(side))
        self.land = playable & ~self.sea & ~ground.lakes
        touching = self.land & (self.grid.spread(self.sea) | banks)
        named = pack(hex for row in zones for name in row.areas
                     for hex in bits(map.areas.get(name, 0)))
        self.estuaries = self.land & map.features.get("coast", 0) & named & ~touching
        """Coast by the word of the map, such as Riga at its river's mouth."""
        self.coast = touching | self.estuaries
        self.channels = self._channels(touching)
        self.lakes = pack(hex for name in chart.lakes for hex in bits(
            map.areas.get(name, 0) & ground.lakes)) & playable
        self.shore = self.land & self.grid.spread(self.lakes)
        self.houses = ground.villages | ground.cities | ground.major_cities
        self.zone_hexes = tuple(self._hexes(row) for row in zones)
        self.absent = pack(number for number, row in enumerate(zones)
                           if row.areas and not self.zone_hexes[number])
        """Zones of which nothing is in play."""
        self.boxes = pack(number for number, row in enumerate(zones) if not row.areas)
        self.foreign = {side: pack(number for number, row in enumerate(zones)
                                   if row.side == enemy_of(side)) for side in SIDES}
        """Boxes of the enemy of a side."""
        self.next = tuple(pack(self.numbers[name] for name in row.next) for row in zones)
        self._name_ports()
        self._zone_ports = tuple(self._ports_of(zone) for zone in range(len(zones)))
        self.graph = cache(self._graph)
        self.clear_line = cache(self._clear_line)
        self.trails, self.ports_near = lru_cache(KEPT)(self._trails), lru_cache(KEPT)(self._near)
        self.swept, self.sheltered = cache(self._swept), lru_cache(KEPT)(self._sheltered)

    def __repr__(self) -> str:
        return f"<Waters: {len(self.rows)} zones, {len(self.port_kind)} ports>"

    def _channels(self, touching: HexSet) -> HexSet:
        """Hexes over whose river a port that lies inland has its way to the sea."""
        inland = pack(hex for hex in bits(self.estuaries)
                      if not self.grid.disk(hex, 1) & self.coast & ~(1 << hex))
        rivers = self.navigable()
        return pack(beyond for hex in bits(inland) for beyond in self.grid.neighbours(hex)
                    if self.grid.hexside(hex, beyond) in rivers
                    and self.grid.disk(beyond, 1) & touching)

    def _hexes(self, row: SeaZone) -> HexSet:
        """8.1.1: the sea and coastal hexes of a zone."""
        found = 0
        for name in row.areas:
            found |= self.map.areas.get(name, 0)
        return found & (self.sea | self.coast)

    # -- ports ------------------------------------------------------------------------------------

    def _name_ports(self) -> None:
        """8.3.2: an anchor makes a port; houses on the coast without one are an anchorage."""
        marks = self.map.features
        kinds = {MAJOR: marks.get("port_major", 0), MINOR: marks.get("port_minor", 0)}
        anchored = kinds[MAJOR] | kinds[MINOR]
        kinds[ANCHORAGE] = (self.houses | marks.get("port_anchorage", 0)) & ~anchored
        self.port_kind = {hex: kind for kind, hexes in kinds.items()
                          for hex in bits(hexes & self.coast)}
        self.ports = pack(self.port_kind)
        self.lake_ports = self.houses & self.shore & ~self.ports
        """8.5.2.h: to a Soviet landing houses on a lake are an anchorage."""
        self.of_kind = {kind: pack(hex for hex, one in self.port_kind.items() if one == kind)
                        for kind in kinds}
        self.port_zones = {hex: self._zones_at(hex) for hex in self.port_kind}

    def _zones_at(self, port: Hex) -> int:
        """8.1.3.a: the zones that a port lies in, or next to; a map may name another."""
        name = self.map.names.get(port, "")
        also = pack(number for number, row in enumerate(self.rows) if name and name in row.ports)
        own = self.zones_of(1 << port) or self.zones_of(self.grid.disk(port, 1))
        return own | also

    def zones_of(self, hexes: HexSet) -> int:
        """The zones, by number, that some of the hexes lie in."""
        return pack(number for number, there in enumerate(self.zone_hexes) if there & hexes)

    def ports_of(self, zone: int) -> HexSet:
        """Ports in a zone or next to it."""
        return self._zone_ports[zone]

    def _ports_of(self, zone: int) -> HexSet:
        return pack(port for port, zones in self.port_zones.items() if zones >> zone & 1)

    def zones_from(self, place: int) -> int:
        """The zones that a ship in a port, at sea or in a box can enter at first."""
        if place <= SEA_BOX:
            return self.next[SEA_BOX - place]
        return self.port_zones.get(place) or self.zones_of(1 << place)

    # -- ways of transports (8.2.4) ---------------------------------------------------------------

    def _trails(self, start: int, shut: int) -> Mapping[int, int]:
        """By zone in reach of a transport from some: those entered on the least dangerous way."""
        found = {zone: 1 << zone for zone in bits(start & ~shut)}
        edge = dict(found)
        for _ in range(self.chart.voyage - 1):
            ahead: dict[int, int] = {}
            for zone, trail in edge.items():
                for beyond in bits(self.next[zone] & ~shut & ~trail):
                    if not self.boxes >> zone & 1 and beyond not in found:
                        ahead.setdefault(beyond, trail | 1 << beyond)
            found |= ahead
            edge = ahead
        return found

    def _near(self, start: int, shut: int) -> HexSet:
        """Ports that a transport can come to."""
        found = 0
        for zone in self.trails(start, shut):
            found |= self.ports_of(zone)
        return found

    def _sheltered(self, start: HexSet, swept: HexSet) -> HexSet:
        """8.4.3.2.d: hexes that transports reach without passing hexes under coastal guns."""
        return reach(self.graph("sea"), tuple(bits(start & ~swept)), len(self.grid), barred=(
            Layer("under-coastal-guns", "sea:4.3.2.d", swept),)).mask

    def box(self, zone: int) -> int:
        """The place of the counters in a box."""
        return SEA_BOX - zone

    # -- hex by hex -------------------------------------------------------------------------------

    def side_kind(self, a: Hex, b: Hex) -> str:
        """Open water, a side that touches the sea, or land all along (8.5.3.b)."""
        side = self.grid.hexside(a, b)
        if (self.sea >> a | self.sea >> b) & 1 or side in self.straits:
            return OPEN
        if (self.estuaries >> a & self.coast >> b | self.estuaries >> b & self.coast >> a) & 1:
            return COAST
        third = self.grid.disk(a, 1) & self.grid.disk(b, 1) & ~(1 << a) & ~(1 << b)
        return COAST if third & self.sea else LAND

    def _graph(self, waters: str) -> Graph:
        """``sea``: sea and coast; ``lakes``: those and the inland lakes; ``boats``: rivers too."""
        wet = self.sea | (self.lakes if waters != "sea" else 0)
        banks = self.coast | (self.shore if waters != "sea" else 0)
        rivers = self.navigable() if waters == "boats" else frozenset()

        def cost(a: Hex, b: Hex, side: Hexside) -> int | None:
            there = wet | banks
            if (wet >> a | wet >> b) & 1:
                return 1 if there >> a & there >> b & 1 else None
            if self.coast >> a & self.coast >> b & 1 and self.side_kind(a, b) != LAND:
                return 1
            if (self.channels >> a & self.coast >> b | self.channels >> b & self.coast >> a) & 1:
                return 1
            return 1 if rivers and self._along(a, b, side, rivers) else None

        def by_mega_hexes(a: Hex, b: Hex, side: Hexside) -> int | None:
            """15.5.2.f: to flotillas a mega-hex counts for one."""
            found = cost(a, b, side)
            return 0 if found and self.mega.home(a) == self.mega.home(b) else found

        return compile_graph(self.grid, by_mega_hexes if waters == "boats" else cost)

    def navigable(self) -> frozenset[Hexside]:
        """8.10.3: the hexsides of the named rivers."""
        found: set[Hexside] = set()
        for name in self.chart.rivers:
            found |= self.map.rivers.get(name, frozenset())
        return frozenset(found)

    def _along(self, a: Hex, b: Hex, side: Hexside, rivers: frozenset[Hexside]) -> bool:
        """Across the river, or along one bank of it: both hexes face the same one beyond."""
        if side in rivers:
            return True
        common = self.grid.disk(a, 1) & self.grid.disk(b, 1) & ~(1 << a) & ~(1 << b)
        return any(self.grid.hexside(a, far) in rivers and self.grid.hexside(b, far) in rivers
                   for far in bits(common))

    def coasts(self, side: str) -> HexSet:
        """8.5.2.c, 8.5.2.h: where a side may land."""
        return self.coast | (self.shore if side == "soviet" else 0)

    def edge_of(self, zone: int) -> HexSet:
        """Where a transport from a box comes onto the map: the rim of the zones beside it."""
        near = 0
        for number in bits(self.next[zone]):
            near |= self.zone_hexes[number]
        rim = pack(hex for hex in bits(near & self.sea) if len(self.grid.neighbours(hex)) < 6)
        return rim or near & self.sea

    # -- lines of fire ----------------------------------------------------------------------------

    def _clear_line(self, gun: Hex, target: Hex) -> bool:
        """8.5.3.b: no land in the way, and few coastal hexsides; along a side either will do.

        Between the map and an inset the line runs over the map.
        """
        if self.mega.fine >> gun & 1 != self.mega.fine >> target & 1:
            gun, target = self.mega.home(gun), self.mega.home(target)
        return any(self._passes(way) for way in self._lines(gun, target))

    def _swept(self, gun: Hex, range: int) -> HexSet:
        """8.4.3.2.d: sea and coastal hexes that a gun has a line of fire to."""
        near = self.mega.disk(gun, range) & (self.sea | self.coast)
        return pack(hex for hex in bits(near) if self.clear_line(gun, hex))

    def _lines(self, a: Hex, b: Hex) -> Iterator[list[Hex]]:
        """From centre to centre, a hair to either side, and never by way of the map's links."""
        (q, r), (q2, r2) = self.grid.axial(a), self.grid.axial(b)
        count = max(axial_distance((q, r), (q2, r2)), 1)
        for sign in (NUDGE, -NUDGE):
            way = [self.grid.at(*_rounded(q + (q2 - q) * n / count + sign,
                                          r + (r2 - r) * n / count + sign * 2))
                   for n in range(count + 1)]
            if None not in way:
                yield [hex for hex in way if hex is not None]

    def _passes(self, way: Iterable[Hex]) -> bool:
        kinds = [self.side_kind(a, b) for a, b in pairwise(way) if a != b]
        return LAND not in kinds and kinds.count(COAST) <= self.chart.coastal_sides


def _rounded(q: float, r: float) -> tuple[int, int]:
    """The hex that a point lies in.

    >>> _rounded(0.9, 0.2), _rounded(2.4, -0.1)
    ((1, 0), (2, 0))
    """
    s = -q - r
    near = [round(q), round(r), round(s)]
    off = [abs(near[0] - q), abs(near[1] - r), abs(near[2] - s)]
    if off[0] > off[1] and off[0] > off[2]:
        near[0] = -near[1] - near[2]
    elif off[1] > off[2]:
        near[1] = -near[0] - near[2]
    return near[0], near[1]
