"""All that is kept about somebody: to take it home, and to have it forgotten."""

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from grognard.server.club import matches
from grognard.server.club.desk import Club
from grognard.server.club.models import (
    AccountRow,
    AuditRow,
    BondRow,
    ChallengeRow,
    LetterKeyRow,
    MatchSeatRow,
    NoticeRow,
    OutboxRow,
    RatingRow,
    SessionRow,
)
from grognard.server.models import NotepadRow, SeatRow, TalkRow

OWN = (SessionRow, LetterKeyRow, BondRow, RatingRow, NoticeRow, ChallengeRow)
"""What belongs to an account and goes with it."""
TOLD = (*OWN, AuditRow, MatchSeatRow)
SECRET = {"password", "key"}
"""Hashes, which are of no use to anybody but a thief."""
AT_TABLE = (TalkRow, NotepadRow)


def export(club: Club, account: AccountRow) -> bytes:
    """All of it, as JSON."""
    with club.book.reading() as session:
        told: dict[str, Any] = {"account": _plain(account)}
        for table in TOLD:
            rows = session.scalars(sa.select(table).where(table.account_id == account.id))
            told[table.__tablename__] = [_plain(row) for row in rows]
        seats = [(row["game_id"], row["side"]) for row in told["match_seats"]]
        for words in AT_TABLE:
            told[words.__tablename__] = _said(session, words, seats)
    return msgspec.json.format(msgspec.json.encode(told), indent=1)


def _plain(row: Any) -> dict[str, Any]:
    names = [column.name for column in row.__table__.columns]
    return {name: getattr(row, name) for name in names if name not in SECRET}


def _said(session: Session, table: type[Any], seats: list[tuple[str, str]]) -> list[dict[str, Any]]:
    wanted = sa.select(table).where(sa.tuple_(table.game_id, table.side).in_(seats))
    return [_plain(row) for row in session.scalars(wanted)] if seats else []


def delete(club: Club, account: AccountRow) -> None:
    """The account and what belongs to it. Games stay, for they are others' too, without the name;
    those that still run are lost."""
    matches.leave_all(club, account.id)
    with club.book.writing() as session:
        for table in OWN:
            session.execute(sa.delete(table).where(table.account_id == account.id))
        session.execute(sa.delete(BondRow).where(BondRow.other_id == account.id))
        session.execute(sa.delete(ChallengeRow).where(ChallengeRow.to_id == account.id))
        if account.mail:
            session.execute(sa.delete(OutboxRow).where(OutboxRow.address == account.mail))
        games = _take_name_off(session, account.id)
        session.execute(sa.delete(AccountRow).where(AccountRow.id == account.id))
    for game in games:
        _put_back(club, game)


def _put_back(club: Club, game: str) -> None:
    """A game that lies open still knows the name: it is read anew when somebody asks."""
    club.room.store.update(game, {})  # other processes count it as a change
    found = club.room.at_hand.look(game)
    if found is not None:
        with found.lock:
            club.room.drop(found)
    club.ring(game)


def _take_name_off(session: Session, id: str) -> list[str]:
    """Off seats and what was said there; returns the games."""
    wanted = sa.select(MatchSeatRow.game_id, MatchSeatRow.side).where(MatchSeatRow.account_id == id)
    seats = session.execute(wanted).all()
    for game, side in seats:
        for table in (SeatRow, TalkRow):
            here = (table.game_id == game) & (table.side == side)
            session.execute(sa.update(table).where(here).values(name=""))
    mine = sa.update(MatchSeatRow).where(MatchSeatRow.account_id == id)
    session.execute(mine.values(account_id=""))
    session.execute(sa.update(AuditRow).where(AuditRow.account_id == id).values(account_id=""))
    return [game for game, _ in seats]
