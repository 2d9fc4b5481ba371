"""What the players of a game say to each other, and the notepad of each seat."""

from collections.abc import Callable

from grognard.server.keys import Misses
from grognard.server.models import PERSON, NotepadRow, SeatRow, TalkRow
from grognard.server.opengame import OpenGame
from grognard.server.problems import Problem
from grognard.server.store import NotStored, Overtaken, now
from grognard.server.wire.live import TalkLine

KEPT = 300
"""Lines that a game keeps; the oldest go first."""

TRIES = 5
"""How often somebody begins again whom others interrupt."""

_spoken = Misses()
"""Who speaks too fast is not heard for a while, as one who guesses keys."""


def lines(game: OpenGame) -> list[TalkLine]:
    """All that is kept, the oldest first; whoever asks holds the lock."""
    if game.talk is None:
        game.talk = [_line(row) for row in game.store.talk(game.id)]
    return game.talk


def say(game: OpenGame, seat: SeatRow, text: str) -> None:
    """Somebody speaks; it is stored, and then heard."""
    _check_person(seat)
    if _spoken.too_many(f"{game.id} {seat.side}"):
        raise Problem(429, "too-fast")
    with game.lock:
        _stored(lambda: _speak(game, seat, text))
    _spoken.count(f"{game.id} {seat.side}")


def _speak(game: OpenGame, seat: SeatRow, text: str, tries: int = TRIES) -> None:
    """Of two who speak at once, at two processes, one is heard first."""
    said = lines(game)
    number = said[-1].n + 1 if said else 0
    row = TalkRow(game_id=game.id, number=number, side=seat.side, name=seat.name, text=text,
                  at=now())
    try:
        game.store.say(row, KEPT)
    except Overtaken:
        if not tries:
            raise
        game.talk = None
        _speak(game, seat, text, tries - 1)
        return
    game.talk = [*said, _line(row)][-KEPT:]


def note(game: OpenGame, seat: SeatRow, text: str) -> None:
    """Nobody but the seat reads it."""
    _check_person(seat)
    row = NotepadRow(game_id=game.id, side=seat.side, text=text)
    _stored(lambda: game.store.keep_notepad(row))


def _check_person(seat: SeatRow) -> None:
    if seat.kind != PERSON:
        raise Problem(403, "not-your-seat")


def _stored(deed: Callable[[], None]) -> None:
    try:
        deed()
    except NotStored as fault:
        raise Problem(503, "not-stored") from fault


def _line(row: TalkRow) -> TalkLine:
    return TalkLine(n=row.number, side=row.side, name=row.name, text=row.text, at=row.at)
