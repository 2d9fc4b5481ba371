"""How games come to be: out of a box, out of a record, or out of another game."""

import secrets
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from random import Random
from typing import Any

import msgspec

from grognard.ai import known_bots
from grognard.boxes.catalogue import Choice
from grognard.core.game import Game
from grognard.core.sides import Side
from grognard.records.lessons import Script
from grognard.records.reading import Readout
from grognard.records.text import Head
from grognard.server.film import Film
from grognard.server.history import Line
from grognard.server.models import MACHINE, TYPED, GameRow, SeatRow
from grognard.server.opengame import OpenGame
from grognard.server.problems import Problem, unknown
from grognard.server.room import Room
from grognard.server.seats import Player, check_players, persons_only, player_of, seat
from grognard.server.shelf import choose
from grognard.server.store import NotStored, now
from grognard.server.wishes import Fork, Import, NewGame

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that look alike."""


def new_id() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(8))


def create(room: Room, wish: NewGame) -> OpenGame:
    """A new game out of a box."""
    if wish.lesson is not None:
        return _learn(room, wish, room.shelf.script(wish.box, wish.lesson))
    scenario, options = choose(room.shelf.box(wish.box), wish.scenario, wish.options)
    game = room.shelf.load(wish.box, scenario, options)
    row = _row(game, wish.box, options, wish.title, wish.dice)
    return _begin(room, game, row, wish.players)


def _learn(room: Room, wish: NewGame, script: Script) -> OpenGame:
    """A lesson: its own scenario and options, dice typed in, and a person on every side."""
    if wish.scenario not in (None, script.game.scenario):
        raise Problem(422, "field", field="scenario")
    if wish.options:
        raise Problem(422, "field", field="options")
    persons_only(wish.players)
    scenario, options = choose(room.shelf.box(wish.box), script.game.scenario, script.game.options)
    game = room.shelf.load(wish.box, scenario, options)
    row = _row(game, wish.box, options, wish.title, TYPED)
    row.lesson = script.lesson.id
    return _begin(room, game, row, wish.players)


def import_record(room: Room, wish: Import, read: Readout) -> OpenGame:
    """A game that continues a record, as far as the record fits; it was read elsewhere."""
    head = read.head
    try:
        options = choose(room.shelf.box(head.box), head.scenario, head.options)[1]
        game = room.shelf.load(head.box, head.scenario, options)
    except Problem as fault:
        fault.status, fault.field = 422, "record"
        raise
    row = _row(game, head.box, options, wish.title, wish.dice)
    row.position = read.position
    players = {side: _recorded(head, side) for side in game.sides}
    return _begin(room, game, row, {**players, **wish.players}, read=read)


def _recorded(head: Head, side: Side) -> Player:
    """Who played a side; a person takes the seat of a bot that is not installed here."""
    name, bot = head.players.get(side, ""), head.bots.get(side, "")
    return Player(kind="bot", bot=bot, name=name) if bot in known_bots() else Player(name=name)


def fork(room: Room, game: OpenGame, side: Side, wish: Fork) -> OpenGame:
    """A what-if: exact after the end; before it, imagined from what the side knew at the stop."""
    with game.lock:
        film = game.film()
        stops = film.stops(side)
        stop = len(stops) - 1 if wish.stop is None else wish.stop
        if stop >= len(stops):
            raise unknown("stop", stop, status=422, field="stop")
        row, lines = _forked(game, film, side, stops[stop])
        players = {who: player_of(seat) for who, seat in game.seats.items()}
    row.title, row.dice = wish.title, wish.dice or game.row.dice
    return _begin(room, game.game, row, {**players, **wish.players}, lines)


def _forked(
    game: OpenGame, film: Film, side: Side, entries: int
) -> tuple[GameRow, Sequence[Line]]:
    old = game.row
    row = _row(game.game, old.box, msgspec.json.decode(old.options), "", MACHINE)
    row.fork_of = old.id
    if game.play.is_over:
        row.position = old.position
        return row, game.lines[:entries]
    view = game.game.view(film.state(entries), side)
    row.position = game.game.encode(game.game.what_if(view, Random()))
    return row, ()


def _row(
    game: Game[Any], box: str, options: Mapping[str, Choice], title: str, dice: str
) -> GameRow:
    moment = now()
    return GameRow(
        id=new_id(), title=title, box=box, scenario=game.scenario, dice=dice, position=None,
        options=msgspec.json.encode(dict(options)).decode(), fingerprint=game.fingerprint,
        version=version("grognard"), fork_of="", created=moment, changed=moment, archived=False,
        over=False, turn=0, result="", lesson="",
    )  # fmt: skip


def _begin(
    room: Room, game: Game[Any], row: GameRow, players: Mapping[Side, Player],
    lines: Sequence[Line] = (), read: Readout | None = None,
) -> OpenGame:
    """Play what is given, store the game, and let bots begin."""
    check_players(players, game.sides)
    seats: list[SeatRow] = [seat(row.id, s, players.get(s, Player())) for s in game.sides]
    found = OpenGame(room.store, row, game, seats)
    room.guide(found)
    rows = found.begin(lines) if read is None else found.adopt(read)
    for name, value in found.standing(game.sides[0]).items():
        setattr(row, name, value)
    try:
        room.store.add(row, seats, rows)
    except NotStored as fault:
        raise Problem(503, "not-stored") from fault
    room.keep(found)
    room.wake(found)
    return found
