"""Tells every connected seat what changed, as far as it may know."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

import anyio
import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from grognard.core.messages import LANGUAGES
from grognard.core.sides import Side
from grognard.server import bulletin, presence, talk
from grognard.server.bulletin import Stamp
from grognard.server.guard import address_of
from grognard.server.house import House
from grognard.server.models import PERSON, SeatRow
from grognard.server.opengame import OpenGame
from grognard.server.presence import Presence
from grognard.server.problems import Problem
from grognard.server.room import Room
from grognard.server.seats import place_of
from grognard.server.wire.live import ErrorEvent, TalkEvent

PAUSE = 0.03
"""Seconds between two messages: bots act faster than anybody can look."""
LONGEST = 64_000
MOST_SEATS = 16
GONE, PONG = '{"type":"gone"}', '{"type":"pong"}'
TELLERS = 4
"""Threads that put news into words: those who act must not wait for those who watch."""
FIRST_WORD = 15.0
"""Seconds until a socket must have said whose seats it holds."""
LEFT = (WebSocketDisconnect, RuntimeError, KeyError, TimeoutError)
"""What happens when the other end has left, is silent, or sends bytes where a text belongs."""


Beside = tuple[object, bytes]
"""Something told beside a game: a value that changes with it, and the message."""


class Hub:
    """Rings the bell of everybody who watches a game; called from any thread."""

    def __init__(self, house: House | None = None) -> None:
        self.house, self.presence = house or House(), Presence()
        self.beside: Callable[[OpenGame], Beside | None] = lambda game: None
        """What a club tells beside a game."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bells: dict[str, set[asyncio.Event]] = {}
        self.tellers: anyio.CapacityLimiter | None = None

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.tellers = anyio.CapacityLimiter(TELLERS)

    def stop(self) -> None:
        self._loop = None

    def changed(self, id: str) -> None:
        """A game changed."""
        self.soon(self.ring, id)

    def soon(self, deed: Callable[..., None], *about: object) -> None:
        """Do something in the loop of the server, if it runs."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(deed, *about)

    def ring(self, id: str) -> None:
        """In the loop."""
        for bell in self._bells.get(id, ()):
            bell.set()

    def ring_all(self) -> None:
        """Anything may have changed."""
        for id in self._bells:
            self.ring(id)

    def enter(self, id: str, sides: Iterable[Side]) -> None:
        """Somebody sat down; whoever is there hears of it."""
        self.presence.enter(id, sides)
        self.ring(id)

    def exit(self, id: str, sides: Iterable[Side]) -> None:
        """Somebody got up."""
        self.presence.leave(id, sides)
        self.ring(id)

    def watch(self, id: str, bell: asyncio.Event) -> None:
        self._bells.setdefault(id, set()).add(bell)

    def leave(self, id: str, bell: asyncio.Event) -> None:
        self._bells.get(id, set()).discard(bell)
        if not self._bells.get(id):
            self._bells.pop(id, None)


class Watcher:
    """One socket: the seats it holds and what it has been told already."""

    def __init__(
        self, room: Room, id: str, given: Iterable[str], language: str, hub: Hub | None = None
    ) -> None:
        self.room, self.id, self.tokens, self.language = room, id, list(given), language
        self.hub = hub or Hub()
        self._present = ""
        self._aside: object = None
        self._heard = -1
        self._told: dict[Side, Stamp] = {}
        self._held: dict[Side, int] = {}

    def speak(self, language: str) -> None:
        """Tell everything again, in another language."""
        self.language = language
        self._told.clear()
        self._held.clear()

    def news(self) -> list[str]:
        """A message for each seat that has something new to know."""
        try:
            game = self.room.watch(self.id)
        except Problem as fault:
            return [GONE if fault.status == 404 else error(fault, self.language)]
        with game.lock:
            seats = [place_of(game.row, game.seats, [token]) for token in self.tokens]
            told = [self._news(game, seat) for seat in seats if self._behind(game, seat.side)]
            return told + self._presence(game) + self._talk(game, seats) + self._beside(game)

    def sides(self) -> list[Side]:
        """The sides that it watches; raises a :class:`Problem` for a token that is none."""
        game = self.room.watch(self.id)
        with game.lock:
            return [place_of(game.row, game.seats, [token]).side for token in self.tokens]

    def _talk(self, game: OpenGame, seats: Sequence[SeatRow]) -> list[str]:
        """What players said since; those who watch are no players."""
        if not self.hub.house.shared or any(seat.kind != PERSON for seat in seats):
            return []
        fresh = [line for line in talk.lines(game) if line.n > self._heard]
        self._heard = fresh[-1].n if fresh else self._heard
        return [msgspec.json.encode(TalkEvent(lines=fresh)).decode()] if fresh else []

    def _beside(self, game: OpenGame) -> list[str]:
        """What a club tells, if that has changed."""
        stamp, told = self.hub.beside(game) or (None, b"")
        fresh, self._aside = stamp != self._aside, stamp
        return [told.decode()] if fresh and told else []

    def _presence(self, game: OpenGame) -> list[str]:
        """Who is there, on a shared table, if that has changed."""
        if not self.hub.house.shared:
            return []
        told = presence.told(game, self.hub.presence.at(self.id))
        fresh, self._present = told != self._present, told
        return [told] if fresh else []

    def _behind(self, game: OpenGame, side: Side) -> bool:
        return self._told.get(side) != bulletin.stamp(game, side)

    def _news(self, game: OpenGame, seat: SeatRow) -> str:
        """A whole state first, and then what changed since the last message."""
        told = bulletin.news(game, seat, self.language, self._held.get(seat.side))
        self._told[seat.side] = bulletin.stamp(game, seat.side)
        self._held[seat.side] = bulletin.version(game, seat, self.language)
        return told.decode()


async def serve(socket: WebSocket, room: Room, hub: Hub, id: str) -> None:
    """Talk with one socket until it leaves."""
    await socket.accept()
    language = LANGUAGES[0]
    bell = asyncio.Event()
    hub.watch(id, bell)
    try:
        with anyio.fail_after(FIRST_WORD):
            hello = _read(await socket.receive_text())
        language = hello.get("lang", language)
        watcher = Watcher(room, id, _seats(hello), language, hub)
        await _attend(socket, watcher, bell)
    except Problem as fault:
        if fault.status == 401:
            hub.house.misses.count(address_of(socket.scope))
        await _send(socket, [error(fault, language)])
        await socket.close(1008)
    except LEFT:
        pass
    finally:
        hub.leave(id, bell)
        if socket.client_state is WebSocketState.CONNECTED:
            with suppress(RuntimeError):
                await socket.close(1008)


async def _attend(socket: WebSocket, watcher: Watcher, bell: asyncio.Event) -> None:
    """Be there for others as long as it talks."""
    hub, id = watcher.hub, watcher.id
    try:
        sides = await anyio.to_thread.run_sync(watcher.sides, limiter=hub.tellers)
    except Problem as fault:
        if fault.status != 404:
            raise
        sides = []
    hub.enter(id, sides)
    try:
        await _talk(socket, watcher, bell)
    finally:
        hub.exit(id, sides)


async def _talk(socket: WebSocket, watcher: Watcher, bell: asyncio.Event) -> None:
    """Listen and tell at the same time; the first of both to end ends the other."""
    bell.set()
    faults: list[Problem] = []
    async with anyio.create_task_group() as both:

        async def until_done(work: Callable[..., Awaitable[None]]) -> None:
            try:
                await work(socket, watcher, bell)
            except Problem as fault:
                faults.append(fault)
            except LEFT:
                pass
            both.cancel_scope.cancel()

        both.start_soon(until_done, _listen)
        both.start_soon(until_done, _tell)
    if faults:
        raise faults[0]


async def _tell(socket: WebSocket, watcher: Watcher, bell: asyncio.Event) -> None:
    while True:
        await bell.wait()
        bell.clear()
        news = await anyio.to_thread.run_sync(watcher.news, limiter=watcher.hub.tellers)
        await _send(socket, news)
        if GONE in news:
            await socket.close(1000)
            return
        await asyncio.sleep(PAUSE)


async def _listen(socket: WebSocket, watcher: Watcher, bell: asyncio.Event) -> None:
    while True:
        heard = _read(await socket.receive_text())
        if heard.get("type") == "ping":
            await _send(socket, [PONG])
        if "lang" in heard:
            watcher.speak(heard["lang"])
            bell.set()


async def _send(socket: WebSocket, messages: Iterable[str]) -> None:
    for message in messages:
        await socket.send_text(message)


def error(fault: Problem, language: str) -> str:
    return msgspec.json.encode(ErrorEvent(error=fault.body(language))).decode()


def _read(text: str) -> dict[str, Any]:
    """A message of the client; raises a :class:`Problem` if it makes no sense."""
    try:
        found = msgspec.json.decode(text) if len(text) <= LONGEST else None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise Problem(400, "malformed")
    if found.get("lang", LANGUAGES[0]) not in LANGUAGES:
        raise Problem(422, "field", field="lang")
    return found


def _seats(hello: dict[str, Any]) -> list[str]:
    seats = hello.get("seats")
    if not isinstance(seats, list) or not 0 < len(seats) <= MOST_SEATS:
        raise Problem(422, "field", field="seats")
    if not all(isinstance(token, str) for token in seats):
        raise Problem(422, "field", field="seats")
    return seats
