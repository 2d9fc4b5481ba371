"""Ratings of players, one for each box: every match is a period of its own."""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from grognard.server.club import glicko
from grognard.server.club.glicko import DRAW, LOSS, WIN, Rating
from grognard.server.club.models import MatchSeatRow, RatingRow

PERIOD = 30 * 86400.0
"""Seconds without a match that make a rating less sure by one period of the formula."""
PROVISIONAL = 110.0
"""A rating with a greater deviation is shown with a question mark."""

COUNTED = {WIN: "wins", DRAW: "draws", LOSS: "losses"}


def now_of(row: RatingRow | None, now: float) -> Rating:
    """What is believed of somebody today."""
    if row is None:
        return Rating()
    kept = Rating(row.rating, row.deviation, row.volatility)
    return glicko.idle(kept, max(0.0, now - row.changed) / PERIOD)


def find(session: Session, account: str, box: str) -> RatingRow | None:
    return session.get(RatingRow, (account, box), with_for_update=True)


def all_of(session: Session, accounts: list[str], box: str | None = None) -> list[RatingRow]:
    wanted = sa.select(RatingRow).where(RatingRow.account_id.in_(accounts))
    if box is not None:
        wanted = wanted.where(RatingRow.box == box)
    return list(session.scalars(wanted.order_by(RatingRow.box)))


def settle(
    session: Session, box: str, seats: list[MatchSeatRow], winner: str, now: float
) -> None:
    """Count a match between two people, in the transaction that ends it."""
    rows = [find(session, seat.account_id, box) for seat in seats]
    before = [now_of(row, now) for row in rows]
    scores = [_score(seat.side, winner) for seat in seats]
    for index, seat in enumerate(seats):
        after = glicko.rated(before[index], [(before[1 - index], scores[index])])
        seat.before, seat.after = before[index].rating, after.rating
        _keep(session, rows[index], seat.account_id, box, after, scores[index], now)


def _score(side: str, winner: str) -> float:
    return DRAW if not winner else WIN if side == winner else LOSS


def _keep(
    session: Session, row: RatingRow | None, account: str, box: str, after: Rating, score: float,
    now: float,
) -> None:  # fmt: skip
    if row is None:
        row = RatingRow(account_id=account, box=box, games=0, wins=0, draws=0, losses=0)
        session.add(row)
    row.rating, row.deviation, row.volatility = after.rating, after.deviation, after.volatility
    row.games, row.changed = row.games + 1, now
    setattr(row, COUNTED[score], getattr(row, COUNTED[score]) + 1)
