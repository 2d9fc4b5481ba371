"""A database of an earlier version is brought up to date, and its games with it."""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext

from grognard.server import Store
from grognard.server.club.models import AccountRow
from grognard.server.store import MIGRATIONS
from tests import postgres

FIRST_GAME = """
INSERT INTO games (id, title, box, scenario, options, dice, fingerprint, version, fork_of,
                   created, changed, archived, over, turn, result)
VALUES ('k3f9x2m8', 'Old', 'toy', 'only', '{}', 'machine', '0', '0.1.0', '',
        '2025-03-01T12:00:00Z', '2025-03-01T12:00:00Z', false, false, 1, '')
"""


def first_version(folder: Path) -> None:
    """A file as the first version made it, with one game."""
    first_tables(f"sqlite:///{folder / 'games.sqlite'}")


def first_tables(url: str) -> None:
    """The same in any database."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(sa.text(FIRST_GAME))
    engine.dispose()


def test_games_without_lessons_follow_none(tmp_path: Path) -> None:
    first_version(tmp_path)
    check_old_game(Store.in_folder(tmp_path))


def test_postgresql_is_brought_up_to_date_too(cluster: postgres.Cluster) -> None:
    with cluster.database("template0") as url:
        first_tables(url)
        check_old_game(Store(url))


def check_old_game(store: Store) -> None:
    game = store.game("k3f9x2m8")
    assert game is not None
    assert (game.title, game.lesson, game.changes) == ("Old", "", 0)
    store.close()


def test_the_migrations_make_the_tables_that_the_program_knows(tmp_path: Path) -> None:
    store = Store.in_folder(tmp_path)
    with store.engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), AccountRow.metadata)
    store.close()
    assert found == []
