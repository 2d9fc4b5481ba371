"""What others did: as a story to be played, and summed up."""

from typing import Annotated

from fastapi import APIRouter, Query

from grognard.server import recap as summing_up
from grognard.server import story as telling
from grognard.server.answers import Json
from grognard.server.routes.asked import Language, Looking

router = APIRouter(prefix="/api/games/{id}")

Since = Annotated[int, Query(alias="from", ge=0, lt=2**31)]
"""How many lines of its log the seat has seen."""


@router.get("/story")
def story(place: Looking, since: Since, language: Language = "en") -> Json:
    """What happened since, beat by beat."""
    with place.game.lock:
        return Json(telling.story(place.game.film(), place.side, since, language))


@router.get("/recap")
def recap(place: Looking, since: Since, language: Language = "en") -> Json:
    """What happened since, summed up."""
    with place.game.lock:
        return Json(summing_up.recap(place.game.film(), place.side, since, language))
