"""A box with its lid off: files read one by one, the owner's corrections laid over them."""

import hashlib
import json
from collections.abc import Sequence
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

    Faults are collected: read everything, then ``opened.faults.raise_if_any()``.
    """

    def __init__(
        self, folder: Traversable, overrides: Overrides | None = None, faults: Faults | None = None
    ) -> None:
        self.folder = folder
        self.overrides = overrides or Overrides()
        self.faults = Faults() if faults is None else faults
        self.provenance = Provenance()
        self.corrections: list[Correction] = []
        self.places: Places | None = None
        """What labels and names in the files mean, once the maps are read."""
        self._digests: dict[str, str] = {}
        self.overrides.check_files(folder, self.faults)

    def csv(
        self,
        file: str,
        row_type: type[R],
        *,
        key: Sequence[str] = (),
        sources: KeySources | None = None,
    ) -> Rows[R]:
        """The rows of a CSV file; `key` is what a row is known by, so no two may share it."""
        sheet = read_sheet(self.path(file), file, self.faults)
        if sheet is None:
            return Rows()
        self.corrections += self.overrides.correct_sheet(sheet, key, self.faults)
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
        self.corrections += self.overrides.correct_tree(tree, self.faults)
        found = typed_tree(tree, struct, self.faults, vouched=vouched, places=self.places)
        if vouched:
            self.provenance.add_keys(file, tree.sources, tree.corrected, tree.values())
            self._digests[file] = _digest(tree.data)
        return found

    def tree(self, file: str) -> Tree | None:
        """A TOML file as it is written, without corrections; None after faults."""
        return read_tree(self.path(file), file, self.faults)

    def sources(self, file: str) -> KeySources:
        """The ``[provenance]`` table of a TOML file that was read."""
        return self.provenance.table(file)

    def has(self, file: str) -> bool:
        """Whether the box has a file of this name."""
        return self.path(file).is_file()

    def files(self, folder: str, suffix: str) -> list[str]:
        """The files with this suffix in a folder of the box, the owner's own scenarios included."""
        inside = self.path(folder)
        names = [item.name for item in inside.iterdir()] if inside.is_dir() else []
        found = {f"{folder}/{name}" for name in names if name.endswith(suffix)}
        own = self.overrides.own_scenarios().values()
        return sorted(found | {file for file in own if file.startswith(f"{folder}/")})

    def folders(self, folder: str) -> list[str]:
        """The folders inside a folder of the box."""
        inside = self.path(folder)
        items = inside.iterdir() if inside.is_dir() else ()
        return sorted(f"{folder}/{item.name}" for item in items if item.is_dir())

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
        """Where a file is read: in the box, or as the owner's own scenario."""
        there = self.folder.joinpath(*file.split("/"))
        own = self.overrides.path(file) if self.overrides.is_scenario(file) else None
        return own if own is not None and not there.is_file() else there

    def _is_own(self, file: str) -> bool:
        return not self.folder.joinpath(*file.split("/")).is_file()

    def _note_rows(
        self, sheet: Sheet, row_type: type[R], rows: Rows[R], key: Sequence[str]
    ) -> None:
        origins = {origin.place(): origin for origin in map(rows.origin, rows)}
        for raw in sheet.rows:
            origin = origins.get((raw.file, raw.line))
            if origin is not None:
                self.provenance.add_row(sheet.file, raw.key(key), origin, filled(raw, row_type))


def _numbers(raw: RawRow) -> dict[str, str]:
    return {name: text for name, text in raw.cells.items() if text and name != SOURCE}


def _digest(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()
