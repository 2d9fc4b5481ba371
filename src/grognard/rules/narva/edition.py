"""What the rules call by name, and a box may call otherwise: edition.toml."""

from typing import Literal, TypeAlias

import msgspec

from grognard.core.contents import InArea

Side: TypeAlias = Literal["german", "soviet"]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a TOML file: a key that it does not know is a slip of the pen."""


class NamedUnits(Table, frozen=True):
    strachwitz: str


class NamedChits(Table, frozen=True):
    wehrmacht: str
    army_group: str
    shock: str
    barrages: list[str]
    random_event: str
    stavka: str
    free_move: str
    shock_supply: str
    rules: dict[str, str]
    """The rule that says whom a German chit activates."""


class Withdrawal(Table, frozen=True, kw_only=True):
    """A chit by which an army, with its chits, or a formation leaves for good."""

    chit: str
    army: str = ""
    formation: str = ""
    drawn: str
    leaves: str


class NamedAreas(Table, frozen=True):
    enclosed: InArea
    rollbahn: InArea
    west: InArea
    soviet_line: InArea


class NamedGround(Table, frozen=True):
    """Ground, hexsides and roads that rules speak of."""

    water: str
    minor_river: str
    major_river: str
    ice: str
    """What the chart calls a major river that is frozen."""
    never_frozen: str
    ferry: str
    railway: str
    winter_road: str
    supply: list[str]
    """Ground over which supply lines run without a road."""


class Edition(Table, frozen=True):
    """The file edition.toml."""

    units: NamedUnits
    chits: NamedChits
    withdrawal: list[Withdrawal]
    areas: NamedAreas
    ground: NamedGround
    sources: dict[Side, str]
