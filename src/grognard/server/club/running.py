"""``grognard serve``: the server of a club."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from grognard.boxes.overrides import home
from grognard.server.app import create_app
from grognard.server.athand import MEMORY
from grognard.server.club.book import Book
from grognard.server.club.config import Config, read_config
from grognard.server.club.desk import Club
from grognard.server.house import House
from grognard.server.room import Room
from grognard.server.running import HOST, listen, names, serve
from grognard.server.store import Store

CLUB = "club"
"""The folder of a club, beside the games of who runs it."""


@dataclass(frozen=True)
class Serving:
    """How a club is served."""

    port: int | None = None
    listen: str = HOST
    address: str = ""
    """How players reach it; what the configuration says counts if this is empty."""
    proxies: Sequence[str] = ()
    config: Path | None = None
    folder: Path | None = None
    memory: int = MEMORY


def run_club(how: Serving) -> None:
    """Serve until interrupted."""
    config = read_config(how.config)
    folder = how.folder or home() / CLUB
    listening = listen(how.port, how.listen)
    at, port = listening.getsockname()
    here = f"http://{at}:{port}"
    config = replace(config, address=how.address or config.address or here)
    room = Room(Store.in_folder(folder), memory=how.memory, local=False)
    house = club_house(config)
    app = create_app(
        room, drawings=folder / "drawings", house=house, hosts=names(house),
        club=Club(room, Book(room.store.engine), config),
    )  # fmt: skip
    print(f"{here}/", flush=True)
    serve(app, listening, proxies=how.proxies)


def club_house(config: Config) -> House:
    """A house without a host."""
    return House(shared=True, address=config.address.rstrip("/"))
