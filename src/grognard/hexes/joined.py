"""Grids from the way maps are printed: numbered rectangles, and sheets that join."""

from collections.abc import Mapping
from typing import Literal

from grognard.hexes.geometry import Axial, Orientation
from grognard.hexes.grid import Grid, Hex
from grognard.hexes.labels import LabelScheme

Parity = Literal["even", "odd"]
Growth = Literal["up", "down"]


def rectangle(
    orientation: Orientation,
    *,
    columns: range,
    rows: range,
    scheme: LabelScheme = LabelScheme.XXYY,
    shove: Parity = "odd",
    rows_grow: Growth = "down",
    prefix: str = "",
) -> Grid:
    """A map numbered by column and row; columns grow to the right.

    `shove` names the columns (flat-top) or rows (pointy-top) that stand half a hex further
    on, towards the higher rows (flat-top) or higher columns (pointy-top).

    >>> narva = rectangle(Orientation.FLAT, columns=range(1, 37), rows=range(1, 41),
    ...                   shove="even", rows_grow="up")
    >>> [narva.label(hex) for hex in narva.neighbours(narva.hex("2626"))]
    ['2627', '2727', '2726', '2625', '2526', '2527']
    """
    shoved = 1 if shove == "odd" else 0
    up = rows_grow == "up"
    cells = {
        _cell(orientation, column, row, shoved, up): prefix + scheme.label(column, row)
        for column in columns
        for row in rows
    }
    return Grid.from_cells(cells, orientation)


def _cell(orientation: Orientation, column: int, row: int, shoved: int, up: bool) -> Axial:
    """Axial coordinates from offset ones, counted in half hexes to stay whole."""
    sign = -1 if up else 1
    if orientation is Orientation.FLAT:
        half_rows = sign * (2 * row + (column % 2 == shoved))
        return column, (half_rows - column) // 2
    half_columns = 2 * column + (row % 2 == shoved)
    return (half_columns - sign * row) // 2, sign * row


def join(sheets: Mapping[str, tuple[Grid, int, int]]) -> Grid:
    """Several sheets in one axial frame, each moved by its (dq, dr).

    A label is the sheet's key and the label on the sheet: ``L3508``. A hex printed on two
    sheets takes the label of the first; the other one is its alias.
    """
    orientations = {grid.orientation for grid, _, _ in sheets.values()}
    if len(orientations) != 1:
        raise ValueError("sheets to join must all stand the same way")
    cells: dict[Axial, str] = {}
    aliases: dict[str, list[str]] = {}
    for key, (grid, dq, dr) in sheets.items():
        for hex in grid:
            q, r = grid.axial(hex)
            label = key + grid.label(hex)
            first = cells.setdefault((q + dq, r + dr), label)
            others = [] if first == label else [label]
            others += [key + alias for alias in grid.aliases(hex)]
            aliases.setdefault(first, []).extend(others)
    joined = Grid.from_cells(cells, orientations.pop(), aliases)
    return joined.with_places(_places(joined, sheets))


def _places(joined: Grid, sheets: Mapping[str, tuple[Grid, int, int]]) -> dict[str, Hex]:
    return {
        name: joined.hex(key + grid.label(hex))
        for key, (grid, _, _) in sheets.items()
        for name, hex in grid.places.items()
    }


def alignment(grid: Grid, label: str, other: Grid, same: str) -> tuple[int, int]:
    """The (dq, dr) that lays the hex `same` of the other sheet upon `label` of the first."""
    (q, r), (other_q, other_r) = grid.axial(grid.hex(label)), other.axial(other.hex(same))
    return q - other_q, r - other_r
