"""Beside a game: how its match stands, and how it can end before the rules end it."""

from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.responses import Response

from grognard.server.answers import Json
from grognard.server.club import challenges, matches, telling
from grognard.server.club.wishes import Offer, Rematch
from grognard.server.problems import unknown
from grognard.server.routes.asked import AtTable, Looking
from grognard.server.routes.club.asked import Member, TheClub
from grognard.server.wire.club import Begun

router = APIRouter(prefix="/api/games/{id}")


def _side(place: AtTable) -> str:
    return place.side


MySide = Annotated[str, Depends(_side)]


@router.get("/match")
def match(club: TheClub, place: Looking) -> Json:
    """How it stands."""
    with place.game.lock:
        told = telling.at_table(club, place.game)
    if told is None:
        raise unknown("game", place.game.id)
    return Json(told)


@router.post("/resign", status_code=204)
def resign(club: TheClub, id: str, side: MySide) -> Response:
    """Give up."""
    matches.resign(club, id, side)
    return Response(status_code=204)


@router.post("/offer", status_code=204)
def offer(club: TheClub, id: str, side: MySide, wish: Offer) -> Response:
    """Offer a result; what both offer is agreed upon."""
    matches.offer(club, id, side, wish.result)
    return Response(status_code=204)


@router.post("/claim", status_code=204)
def claim(club: TheClub, id: str, side: MySide) -> Response:
    """The other's time is up."""
    matches.claim(club, id, side)
    return Response(status_code=204)


@router.post("/rematch", status_code=201)
def rematch(club: TheClub, me: Member, id: str, side: MySide, wish: Rematch) -> Json:
    """The same once more: a challenge to the other, or against a bot a new game at once."""
    made = challenges.rematch(club, me, id, side, wish.swapped)
    return Json(Begun(game=made if isinstance(made, str) else ""), 201)
