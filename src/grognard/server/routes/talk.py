"""Talk between the players of a game, and the notepad of each."""

from fastapi import APIRouter
from starlette.responses import Response

from grognard.server import talk
from grognard.server.answers import Json
from grognard.server.club import notices
from grognard.server.routes.asked import AtTable
from grognard.server.wire.live import Notepad, TalkEvent
from grognard.server.wishes import Notes, Saying

router = APIRouter(prefix="/api/games/{id}")


@router.get("/talk")
def heard(place: AtTable) -> Json:
    """What was said."""
    with place.game.lock:
        return Json(TalkEvent(lines=talk.lines(place.game)))


@router.post("/talk", status_code=204)
def say(place: AtTable, wish: Saying) -> Response:
    """Say something to the other players."""
    talk.say(place.game, place.seat, wish.text.strip())
    place.room.on_change(place.game.id)
    if place.club is not None:
        notices.said(place.club, place.game.id, place.side)
    return Response(status_code=204)


@router.get("/notepad")
def notepad(place: AtTable) -> Json:
    """What the seat has noted for itself."""
    return Json(Notepad(text=place.room.store.notepad(place.game.id, place.side)))


@router.put("/notepad", status_code=204)
def note(place: AtTable, wish: Notes) -> Response:
    """Write the notepad anew."""
    talk.note(place.game, place.seat, wish.text)
    return Response(status_code=204)
