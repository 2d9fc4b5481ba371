"""Playing: the state of a game from one seat, deeds and questions."""

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query
from starlette.responses import Response

from grognard.core.actions import Action
from grognard.core.errors import No
from grognard.core.rulings import Refused
from grognard.core.sides import Side
from grognard.server import bulletin, showing, states
from grognard.server import replay as looking_back
from grognard.server.answers import Json
from grognard.server.club import matches
from grognard.server.lessons import lesson_of
from grognard.server.models import BOT, TYPED
from grognard.server.problems import Problem, RuledOut, unknown
from grognard.server.routes.asked import AtTable, Language, Looking, Place
from grognard.server.wire.play import OddsAnswer
from grognard.server.wishes import Atom, Deed, Leave, Pointing, Question, Roll, Show, Undo
from grognard.server.wording import Wording

router = APIRouter(prefix="/api/games/{id}")

LONGEST = 1000
"""Lines of the log in one answer."""


def _words(place: Place, language: str) -> Wording:
    return Wording(place.game.game, language)


@router.get("/state")
def state(place: Looking, language: Language = "en") -> Json:
    """Everything the seat needs to draw its table."""
    with place.game.lock:
        return Json(bulletin.state(place.game, place.seat, language))


@router.get("/log")
def log(
    place: Looking,
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


Held = Annotated[int | None, Header(alias="Grognard-Holds", ge=0, lt=2**53)]
"""The version of the state that a client has: it is told only what changed since."""


class Doer:
    """Somebody who does something, and how he wants to be told what came of it."""

    def __init__(self, place: AtTable, language: Language = "en", held: Held = None) -> None:
        self.place, self.language, self.held = place, language, held

    def does(self, seq: int, deed: Callable[[], None]) -> Response:
        """Do something and answer with the new state; a refusal becomes a ruling."""
        place, game = self.place, self.place.game
        if place.seat.kind == BOT:
            raise Problem(403, "not-your-seat")
        if place.club is not None:
            matches.check_running(place.club, game.id)
        try:
            with place.room.changing(game, place.side, seq):
                seen = game.happened(place.side)
                deed()
        except Refused as fault:
            inventory = place.room.shelf.rules(game.row.box, fault.ruling.rule)
            words = _words(place, self.language)
            raise RuledOut(showing.ruling(words, fault.ruling, inventory)) from None
        with game.lock:
            return self._told(seen)

    def _told(self, seen: states.Happened) -> Response:
        game, seat = self.place.game, self.place.seat
        if self.held is None:
            return Json(bulletin.state(game, seat, self.language, seen))
        told = bulletin.news(game, seat, self.language, self.held)
        return Response(told, media_type="application/json")


Doing = Annotated[Doer, Depends()]


@router.post("/act")
def act(doer: Doing, wish: Deed) -> Response:
    """Choose."""
    place = doer.place
    return doer.does(wish.seq, lambda: place.game.deeds.act(place.side, wish.wanted))


@router.post("/roll")
def roll(doer: Doing, wish: Roll) -> Response:
    """Type in what the dice show."""
    place = doer.place
    if place.game.row.dice != TYPED:
        raise Problem(409, "dice-by-machine")

    def deed() -> None:
        if place.game.hides_roll(place.side):
            raise Problem(409, "not-your-dice")
        place.game.deeds.roll(place.side, wish.shown)

    return doer.does(wish.seq, deed)


@router.post("/undo")
def undo(doer: Doing, wish: Undo) -> Response:
    """Take the last choice back."""
    place = doer.place
    return doer.does(wish.seq, lambda: place.game.deeds.undo(place.side))


@router.post("/lesson/show")
def show(doer: Doing, wish: Show) -> Response:
    """Let the coach do what comes next."""
    place, whole = doer.place, wish.what == "step"
    return doer.does(wish.seq, lambda: lesson_of(place.game).show(place.side, whole))


@router.post("/lesson/leave")
def leave(doer: Doing, wish: Leave) -> Response:
    """Play on freely from here."""
    return doer.does(wish.seq, lambda: lesson_of(doer.place.game).leave(wish.dice))


# -- questions ----------------------------------------------------------------------------


@router.post("/check")
def check(place: AtTable, wish: Question, language: Language = "en") -> Json:
    """What the rules say to an action."""
    with place.game.lock:
        said = place.game.play.check(place.side, wish.wanted)
        inventory = place.room.shelf.rules(place.game.row.box, said.rule)
        return Json(showing.ruling(_words(place, language), said, inventory))


@router.post("/preview")
def preview(place: AtTable, wish: Atom, language: Language = "en") -> Json:
    """What would be offered next."""
    with place.game.lock:
        view = place.game.play.view(place.side)
    return Json(showing.preview(_words(place, language), view, wish.action))


@router.post("/pointed")
def pointed(place: AtTable, wish: Pointing, language: Language = "en") -> Json:
    """How the unit pointed at is fed, and who can still attack the hex."""
    domains = {domain.name: domain.size for domain in place.game.game.space.domains.values()}
    for name, value in (("hex", wish.hex), ("unit", wish.unit)):
        if value is not None and value >= domains.get(name, 0):
            raise unknown(name, value, status=422, field=name)
    with place.game.lock:
        view = place.game.play.view(place.side)
    return Json(showing.pointed(_words(place, language), view, wish.hex, wish.unit))


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
        return Json(OddsAnswer(odds=None))
    found = game.odds(state, place.side, action)
    told = showing.odds(_words(place, language), found) if found else None
    return Json(OddsAnswer(odds=told))


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
    if side not in (*place.game.game.sides, place.side):
        raise unknown("side", side, status=422, field="side")
    if side != place.side and not place.game.play.is_over:
        raise Problem(403, "not-your-seat", field="side")
    return side


@router.get("/replay")
def replay(place: Looking, language: Language = "en", side: Eyes = None) -> Json:
    """Where one can stop on the way."""
    with place.game.lock:
        film = place.game.film()
        return Json(looking_back.overview(film, _eyes(place, side), language))


@router.get("/replay/{stop}")
def replay_stop(
    place: Looking, stop: int, language: Language = "en", side: Eyes = None
) -> Json:
    """The table as it was at one stop."""
    with place.game.lock:
        film, eyes = place.game.film(), _eyes(place, side)
        if not 0 <= stop < len(film.stops(eyes)):
            raise unknown("stop", stop)
        return Json(looking_back.stop(film, eyes, stop, language))
