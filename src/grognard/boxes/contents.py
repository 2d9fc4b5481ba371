"""Reads the files that a rule book declares (``core.contents``): the one way to load a box."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec

from grognard.boxes.faults import meant
from grognard.boxes.maps import load_maps
from grognard.boxes.opened import OpenBox
from grognard.core.contents import Csv, EachToml, Maps, Toml
from grognard.core.maps import GameMap
from grognard.hexes import Hex, HexSet

C = TypeVar("C", bound=msgspec.Struct)

SCENARIO = "scenarios/{scenario}.toml"


@dataclass(frozen=True, slots=True)
class Board:
    """The maps in play, for labels and names in the files."""

    maps: Mapping[str, GameMap]

    def hex(self, label: str) -> Hex:
        (map,) = self.maps.values()
        return map.grid.hex(label)

    def area(self, name: str) -> HexSet:
        (map,) = self.maps.values()
        if name not in map.areas:
            raise LookupError(f"no area {name!r} on the map{meant(name, map.areas)}")
        return map.areas[name]


class Anywhere:
    """Stands in for a map that has faults of its own: those of other files still come out."""

    def __repr__(self) -> str:
        return "Anywhere()"

    def hex(self, label: str) -> Hex:
        return 0

    def area(self, name: str) -> HexSet:
        return 0


class _Wanted(msgspec.Struct):
    """The part of a scenario that says where it is played."""

    map: str = ""
    sheets: list[str] = []


def read_contents(opened: OpenBox, contents: type[C], scenario: str) -> C | None:
    """Everything that the rule book declares; None after faults, which lie in `opened`."""
    maps = _maps_of(opened, scenario)
    opened.places = Board(maps) if len(maps) == 1 else Anywhere()
    hints = get_type_hints(contents, include_extras=True)
    found = {name: _read(opened, hint, scenario, maps) for name, hint in hints.items()}
    return None if opened.faults else contents(**found)


def _maps_of(opened: OpenBox, scenario: str) -> dict[str, GameMap]:
    """The map that the scenario names, and of that only the sheets it names; else all maps."""
    file = SCENARIO.format(scenario=scenario)
    tree = opened.tree(file) if opened.has(file) else None
    wanted = msgspec.convert(
        {key: tree.data[key] for key in ("map", "sheets") if tree and key in tree.data}, _Wanted)
    maps = load_maps(opened, wanted=wanted.map, sheets=wanted.sheets)
    if wanted.map and wanted.map not in maps and not opened.faults:
        opened.faults.add(file, "map", f"no map {wanted.map!r}")
    return maps


def _read(opened: OpenBox, hint: Any, scenario: str, maps: Mapping[str, GameMap]) -> Any:
    held, *marks = get_args(hint)
    for mark in marks:
        if isinstance(mark, Maps):
            return maps
        if isinstance(mark, Csv):
            if mark.optional and not opened.has(mark.file):
                return ()
            return tuple(opened.csv(mark.file, get_args(held)[0], key=mark.key))
        if isinstance(mark, Toml):
            file = mark.file.format(scenario=scenario)
            if mark.optional and not opened.has(file):
                return held()
            return opened.toml(file, held, vouched=mark.vouched)
        if isinstance(mark, EachToml):
            return _each(opened, mark.folder, get_args(held)[1])
    raise TypeError(f"{hint} does not say which file it is")


def _each(opened: OpenBox, folder: str, kind: Any) -> dict[str, Any]:
    return {file.rpartition("/")[2].removesuffix(".toml"): opened.toml(file, kind)
            for file in opened.files(folder, ".toml")}

