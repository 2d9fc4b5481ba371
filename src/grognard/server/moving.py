"""Moves all that a database keeps into another: from a file to PostgreSQL and back.

Every table that the program knows is copied, in an order in which no row refers to one that is
not there yet, and out of one moment of the old database, even while games are played.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from grognard.records import text
from grognard.server.models import Base, ErrandRow
from grognard.server.problems import Problem
from grognard.server.room import Room
from grognard.server.store import Store

AT_ONCE = 500
"""Rows that are in memory at the same time."""


class NotEmpty(OSError):
    """Games are there already, and nothing is overwritten."""


def tables() -> list[sa.Table]:
    """All but the bots' queue: whoever opens a game calls its bot."""
    return [table for table in Base.metadata.sorted_tables if table.name != ErrandRow.__tablename__]


def copy(source: Store, target: Store) -> dict[str, int]:
    """Copy everything, all of it or nothing; returns how many rows each table has."""
    with target.engine.begin() as writing, _one_moment(source) as reading:
        if writing.scalar(sa.select(sa.func.count()).select_from(Base.metadata.tables["games"])):
            raise NotEmpty("there are games already, and nothing is overwritten")
        copied = {table.name: _copy_table(table, reading, writing) for table in tables()}
        if target.shared:
            _count_on(writing)
    return copied


@contextmanager
def _one_moment(source: Store) -> Iterator[sa.Connection]:
    """What is read is as it was when reading began."""
    with source.engine.connect() as connection:
        if source.shared:
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        else:
            connection.exec_driver_sql("BEGIN")
        yield connection


def _copy_table(table: sa.Table, reading: sa.Connection, writing: sa.Connection) -> int:
    found = reading.execution_options(yield_per=AT_ONCE).execute(sa.select(table))
    copied = 0
    for part in found.partitions():
        rows: list[Any] = [dict(row._mapping) for row in part]
        writing.execute(sa.insert(table), rows)
        copied += len(rows)
    return copied


def _count_on(writing: sa.Connection) -> None:
    """Where the database numbers rows by itself, it goes on after the last."""
    for table in tables():
        column = table.autoincrement_column
        if column is None:
            continue
        sequence = sa.func.pg_get_serial_sequence(table.name, column.name)
        last = sa.select(sa.func.coalesce(sa.func.max(column), 0) + 1).scalar_subquery()
        if writing.scalar(sa.select(sequence)):
            writing.execute(sa.select(sa.func.setval(sequence, last, False)))


# -- files --------------------------------------------------------------------------------


def backup(source: Store, to: Path) -> dict[str, int]:
    """A new SQLite file with everything; nobody else may read it, for tokens are in it."""
    os.close(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        return _into_file(source, to)
    except BaseException:
        to.unlink()
        raise


def _into_file(source: Store, to: Path) -> dict[str, int]:
    target = Store.at(f"sqlite:///{to}")
    try:
        copied = copy(source, target)
        with target.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode=DELETE")  # nothing lies beside it
        return copied
    finally:
        target.close()


def restore(file: Path, target: Store) -> dict[str, int]:
    """Everything out of a backup, into a database without games."""
    if not file.is_file():
        raise FileNotFoundError(2, "there is no such backup", str(file))
    source = Store.at(f"sqlite:///{file}")
    try:
        return copy(source, target)
    finally:
        source.close()


def export(room: Room, folder: Path) -> tuple[int, list[str]]:
    """A record of every game in a folder; how many, and why others have none."""
    folder.mkdir(parents=True, exist_ok=True)
    done, faults = 0, []
    for row in room.store.games(False) + room.store.games(True):
        try:
            told = _record(room, row.id)
        except Problem as fault:
            faults.append(f"{row.id}: {fault.body('en').sentence}")
            continue
        (folder / f"{row.box}-{row.scenario}-{row.id}.record").write_text(told, "utf-8")
        done += 1
    return done, faults


def _record(room: Room, id: str) -> str:
    game = room.open(id)
    with game.lock:
        players = {side: seat.name or seat.bot for side, seat in game.seats.items()}
        return text.write(game.play, {side: name for side, name in players.items() if name})
