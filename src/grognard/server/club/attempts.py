"""What must not be tried too often: counted in the database, so that all processes count alike."""

import sqlalchemy as sa

from grognard.server.club.book import Book
from grognard.server.club.models import AttemptRow
from grognard.server.problems import Problem

QUARTER, HOUR = 900.0, 3600.0
LIMITS = {
    "pair": (10, QUARTER),  # wrong passwords of one name from one address
    "from": (50, QUARTER),  # wrong passwords from one address
    "name": (100, QUARTER),  # wrong passwords of one name: nobody locks another out by a few
    "sign-up": (10, HOUR),
    "letter": (5, HOUR),
    "challenge": (60, HOUR),
}
"""How many within so many seconds."""


def check(book: Book, kind: str, who: str) -> None:
    """Raises `too-many-tries` for one who has to wait."""
    most, window = LIMITS[kind]
    wanted = sa.select(sa.func.count()).where(
        AttemptRow.who == _key(kind, who), AttemptRow.at > book.clock() - window)
    with book.reading() as session:
        if session.scalar(wanted) >= most:  # type: ignore[operator]
            raise Problem(429, "too-many-tries")


def count(book: Book, kind: str, who: str) -> None:
    """It was tried; what was tried long ago is forgotten."""
    with book.writing() as session:
        session.add(AttemptRow(who=_key(kind, who), at=book.clock()))
        session.execute(sa.delete(AttemptRow).where(AttemptRow.at < book.clock() - HOUR))


def _key(kind: str, who: str) -> str:
    return f"{kind} {who}"[:160]
