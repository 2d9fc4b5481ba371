"""Keeps games in a database: SQLite for a table at home, any other for a public server."""

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

from grognard.server import backups
from grognard.server.models import ActionRow, GameRow, NotepadRow, SeatRow, SnapshotRow, TalkRow

ACTION_COLUMNS = [column.name for column in ActionRow.__table__.columns]
MIGRATIONS = Path(__file__).with_name("migrations")


class NotStored(Exception):
    """The database refused: nothing of it was kept."""


class Overtaken(NotStored):
    """Somebody else, another process perhaps, has written these numbers of the game already."""


class NoStore(OSError):
    """The file cannot be used: not a database, not ours to write, or of a later version."""


def now() -> str:
    """The time as the database keeps it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Store:
    """All games on disk."""

    def __init__(self, url: str, folder: Path | None = None) -> None:
        """`folder` is where its file lies, and other things may lie beside it."""
        self.engine = sa.create_engine(url)
        self.folder = folder
        if self.engine.dialect.name == "sqlite":
            sa.event.listen(self.engine, "connect", _prepare_sqlite)
        self._session = sessionmaker(self.engine, expire_on_commit=False)
        self.migrate()

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
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        with self.engine.connect() as connection:
            old = MigrationContext.configure(connection).get_current_revision()
        if old is not None and old != ScriptDirectory.from_config(config).get_current_head():
            self._keep_copy(old)
        with self.engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def _keep_copy(self, revision: str) -> None:
        """Of the file of a table at home; who runs another database has backups of his own."""
        if self.folder is not None:
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

    # -- reading ------------------------------------------------------------------------

    def game(self, id: str) -> GameRow | None:
        with self._session() as session:
            return session.get(GameRow, id)

    def games(self, archived: bool, start: int = 0, count: int | None = None) -> list[GameRow]:
        """The game changed last comes first; some of them, from a place in that order on."""
        wanted = sa.select(GameRow).where(GameRow.archived == archived)
        ordered = wanted.order_by(GameRow.changed.desc(), GameRow.id)
        with self._session() as session:
            return list(session.scalars(ordered.offset(start).limit(count)))

    def count(self, archived: bool) -> int:
        """How many games there are."""
        wanted = sa.select(sa.func.count()).where(GameRow.archived == archived)
        with self._session() as session:
            return session.scalar(wanted.select_from(GameRow)) or 0

    def seats(self, id: str) -> list[SeatRow]:
        with self._session() as session:
            return list(session.scalars(sa.select(SeatRow).where(SeatRow.game_id == id)))

    def seats_of(self, ids: Sequence[str]) -> dict[str, list[SeatRow]]:
        """The seats of many games at once."""
        found: dict[str, list[SeatRow]] = {id: [] for id in ids}
        with self._session() as session:
            for seat in session.scalars(sa.select(SeatRow).where(SeatRow.game_id.in_(ids))):
                found[seat.game_id].append(seat)
        return found

    def actions(self, id: str) -> list[ActionRow]:
        wanted = sa.select(ActionRow).where(ActionRow.game_id == id).order_by(ActionRow.number)
        with self._session() as session:
            return list(session.scalars(wanted))

    def snapshot(self, id: str) -> SnapshotRow | None:
        with self._session() as session:
            return session.get(SnapshotRow, id)

    def talk(self, id: str) -> list[TalkRow]:
        wanted = sa.select(TalkRow).where(TalkRow.game_id == id).order_by(TalkRow.number)
        with self._session() as session:
            return list(session.scalars(wanted))

    def notepad(self, id: str, side: str) -> str:
        with self._session() as session:
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
        self, id: str, actions: Sequence[ActionRow], changes: Mapping[str, Any] | None = None
    ) -> None:
        """Add lines to the history of a game and note how it stands, all of it or nothing."""
        with self._writing() as session:
            rows = [{name: getattr(row, name) for name in ACTION_COLUMNS} for row in actions]
            if rows:
                session.execute(sa.insert(ActionRow), rows)
            if changes:
                session.execute(sa.update(GameRow).where(GameRow.id == id).values(**changes))

    def update(self, id: str, changes: Mapping[str, Any]) -> None:
        self.append(id, (), changes)

    def hand_over(self, seats: Sequence[SeatRow]) -> None:
        """Other persons or bots take these seats."""
        with self._writing() as session:
            for seat in seats:
                session.merge(seat)

    def say(self, line: TalkRow, kept: int) -> None:
        """One more line of talk; of all that were said the last are kept."""
        old = TalkRow.number <= line.number - kept
        with self._writing() as session:
            session.add(line)
            session.execute(sa.delete(TalkRow).where(TalkRow.game_id == line.game_id, old))

    def keep_notepad(self, notepad: NotepadRow) -> None:
        with self._writing() as session:
            session.merge(notepad)

    def keep_snapshot(self, snapshot: SnapshotRow) -> None:
        with self._writing() as session:
            session.merge(snapshot)

    def delete(self, id: str) -> None:
        """The game and everything that belongs to it."""
        with self._writing() as session:
            for table in (TalkRow, NotepadRow, SnapshotRow, ActionRow, SeatRow):
                session.execute(sa.delete(table).where(table.game_id == id))
            session.execute(sa.delete(GameRow).where(GameRow.id == id))


SQLITE = {
    "journal_mode": "WAL",  # readers do not wait for the writer
    "synchronous": "FULL",  # what is committed outlives a power cut
    "foreign_keys": "ON",
    "busy_timeout": "20000",
}


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    for setting, value in SQLITE.items():
        connection.execute(f"PRAGMA {setting}={value}")
