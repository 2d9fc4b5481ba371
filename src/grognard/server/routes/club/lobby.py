"""The lobby: challenges, and lists of matches."""

import sqlalchemy as sa
from fastapi import APIRouter
from starlette.responses import Response

from grognard.server.answers import Json
from grognard.server.club import challenges, telling
from grognard.server.club.desk import Club
from grognard.server.club.models import AccountRow, MatchRow, MatchSeatRow
from grognard.server.club.wishes import NewChallenge
from grognard.server.routes.asked import Language
from grognard.server.routes.club.asked import Member, TheClub
from grognard.server.wire.club import Begun, Challenges, MatchLine, MatchLines

router = APIRouter(prefix="/api/club")

MOST = 100
"""Matches in one list."""


@router.get("/challenges")
def listed(club: TheClub, me: Member, language: Language = "en") -> Json:
    """What can be accepted or taken back."""
    rows = challenges.visible(club, me)
    return Json(Challenges(challenges=telling.challenges(club, rows, language, me)))


@router.post("/challenges", status_code=201)
def issue(club: TheClub, me: Member, wish: NewChallenge) -> Json:
    """Offer a game; against a bot it begins at once."""
    made = challenges.issue(club, me, wish)
    return Json(Begun(game=made if isinstance(made, str) else ""), 201)


@router.post("/challenges/{challenge}/accept", status_code=201)
def accept(club: TheClub, me: Member, challenge: str) -> Json:
    """Sit down."""
    return Json(Begun(game=challenges.accept(club, me, challenge)), 201)


@router.post("/challenges/{challenge}/withdraw", status_code=204)
def withdraw(club: TheClub, me: Member, challenge: str) -> Response:
    """Take it back, or decline it."""
    challenges.withdraw(club, me, challenge)
    return Response(status_code=204)


@router.get("/matches")
def mine(club: TheClub, me: Member, language: Language = "en") -> Json:
    """One's own matches: where one must choose first, and those that are over last."""
    wanted = _matches().join(MatchSeatRow, MatchSeatRow.game_id == MatchRow.game_id).where(
        MatchSeatRow.account_id == me.id)
    found = _told(club, wanted, language, me)
    found.sort(key=lambda line: (bool(line.match.ended), not line.asked))
    return Json(MatchLines(matches=found))


@router.get("/running")
def running(club: TheClub, me: Member, language: Language = "en") -> Json:
    """Matches of others that can be watched."""
    own = sa.select(MatchSeatRow.game_id).where(MatchSeatRow.account_id == me.id)
    wanted = _matches().where(
        MatchRow.ended == "", MatchRow.watch != "", MatchRow.game_id.not_in(own))
    return Json(MatchLines(matches=_told(club, wanted, language, me)))


def _matches() -> sa.Select[MatchRow]:
    """The one begun last first."""
    return sa.select(MatchRow).order_by(MatchRow.created.desc()).limit(MOST)


def _told(
    club: Club, wanted: sa.Select[MatchRow], language: str, me: AccountRow
) -> list[MatchLine]:
    with club.book.reading() as session:
        rows = list(session.scalars(wanted))
    return telling.lines(club, rows, language, me)
