"""The tables of the database.

``actions`` is only ever added to: an undo is one more row, which names the rows that it takes
back. So whatever was accepted once can be read again.
"""

from sqlalchemy import ForeignKey, Index, LargeBinary, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

ACT, ROLL, UNDO, ASIDE, REST = "act", "roll", "undo", "aside", "rest"
"""Kinds of row: a decision, an outcome of chance, an undo, lines that no longer fitted, and all
lines of an imported record from the first that never did."""

PERSON, BOT, WATCHER = "person", "bot", "watcher"
MACHINE, TYPED = "machine", "typed"


class Base(DeclarativeBase):
    """All tables."""


class GameRow(Base):
    """One game: what it is played with, and how it stood when it was last changed."""

    __tablename__ = "games"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    title: Mapped[str] = mapped_column(String(200), default="")
    box: Mapped[str] = mapped_column(String(64))
    scenario: Mapped[str] = mapped_column(String(64))
    options: Mapped[str] = mapped_column(Text, default="{}")
    dice: Mapped[str] = mapped_column(String(8), default=MACHINE)
    position: Mapped[bytes | None] = mapped_column(LargeBinary, default=None)
    """The state that the play began with, if not with the set-up: a fork of a running game."""
    fingerprint: Mapped[str] = mapped_column(String(64), default="")
    """Of the box's data when the game was created; a position is bound to it."""
    version: Mapped[str] = mapped_column(String(32), default="")
    fork_of: Mapped[str] = mapped_column(String(16), default="")
    created: Mapped[str] = mapped_column(String(20))
    changed: Mapped[str] = mapped_column(String(20))
    archived: Mapped[bool] = mapped_column(default=False)
    over: Mapped[bool] = mapped_column(default=False)
    turn: Mapped[int] = mapped_column(default=0)
    result: Mapped[str] = mapped_column(Text, default="")
    lesson: Mapped[str] = mapped_column(String(64), default="", server_default="")
    """The lesson that it follows, or nothing."""
    watch: Mapped[str] = mapped_column(String(64), default="", server_default="")
    """The hash of the key by which others may watch it, or nothing."""
    changes: Mapped[int] = mapped_column(default=0, server_default="0")
    """Counts all that was ever written about it: who has read it sees whether that is old."""


class SeatRow(Base):
    """Who plays a side, and the token by which that player is known."""

    __tablename__ = "seats"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    side: Mapped[str] = mapped_column(String(32), primary_key=True)
    kind: Mapped[str] = mapped_column(String(8), default=PERSON)
    name: Mapped[str] = mapped_column(String(100), default="")
    bot: Mapped[str] = mapped_column(String(64), default="")
    token: Mapped[str] = mapped_column(String(64))
    """Of a seat that was given away, its hash only: then nobody knows it but who sits there."""
    away: Mapped[bool] = mapped_column(default=False, server_default="0")
    """Given away by a link."""
    invite: Mapped[str] = mapped_column(String(64), default="", server_default="")
    """The hash of the key in the link, as long as nobody has taken the seat."""

    __table_args__ = (Index("seats_token", "token", unique=True),)


class ActionRow(Base):
    """One line of the history of a game; never changed."""

    __tablename__ = "actions"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    party: Mapped[str] = mapped_column(String(32))
    """The side, or chance."""
    text: Mapped[str] = mapped_column(Text)
    """The action or the outcome in notation; why, for lines set aside."""
    takes: Mapped[str] = mapped_column(Text, default="")
    """The numbers of the rows that this one takes out of the play, as JSON."""
    secret: Mapped[bool] = mapped_column(default=False)
    """Done while the other sides may not even know that something was done."""
    at: Mapped[str] = mapped_column(String(20))


class TalkRow(Base):
    """Something that a player said to the others."""

    __tablename__ = "talk"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    side: Mapped[str] = mapped_column(String(32))
    name: Mapped[str] = mapped_column(String(100), default="")
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[str] = mapped_column(String(20))


class NotepadRow(Base):
    """What a seat has noted for itself."""

    __tablename__ = "notepads"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    side: Mapped[str] = mapped_column(String(32), primary_key=True)
    text: Mapped[str] = mapped_column(Text)


class ErrandRow(Base):
    """A game whose bot must choose, for bots in processes of their own; see `errands`."""

    __tablename__ = "errands"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    lane: Mapped[str] = mapped_column(String(8))
    rank: Mapped[int]
    since: Mapped[float]
    """When it was queued, by the clock of the database."""
    calls: Mapped[int]
    """How often it was asked for: who does it sees whether it was asked for again meanwhile."""
    holder: Mapped[str] = mapped_column(String(16), default="")
    """Who does it."""
    until: Mapped[float] = mapped_column(default=0.0)
    """When it is free for others again, should its holder fall silent."""

    __table_args__ = (Index("errands_queue", "lane", "rank", "since"),)


class SnapshotRow(Base):
    """A position on the way, to open long games quickly; a cache and nothing else."""

    __tablename__ = "snapshots"

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    entries: Mapped[int]
    stamp: Mapped[str] = mapped_column(String(64))
    """Of the program and the box's data."""
    digest: Mapped[str] = mapped_column(String(64))
    """Of the lines played so far."""
    state: Mapped[bytes] = mapped_column(LargeBinary)
    log: Mapped[bytes] = mapped_column(LargeBinary)
