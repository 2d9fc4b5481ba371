"""Turns away what no page of ours would send: other hosts, other origins, other kinds of body.

A page from elsewhere that runs in the player's browser can reach 127.0.0.1 too; it must be able
neither to read nor to change a game.
"""

from collections.abc import Collection
from urllib.parse import parse_qs, urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grognard.core.messages import LANGUAGES
from grognard.server.answers import no
from grognard.server.house import House
from grognard.server.problems import Problem

LARGEST = 8_000_000
LOCAL = ("127.0.0.1", "localhost", "::1")
WITH_BODY = ("POST", "PATCH", "PUT")


class Guard:
    """Stands before the application."""

    def __init__(
        self, app: ASGIApp, hosts: Collection[str] = LOCAL, house: House | None = None
    ) -> None:
        self.app, self.hosts, self.house = app, hosts, house or House()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        problem = self.refusal(scope)
        if problem is None:
            await self._pass(scope, receive, self._counting(scope, _marked(send)))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            await no(problem, _language(scope))(scope, receive, _marked(send))

    def refusal(self, scope: Scope) -> Problem | None:
        """Why a request is turned away."""
        headers = Headers(scope=scope)
        if not self._ours(scope, headers):
            return Problem(403, "foreign-page")
        if self._guesses(scope):
            return Problem(429, "too-many")
        if scope.get("method") in WITH_BODY:
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                return Problem(415, "not-json")
            length = headers.get("content-length", "0")
            if not length.isdecimal() or int(length[:20]) > LARGEST:
                return Problem(413, "too-large")
        return None

    def _ours(self, scope: Scope, headers: Headers) -> bool:
        if not self._here(scope, _host(f"//{headers.get('host', '')}")):
            return False
        origin = headers.get("origin")
        known = (headers.get("host"), urlsplit(self.house.address).netloc or None)
        return origin is None or urlsplit(origin).netloc in known

    def _here(self, scope: Scope, host: str) -> bool:
        """A shared table is also called by the number at which it was reached: no name that
        somebody else's name server could point here."""
        if host in self.hosts:
            return True
        reached = scope.get("server")
        return self.house.shared and reached is not None and bool(host) and host == reached[0]

    def _guesses(self, scope: Scope) -> bool:
        """Whether too many wrong keys came from there; who is known has shown the right one."""
        house = self.house
        if not house.shared or not scope["path"].startswith("/api/"):
            return False
        guesses = house.misses.too_many(address_of(scope))
        return guesses and not house.is_known(HTTPConnection(scope))

    def _counting(self, scope: Scope, send: Send) -> Send:
        """Every 401 was a wrong key."""
        async def counting(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 401:
                self.house.misses.count(address_of(scope))
            await send(message)

        return counting if self.house.shared else send

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it in, but count the bytes: a length need not be told."""
        read = 0

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b"")) if scope["type"] == "http" else 0
            if read > LARGEST:
                raise HTTPException(413)
            return message

        await self.app(scope, counted, send)


def _marked(send: Send) -> Send:
    """Every answer is what it says it is: a browser shall not guess."""
    async def marked(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["X-Content-Type-Options"] = "nosniff"
            headers["Referrer-Policy"] = "no-referrer"
        await send(message)

    return marked


def address_of(scope: Scope) -> str:
    """Where somebody calls from; a proxy that is trusted has said it."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def _host(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _language(scope: Scope) -> str:
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])[0]
    return asked if asked in LANGUAGES else LANGUAGES[0]
