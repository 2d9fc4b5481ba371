"""Who is signed in where: a random key in a cookie, its hash in the database."""

import sqlalchemy as sa
from sqlalchemy.orm import Session
from starlette.requests import HTTPConnection
from starlette.responses import Response

from grognard.server.club.book import Book, changed
from grognard.server.club.models import AccountRow, SessionRow
from grognard.server.keys import hashed, new_key
from grognard.server.problems import Problem

COOKIE = "grognard-session"
LASTS = 30 * 86400.0
"""Seconds without a visit after which a session is over."""
GLANCE = 60.0
"""A visit is written down once in so many seconds."""


def begin(book: Book, account: str, agent: str) -> str:
    """A new session; returns the key that the cookie holds."""
    key, now = new_key(), book.clock()
    row = SessionRow(key=hashed(key), account_id=account, created=now, seen=now, agent=agent[:200])
    with book.writing() as session:
        session.add(row)
        session.execute(sa.delete(SessionRow).where(SessionRow.seen < now - LASTS))
    return key


def give(answer: Response, key: str, secure: bool) -> None:
    """No script can read it, and no page from elsewhere can send it."""
    answer.set_cookie(
        COOKIE, key, max_age=int(LASTS), httponly=True, samesite="strict", secure=secure)


def take_away(answer: Response) -> None:
    answer.delete_cookie(COOKIE, httponly=True, samesite="strict")


def visitor(book: Book, connection: HTTPConnection) -> AccountRow | None:
    """Whose browser this is."""
    key, now = connection.cookies.get(COOKIE, ""), book.clock()
    if not key:
        return None
    wanted = sa.select(AccountRow, SessionRow.seen).join(SessionRow).where(
        SessionRow.key == hashed(key), SessionRow.seen > now - LASTS)
    with book.reading() as session:
        found = session.execute(wanted).first()
    if found is None:
        return None
    if found.seen < now - GLANCE:
        _seen(book, hashed(key), now)
    return found.AccountRow  # type: ignore[no-any-return]


def member(book: Book, connection: HTTPConnection) -> AccountRow:
    """The same; raises `signed-out` for a stranger."""
    found = visitor(book, connection)
    if found is None:
        raise Problem(401, "signed-out")
    return found


def _seen(book: Book, key: str, now: float) -> None:
    with book.writing() as session:
        session.execute(sa.update(SessionRow).where(SessionRow.key == key).values(seen=now))


def end(book: Book, key: str) -> None:
    """Of one browser."""
    with book.writing() as session:
        session.execute(sa.delete(SessionRow).where(SessionRow.key == hashed(key)))


def end_all(book: Book, account: str, but: str = "") -> int:
    """Of all browsers, but for the one whose key is given; returns how many there were."""
    doomed = sa.delete(SessionRow).where(
        SessionRow.account_id == account, SessionRow.key != hashed(but))
    with book.writing() as session:
        return changed(session, doomed)


def all_of(book: Book, account: str) -> list[SessionRow]:
    wanted = sa.select(SessionRow).where(SessionRow.account_id == account)
    with book.reading() as session:
        return list(session.scalars(wanted.order_by(SessionRow.seen.desc())))


def last_seen(session: Session, account: str) -> float:
    """When somebody was last here in any browser."""
    wanted = sa.select(sa.func.max(SessionRow.seen)).where(SessionRow.account_id == account)
    return session.scalar(wanted) or 0.0
