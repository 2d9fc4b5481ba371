"""How long the server waits for a connection that is slow or silent."""

import asyncio
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST = 30.0
"""Seconds until a request must be here, its body included; also for a fresh connection."""
READING = 30.0
"""Seconds until the other end must have taken what it was sent."""
PING, PONG = 20.0, 20.0
"""Seconds between two pings on a websocket, and until each must be answered."""

HERE = (h11.DONE, h11.MUST_CLOSE, h11.CLOSED, h11.SWITCHED_PROTOCOL)
"""What a connection is in when the other end has said all that it wanted."""


class Clock:
    """Runs or not; when it has run out, something is done."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._timer: asyncio.TimerHandle | None = None

    def run(self, seconds: float, then: Callable[[], None]) -> None:
        """Start, unless it runs already."""
        self._timer = self._timer or self._loop.call_later(seconds, then)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class PatientProtocol(H11Protocol):
    """HTTP with an end to patience: uvicorn itself only ends idle pauses between two requests."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._request, self._reading = Clock(self.loop), Clock(self.loop)
        self._is_socket = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._look()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def _look(self) -> None:
        """Time runs until the request is here, and again from the answer to the next one."""
        if self._is_socket:
            return  # h11 never reads the end of a request that opens a websocket
        if self.conn.their_state in HERE and not self.transport.is_closing():
            self._request.stop()
        else:
            self._request.run(REQUEST, self.transport.abort)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading.run(READING, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reading.stop()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        super().handle_websocket_upgrade(event)
        self._is_socket = True
        self._end()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._end()

    def _end(self) -> None:
        self._request.stop()
        self._reading.stop()
