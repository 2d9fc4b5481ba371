"""The box of EastFront opened once for its tests, and questions to its map."""

import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from grognard.boxes import OpenBox, Row, Rows, catalogue
from grognard.boxes.inventory import Inventory, read_inventory
from grognard.boxes.maps import load_maps
from grognard.core.maps import GameMap
from grognard.hexes import Hex, HexSet, Hexside, bits

FOLDER = Path(catalogue.__file__).parent / "eastfront"
SCENARIOS = ("s41", "w41", "s42", "w42", "s43", "w43", "s44", "w44")
LAND = ("clear", "forest", "hill", "marsh", "mountain")
CLOSED = ("lake", "sea", "alpine", "strait", "rail_only")


class Unit(Row, frozen=True):
    """A row of units.csv."""

    code: str
    name: str
    side: str
    nation: str
    type: str
    max_cv: int
    elite: tuple[str, ...] = ()
    colour: str = ""
    group: str = ""
    at41: str = ""
    cv41: int | None = None
    enters: str = ""
    event: str = ""
    enters_cv: int | None = None
    scenarios: tuple[str, ...] = ()
    notes: str = ""


class Centre(Row, frozen=True):
    """A row of production.csv."""

    hex: str
    city: int
    home: str
    counted: bool
    resource_kind: str = ""
    resource: int = 0

    def points(self, side: str) -> int:
        return self.city + self.resource * (2 if side == "axis" else 1)


@cache
def opened() -> OpenBox:
    return OpenBox(FOLDER)


@cache
def board() -> GameMap:
    return load_maps(opened())["eastfront"]


@cache
def inventory() -> Inventory:
    return read_inventory(opened(), "eastfront")


@cache
def units() -> Rows[Unit]:
    return opened().csv("units.csv", Unit, key=("code",))


@cache
def centres() -> Rows[Centre]:
    return opened().csv("production.csv", Centre, key=("hex",))


@cache
def table(file: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / file).read_text("utf-8"))


def scenario(id: str) -> dict[str, Any]:
    return table(f"scenarios/{id}.toml")


def at(label: str) -> Hex:
    return board().grid.hex(label)


def labels(hexes: HexSet) -> set[str]:
    return {board().grid.label(hex) for hex in bits(hexes)}


def side_of(a: str, b: str) -> Hexside:
    return board().grid.hexside(at(a), at(b))


def has_river(a: str, b: str) -> bool:
    return side_of(a, b) in board().hexsides["river"]


def distance(a: str, b: str) -> int:
    return board().grid.distance(at(a), at(b))


@cache
def land() -> HexSet:
    return board().with_terrain(*LAND)


@cache
def closed() -> frozenset[Hexside]:
    return frozenset(side for kind in CLOSED for side in board().hexsides[kind])


def land_steps(hex: Hex) -> Iterator[Hex]:
    """The land hexes that a unit can march to."""
    for other in board().grid.neighbours(hex):
        if land() >> other & 1 and board().grid.hexside(hex, other) not in closed():
            yield other


@cache
def rail_steps() -> dict[Hex, tuple[Hex, ...]]:
    steps: dict[Hex, set[Hex]] = {}
    for side in board().links("rail"):
        a, b = board().grid.ends(side)
        steps.setdefault(a, set()).add(b)
        steps.setdefault(b, set()).add(a)
    return {hex: tuple(sorted(others)) for hex, others in steps.items()}


def rail_distances(start: Iterable[Hex], open: HexSet, ends: HexSet = 0) -> dict[Hex, int]:
    """Rail hexes from the start, through `open` hexes and into those of `ends`."""
    found = dict.fromkeys(start, 0)
    queue = list(found)
    for hex in queue:
        if ends >> hex & 1 and found[hex]:
            continue
        for other in rail_steps().get(hex, ()):
            if other not in found and (open | ends) >> other & 1:
                found[other] = found[hex] + 1
                queue.append(other)
    return found
