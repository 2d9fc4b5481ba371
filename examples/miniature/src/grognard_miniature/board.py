"""The map as the rules read it, worked out once when the box is opened."""

from dataclasses import dataclass

from grognard.core.floods import OpenSides, open_except, step, waves
from grognard.core.maps import GameMap
from grognard.core.reach import Graph, compile_graph
from grognard.core.sides import Side
from grognard.hexes import Hex, HexSet, Hexside, bits
from grognard_miniature.parts import Edition, Terrain
from grognard_miniature.state import SIDES


@dataclass(frozen=True, slots=True)
class Board:
    """What the chapters ask of the map."""

    map: GameMap
    graphs: dict[str, Graph]
    """5.2: movement costs by class, foot and horse."""
    wet: frozenset[Hexside]
    """Rivers without a bridge."""
    dry: OpenSides
    """All other hexsides: retreats and supply cross no others."""
    passed: OpenSides
    """5.4: the hexsides that a zone of control crosses."""
    paths: tuple[HexSet, ...]
    """7.3: for each hex, the adjacent hexes that a retreat can take."""
    cover: HexSet
    """6.5: the hexes that shelter a defender."""
    villages: dict[Hex, Side]
    """9.1: whose village each is by right."""
    homes: dict[Side, HexSet]
    """8.1: the map edges that supply comes from."""
    farther: dict[Side, tuple[HexSet, ...]]
    """7.2: for each hex, the hexes farther from the side's own edge."""


def survey(
    map: GameMap, kinds: dict[str, Terrain], edition: Edition, homes: dict[Side, HexSet]
) -> Board:
    """Read the map with the eyes of the rules."""
    wet = map.hexsides["river"] - map.hexsides["bridge"]
    dry = open_except(map.grid, wet)
    farther = {side: _farther(map, homes[side]) for side in SIDES}
    return Board(
        map=map,
        graphs={walks: _graph(map, kinds, wet, walks) for walks in ("foot", "horse")},
        wet=wet,
        dry=dry,
        passed=dry if edition.rivers_stop_zones else open_except(map.grid, ()),
        paths=tuple(step(map.grid, 1 << hex, dry) for hex in range(map.grid.size)),
        cover=map.with_terrain(*(kind for kind, row in kinds.items() if row.cover)),
        villages={hex: _owner(farther, hex) for hex in bits(map.with_terrain("village"))},
        homes=homes,
        farther=farther,
    )


def _graph(map: GameMap, kinds: dict[str, Terrain], wet: frozenset[Hexside], walks: str) -> Graph:
    roads = map.links("road")

    def cost(here: Hex, there: Hex, side: Hexside) -> int:
        if side in roads:
            return kinds["road"].cost(walks)
        ground = kinds[map.terrain[there]].cost(walks)
        return ground + kinds["river"].cost(walks) if side in wet else ground

    return compile_graph(map.grid, cost)


def _farther(map: GameMap, home: HexSet) -> tuple[HexSet, ...]:
    farther = [0] * map.grid.size
    rest = map.grid.all
    for ring in waves(map.grid, home, map.grid.all):
        rest &= ~ring
        for hex in bits(ring):
            farther[hex] = rest
    return tuple(farther)


def _owner(farther: dict[Side, tuple[HexSet, ...]], hex: Hex) -> Side:
    """The side on whose half of the map the hex lies."""
    return max(SIDES, key=lambda side: farther[side][hex].bit_count())
