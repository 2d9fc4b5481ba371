"""Notices: your turn, a challenge, a word. They name who, what kind and which game, and nothing
of what happened in it: nothing hidden can be in them."""

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from grognard.core.sides import Side
from grognard.server.club import post, preferences, sessions
from grognard.server.club.book import Book
from grognard.server.club.desk import Club
from grognard.server.club.models import AccountRow, MatchSeatRow, NoticeRow
from grognard.server.club.pace import Pace
from grognard.server.problems import own_texts
from grognard.server.wire.club import Hook

KEPT = 100
"""Notices of an account; the oldest go first."""
HERE = 300.0
"""Whoever was here within so many seconds needs no letter."""


def turn(club: Club, session: Session, seat: MatchSeatRow, how: Pace) -> None:
    """Somebody must choose; who plays against the clock sits at the table."""
    tell(club, session, seat.account_id, "turn", seat.game_id, quiet=how.kind == "live")


def ended(club: Club, session: Session, seats: list[MatchSeatRow]) -> None:
    for seat in seats:
        tell(club, session, seat.account_id, "ended", seat.game_id)


def offered(club: Club, session: Session, seats: list[MatchSeatRow], mine: MatchSeatRow) -> None:
    _others(club, session, seats, mine, "offer")


def said(club: Club, game: str, side: Side) -> None:
    """Somebody spoke at a table."""
    wanted = sa.select(MatchSeatRow).where(MatchSeatRow.game_id == game)
    with club.book.writing() as session:
        seats = list(session.scalars(wanted))
        _others(club, session, seats, next(one for one in seats if one.side == side), "talk")
    club.courier.ring()


def _others(
    club: Club, session: Session, seats: list[MatchSeatRow], mine: MatchSeatRow, kind: str
) -> None:
    me = session.get(AccountRow, mine.account_id)
    for seat in seats:
        if seat is not mine:
            tell(club, session, seat.account_id, kind, seat.game_id, me.name if me else "")


def tell(
    club: Club, session: Session, account: str, kind: str, game: str = "", who: str = "",
    *, quiet: bool = False,
) -> None:  # fmt: skip
    """Tell a member by the ways that he wants; the same thing is not told twice before he looks."""
    reader = session.get(AccountRow, account) if account else None
    if reader is None or _told_already(session, account, kind, game, who):
        return
    wants, now = preferences.of(reader), club.book.clock()
    if kind in wants.page:
        session.add(NoticeRow(account_id=account, kind=kind, game_id=game, who=who, at=now,
                              seen=False))  # fmt: skip
    if not quiet and now - sessions.last_seen(session, account) > HERE:
        _send(club, session, reader, kind, game, who)


def _told_already(session: Session, account: str, kind: str, game: str, who: str) -> bool:
    wanted = sa.select(NoticeRow.id).where(
        NoticeRow.account_id == account, NoticeRow.kind == kind, NoticeRow.game_id == game,
        NoticeRow.who == who, NoticeRow.seen.is_(False))
    return session.scalar(wanted) is not None


def _send(
    club: Club, session: Session, reader: AccountRow, kind: str, game: str, who: str
) -> None:
    wants, said = preferences.of(reader), own_texts(reader.language).text
    link = f"{club.config.address.rstrip('/')}/{f'games/{game}' if game else ''}"
    sentence = said(f"notify.{kind}", {"who": who})
    if reader.mail and kind in wants.mail and club.config.mails:
        body = said("notify.letter", {"name": reader.name, "sentence": sentence, "link": link})
        post.put(session, club.book, post.MAIL, reader.mail, sentence, body)
    if wants.webhook.url and kind in wants.hook:
        body = hook_body(wants.webhook, kind, sentence, link)
        post.put(session, club.book, post.HOOK, wants.webhook.url, kind, body)


def hook_body(hook: Hook, kind: str, sentence: str, link: str) -> str:
    """What each kind of receiver reads."""
    text = f"{sentence} {link}"
    told = {
        "discord": {"content": text, "allowed_mentions": {"parse": list[str]()}},
        "slack": {"text": text},
        "json": {"kind": kind, "text": sentence, "link": link},
    }[hook.style]
    return msgspec.json.encode(told).decode()


# -- reading ------------------------------------------------------------------------------


def all_of(book: Book, account: str) -> list[NoticeRow]:
    """The latest first."""
    wanted = sa.select(NoticeRow).where(NoticeRow.account_id == account)
    with book.reading() as session:
        return list(session.scalars(wanted.order_by(NoticeRow.id.desc()).limit(KEPT)))


def _has_unseen(book: Book, account: str, game: str) -> bool:
    wanted = sa.select(NoticeRow.id).where(
        NoticeRow.account_id == account, NoticeRow.game_id == game, NoticeRow.seen.is_(False))
    with book.reading() as session:
        return session.scalar(wanted) is not None


def look(book: Book, account: str, game: str | None = None) -> None:
    """Everything was seen, or what concerns a game; what is old is forgotten."""
    mine = NoticeRow.account_id == account
    seen = sa.update(NoticeRow).where(mine, NoticeRow.seen.is_(False))
    if game is not None and not _has_unseen(book, account, game):
        return
    newest = sa.select(NoticeRow.id).where(mine).order_by(NoticeRow.id.desc()).offset(KEPT).limit(1)
    with book.writing() as session:
        session.execute((seen if game is None else seen.where(NoticeRow.game_id == game)).values(
            seen=True))
        oldest = session.scalar(newest)
        if oldest is not None:
            session.execute(sa.delete(NoticeRow).where(mine, NoticeRow.id <= oldest))
