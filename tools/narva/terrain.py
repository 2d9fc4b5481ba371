"""Land cover: water, then regions filled by a fixed noise, then the hand sheet, which wins."""

import hashlib
from dataclasses import dataclass

from grognard.hexes import Hex, HexSet, bits, pack

from . import reading
from .plane import GRID, centre
from .rivers import Rivers

WORST_FIRST = ("swamp", "woods", "clear")


@dataclass(frozen=True, slots=True)
class Water:
    """The hexes that are all water."""

    sea: HexSet
    lake: HexSet

    @property
    def all(self) -> HexSet:
        return self.sea | self.lake


def water() -> Water:
    """Sea by land share, corrected by hand; Lake Peipus by hand."""
    settings = reading.table("water.toml")
    lists = {name: GRID.hexes(labels) for name, labels in settings["lists"].items()}
    least = float(settings["least_land"])
    sea = pack(hex for hex, share in reading.land_shares().items() if share < least)
    return Water(sea=sea & ~lists["land"] | lists["sea"], lake=lists["lake"])


@dataclass(frozen=True, slots=True)
class Openness:
    """What draws open ground: places, and the roads that lead to them."""

    places: HexSet
    roads: HexSet
    highway: HexSet

    def score(self, hex: Hex) -> float:
        """The higher, the more open; the noise decides among hexes alike."""
        place = 1.0 if self.places >> hex & 1 else 0.1 * bool(self._beside_place(hex))
        return noise(hex) + place + 0.06 * (self.roads >> hex & 1) + 0.1 * (self.highway >> hex & 1)

    def _beside_place(self, hex: Hex) -> HexSet:
        return GRID.spread(1 << hex) & self.places


def noise(hex: Hex) -> float:
    """A smooth value between 0 and 1, the same on every run."""
    around = GRID.neighbours(hex)
    return (2 * _chance(hex) + sum(map(_chance, around))) / (2 + len(around))


def _chance(hex: Hex) -> float:
    digest = hashlib.sha256(GRID.label(hex).encode()).hexdigest()
    return int(digest[:8], 16) / 2**32


def cover(wet: Water, rivers: Rivers, openness: Openness) -> dict[Hex, tuple[str, str]]:
    """Terrain and source of every hex but those of villages, city and hills."""
    found = dict.fromkeys(bits(wet.all), ("water", "geography"))
    land = [hex for hex in GRID if hex not in found]
    for region, hexes in _by_region(land, rivers).items():
        for hex, kind in _fill(hexes, region, openness):
            found[hex] = (kind, "reconstruction")
    for row in reading.rows("terrain.csv"):
        for hex in bits(GRID.hexes(row["hexes"])):
            found[hex] = (row["terrain"], row["source"])
    return found


def _by_region(land: list[Hex], rivers: Rivers) -> dict[str, list[Hex]]:
    regions = reading.regions()
    beside = {r.near: rivers.beside(r.near) for r in regions if r.near}
    found: dict[str, list[Hex]] = {region.name: [] for region in regions}
    for hex in land:
        home = next(r for r in regions if _holds(r, hex, rivers, beside))
        found[home.name].append(hex)
    return found


def _holds(region: reading.Region, hex: Hex, rivers: Rivers, beside: dict[str, HexSet]) -> bool:
    u, v = centre(hex)
    return (
        (region.bank == "west") == bool(rivers.west >> hex & 1)
        and region.u[0] <= u < region.u[1]
        and region.v[0] <= v < region.v[1]
        and (not region.near or bool(beside[region.near] >> hex & 1))
    )


def _fill(hexes: list[Hex], region: str, openness: Openness) -> list[tuple[Hex, str]]:
    """Shares of a region handed out from the least open hex to the most open one."""
    shares = next(r.shares for r in reading.regions() if r.name == region)
    order = sorted(hexes, key=openness.score)
    kinds = [kind for kind in WORST_FIRST if kind in shares]
    found: list[tuple[Hex, str]] = []
    dealt = 0
    for kind in kinds:
        dealt += shares[kind]
        upto = len(order) if kind == kinds[-1] else round(len(order) * dealt / 100)
        found += [(hex, kind) for hex in order[len(found) : upto]]
    return found
