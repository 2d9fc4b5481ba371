"""How games come to be: out of a box, out of a record, or out of another game."""

import secrets
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from random import Random
from typing import Any

import msgspec

from grognard.boxes.catalogue import Choice
from grognard.core.errors import Unreadable
from grognard.core.game import Game
from grognard.core.messages import Message
from grognard.core.sides import CHANCE, Side
from grognard.records import Playthrough
from grognard.records.lessons import Script
from grognard.records.text import Record, RecordFault, parse
from grognard.records.text import play_back as play_record
from grognard.server.film import Film
from grognard.server.history import Line, Misfit, write_down
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


def import_record(room: Room, wish: Import) -> OpenGame:
    """A game that continues a record, as far as the record fits."""
    try:
        record = parse(wish.record)
        head = record.head
        options = choose(room.shelf.box(head.box), head.scenario, head.options)[1]
        game = room.shelf.load(head.box, head.scenario, options)
        play, rest = _play(record, game)
    except RecordFault as fault:
        raise Problem(422, "record", field="record", line=fault.line,
                      detail=fault.message) from fault
    except Problem as fault:
        fault.status, fault.field = 422, "record"
        raise
    row = _row(game, head.box, options, wish.title, wish.dice)
    row.position = None if play.from_setup else game.encode(play.opening_state)
    players = {s: Player(name=name) for s, name in head.players.items() if s in game.sides}
    return _begin(room, game, row, {**players, **wish.players}, lines_of(play), rest)


def _play(record: Record, game: Game[Any]) -> tuple[Playthrough, Misfit | None]:
    try:
        return play_record(record, game), None
    except RecordFault as fault:
        if fault.play is None:
            raise
        lines = [_line(text) for number, text in record.lines if number >= fault.line]
        return fault.play, Misfit(tuple(lines), _reason(fault.play, lines[0]))


def _line(text: str) -> Line:
    who, _, what = text.partition(" ")
    return Line(0, CHANCE if who == "*" else who[:32], what.strip())


def _reason(play: Playthrough, line: Line) -> Message:
    if line.party not in (CHANCE, *play.game.sides):
        why = Unreadable(line.party, "party", sides=", ".join(play.game.sides))
        return Message("refusal.unreadable", {"text": why.text, "reason": why.reason})
    ruling = play.check(line.party, line.text)
    return ruling.message or Message(f"refusal.{ruling.code}")


def lines_of(play: Playthrough) -> list[Line]:
    """A whole play in notation, one line for each entry."""
    notes = write_down(play.game, play.opening_state, play.log)
    return [Line(number, note.party, note.text) for number, note in enumerate(notes)]


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
    lines: Sequence[Line] = (), rest: Misfit | None = None,
) -> OpenGame:
    """Play what is given, store the game, and let bots begin."""
    check_players(players, game.sides)
    seats: list[SeatRow] = [seat(row.id, s, players.get(s, Player())) for s in game.sides]
    found = OpenGame(room.store, row, game, seats)
    found.script = room.script_of(row)
    rows = found.begin(lines, rest)
    for name, value in found.standing().items():
        setattr(row, name, value)
    try:
        room.store.add(row, seats, rows)
    except NotStored as fault:
        raise Problem(503, "not-stored") from fault
    room.keep(found)
    room.wake(found)
    return found
