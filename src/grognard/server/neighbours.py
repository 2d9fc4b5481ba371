"""The other processes of one server: what each must know of the others.

A game that was changed rings its bells everywhere; who is at a table is counted over all processes;
and whoever guesses keys at one of them has guessed at all. Nothing of it is stored: a process that
falls silent is forgotten.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Mapping

import msgspec

from grognard.core.sides import Side
from grognard.server.couriers import Courier
from grognard.server.live import Hub
from grognard.server.store import CHANNEL as GAMES
from grognard.server.store import Store

HOUSE = "grognard_house"
"""The channel for what is not stored."""
PULSE = 5.0
"""Seconds between two signs of life; whoever misses three of them is gone."""


class Note(msgspec.Struct, tag_field="what"):
    """Something that a process tells the others."""

    by: str


class Hello(Note, tag="hello"):
    """Here I am, and know nothing: tell me who sits at your tables."""


class Pulse(Note, tag="pulse"):
    """Still here."""


class Bye(Note, tag="bye"):
    """Nobody sits at my tables any more."""


class Here(Note, tag="here"):
    """How many sockets of each side of a game are open."""

    game: str
    sides: dict[Side, int]


class Miss(Note, tag="miss"):
    """A wrong key came from an address."""

    address: str


Heard = Hello | Pulse | Bye | Here | Miss


class Neighbours:
    """Speaks for one process; lives in the loop of its server."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self.name, self._hub = store.name, hub
        self._heard_at: dict[str, float] = {}
        ears = {GAMES: self._changed, HOUSE: self._heard}
        self._courier = Courier(store, ears, self._missed)

    def start(self) -> None:
        self._hub.presence.tell = self._announce
        self._hub.house.misses.tell = lambda address: self._say(Miss(self.name, address))
        self._courier.start()

    def stop(self) -> None:
        self._say(Bye(self.name))
        self._courier.stop()

    async def pulse(self) -> None:
        """Give signs of life, and notice who gives none."""
        while True:
            self._say(Pulse(self.name))
            await asyncio.sleep(PULSE)
            silent = time.monotonic() - 3 * PULSE
            for name in [name for name, at in self._heard_at.items() if at < silent]:
                self._forget(name)

    def _say(self, note: Note) -> None:
        self._courier.say(HOUSE, msgspec.json.encode(note).decode())

    def _announce(self, game: str, sides: Mapping[Side, int]) -> None:
        self._say(Here(self.name, game, dict(sides)))

    # -- called by the courier, in his own thread ---------------------------------------

    def _changed(self, told: str) -> None:
        by, _, game = told.partition(" ")
        if by != self.name:
            self._hub.changed(game)

    def _heard(self, told: str) -> None:
        note = msgspec.json.decode(told, type=Heard)
        if note.by != self.name:
            self._hub.soon(self._note, note)

    def _missed(self) -> None:
        """Anything may have happened meanwhile."""
        self._say(Hello(self.name))
        self._hub.soon(self._hub.ring_all)

    # -- in the loop --------------------------------------------------------------------

    def _note(self, note: Heard) -> None:
        self._heard_at[note.by] = time.monotonic()
        match note:
            case Hello():
                for game, sides in self._hub.presence.own().items():
                    self._announce(game, sides)
            case Here(by, game, sides):
                self._hub.presence.elsewhere(by, game, Counter(sides))
                self._hub.ring(game)
            case Miss(_, address):
                self._hub.house.misses.note(address)
            case Bye(by):
                self._forget(by)

    def _forget(self, name: str) -> None:
        self._heard_at.pop(name, None)
        for game in self._hub.presence.forget(name):
            self._hub.ring(game)
