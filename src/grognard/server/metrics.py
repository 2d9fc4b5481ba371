"""What the operator of a server can read off: counts and times, of no player and no game.

Every process counts in files of a folder that they share; one of them adds them up for whoever
asks (the library ``prometheus-client``, of the extra ``server``).
"""

import os
import time
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grognard.server.room import Room

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable in which the library looks for the folder when it is imported."""
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5, 10.0)

REQUESTS = Counter("grognard_requests", "Requests, by endpoint", ["method", "endpoint", "status"])
SECONDS = Histogram("grognard_request_seconds", "Time to an answer, by endpoint",
                    ["method", "endpoint"], buckets=BUCKETS)  # fmt: skip
SOCKETS = Gauge("grognard_sockets", "Open websockets", multiprocess_mode="livesum")
OPEN_GAMES = Gauge("grognard_open_games", "Games in memory, each process for itself",
                   multiprocess_mode="livesum")
OPEN_BYTES = Gauge("grognard_open_games_bytes", "Memory that open games take, about",
                   multiprocess_mode="livesum")
CHOICES = Counter("grognard_bot_choices", "Choices of bots, by lane", ["lane"])


class Meter:
    """Counts what passes."""

    def __init__(self, app: ASGIApp, room: Room) -> None:
        self.app, self.room = app, room

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            with SOCKETS.track_inprogress():
                await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 500

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            self._count(scope, status, time.perf_counter() - began)

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        """By the pattern of the address, never by the address: that would name games."""
        route = scope.get("route")
        endpoint = getattr(route, "path", "other")
        REQUESTS.labels(scope["method"], endpoint, status).inc()
        SECONDS.labels(scope["method"], endpoint).observe(seconds)
        OPEN_GAMES.set(len(self.room.at_hand))
        OPEN_BYTES.set(self.room.at_hand.weight)


def serve(address: str, port: int, folder: Path) -> int:
    """Answer whoever asks there, with what all processes counted; returns the port."""
    counted = CollectorRegistry()
    MultiProcessCollector(counted, str(folder))  # type: ignore[no-untyped-call]
    server, _ = start_http_server(port, address, counted)
    return server.server_port


def forget(pid: int) -> None:
    """A process has ended: what it has open counts no more."""
    if FOLDER in os.environ:
        mark_process_dead(pid)  # type: ignore[no-untyped-call]
