"""Who is at the table: every side's player, whether a socket of his is open, and how many watch."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

import msgspec

from grognard.core.sides import SPECTATOR, Side
from grognard.server.opengame import OpenGame
from grognard.server.seats import is_guests
from grognard.server.wire.live import Person, PresentEvent


class Presence:
    """Counts open sockets by game and side; only ever changed by the loop of the server."""

    def __init__(self) -> None:
        self._here: dict[str, Counter[Side]] = {}
        self._elsewhere: dict[str, dict[str, Counter[Side]]] = {}
        """By process and game, what other processes of the server told."""
        self.tell: Callable[[str, Mapping[Side, int]], None] = lambda id, here: None
        """Told of every change here."""

    def enter(self, id: str, sides: Iterable[Side]) -> None:
        self._set(id, self._here.get(id, Counter()) + Counter(sides))

    def leave(self, id: str, sides: Iterable[Side]) -> None:
        self._set(id, self._here.get(id, Counter()) - Counter(sides))

    def _set(self, id: str, here: Counter[Side]) -> None:
        if here:  # those at nought have dropped out
            self._here[id] = here
        else:
            self._here.pop(id, None)
        self.tell(id, here)

    def at(self, id: str) -> Counter[Side]:
        """At all processes."""
        found = self._here.get(id, Counter[Side]())
        return sum((games[id] for games in self._elsewhere.values() if id in games), found)

    def own(self) -> dict[str, Counter[Side]]:
        """At this process, by game."""
        return dict(self._here)

    def elsewhere(self, process: str, id: str, here: Counter[Side]) -> None:
        """Another process has told who is there."""
        games = self._elsewhere.setdefault(process, {})
        if here:
            games[id] = here
        else:
            games.pop(id, None)

    def forget(self, process: str) -> list[str]:
        """A process is gone; the games at which somebody sat there."""
        return list(self._elsewhere.pop(process, ()))


def told(game: OpenGame, here: Mapping[Side, int]) -> str:
    """As a message; the same for everybody who may look at the game."""
    people = [
        Person(side=side, name=seat.name, here=bool(here.get(side)), kind=seat.kind,
               guest=is_guests(seat), invited=bool(seat.invite))
        for side, seat in game.seats.items()
    ]  # fmt: skip
    event = PresentEvent(people=people, watching=here.get(SPECTATOR, 0))
    return msgspec.json.encode(event).decode()
