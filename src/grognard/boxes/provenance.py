"""Where every number of a box is from.

A row of a CSV file says it in its ``source`` column (``reconstruction; hex=text``), a TOML
file in a ``[provenance]`` table of keys. A value that nobody vouches for is a fault.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from grognard.boxes.faults import Faults, meant

WORDS = ("text", "public", "history", "geography", "reconstruction")
"""From the rule texts, from published facts, from history, from the real map, or made by us."""

OWNER = "owner"
"""Corrected by somebody who owns the printed game."""

_SEGMENT = re.compile(r"\[[^\]]*\]|[^.\[\]]+")

Path = tuple[str, ...]


def segments(key: str) -> Path:
    """The parts of a key; the item of a list stands in brackets.

    >>> segments("unit[151G].hex")
    ('unit', '[151G]', 'hex')
    """
    return tuple(_SEGMENT.findall(key))


def dotted(path: Path) -> str:
    """The key of a path, the way a fault prints it.

    >>> dotted(("unit", "[151G]", "hex"))
    'unit[151G].hex'
    """
    return "".join(part if part.startswith("[") else f".{part}" for part in path).lstrip(".")


def within(key: str, above: str) -> bool:
    """Whether a key is `above` itself or lies inside it.

    >>> within("unit[151G].hex", "unit"), within("units", "unit")
    (True, False)
    """
    return key == above or key.startswith((f"{above}.", f"{above}["))


class KeySources(msgspec.Struct, frozen=True):
    """The ``[provenance]`` table of a TOML file: key prefix to word; the longest prefix wins.

    ``default`` speaks for all other keys; ``notes`` is free text. A prefix without brackets
    speaks for every item of a list.

    >>> sources = KeySources.read({"default": "text", "unit": {"attack": "history"}})
    >>> sources.of("unit[151G].attack"), sources.of("unit[151G].hex")
    ('history', 'text')
    """

    words: dict[Path, str] = {}
    notes: str = ""

    @classmethod
    def read(
        cls, table: Mapping[str, Any], file: str = "", faults: Faults | None = None
    ) -> "KeySources":
        """Read the table; a word that is none of `WORDS` is a fault."""
        words: dict[Path, str] = {}
        for path, word in _flat(table):
            if path != ("notes",):
                words[() if path == ("default",) else path] = word
                _check_word(word, file, f"provenance.{dotted(path)}", faults)
        return cls(words, str(table.get("notes", "")))

    @classmethod
    def all(cls, word: str) -> "KeySources":
        """One word for everything."""
        return cls({(): word})

    def of(self, key: str) -> str:
        """The word for a key, or ``""`` if nobody vouches for it."""
        path = segments(key)
        speaking = [prefix for prefix in self.words if _speaks_for(prefix, path)]
        return self.words[max(speaking, key=len)] if speaking else ""


def _flat(table: Mapping[str, Any], above: Path = ()) -> Iterator[tuple[Path, str]]:
    for key, value in table.items():
        path = above + segments(key)
        if isinstance(value, Mapping):
            yield from _flat(value, path)
        else:
            yield path, str(value)


def _check_word(word: str, file: str, where: int | str, faults: Faults | None) -> bool:
    if word in WORDS:
        return True
    if faults is not None:
        faults.add(file, where, f"{word!r} is no source{meant(word, WORDS)}")
    return False


def _speaks_for(prefix: Path, path: Path) -> bool:
    """Whether the prefix leads the path, items of lists being skipped where it names none."""
    at = 0
    for part in prefix:
        while at < len(path) and path[at] != part and path[at].startswith("["):
            at += 1
        if at == len(path) or path[at] != part:
            return False
        at += 1
    return True


class Origin(msgspec.Struct, frozen=True):
    """Where a row was read, and where its numbers are from."""

    file: str = ""
    line: int = 0
    word: str = ""
    """The source of the whole row."""
    columns: dict[str, str] = {}
    """The source of a single column, where it differs."""
    corrected: dict[str, tuple[str, int]] = {}
    """Columns that the owner corrected: file and line of the correction."""

    def of(self, column: str = "") -> str:
        """Where the number in this column is from."""
        if column in self.corrected:
            return OWNER
        return self.columns.get(column, self.word)

    def place(self, column: str = "") -> tuple[str, int]:
        """File and line of a cell: the owner's file if the owner wrote it."""
        return self.corrected.get(column, (self.file, self.line))


def read_source(text: str) -> tuple[str, dict[str, str]]:
    """The word of a row and the words of single columns.

    >>> read_source("reconstruction; hex=text")
    ('reconstruction', {'hex': 'text'})
    """
    parts = [part.strip() for part in text.split(";") if part.strip()]
    pairs = [part.partition("=") for part in parts]
    columns = {name.strip(): word.strip() for name, equals, word in pairs if equals}
    words = [name for name, equals, _ in pairs if not equals]
    return " ".join(words), columns


def column_sources(sources: KeySources, file: str, columns: Iterable[str]) -> dict[str, str]:
    """What a map.toml says about the columns of a sheet (``hexes.csv.name``), ``""`` for a row."""
    name = file.rpartition("/")[2]
    return {column: sources.of(f"{name}.{column}") for column in columns} | {"": sources.of(name)}


def row_sources(
    text: str, silent: Mapping[str, str], place: tuple[str, int], faults: Faults
) -> tuple[str, dict[str, str]]:
    """The sources of a row from its ``source`` cell; `silent` speaks where the cell is empty."""
    word, by_column = read_source(text)
    for name, said in by_column.items():
        _check_word(said, *place, faults)
        if name not in silent:
            known = filter(None, silent)
            faults.add(*place, f"source: no column {name!r}{meant(name, known)}")
    if not word:
        return silent[""], {**silent, **by_column}
    _check_word(word, *place, faults)
    return word, by_column


class Provenance:
    """The sources of all values read from a box, for the interface and the documentation."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, int | str], Origin] = {}
        self._keys: dict[str, KeySources] = {}
        self._corrected: dict[str, frozenset[str]] = {}
        self._counts: dict[str, Counter[str]] = {}

    def __repr__(self) -> str:
        return f"<Provenance of {len(self._rows)} rows, {len(self._keys)} files>"

    def add_row(self, file: str, key: str, origin: Origin, filled: Iterable[str]) -> None:
        """Note a row of a CSV file under its line and its key (``0130`` or ``0130 NE river``)."""
        self._rows[origin.file, origin.line] = origin
        if key:
            self._rows[file, key] = origin
        self._counts.setdefault(file, Counter()).update(origin.of(column) for column in filled)

    def add_keys(
        self, file: str, sources: KeySources, corrected: Iterable[str], values: Iterable[str]
    ) -> None:
        """Note a TOML file: its sources, the keys the owner corrected, all keys with a value."""
        self._keys[file] = sources
        self._corrected[file] = frozenset(corrected)
        self._counts[file] = Counter(self.of(file, key) for key in values)

    def of(self, file: str, where: int | str, column: str = "") -> str:
        """The source of a value: file and line, or file and key; the column for a CSV file."""
        if file in self._keys:
            return self._of_key(file, str(where))
        if (file, where) not in self._rows:
            raise LookupError(f"{file}: nothing was read at {where}")
        return self._rows[file, where].of(column)

    def _of_key(self, file: str, key: str) -> str:
        return OWNER if self.corrected(file, key) else self._keys[file].of(key)

    def corrected(self, file: str, key: str) -> bool:
        """Whether the owner wrote the value of a key in a TOML file."""
        return any(within(key, name) for name in self._corrected.get(file, ()))

    def row(self, file: str, key: int | str) -> Origin | None:
        """Where a row of a CSV file was read."""
        return self._rows.get((file, key))

    def table(self, file: str) -> KeySources:
        """The ``[provenance]`` table of a TOML file; empty if the file was not read."""
        return self._keys.get(file, KeySources())

    def by_file(self) -> dict[str, Counter[str]]:
        """How many values of each file come from which source."""
        return {file: Counter(counts) for file, counts in self._counts.items()}

    def counts(self) -> Counter[str]:
        """How many values of the box come from which source."""
        return sum(self._counts.values(), Counter())
