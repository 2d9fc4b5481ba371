"""Accounts: opening one, coming in, another password, and going for good."""

import unicodedata
from dataclasses import dataclass

import sqlalchemy as sa

from grognard.server.club import attempts, audit, passwords, sessions
from grognard.server.club.book import Book, Twice
from grognard.server.club.models import AccountRow
from grognard.server.creating import new_id
from grognard.server.problems import Problem, unknown


@dataclass(frozen=True)
class Caller:
    """Where somebody calls from, and with what."""

    address: str
    agent: str = ""


def handle_of(name: str) -> str:
    """A name as it is compared."""
    return unicodedata.normalize("NFKC", name).casefold()


def sign_up(book: Book, name: str, password: str, language: str, caller: Caller) -> AccountRow:
    """A new account; raises `name-taken` and `weak-password`."""
    attempts.check(book, "sign-up", caller.address)
    check_password(password, name)
    account = AccountRow(
        id=new_id(), name=name, handle=handle_of(name), password=passwords.keep(password),
        mail="", language=language, created=book.clock(), wishes="{}", away_since=0.0,
        away_left=0.0, away_year=0,
    )  # fmt: skip
    attempts.count(book, "sign-up", caller.address)
    try:
        with book.writing() as session:
            session.add(account)
    except Twice as fault:
        raise Problem(409, "name-taken", field="name") from fault
    audit.note(book, "sign-up", account.id, caller.address)
    return account


def check_password(password: str, name: str) -> None:
    """Length is what counts; a name is no secret."""
    if len(set(password)) < 4 or handle_of(name) in handle_of(password):
        raise Problem(422, "weak-password", field="password")


def sign_in(book: Book, name: str, password: str, caller: Caller) -> AccountRow:
    """The account; a wrong name and a wrong password get the same answer, after the same time."""
    handle = handle_of(name)
    tried = {"pair": f"{handle} {caller.address}", "from": caller.address, "name": handle}
    for kind, who in tried.items():
        attempts.check(book, kind, who)
    account = by_handle(book, handle)
    if not passwords.fits(password, account.password if account else ""):
        for kind, who in tried.items():
            attempts.count(book, kind, who)
        audit.note(book, "wrong-password", account.id if account else "", caller.address)
        raise Problem(401, "wrong-password")
    assert account is not None
    audit.note(book, "sign-in", account.id, caller.address)
    return account


def prove(book: Book, account: AccountRow, password: str, caller: Caller) -> None:
    """Whoever changes what an account rests upon says its password once more."""
    sign_in(book, account.name, password, caller)


def change_password(
    book: Book, account: AccountRow, password: str, caller: Caller, stay: str = ""
) -> None:
    """A new one; every browser but the one at hand has to sign in again."""
    check_password(password, account.name)
    change(book, account.id, password=passwords.keep(password))
    sessions.end_all(book, account.id, but=stay)
    audit.note(book, "new-password", account.id, caller.address)


def change(book: Book, id: str, **values: object) -> None:
    """Columns of an account."""
    with book.writing() as session:
        session.execute(sa.update(AccountRow).where(AccountRow.id == id).values(**values))


def by_handle(book: Book, handle: str) -> AccountRow | None:
    with book.reading() as session:
        return session.scalar(sa.select(AccountRow).where(AccountRow.handle == handle))


def named(book: Book, name: str) -> AccountRow:
    """An account by its name; raises `unknown-player`."""
    found = by_handle(book, handle_of(name))
    if found is None:
        raise unknown("player", name)
    return found


def names(book: Book, ids: list[str]) -> dict[str, str]:
    """The names of accounts by id."""
    wanted = sa.select(AccountRow.id, AccountRow.name).where(AccountRow.id.in_(ids))
    with book.reading() as session:
        return dict(session.execute(wanted).all())
