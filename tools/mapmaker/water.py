"""Which hexes are water, and which sides between land hexes are straits."""

from dataclasses import dataclass

from grognard.hexes import Hex, HexSet, Hexside, pack

from .fixes import Fixes
from .inputs import Inputs, Row


@dataclass(frozen=True, slots=True)
class Water:
    """The hexes that are all water."""

    sea: HexSet
    lake: HexSet
    shore: HexSet = 0
    """Land with some sea in its hex."""

    @property
    def all(self) -> HexSet:
        return self.sea | self.lake


def water(inputs: Inputs, fixes: Fixes, dry: HexSet) -> Water:
    """Sea and lake by the shares of each hex; places (`dry`) stand on land; then the fixes."""
    spec = inputs.recipe.water
    kinds: dict[Hex, str] = {}
    shore = pack(fixes.coast())
    for row in inputs.optional(spec.file):
        hex = inputs.numbered(row)
        if hex is None:
            continue
        shore |= (_sea(row) > spec.shore_from) << hex
        if not dry >> hex & 1:
            kinds[hex] = _ground(inputs, row)
    kinds.update(fixes.grounds())
    sea = pack(hex for hex, kind in kinds.items() if kind == "sea")
    lake = pack(hex for hex, kind in kinds.items() if kind == "lake")
    return Water(sea, lake, shore & ~(sea | lake))


def _sea(row: Row) -> float:
    return float(row["sea"]) if "sea" in row else 1 - float(row["land"])


def _ground(inputs: Inputs, row: Row) -> str:
    spec = inputs.recipe.water
    lake = float(row.get("lake") or 0)
    sea = _sea(row)
    if sea and 1 - sea < spec.sea_below:
        return "sea"
    return "lake" if lake >= spec.lake_from else "land"


def straits(inputs: Inputs, wet: Water) -> dict[Hexside, str]:
    """Sides between two land hexes that run through water, with the kind of each."""
    spec, grid = inputs.recipe.water, inputs.plane.grid
    lake = spec.side_from if spec.lake_side_from is None else spec.lake_side_from
    found: dict[Hexside, str] = {}
    for row in inputs.optional(spec.sides):
        hex = inputs.numbered(row)
        way = grid.direction_names.index(row["side"])
        other = None if hex is None else grid.neighbour(hex, way)
        if hex is None or other is None or (1 << hex | 1 << other) & wet.all:
            continue
        for kind, written in spec.side_kinds.items():
            if float(row[kind]) > (lake if kind == "lake" else spec.side_from):
                found[grid.hexside(hex, other)] = written
    return found
