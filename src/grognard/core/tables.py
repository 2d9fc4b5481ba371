"""Result tables: columns, die rows and results, read from plain data and checked as a whole.

>>> table = ResultTable.from_data({
...     "dice": "1d6",
...     "columns": ["1-2", "1-1", "2-1"],
...     "results": ["A1", "NR", "D1"],
...     "rows": {"1": ["A1", "A1", "NR"], "2": ["A1", "NR", "NR"], "3": ["A1", "NR", "D1"],
...              "4": ["NR", "NR", "D1"], "5": ["NR", "D1", "D1"], "6": ["NR", "D1", "D1"]},
... }, "crt")
>>> column = table.odds_column(5, 2)
>>> table.result(column, roll=2), table.shifted(column, 2)
('NR', Clamped(value=2, lost=2))
>>> {result: str(chance) for result, chance in table.distribution(column).items()}
{'NR': '1/3', 'D1': '2/3'}
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from grognard.core.chance import Dice
from grognard.core.ratio import Strength, is_odds, odds_index, thresholds


class Fault(NamedTuple):
    """One thing wrong in a data file: where (the key) and what."""

    key: str
    text: str

    def __str__(self) -> str:
        return f"{self.key}: {self.text}"


class TableFault(ValueError):
    """Everything that is wrong with a table, one fault a line."""

    def __init__(self, faults: Collection[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)

    def __reduce__(self) -> tuple[type["TableFault"], tuple[tuple[Fault, ...]]]:
        return TableFault, (self.faults,)


class Clamped(NamedTuple):
    """A column or row held inside the table, and how much fell off its end.

    `lost` is negative below the first, positive beyond the last, 0 if nothing was lost.
    """

    value: int
    lost: int = 0


@dataclass(frozen=True, slots=True)
class ResultTable:
    """A combat results table or any other chart with columns and die rows."""

    id: str
    columns: tuple[str, ...]
    first_row: int
    cells: tuple[tuple[str, ...], ...]
    """Results by row, then by column."""
    results: tuple[str, ...]
    """Every result word, in the order of the legend."""
    dice: Dice | None = None
    modifiers: tuple[int, int] | None = None
    """The least and the greatest sum of die modifiers that counts."""
    lines: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Further labels over the same columns, by name: each side's own odds."""

    @classmethod
    def from_data(
        cls, data: Mapping[str, Any], id: str, results: Collection[str] | None = None
    ) -> "ResultTable":
        """A table from a TOML table; `results` stands in for a legend in the data.

        Raises TableFault with all faults at once.
        """
        legend = data.get("results", []) if results is None else results
        faults = list(_faults(data, tuple(map(str, legend)), id))
        if faults:
            raise TableFault(faults)
        rows = {int(row): tuple(cells) for row, cells in data["rows"].items()}
        least, greatest = data.get("modifiers", (0, 0))
        return cls(
            id=id,
            columns=tuple(data["columns"]),
            first_row=min(rows),
            cells=tuple(rows[row] for row in sorted(rows)),
            results=tuple(legend),
            dice=_dice(data["dice"]) if "dice" in data else None,
            modifiers=(least, greatest) if "modifiers" in data else None,
            lines={name: tuple(line) for name, line in data.get("lines", {}).items()},
        )

    @property
    def last_row(self) -> int:
        return self.first_row + len(self.cells) - 1

    def line(self, name: str | None = None) -> tuple[str, ...]:
        """The labels over the columns: the table's own or a named line of them."""
        return self.columns if name is None else self.lines[name]

    def column(self, label: str, line: str | None = None) -> int:
        """The place of a column by its label."""
        labels = self.line(line)
        if label not in labels:
            raise LookupError(f"{self.id} has no column {label!r}")
        return labels.index(label)

    def odds_column(
        self, attack: Strength, defence: Strength, line: str | None = None
    ) -> int | None:
        """The place of the column for these odds; None if they are below the lowest."""
        return odds_index(attack, defence, self.line(line))

    def shifted(self, column: int, by: int) -> Clamped:
        """The column so many places to the right (left if negative), held inside the table."""
        return _clamped(column + by, 0, len(self.columns) - 1)

    def modifier(self, by: int) -> Clamped:
        """The sum of die modifiers, held inside the limits of the table if it has any."""
        return Clamped(by) if self.modifiers is None else _clamped(by, *self.modifiers)

    def row(self, roll: int, modifier: int = 0) -> Clamped:
        """The row of a modified roll; beyond the ends the first or last row counts."""
        return _clamped(roll + self.modifier(modifier).value, self.first_row, self.last_row)

    def result(self, column: int, roll: int, modifier: int = 0) -> str:
        """What the table says."""
        return self.cells[self.row(roll, modifier).value - self.first_row][column]

    def distribution(
        self, column: int, dice: Dice | None = None, modifier: int = 0
    ) -> dict[str, Fraction]:
        """The exact chance of each possible result, in the order of the legend."""
        dice = dice or self.dice
        if dice is None:
            raise ValueError(f"{self.id} does not say which dice to roll")
        chances = dict.fromkeys(self.results, Fraction(0))
        for roll, chance in dice.total(int).items():
            chances[self.result(column, roll, modifier)] += chance
        return {result: chance for result, chance in chances.items() if chance}


def _clamped(value: int, least: int, greatest: int) -> Clamped:
    held = max(least, min(value, greatest))
    return Clamped(held, value - held)


def _dice(text: str) -> Dice:
    match = re.fullmatch(r"(\d+)d(\d+)", text)
    if match is None:
        raise ValueError(f"dice are written like 2d6, not {text!r}")
    return Dice(int(match[1]), int(match[2]))


def _faults(data: Mapping[str, Any], legend: tuple[str, ...], id: str) -> Iterator[Fault]:
    """Everything wrong with the data of a table."""
    shapeless = list(_shape_faults(data, id))
    yield from shapeless
    if not legend:
        yield Fault(f"{id}.results", "missing")
    yield from _twice(legend, f"{id}.results")
    yield from _modifier_faults(data.get("modifiers"), f"{id}.modifiers")
    if shapeless:
        return  # nothing further can be counted
    columns, lines, rows = data["columns"], data.get("lines", {}), data["rows"]
    yield from _label_faults(columns, len(columns), f"{id}.columns")
    for name, line in lines.items():
        yield from _label_faults(line, len(columns), f"{id}.lines.{name}")
    yield from _cell_faults(rows, columns, legend, f"{id}.rows")
    yield from _row_faults(rows, data.get("dice"), id)


def _shape_faults(data: Mapping[str, Any], id: str) -> Iterator[Fault]:
    """Keys that are missing or hold the wrong sort of thing."""
    for key, kind, sort in (("columns", list, "a list"), ("rows", dict, "a table")):
        if not data.get(key):
            yield Fault(f"{id}.{key}", "missing")
        elif not isinstance(data[key], kind):
            yield Fault(f"{id}.{key}", f"{sort} is wanted")
    for group in ("rows", "lines"):
        members = data.get(group, {})
        for name, member in members.items() if isinstance(members, dict) else ():
            if not isinstance(member, list):
                yield Fault(f"{id}.{group}.{name}", "a list is wanted")


def _twice(words: Collection[str], key: str) -> Iterator[Fault]:
    for word, count in Counter(words).items():
        if count > 1:
            yield Fault(key, f"{word} stands {count} times")


def _label_faults(labels: list[str], width: int, key: str) -> Iterator[Fault]:
    """Labels stand once, one over each column; odds climb from left to right."""
    yield from _twice(labels, key)
    if len(labels) != width:
        yield Fault(key, f"{len(labels)} labels for {width} columns")
    if len(set(labels)) == len(labels) and all(is_odds(label) for label in labels):
        try:
            thresholds(tuple(labels))
        except ValueError as fault:
            yield Fault(key, str(fault))


def _cell_faults(
    rows: Mapping[str, Any], columns: list[str], legend: tuple[str, ...], key: str
) -> Iterator[Fault]:
    for row, cells in rows.items():
        if len(cells) != len(columns):
            yield Fault(f"{key}.{row}", f"{len(cells)} results for {len(columns)} columns")
        for column, word in zip(columns, cells, strict=False):
            if legend and word not in legend:
                yield Fault(f"{key}.{row}", f"unknown result {word!r} in column {column}")


def _row_faults(rows: Mapping[str, Any], dice: str | None, id: str) -> Iterator[Fault]:
    """Rows are whole numbers without a gap and cover every roll."""
    numbers: list[int] = []
    for row in rows:
        try:
            numbers.append(int(row))
        except ValueError:
            yield Fault(f"{id}.rows.{row}", "a row is the number that is rolled")
    yield from _twice([str(number) for number in numbers], f"{id}.rows")
    wanted = set(range(min(numbers), max(numbers) + 1)) if numbers else set()
    if dice is not None:
        try:
            wanted |= set(_dice(dice).total(int))
        except ValueError as fault:
            yield Fault(f"{id}.dice", str(fault))
    for missing in sorted(wanted - set(numbers)):
        yield Fault(f"{id}.rows", f"row {missing} is missing")


def _modifier_faults(limits: Any, key: str) -> Iterator[Fault]:
    if limits is None:
        return
    whole = isinstance(limits, (list, tuple)) and all(isinstance(limit, int) for limit in limits)
    if not (whole and len(limits) == 2 and limits[0] <= limits[1]):
        yield Fault(key, "two whole numbers are wanted, the least and the greatest")


class Lit(msgspec.Struct, frozen=True, omit_defaults=True):
    """What counts now in a chart: a row, a column, or the cell where both meet.

    Rows and columns count from 0, heads included.
    """

    chart: str
    row: int | None = None
    column: int | None = None
