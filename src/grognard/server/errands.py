"""The queue of the bots in the database: whose bot must choose, and which process lets it.

As fair as the :class:`~grognard.server.rota.Rota` of one process: one choice at a time, games in
which a person waits first, and among equals who has waited longest. An errand is written with the
change that calls for it, so that no game is ever left waiting; whoever takes one has a lease, and
if he falls silent another takes it.
"""

from collections.abc import Collection
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from grognard.server.models import ErrandRow

CHANNEL = "grognard_errands"
"""Where it is told that there is something to do."""
QUICK, SLOW = "quick", "slow"
"""A lane of their own for bots that take seconds, so that no other bot waits for them."""
LEASE = 15.0
"""Seconds after which an errand is free again; who lives renews his lease three times as often."""

CLOCK = sa.cast(sa.func.extract("epoch", sa.func.clock_timestamp()), sa.Double)
"""Of the database: there all processes have the same."""


class Errand(NamedTuple):
    """Somebody's bot must choose."""

    lane: str
    rank: int


class Taken(NamedTuple):
    """An errand that somebody does now."""

    game: str
    calls: int


def told(channel: str, what: str) -> Any:
    """A statement that tells all who listen, when what was written with it is true."""
    return sa.select(sa.func.pg_notify(channel, what))


def write(session: Session, id: str, errand: Errand) -> None:
    """Queue a game; one that waits keeps its place, one that is being done comes again."""
    wanted = insert(ErrandRow).values(
        game_id=id, lane=errand.lane, rank=errand.rank, since=CLOCK, calls=1, holder="", until=0.0)
    again = {"lane": errand.lane, "rank": errand.rank, "calls": ErrandRow.calls + 1}
    session.execute(wanted.on_conflict_do_update(index_elements=["game_id"], set_=again))
    session.execute(told(CHANNEL, errand.lane))


class Queue:
    """Takes errands in the name of one process."""

    def __init__(self, engine: sa.Engine, holder: str, lease: float = LEASE) -> None:
        self._engine, self.holder, self.lease = engine, holder, lease

    def take(self, lane: str) -> Taken | None:
        """The next errand of a lane; two who ask at once never get the same."""
        free = (
            sa.select(ErrandRow.game_id)
            .where(ErrandRow.lane == lane, ErrandRow.until < CLOCK)
            .order_by(ErrandRow.rank, ErrandRow.since).limit(1).with_for_update(skip_locked=True)
        )  # fmt: skip
        taken = (
            sa.update(ErrandRow).where(ErrandRow.game_id == free.scalar_subquery())
            .values(holder=self.holder, until=CLOCK + self.lease)
            .returning(ErrandRow.game_id, ErrandRow.calls)
        )  # fmt: skip
        with self._engine.begin() as connection:
            found = connection.execute(taken).first()
        return Taken(*found) if found else None

    def finish(self, taken: Taken) -> None:
        """It is done; what was asked for meanwhile goes behind all others."""
        mine = (ErrandRow.game_id == taken.game) & (ErrandRow.holder == self.holder)
        done = sa.delete(ErrandRow).where(mine, ErrandRow.calls == taken.calls)
        again = sa.update(ErrandRow).where(mine).values(holder="", until=0.0, since=CLOCK)
        with self._engine.begin() as connection:
            if not connection.execute(done).rowcount:
                connection.execute(again)

    def renew(self, games: Collection[str]) -> None:
        """The errands of these games are still being done."""
        mine = (ErrandRow.holder == self.holder) & ErrandRow.game_id.in_(games)
        with self._engine.begin() as connection:
            connection.execute(sa.update(ErrandRow).where(mine).values(until=CLOCK + self.lease))

    def waiting(self) -> dict[str, tuple[int, float]]:
        """By lane, how many wait or are done, and for how many seconds the first has waited."""
        oldest = CLOCK - sa.func.min(ErrandRow.since)
        wanted = sa.select(ErrandRow.lane, sa.func.count(), oldest).group_by(ErrandRow.lane)
        with self._engine.connect() as connection:
            return {lane: (count, age) for lane, count, age in connection.execute(wanted)}
