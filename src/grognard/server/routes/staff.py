"""Asking the staff."""

from typing import Annotated, Any, cast

from fastapi import APIRouter, Depends
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from grognard.core.game import View
from grognard.records import Entry
from grognard.server.answers import Json
from grognard.server.club import matches
from grognard.server.course import course_of
from grognard.server.models import BOT
from grognard.server.problems import Problem, Stale
from grognard.server.routes.asked import AtTable, Language, Place
from grognard.server.staff import Staff, think, told
from grognard.server.wire.staff import Course
from grognard.server.wishes import Advice

router = APIRouter(prefix="/api/games/{id}")


def _staff(connection: HTTPConnection) -> Staff:
    return cast(Staff, connection.app.state.staff)


Thinking = Annotated[Staff, Depends(_staff)]


def _seen(place: Place) -> tuple[int, View[Any]]:
    with place.game.lock:  # whoever waits for it must not make all others wait
        return place.game.seq(place.side), place.game.play.view(place.side)


@router.post("/hints")
async def hints(
    place: AtTable, staff: Thinking, wish: Advice, language: Language = "en"
) -> Json:
    """The best choices for the seat's question, each with its reason."""
    game, side = place.game, place.side
    if place.seat.kind == BOT:
        raise Problem(403, "not-your-seat")
    if place.club is not None:
        await run_in_threadpool(matches.check_alone, place.club, game.id)
    seq, view = await run_in_threadpool(_seen, place)
    if wish.seq != seq:
        raise Stale(seq)
    found = await staff.asked(
        "hints", (game.id, side), (game.generation, seq), lambda: think(game.game, view))
    return Json(told(game.game, language, seq, found))


@router.get("/course")
async def course(place: AtTable, staff: Thinking) -> Json:
    """How the margin ran; worked out once, when the game is over and has no secrets left."""
    game = place.game
    past = await run_in_threadpool(_past, place)
    if past is None:
        return Json(Course(side=game.game.sides[0], readings=[], turns=[]))
    state, log = past
    found = await staff.asked("course", (game.id, place.side), len(log),
                              lambda: course_of(game.game, state, log))
    return Json(found)


def _past(place: Place) -> tuple[Any, list[Entry]] | None:
    with place.game.lock:
        play = place.game.play
        return (play.opening_state.copy(), list(play.log)) if play.is_over else None
