"""What most endpoints are asked with: the room, a language, a seat."""

from typing import Annotated, Literal, cast

from fastapi import Depends, Header, Path, Query
from starlette.requests import HTTPConnection

from grognard.server.club import matches, notices
from grognard.server.club.desk import Club
from grognard.server.club.models import AccountRow
from grognard.server.house import House
from grognard.server.lids import Lids
from grognard.server.models import WATCHER, SeatRow
from grognard.server.opengame import OpenGame
from grognard.server.problems import Problem
from grognard.server.room import Room
from grognard.server.seats import place_of, tokens


def _room(connection: HTTPConnection) -> Room:
    return cast(Room, connection.app.state.room)


def _house(connection: HTTPConnection) -> House:
    return cast(House, connection.app.state.house)


def _lids(connection: HTTPConnection) -> Lids:
    return cast(Lids, connection.app.state.lids)


def _club(connection: HTTPConnection) -> Club | None:
    return cast(Club | None, connection.app.state.club)


Here = Annotated[Room, Depends(_room)]
TheHouse = Annotated[House, Depends(_house)]
TheLids = Annotated[Lids, Depends(_lids)]
AnyClub = Annotated[Club | None, Depends(_club)]
Language = Annotated[Literal["en", "fr"], Query(alias="lang")]
Theme = Annotated[Literal["light", "dark"], Query()]
Stamp = Annotated[str, Query(max_length=40)]
"""In an address that changes with the picture, so that a browser need not ask again."""
SVG = "image/svg+xml"
SeatHeader = Annotated[str | None, Header(alias="Grognard-Seat", max_length=2000)]
GameId = Annotated[str, Path(alias="id", max_length=64)]


class Place:
    """A game and the seat at it from which a request comes."""

    def __init__(
        self, room: Room, game: OpenGame, seat: SeatRow, club: Club | None = None
    ) -> None:
        self.room, self.game, self.seat, self.club = room, game, seat, club
        self.side = seat.side


def _host(connection: HTTPConnection, house: TheHouse) -> None:
    if not house.is_host(connection):
        raise Problem(403, "host-only")


HostOnly = Depends(_host)
"""For what only the host may do: all games, and the shelf."""


def _insider(connection: HTTPConnection, house: TheHouse) -> None:
    if not house.is_known(connection):
        raise Problem(403, "host-only")


KnownOnly = Depends(_insider)
"""For what the host may see, and on the server of a club every member."""


def _player(
    connection: HTTPConnection, house: House, club: Club | None, id: str
) -> AccountRow | None:
    """Who asks at a match of the club. Nobody at other games, whose guests have links, and where
    the host asks; a stranger is told no more than that there is no seat for him."""
    if club is None or house.is_host(connection) or not matches.is_match(club, id):
        return None
    found = club.visitor(connection)
    if found is None:
        raise Problem(401, "no-seat")
    return found


def _known(
    connection: HTTPConnection, room: Here, house: TheHouse, club: AnyClub, id: GameId,
    header: SeatHeader = None,
) -> list[str] | None:  # fmt: skip
    """The tokens of a guest of this game, or of a member of the club; None for the host.

    A stranger is told nothing.
    """
    me = _player(connection, house, club, id)
    if club is not None and me is not None:
        notices.look(club.book, me.id, id)
        return matches.tokens_of(club, id, me.id)
    if house.is_host(connection):
        room.row(id)
        return None
    row = room.store.game(id)
    if row is None:
        raise Problem(401, "no-seat")
    given = tokens(header)
    place_of(row, {seat.side: seat for seat in room.store.seats(id)}, given)
    return given


Known = Annotated[list[str] | None, Depends(_known)]


def _looking(
    connection: HTTPConnection, room: Here, house: TheHouse, club: AnyClub, id: GameId,
    header: SeatHeader = None,
) -> Place:  # fmt: skip
    me = _player(connection, house, club, id)
    if house.shared and not house.is_host(connection) and room.store.game(id) is None:
        raise Problem(401, "no-seat")  # as for a game that is there
    game = room.open(id)
    seat = place_of(game.row, game.seats, tokens(header))
    if club is not None and me is not None:
        matches.check_seat(club, id, me.id, seat)
    return Place(room, game, seat, club)


Looking = Annotated[Place, Depends(_looking)]
"""At a seat, or among those who watch."""


def _place(place: Looking) -> Place:
    if place.seat.kind == WATCHER:
        raise Problem(403, "not-your-seat")
    return place


AtTable = Annotated[Place, Depends(_place)]
