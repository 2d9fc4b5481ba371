"""Copies of the file that keeps the games: made while a table runs, and checked before one does."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

FILE = "games.sqlite"
FOLDER = "backups"


class Damaged(Exception):
    """The file is no whole database; says what is wrong with it."""


@contextmanager
def _reading(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as found:
        yield found


def check(file: Path) -> None:
    """Look at every page; raises :class:`Damaged`."""
    try:
        with _reading(file) as database:
            found = database.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.OperationalError:
        raise  # not ours to read, or busy: that is no damage
    except sqlite3.DatabaseError as fault:
        raise Damaged(f"the database is damaged ({fault})") from fault
    if found != "ok":
        raise Damaged(f"the database is damaged ({' '.join(found.split())})")


def copy(file: Path, to: Path) -> None:
    """A whole copy, even while games are played; an older file is not overwritten."""
    to.parent.mkdir(parents=True, exist_ok=True)
    # Seats' tokens are in it, so nobody else may read it.
    os.close(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with _reading(file) as database, closing(sqlite3.connect(to)) as out:
            database.backup(out)
            out.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
        check(to)
    except BaseException:
        to.unlink()
        raise


def fresh_name(folder: Path, revision: str) -> Path:
    """Where the copy before a migration goes; none is ever overwritten."""
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    return folder / FOLDER / f"games-{moment}-before-{revision}.sqlite"


def newest(folder: Path) -> Path | None:
    """The last copy that was kept, if there is one."""
    kept = sorted((folder / FOLDER).glob("games-*.sqlite"))
    return kept[-1] if kept else None


def how_to_restore(folder: Path) -> str:
    """What the owner can do about a damaged file, in one line."""
    kept = newest(folder)
    instead = f"copy {kept} (or a backup of yours)" if kept else "copy a backup of yours"
    return f"move it away with its -wal and -shm, then {instead} to its place, or begin anew"
