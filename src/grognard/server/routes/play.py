"""Playing: the state of a game from one seat, deeds and questions."""

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from grognard.core.actions import Action
from grognard.core.errors import No
from grognard.core.rulings import Refused
from grognard.core.sides import Side
from grognard.server import bulletin, lessons, showing, states
from grognard.server import replay as looking_back
from grognard.server.answers import Json
from grognard.server.models import BOT, TYPED
from grognard.server.problems import Problem, RuledOut, unknown
from grognard.server.routes.asked import AtTable, Language, Place
from grognard.server.showing import Plain
from grognard.server.wishes import Atom, Deed, Leave, Question, Roll, Show, Undo
from grognard.server.wording import Wording

router = APIRouter(prefix="/api/games/{id}")

LONGEST = 1000
"""Lines of the log in one answer."""


def _words(place: Place, language: str) -> Wording:
    return Wording(place.game.game, language)


@router.get("/state")
def state(place: AtTable, language: Language = "en") -> Json:
    """Everything the seat needs to draw its table."""
    with place.game.lock:
        return Json(states.state(place.game, place.seat, language))


@router.get("/log")
def log(
    place: AtTable,
    language: Language = "en",
    start: Annotated[int, Query(alias="from", ge=0, lt=2**31)] = 0,
    stop: Annotated[int | None, Query(alias="to", ge=0, lt=2**31)] = None,
) -> Json:
    """Lines of the log."""
    end = start + LONGEST if stop is None else min(stop, start + LONGEST)
    with place.game.lock:
        happened = place.game.happened(place.side)
        return Json(states.log_part(_words(place, language), happened, start, end))


# -- deeds --------------------------------------------------------------------------------


def _change(place: Place, seq: int, language: str, deed: Callable[[], None]) -> Response:
    """Do something and answer with the new state; a refusal becomes a ruling."""
    game = place.game
    if place.seat.kind == BOT:
        raise Problem(403, "not-your-seat")
    try:
        with place.room.changing(game, place.side, seq):
            seen = bulletin.happened(game, place.side)
            deed()
    except Refused as fault:
        inventory = place.room.shelf.inventory(game.row.box)
        words = _words(place, language)
        raise RuledOut(showing.ruling(words, fault.ruling, inventory)) from None
    with game.lock:
        told = bulletin.state(game, place.seat, language, seen)
    return Response(told, media_type="application/json")


@router.post("/act")
def act(place: AtTable, wish: Deed, language: Language = "en") -> Response:
    """Choose."""
    def deed() -> None:
        lessons.act(place.game, place.side, wish.wanted, language)

    return _change(place, wish.seq, language, deed)


@router.post("/roll")
def roll(place: AtTable, wish: Roll, language: Language = "en") -> Response:
    """Type in what the dice show."""
    if place.game.row.dice != TYPED:
        raise Problem(409, "dice-by-machine")

    def deed() -> None:
        if place.game.hides_roll(place.side):
            raise Problem(409, "not-your-dice")
        lessons.roll(place.game, wish.shown, language)

    return _change(place, wish.seq, language, deed)


@router.post("/undo")
def undo(place: AtTable, wish: Undo, language: Language = "en") -> Response:
    """Take the last choice back."""
    return _change(place, wish.seq, language, lambda: lessons.undo(place.game, place.side))


@router.post("/lesson/show")
def show(place: AtTable, wish: Show, language: Language = "en") -> Response:
    """Let the coach do what comes next."""
    whole = wish.what == "step"
    return _change(place, wish.seq, language, lambda: lessons.show(place.game, whole))


@router.post("/lesson/leave")
def leave(place: AtTable, wish: Leave, language: Language = "en") -> Response:
    """Play on freely from here."""
    return _change(place, wish.seq, language, lambda: lessons.leave(place.game, wish.dice))


# -- questions ----------------------------------------------------------------------------


@router.post("/check")
def check(place: AtTable, wish: Question, language: Language = "en") -> Json:
    """What the rules say to an action."""
    inventory = place.room.shelf.inventory(place.game.row.box)
    with place.game.lock:
        said = place.game.play.check(place.side, wish.wanted)
        return Json(showing.ruling(_words(place, language), said, inventory))


@router.post("/preview")
def preview(place: AtTable, wish: Atom, language: Language = "en") -> Json:
    """What would be offered next."""
    with place.game.lock:
        view = place.game.play.view(place.side)
    return Json(showing.preview(_words(place, language), view, wish.action))


@router.post("/odds")
def odds(place: AtTable, wish: Question, language: Language = "en") -> Json:
    """What an attack can bring."""
    with place.game.lock:
        view = place.game.play.view(place.side)
    action = _last_atom(place, wish)
    game = place.game.game
    state = showing.imagined(view, game)
    decision = game.decisions(state).get(place.side)
    if decision is None or action is None or action not in decision.offers:
        return Json({"odds": None})
    found = game.odds(state, place.side, action)
    return Json({"odds": showing.odds(_words(place, language), found) if found else None})


def _last_atom(place: Place, wish: Question) -> Action | None:
    if isinstance(wish.wanted, Action):
        return wish.wanted
    try:
        return place.game.game.space.parse(wish.wanted)[-1]
    except (No, IndexError):
        return None


# -- replay -------------------------------------------------------------------------------

Eyes = Annotated[str | None, Query(alias="side", max_length=32)]


def _eyes(place: Place, asked: str | None) -> Side:
    """Whose eyes to look back with: one's own, or after the end anybody's."""
    side = asked or place.side
    if side not in place.game.game.sides:
        raise unknown("side", side, status=422, field="side")
    if side != place.side and not place.game.play.is_over:
        raise Problem(403, "not-your-seat", field="side")
    return side


@router.get("/replay")
def replay(place: AtTable, language: Language = "en", side: Eyes = None) -> Json:
    """Where one can stop on the way."""
    with place.game.lock:
        film = place.game.film()
        return Json(looking_back.overview(film, _eyes(place, side), language))


@router.get("/replay/{stop}")
def replay_stop(
    place: AtTable, stop: int, language: Language = "en", side: Eyes = None
) -> Json:
    """The table as it was at one stop."""
    with place.game.lock:
        film, eyes = place.game.film(), _eyes(place, side)
        if not 0 <= stop < len(film.stops(eyes)):
            raise unknown("stop", stop)
        told: Plain = looking_back.stop(film, eyes, stop, language)
    return Json(told)
