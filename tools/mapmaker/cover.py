"""Land cover: regions filled by a fixed noise, open ground at places and roads."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from grognard.hexes import Grid, Hex, HexSet

from .inputs import Inputs, Row
from .plane import Ring, area
from .recipe import CoverLayer
from .rivers import Rivers

_SMALL = 60
"""A region smaller than a hex marks the hex it lies in from this share on."""


@dataclass(frozen=True)
class Openness:
    """What draws open ground: places, and the roads that lead to them."""

    inputs: Inputs
    places: HexSet
    roads: HexSet
    more: list[tuple[HexSet, float]]
    """Lines that draw more of it."""

    def score(self, hex: Hex) -> float:
        """The higher, the more open; the noise decides among hexes alike."""
        spec, grid = self.inputs.recipe.cover, self.inputs.plane.grid
        near = spec.beside_place * bool(grid.spread(1 << hex) & self.places)
        place = spec.place if self.places >> hex & 1 else near
        found = noise(grid, hex) + place + spec.line * (self.roads >> hex & 1)
        for hexes, weight in self.more:
            found += weight * (hexes >> hex & 1)
        return found


def noise(grid: Grid, hex: Hex) -> float:
    """A smooth value between 0 and 1, the same on every run."""
    around = grid.neighbours(hex)
    return (2 * _chance(grid, hex) + sum(_chance(grid, near) for near in around)) / (
        2 + len(around)
    )


def _chance(grid: Grid, hex: Hex) -> float:
    digest = hashlib.sha256(grid.label(hex).encode()).hexdigest()
    return int(digest[:8], 16) / 2**32


def cover(inputs: Inputs, land: list[Hex], rivers: Rivers, openness: Openness) -> dict[Hex, str]:
    """The terrain of every land hex, before places and corrections."""
    spec = inputs.recipe.cover
    if spec.regions:
        return dict(_strips(inputs, land, rivers, openness))
    found = dict.fromkeys(land, spec.default)
    for layer in spec.layers:
        for hex, kind in _layer(inputs, layer, found, openness):
            found[hex] = _joined(inputs, found[hex], kind) or found[hex]
    return found


def _joined(inputs: Inputs, there: str, kind: str) -> str | None:
    """What a kind makes of a hex; nothing where the layer before wins."""
    spec = inputs.recipe.cover
    return kind if there == spec.default else spec.both.get(f"{there}+{kind}")


# Strips of the plane with a mixture of kinds


def _strips(
    inputs: Inputs, land: list[Hex], rivers: Rivers, openness: Openness
) -> Iterator[tuple[Hex, str]]:
    regions: list[dict[str, Any]] = inputs.table(inputs.recipe.cover.regions)["region"]
    homes: dict[str, list[Hex]] = {region["name"]: [] for region in regions}
    beside = {r["near"]: rivers.beside(r["near"]) for r in regions if "near" in r}
    for hex in land:
        home = next((r for r in regions if _holds(inputs, r, hex, rivers, beside)), None)
        if home is None:
            raise ValueError(f"no region holds {inputs.plane.grid.label(hex)}")
        homes[home["name"]].append(hex)
    for region in regions:
        yield from _fill(inputs, homes[region["name"]], region["shares"], openness)


def _holds(
    inputs: Inputs, region: dict[str, Any], hex: Hex, rivers: Rivers, beside: dict[str, HexSet]
) -> bool:
    u, v = inputs.plane.centres[hex]
    left, right = region.get("u", (-99.0, 99.0))
    low, high = region.get("v", (-99.0, 99.0))
    bank, near = region.get("bank"), region.get("near")
    west = rivers.banks.get(region.get("river", ""), 0) >> hex & 1
    return bool(
        (bank is None or (bank == "west") == bool(west))
        and left <= u < right
        and low <= v < high
        and (near is None or beside[near] >> hex & 1)
    )


def _fill(
    inputs: Inputs, hexes: list[Hex], shares: dict[str, int], openness: Openness
) -> Iterator[tuple[Hex, str]]:
    """Shares of a region handed out from the least open hex to the most open one."""
    order = sorted(hexes, key=openness.score)
    kinds = [kind for kind in inputs.recipe.cover.worst_first if kind in shares]
    given = dealt = 0
    for kind in kinds:
        dealt += shares[kind]
        upto = len(order) if kind == kinds[-1] else round(len(order) * dealt / 100)
        yield from ((hex, kind) for hex in order[given:upto])
        given = upto


# Layers of polygons


def _layer(
    inputs: Inputs, layer: CoverLayer, land: dict[Hex, str], openness: Openness
) -> list[tuple[Hex, str]]:
    """In every region the share of its hexes that are least open."""
    regions = [(row, inputs.ring(row["polygon"])) for row in inputs.rows(layer.file)]
    regions.sort(key=lambda region: area(region[1].corners))
    rank = _ranks(inputs) if layer.rank else {}
    homes: dict[int, list[Hex]] = {}
    for hex in land:
        home = next((i for i, (_, ring) in enumerate(regions) if ring.holds(hex)), None)
        if home is not None:
            homes.setdefault(home, []).append(hex)
    found = []
    for i, (row, ring) in enumerate(regions):
        here, kind = homes.get(i, _speck(inputs, row, ring, land)), row.get("kind") or layer.kind
        order = sorted(
            (hex for hex in here if _joined(inputs, land[hex], kind)),
            key=lambda hex: (openness.score(hex) - layer.rank * rank.get(hex, 0.5), hex),
        )
        count = round(float(row["share"]) / 100 * len(here))
        found += [(hex, kind) for hex in order[:count]]
    return found


def _speck(inputs: Inputs, row: Row, ring: Ring, land: dict[Hex, str]) -> list[Hex]:
    """The hex of a region too small to hold the middle of one."""
    us, vs = zip(*ring.corners, strict=True)
    hex = inputs.plane.hex_at((sum(us) / len(us), sum(vs) / len(vs)))
    return [hex] if hex in land and hex is not None and float(row["share"]) >= _SMALL else []


def _ranks(inputs: Inputs) -> dict[Hex, float]:
    """A value for each hex that orders those of a region, such as how dark it is from above."""
    found: dict[Hex, float] = {}
    for row in inputs.optional(inputs.recipe.cover.rank):
        for down, dark in enumerate(row["dark"].split()):
            hex = inputs.plane.numbered(int(row["column"]), int(row["row"]) + down)
            if hex is not None:
                found[hex] = int(dark) / 100
    return found
