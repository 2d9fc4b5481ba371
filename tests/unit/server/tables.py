"""A server for tests: the toy game on its shelf, and seats that ask and act through HTTP."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from httpx import Response
from starlette.testclient import TestClient

from grognard.boxes import Box, Case, Inventory, Overrides
from grognard.core.game import Game
from grognard.server import Room, Shelf, Store, create_app
from grognard.server.opengame import OpenGame
from tests.conformance.toy import Toy

HOME = "http://127.0.0.1"

Plain = dict[str, Any]


class Home(NamedTuple):
    """Where games are kept: in a folder, or in a database with other things in the folder."""

    folder: Path
    database: str = ""

    def store(self) -> Store:
        return Store.at(self.database, self.folder) if self.database else self.in_folder()

    def in_folder(self) -> Store:
        return Store.in_folder(self.folder)


ON_BOTH = pytest.mark.parametrize("home", ["sqlite", "postgresql"], indirect=True)
"""For tests whose games are kept in a file and in PostgreSQL."""


class ToyBox(Box):
    """A box with the toy, or with another edition of it."""

    id = "toy"
    title = "Toy"
    publisher = "Grognard"
    rulebook = "toy"
    package = "tests.conformance"

    def __init__(self, game: Game[Any] | None = None) -> None:
        self.game = game or Toy()

    def scenarios(self) -> dict[str, str]:
        return {"only": "scenario.only"}

    def load(
        self, scenario: str, options: Mapping[str, bool | int | str], overrides: Overrides
    ) -> Game[Any]:
        return self.game

    def inventory(self) -> Inventory:
        says = {
            "2.1": "A trap lies in an empty hex.",
            "4": "A side moves or attacks.",
            "4.2": "A unit moves once a turn.",
        }
        cases = {
            id: Case(id=id, title=id, kind="rule", says=text, test="t")
            for id, text in says.items()
        }
        return Inventory(cases, "toy")


def toy_room(home: Home | Path, game: Game[Any] | None = None) -> Room:
    """A room with the toy on its shelf, where games are kept."""
    kept = home if isinstance(home, Home) else Home(home)
    return Room(kept.store(), Shelf({"toy": ToyBox(game)}))


@contextmanager
def serving(room: Room, *, strict: bool = True) -> Iterator[TestClient]:
    """A client of a server around a room; with `strict` a defect of the server raises here."""
    app = create_app(room)
    with TestClient(app, base_url=HOME, raise_server_exceptions=strict) as client:
        yield client


def unnumbered(state: Plain) -> Plain:
    """Two states may be the same and yet of different editions."""
    return {name: part for name, part in state.items() if name != "version"}


class Seat:
    """One side of a game, played through HTTP."""

    def __init__(self, client: TestClient, game: str, seat: Plain) -> None:
        self.client, self.side, self.token = client, seat["side"], seat["token"]
        self.path = f"/api/games/{game}"
        self.headers = {"Grognard-Seat": self.token}

    def get(self, what: str) -> Response:
        answer: Response = self.client.get(f"{self.path}/{what}", headers=self.headers)
        return answer

    def post(self, what: str, body: Any) -> Response:
        path = f"{self.path}/{what}"
        answer: Response = self.client.post(path, json=body, headers=self.headers)
        return answer

    def state(self) -> Plain:
        """What it sees, without the number of this edition of it."""
        answer = self.get("state")
        assert answer.status_code == 200, answer.text
        return unnumbered(answer.json())

    def act(self, act: Any, seq: int | None = None) -> Response:
        seq = self.state()["seq"] if seq is None else seq
        return self.post("act", {"seq": seq, "act": act})

    def does(self, act: Any) -> Plain:
        """An act that must be allowed; returns the new state."""
        answer = self.act(act)
        assert answer.status_code == 200, answer.text
        return unnumbered(answer.json())

    def undo(self) -> Response:
        return self.post("undo", {"seq": self.state()["seq"]})

    def random_atom(self, rng: Random, state: Plain | None = None) -> Plain | None:
        """One of the offers, or nothing if the seat is not asked."""
        decision = (state or self.state())["decision"]
        if decision is None:
            return None
        choice = rng.choice(decision["choices"])
        return {"kind": choice["kind"], "arg": rng.choice(choice["args"])}


class Table:
    """A game and its persons' seats."""

    def __init__(self, client: TestClient, game: Plain) -> None:
        self.client, self.game, self.id = client, game, game["id"]
        self.path = f"/api/games/{self.id}"
        self.seats = {s["side"]: Seat(client, self.id, s) for s in game["seats"] if s["token"]}

    def __getitem__(self, side: str) -> Seat:
        return self.seats[side]

    def play_on(self, rng: Random, acts: int) -> int:
        """So many random acts, or until the end; returns how many there were."""
        for done in range(acts):
            if not self.one_act(rng):
                return done
        return acts

    def one_act(self, rng: Random) -> bool:
        seats = list(self.seats.values())
        rng.shuffle(seats)
        for seat in seats:
            state = seat.state()
            atom = seat.random_atom(rng, state)
            if atom is not None:
                answer = seat.act(atom, state["seq"])
                assert answer.status_code == 200, answer.text
                return True
        return False


def new_table(client: TestClient, box: str = "toy", **wish: Any) -> Table:
    answer = client.post("/api/games", json={"box": box, **wish})
    assert answer.status_code == 201, answer.text
    return Table(client, answer.json())


def opened(client: TestClient, table: Table) -> OpenGame:
    """The game itself, past the door."""
    room: Room = client.app.state.room  # type: ignore[attr-defined]
    return room.open(table.id)


def lay_traps(table: Table) -> None:
    """The toy's secret orders, so that the chit is drawn and somebody moves."""
    table["red"].does("trap 0202")
    table["red"].does("guard R1")
    table["blue"].does("trap 0203")
    table["blue"].does("guard B1")


def mover(table: Table) -> Seat:
    """The seat that must move now."""
    return next(seat for seat in table.seats.values() if seat.state()["decision"])
