"""What a side is told after a change, put into words once for everybody who watches that side.

The last few editions are kept, so that whoever has one of them is told only what changed since.
An edition is one of a side in a language: its number means nothing anywhere else, and after the
game was put back into the store and opened again all numbers are others.
"""

import secrets

import msgspec
from msgspec.structs import replace

from grognard.core.sides import Side
from grognard.server import states
from grognard.server.differences import difference
from grognard.server.models import SeatRow
from grognard.server.opengame import OpenGame
from grognard.server.states import Happened
from grognard.server.wire.live import DifferenceEvent, StateEvent
from grognard.server.wire.state import State
from grognard.server.wording import Wording

KEPT = 4
"""Editions from which a difference can be told."""
FIRST_NUMBER = 40
"""Bits of the number of a first edition, which is drawn: it fits a number of any client."""

Stamp = tuple[int, int, int]


class Edition:
    """A state of a side in one language, without its log."""

    def __init__(self, stamp: Stamp, state: State, happened: Happened) -> None:
        self.stamp, self.state, self.happened = stamp, state, happened
        self.news: dict[int | None, bytes] = {}
        """What was told of it, by the version that its readers had."""

    @property
    def version(self) -> int:
        return self.state.version


def stamp(game: OpenGame, side: Side) -> Stamp:
    """Changes with everything that the side may know of."""
    return game.seq(side), game.generation, game.deeds.coached()


def _editions(game: OpenGame, seat: SeatRow, language: str) -> list[Edition]:
    """The last few, the present one last; whoever asks holds the lock of the game."""
    kept = game.told.setdefault((seat.side, language), [])
    now = stamp(game, seat.side)
    if not kept or kept[-1].stamp != now:
        version = kept[-1].version + 1 if kept else secrets.randbits(FIRST_NUMBER)
        state = states.state(game, seat, language, version)
        kept.append(Edition(now, state, game.happened(seat.side)))
        del kept[:-KEPT]
    return kept


def version(game: OpenGame, seat: SeatRow, language: str) -> int:
    """The number of the present edition."""
    return _editions(game, seat, language)[-1].version


def state(
    game: OpenGame, seat: SeatRow, language: str, seen: Happened | None = None
) -> State:
    """The whole state as a seat sees it; `seen` is the log that its reader has."""
    return _whole(game, _editions(game, seat, language)[-1], language, seen)


def _whole(
    game: OpenGame, edition: Edition, language: str, seen: Happened | None = None
) -> State:
    words = Wording(game.game, language)
    return replace(edition.state, log=states.log(words, edition.happened, seen))


def news(game: OpenGame, seat: SeatRow, language: str, held: int | None) -> bytes:
    """As JSON, what changed since the version that is held, or the whole if that is not known."""
    kept = _editions(game, seat, language)
    present, base = kept[-1], next((one for one in kept if one.version == held), None)
    known = base.version if base else None
    if known not in present.news:
        told = _since(game, base, present, language) if base else StateEvent(
            state=_whole(game, present, language))
        present.news[known] = msgspec.json.encode(told)
    return present.news[known]


def _since(game: OpenGame, base: Edition, now: Edition, language: str) -> DifferenceEvent:
    log = states.log(Wording(game.game, language), now.happened, base.happened)
    return DifferenceEvent(difference=difference(base.state, now.state, log))
