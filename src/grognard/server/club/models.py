"""The tables of the club. Times are seconds since 1970, so that clocks can be reckoned with."""

from sqlalchemy import Double, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from grognard.server.models import Base

OPEN, TAKEN, WITHDRAWN, DECLINED = "open", "taken", "withdrawn", "declined"
FRIEND, BLOCK = "friend", "block"
PLAYED, RESIGNED, AGREED, FLAG = "played", "resigned", "agreed", "flag"
"""How a match ended: by the rules, or by its players and their clocks."""


class AccountRow(Base):
    """Somebody who plays here."""

    __tablename__ = "accounts"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    name: Mapped[str] = mapped_column(String(24))
    handle: Mapped[str] = mapped_column(String(64), unique=True)
    """The name as it is compared, so that nobody can be mistaken for somebody else."""
    password: Mapped[str] = mapped_column(String(200))
    mail: Mapped[str] = mapped_column(String(254), default="")
    """Confirmed by a letter; nothing is ever sent to another address but that letter."""
    language: Mapped[str] = mapped_column(String(2), default="en")
    created: Mapped[float] = mapped_column(Double)
    wishes: Mapped[str] = mapped_column(Text, default="{}")
    """What is told by mail and webhook, as JSON; what is not named there is as by default."""
    away_since: Mapped[float] = mapped_column(Double, default=0.0)
    """Since when on vacation; nought for who is not."""
    away_left: Mapped[float] = mapped_column(Double, default=0.0)
    """Seconds of vacation left this year."""
    away_year: Mapped[int] = mapped_column(default=0)


class SessionRow(Base):
    """A browser in which somebody is signed in."""

    __tablename__ = "sessions"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    """The hash of the cookie."""
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    created: Mapped[float] = mapped_column(Double)
    seen: Mapped[float] = mapped_column(Double)
    agent: Mapped[str] = mapped_column(String(200), default="")


class LetterKeyRow(Base):
    """The key in a letter: whoever shows it reads the mail of that address."""

    __tablename__ = "letter_keys"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    purpose: Mapped[str] = mapped_column(String(8))
    mail: Mapped[str] = mapped_column(String(254))
    expires: Mapped[float] = mapped_column(Double)


class AttemptRow(Base):
    """Something that must not be tried too often, and who tried it."""

    __tablename__ = "attempts"

    id: Mapped[int] = mapped_column(primary_key=True)
    who: Mapped[str] = mapped_column(String(160))
    at: Mapped[float] = mapped_column(Double)

    __table_args__ = (Index("attempts_who", "who", "at"),)


class AuditRow(Base):
    """What happened to an account, for who runs the server."""

    __tablename__ = "audit"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[float] = mapped_column(Double, index=True)
    account_id: Mapped[str] = mapped_column(String(16), default="")
    event: Mapped[str] = mapped_column(String(32))
    address: Mapped[str] = mapped_column(String(64), default="")
    detail: Mapped[str] = mapped_column(String(200), default="")


class ChallengeRow(Base):
    """Somebody offers a game: to one other, or to whoever accepts first."""

    __tablename__ = "challenges"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    to_id: Mapped[str] = mapped_column(String(16), default="", index=True)
    box: Mapped[str] = mapped_column(String(64))
    scenario: Mapped[str] = mapped_column(String(64))
    options: Mapped[str] = mapped_column(Text, default="{}")
    side: Mapped[str] = mapped_column(String(32), default="")
    """The challenger's; nothing where the lot is drawn."""
    pace: Mapped[str] = mapped_column(Text, default="{}")
    rated: Mapped[bool] = mapped_column(default=True)
    watched: Mapped[bool] = mapped_column(default=True)
    state: Mapped[str] = mapped_column(String(12), default=OPEN, index=True)
    game_id: Mapped[str] = mapped_column(String(16), default="")
    created: Mapped[float] = mapped_column(Double)


class MatchRow(Base):
    """A game of the club, and how it ended if not by the rules alone."""

    __tablename__ = "matches"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    rated: Mapped[bool] = mapped_column(default=False)
    watch: Mapped[str] = mapped_column(String(64), default="")
    """The key by which members watch; nothing where nobody may."""
    pace: Mapped[str] = mapped_column(Text, default="{}")
    turn: Mapped[int] = mapped_column(default=0)
    """The last turn for which clocks were wound up."""
    ended: Mapped[str] = mapped_column(String(12), default="", index=True)
    winner: Mapped[str] = mapped_column(String(32), default="")
    ended_at: Mapped[float] = mapped_column(Double, default=0.0)
    created: Mapped[float] = mapped_column(Double)


class MatchSeatRow(Base):
    """Who plays a side of a match, whether it must choose, and its clock."""

    __tablename__ = "match_seats"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    side: Mapped[str] = mapped_column(String(32), primary_key=True)
    account_id: Mapped[str] = mapped_column(String(16), default="", index=True)
    """Nobody's where a bot plays, or somebody who has gone for good."""
    asked: Mapped[bool] = mapped_column(default=False)
    """Whether it must choose: the truth, which only its own player may be told."""
    offer: Mapped[str] = mapped_column(String(32), default="")
    """The result that it would agree upon: the winner's side, or `draw`."""
    left: Mapped[float] = mapped_column(Double, default=0.0)
    """Seconds on the clock, or in the reserve, when it last stopped."""
    since: Mapped[float] = mapped_column(Double, default=0.0)
    """Since when it runs; nought while it stands."""
    stopped: Mapped[float] = mapped_column(Double, default=0.0)
    """When it last stopped."""
    deadline: Mapped[float | None] = mapped_column(Double, default=None, index=True)
    """When the flag falls if nothing is chosen."""
    before: Mapped[float | None] = mapped_column(Double, default=None)
    after: Mapped[float | None] = mapped_column(Double, default=None)
    """The rating before and after a match that was rated."""


class BondRow(Base):
    """A friend, or somebody from whom one wants to hear nothing."""

    __tablename__ = "bonds"

    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    other_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))


class RatingRow(Base):
    """How strong somebody plays a box (Glicko-2), and his score."""

    __tablename__ = "ratings"

    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    box: Mapped[str] = mapped_column(String(64), primary_key=True)
    rating: Mapped[float] = mapped_column(Double)
    deviation: Mapped[float] = mapped_column(Double)
    volatility: Mapped[float] = mapped_column(Double)
    games: Mapped[int] = mapped_column(default=0)
    wins: Mapped[int] = mapped_column(default=0)
    draws: Mapped[int] = mapped_column(default=0)
    losses: Mapped[int] = mapped_column(default=0)
    changed: Mapped[float] = mapped_column(Double)


class NoticeRow(Base):
    """Something that somebody should hear of."""

    __tablename__ = "notices"

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    kind: Mapped[str] = mapped_column(String(16))
    game_id: Mapped[str] = mapped_column(String(16), default="")
    who: Mapped[str] = mapped_column(String(24), default="")
    """The name of whoever caused it."""
    at: Mapped[float] = mapped_column(Double)
    seen: Mapped[bool] = mapped_column(default=False)


class OutboxRow(Base):
    """A letter or a call that waits to be sent; any process may send it, one does."""

    __tablename__ = "outbox"

    id: Mapped[int] = mapped_column(primary_key=True)
    channel: Mapped[str] = mapped_column(String(8))
    address: Mapped[str] = mapped_column(String(500))
    subject: Mapped[str] = mapped_column(String(200), default="")
    body: Mapped[str] = mapped_column(Text)
    tries: Mapped[int] = mapped_column(default=0)
    due: Mapped[float] = mapped_column(Double, index=True)
