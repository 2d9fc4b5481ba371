"""Games and errors as answers; JSON by msgspec, which is quick even for large scenes."""

from collections.abc import Collection, Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from grognard.core.game import Result as Ended
from grognard.core.messages import LANGUAGES
from grognard.core.sides import SPECTATOR
from grognard.server import showing, states
from grognard.server.keys import opens
from grognard.server.models import BOT, TYPED, GameRow, SeatRow
from grognard.server.problems import Problem, own_texts
from grognard.server.room import Room
from grognard.server.seats import fits, shown
from grognard.server.shelf import table_address
from grognard.server.wire.base import Told
from grognard.server.wire.games import Game, Notice, Result, Seat
from grognard.server.wording import Wording


class Json(Response):
    """An answer as JSON."""

    media_type = "application/json"

    def __init__(
        self, content: Told, status_code: int = 200, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(msgspec.json.encode(content), status_code, headers)


def language_of(request: Request) -> str:
    """The language asked for, even if the rest of the request is nonsense."""
    asked = request.query_params.get("lang", "")
    return asked if asked in LANGUAGES else LANGUAGES[0]


def no(problem: Problem, language: str) -> Json:
    """Marked here, too: a defect is answered before the guard can mark it."""
    headers = {"X-Content-Type-Options": "nosniff"}
    return Json(problem.body(language), problem.status, headers)


# -- games --------------------------------------------------------------------------------


def game(
    room: Room, row: GameRow, seats: list[SeatRow], language: str,
    given: Collection[str] | None = None,
) -> Game:  # fmt: skip
    """A game as the list of games shows it to the host, or to a guest with the tokens given."""
    options = msgspec.json.decode(row.options)
    words, notices = _words(room, row, language)
    open = room.at_hand.look(row.id)
    if open is not None and words is not None:
        with open.lock:
            notices = states.notices(words, open, None)
    return Game(
        id=row.id, title=row.title, box=row.box, scenario=row.scenario,
        scenario_title=_scenario_title(room, row, words),
        options=options, dice="typed" if row.dice == TYPED else "machine",
        table=table_address(row.box, row.scenario, options),
        created=row.created, changed=row.changed, archived=row.archived, lesson=row.lesson,
        over=row.over, turn=row.turn, result=_result(words, row), fork_of=row.fork_of,
        seats=[
            *(_seat(room, words, seat, seats, given) for seat in _in_order(words, seats)),
            *_watching(row, language, given or ()),
        ],
        watched=bool(row.watch),
        notices=notices,
    )  # fmt: skip


def _words(room: Room, row: GameRow, language: str) -> tuple[Wording | None, list[Notice]]:
    """The words of a game, or a notice why it cannot be opened."""
    try:
        return Wording(room.game_of(row), language), []
    except Problem as fault:
        said, why = own_texts(language).text("notice.cannot-open"), fault.worded_detail(language)
        return None, [Notice(code="cannot-open", sentence=said, lines=[], detail=why)]


def _in_order(words: Wording | None, seats: list[SeatRow]) -> list[SeatRow]:
    """The seats in the order of the game's sides."""
    sides = words.game.sides if words else ()
    return sorted(seats, key=lambda seat: sides.index(seat.side) if seat.side in sides else 0)


def _scenario_title(room: Room, row: GameRow, words: Wording | None) -> str:
    titles = room.shelf.titles(row.box) if words else {}
    return words.text(titles[row.scenario]) if words and row.scenario in titles else row.scenario


def _result(words: Wording | None, row: GameRow) -> Result | None:
    if words is None or not row.result:
        return None
    return showing.result(words, msgspec.json.decode(row.result, type=Ended))


def _watching(row: GameRow, language: str, given: Collection[str]) -> list[Seat]:
    """The place of somebody who only watches: nobody else needs to see it."""
    name = own_texts(language).text("seat.watcher")
    return [
        Seat(side=SPECTATOR, side_name=name, kind="watcher", name="", bot="", token=token)
        for token in given if opens(token, row.watch)
    ][:1]  # fmt: skip


def _token(room: Room, seat: SeatRow, seats: list[SeatRow], given: Collection[str] | None) -> str:
    """On a local table whoever sees the list may sit down; a guest has the token that he gave."""
    if given is not None:
        return next((token for token in given if fits(seat, token)), "")
    free = room.local and not seat.away
    return seat.token if free and shown(seat, {other.side: other for other in seats}) else ""


def _seat(
    room: Room, words: Wording | None, seat: SeatRow, seats: list[SeatRow],
    given: Collection[str] | None,
) -> Seat:  # fmt: skip
    """A seat."""
    name = seat.name
    if seat.kind == BOT and not name:
        name = own_texts(words.language).text(f"bot.{seat.bot}") if words else seat.bot
    return Seat(
        side=seat.side,
        side_name=words.side(seat.side) if words else seat.side,
        kind="bot" if seat.kind == BOT else "person",
        name=name,
        bot=seat.bot,
        token=_token(room, seat, seats, given),
        away="" if not seat.away else "invited" if seat.invite else "guest",
    )
