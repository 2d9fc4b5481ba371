"""The grid of a map folder: one numbered sheet, or several sheets that join."""

from collections.abc import Collection, Container, Iterable, Mapping
from typing import Literal

import msgspec

from grognard.boxes.cells import split_list
from grognard.hexes import (
    Axial,
    Grid,
    LabelScheme,
    Orientation,
    UnknownHex,
    join,
    numbered_cells,
    rectangle,
)

Span = tuple[int, int]
"""First and last, both included."""


class SheetSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One sheet of a joined map; its key stands before its labels: ``L3508``."""

    key: str
    columns: Span
    rows: Span
    offset: Span = (0, 0)
    """Columns and rows to add to a label of this sheet to count on the first sheet's numbers."""
    missing: str = ""
    """Labels inside the rectangle that are not printed."""
    scale_km: float | None = None
    """Where it is not that of the map: an inset, which touches no other sheet (see links.csv)."""
    north_deg: float = 0.0
    """How far north lies clockwise from up, where a sheet is turned against the others."""
    beside: dict[str, str] = {}
    """By the key of another sheet: labels outside the rectangle that are there beside it."""


class GridSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ``[grid]`` table of map.toml; see `grognard.hexes.rectangle` for shove and rows_grow."""

    orientation: Literal["flat", "pointy"]
    columns: Span | None = None
    rows: Span | None = None
    scheme: Literal["xxyy", "row.col"] = "xxyy"
    shove: Literal["even", "odd"] = "odd"
    rows_grow: Literal["up", "down"] = "down"
    prefix: str = ""
    missing: str = ""
    trimmed: bool = False
    """Shoved columns (or rows) end one hex earlier, on every sheet."""
    listed: bool = False
    """Only the hexes that have a row in hexes.csv exist."""
    sheets: list[SheetSpec] = []


def build_grid(spec: GridSpec, listed: Container[str]) -> Grid:
    """The grid of a map; raises ValueError where the table makes no sense."""
    grid = _joined(spec) if spec.sheets else _single(spec)
    if not spec.listed:
        return grid
    return _only(grid, {hex for hex in grid if any(name in listed for name in _names(grid, hex))})


def _names(grid: Grid, hex: int) -> tuple[str, ...]:
    return grid.label(hex), *grid.aliases(hex)


def _single(spec: GridSpec) -> Grid:
    if spec.columns is None or spec.rows is None:
        raise ValueError("columns and rows are missing")
    return _rectangle(spec, spec.columns, spec.rows, spec.missing, spec.prefix)


def _rectangle(spec: GridSpec, columns: Span, rows: Span, missing: str, prefix: str = "") -> Grid:
    grid = rectangle(
        Orientation(spec.orientation),
        columns=range(columns[0], columns[1] + 1),
        rows=range(rows[0], rows[1] + 1),
        scheme=LabelScheme(spec.scheme),
        shove=spec.shove,
        rows_grow=spec.rows_grow,
        trimmed=spec.trimmed,
        prefix=prefix,
    )
    holes = {grid.hex(label) for label in split_list(missing)}
    return _only(grid, set(grid) - holes) if holes else grid


def _only(grid: Grid, kept: set[int]) -> Grid:
    cells = {grid.axial(hex): grid.label(hex) for hex in kept}
    aliases = {grid.label(hex): grid.aliases(hex) for hex in kept}
    return Grid.from_cells(cells, grid.orientation, aliases)


def renamed(grid: Grid, labels: Mapping[str, Iterable[str]]) -> Grid:
    """The grid with further labels by label; a label it does not know takes the place of one.

    Labels of which it knows none are left out.

    >>> from grognard.hexes import LabelScheme, Orientation, rectangle
    >>> printed = rectangle(Orientation.POINTY, columns=range(37, 39), rows=range(19, 20),
    ...                     scheme=LabelScheme.ROW_COL)
    >>> named = renamed(printed, {"Rostov": ["19.37"], "19.38": ["Rostov E1"]})
    >>> named.label(named.hex("19.37")), named.label(named.hex("Rostov E1"))
    ('Rostov', '19.38')
    """
    if not labels:
        return grid
    cells = {grid.axial(hex): grid.label(hex) for hex in grid}
    aliases = {grid.label(hex): list(grid.aliases(hex)) for hex in grid}
    for label, further in labels.items():
        hex = _meant(grid, [label, *further])
        if hex is None:
            continue
        cells[grid.axial(hex)] = label
        known = [grid.label(hex), *aliases.pop(grid.label(hex), ())]
        aliases[label] = [name for name in dict.fromkeys([*known, *further]) if name != label]
    return Grid.from_cells(cells, grid.orientation, aliases)


def _meant(grid: Grid, labels: list[str]) -> int | None:
    """The hex of the first of these labels that the grid knows."""
    for label in labels:
        try:
            return grid.hex(label)
        except UnknownHex:
            continue
    return None


def _joined(spec: GridSpec) -> Grid:
    keys = {sheet.key for sheet in spec.sheets}
    return join(
        {sheet.key: (_sheet(spec, sheet, keys), *_axial_offset(spec, sheet))
         for sheet in spec.sheets}
    )


def _sheet(spec: GridSpec, sheet: SheetSpec, keys: Container[str]) -> Grid:
    """A sheet by its own numbers, with what is there only beside others."""
    grid = _rectangle(spec, sheet.columns, sheet.rows, sheet.missing)
    more = " ".join(labels for key, labels in sheet.beside.items() if key in keys)
    if not more:
        return grid
    cells = {grid.axial(hex): grid.label(hex) for hex in grid}
    return Grid.from_cells(cells | _cells_of(spec, split_list(more)), grid.orientation)


def _cells_of(spec: GridSpec, labels: Iterable[str]) -> dict[Axial, str]:
    """Single hexes by their numbers."""
    found: dict[Axial, str] = {}
    for label in labels:
        column, row = LabelScheme(spec.scheme).numbers(label)
        found |= _cells(spec, (column, column), (row, row))
    return found


def _cells(
    spec: GridSpec, columns: Span, rows: Span, *, trimmed: bool = False
) -> dict[Axial, str]:
    return numbered_cells(
        Orientation(spec.orientation),
        range(columns[0], columns[1] + 1),
        range(rows[0], rows[1] + 1),
        LabelScheme(spec.scheme),
        spec.shove,
        spec.rows_grow,
        trimmed=trimmed,
    )


def left_out(spec: GridSpec, kept: Collection[str]) -> dict[str, Axial]:
    """The labels of the sheets that are not kept, and where in the joined map they lie.

    Some lie on sheets that are kept as well, where the hex has another label.
    """
    found: dict[str, Axial] = {}
    for sheet in spec.sheets:
        dq, dr = _axial_offset(spec, sheet)
        cells: dict[Axial, str] = {}
        if sheet.key not in kept:
            cells |= _cells(spec, sheet.columns, sheet.rows, trimmed=spec.trimmed)
        for other, labels in sheet.beside.items():
            if sheet.key not in kept or other not in kept:
                cells |= _cells_of(spec, split_list(labels))
        found |= {sheet.key + label: (q + dq, r + dr) for (q, r), label in cells.items()}
    return found


def _axial_offset(spec: GridSpec, sheet: SheetSpec) -> tuple[int, int]:
    """A shift counted in columns and rows, as axial steps."""
    columns, rows = sheet.offset
    down = -rows if spec.rows_grow == "up" else rows
    along = columns if spec.orientation == "flat" else rows
    if along % 2:  # the half-hex shove of the two sheets would not match
        raise ValueError(f"sheet {sheet.key} is off by an odd number, {along}")
    if spec.orientation == "flat":
        return columns, down - columns // 2
    return columns - down // 2, down
