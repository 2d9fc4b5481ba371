"""``grognard play``: a table on this machine."""

import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from grognard.boxes.overrides import home
from grognard.server import patience
from grognard.server.app import STATIC, create_app
from grognard.server.athand import MEMORY
from grognard.server.live import LONGEST
from grognard.server.patience import PatientProtocol
from grognard.server.room import Room
from grognard.server.store import Store

HOST = "127.0.0.1"
PORT = 8000


class PortTaken(OSError):
    """Somebody listens on that port already."""

    def __init__(self, port: int) -> None:
        super().__init__(f"port {port} is taken; choose another with --port")
        self.port = port


def run(
    port: int | None = None, open_browser: bool = True, folder: Path | None = None,
    memory: int = MEMORY,
) -> None:  # fmt: skip
    """Serve the player's own games; `folder` is where they are kept.

    `memory` is how many megabytes open games may take, about.
    """
    kept = folder or home()
    app = create_app(
        Room(Store.in_folder(kept), memory=memory), drawings=kept / "drawings", ready=True)
    serve(app, port, open_browser)


def serve(app: FastAPI, port: int | None = None, open_browser: bool = True) -> None:
    """Serve until interrupted. Without a port: 8000, or any free one if that is taken."""
    listening = listen(port)
    address = f"http://{HOST}:{listening.getsockname()[1]}/"
    print(address, flush=True)
    if not (STATIC / "index.html").is_file():
        print("the web client is not built: run `make setup`", file=sys.stderr)
    if open_browser:
        # The socket listens already, so the page waits until the server answers.
        threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
    uvicorn.Server(config(app)).run(sockets=[listening])


def config(app: FastAPI) -> uvicorn.Config:
    """How it is served. Nothing is compressed: on one machine that only costs time."""
    return uvicorn.Config(
        app, log_level="warning", access_log=False, http=PatientProtocol,
        ws_max_size=LONGEST, ws_ping_interval=patience.PING, ws_ping_timeout=patience.PONG,
        ws_per_message_deflate=False, timeout_graceful_shutdown=3,
    )  # fmt: skip


def listen(port: int | None) -> socket.socket:
    """A socket on this machine only; raises :class:`PortTaken` for a port that was asked for."""
    for wanted in (PORT, 0) if port is None else (port,):
        # Only of a socket that names its protocol does asyncio switch off the delay that
        # costs 40 ms an answer.
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":  # elsewhere this would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, wanted))
            listening.listen(128)
        except OSError:
            listening.close()
            continue
        return listening
    raise PortTaken(port or PORT)
