"""Keeps games in a database: SQLite for a table at home, PostgreSQL for a public server.

A table at home is one process, and what it has in memory is true. A database that is `shared` is
written by several: every change of a game is counted in its row and told to all who listen, in
the same transaction, so that whoever has the game open knows when his copy is old.
"""

import secrets
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.orm import Session, sessionmaker

from grognard.server import backups, errands
from grognard.server.errands import Errand
from grognard.server.models import (
    ActionRow,
    ErrandRow,
    GameRow,
    NotepadRow,
    SeatRow,
    SnapshotRow,
    TalkRow,
)

CHANNEL = "grognard_games"
"""Where changes of games are told: who changed it, and its id."""
POOL = {"pool_size": 5, "max_overflow": 5}
"""Connections of a process: several processes share what a database server has."""
MIGRATING = 7_261_944
"""The number of a lock: of all processes that start at once one migrates."""
ACTION_COLUMNS = [column.name for column in ActionRow.__table__.columns]
MIGRATIONS = Path(__file__).with_name("migrations")


class NotStored(Exception):
    """The database refused: nothing of it was kept."""


class Overtaken(NotStored):
    """Somebody else, another process perhaps, has written these numbers of the game already."""


class NoStore(OSError):
    """The database cannot be used: not there, not ours to write, or of a later version."""


def now() -> str:
    """The time as the database keeps it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Store:
    """All games on disk."""

    def __init__(self, url: str, folder: Path | None = None) -> None:
        """`folder` is where its file lies, or would lie; other things may lie beside it."""
        self.shared = sa.make_url(url).get_backend_name() == "postgresql"
        """Whether other processes write to it, too."""
        self.name = secrets.token_hex(4)
        """Of this process, among those who share it."""
        self.engine = sa.create_engine(url, **(POOL if self.shared else {}))
        self.folder = folder
        reading = self.engine
        if self.shared:  # one statement, and no transaction to begin and end
            reading = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        else:
            sa.event.listen(self.engine, "connect", _prepare_sqlite)
        self._session = sessionmaker(self.engine, expire_on_commit=False)
        self._reading = sessionmaker(reading, expire_on_commit=False)
        self.migrate()

    @classmethod
    def at(cls, url: str, folder: Path | None = None) -> "Store":
        """A database by its address; raises :class:`NoStore` if it cannot be used."""
        try:
            return cls(url, folder)
        except CommandError as fault:
            raise NoStore("the database was written by a later version of the program") from fault
        except (SQLAlchemyError, ImportError) as fault:
            why = str(getattr(fault, "orig", fault)).splitlines()[0]
            raise NoStore(f"the database cannot be used: {why}") from fault

    @classmethod
    def in_folder(cls, folder: Path) -> "Store":
        """The file ``games.sqlite`` in a folder, made if it is missing."""
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / backups.FILE
        try:
            if file.exists():
                backups.check(file)
            return cls(f"sqlite:///{file}", folder)
        except CommandError as fault:
            raise NoStore(f"{file}: written by a later version of the program") from fault
        except backups.Damaged as fault:
            raise NoStore(f"{file}: {fault}; {backups.how_to_restore(folder)}") from fault
        except (DBAPIError, sqlite3.Error) as fault:
            raise NoStore(f"{file}: {getattr(fault, 'orig', fault)}") from fault

    def migrate(self) -> None:
        """Bring the tables up to date; what was there before is kept as a copy."""
        config = migrations()
        with self.engine.connect() as connection:
            old = MigrationContext.configure(connection).get_current_revision()
        if old is not None and old != ScriptDirectory.from_config(config).get_current_head():
            self._keep_copy(old)
        with self.engine.begin() as connection:
            if self.shared:
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def _keep_copy(self, revision: str) -> None:
        """Of the file of a table at home; who runs another database has backups of his own."""
        if self.folder is not None and not self.shared:
            backups.copy(self.folder / backups.FILE, backups.fresh_name(self.folder, revision))

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        try:
            with self._session.begin() as session:
                yield session
        except IntegrityError as fault:
            raise Overtaken(str(fault)) from fault
        except SQLAlchemyError as fault:
            raise NotStored(str(fault)) from fault

    def _count(self, session: Session, id: str, changes: Mapping[str, Any]) -> int:
        """Note a change of a game and tell it; returns how many there were, if others ask."""
        wanted = sa.update(GameRow).where(GameRow.id == id)
        counted = wanted.values(changes=GameRow.changes + 1, **changes)
        if not self.shared:
            session.execute(counted)
            return 0
        self._tell(session, id)
        return session.scalar(counted.returning(GameRow.changes)) or 0

    def _tell(self, session: Session, id: str) -> None:
        """All who listen hear of it when it is true."""
        if self.shared:
            session.execute(errands.told(CHANNEL, f"{self.name} {id}"))

    def tell(self, id: str) -> None:
        """Something beside a game has changed: whoever looks at it elsewhere looks again."""
        if self.shared:
            with self._writing() as session:
                self._tell(session, id)

    # -- reading ------------------------------------------------------------------------

    def changes(self, id: str) -> int | None:
        """How often a game was changed; nothing if it is gone."""
        with self._reading() as session:
            return session.scalar(sa.select(GameRow.changes).where(GameRow.id == id))

    def game(self, id: str) -> GameRow | None:
        with self._reading() as session:
            return session.get(GameRow, id)

    def games(self, archived: bool, start: int = 0, count: int | None = None) -> list[GameRow]:
        """The game changed last comes first; some of them, from a place in that order on."""
        wanted = sa.select(GameRow).where(GameRow.archived == archived)
        ordered = wanted.order_by(GameRow.changed.desc(), GameRow.id)
        with self._reading() as session:
            return list(session.scalars(ordered.offset(start).limit(count)))

    def count(self, archived: bool) -> int:
        """How many games there are."""
        wanted = sa.select(sa.func.count()).where(GameRow.archived == archived)
        with self._reading() as session:
            return session.scalar(wanted.select_from(GameRow)) or 0

    def seats(self, id: str) -> list[SeatRow]:
        with self._reading() as session:
            return list(session.scalars(sa.select(SeatRow).where(SeatRow.game_id == id)))

    def seats_of(self, ids: Sequence[str]) -> dict[str, list[SeatRow]]:
        """The seats of many games at once."""
        found: dict[str, list[SeatRow]] = {id: [] for id in ids}
        with self._reading() as session:
            for seat in session.scalars(sa.select(SeatRow).where(SeatRow.game_id.in_(ids))):
                found[seat.game_id].append(seat)
        return found

    def actions(self, id: str, start: int = 0) -> list[ActionRow]:
        """The history of a game, from a number on."""
        wanted = sa.select(ActionRow).where(ActionRow.game_id == id).order_by(ActionRow.number)
        wanted = wanted.where(ActionRow.number >= start) if start else wanted
        with self._reading() as session:
            return list(session.scalars(wanted))

    def snapshot(self, id: str) -> SnapshotRow | None:
        with self._reading() as session:
            return session.get(SnapshotRow, id)

    def talk(self, id: str) -> list[TalkRow]:
        wanted = sa.select(TalkRow).where(TalkRow.game_id == id).order_by(TalkRow.number)
        with self._reading() as session:
            return list(session.scalars(wanted))

    def notepad(self, id: str, side: str) -> str:
        with self._reading() as session:
            found = session.get(NotepadRow, (id, side))
            return found.text if found else ""

    # -- writing ------------------------------------------------------------------------

    def add(
        self, game: GameRow, seats: Sequence[SeatRow], actions: Sequence[ActionRow]
    ) -> None:
        """A new game, all of it or nothing."""
        with self._writing() as session:
            session.add(game)
            session.flush()  # seats and actions refer to it
            session.add_all([*seats, *actions])

    def append(
        self, id: str, actions: Sequence[ActionRow], changes: Mapping[str, Any] | None = None,
        errand: Errand | None = None,
    ) -> int:  # fmt: skip
        """Add lines to the history of a game and note how it stands, all of it or nothing.

        An `errand` calls a bot of another process. Returns the count of changes, if others ask.
        """
        with self._writing() as session:
            rows = [{name: getattr(row, name) for name in ACTION_COLUMNS} for row in actions]
            if rows:
                session.execute(sa.insert(ActionRow), rows)
            counted = self._count(session, id, changes or {})
            if errand is not None:
                errands.write(session, id, errand)
        return counted

    def enlist(self, id: str, errand: Errand) -> None:
        """Call a bot of another process."""
        with self._writing() as session:
            errands.write(session, id, errand)

    def update(self, id: str, changes: Mapping[str, Any]) -> None:
        self.append(id, (), changes)

    def hand_over(self, seats: Sequence[SeatRow]) -> None:
        """Other persons or bots take these seats."""
        with self._writing() as session:
            for seat in seats:
                session.merge(seat)
            for id in {seat.game_id for seat in seats}:
                self._count(session, id, {})

    def say(self, line: TalkRow, kept: int) -> None:
        """One more line of talk; of all that were said the last are kept."""
        old = TalkRow.number <= line.number - kept
        with self._writing() as session:
            session.add(line)
            session.execute(sa.delete(TalkRow).where(TalkRow.game_id == line.game_id, old))
            self._count(session, line.game_id, {})

    def keep_notepad(self, notepad: NotepadRow) -> None:
        with self._writing() as session:
            session.merge(notepad)

    def keep_snapshot(self, snapshot: SnapshotRow) -> None:
        with self._writing() as session:
            session.merge(snapshot)

    def delete(self, id: str) -> None:
        """The game and everything that belongs to it."""
        with self._writing() as session:
            session.get(GameRow, id, with_for_update=True)  # whoever writes to it comes too late
            for table in (TalkRow, NotepadRow, SnapshotRow, ErrandRow, ActionRow, SeatRow):
                session.execute(sa.delete(table).where(table.game_id == id))
            session.execute(sa.delete(GameRow).where(GameRow.id == id))
            self._tell(session, id)


def migrations() -> Config:
    """Where Alembic finds them."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


SQLITE = {
    "journal_mode": "WAL",  # readers do not wait for the writer
    "synchronous": "FULL",  # what is committed outlives a power cut
    "foreign_keys": "ON",
    "busy_timeout": "20000",
}


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    for setting, value in SQLITE.items():
        connection.execute(f"PRAGMA {setting}={value}")
