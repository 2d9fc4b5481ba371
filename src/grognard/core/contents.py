"""What lies in a box of a rule book: which files there are, and what their cells mean.

A rule book declares one struct. Its fields are the files of the box, their types the rule
book's own rows::

    class Contents(msgspec.Struct, frozen=True):
        maps: Annotated[dict[str, GameMap], MAPS]
        units: Annotated[tuple[Unit, ...], Csv("units.csv", key=("code",))]
        scenario: Annotated[Scenario, Toml("scenarios/{scenario}.toml")]

    class Unit(msgspec.Struct, frozen=True):
        code: str
        hex: OnHex = -1          # the file holds a label, the rules get the hex

Whoever reads the files (``grognard.boxes.contents``) needs nothing else, so a new box on an
existing rule book is nothing but files.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Protocol, TypeAlias

import msgspec

from grognard.hexes import PLACE, Hex, HexSet


@dataclass(frozen=True, slots=True)
class Csv:
    """A sheet with a row for each member; no two rows have the same ``key``.

    One that is ``optional`` has no rows where a box does without it.
    """

    file: str
    key: tuple[str, ...] = ()
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Toml:
    """One file; ``{scenario}`` stands for the scenario's id.

    With ``vouched`` off it holds no numbers of the game: its values need no source.
    """

    file: str
    vouched: bool = True
    optional: bool = False


@dataclass(frozen=True, slots=True)
class EachToml:
    """All the files of a folder, by their names."""

    folder: str


class Maps:
    """The maps that the scenario is played on, by id."""

    def __repr__(self) -> str:
        return "Maps()"


MAPS = Maps()


@dataclass(frozen=True, slots=True)
class Lines:
    """A table of a TOML file with a line for each of these words, or for ``some`` of them::

        air: Annotated[dict[str, Fire], Lines(SIDES)]
    """

    words: tuple[str, ...]
    some: bool = False


class Places(Protocol):
    """What labels and names on the map mean."""

    def hex(self, label: str) -> Hex: ...
    def area(self, name: str) -> HexSet: ...


class Reference:
    """What a text in a file stands for."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def read(self, text: str, places: Places) -> Any:
        """The value meant; raises ``LookupError`` or ``ValueError`` saying what is wrong."""
        raise NotImplementedError


class HexLabel(Reference):
    """A hex, by its label or the name of a place."""

    def read(self, text: str, places: Places) -> Hex:
        return places.hex(text)


class AreaName(Reference):
    """The hexes of a named area of the map."""

    def read(self, text: str, places: Places) -> HexSet:
        return places.area(text)


@dataclass(frozen=True, slots=True)
class Scaled(Reference):
    """A number with a fraction, kept as so many parts of a whole: ``2 1/2`` as 30 twelfths.

    >>> Scaled(12).read("2 1/2", None), Scaled(2).read("no", None)
    (30, None)
    """

    parts: int

    def read(self, text: str, places: Places | None) -> int | None:
        if text == "no":
            return None
        scaled = sum(Fraction(word) for word in text.split()) * self.parts
        if scaled.denominator != 1:
            raise ValueError(f"{text!r} is no whole number of parts of {self.parts}")
        return int(scaled)


OnHex: TypeAlias = Annotated[int, PLACE, HexLabel()]
InArea: TypeAlias = Annotated[int, PLACE, AreaName()]


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """Which game out of a box is played, and how it calls its rules."""

    box: str
    scenario: str
    options: Mapping[str, Any]
    chain: tuple[str, ...] = ()
    """The scenarios that it is made of; usually itself alone."""
    citation: str
    """What stands before the colon in rule numbers: ``narva:9.5``."""
    citations: Mapping[str, str] = {}
    """Rules that the box calls otherwise than the rule book does, with its own prefix."""


class FaultList(Protocol):
    """Where faults of a box are noted: by the key of a TOML file, or key and column of a row."""

    def add(self, file: str, where: int | str, message: str, column: str = "") -> None: ...
