"""``grognard games``: what is kept in the data folder, and a copy of it."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grognard.boxes.overrides import home
from grognard.cli.output import say, show_table
from grognard.cli.problems import Problem

if TYPE_CHECKING:
    from grognard.server.models import GameRow, SeatRow

Backup = Annotated[
    Path | None,
    typer.Option("--backup", metavar="PATH", help="Copy all games into a new file, even while "
                 "the table runs."),
]  # fmt: skip
Archived = Annotated[bool, typer.Option("--archived", help="List those put away.")]


def games(backup: Backup = None, archived: Archived = False) -> None:
    """List the games of this machine, or copy them all into a file."""
    if backup is not None:
        _copy(backup)
    else:
        _list(archived)


def _copy(to: Path) -> None:
    from grognard.server import backups  # takes long to import, as does all of the server

    file = home() / backups.FILE
    if not file.exists():
        raise Problem(f"{file}: there are no games yet")
    try:
        backups.copy(file, to)
    except FileExistsError:
        raise Problem(f"{to}: exists already, and nothing is overwritten") from None
    except (backups.Damaged, sqlite3.Error) as fault:
        raise Problem(f"{file}: not copied: {fault}") from fault
    say(f"{to}: {to.stat().st_size:,} bytes")


def _list(archived: bool) -> None:
    from grognard.server.store import Store

    store = Store.in_folder(home())
    rows = store.games(archived)
    seats = store.seats_of([row.id for row in rows])
    store.close()
    head = ("game", "box", "scenario", "turn", "players", "changed", "title")
    show_table(head, [_row(row, seats[row.id]) for row in rows])


def _row(row: "GameRow", seats: Sequence["SeatRow"]) -> tuple[object, ...]:
    """One line; never a token."""
    players = ", ".join(f"{seat.side}: {seat.name or seat.bot or seat.kind}" for seat in seats)
    turn = "over" if row.over else row.turn
    return row.id, row.box, row.scenario, turn, players, row.changed, row.title
