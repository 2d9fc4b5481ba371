"""Accounts: open one, come in, leave, change it, take everything away."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from grognard.server.answers import Json
from grognard.server.club import accounts, audit, farewell, letters, notices, sessions, vacations
from grognard.server.club.desk import Club
from grognard.server.club.models import AccountRow
from grognard.server.club.pace import DAY
from grognard.server.club.wishes import (
    Forgotten,
    LetterKey,
    OtherMail,
    OtherPassword,
    Proof,
    Reset,
    SignIn,
    SignUp,
)
from grognard.server.keys import hashed
from grognard.server.problems import Problem
from grognard.server.routes.asked import Language
from grognard.server.routes.club.asked import Calling, Member, SessionKey, TheClub
from grognard.server.wire.club import Browser, Browsers, Me, Visitor

router = APIRouter(prefix="/api/people")


def _me(club: Club, account: AccountRow) -> Me:
    days = vacations.left(account, club.book.clock()) // DAY
    return Me(
        name=account.name, mail=account.mail, created=account.created,
        language=account.language, away=bool(account.away_since), vacation=int(days),
        unseen=sum(not one.seen for one in notices.all_of(club.book, account.id)),
    )  # fmt: skip


def _come_in(request: Request, club: Club, account: AccountRow, status: int = 200) -> Response:
    """A fresh session at every sign-in, so that none can be laid under somebody beforehand."""
    key = sessions.begin(club.book, account.id, request.headers.get("user-agent", ""))
    answer = Json(Visitor(me=_me(club, account)), status)
    sessions.give(answer, key, request.url.scheme == "https")
    return answer


@router.get("/me")
def me(request: Request, club: TheClub) -> Json:
    """Who is signed in here."""
    found = club.visitor(request)
    return Json(Visitor(me=_me(club, found) if found else None))


@router.post("/sign-up", status_code=201)
def sign_up(
    request: Request, club: TheClub, caller: Calling, wish: SignUp, language: Language = "en"
) -> Response:
    """Open an account, and come in."""
    if not club.config.sign_up:
        raise Problem(403, "no-sign-up")
    account = accounts.sign_up(club.book, wish.name, wish.password, language, caller)
    return _come_in(request, club, account, 201)


@router.post("/sign-in")
def sign_in(request: Request, club: TheClub, caller: Calling, wish: SignIn) -> Response:
    """Come in."""
    return _come_in(request, club, accounts.sign_in(club.book, wish.name, wish.password, caller))


@router.post("/sign-out", status_code=204)
def sign_out(club: TheClub, key: SessionKey) -> Response:
    """Leave, in this browser."""
    sessions.end(club.book, key)
    return _gone()


@router.post("/sign-out-everywhere", status_code=204)
def sign_out_everywhere(club: TheClub, me: Member, caller: Calling) -> Response:
    """Leave, in all browsers."""
    sessions.end_all(club.book, me.id)
    audit.note(club.book, "sign-out-everywhere", me.id, caller.address)
    return _gone()


def _gone() -> Response:
    answer = Response(status_code=204)
    sessions.take_away(answer)
    return answer


@router.get("/me/browsers")
def browsers(club: TheClub, me: Member, key: SessionKey) -> Json:
    """Where somebody is signed in."""
    here = hashed(key)
    return Json(Browsers(browsers=[
        Browser(agent=one.agent, created=one.created, seen=one.seen, here=one.key == here)
        for one in sessions.all_of(club.book, me.id)
    ]))  # fmt: skip


@router.post("/me/password", status_code=204)
def password(
    club: TheClub, me: Member, caller: Calling, key: SessionKey, wish: OtherPassword
) -> Response:
    """Another password; other browsers have to sign in again."""
    accounts.prove(club.book, me, wish.password, caller)
    accounts.change_password(club.book, me, wish.new, caller, stay=key)
    return Response(status_code=204)


@router.post("/me/mail", status_code=204)
def mail(club: TheClub, me: Member, caller: Calling, wish: OtherMail) -> Response:
    """Another address, once its letter was answered; an empty one at once."""
    accounts.prove(club.book, me, wish.password, caller)
    if wish.mail:
        letters.ask_to_confirm(club.book, club.config, me, wish.mail, caller)
        club.courier.ring()
    else:
        accounts.change(club.book, me.id, mail="")
    return Response(status_code=204)


@router.post("/me/language", status_code=204)
def language(club: TheClub, me: Member, language: Language = "en") -> Response:
    """The language of letters."""
    accounts.change(club.book, me.id, language=language)
    return Response(status_code=204)


@router.get("/me/export")
def export(club: TheClub, me: Member) -> Response:
    """All that is kept about somebody."""
    headers = {"Content-Disposition": f'attachment; filename="grognard-{me.id}.json"'}
    return Response(farewell.export(club, me), media_type="application/json", headers=headers)


@router.post("/me/delete", status_code=204)
def delete(club: TheClub, me: Member, caller: Calling, wish: Proof) -> Response:
    """Go for good; running games are lost."""
    accounts.prove(club.book, me, wish.password, caller)
    farewell.delete(club, me)
    audit.note(club.book, "deleted", "", caller.address)
    return _gone()


# -- letters ------------------------------------------------------------------------------


@router.post("/confirm", status_code=204)
def confirm(club: TheClub, caller: Calling, wish: LetterKey) -> Response:
    """The link of a letter was followed."""
    letters.confirm(club.book, wish.key, caller)
    return Response(status_code=204)


@router.post("/forgot", status_code=204)
def forgot(club: TheClub, caller: Calling, wish: Forgotten) -> Response:
    """Ask for a letter with a way to a new password."""
    letters.ask_to_reset(club.book, club.config, wish.name, caller)
    club.courier.ring()
    return Response(status_code=204)


@router.post("/reset", status_code=204)
def reset(club: TheClub, caller: Calling, wish: Reset) -> Response:
    """A new password by the link of a letter."""
    letters.reset(club.book, wish.key, wish.password, caller)
    return Response(status_code=204)
