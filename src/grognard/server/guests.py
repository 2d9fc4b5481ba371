"""Guests: links that the host sends, seats that are taken by them and given back."""

from grognard.core.sides import SPECTATOR, Side
from grognard.server.keys import hashed, new_key, opens
from grognard.server.models import BOT, SeatRow
from grognard.server.opengame import OpenGame
from grognard.server.problems import Problem, unknown
from grognard.server.room import Room
from grognard.server.seats import Player, check_take_back, seat, seat_away
from grognard.server.store import NotStored
from grognard.server.wire.games import Asked, Joined
from grognard.server.wording import Wording


def invite(room: Room, game: OpenGame, side: Side) -> str:
    """The key of a fresh link; whoever sat there by an older one sits there no more."""
    key = new_key()
    with game.lock:
        if side == SPECTATOR:
            _watch_by(room, game, hashed(key))
        else:
            _check_seat(game, side)
            _take(room, game, seat_away(game.id, side, invite=key))
    room.on_change(game.id)
    return key


def uninvite(room: Room, game: OpenGame, side: Side) -> None:
    """No link any more, and the seat is the host's."""
    with game.lock:
        if side == SPECTATOR:
            _watch_by(room, game, "")
        else:
            _check_seat(game, side)
            check_take_back(game.seats[side], game.game.hides and not game.play.is_over)
            _take(room, game, seat(game.id, side, Player()))
    room.on_change(game.id)


def look(room: Room, id: str, key: str, language: str) -> Asked:
    """What a link is for."""
    game, side = _asked(room, id, key)
    words, watch = Wording(game.game, language), side == SPECTATOR
    titles = room.shelf.titles(game.row.box)
    scenario = game.row.scenario
    return Asked(
        game=id, box_title=room.shelf.box(game.row.box).title, side=side, watch=watch,
        scenario_title=words.text(titles[scenario]) if scenario in titles else scenario,
        side_name="" if watch else words.side(side),
    )  # fmt: skip


def join(room: Room, id: str, key: str, name: str) -> Joined:
    """A guest sits down, or stands among those who watch: their key is the one of the link."""
    game, _ = _asked(room, id, key)
    with game.lock:
        side = _opened(game, key)  # of two who come at once by one link, one comes too late
        if side == SPECTATOR:
            return Joined(game=id, side=side, token=key)
        token = new_key()
        _take(room, game, seat_away(id, side, name=name, key=token))
    room.on_change(id)
    return Joined(game=id, side=side, token=token)


def leave(room: Room, game: OpenGame, held: SeatRow) -> None:
    """The host's seats are his already."""
    if not held.away:
        raise Problem(403, "not-your-seat")
    with game.lock:
        _take(room, game, seat(game.id, held.side, Player()))
    room.on_change(game.id)


def _asked(room: Room, id: str, key: str) -> tuple[OpenGame, Side]:
    """A link that opens nothing says nothing, not even whether there is such a game."""
    if room.store.game(id) is None:
        raise Problem(401, "dead-link")
    game = room.open(id)
    with game.lock:
        return game, _opened(game, key)


def _opened(game: OpenGame, key: str) -> Side:
    """The side that a key is for."""
    for side, held in game.seats.items():
        if opens(key, held.invite):
            return side
    if opens(key, game.row.watch):
        return SPECTATOR
    raise Problem(401, "dead-link")


def _check_seat(game: OpenGame, side: Side) -> None:
    if side not in game.seats:
        raise unknown("side", side, status=422, field="side")
    if game.seats[side].kind == BOT:
        raise Problem(403, "bots-seat", field="side")


def _watch_by(room: Room, game: OpenGame, watch: str) -> None:
    try:
        room.store.update(game.id, {"watch": watch})
    except NotStored as fault:
        raise Problem(503, "not-stored") from fault
    game.row.watch = watch
    game.generation += 1


def _take(room: Room, game: OpenGame, taken: SeatRow) -> None:
    try:
        room.store.hand_over([taken])
    except NotStored as fault:
        raise Problem(503, "not-stored") from fault
    game.seats[taken.side] = taken
    game.generation += 1
