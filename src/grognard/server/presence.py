"""Who is at the table: every side's player, whether a socket of his is open, and how many watch."""

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from grognard.core.sides import SPECTATOR, Side
from grognard.server.opengame import OpenGame
from grognard.server.seats import is_guests
from grognard.server.wire.live import Person, PresentEvent


class Presence:
    """Counts open sockets by game and side; only ever changed by the loop of the server."""

    def __init__(self) -> None:
        self._here: dict[str, Counter[Side]] = {}

    def enter(self, id: str, sides: Iterable[Side]) -> None:
        self._here[id] = self.at(id) + Counter(sides)

    def leave(self, id: str, sides: Iterable[Side]) -> None:
        left = self.at(id) - Counter(sides)  # those at nought drop out
        if left:
            self._here[id] = left
        else:
            self._here.pop(id, None)

    def at(self, id: str) -> Counter[Side]:
        return self._here.get(id, Counter())


def told(game: OpenGame, here: Mapping[Side, int]) -> str:
    """As a message; the same for everybody who may look at the game."""
    people = [
        Person(side=side, name=seat.name, here=bool(here.get(side)), kind=seat.kind,
               guest=is_guests(seat), invited=bool(seat.invite))
        for side, seat in game.seats.items()
    ]  # fmt: skip
    event = PresentEvent(people=people, watching=here.get(SPECTATOR, 0))
    return msgspec.json.encode(event).decode()
