"""Letters about an account itself: to confirm an address, and to choose a new password."""

import sqlalchemy as sa

from grognard.server.club import accounts, attempts, audit, post
from grognard.server.club.accounts import Caller
from grognard.server.club.book import Book, changed
from grognard.server.club.config import Config
from grognard.server.club.models import AccountRow, LetterKeyRow
from grognard.server.keys import hashed, new_key
from grognard.server.problems import Problem, own_texts

CONFIRM, RESET = "confirm", "reset"
GOOD_FOR = {CONFIRM: 3 * 86400.0, RESET: 3600.0}
"""Seconds for which the link in a letter is good."""


def ask_to_confirm(
    book: Book, config: Config, account: AccountRow, mail: str, caller: Caller
) -> None:
    """A letter to a new address; it counts only when its link was followed."""
    if not config.mails:
        raise Problem(409, "no-mail")
    attempts.check(book, "letter", account.id)
    attempts.count(book, "letter", account.id)
    _write(book, config, account, CONFIRM, mail)
    audit.note(book, "mail-asked", account.id, caller.address)


def ask_to_reset(book: Book, config: Config, name: str, caller: Caller) -> None:
    """A letter to the confirmed address of an account. Nobody is told whether there is one."""
    if not config.mails:
        raise Problem(409, "no-mail")
    attempts.check(book, "letter", caller.address)
    attempts.count(book, "letter", caller.address)
    account = accounts.by_handle(book, accounts.handle_of(name))
    if account is not None and account.mail:
        _write(book, config, account, RESET, account.mail)
        audit.note(book, "reset-asked", account.id, caller.address)


def _write(book: Book, config: Config, account: AccountRow, purpose: str, mail: str) -> None:
    key, said = new_key(), own_texts(account.language).text
    link = f"{config.address.rstrip('/')}/{purpose}#{key}"
    blanks = {"name": account.name, "link": link}
    row = LetterKeyRow(key=hashed(key), account_id=account.id, purpose=purpose, mail=mail,
                       expires=book.clock() + GOOD_FOR[purpose])  # fmt: skip
    with book.writing() as session:
        session.add(row)
        post.put(session, book, post.MAIL, mail, said(f"letter.{purpose}-subject"),
                 said(f"letter.{purpose}", blanks))


def confirm(book: Book, key: str, caller: Caller) -> AccountRow:
    """The link of the letter was followed: the address is the account's."""
    account, mail = _redeem(book, key, CONFIRM)
    accounts.change(book, account.id, mail=mail)
    audit.note(book, "mail-confirmed", account.id, caller.address)
    return account


def reset(book: Book, key: str, password: str, caller: Caller) -> AccountRow:
    """A new password for whoever reads the mail of the account."""
    account, _ = _shown(book, key, RESET)
    accounts.check_password(password, account.name)
    _redeem(book, key, RESET)
    accounts.change_password(book, account, password, caller)
    return account


def _shown(book: Book, key: str, purpose: str) -> tuple[AccountRow, str]:
    wanted = sa.select(AccountRow, LetterKeyRow.mail).join(LetterKeyRow).where(
        LetterKeyRow.key == hashed(key), LetterKeyRow.purpose == purpose,
        LetterKeyRow.expires > book.clock())
    with book.reading() as session:
        found = session.execute(wanted).first()
    if found is None:
        raise Problem(401, "dead-letter")
    return found.AccountRow, found.mail


def _redeem(book: Book, key: str, purpose: str) -> tuple[AccountRow, str]:
    """A key is good once, and its use ends all others of its kind."""
    account, mail = _shown(book, key, purpose)
    with book.writing() as session:
        if not changed(session, sa.delete(LetterKeyRow).where(LetterKeyRow.key == hashed(key))):
            raise Problem(401, "dead-letter")  # somebody was quicker with the same
        session.execute(sa.delete(LetterKeyRow).where(
            LetterKeyRow.account_id == account.id, LetterKeyRow.purpose == purpose))
    return account, mail
