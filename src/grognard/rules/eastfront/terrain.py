"""Chapter 1: the map as the rules see it; hexside classes, zones and speeds compiled once."""

from functools import cached_property

from grognard.core.floods import OpenSides, open_except, open_over
from grognard.core.maps import GameMap
from grognard.hexes import Hex, HexSet, Hexside, pack
from grognard.rules.eastfront.data import MUD, SNOW, Terrain

CLOSED = ("sea", "lake", "out_of_play")


class Ground:
    """What map and terrain chart say together."""

    def __init__(self, map: GameMap, chart: Terrain) -> None:
        self.map, self.grid, self.sides = map, map.grid, chart.hexside
        self.rows = {row.id: row for row in chart.terrain}
        features = map.features
        self.land = map.grid.all & ~map.with_terrain(*CLOSED)
        self.major = features["major_city"]
        self.minor = features["minor_city"]
        self.strategic = features["strategic"]
        self.fortress = features["fortress"]
        self.coastal = features["coastal"]
        self.entries = {"axis": features["rail_entry_west"], "soviet": features["rail_entry_east"]}
        self.kind_of: dict[Hexside, str] = {
            side: kind for kind in self.sides for side in map.hexsides.get(kind, ())
        }
        self.rails = map.links("rail")

    def terrain(self, hex: Hex, weather: str) -> str:
        """1.34f, 12.24: marsh follows forest rules in snow, everything marsh rules in mud."""
        kind = self.map.terrain[hex]
        if weather == MUD and kind in ("clear", "forest", "hill"):
            return "marsh"
        return "forest" if weather == SNOW and kind == "marsh" else kind

    def stacking(self, hex: Hex) -> int:
        """6.21; weather never changes it (12.24f)."""
        return self.limits[hex]

    @cached_property
    def limits(self) -> dict[Hex, int]:
        """The stacking limit of every hex that has one."""
        return {hex: self.rows[kind].stacking for hex, kind in self.map.terrain.items()
                if kind in self.rows}

    @cached_property
    def by_stacking(self) -> dict[int, HexSet]:
        """The hexes with each stacking limit."""
        return {most: pack(hex for hex, limit in self.limits.items() if limit == most)
                for most in sorted(set(self.limits.values()))}

    @cached_property
    def open_to_drops(self) -> HexSet:
        """1.35d: everywhere on land but in mountains."""
        return pack(hex for hex, kind in self.map.terrain.items()
                    if kind in self.rows and self.rows[kind].drop)

    def stops(self, hex: Hex, weather: str) -> bool:
        return self.rows[self.terrain(hex, weather)].stops

    def passable(self, side: Hexside) -> bool:
        """Open to land movement at all."""
        kind = self.kind_of.get(side)
        return kind is None or self.sides[kind].limit > 0

    def is_assault(self, side: Hexside) -> bool:
        """1.36b: attacks over this side are river assaults."""
        kind = self.kind_of.get(side)
        return kind is not None and self.sides[kind].assault

    def is_strait(self, side: Hexside) -> bool:
        kind = self.kind_of.get(side)
        return kind is not None and self.sides[kind].whole_move

    def capacity(self, side: Hexside, weather: str) -> int:
        """6.33: units that may enter or leave a battle hex through the side in a phase."""
        kind = self.kind_of.get(side)
        if kind is not None:
            return self.sides[kind].limit
        return min(self.rows[self.terrain(hex, weather)].hexside for hex in self.grid.ends(side))

    @cached_property
    def near(self) -> tuple[tuple[tuple[Hex, Hexside], ...], ...]:
        """For each hex the land hexes beside it over a side that can be crossed."""
        return tuple(
            tuple((b, side) for b in self.grid.neighbours(hex)
                  if self.land >> b & 1 and self.passable(side := self.grid.hexside(hex, b)))
            if hex in self.grid and self.land >> hex & 1 else ()
            for hex in range(self.grid.size)
        )

    @cached_property
    def beside(self) -> tuple[HexSet, ...]:
        """For each hex the set of land hexes that can be entered from it."""
        return tuple(pack(b for b, _ in near) for near in self.near)

    @cached_property
    def walls(self) -> tuple[dict[str, HexSet], ...]:
        """For each hex the land beside it over a side that nobody crosses, by what lies there."""
        found: tuple[dict[str, HexSet], ...] = tuple({} for _ in range(self.grid.size))
        for side, kind in self.kind_of.items():
            if self.sides[kind].limit == 0:
                for a, b in (self.grid.ends(side), self.grid.ends(side)[::-1]):
                    if self.land >> a & self.land >> b & 1:
                        found[a][kind] = found[a].get(kind, 0) | 1 << b
        return found

    @cached_property
    def zone_from(self) -> tuple[HexSet, ...]:
        """8.2: adjacent hexes, but not over rivers or sides that cannot be crossed."""
        return tuple(
            pack(b for b, side in near if not self._blocks_zone(side)) for near in self.near
        )

    def _blocks_zone(self, side: Hexside) -> bool:
        kind = self.kind_of.get(side)
        return kind is not None and self.sides[kind].blocks_zone

    @cached_property
    def open_sides(self) -> OpenSides:
        """Sides that command and supply can cross (rivers do not stop them)."""
        closed = [side for side, kind in self.kind_of.items() if self.sides[kind].limit == 0]
        return open_except(self.grid, closed)

    @cached_property
    def rail_sides(self) -> OpenSides:
        """9.1: along railways; none crosses the strait of Kerch."""
        return open_over(self.grid, self.rails)

    @cached_property
    def rail_hexes(self) -> HexSet:
        return pack(hex for line in self.map.lines if line.kind == "rail" for hex in line.hexes)

    @cached_property
    def edge(self) -> dict[str, HexSet]:
        features = self.map.features
        return {"axis": features["west_edge"], "soviet": features["east_edge"]}
