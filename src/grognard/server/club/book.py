"""The books of the club: its tables, and the clock by which it keeps time."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.orm import Session, sessionmaker

from grognard.server.problems import Problem


class Twice(Problem):
    """Something that there may be only once is there already."""

    def __init__(self) -> None:
        super().__init__(503, "not-stored")


class Book:
    """Reading and writing. What two may want at once is decided by the database:

    by an ``UPDATE`` that names what must still be so, and by the number of rows that it met.
    """

    def __init__(self, engine: sa.Engine, clock: Callable[[], float] = time.time) -> None:
        self._session = sessionmaker(engine, expire_on_commit=False)
        self.clock = clock

    @contextmanager
    def reading(self) -> Iterator[Session]:
        with self._session() as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """All of it or nothing."""
        try:
            with self._session.begin() as session:
                yield session
        except IntegrityError as fault:
            raise Twice from fault
        except SQLAlchemyError as fault:
            raise Problem(503, "not-stored") from fault


def changed(session: Session, change: sa.Update | sa.Delete) -> int:
    """Carry out a change; returns how many rows it met."""
    return int(getattr(session.execute(change), "rowcount"))  # noqa: B009
