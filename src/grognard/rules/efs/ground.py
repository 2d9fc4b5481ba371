"""7.3, 7.4: what each step costs a class in a weather, and which sides zones and supply pass.

Compiled on first use for each class and sky: the five weathers, and ``soaked`` for a Dry turn
after Rain, when woods are still wet (5.1.4).
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, lru_cache
from typing import NamedTuple, TypeAlias

from grognard.core.floods import OpenSides, open_over, open_where
from grognard.core.maps import GameMap
from grognard.core.reach import Graph, compile_graph
from grognard.hexes import Grid, Hex, HexSet, Hexside, bits, pack
from grognard.rules.efs.data import Terrain
from grognard.rules.efs.edition import Edition
from grognard.rules.efs.inset.megahexes import MegaHexes
from grognard.rules.efs.words import DRY, FOOT, FROST, GUN, MOTOR, POINT, RAIN, SIEGE, SKI, TRAIN

HIGHWAYS = ("motorway", "main_road")
"""Roads on which a unit ignores all other terrain (7.3.6/2)."""
MINOR = "minor_road"
RAILS = ("railway", "railway_double", "railway_narrow")
SOAKED = "soaked"
PLAIN: Hexside = -1
"""Stands for any side with nothing on it."""
FROZEN = ("snow", "arctic")
LINKS = -1
"""Where the open links lie among the open sides, on a map with any (see `core.floods`)."""

GOES_LIKE = {GUN: MOTOR, SIEGE: MOTOR, SKI: FOOT}
"""Classes without rows of their own."""
KEPT = 128
"""So many compiled grounds are kept: bridges come and go, and each makes one for every class."""

Charge: TypeAlias = int | str | None
Step: TypeAlias = tuple[Hex, Hex, Hexside]
"""From a hex into the next, over the side between them."""
Around: TypeAlias = tuple[tuple[int, int], ...]
"""The steps out of a hex: the shift, and the number of the ground that the step meets."""


class Rough(NamedTuple):
    """13.5.a: hexes where a road helps nobody, and bridges that carry nobody."""

    hexes: HexSet = 0
    bridges: frozenset[Hexside] = frozenset()
    swift: HexSet = 0
    """15.5.2.b: hexes of the inset where a road costs half."""


NOT_ROUGH = Rough()


class Ground:
    """What the map and the terrain chart say together."""

    def __init__(self, map: GameMap, rows: tuple[Terrain, ...], edition: Edition,
                 playable: HexSet, mega: MegaHexes) -> None:
        self.mega = mega
        self.map, self.grid, self.edition, self.playable = map, map.grid, edition, playable
        self.rows: dict[tuple[str, str, str], Terrain] = {
            (row.group, row.kind, row.goes): row for row in rows}
        features = map.features
        self.woods = map.with_terrain("woods", "wooded_hill") | features.get("woods", 0)
        self.hills = map.with_terrain("hill", "wooded_hill")
        self.marsh, self.swamp = map.with_terrain("marsh"), map.with_terrain("swamp")
        self.cities, self.major_cities = map.with_terrain("city"), map.with_terrain("major_city")
        self.villages = features.get("village", 0) | features.get("town", 0)
        self.water = map.with_terrain("sea")
        self.lakes = map.with_terrain("lake")
        self.rivers = map.hexsides.get("minor_river", frozenset())
        self.major_rivers = map.hexsides.get("major_river", frozenset())
        self.lake_sides = map.hexsides.get("lake", frozenset()) | map.hexsides.get(
            "sea", frozenset())
        self.fortified = map.hexsides.get("fortified_line", frozenset())
        self.fronts = frozenset(_fronts(map))
        """Of each side of a fortified line: the hex it covers, and the hex it faces (12.2.1)."""
        self.line_hexes = pack(hex for hex, _ in self.fronts)
        self.highways, self.minor_roads = map.links(*HIGHWAYS), map.links(MINOR)
        self.motorways = map.links("motorway")
        self.roads = self.highways | self.minor_roads
        self.rails = map.links(*RAILS)
        self.rail_hexes = _ends(self.grid, self.rails)
        self.highway_hexes = _ends(self.grid, self.highways)
        self.net_sides = {"rail": open_over(self.grid, self.rails),
                          "road": open_over(self.grid, self.highways)}
        self.banks = _ends(self.grid, self.rivers | self.major_rivers)
        self.road_hexes = _ends(self.grid, self.roads)
        self.road_graph = cache(self._road_graph)
        self.graphs = lru_cache(KEPT)(self._graph)
        self._zones = lru_cache(KEPT)(self._zone_sides)
        self._locs = lru_cache(KEPT)(self._loc_sides)
        self._open_ground = cache(self._dearest)
        self._kinds = self._name_kinds()
        self._like, self._side_like = self._alike(), self._sides_alike()
        self._priced = cache(self._price)

    # -- the chart --------------------------------------------------------------------------------

    def row(self, group: str, kind: str, goes: str) -> Terrain:
        """The row for a class, or for the one that it goes like, or the one for all of them."""
        own = self.rows.get((group, kind, goes)) or self.rows.get(
            (group, kind, GOES_LIKE.get(goes, goes)))
        return own or self.rows[group, kind, "all"]

    def charge(self, group: str, kind: str, goes: str, weather: str) -> Charge:
        found: Charge = getattr(self.row(group, kind, goes), weather)
        return found

    def extra(self, kind: str) -> int:
        """A surcharge that no weather changes: for zones, overruns, enemy strongpoints."""
        found = self.rows["extra", kind, "all"].dry
        assert isinstance(found, int)
        return found

    def kinds(self, hex: Hex) -> tuple[str, ...]:
        """The terrains of a hex but for woods (7.3.1)."""
        return self._kinds.get(hex, ("clear",))

    def _name_kinds(self) -> dict[Hex, tuple[str, ...]]:
        names = {"hill": self.hills, "marsh": self.marsh, "swamp": self.swamp, "city": self.cities,
                 "major_city": self.major_cities, "lake": self.lakes, "village": self.villages}
        found: dict[Hex, tuple[str, ...]] = {}
        for kind, hexes in names.items():
            found |= {hex: (*found.get(hex, ()), kind) for hex in bits(hexes)}
        return found

    def is_clear(self, hex: Hex) -> bool:
        """For the rate of a minor road: nothing but open ground and houses (7.3.6/3)."""
        return not (self.woods | self.hills | self.marsh | self.swamp) >> hex & 1

    # -- one step ---------------------------------------------------------------------------------

    def weather_in(self, hex: Hex, sky: str) -> str:
        """5.1.4: on a soaked Dry turn woods are as in Rain."""
        if sky != SOAKED:
            return sky
        return RAIN if self.woods >> hex & 1 else DRY

    def step_cost(self, a: Hex, b: Hex, side: Hexside, goes: str, sky: str,
                  bridges: frozenset[Hexside] = frozenset(),
                  rough: Rough = NOT_ROUGH) -> int | None:
        """What a step costs in quarters; None where there is none, or only with everything."""
        if b not in self._like:
            return None
        return self._priced(self._like[b], self._side_like.get(side, PLAIN), goes, sky,
                            side in bridges)

    def _alike(self) -> dict[Hex, Hex]:
        """For every hex that can be entered the first one of the same ground: it costs the same."""
        first: dict[tuple[object, ...], Hex] = {}
        land = self.playable & self.grid.all & ~self.water
        return {hex: first.setdefault((self.kinds(hex), self.woods >> hex & 1), hex)
                for hex in bits(land)}

    def _sides_alike(self) -> dict[Hexside, Hexside]:
        """The same of hexsides with something on them."""
        sets = (self.highways, self.motorways, self.minor_roads, self.rails, self.rivers,
                self.major_rivers, self.lake_sides)
        first: dict[tuple[bool, ...], Hexside] = {}
        return {side: first.setdefault(tuple(side in one for one in sets), side)
                for side in frozenset[Hexside]().union(*sets)}

    def _price(self, hex: Hex, side: Hexside, goes: str, sky: str, bridged: bool) -> int | None:
        weather = self.weather_in(hex, sky)
        if goes == SKI:
            goes, weather = FOOT, FROST if weather in FROZEN else weather
        if side in self.roads:
            return self._by_road(hex, side, goes, weather)
        entering = self.off_road(hex, side, goes, weather)
        crossing = 0 if bridged else self.crossing(side, goes, weather)  # 13.2.1
        return None if entering is None or crossing is None else entering + crossing

    def entering(self, hex: Hex, road: str | None, goes: str, sky: str) -> int | None:
        """The first hex of an arrival: by the road that leads in, or the ground itself."""
        weather = self.weather_in(hex, sky)
        if goes == SKI:
            goes, weather = FOOT, FROST if weather in FROZEN else weather
        if road is None:
            return self.off_road(hex, PLAIN, goes, weather)
        kind = road
        if road == MINOR:
            kind = "minor_road_clear" if self.is_clear(hex) else "minor_road_other"
        return self._road_charge(hex, kind, goes, weather)

    def _road_charge(self, hex: Hex, kind: str, goes: str, weather: str) -> int | None:
        found = self.charge("road", kind, goes, weather)
        other = found == "other"
        return self._open_ground(self.kinds(hex), goes, weather) if other else _points(found)

    def _by_road(self, hex: Hex, side: Hexside, goes: str, weather: str) -> int | None:
        """7.3.5 to 7.3.7; a siege gun pays a whole point for each road hex."""
        rate = self._road_rate(hex, side, goes, weather)
        return rate if rate is None or goes != SIEGE else max(rate, POINT)

    def _road_rate(self, hex: Hex, side: Hexside, goes: str, weather: str) -> int | None:
        kind = self._road_kind(side, goes)
        if kind == MINOR:
            kind = "minor_road_clear" if self.is_clear(hex) else "minor_road_other"
        return self._road_charge(hex, kind, goes, weather)

    def _road_kind(self, side: Hexside, goes: str) -> str:
        if side in self.motorways and goes != FOOT:
            return "motorway"  # 7.7.3: to units on foot it is a main road
        return MINOR if side in self.minor_roads and side not in self.highways else "main_road"

    def _half_road(self, side: Hexside, goes: str, weather: str) -> int | None:
        """15.5.2.b: half the rate; a minor road counts as in clear ground, whatever the hex."""
        kind = self._road_kind(side, goes)
        found = self.charge("road", "minor_road_clear" if kind == MINOR else kind, goes, weather)
        rate = self._open_ground(("clear",), goes, weather) if found == "other" else _points(found)
        return None if rate is None else max(rate, POINT if goes == SIEGE else 0) // 2

    def off_road(self, hex: Hex, side: Hexside, goes: str, weather: str) -> int | None:
        """The ground, and its woods on top (7.3.6), less by a point along a railway (7.3.7)."""
        base = self._open_ground(self.kinds(hex), goes, weather)
        if base is None or not self.woods >> hex & 1:
            return base
        more = _points(self.charge("add", "woods", goes, weather))
        if more is not None and side in self.rails:
            more = max(0, more + self.extra("rail_in_woods"))
        return None if more is None else base + more

    def _dearest(self, kinds: tuple[str, ...], goes: str, weather: str) -> int | None:
        """The dearest terrain of a hex, woods left out (7.3.1)."""
        prices = [_points(self.charge("hex", kind, goes, weather)) for kind in kinds]
        return None if None in prices else max(price for price in prices if price is not None)

    def crossing(self, side: Hexside, goes: str, weather: str, shut: bool = False) -> int | None:
        """What an unbridged side adds; None: closed, or only for the whole allowance (7.3.9)."""
        if not shut and side in self.rails and (side in self.rivers or side in self.major_rivers):
            return 0  # 7.3.8/3: a rail bridge
        total = 0
        for kind, sides in (("minor_river", self.rivers), ("major_river", self.major_rivers),
                            ("lake", self.lake_sides)):
            if side in sides:
                price = _points(self.charge("side", kind, goes, weather))
                if price is None:
                    return None
                total += price
        return total

    def needs_everything(self, side: Hexside, goes: str, weather: str,
                         bridges: frozenset[Hexside] = frozenset()) -> bool:
        """7.3.9: an open major river is crossed for the whole allowance, or not at all."""
        spanned = side in self.roads or side in self.rails or side in bridges
        if spanned or side not in self.major_rivers:
            return False
        return self.charge("side", "major_river", goes, weather) == "all"

    # -- compiled ---------------------------------------------------------------------------------

    def graph(self, goes: str, sky: str, bridges: tuple[Hexside, ...] = (),
              rough: Rough = NOT_ROUGH) -> Graph:
        """The steps of a class. One door to what is kept, so that each is compiled once."""
        return self.graphs(goes, sky, bridges, rough)

    def zone_sides(self, goes: str, sky: str, bridges: tuple[Hexside, ...] = ()) -> OpenSides:
        """3.3.4: the steps that a unit of the class could take; a major river by the edition."""
        return self._zones(goes, sky, bridges)

    def loc_sides(self, sky: str, bridges: tuple[Hexside, ...] = ()) -> OpenSides:
        """6.1.2, seen from the source: who leaves a marsh backwards enters it on the LOC."""
        return self._locs(sky, bridges)

    def _graph(self, goes: str, sky: str, bridges: tuple[Hexside, ...], rough: Rough) -> Graph:
        """Bridges change nothing but the steps over them; rough ground all steps into it."""
        if goes == TRAIN:
            return self.rail_graph
        if rough is not NOT_ROUGH and goes != TRAIN:
            return self._rough_graph(goes, sky, bridges, rough)
        if not bridges:
            return self._compile(lambda hex, side: self._priced(hex, side, goes, sky, False))
        laid = frozenset(bridges)
        return self.graph(goes, sky).altered(
            {hex for side in laid for hex in self.grid.ends(side)},
            lambda a, b, side: self.step_cost(a, b, side, goes, sky, laid))

    def _rough_graph(self, goes: str, sky: str, bridges: tuple[Hexside, ...],
                     rough: Rough) -> Graph:
        """13.5.a: as the plain graph but for steps into jammed hexes and over shut bridges, and
        along roads of the inset."""
        laid, fine = frozenset(bridges), self.mega.fine
        if rough.swift and rough.swift != fine:  # contested mega-hexes, few among all of them
            like, changed = rough._replace(swift=fine), fine & ~rough.swift
        else:
            like, changed = NOT_ROUGH, rough.hexes | rough.swift
        touched = {hex for side in rough.bridges for hex in self.grid.ends(side)}
        touched |= set(bits((changed | self.grid.spread(changed)) & self.road_hexes))
        return self.graph(goes, sky, bridges, like).altered(
            touched, lambda a, b, side: self._rough_cost(a, b, side, goes, sky, laid, rough))

    def _rough_cost(self, a: Hex, b: Hex, side: Hexside, goes: str, sky: str,
                    laid: frozenset[Hexside], rough: Rough) -> int | None:
        jammed = side in self.roads and bool(rough.hexes >> b & 1)
        swift = side in self.roads and bool(rough.swift >> b & 1)
        if side not in rough.bridges and not jammed and not swift:
            return self.step_cost(a, b, side, goes, sky, laid)
        if not self.playable >> b & 1 or self.water >> b & 1:
            return None
        weather = self.weather_in(b, sky)
        if goes == SKI:
            goes, weather = FOOT, FROST if weather in FROZEN else weather
        if swift and not jammed and side not in rough.bridges:
            return self._half_road(side, goes, weather)
        if side not in rough.bridges:
            return self._open_ground(self.kinds(b), goes, weather)
        entering = self.off_road(b, side, goes, weather)
        crossing = 0 if side in laid else self.crossing(side, goes, weather, shut=True)
        return None if entering is None or crossing is None else entering + crossing

    def _compile(self, cost: Callable[[Hex, Hexside], int | None]) -> Graph:
        """Hexes with the same around them have the same steps, which are asked for once."""
        grounds, surroundings, places = self._around
        prices = [cost(hex, side) for hex, side in grounds]
        steps = [tuple([(shift, price) for shift, ground in around
                        if (price := prices[ground]) is not None]) for around in surroundings]
        return Graph(self.grid, tuple([steps[place] for place in places]))

    @cached_property
    def _around(self) -> tuple[list[tuple[Hex, Hexside]], list[Around], list[int]]:
        """All grounds to step into, all surroundings made of them, and which each hex has."""
        grounds: dict[tuple[Hex, Hexside], int] = {}
        known: dict[Around, int] = {}
        places = []
        for a in range(self.grid.size):
            ways = [(b - a, grounds.setdefault(self._ground(a, b), len(grounds)))
                    for b in self.grid.neighbours(a) if b in self._like] if a in self.grid else ()
            places.append(known.setdefault(tuple(ways), len(known)))
        return list(grounds), list(known), places

    def _ground(self, a: Hex, b: Hex) -> tuple[Hex, Hexside]:
        """What a step meets: the hex and the side, each by the first of its like."""
        return self._like[b], self._side_like.get(self.grid.hexside(a, b), PLAIN)

    @cached_property
    def rail_graph(self) -> Graph:
        """For trains all skies are one, and bridge units carry none."""
        return compile_graph(self.grid, self._by_rail)

    def _by_rail(self, a: Hex, b: Hex, side: Hexside) -> int | None:
        """A point a hex; a mega-hex counts for one (15.5.2.e)."""
        if side not in self.rails:
            return None
        return 0 if self.mega.home(a) == self.mega.home(b) else POINT

    def _road_graph(self, goes: str, sky: str) -> Graph:
        """7.7.3: roads alone; where strategic movement leads no enemy contests a mega-hex."""
        found = self._compile(lambda hex, side: self._priced(
            hex, side, goes, sky, False) if side in self.roads else None)
        fine = self.mega.fine
        if not fine:
            return found
        swift = Rough(swift=fine)
        return found.altered(bits(fine | self.grid.spread(fine)), lambda a, b, side: (
            self._rough_cost(a, b, side, goes, sky, frozenset(), swift)
            if side in self.roads else None))

    def _zone_sides(self, goes: str, sky: str, bridges: tuple[Hexside, ...]) -> OpenSides:
        """Where steps have a price, and over major rivers."""
        laid = frozenset(bridges)

        def passes(a: Hex, b: Hex, side: Hexside) -> bool:
            return self._passes_zones(a, b, side, goes, sky, laid)

        if laid:
            return self._with(self.zone_sides(goes, sky), self._over(laid), passes)
        open = [0] * (6 + bool(self.grid.links))
        for (hex, side), ways in zip(self._around[0], self._entered, strict=True):
            if self._priced(hex, side, goes, sky, False) is not None:
                open = [old | more for old, more in zip(open, ways, strict=True)]
        ashore = tuple(found & ~wet for found, wet in zip(open, self._out_of(self._afloat(sky)),
                                                          strict=True))
        return self._with(ashore, self._over(self.major_rivers), passes)

    @cached_property
    def _entered(self) -> list[list[int]]:
        """By ground (see `_around`): the steps that lead into it, as open sides."""
        grounds, surroundings, places = self._around
        hexes = [list[Hex]() for _ in surroundings]
        for hex, place in enumerate(places):
            hexes[place].append(hex)
        found = [[0] * (6 + bool(self.grid.links)) for _ in grounds]
        ways = {shift: way for way, shift in enumerate(self.grid.shifts)}
        for around, those in zip(surroundings, map(pack, hexes), strict=True):
            for shift, ground in around:
                found[ground][ways.get(shift, LINKS)] |= those if shift in ways else pack(
                    number for hex in bits(those)
                    if (number := self.grid.link_number(hex, hex + shift)) is not None)
        return found

    def _out_of(self, hexes: HexSet) -> OpenSides:
        """All steps out of some hexes, as open sides."""
        numbers = (self.grid.link_number(a, b) for pair in self.grid.links
                   for a, b in (pair, pair[::-1]) if hexes >> a & 1)
        links = (pack(number for number in numbers if number is not None),)
        return (hexes,) * 6 + (links if self.grid.links else ())

    @cached_property
    def linked(self) -> HexSet:
        """The hexes with a neighbour over a link (15.3.6)."""
        return pack(hex for pair in self.grid.links for hex in pair)

    def _over(self, sides: Iterable[Hexside]) -> Iterator[Step]:
        """The steps over some sides."""
        for side in sides:
            a, b = self.grid.ends(side)
            yield from ((a, b, side), (b, a, side))

    def _with(self, open: OpenSides, steps: Iterable[Step],
              passes: Callable[[Hex, Hex, Hexside], bool]) -> OpenSides:
        """The open sides, and those of the steps that pass."""
        more: list[list[int]] = [[] for _ in open]
        for a, b, side in steps:
            if passes(a, b, side):
                way = self.grid.direction(a, b)
                number = a if way is not None else self.grid.link_number(a, b)
                assert number is not None
                more[LINKS if way is None else way].append(number)
        return tuple(old | pack(numbers) for old, numbers in zip(open, more, strict=True))

    def _passes_zones(self, a: Hex, b: Hex, side: Hexside, goes: str, sky: str,
                      bridges: frozenset[Hexside]) -> bool:
        if self._afloat(sky) >> a & 1:  # agn:8.5.2.e/zoc
            return False
        if self.step_cost(a, b, side, goes, sky, bridges) is not None:
            return True
        weather = self.weather_in(b, sky)
        return (self.needs_everything(side, goes, weather, bridges)
                and self.off_road(b, side, goes, weather) is not None
                and self.edition.zones.over_major_river == "always")

    def _afloat(self, sky: str) -> HexSet:
        """Hexes in which a unit must be on the water: no zone leaves them."""
        return self.water if sky in FROZEN else self.water | self.lakes

    def wet(self, sky: str) -> HexSet:
        """Marsh that is not frozen, and woods after Rain: a LOC through them is short (6.1.1/2)."""
        marsh = self.marsh | self.swamp if sky in (DRY, RAIN, SOAKED) else 0
        return marsh | (self.woods if sky == SOAKED else 0)

    def _loc_sides(self, sky: str, bridges: tuple[Hexside, ...]) -> OpenSides:
        """Over no shore without a bridge, and out of a bog by road; who stands on the water may
        end a LOC there."""
        marsh = self.wet(sky) & ~self.woods | self.wet(sky) & (self.marsh | self.swamp)
        dry = zip(self._every_step, self._out_of(self._afloat(sky)), self._out_of(marsh),
                  self._road_steps, strict=True)
        open = tuple(every & ~wet & (~bog | road) for every, wet, bog, road in dry)
        if sky in FROZEN:
            return open
        shores = zip(open, self._shores, open_over(self.grid, bridges), strict=True)
        return tuple(ways & (~shore | bridged) for ways, shore, bridged in shores)

    @cached_property
    def _every_step(self) -> OpenSides:
        """All steps of the map."""
        return open_where(self.grid, lambda a, b, side: True)

    @cached_property
    def _road_steps(self) -> OpenSides:
        return open_over(self.grid, self.roads)

    @cached_property
    def _shores(self) -> OpenSides:
        """6.1.2.a: steps over lakes and major rivers that neither road nor rail crosses."""
        return open_over(self.grid, (self.lake_sides | self.major_rivers) - self.roads - self.rails)

    @cached_property
    def lake_ways(self) -> OpenSides:
        """Steps over the shore and the water of a lake, which boats make (14.5 of the North)."""
        return open_where(self.grid, lambda a, b, side: bool(
            side in self.lake_sides or (1 << a | 1 << b) & self.lakes))


def _ends(grid: Grid, sides: frozenset[Hexside]) -> HexSet:
    return pack(hex for side in sides for hex in grid.ends(side))


def _fronts(map: GameMap) -> Iterator[tuple[Hex, Hex]]:
    """The map notes where a line faces: ``faces_sw`` covers the hex north-east of the side."""
    for way, word in enumerate(map.grid.direction_names):
        for side in map.hexside_notes.get(f"faces_{word.lower()}", frozenset()):
            for hex in map.grid.ends(side):
                outside = map.grid.neighbour(hex, way)
                if outside in map.grid.ends(side):
                    yield hex, outside


def _points(found: Charge) -> int | None:
    return found if isinstance(found, int) else None
