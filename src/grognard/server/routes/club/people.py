"""Members among each other: profiles, friends and blocks, notices, vacation."""

import sqlalchemy as sa
from fastapi import APIRouter
from starlette.responses import Response

from grognard.server.answers import Json
from grognard.server.club import (
    accounts,
    bonds,
    hooks,
    notices,
    preferences,
    sessions,
    telling,
    vacations,
)
from grognard.server.club.desk import Club
from grognard.server.club.models import MatchRow, MatchSeatRow
from grognard.server.club.notices import HERE
from grognard.server.club.wishes import Bond, PreferencesWish, Vacation
from grognard.server.problems import Problem
from grognard.server.routes.asked import Language
from grognard.server.routes.club.asked import Member, TheClub
from grognard.server.wire.club import (
    KINDS,
    Acquaintance,
    Acquaintances,
    Hook,
    NoticeLine,
    NoticeLines,
    Preferences,
    Profile,
)

router = APIRouter(prefix="/api/club")

LAST = 20
"""Matches on a profile."""


def _is_here(club: Club, account: str) -> bool:
    with club.book.reading() as session:
        return club.book.clock() - sessions.last_seen(session, account) < HERE


@router.get("/players/{name}")
def profile(club: TheClub, me: Member, name: str, language: Language = "en") -> Json:
    """What members know of each other; matches that nobody may watch stay between their players."""
    found = accounts.named(club.book, name)
    wanted = sa.select(MatchRow).join(
        MatchSeatRow, MatchSeatRow.game_id == MatchRow.game_id).where(
        MatchSeatRow.account_id == found.id)
    if found.id != me.id:
        wanted = wanted.where(MatchRow.watch != "")
    with club.book.reading() as session:
        rows = list(session.scalars(wanted.order_by(MatchRow.created.desc()).limit(LAST)))
    bond = bonds.all_of(club.book, me.id).get(found.id, "")
    return Json(Profile(
        name=found.name, created=found.created, here=_is_here(club, found.id),
        away=bool(found.away_since), bond=bond,  # type: ignore[arg-type]
        ratings=telling.box_ratings(club, found.id),
        matches=telling.lines(club, rows, language),
    ))  # fmt: skip


@router.post("/players/{name}/bond", status_code=204)
def bind(club: TheClub, me: Member, name: str, wish: Bond) -> Response:
    """Make somebody a friend, block him, or neither."""
    bonds.bind(club.book, me.id, accounts.named(club.book, name).id, wish.kind)
    return Response(status_code=204)


@router.get("/bonds")
def bound(club: TheClub, me: Member) -> Json:
    """Friends, and those blocked."""
    kinds = bonds.all_of(club.book, me.id)
    named = accounts.names(club.book, list(kinds))
    people = [
        Acquaintance(name=name, kind=kinds[id], here=_is_here(club, id))  # type: ignore[arg-type]
        for id, name in sorted(named.items(), key=lambda one: one[1].casefold())
    ]
    return Json(Acquaintances(people=people))


# -- notices ------------------------------------------------------------------------------


@router.get("/notices")
def told(club: TheClub, me: Member) -> Json:
    """The latest first."""
    return Json(NoticeLines(notices=[
        NoticeLine(id=one.id, kind=one.kind, game=one.game_id, who=one.who, at=one.at,
                   seen=one.seen)
        for one in notices.all_of(club.book, me.id)
    ]))  # fmt: skip


@router.post("/notices/seen", status_code=204)
def seen(club: TheClub, me: Member) -> Response:
    """All of them were looked at."""
    notices.look(club.book, me.id)
    return Response(status_code=204)


@router.get("/preferences")
def preferred(club: TheClub, me: Member) -> Json:
    """What somebody wants to hear of, and by which way."""
    return Json(preferences.of(me))


@router.post("/preferences", status_code=204)
def prefer(club: TheClub, me: Member, wish: PreferencesWish) -> Response:
    """Other ones."""
    wanted = {way: _kinds(way, getattr(wish, way)) for way in ("page", "mail", "hook")}
    if wish.webhook.url:
        try:
            hooks.check_address(wish.webhook.url)
        except hooks.NoHook as fault:
            raise Problem(422, "bad-hook", field="webhook.url") from fault
    made = Preferences(**wanted, webhook=Hook(url=wish.webhook.url, style=wish.webhook.style))
    accounts.change(club.book, me.id, wishes=preferences.written(made))
    return Response(status_code=204)


def _kinds(way: str, asked: list[str]) -> tuple[str, ...]:
    if not set(asked) <= set(KINDS):
        raise Problem(422, "field", field=way)
    return tuple(kind for kind in KINDS if kind in asked)


@router.post("/vacation", status_code=204)
def vacation(club: TheClub, me: Member, wish: Vacation) -> Response:
    """Go, or come back."""
    if wish.away:
        vacations.go(club.book, me)
    elif me.away_since:
        vacations.come_back(club.book, me)
    return Response(status_code=204)
