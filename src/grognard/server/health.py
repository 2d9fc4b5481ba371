"""How a database is: reachable, of this version, and whether bots keep up."""

from typing import NamedTuple

import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import SQLAlchemyError

from grognard.server.errands import Queue
from grognard.server.models import GameRow
from grognard.server.store import NoStore, migrations

LATE = 60.0
"""Seconds after which a bot that was called should have chosen."""


class Health(NamedTuple):
    """What is found, and what is wrong with it."""

    lines: list[str]
    faults: list[str]


def health(url: str) -> Health:
    """Look, and change nothing; raises :class:`NoStore` where nobody answers."""
    engine = sa.create_engine(url)
    try:
        return _looked(engine)
    except SQLAlchemyError as fault:
        why = str(getattr(fault, "orig", fault)).splitlines()[0]
        raise NoStore(f"the database cannot be used: {why}") from fault
    finally:
        engine.dispose()


def _looked(engine: sa.Engine) -> Health:
    head = ScriptDirectory.from_config(migrations()).get_current_head()
    with engine.connect() as connection:
        found = MigrationContext.configure(connection).get_current_revision()
        if found != head:
            return Health([], [f"tables are of version {found}, the program wants {head}"])
        games = connection.scalar(sa.select(sa.func.count()).select_from(GameRow))
    waiting = Queue(engine, "").waiting() if engine.dialect.name == "postgresql" else {}
    lines = [f"tables of version {head}", f"{games} games"]
    lines += [f"{count} errands in lane {lane}, the oldest {age:.0f} s old"
              for lane, (count, age) in waiting.items()]  # fmt: skip
    late = [f"bots of lane {lane} do not keep up" for lane, (_, age) in waiting.items()
            if age > LATE]  # fmt: skip
    return Health(lines, late)
