"""Grids from the way maps are printed: numbered rectangles, and sheets that join."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

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
    trimmed: bool = False,
    prefix: str = "",
) -> Grid:
    """A map numbered by column and row; columns grow to the right.

    `shove` names the columns (flat-top) or rows (pointy-top) that stand half a hex further
    on, towards the higher rows (flat-top) or higher columns (pointy-top). On a `trimmed` map
    they end one hex earlier, where the edge of the sheet would cut the last one in half.

    >>> narva = rectangle(Orientation.FLAT, columns=range(1, 37), rows=range(1, 41),
    ...                   shove="even", rows_grow="up")
    >>> [narva.label(hex) for hex in narva.neighbours(narva.hex("2626"))]
    ['2627', '2727', '2726', '2625', '2526', '2527']
    """
    cells = numbered_cells(
        orientation, columns, rows, scheme, shove, rows_grow, trimmed=trimmed, prefix=prefix)
    return Grid.from_cells(cells, orientation)


def numbered_cells(
    orientation: Orientation, columns: range, rows: range, scheme: LabelScheme, shove: Parity,
    rows_grow: Growth, *, trimmed: bool = False, prefix: str = "",
) -> dict[Axial, str]:
    """The labels of a `rectangle` by axial coordinates, where no grid is needed."""
    numbering = _Numbering(orientation is Orientation.FLAT, shove == "odd", rows_grow == "up")
    return {
        numbering.cell(column, row): prefix + scheme.label(column, row)
        for column in columns
        for row in rows
        if not (trimmed and numbering.is_cut(column, row, columns[-1], rows[-1]))
    }


class _Numbering(NamedTuple):
    """How column and row numbers lie on the plane."""

    flat: bool
    shoves_odd: bool
    up: bool

    def is_shoved(self, column: int, row: int) -> bool:
        return (column if self.flat else row) % 2 == self.shoves_odd

    def is_cut(self, column: int, row: int, last_column: int, last_row: int) -> bool:
        at_end = row == last_row if self.flat else column == last_column
        return at_end and self.is_shoved(column, row)

    def cell(self, column: int, row: int) -> Axial:
        """Axial coordinates, by way of half hexes to stay in whole numbers."""
        down, shoved = (-1 if self.up else 1), self.is_shoved(column, row)
        if self.flat:
            return column, (down * (2 * row + shoved) - column) // 2
        return (2 * column + shoved - down * row) // 2, down * row


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
