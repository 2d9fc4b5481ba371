"""Facts of the rules that a map must agree with, as data: ``expectations.toml``.

::

    [[expect]]
    rule = "13.3"
    hexes = "1429 1530 1629"
    terrain = "hill"

Each fact names its rule and makes one claim or more about its hexes (see `Expectation`).
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any

import msgspec

from grognard.boxes.cells import split_list
from grognard.boxes.checks import is_contiguous
from grognard.boxes.faults import meant
from grognard.boxes.inventory import Inventory
from grognard.boxes.opened import OpenBox
from grognard.core.maps import GameMap
from grognard.hexes import Hex, HexSet, UnknownHex, bits, pack

FILE = "expectations.toml"


class Expectation(msgspec.Struct, frozen=True):
    """A fact of the rules about hexes of a map; every claim given must hold."""

    rule: str
    map: str = ""
    """The map's id; not needed where the box has one map."""
    hexes: str = ""
    """Labels parted by blanks, or by semicolons where a name holds a blank."""
    says: str = ""
    """The fact in plain words."""

    terrain: str | None = None
    feature: str | None = None
    name: str | None = None
    """Every one of the hexes has this terrain, this feature, this name."""
    area: str | None = None
    outside: str | None = None
    """Every one of the hexes lies in this area, or outside of it."""
    exactly: str | None = None
    """The hexes are this area, neither more nor less."""
    on_line: str | None = None
    """A line of this kind runs through every one of the hexes."""
    adjacent: bool | None = None
    distance: int | None = None
    hexside: str | None = None
    river: str | None = None
    linked: str | None = None
    """Each hex and the next: whether they touch, how far apart they are, what lies on the side
    between them (a kind, or a river's name), which kind of line joins them."""
    contiguous: str | None = None
    """This area is in one piece."""
    count: int | None = None
    """The area of ``contiguous``, ``area`` or ``exactly`` has so many hexes."""


class ExpectationFile(msgspec.Struct, frozen=True):
    """The file expectations.toml."""

    expect: list[Expectation] = []


Claim = Callable[[GameMap, list[Hex], Any], Iterator[str]]


def check_expectations(
    opened: OpenBox, maps: Mapping[str, GameMap], inventory: Inventory | None = None
) -> None:
    """Compare the maps of a box with the facts of its rules, if the box lists any."""
    if not opened.has(FILE):
        return
    read = opened.toml(FILE, ExpectationFile, vouched=False)
    for number, fact in enumerate(read.expect if read else (), 1):
        where = f"expect[{number}]"
        if inventory is not None and inventory.nearest(fact.rule) is None:
            hint = meant(fact.rule, inventory.cases)
            opened.faults.add(FILE, where, f"no rule {fact.rule!r}{hint}")
        for fault in _faults(fact, maps):
            opened.faults.add(FILE, where, f"{fault} ({fact.rule})")


def _faults(fact: Expectation, maps: Mapping[str, GameMap]) -> Iterator[str]:
    """Everything about a fact that does not hold."""
    map_id = fact.map or (next(iter(maps)) if len(maps) == 1 else "")
    game_map = maps.get(map_id)
    if game_map is None:
        yield f"no map {map_id!r}{meant(map_id, maps)}"
        return
    try:
        hexes = [game_map.grid.hex(label) for label in split_list(fact.hexes)]
    except UnknownHex as fault:
        yield str(fault)
        return
    made = {name: getattr(fact, name) for name in CLAIMS if getattr(fact, name) is not None}
    if not made:
        yield "claims nothing"
    for name, value in made.items():
        yield from CLAIMS[name](game_map, hexes, value)
    if fact.count is not None:
        yield from _count(game_map, fact)


def _count(game_map: GameMap, fact: Expectation) -> Iterator[str]:
    name = fact.exactly or fact.area or fact.contiguous or ""
    found = game_map.areas.get(name, 0).bit_count()
    if found != fact.count:
        yield f"area {name} has {found} hexes, not {fact.count}"


def _labels(game_map: GameMap, hexes: HexSet) -> str:
    return " ".join(sorted(game_map.grid.label(hex) for hex in bits(hexes)))


def _area(game_map: GameMap, name: str) -> Iterator[str]:
    if name not in game_map.areas:
        yield f"no area {name!r}{meant(name, game_map.areas)}"


def _terrain(game_map: GameMap, hexes: list[Hex], kind: str) -> Iterator[str]:
    for hex in hexes:
        if game_map.terrain[hex] != kind:
            yield f"{game_map.grid.label(hex)} is {game_map.terrain[hex]}, not {kind}"


def _feature(game_map: GameMap, hexes: list[Hex], feature: str) -> Iterator[str]:
    having = game_map.features.get(feature, 0)
    for hex in hexes:
        if not having >> hex & 1:
            yield f"{game_map.grid.label(hex)} has no {feature}"


def _name(game_map: GameMap, hexes: list[Hex], name: str) -> Iterator[str]:
    for hex in hexes:
        found = game_map.names.get(hex, "")
        if found != name:
            yield f"{game_map.grid.label(hex)} is called {found!r}, not {name!r}"


def _inside(game_map: GameMap, hexes: list[Hex], area: str) -> Iterator[str]:
    yield from _area(game_map, area)
    strays = pack(hexes) & ~game_map.areas.get(area, 0)
    if strays and area in game_map.areas:
        yield f"{_labels(game_map, strays)} not in {area}"


def _outside(game_map: GameMap, hexes: list[Hex], area: str) -> Iterator[str]:
    yield from _area(game_map, area)
    strays = pack(hexes) & game_map.areas.get(area, 0)
    if strays:
        yield f"{_labels(game_map, strays)} in {area}"


def _exactly(game_map: GameMap, hexes: list[Hex], area: str) -> Iterator[str]:
    yield from _inside(game_map, hexes, area)
    more = game_map.areas.get(area, 0) & ~pack(hexes)
    if more:
        yield f"{area} has {_labels(game_map, more)} too"


def _on_line(game_map: GameMap, hexes: list[Hex], kind: str) -> Iterator[str]:
    served = {hex for line in game_map.lines if line.kind == kind for hex in line.hexes}
    for hex in hexes:
        if hex not in served:
            yield f"no {kind} runs through {game_map.grid.label(hex)}"


def _pairs(game_map: GameMap, hexes: list[Hex]) -> Iterator[tuple[Hex, Hex, str]]:
    for a, b in pairwise(hexes):
        yield a, b, f"{game_map.grid.label(a)} and {game_map.grid.label(b)}"


def _adjacent(game_map: GameMap, hexes: list[Hex], wanted: bool) -> Iterator[str]:
    for a, b, names in _pairs(game_map, hexes):
        if game_map.grid.adjacent(a, b) != wanted:
            yield f"{names} are {'not ' if wanted else ''}adjacent"


def _distance(game_map: GameMap, hexes: list[Hex], wanted: int) -> Iterator[str]:
    for a, b, names in _pairs(game_map, hexes):
        found = game_map.grid.distance(a, b)
        if found != wanted:
            yield f"{names} are {found} apart, not {wanted}"


def _between(
    game_map: GameMap, hexes: list[Hex], sides: frozenset[int], what: str
) -> Iterator[str]:
    for a, b, names in _pairs(game_map, hexes):
        if not game_map.grid.adjacent(a, b) or game_map.grid.hexside(a, b) not in sides:
            yield f"no {what} between {names}"


def _hexside(game_map: GameMap, hexes: list[Hex], kind: str) -> Iterator[str]:
    return _between(game_map, hexes, game_map.hexsides.get(kind, frozenset()), kind)


def _river(game_map: GameMap, hexes: list[Hex], name: str) -> Iterator[str]:
    return _between(game_map, hexes, game_map.rivers.get(name, frozenset()), f"river {name}")


def _linked(game_map: GameMap, hexes: list[Hex], kind: str) -> Iterator[str]:
    return _between(game_map, hexes, game_map.links(kind), kind)


def _contiguous(game_map: GameMap, hexes: list[Hex], area: str) -> Iterator[str]:
    yield from _area(game_map, area)
    if not is_contiguous(game_map.grid, game_map.areas.get(area, 0)):
        yield f"area {area} is not in one piece"


CLAIMS: dict[str, Claim] = {
    "terrain": _terrain,
    "feature": _feature,
    "name": _name,
    "area": _inside,
    "outside": _outside,
    "exactly": _exactly,
    "on_line": _on_line,
    "adjacent": _adjacent,
    "distance": _distance,
    "hexside": _hexside,
    "river": _river,
    "linked": _linked,
    "contiguous": _contiguous,
}
