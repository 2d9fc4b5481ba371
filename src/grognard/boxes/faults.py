"""Faults of a box: every one names its file and its place, and all are shown at once."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import NamedTuple, Protocol


class Fault(NamedTuple):
    """One thing wrong in one file; ``where`` is a line of a CSV file or a key of a TOML file.

    >>> print(Fault("maps/narva/lines.csv", 12, "road R1 is one hex long"))
    maps/narva/lines.csv:12: road R1 is one hex long
    >>> print(Fault("maps/narva/map.toml", "grid.rows", "is missing"))
    maps/narva/map.toml: grid.rows: is missing
    """

    file: str
    where: int | str
    message: str

    def __str__(self) -> str:
        if not self.where:
            return f"{self.file}: {self.message}"
        gap = ":" if isinstance(self.where, int) else ": "
        return f"{self.file}{gap}{self.where}: {self.message}"


class BoxFaults(Exception):
    """All the faults of a box, printed one a line."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


class Placed(Protocol):
    """Anything that knows where it was read: a row of a sheet."""

    def place(self, column: str = "") -> tuple[str, int]: ...


class Faults:
    """Collects faults while a box is read, so that one bad cell does not hide the next."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []

    def __repr__(self) -> str:
        return f"<Faults: {len(self)}>"

    def add(self, file: str, where: int | str, message: str) -> None:
        """Note a fault at a line (CSV), a key (TOML) or, with ``""``, in the file as a whole."""
        self._faults.append(Fault(file, where, message))

    def at(self, row: Placed, message: str, column: str = "") -> None:
        """Note a fault of a row, at its own file and line."""
        self.add(*row.place(column), message)

    def extend(self, found: Iterable[Fault]) -> None:
        """Take over faults found elsewhere, each once."""
        self._faults += [fault for fault in dict.fromkeys(found) if fault not in self._faults]

    def sorted(self) -> list[Fault]:
        """By file and line; keys of TOML files keep the order in which they were found."""
        return sorted(self._faults, key=_file_and_line)

    def raise_if_any(self) -> None:
        if self._faults:
            raise BoxFaults(self.sorted())

    def __len__(self) -> int:
        return len(self._faults)

    def __iter__(self) -> Iterator[Fault]:
        return iter(self.sorted())

    def __str__(self) -> str:
        return "\n".join(map(str, self))


def _file_and_line(fault: Fault) -> tuple[str, int]:
    return fault.file, fault.where if isinstance(fault.where, int) else 0


def near(word: str, known: Iterable[str]) -> list[str]:
    """The known words most like this one, best first."""
    by_fold = {name.casefold(): name for name in known}
    return [by_fold[fold] for fold in get_close_matches(word.casefold(), by_fold, n=3, cutoff=0.6)]


def meant(word: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown word: a near miss, or else what there is.

    >>> meant("strenght", ["strength", "hex"])
    ' (did you mean strength?)'
    >>> meant("x", ["hex", "side"])
    ' (there is: hex, side)'
    """
    names = sorted(known)
    if close := near(word, names):
        return f" (did you mean {' or '.join(close)}?)"
    if not names:
        return ""
    shown = ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
    return f" (there is: {shown})"
