"""The map of a game: terrain, features, rivers, roads and named areas over a grid of hexes."""

from dataclasses import dataclass, field
from itertools import pairwise

from grognard.hexes import Grid, Hex, HexSet, Hexside, pack


@dataclass(frozen=True, slots=True)
class Line:
    """A road, a railway or another way from hex to adjacent hex."""

    kind: str
    id: str
    name: str
    hexes: tuple[Hex, ...]


@dataclass(frozen=True, slots=True, eq=False)
class GameMap:
    """Everything printed on a map that a rule can ask for."""

    id: str
    name: str
    grid: Grid
    scale_km: float
    terrain: dict[Hex, str]
    """One kind per hex: the worst where the print mixes several."""
    features: dict[str, HexSet] = field(default_factory=dict)
    names: dict[Hex, str] = field(default_factory=dict)
    hexsides: dict[str, frozenset[Hexside]] = field(default_factory=dict)
    """By kind: river, bridge, ferry."""
    rivers: dict[str, frozenset[Hexside]] = field(default_factory=dict)
    """By the river's name."""
    hexside_notes: dict[str, frozenset[Hexside]] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()
    areas: dict[str, HexSet] = field(default_factory=dict)
    georeference: dict[str, float] | None = None
    sheets: dict[str, HexSet] = field(default_factory=dict)
    """By key: the hexes printed on each sheet of a joined map; a hex may be on several."""
    scales: dict[str, float] = field(default_factory=dict)
    """By key: the scale of sheets that have another than the map, such as an inset."""

    def __repr__(self) -> str:
        return f"<GameMap {self.id}: {self.grid!r}>"

    def links(self, *kinds: str) -> frozenset[Hexside]:
        """The hexsides that a line of one of these kinds crosses."""
        return frozenset(
            self.grid.hexside(a, b)
            for line in self.lines
            if line.kind in kinds
            for a, b in pairwise(line.hexes)
        )

    def scale_at(self, hex: Hex) -> float:
        """How many kilometres the hex is wide."""
        own = (scale for key, scale in self.scales.items() if self.sheets[key] >> hex & 1)
        return next(own, self.scale_km)

    def with_terrain(self, *kinds: str) -> HexSet:
        """The hexes of one of these kinds of terrain."""
        return pack(hex for hex, kind in self.terrain.items() if kind in kinds)
