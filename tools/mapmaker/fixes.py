"""Corrections by hand: fixes.csv for hexes, side_fixes.csv for hexsides. They always win."""

from collections.abc import Iterator
from dataclasses import dataclass

from grognard.hexes import Hex, Hexside

from .inputs import Inputs, Row

GROUNDS = {"land": "land", "coast": "land", "sea": "sea", "lake": "lake"}
"""Values that say whether a hex is land or water; all others are kinds of terrain."""
NOTHING = "none"
"""Takes away what the hexside has."""


@dataclass(frozen=True, slots=True)
class Fix:
    """One correction and why it was made."""

    where: str
    hexes: tuple[Hex, ...]
    value: str
    why: str
    source: str


@dataclass(frozen=True, slots=True)
class SideFix:
    """One correction of a hexside."""

    where: str
    side: Hexside
    kind: str
    why: str
    source: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Fixes:
    """All corrections of a map."""

    hexes: list[Fix]
    sides: list[SideFix]

    def grounds(self) -> Iterator[tuple[Hex, str]]:
        """Hexes that are made land, sea or lake."""
        for fix in self.hexes:
            if fix.value in GROUNDS:
                yield from ((hex, GROUNDS[fix.value]) for hex in fix.hexes)

    def coast(self) -> Iterator[Hex]:
        """Hexes that are made land on the sea."""
        return (hex for fix in self.hexes if fix.value == "coast" for hex in fix.hexes)

    def terrain(self) -> Iterator[tuple[Hex, str, str]]:
        """Hexes that get a kind of terrain, and where it is from."""
        for fix in self.hexes:
            if fix.value not in GROUNDS:
                yield from ((hex, fix.value, fix.source) for hex in fix.hexes)


def read_fixes(inputs: Inputs) -> Fixes:
    """The corrections of a folder; one without a reason is refused."""
    return Fixes(
        [_fix(inputs, row) for row in inputs.optional("fixes.csv")],
        list(_sides(inputs, inputs.optional("side_fixes.csv"))),
    )


def _fix(inputs: Inputs, row: Row) -> Fix:
    value = row.get("value") or row.get("terrain", "")
    hexes = tuple(inputs.hexes(row))
    return Fix(row.where, hexes, value, _why(row), inputs.source(row["source"]))


def _why(row: Row) -> str:
    why = row.get("why") or row["source"]
    if not why:
        raise row.fault("a correction needs a reason, in the column why or source")
    return why


def _sides(inputs: Inputs, rows: list[Row]) -> Iterator[SideFix]:
    grid = inputs.plane.grid
    for row in rows:
        a, b = (inputs.plane.known(row[end]) for end in ("a", "b"))
        if a is not None and b is not None:
            side = grid.hexside(a, b)
            source, name = inputs.source(row["source"]), row.get("name", "")
            yield SideFix(row.where, side, row["kind"], _why(row), source, name)
