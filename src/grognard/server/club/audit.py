"""What happened to accounts, kept for a while for who runs the server. No secret is written."""

import sqlalchemy as sa

from grognard.server.club.book import Book
from grognard.server.club.models import AuditRow

KEPT = 90 * 86400.0
"""Seconds."""


def note(book: Book, event: str, account: str = "", address: str = "", detail: str = "") -> None:
    """One line."""
    row = AuditRow(at=book.clock(), account_id=account, event=event, address=address[:64],
                   detail=detail[:200])  # fmt: skip
    with book.writing() as session:
        session.add(row)
        session.execute(sa.delete(AuditRow).where(AuditRow.at < book.clock() - KEPT))


def lines(book: Book, account: str) -> list[AuditRow]:
    """What is written about an account, the latest first."""
    wanted = sa.select(AuditRow).where(AuditRow.account_id == account).order_by(AuditRow.id.desc())
    with book.reading() as session:
        return list(session.scalars(wanted))
