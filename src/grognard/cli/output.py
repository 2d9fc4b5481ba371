"""How commands print: plain text that survives a pipe, tables where a person reads."""

import sys
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from grognard.cli.problems import Problem
from grognard.core.messages import LANGUAGES

PIPED = 200
"""Columns of a table that no terminal bounds."""


def say(text: str = "") -> None:
    """A line of output."""
    print(text)


def complain(text: str) -> None:
    """A line about something wrong."""
    print(f"grognard: {text}", file=sys.stderr)


def note(text: str) -> None:
    """A line about what was done, beside the output."""
    print(text, file=sys.stderr)


def show_json(value: Any) -> None:
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def show_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table: numbers to the right, everything else to the left."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    cells = [[_cell(value) for value in row] for row in rows]
    for place, title in enumerate(head):
        numbers = bool(cells) and all(_is_number(row[place]) for row in cells)
        table.add_column(title, justify="right" if numbers else "left", overflow="fold")
    for row in cells:
        table.add_row(*row)
    width = None if sys.stdout.isatty() else PIPED
    Console(width=width, markup=False, highlight=False).print(table)


def _cell(value: object) -> str:
    return f"{value:,.1f}" if isinstance(value, float) else str(value)


def _is_number(text: str) -> bool:
    return text.replace(",", "").replace(".", "").replace("%", "").isdecimal()


def check_language(language: str) -> str:
    if language not in LANGUAGES:
        raise Problem(f"no language {language!r} (there is: {', '.join(LANGUAGES)})")
    return language
