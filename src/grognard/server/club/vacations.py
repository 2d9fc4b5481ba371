"""Vacation: the clocks of matches by correspondence stand still while somebody is away."""

from collections.abc import Iterator
from datetime import UTC, datetime

import sqlalchemy as sa
from sqlalchemy.orm import Session

from grognard.server.club import pace
from grognard.server.club.book import Book, changed
from grognard.server.club.models import AccountRow, MatchRow, MatchSeatRow
from grognard.server.club.pace import DAY, Pace
from grognard.server.problems import Problem

A_YEAR = 30 * DAY
"""Seconds of vacation that everybody has in a year."""
SHORTEST = DAY
"""What a vacation costs at least: it is not there to think longer."""


def is_away(session: Session, account: str, how: Pace) -> bool:
    """Whether clocks of this pace stand for somebody."""
    found = session.get(AccountRow, account) if account and how.kind == "days" else None
    return found is not None and bool(found.away_since)


def left(account: AccountRow, now: float) -> float:
    """Seconds of vacation that are left this year."""
    return A_YEAR if account.away_year != _year(now) else account.away_left


def go(book: Book, account: AccountRow) -> None:
    """Stop the clocks."""
    now = book.clock()
    if account.away_since:
        return
    if left(account, now) < SHORTEST:
        raise Problem(409, "no-vacation")
    values = {"away_since": now, "away_left": left(account, now), "away_year": _year(now)}
    with book.writing() as session:
        session.execute(_mine(account, away=False).values(**values))
        for seat, how in _clocks(session, account.id):
            pace.stop(seat, how, now)


def come_back(book: Book, account: AccountRow) -> None:
    """Let them go on."""
    now = book.clock()
    used = max(SHORTEST, now - account.away_since)
    with book.writing() as session:
        over = _mine(account, away=True).values(
            away_since=0.0, away_left=max(0.0, account.away_left - used))
        if not changed(session, over):
            return  # somebody else has seen it already
        for seat, how in _clocks(session, account.id):
            if seat.asked:
                pace.start(seat, how, now)


def end_those_used_up(book: Book) -> None:
    """Nobody is away longer than he may."""
    used_up = AccountRow.away_since + AccountRow.away_left < book.clock()
    with book.reading() as session:
        wanted = sa.select(AccountRow).where(AccountRow.away_since > 0, used_up)
        found = list(session.scalars(wanted))
    for account in found:
        come_back(book, account)


def _mine(account: AccountRow, *, away: bool) -> sa.Update:
    since = AccountRow.away_since
    return sa.update(AccountRow).where(
        AccountRow.id == account.id, since > 0 if away else since == 0)


def _clocks(session: Session, account: str) -> Iterator[tuple[MatchSeatRow, Pace]]:
    """The seats of somebody in running matches by correspondence."""
    wanted = sa.select(MatchSeatRow, MatchRow.pace).join(
        MatchRow, MatchRow.game_id == MatchSeatRow.game_id).where(
        MatchSeatRow.account_id == account, MatchRow.ended == "")
    for seat, told in session.execute(wanted).all():
        how = pace.read(told)
        if how.kind == "days":
            yield seat, how


def _year(now: float) -> int:
    return datetime.fromtimestamp(now, UTC).year
