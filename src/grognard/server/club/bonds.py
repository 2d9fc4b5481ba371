"""Friends, and those from whom one wants to hear nothing."""

import sqlalchemy as sa

from grognard.server.club.book import Book
from grognard.server.club.models import BLOCK, BondRow
from grognard.server.problems import Problem


def bind(book: Book, account: str, other: str, kind: str) -> None:
    """Make somebody a friend, block him, or neither."""
    if account == other:
        raise Problem(422, "yourself")
    old = sa.delete(BondRow).where(BondRow.account_id == account, BondRow.other_id == other)
    with book.writing() as session:
        session.execute(old)
        if kind:
            session.add(BondRow(account_id=account, other_id=other, kind=kind))


def all_of(book: Book, account: str) -> dict[str, str]:
    """The kind of bond by the other's id."""
    wanted = sa.select(BondRow.other_id, BondRow.kind).where(BondRow.account_id == account)
    with book.reading() as session:
        return dict(session.execute(wanted).all())


def shunned(book: Book, account: str) -> set[str]:
    """Whom somebody blocks, and who blocks him: they do not meet."""
    mine = sa.select(BondRow.other_id).where(
        BondRow.account_id == account, BondRow.kind == BLOCK)
    theirs = sa.select(BondRow.account_id).where(
        BondRow.other_id == account, BondRow.kind == BLOCK)
    with book.reading() as session:
        return {*session.scalars(mine), *session.scalars(theirs)}
