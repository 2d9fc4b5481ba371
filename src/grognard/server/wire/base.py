"""What all answers have in common."""

from typing import TypeVar

import msgspec
from msgspec import UNSET, UnsetType

T = TypeVar("T")


def given(value: T | None) -> T | UnsetType:
    """What is nothing is left out."""
    return UNSET if value is None else value


class Told(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True,
           forbid_unknown_fields=True):  # fmt: skip
    """A part of an answer; a field with its default is left out."""


class LitCell(Told, frozen=True):
    """A row, a column or a cell of a chart that counts now."""

    chart: str
    row: int | UnsetType = UNSET
    column: int | UnsetType = UNSET


class Fact(Told, frozen=True):
    """One line of a list of facts: what, how much, by which rule."""

    label: str
    value: str
    rule: str


class Named(Told, frozen=True):
    """Something with a name."""

    id: str
    name: str


class RuleCase(Told, frozen=True):
    """A rule case in our words."""

    id: str
    title: str
    kind: str
    says: str
    open: str
    """A question that the rules leave open."""
    ruling: str
    """Our answer to it."""


class Refusal(Told, frozen=True):
    """Any answer from 400 up, and any refusal by the rules."""

    code: str
    rule: str
    sentence: str
    field: str
    """The part of the request at fault."""
    detail: str = ""
    """What exactly is wrong, where the sentence does not say it."""
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    case: RuleCase | UnsetType = UNSET
    seq: int | UnsetType = UNSET
    """The present number, where another was decided upon."""
    line: int | UnsetType = UNSET
    """The line of a record that cannot be read."""
