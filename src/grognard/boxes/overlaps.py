"""Where two sheets print the same hexes they must say the same of them."""

from pathlib import PurePosixPath

from grognard.boxes.faults import Faults
from grognard.boxes.mapsheets import HexRow, HexsideRow, MapSheets
from grognard.hexes import Hexside

TOLD = {
    HexRow: ("terrain", "features", "name", "country", "sea"),
    HexsideRow: ("name", "notes"),
}
"""The columns that sheets must agree upon."""


def check_same(row: HexRow | HexsideRow, known: HexRow | HexsideRow, faults: Faults) -> None:
    """Two rows of different sheets about one hex or hexside; each difference is a fault."""
    for column in TOLD[type(row)]:
        here, there = getattr(row, column), getattr(known, column)
        if here != there:
            said = f"{column}: {_shown(here)}, but {known.hex} is the same place and has"
            place = f"{known.origin.file}:{known.origin.line}"
            faults.at(row, f"{said} {_shown(there)} ({place})", column)


def _shown(value: str | tuple[str, ...]) -> str:
    return repr(value if isinstance(value, str) else ";".join(value))


def check_overlaps(sheets: MapSheets, faults: Faults) -> None:
    """What lies on a side that two sheets print must stand on both of them.

    What the folder of the map says counts for all sheets.
    """
    keys = [sheet.key for sheet in sheets.spec.grid.sheets]
    told: dict[str, set[tuple[Hexside, str]]] = {}
    for side, row in sheets.sides if len(keys) > 1 else ():
        told.setdefault(_sheet(row, keys), set()).add((side, row.kind))
    whole = told.pop("", set())
    known = {key: sides | whole for key, sides in told.items()}
    printed = {key: sheets.printed_on(key) for key in told}
    for side, row in sheets.sides if told else ():
        a, b = sheets.grid.ends(side)
        for key, hexes in printed.items():
            if hexes >> a & hexes >> b & 1 and (side, row.kind) not in known[key]:
                where = sheets.grid.hexside_label(side)
                faults.at(row, f"{row.kind} on {where} is not on sheet {key}, which prints it too")


def _sheet(row: HexsideRow, keys: list[str]) -> str:
    """The sheet in whose folder a row stands, or none."""
    folder = PurePosixPath(row.origin.file).parent.name
    return folder if folder in keys else ""
