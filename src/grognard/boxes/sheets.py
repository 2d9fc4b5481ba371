"""CSV files of a box as typed rows.

The caller says what a row is: a struct with a field for each column. A column without a
default must be there and every cell of it filled. A line whose first cell begins with ``#``
is a comment.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any, ClassVar, NamedTuple, TypeVar, get_type_hints

import msgspec
from msgspec import inspect

from grognard.boxes.cells import BadCell, cell_value, constrained
from grognard.boxes.faults import Faults, meant, near
from grognard.boxes.provenance import OWNER, KeySources, Origin, column_sources, row_sources
from grognard.boxes.references import referred_cell
from grognard.core.contents import Places

SOURCE = "source"
"""The column that says where the numbers of a row are from; every sheet may have it."""


EXPLAINING = frozenset({"notes", "basis"})
"""Columns that explain and need no source, unless the struct's ``not_values`` says otherwise."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A row that knows its origin itself; a subclass declares the columns.

    >>> class Village(Row, frozen=True):
    ...     hex: str
    ...     points: int = 1
    """

    not_values: ClassVar[frozenset[str]] = EXPLAINING

    origin: Origin = Origin()

    def place(self, column: str = "") -> tuple[str, int]:
        """File and line of the row, or of one of its cells."""
        return self.origin.place(column)


R = TypeVar("R", bound=msgspec.Struct)


class Rows(list[R]):
    """The typed rows of a sheet, with the origin of each: rule books' rows know no files."""

    def __init__(self, rows: Iterable[tuple[R, Origin]] = ()) -> None:
        pairs = list(rows)
        super().__init__(row for row, _ in pairs)
        self._origins = {id(row): origin for row, origin in pairs}

    def origin(self, row: R) -> Origin:
        """Where one of these very rows was read."""
        return self._origins[id(row)]


class Column(NamedTuple):
    """One declared column of a row."""

    field: str
    kind: inspect.Type
    hint: Any
    required: bool


class RawRow(msgspec.Struct):
    """A row as text, before it is typed."""

    file: str
    line: int
    cells: dict[str, str]
    corrected: dict[str, tuple[str, int]] = {}
    added: bool = False
    """The owner added the whole row."""

    def key(self, columns: Sequence[str]) -> str:
        return " ".join(self.cells.get(column, "") for column in columns)


class Sheet(msgspec.Struct):
    """A CSV file as text: header and rows."""

    file: str
    header: list[str]
    rows: list[RawRow]


def read_csv(
    path: Traversable,
    row_type: type[R],
    faults: Faults,
    *,
    unique: Sequence[str] = (),
    sources: KeySources | None = None,
    name: str | None = None,
) -> Rows[R]:
    """The rows of a CSV file; everything wrong in it goes to `faults`, and its row is left out.

    No two rows may have the same cells in the columns `unique`. `sources` speaks for rows whose
    ``source`` is empty; `name` is what faults call the file.
    """
    sheet = read_sheet(path, name or str(path), faults)
    if sheet is None:
        return Rows()
    return typed_rows(sheet, row_type, faults, unique=unique, sources=sources)


def read_text(path: Traversable, name: str, faults: Faults) -> str | None:
    """The text of a file; a missing file or a wrong encoding is a fault."""
    if not path.is_file():
        faults.add(name, "", "no such file")
        return None
    try:
        data = path.read_bytes()
    except OSError as fault:
        faults.add(name, "", f"cannot be read: {fault.strerror}")
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        faults.add(name, line, "not UTF-8 text: save the file as UTF-8")
        return None


def read_sheet(path: Traversable, name: str, faults: Faults) -> Sheet | None:
    """The header and rows of a CSV file as text."""
    text = read_text(path, name, faults)
    if text is None:
        return None
    lines = _lines(text, name, faults)
    _, header = next(lines, (0, []))
    if not header:
        faults.add(name, "", "no header")
        return None
    if len(header) == 1 and ";" in header[0]:
        faults.add(name, 1, "columns are parted by ';': save the file with commas")
        return None
    rows = [row for row in _raw_rows(lines, header, name, faults) if row is not None]
    return Sheet(name, header, rows)


def _lines(text: str, name: str, faults: Faults) -> Iterator[tuple[int, list[str]]]:
    """Every row with the number of its first line; empty rows and comments are skipped."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    first = 1
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            if any(stripped) and not stripped[0].startswith("#"):
                yield first, stripped
            first = reader.line_num + 1
    except csv.Error as fault:
        faults.add(name, first, f"not CSV: {fault}")


def _raw_rows(
    lines: Iterator[tuple[int, list[str]]], header: list[str], name: str, faults: Faults
) -> Iterator[RawRow | None]:
    for line, cells in lines:
        if len(cells) == len(header):
            yield RawRow(name, line, dict(zip(header, cells, strict=True)))
        else:
            faults.add(name, line, f"{len(cells)} cells, but the header has {len(header)} columns")


@cache
def columns_of(row_type: type[msgspec.Struct]) -> dict[str, Column]:
    """The columns that a row declares, by their name in the header."""
    info = inspect.type_info(row_type)
    assert isinstance(info, inspect.StructType)
    hints = get_type_hints(row_type, include_extras=True)
    return {
        field.encode_name: Column(field.name, field.type, hints[field.name], field.required)
        for field in info.fields
        if not (field.name == "origin" and issubclass(row_type, Row))
    }


def typed_rows(
    sheet: Sheet,
    row_type: type[R],
    faults: Faults,
    *,
    unique: Sequence[str] = (),
    sources: KeySources | None = None,
    places: Places | None = None,
) -> Rows[R]:
    """The rows of a sheet in the caller's type; `places` tells what labels of hexes mean."""
    columns = columns_of(row_type)
    if not check_header(sheet, columns, faults):
        return Rows()
    check_unique(sheet, unique, faults)
    silent = column_sources(sources or KeySources(), sheet.file, columns)
    rows = (_typed_row(raw, row_type, columns, silent, faults, places) for raw in sheet.rows)
    return Rows(row for row in rows if row is not None)


def check_header(sheet: Sheet, columns: dict[str, Column], faults: Faults) -> bool:
    """Whether the header has every column needed and none unknown, each once."""
    before = len(faults)
    known = [*columns, SOURCE]
    missing = [name for name, column in columns.items() if column.required]
    missing = [name for name in missing if name not in sheet.header]
    for name in sheet.header:
        if name not in known:
            hint = near(name, missing) or near(name, known)
            missing = [column for column in missing if column not in hint[:1]]
            faults.add(sheet.file, 1, f"unknown column {name!r}{meant(name, hint or known)}")
    for name in missing:
        faults.add(sheet.file, 1, f"missing column {name!r}")
    for name in sorted({name for name in sheet.header if sheet.header.count(name) > 1}):
        faults.add(sheet.file, 1, f"column {name!r} stands twice")
    return len(faults) == before


def check_unique(sheet: Sheet, unique: Sequence[str], faults: Faults) -> None:
    """No two rows with the same key."""
    seen: dict[str, RawRow] = {}
    for row in sheet.rows if unique else ():
        first = seen.setdefault(row.key(unique), row)
        if first is not row:
            what = f"{' '.join(unique)} {row.key(unique)}"
            where = f"line {first.line}" if first.file == row.file else f"{first.file}:{first.line}"
            faults.add(row.file, row.line, f"{what} stands already on {where}")


def _typed_row(
    raw: RawRow,
    row_type: type[R],
    columns: dict[str, Column],
    silent: dict[str, str],
    faults: Faults,
    places: Places | None,
) -> tuple[R, Origin] | None:
    before = len(faults)
    origin = _origin(raw, row_type, silent, faults)
    values: dict[str, Any] = {}
    for name, column in columns.items():
        try:
            values.update(_value(raw.cells.get(name, ""), column, places))
        except BadCell as fault:
            faults.add(*origin.place(name), f"{name}: {fault}")
    if len(faults) > before:
        return None
    own = {"origin": origin} if issubclass(row_type, Row) else {}
    return row_type(**values, **own), origin


def _value(text: str, column: Column, places: Places | None) -> dict[str, Any]:
    """The field and its value; nothing for an empty cell whose field has a default."""
    if text and places is not None:
        refers, meaning = referred_cell(text, column.hint, places)
        if refers:
            return {column.field: constrained(meaning, column.hint)}
    if text:
        return {column.field: constrained(cell_value(text, column.kind), column.hint)}
    if column.required:
        raise BadCell("is empty")
    return {}


def filled(raw: RawRow, row_type: type[msgspec.Struct]) -> list[str]:
    """The columns of a row that hold a value somebody must vouch for."""
    explaining = getattr(row_type, "not_values", EXPLAINING) | {SOURCE}
    return [name for name, text in raw.cells.items() if text and name not in explaining]


def _origin(
    raw: RawRow, row_type: type[msgspec.Struct], silent: dict[str, str], faults: Faults
) -> Origin:
    if raw.added:
        return Origin(raw.file, raw.line, OWNER)
    place = raw.file, raw.line
    word, by_column = row_sources(raw.cells.get(SOURCE, ""), silent, place, faults)
    origin = Origin(raw.file, raw.line, word, by_column, raw.corrected)
    unvouched = [name for name in filled(raw, row_type) if not origin.of(name)]
    if unvouched:
        faults.add(*place, f"no source for {', '.join(unvouched)}: fill the {SOURCE} column")
    return origin
