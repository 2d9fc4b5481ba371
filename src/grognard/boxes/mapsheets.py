"""A map folder read and its labels resolved, before anything is proved about it.

``map.toml`` says what the grid is and which words the sheets may use; ``hexes.csv``,
``hexsides.csv``, ``lines.csv`` and ``areas.csv`` hold the map itself. ``links.csv`` joins hexes
that do not touch: those at the edge of an inset with those round the place that it shows.

A map of several sheets may have these files in a folder for each sheet as well. A sheet tells
all that is printed on it, so that it can lie on the table alone; what runs over several sheets,
such as a railway, stands once in the folder of the map.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, TypeVar

import msgspec

from grognard.boxes.faults import Faults, meant
from grognard.boxes.grids import GridSpec, build_grid, left_out, renamed
from grognard.boxes.opened import OpenBox
from grognard.boxes.sheets import Row, Rows
from grognard.hexes import Axial, Grid, Hex, HexSet, Hexside, UnknownHex, link, pack

T = TypeVar("T", bound=Row)

Legend = dict[str, str]
"""Word to what it means, in plain words."""


class HexRow(Row, frozen=True):
    """A hex; an empty terrain is the default of map.toml."""

    hex: str
    terrain: str = ""
    features: tuple[str, ...] = ()
    name: str = ""
    country: str = ""
    sea: str = ""
    """One sea, or several parted by semicolons; a name may hold blanks."""
    aliases: str = ""
    """Further labels, parted by semicolons; the printed number where ``hex`` is a name."""
    notes: str = ""

    @property
    def seas(self) -> list[str]:
        return [name.strip() for name in self.sea.split(";") if name.strip()]

    @property
    def other_labels(self) -> list[str]:
        return [name.strip() for name in self.aliases.split(";") if name.strip()]


class HexsideRow(Row, frozen=True):
    """What lies on one side of a hex; notes are words that rules ask for (``never_frozen``).

    On a link, which has no direction, the hex that it leads to stands in its place.
    """

    not_values: ClassVar[frozenset[str]] = frozenset()

    hex: str
    direction: str
    kind: str
    name: str = ""
    notes: tuple[str, ...] = ()


class LineRow(Row, frozen=True):
    """A road or railway, from hex to adjacent hex."""

    kind: str
    id: str
    hexes: tuple[str, ...]
    name: str = ""


class AreaRow(Row, frozen=True):
    """A named set of hexes, and why they are in it."""

    name: str
    hexes: tuple[str, ...]
    basis: str = ""


class LinkRow(Row, frozen=True):
    """A hex, and others that are its neighbours though they do not touch it."""

    hex: str
    to: tuple[str, ...]
    basis: str = ""


Chain = TypeVar("Chain", LineRow, AreaRow)


class BridgeRule(msgspec.Struct, frozen=True):
    """Where bridges of one kind must be: exactly where these lines cross these rivers."""

    over: list[str]
    lines: list[str]


class MapSpec(msgspec.Struct, frozen=True):
    """The file map.toml."""

    id: str
    name: str
    grid: GridSpec
    scale_km: float
    terrain: Legend
    features: Legend = {}
    hexside_kinds: Legend = {}
    line_kinds: Legend = {}
    hexside_notes: Legend = {}
    countries: Legend = {}
    seas: Legend = {}
    bridges: dict[str, BridgeRule] = {}
    """By the hexside kind of the bridge."""
    default_terrain: str = ""
    """The terrain of hexes without a row, and of rows without a terrain."""
    no_lines_in: list[str] = []
    """Terrain that no road or railway enters."""
    repeated_names: list[str] = []
    """Names that several places far apart do have."""
    georeference: dict[str, float] | None = None


@dataclass(frozen=True, slots=True)
class MapSheets:
    """The sheets of one map, every label resolved to a hex."""

    folder: str
    spec: MapSpec
    grid: Grid
    hexes: list[tuple[Hex, HexRow]]
    sides: list[tuple[Hexside, HexsideRow]]
    lines: list[tuple[tuple[Hex, ...], LineRow]]
    areas: list[tuple[tuple[Hex, ...], AreaRow]]

    def file(self, name: str) -> str:
        """The path of one of the map's files inside the box."""
        return f"{self.folder}/{name}"

    def printed_on(self, key: str) -> HexSet:
        """The hexes that have a label of a sheet."""
        grid = self.grid
        names = ((hex, (grid.label(hex), *grid.aliases(hex))) for hex in grid)
        return pack(hex for hex, labels in names if any(label.startswith(key) for label in labels))


class _Read(msgspec.Struct):
    hexes: Rows[HexRow]
    sides: Rows[HexsideRow]
    lines: Rows[LineRow]
    areas: Rows[AreaRow]
    links: Rows[LinkRow]


def read_map_sheets(
    opened: OpenBox, folder: str, sheets: Sequence[str] = ()
) -> MapSheets | None:
    """Read a map folder such as ``maps/narva``; None if its map.toml is not usable.

    The files of a sheet of its own lie in a folder below, under its key; of several sheets
    only those in `sheets` are read, if any are named. What the folder of the map says of the
    others is left out, and a line that runs on to them ends at the edge.
    """
    spec = opened.toml(f"{folder}/map.toml", MapSpec)
    elsewhere = left_out(spec.grid, sheets) if spec is not None and sheets else {}
    if spec is not None and sheets:
        spec = _with_sheets(spec, sheets, f"{folder}/map.toml", opened.faults)
        if spec is None:
            return None
    rows = _read_rows(opened, folder, spec)
    grid = _grid(spec, rows.hexes, folder, opened.faults) if spec else None
    if spec is None or grid is None:
        return None
    grid = link(grid, _Labels(grid, elsewhere, opened.faults).links(rows.links))
    labels = _Labels(grid, elsewhere, opened.faults)
    return MapSheets(
        folder,
        spec,
        grid,
        list(labels.hexes(rows.hexes)),
        list(labels.sides(rows.sides)),
        list(labels.lines(rows.lines)),
        list(labels.areas(rows.areas)),
    )


def _with_sheets(
    spec: MapSpec, wanted: Sequence[str], file: str, faults: Faults
) -> MapSpec | None:
    """The map as if only these sheets had been printed."""
    known = {sheet.key: sheet for sheet in spec.grid.sheets}
    for key in wanted:
        if key not in known:
            faults.add(file, "grid.sheets", f"no sheet {key!r}{meant(key, known)}")
    sheets = [sheet for sheet in spec.grid.sheets if sheet.key in wanted]
    grid = msgspec.structs.replace(spec.grid, sheets=sheets)
    return msgspec.structs.replace(spec, grid=grid) if sheets else None


def _folders(opened: OpenBox, folder: str, spec: MapSpec | None) -> list[str]:
    """Where the rows of the map lie: in its folder, and in one for each sheet that has one."""
    keys = [sheet.key for sheet in spec.grid.sheets] if spec else []
    below = [f"{folder}/{key}" for key in keys]
    return [folder, *(inside for inside in below if inside in opened.folders(folder))]


def _read_rows(opened: OpenBox, folder: str, spec: MapSpec | None) -> _Read:
    """All sheets; one that the legends of map.toml do not call for may be absent."""
    sources = opened.sources(f"{folder}/map.toml")
    has_sides, has_lines = (spec.hexside_kinds, spec.line_kinds) if spec else ({}, {})
    folders = _folders(opened, folder, spec)

    def rows(name: str, row_type: type[T], key: Sequence[str], needed: object) -> Rows[T]:
        files = [f"{inside}/{name}" for inside in folders]
        there = [file for file in files if opened.has(file)]
        found = [opened.csv(file, row_type, key=key, sources=sources)
                 for file in there or (files[:1] if needed else [])]
        return Rows((row, part.origin(row)) for part in found for row in part)

    return _Read(
        rows("hexes.csv", HexRow, ("hex",), not spec or not spec.default_terrain),
        rows("hexsides.csv", HexsideRow, ("hex", "direction", "kind"), has_sides),
        rows("lines.csv", LineRow, ("id",), has_lines),
        rows("areas.csv", AreaRow, ("name",), False),
        rows("links.csv", LinkRow, ("hex",), False),
    )


def _grid(spec: MapSpec, hexes: Rows[HexRow], folder: str, faults: Faults) -> Grid | None:
    try:
        grid = build_grid(spec.grid, {row.hex for row in hexes})
        grid = renamed(grid, _other_labels(hexes, faults))
    except (ValueError, UnknownHex) as fault:
        faults.add(f"{folder}/map.toml", "grid", str(fault))
        return None
    return grid.with_places(_places(grid, hexes))


def _places(grid: Grid, hexes: Rows[HexRow]) -> dict[str, Hex]:
    """The names that one hex alone has; it may stand on several sheets."""
    named: dict[str, set[Hex | None]] = {}
    for row in hexes:
        named.setdefault(row.name, set()).add(_known(grid, row.hex))
    single = ((name, next(iter(found))) for name, found in named.items() if len(found) == 1)
    return {name: hex for name, hex in single if name and hex is not None}


def _other_labels(hexes: Rows[HexRow], faults: Faults) -> dict[str, list[str]]:
    """The further labels of each hex; one that names another hex already is a fault of its row."""
    first = {row.hex: row for row in hexes}
    found: dict[str, list[str]] = {}
    for row in hexes:
        for label in row.other_labels:
            known = first.setdefault(label, row)
            if known is row:
                found.setdefault(row.hex, []).append(label)
            else:
                line = known.origin.line
                faults.at(row, f"{label!r} names {known.hex} already, on line {line}", "aliases")
    return found


def _known(grid: Grid, label: str) -> Hex | None:
    try:
        return grid.hex(label)
    except UnknownHex:
        return None


class _Labels:
    """Puts hexes in the place of labels; a label that names no hex is a fault of its row."""

    def __init__(self, grid: Grid, elsewhere: Mapping[str, Axial], faults: Faults) -> None:
        self.grid, self.elsewhere, self.faults = grid, elsewhere, faults

    def hex(self, row: Row, label: str) -> Hex | None:
        """None after a fault, or if the hex is on a sheet that is left out."""
        if label in self.elsewhere:
            return self.grid.at(*self.elsewhere[label])
        try:
            return self.grid.hex(label)
        except UnknownHex as fault:
            self.faults.at(row, str(fault), "hex")
            return None

    def hexes(self, rows: Rows[HexRow]) -> Iterator[tuple[Hex, HexRow]]:
        for row in rows:
            hex = self.hex(row, row.hex)
            if hex is not None:
                yield hex, row

    def sides(self, rows: Rows[HexsideRow]) -> Iterator[tuple[Hexside, HexsideRow]]:
        for row in rows:
            hex = self.hex(row, row.hex)
            beyond = None if hex is None else self._beyond(hex, row)
            if hex is not None and beyond is not None:
                yield self.grid.hexside(hex, beyond), row

    def _beyond(self, hex: Hex, row: HexsideRow) -> Hex | None:
        names = self.grid.direction_names
        if row.direction not in names:
            return self._over_link(hex, row)
        beyond = self.grid.neighbour(hex, names.index(row.direction))
        if beyond is None and not self.elsewhere:  # else it may be on a sheet that is left out
            self.faults.at(row, f"{row.kind} on {row.hex} {row.direction}: no hex lies beyond")
        return beyond

    def _over_link(self, hex: Hex, row: HexsideRow) -> Hex | None:
        """The hex that is named instead of a direction, if a link leads there."""
        if row.direction in self.elsewhere:
            return None
        beyond = _known(self.grid, row.direction)
        if beyond is None:
            hint = meant(row.direction, self.grid.direction_names)
            self.faults.at(row, f"no direction {row.direction!r}{hint}", "direction")
        elif (min(hex, beyond), max(hex, beyond)) not in self.grid.links:
            self.faults.at(row, f"no link joins {row.hex} and {row.direction}", "direction")
            return None
        return beyond

    def lines(self, rows: Rows[LineRow]) -> Iterator[tuple[tuple[Hex, ...], LineRow]]:
        """What runs on to a sheet that is left out ends before it, and may come back."""
        for row in rows:
            found = [self.hex(row, label) for label in row.hexes]
            if not self._is_cut(row, found):
                yield from self._whole(found, row)
                continue
            for at_home, run in groupby(found, lambda hex: hex is not None):
                hexes = tuple(hex for hex in run if hex is not None)
                if at_home and len(hexes) > 1:
                    yield hexes, row

    def areas(self, rows: Rows[AreaRow]) -> Iterator[tuple[tuple[Hex, ...], AreaRow]]:
        """An area of which no hex is on the sheets is not there at all."""
        for row in rows:
            found = [self.hex(row, label) for label in row.hexes]
            if not self._is_cut(row, found):
                yield from self._whole(found, row)
            elif any(hex is not None for hex in found):
                yield tuple(hex for hex in found if hex is not None), row

    def _is_cut(self, row: Chain, found: list[Hex | None]) -> bool:
        """Whether all that was not found is on sheets left out, and something is."""
        missing = [label for label, hex in zip(row.hexes, found, strict=True) if hex is None]
        return bool(missing) and all(label in self.elsewhere for label in missing)

    @staticmethod
    def _whole(found: list[Hex | None], row: Chain) -> Iterator[tuple[tuple[Hex, ...], Chain]]:
        hexes = tuple(hex for hex in found if hex is not None)
        if len(hexes) == len(found):
            yield hexes, row

    def links(self, rows: Rows[LinkRow]) -> Iterator[tuple[Hex, Hex]]:
        """Pairs of hexes, each once; two that touch need no link."""
        linked: dict[tuple[Hex, Hex], LinkRow] = {}
        for row in rows:
            for a, b in self._pairs(row):
                names, pair = f"{row.hex} and {self.grid.label(b)}", (min(a, b), max(a, b))
                if a == b or self.grid.adjacent(a, b):
                    self.faults.at(row, f"{names} touch without a link", "to")
                elif pair in linked:
                    line = linked[pair].origin.line
                    self.faults.at(row, f"{names} are linked already, on line {line}", "to")
                else:
                    linked[pair] = row
        yield from linked

    def _pairs(self, row: LinkRow) -> Iterator[tuple[Hex, Hex]]:
        """The hexes that a row links; who lies on a sheet that is left out is left out."""
        here = self.hex(row, row.hex)
        for label in row.to if here is not None else ():
            there = self.hex(row, label)
            if here is not None and there is not None:
                yield here, there
