"""``grognard play``: a table on this machine, or one that guests reach by links."""

import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI

from grognard.boxes.overrides import home
from grognard.server import patience
from grognard.server.app import STATIC, create_app
from grognard.server.athand import MEMORY
from grognard.server.guard import LOCAL
from grognard.server.house import House, share
from grognard.server.live import LONGEST
from grognard.server.patience import PatientProtocol
from grognard.server.problems import own_texts
from grognard.server.room import Room
from grognard.server.store import Store

HOST = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
PORT = 8000


@dataclass(frozen=True)
class Sharing:
    """How a table is open to guests."""

    listen: str = EVERYWHERE
    """Where it listens: everywhere, or on this machine only, where a tunnel ends."""
    address: str = ""
    """How guests reach it, if not by the number of this machine in its network."""
    proxies: Sequence[str] = ()
    """Who may say, by forwarded headers, where a request comes from."""
    language: str = "en"


class PortTaken(OSError):
    """Somebody listens on that port already."""

    def __init__(self, port: int) -> None:
        super().__init__(f"port {port} is taken; choose another with --port")
        self.port = port


def run(
    port: int | None = None, open_browser: bool = True, folder: Path | None = None,
    memory: int = MEMORY, sharing: Sharing | None = None,
) -> None:  # fmt: skip
    """Serve the player's own games; `folder` is where they are kept.

    `memory` is how many megabytes open games may take, about.
    """
    kept = folder or home()
    listening = listen(port, sharing.listen if sharing else HOST)
    house, page = _opened(listening, sharing)
    app = create_app(
        Room(Store.in_folder(kept), memory=memory), drawings=kept / "drawings", ready=True,
        house=house, hosts=names(house),
    )  # fmt: skip
    _tell(house, page, sharing)
    serve(app, listening, page if open_browser else "", sharing.proxies if sharing else ())


def _opened(listening: socket.socket, sharing: Sharing | None) -> tuple[House, str]:
    """Whose table it is, and the page where its host begins."""
    port = listening.getsockname()[1]
    if sharing is None:
        return House(), f"http://{HOST}:{port}/"
    number = own_number() if sharing.listen == EVERYWHERE else sharing.listen
    house, key = share(sharing.address or f"http://{number}:{port}")
    return house, f"http://{HOST}:{port}/#host={key}"


def own_number() -> str:
    """The number of this machine in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))  # an address for documentation: nobody is there
            return str(asked.getsockname()[0])
        except OSError:
            return HOST


def names(house: House) -> tuple[str, ...]:
    """What the table may be called in an address."""
    if not house.shared:
        return LOCAL
    own = socket.gethostname().lower()
    public = urlsplit(house.address).hostname or ""
    return tuple(filter(None, (*LOCAL, own, f"{own}.local", public)))


def _tell(house: House, page: str, sharing: Sharing | None) -> None:
    """Where it is, and what is open to whom."""
    print(page, flush=True)
    if sharing is not None:
        said = own_texts(sharing.language).text
        print(said("share.host"), said("share.guests", {"address": house.address}),
              said("share.strangers"), said("share.no-tls"), sep="\n", flush=True)
    if not (STATIC / "index.html").is_file():
        print("the web client is not built: run `make setup`", file=sys.stderr)


def serve(
    app: FastAPI, listening: socket.socket, page: str = "", proxies: Sequence[str] = ()
) -> None:
    """Serve until interrupted; the page is opened in a browser."""
    if page:
        # The socket listens already, so the page waits until the server answers.
        threading.Thread(target=webbrowser.open, args=[page], daemon=True).start()
    uvicorn.Server(config(app, proxies)).run(sockets=[listening])


def config(app: FastAPI, proxies: Sequence[str] = ()) -> uvicorn.Config:
    """How it is served. Nothing is compressed: on one machine that only costs time.

    What a proxy says of who calls is believed of those named, and of nobody by default.
    """
    return uvicorn.Config(
        app, proxy_headers=bool(proxies), forwarded_allow_ips=list(proxies),
        server_header=False, log_level="warning", access_log=False, http=PatientProtocol,
        ws_max_size=LONGEST, ws_ping_interval=patience.PING, ws_ping_timeout=patience.PONG,
        ws_per_message_deflate=False, timeout_graceful_shutdown=3,
    )  # fmt: skip


def listen(port: int | None, at: str = HOST) -> socket.socket:
    """A socket, on this machine only by default.

    Raises :class:`PortTaken` for a port that was asked for.
    """
    for wanted in (PORT, 0) if port is None else (port,):
        # Only of a socket that names its protocol does asyncio switch off the delay that
        # costs 40 ms an answer.
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":  # elsewhere this would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((at, wanted))
            listening.listen(128)
        except OSError:
            listening.close()
            continue
        return listening
    raise PortTaken(port or PORT)
