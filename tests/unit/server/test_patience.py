"""Connections that are slow or silent are dropped; what is honest and slow is answered."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from grognard.server import Room, create_app, live, patience
from grognard.server.running import HOST, config, listen
from tests.unit.server.tables import toy_room

SOON = 0.4
LONG = 20
"""Seconds after which a test gives up waiting."""
HEAD = b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"

UPGRADE = (
    b"GET /api/games/none/live HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n"
    b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: c2l4dGVlbiBieXRlcyEhIQ==\r\n\r\n"
)


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server as `grognard play` runs it, with little patience."""
    for name in ("REQUEST", "READING", "PING", "PONG"):
        monkeypatch.setattr(patience, name, SOON)
    monkeypatch.setattr(live, "FIRST_WORD", SOON)
    with serving(tmp_path) as port:
        yield port


@contextmanager
def serving(folder: Path) -> Iterator[int]:
    listening = listen(0)
    server = uvicorn.Server(config(create_app(toy_room(folder))))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    yield int(listening.getsockname()[1])
    server.should_exit = True
    thread.join()


@contextmanager
def line_to(port: int) -> Iterator[socket.socket]:
    with socket.create_connection((HOST, port), timeout=LONG) as line:
        yield line


def is_dropped(line: socket.socket) -> bool:
    """Whether the server hangs up; waiting for ever would raise."""
    try:
        while line.recv(65536):
            pass
    except ConnectionError:
        pass
    return True


def drip(line: socket.socket, text: bytes) -> None:
    """A byte now and then, never long enough silent to look idle."""
    try:
        for at in range(LONG * 20):
            line.sendall(text[at % len(text):][:1])
            time.sleep(0.05)
    except ConnectionError:
        return
    raise AssertionError("the server has listened all the time")


def test_a_silent_line_is_dropped(port: int) -> None:
    with line_to(port) as line:
        assert is_dropped(line)


def test_a_head_that_never_ends_is_dropped(port: int) -> None:
    with line_to(port) as line:
        drip(line, b"GET /api/about HTTP/1.1\r\nX: " + b"y" * 10_000)


def test_a_body_that_never_ends_is_dropped(port: int) -> None:
    with line_to(port) as line:
        line.sendall(HEAD + b"Content-Length: 100000\r\n\r\n")
        drip(line, b" ")


def test_a_second_request_must_come_whole_as_well(port: int) -> None:
    with line_to(port) as line:
        line.sendall(b"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 200")
        drip(line, b"GET /api/about HTTP/1.1\r\nX: " + b"y" * 10_000)


def ask_for_ever(line: socket.socket, asked: bytes) -> None:
    while True:
        line.sendall(asked)


def test_who_does_not_take_the_answer_is_dropped(port: int) -> None:
    """Answers are asked for but never read, until the lines are full."""
    asked = b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with line_to(port) as line, pytest.raises(ConnectionError):
        ask_for_ever(line, asked * 50)


def test_a_socket_that_never_says_who_it_is_is_dropped(port: int) -> None:
    address = f"ws://{HOST}:{port}/api/games/none/live"
    with connect(address, proxy=None) as line, pytest.raises(ConnectionClosed):
        line.recv(timeout=LONG)


def test_a_socket_that_said_who_it_is_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The request that opened it is here, and nobody waits for another."""
    monkeypatch.setattr(patience, "REQUEST", SOON)
    monkeypatch.setattr(patience, "READING", SOON)
    with serving(tmp_path) as port:
        game = httpx.post(f"http://{HOST}:{port}/api/games", json={"box": "toy"}).json()
        with connect(f"ws://{HOST}:{port}/api/games/{game['id']}/live", proxy=None) as line:
            line.send(json.dumps({"seats": [game["seats"][0]["token"]]}))
            line.recv(timeout=LONG)
            time.sleep(3 * SOON)
            line.send('{"type": "ping"}')
            assert json.loads(line.recv(timeout=LONG)) == {"type": "pong"}


def test_an_answer_that_takes_long_is_waited_for(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Patience is for the other end, not for the server itself."""

    def slow(self: Room, id: str) -> None:
        time.sleep(3 * SOON)

    monkeypatch.setattr(Room, "row", slow)
    with line_to(port) as line:
        line.sendall(b"GET /api/games/none HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 500")


def test_a_socket_that_answers_no_ping_is_dropped(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "FIRST_WORD", 1000)
    with line_to(port) as line:
        line.sendall(UPGRADE)
        assert line.recv(4096).startswith(b"HTTP/1.1 101")
        assert is_dropped(line)
