"""What is told of a scenario before it is played."""

import msgspec
from fastapi import APIRouter

from grognard.boxes.briefings import Briefing
from grognard.core.messages import typeset
from grognard.server.answers import Json
from grognard.server.problems import own_texts
from grognard.server.routes.asked import Here, Language
from grognard.server.wire import briefings as wire

router = APIRouter(prefix="/api")


@router.get("/boxes/{id}/briefings")
def briefings(room: Here, id: str, language: Language = "en") -> Json:
    """The briefings of a box, by scenario."""
    found = {scenario: _told(briefing, language)
             for scenario, briefing in room.shelf.briefings(id).items()}
    return Json(wire.Briefings(briefings=found))


def _told(briefing: Briefing, language: str) -> wire.Briefing:
    words = briefing.words(language)
    said = {name: typeset(text, language) for name, text in msgspec.structs.asdict(words).items()}
    level = own_texts(language).text(f"briefing-level.{briefing.level}")
    return wire.Briefing(**said, level=level, hours=briefing.hours)
