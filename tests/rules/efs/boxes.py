"""The boxes of the series as their files say, without the rules."""

from functools import cache
from typing import cast

from grognard.boxes.catalogue import DataBox
from grognard.boxes.contents import read_contents
from grognard.boxes.maps import load_maps
from grognard.core.maps import GameMap
from grognard.hexes import Hex, bits, pack
from grognard.rules.efs.data import AirUnit, Contents, Terrain, Unit

TYPHOON, NORTH = "typhoon", "army_group_north"
LEARNING = {TYPHOON: "mtsensk", NORTH: "soltsy"}


@cache
def contents(box: str) -> Contents:
    """The learning scenario of a box; fails with all faults."""
    opened = DataBox(f"grognard.boxes.{box}").open()
    found = read_contents(opened, Contents, LEARNING[box])
    opened.faults.raise_if_any()
    assert found is not None
    return found


def the_map(box: str) -> GameMap:
    (found,) = contents(box).maps.values()
    return found


def unit(box: str, code: str) -> Unit:
    return next(row for row in contents(box).units if row.code == code)


def air_unit(box: str, code: str) -> AirUnit:
    return next(row for row in contents(box).air_units if row.code == code)


def price(group: str, kind: str, goes: str, weather: str) -> int | str:
    """A cell of the terrain chart, in quarters or as a word."""
    rows: dict[tuple[str, str, str], Terrain] = {
        (row.group, row.kind, row.goes): row for row in contents(TYPHOON).terrain}
    found = rows.get((group, kind, goes)) or rows[group, kind, "all"]
    return cast(int | str, getattr(found, weather))


COUNTRY = {TYPHOON: ("N", "M", "P"), NORTH: ("A", "B", "C", "L", "W")}
"""The sheets of one scale that join."""


@cache
def joined(box: str) -> GameMap:
    """The map of a box, all sheets of its country without insets; fails with all faults."""
    opened = DataBox(f"grognard.boxes.{box}").open()
    (found,) = load_maps(opened, sheets=COUNTRY[box]).values()
    opened.faults.raise_if_any()
    return found


def steps(box: str, kinds: tuple[str, ...], start: Hex, end: Hex) -> int:
    """The shortest way along lines, in hexes; 0 if there is none."""
    grid, sides = joined(box).grid, joined(box).links(*kinds)
    reached, edge, count = 1 << start, 1 << start, 0
    while edge and not edge >> end & 1:
        edge = pack(near for hex in bits(edge) for near in grid.neighbours(hex)
                    if grid.hexside(hex, near) in sides) & ~reached
        reached |= edge
        count += 1
    return count if edge else 0
