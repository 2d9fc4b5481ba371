"""How the hexes of a printed map are labelled, and what to say about a label nobody knows."""

from collections.abc import Collection
from difflib import get_close_matches
from enum import Enum


class LabelScheme(Enum):
    """How a label is written from column and row.

    >>> LabelScheme.XXYY.label(8, 4), LabelScheme.ROW_COL.label(20, 12)
    ('0804', '12.20')
    """

    XXYY = "xxyy"
    ROW_COL = "row.col"

    def label(self, column: int, row: int) -> str:
        """The label of the hex in this column and row."""
        if self is LabelScheme.XXYY:
            return f"{column:02}{row:02}"
        return f"{row}.{column}"

    def numbers(self, label: str) -> tuple[int, int]:
        """Column and row of a label.

        >>> LabelScheme.XXYY.numbers("0804"), LabelScheme.ROW_COL.numbers("12.20")
        ((8, 4), (20, 12))
        """
        if self is LabelScheme.XXYY:
            return int(label[:2]), int(label[2:])
        row, column = label.split(".")
        return int(column), int(row)


class UnknownHex(LookupError):
    """A label that names no hex of the grid; the nearest known names are offered."""

    def __init__(self, label: str, known: Collection[str] = ()) -> None:
        super().__init__(label)
        self.label = label
        self._known = known

    @property
    def near(self) -> list[str]:
        """Up to three known names that look like the unknown one."""
        return get_close_matches(self.label, dict.fromkeys(self._known), n=3, cutoff=0.6)

    def __str__(self) -> str:
        near = self.near
        hint = f" (did you mean {', '.join(near)}?)" if near else ""
        return f"no hex is called {self.label!r}{hint}"

    def __reduce__(self) -> tuple[type["UnknownHex"], tuple[str, list[str]]]:
        return UnknownHex, (self.label, self.near)
