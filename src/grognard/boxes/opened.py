"""A box with its lid off: files read one by one, the owner's corrections laid over them."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from importlib.resources.abc import Traversable
from typing import Any

from grognard.boxes.faults import Faults
from grognard.boxes.keys import S, Tree, read_tree, typed_tree
from grognard.boxes.overrides import Correction, Overrides
from grognard.boxes.provenance import KeySources, Provenance
from grognard.boxes.sheets import SOURCE, R, RawRow, Rows, Sheet, filled, read_sheet, typed_rows
from grognard.core.contents import Places


class OpenBox:
    """Reads the files of a box and remembers where every value is from.

    Faults are collected: read everything, then ``opened.faults.raise_if_any()``. What the box
    does not have itself is taken from `shared`, the folder of its series; everybody who reads a
    file asks for it by its name in the box, and faults name the folder it really lies in.
    """

    def __init__(
        self,
        folder: Traversable,
        overrides: Overrides | None = None,
        faults: Faults | None = None,
        *,
        shared: Traversable | None = None,
    ) -> None:
        self.folder, self.shared = folder, shared
        self.overrides = overrides or Overrides()
        self.faults = Faults() if faults is None else faults
        self.provenance = Provenance()
        self.corrections: list[Correction] = []
        self.places: Places | None = None
        """What labels and names in the files mean, once the maps are read."""
        self._digests: dict[str, str] = {}
        self.overrides.check_files(self._shelf, self.faults)

    def __repr__(self) -> str:
        return f"<OpenBox {self.folder}: {len(self.faults)} faults>"

    def csv(
        self,
        file: str,
        row_type: type[R],
        *,
        key: Sequence[str] = (),
        sources: KeySources | None = None,
    ) -> Rows[R]:
        """The rows of a CSV file; `key` is what a row is known by, so no two may share it."""
        sheet = read_sheet(self.path(file), self.name(file), self.faults)
        if sheet is None:
            return Rows()
        self.corrections += self.overrides.correct_sheet(sheet, file, key, self.faults)
        rows = typed_rows(sheet, row_type, self.faults, unique=key, sources=sources,
                          places=self.places)
        self._note_rows(sheet, row_type, rows, key)
        self._digests[file] = _digest([_numbers(raw) for raw in sheet.rows])
        return rows

    def toml(self, file: str, struct: type[S], *, vouched: bool = True) -> S | None:
        """A TOML file as a `struct`, or None after faults.

        With `vouched` off the file holds no numbers of the game: its values need no source and
        do not count for the fingerprint.
        """
        tree = self.tree(file)
        if tree is None:
            return None
        self.corrections += self.overrides.correct_tree(tree, file, self.faults)
        found = typed_tree(tree, struct, self.faults, vouched=vouched, places=self.places)
        if vouched:
            self.provenance.add_keys(tree.file, tree.sources, tree.corrected, tree.values())
            self._digests[file] = _digest(tree.data)
        return found

    def tree(self, file: str) -> Tree | None:
        """A TOML file as it is written, without corrections; None after faults."""
        return read_tree(self.path(file), self.name(file), self.faults)

    def add(self, file: str, where: int | str, message: str, column: str = "") -> None:
        """Note a fault that only the whole box shows, where it was written.

        A row of a CSV file is named by its key; what the owner corrected is in the owner's file.
        """
        row = self.provenance.row(file, where)
        if row is not None:
            self.faults.add(*row.place(column), f"{column}: {message}" if column else message)
        elif self.provenance.corrected(file, str(where)):
            self.faults.add(self.overrides.name(file), where, message)
        else:
            self.faults.add(file, where, message)

    def sources(self, file: str) -> KeySources:
        """The ``[provenance]`` table of a TOML file that was read."""
        return self.provenance.table(self.name(file))

    def has(self, file: str) -> bool:
        """Whether the box has a file of this name."""
        return self.path(file).is_file()

    def files(self, folder: str, suffix: str) -> list[str]:
        """The files with this suffix in a folder of the box, the owner's own scenarios included."""
        found = {f"{folder}/{item.name}" for item in self._inside(folder)
                 if item.name.endswith(suffix)}
        own = self.overrides.own_scenarios().values()
        return sorted(found | {file for file in own if file.startswith(f"{folder}/")})

    def folders(self, folder: str) -> list[str]:
        """The folders inside a folder of the box."""
        return sorted({f"{folder}/{item.name}" for item in self._inside(folder) if item.is_dir()})

    def _inside(self, folder: str) -> Iterator[Traversable]:
        for there in (_at(shelf, folder) for shelf in self._shelf):
            yield from there.iterdir() if there.is_dir() else ()

    def fingerprint(self) -> str:
        """One hash of all values in effect, corrections included.

        Layout, order of keys, comments and sources do not count: the same numbers play alike.
        """
        return _digest(self._digests)

    def overrides_used(self) -> tuple[str, ...]:
        """The files whose corrections are in effect, for the head of a record; and a scenario of
        the owner's own.
        """
        own = {file for file in self._digests if self._is_own(file)}
        return tuple(sorted({correction.file for correction in self.corrections} | own))

    def path(self, file: str) -> Traversable:
        """Where a file is read: in the box, in its series, or as the owner's own scenario."""
        there = [path for path in (_at(shelf, file) for shelf in self._shelf) if path.is_file()]
        own = self.overrides.path(file) if self.overrides.is_scenario(file) else None
        return next(iter(there), own or _at(self.folder, file))

    def name(self, file: str) -> str:
        """What faults and sources call a file; one of the series has its folder before it."""
        if self.shared is None or _at(self.folder, file).is_file():
            return file
        return f"{self.shared.name}/{file}" if _at(self.shared, file).is_file() else file

    @property
    def _shelf(self) -> tuple[Traversable, ...]:
        """The folders that a file may lie in; the first that has it wins."""
        return (self.folder,) if self.shared is None else (self.folder, self.shared)

    def _is_own(self, file: str) -> bool:
        return not any(_at(shelf, file).is_file() for shelf in self._shelf)

    def _note_rows(
        self, sheet: Sheet, row_type: type[R], rows: Rows[R], key: Sequence[str]
    ) -> None:
        origins = {origin.place(): origin for origin in map(rows.origin, rows)}
        for raw in sheet.rows:
            origin = origins.get((raw.file, raw.line))
            if origin is not None:
                self.provenance.add_row(sheet.file, raw.key(key), origin, filled(raw, row_type))


def _at(folder: Traversable, file: str) -> Traversable:
    return folder.joinpath(*file.split("/"))


def _numbers(raw: RawRow) -> dict[str, str]:
    return {name: text for name, text in raw.cells.items() if text and name != SOURCE}


def _digest(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()
