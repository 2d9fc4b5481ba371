"""What most endpoints are asked with: the room, a language, a seat."""

from typing import Annotated, Literal, cast

from fastapi import Depends, Header, Path, Query
from starlette.requests import HTTPConnection

from grognard.server.models import SeatRow
from grognard.server.opengame import OpenGame
from grognard.server.room import Room
from grognard.server.seats import seat_held, tokens


def _room(connection: HTTPConnection) -> Room:
    return cast(Room, connection.app.state.room)


Here = Annotated[Room, Depends(_room)]
Language = Annotated[Literal["en", "fr"], Query(alias="lang")]
Theme = Annotated[Literal["light", "dark"], Query()]
SeatHeader = Annotated[str | None, Header(alias="Grognard-Seat", max_length=2000)]
GameId = Annotated[str, Path(alias="id", max_length=64)]


class Place:
    """A game and the seat at it from which a request comes."""

    def __init__(self, room: Room, game: OpenGame, seat: SeatRow) -> None:
        self.room, self.game, self.seat = room, game, seat
        self.side = seat.side


def _place(room: Here, id: GameId, header: SeatHeader = None) -> Place:
    game = room.open(id)
    return Place(room, game, seat_held(game.seats, tokens(header)))


AtTable = Annotated[Place, Depends(_place)]
