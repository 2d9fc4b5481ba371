"""The list of games: create, find, change, delete, export, import, fork."""

from contextlib import nullcontext
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse, Response

from grognard.records import text
from grognard.records.reading import Readout
from grognard.server import answers, creating
from grognard.server.answers import Json
from grognard.server.club import telling
from grognard.server.imports import Readers
from grognard.server.models import TYPED
from grognard.server.opengame import OpenGame
from grognard.server.problems import Problem
from grognard.server.room import Room
from grognard.server.routes.asked import (
    AnyClub,
    AtTable,
    GameId,
    Here,
    HostOnly,
    Known,
    Language,
    SeatHeader,
)
from grognard.server.seal import Sealed, unsealed
from grognard.server.seats import (
    check_hand_over,
    check_players,
    has_closed_seats,
    holds_all,
    persons_only,
    player_of,
    seat,
    tokens,
)
from grognard.server.store import NotStored
from grognard.server.wire.games import Games
from grognard.server.wishes import Change, Fork, Import, NewGame

router = APIRouter(prefix="/api/games")

PAGE, MOST = 50, 200
"""Games on a page of the list, unless another number is asked for, and at most."""


def _told(room: Room, game: OpenGame, language: str, status: int = 200) -> Json:
    return Json(answers.game(room, game.row, list(game.seats.values()), language), status)


@router.post("", status_code=201, dependencies=[HostOnly])
def create(room: Here, wish: NewGame, language: Language = "en") -> Json:
    """A new game out of a box."""
    return _told(room, creating.create(room, wish), language, 201)


@router.post("/import", status_code=201, dependencies=[HostOnly])
async def import_record(
    request: Request, room: Here, wish: Import, language: Language = "en"
) -> Json:
    """A game out of a record file, sealed here or open, read in a process of its own."""
    readers: Readers = request.app.state.readers
    wish = unsealed(room.seal, wish)
    read = await readers.read(wish)
    return await run_in_threadpool(_imported, room, wish, read, language)


def _imported(room: Room, wish: Import, read: Readout, language: str) -> Json:
    return _told(room, creating.import_record(room, wish, read), language, 201)


@router.get("", dependencies=[HostOnly])
def games(
    room: Here,
    club: AnyClub,
    language: Language = "en",
    archived: Annotated[bool, Query()] = False,
    start: Annotated[int, Query(alias="from", ge=0, lt=2**31)] = 0,
    count: Annotated[int, Query(ge=1, le=MOST)] = PAGE,
) -> Json:
    """A page of the list of games, the one changed last first."""
    rows = room.store.games(archived, start, count)
    seats = room.store.seats_of([row.id for row in rows])
    told = [answers.game(room, row, seats[row.id], language) for row in rows]
    if club is not None:
        told = [telling.dressed(club, one, language, host=True) for one in told]
    return Json(Games(games=told, start=start, total=room.store.count(archived)))


@router.get("/{id}")
def game(
    room: Here, club: AnyClub, id: GameId, known: Known, language: Language = "en"
) -> Json:
    """One game, whether or not it can be opened."""
    told = answers.game(room, room.row(id), room.store.seats(id), language, known)
    return Json(telling.dressed(club, told, language, host=known is None) if club else told)


def _check_owner(room: Room, id: str, header: str | None) -> None:
    """On a local table everything is the player's own; elsewhere one must hold all seats."""
    room.row(id)
    seats = {taken.side: taken for taken in room.store.seats(id)}
    if not room.local and not holds_all(seats, tokens(header)):
        raise Problem(403, "not-your-seat")


@router.patch("/{id}", dependencies=[HostOnly])
def change(
    room: Here, id: GameId, wish: Change, language: Language = "en", header: SeatHeader = None
) -> Json:
    """Name a game, put it away, or hand seats over."""
    _check_owner(room, id, header)
    wanted = {"title": wish.title, "archived": wish.archived}
    changes = {name: value for name, value in wanted.items() if value is not None}
    if wish.players:
        _hand_over(room, room.open(id), wish)
    try:
        room.store.update(id, changes)
    except NotStored as fault:
        raise Problem(503, "not-stored") from fault
    return Json(answers.game(room, room.row(id), room.store.seats(id), language))


def _hand_over(room: Room, found: OpenGame, wish: Change) -> None:
    check_players(wish.players, found.game.sides)
    if found.is_lesson:
        persons_only(wish.players)
    seats = [seat(found.id, side, player) for side, player in wish.players.items()]
    with found.lock:
        if not found.play.is_over:
            check_hand_over(found.seats, wish.players, found.game.hides)
        try:
            room.store.hand_over(seats)
        except NotStored as fault:
            raise Problem(503, "not-stored") from fault
        found.seats |= {taken.side: taken for taken in seats}
        found.generation += 1
    room.on_change(found.id)
    room.wake(found)


@router.delete("/{id}", status_code=204, dependencies=[HostOnly])
def delete(room: Here, id: GameId, header: SeatHeader = None) -> Response:
    """A game and everything that belongs to it."""
    _check_owner(room, id, header)
    found = room.at_hand.look(id)
    try:
        with found.lock if found else nullcontext():
            room.store.delete(id)
            if found:
                room.drop(found)
    except NotStored as fault:
        raise Problem(503, "not-stored") from fault
    room.on_change(id)
    return Response(status_code=204)


@router.get("/{id}/record")
def record(room: Here, id: GameId, known: Known, header: SeatHeader = None) -> Response:
    """The record file; before the end it would give secrets away.

    Persons open it with their tokens; what a bot hides is sealed.
    """
    found = room.open(id)
    with found.lock:
        running = not found.play.is_over
        if running and not holds_all(found.seats, tokens(header)):
            raise Problem(403, "still-secret")
        players = {side: taken.name for side, taken in found.seats.items() if taken.name}
        bots = {side: taken.bot for side, taken in found.seats.items() if taken.bot}
        told = text.write(found.play, players, bots)
        if running and found.game.hides and has_closed_seats(found.seats):
            told = room.seal.close(_sealed(found, told))
    name = f"{found.row.box}-{found.row.scenario}-{id}.record"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(told, headers=headers)


def _sealed(found: OpenGame, told: str) -> Sealed:
    players = {side: player_of(taken).model_dump() for side, taken in found.seats.items()}
    return Sealed(told, players, "typed" if found.row.dice == TYPED else "machine")


@router.post("/{id}/fork", status_code=201, dependencies=[HostOnly])
def fork(place: AtTable, wish: Fork, language: Language = "en") -> Json:
    """What if: another game that begins at a stop of this one."""
    made = creating.fork(place.room, place.game, place.side, wish)
    return _told(place.room, made, language, 201)
