"""Corrections by an owner of the printed game, laid over a box without touching the package.

They live in ``$GROGNARD_HOME/overrides/BOX/`` under the names of the box's own files. A CSV
file holds the key columns and the cells to correct: an empty cell leaves the box's value,
``(empty)`` empties it, an ``x`` in a column ``remove`` or ``add`` takes the row out or puts a
new one in. A TOML file holds the keys to correct. What the box does not have is a fault.

A file ``scenarios/NAME.toml`` that the box does not have is a scenario of the owner's own, with
everything that a scenario of the box has.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec
import platformdirs

from grognard.boxes.faults import Faults, meant
from grognard.boxes.keys import Tree, read_tree
from grognard.boxes.references import join, named_items
from grognard.boxes.sheets import SOURCE, RawRow, Sheet, read_sheet

EMPTY = "(empty)"
REMOVE, ADD = "remove", "add"
SCENARIOS = "scenarios/"
_MARKERS = (REMOVE, ADD)
_NO_DATA = (".md", ".txt", "~")


def home() -> Path:
    """The player's own folder: ``$GROGNARD_HOME``, or the user data folder of the system."""
    named = os.environ.get("GROGNARD_HOME")
    if named:
        return Path(named).expanduser()
    return platformdirs.user_data_path("grognard", appauthor=False)


def stamp_of(paths: Iterable[Path]) -> str:
    """Changes when one of these files comes, goes or is written; none of them is read."""
    digest = hashlib.sha256()
    for path in sorted(path for path in paths if path.is_file()):
        found = path.stat()
        digest.update(f"{path}\0{found.st_size}\0{found.st_mtime_ns}\n".encode())
    return digest.hexdigest()


class Correction(msgspec.Struct, frozen=True):
    """One value of a box that the owner corrected.

    >>> print(Correction("units.csv", "151G", "attack", "3", "4"))
    units.csv: 151G attack: 3 -> 4
    """

    file: str
    row: str
    """The key of the row; empty for a TOML file."""
    what: str
    was: str
    now: str

    def __str__(self) -> str:
        name = f"{self.row} {self.what}".strip()
        return f"{self.file}: {name}: {self.was or EMPTY} -> {self.now or EMPTY}"


class Overrides:
    """The corrections for one box; without a folder there are none."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None and folder.is_dir() else None

    def __repr__(self) -> str:
        return f"Overrides({str(self.folder) if self.folder else None!r})"

    @classmethod
    def of(cls, box: str) -> "Overrides":
        """The corrections that the player keeps for a box."""
        return cls(home() / "overrides" / box)

    def files(self) -> list[str]:
        """The files of corrections, by their name in the box."""
        return sorted(self._files()) if self.folder else []

    @property
    def stamp(self) -> str:
        """Changes whenever a file of corrections comes, goes or is written."""
        return stamp_of(self.folder / file for file in self.files()) if self.folder else ""

    def _files(self) -> Iterator[str]:
        assert self.folder is not None
        for path in self.folder.rglob("*"):
            inside = path.relative_to(self.folder)
            hidden = any(part.startswith(".") for part in inside.parts)
            if path.is_file() and not hidden and not path.name.endswith(_NO_DATA):
                yield inside.as_posix()

    def check_files(self, box: Sequence[Traversable], faults: Faults) -> None:
        """A correction of a file that no folder of the box has is a fault."""
        strange = [file for file in self.files() if not self.is_scenario(file)
                   and not any(folder.joinpath(file).is_file() for folder in box)]
        known = [file for folder in box for file in _data_files(folder)] if strange else []
        for file in strange:
            faults.add(self.name(file), "", f"the box has no file {file}{meant(file, known)}")

    @staticmethod
    def is_scenario(file: str) -> bool:
        """Whether a file that the box lacks would be a scenario of the owner's own."""
        return file.startswith(SCENARIOS) and file.endswith(".toml")

    def own_scenarios(self) -> dict[str, str]:
        """The files of scenarios, by id: the owner's own, and corrections of the box's."""
        found = (file for file in self.files() if self.is_scenario(file))
        return {file.removeprefix(SCENARIOS).removesuffix(".toml"): file for file in found}

    def name(self, file: str) -> str:
        """What faults call a file of corrections."""
        assert self.folder is not None
        return f"overrides/{self.folder.name}/{file}"

    def path(self, file: str) -> Path | None:
        """Where the corrections of a file are, if there are any."""
        path = self.folder / file if self.folder else None
        return path if path and path.is_file() else None

    def correct_sheet(
        self, sheet: Sheet, file: str, key: Sequence[str], faults: Faults
    ) -> list[Correction]:
        """Lay the corrections of a file over it; its rows are known by the columns `key`."""
        path = self.path(file)
        if path is None:
            return []
        wanted = read_sheet(path, self.name(file), faults)
        if wanted is None or not _check_columns(wanted, sheet, key, faults):
            return []
        return [msgspec.structs.replace(made, file=file)
                for made in _corrected_rows(wanted, sheet, key, faults)]

    def correct_tree(self, tree: Tree, file: str, faults: Faults) -> list[Correction]:
        """Lay the corrections of a TOML file over it, key by key."""
        path = self.path(file)
        wanted = read_tree(path, self.name(file), faults) if path else None
        if wanted is None:
            return []
        made = list(_merged(tree.data, wanted.data, "", wanted.file, faults))
        tree.corrected = {key: wanted.file for key, _, _ in made}
        return [Correction(file, "", key, str(was), str(now)) for key, was, now in made]


def _data_files(folder: Traversable, above: str = "") -> Iterator[str]:
    for item in folder.iterdir():
        if item.is_dir():
            yield from _data_files(item, f"{above}{item.name}/")
        elif item.name.endswith((".csv", ".toml")):
            yield f"{above}{item.name}"


def _check_columns(wanted: Sheet, sheet: Sheet, key: Sequence[str], faults: Faults) -> bool:
    before = len(faults)
    if not key:
        faults.add(wanted.file, "", "rows of this file have no key: they cannot be corrected")
    for name in wanted.header:
        if name not in (*sheet.header, *_MARKERS, SOURCE):
            faults.add(wanted.file, 1, f"the box has no column {name!r}{meant(name, sheet.header)}")
    for name in key:
        if name not in wanted.header:
            faults.add(wanted.file, 1, f"missing column {name!r}: it says which row is corrected")
    return len(faults) == before


def _corrected_rows(
    wanted: Sheet, sheet: Sheet, key: Sequence[str], faults: Faults
) -> Iterator[Correction]:
    rows = {row.key(key): row for row in sheet.rows}
    seen: dict[str, int] = {}
    for wish in wanted.rows:
        name = wish.key(key)
        if seen.setdefault(name, wish.line) != wish.line:
            faults.add(wish.file, wish.line, f"{name} is corrected already on line {seen[name]}")
        elif wish.cells.get(ADD):
            yield from _add(wish, rows.get(name), name, sheet, faults)
        elif name not in rows:
            said = f"the box has no row with {' '.join(key)} {name}{meant(name, rows)}"
            faults.add(wish.file, wish.line, said)
        elif wish.cells.get(REMOVE):
            sheet.rows.remove(rows[name])
            yield Correction(sheet.file, name, "row", "there", "removed")
        else:
            yield from _correct(wish, rows[name], name, sheet)


def _add(
    wish: RawRow, there: RawRow | None, name: str, sheet: Sheet, faults: Faults
) -> Iterator[Correction]:
    if there is not None:
        faults.add(wish.file, wish.line, f"{name} cannot be added: the box has it already")
        return
    cells = {column: _cell(wish, column) for column in sheet.header if column != SOURCE}
    sheet.rows.append(RawRow(wish.file, wish.line, cells, added=True))
    yield Correction(sheet.file, name, "row", "absent", "added")


def _cell(wish: RawRow, column: str) -> str:
    text = wish.cells.get(column, "")
    return "" if text == EMPTY else text


def _correct(wish: RawRow, row: RawRow, name: str, sheet: Sheet) -> Iterator[Correction]:
    """Change the cells that differ; a copy of the box's file with a few edits is as good."""
    for column in sheet.header:
        was, now = row.cells[column], _cell(wish, column)
        if column != SOURCE and wish.cells.get(column) and now != was:
            row.cells[column] = now
            row.corrected = {**row.corrected, column: (wish.file, wish.line)}
            yield Correction(sheet.file, name, column, was, now)


Change = tuple[str, Any, Any]


def _merged(
    box: dict[str, Any], wanted: dict[str, Any], key: str, file: str, faults: Faults
) -> Iterator[Change]:
    for name, now in wanted.items():
        at = join(key, name)
        if name not in box:
            faults.add(file, at, f"the box has no such key{meant(name, box)}")
        elif isinstance(box[name], dict) and isinstance(now, dict):
            yield from _merged(box[name], now, at, file, faults)
        elif _by_id(box[name]) and _by_id(now):
            yield from _merged_items(box[name], now, at, file, faults)
        elif isinstance(box[name], dict) != isinstance(now, dict):
            what = "a table" if isinstance(box[name], dict) else "no table"
            faults.add(file, at, f"is {what} in the box")
        elif now != box[name]:
            was, box[name] = box[name], now
            yield at, was, now


def _by_id(value: Any) -> bool:
    """Whether a value is a list of tables that are known by their ids."""
    return isinstance(value, list) and all(isinstance(i, dict) and "id" in i for i in value)


def _merged_items(
    box: list[dict[str, Any]], wanted: list[dict[str, Any]], key: str, file: str, faults: Faults
) -> Iterator[Change]:
    items = dict(named_items(box))
    for name, now in named_items(wanted):
        at = f"{key}[{name}]"
        if name not in items:
            faults.add(file, at, f"the box has no such item{meant(name, items)}")
        else:
            yield from _merged(items[name], now, at, file, faults)
