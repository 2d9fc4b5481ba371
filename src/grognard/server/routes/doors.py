"""The door of a shared table: the host's key, links for guests, and giving a seat back."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from grognard.server import answers, guests
from grognard.server.answers import Json
from grognard.server.house import COOKIE
from grognard.server.keys import opens
from grognard.server.problems import Problem
from grognard.server.room import Room
from grognard.server.routes.asked import AtTable, GameId, Here, HostOnly, Language, TheHouse
from grognard.server.wire.games import Invitation
from grognard.server.wishes import Invite, Join, Key, Link

router = APIRouter(prefix="/api")


@router.post("/host", status_code=204)
def host(request: Request, house: TheHouse, wish: Key) -> Response:
    """The host comes in: his browser keeps the key as a cookie that no script can read."""
    if not opens(wish.key, house.host):
        raise Problem(401, "wrong-key")
    answer = Response(status_code=204)
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, wish.key, httponly=True, samesite="strict", secure=secure)
    return answer


@router.post("/games/{id}/invite", dependencies=[HostOnly])
def invite(room: Here, house: TheHouse, id: GameId, wish: Invite) -> Json:
    """A fresh link to a seat, or for those who watch; the one before it opens nothing any more."""
    if not house.shared:
        raise Problem(409, "not-shared")
    key = guests.invite(room, room.open(id), wish.side)
    return Json(Invitation(link=f"{house.address}/join#{id}.{key}"))


@router.post("/games/{id}/uninvite", dependencies=[HostOnly])
def uninvite(room: Here, id: GameId, wish: Invite, language: Language = "en") -> Json:
    """The link opens nothing any more, and the seat is the host's again."""
    guests.uninvite(room, room.open(id), wish.side)
    return _told(room, id, language)


def _told(room: Room, id: str, language: str) -> Json:
    return Json(answers.game(room, room.row(id), room.store.seats(id), language))


@router.post("/join/look")
def look(room: Here, wish: Link, language: Language = "en") -> Json:
    """What a link is for, before anybody sits down."""
    return Json(guests.look(room, wish.game, wish.key, language))


@router.post("/join")
def join(room: Here, wish: Join) -> Json:
    """Sit down under a name; the link is used up."""
    return Json(guests.join(room, wish.game, wish.key, wish.name.strip()))


@router.post("/games/{id}/leave", status_code=204)
def leave(place: AtTable) -> Response:
    """A guest gives his seat back to the host."""
    guests.leave(place.room, place.game, place.seat)
    return Response(status_code=204)
