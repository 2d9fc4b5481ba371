"""A club for tests: the toy on its shelf, a clock that can be set, and members in browsers."""

from pathlib import Path
from typing import Any

from httpx import Response
from starlette.testclient import TestClient, WebSocketTestSession

from grognard.server import create_app
from grognard.server.club.book import Book
from grognard.server.club.config import Config
from grognard.server.club.desk import Club
from grognard.server.club.running import club_house
from tests.unit.server.tables import HOME, Home, Plain, Table, toy_room

PASSWORD = "correct horse battery"
START = 1_800_000_000.0


class Clock:
    """Stands still until it is set."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> float:
        return self.now


def code(answer: Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


class Member:
    """Somebody in a browser of his own."""

    def __init__(self, client: TestClient, name: str) -> None:
        self.client, self.name = client, name

    def get(self, path: str, **more: Any) -> Response:
        answer: Response = self.client.get(f"/api/{path}", **more)
        return answer

    def post(self, path: str, body: Any = None, **more: Any) -> Response:
        sent = {} if body is None else body
        answer: Response = self.client.post(f"/api/{path}", json=sent, **more)
        return answer

    def told(self, path: str) -> Plain:
        """An answer that must come."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.text
        found: Plain = answer.json()
        return found

    def does(self, path: str, body: Any = None) -> Any:
        """Something that must be allowed."""
        answer = self.post(path, body)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    def live(self, game: str) -> WebSocketTestSession:
        """A live line, with the cookie: it is one of this name only."""
        return self.client.websocket_connect(f"ws://127.0.0.1/api/games/{game}/live")


class ClubServer:
    """A server of a club, and the browsers that call it."""

    def __init__(self, folder: Home | Path, config: Config | None = None) -> None:
        self.clock = Clock()
        room = toy_room(folder)
        room.local = False
        config = config or Config(address="https://club.example")
        self.club = Club(room, Book(room.store.engine, self.clock), config)
        self.house = club_house(config)
        self.app = create_app(room, house=self.house, club=self.club)

    def browser(self) -> TestClient:
        return TestClient(self.app, base_url=HOME)

    def stranger(self) -> Member:
        return Member(self.browser(), "")

    def join(self, name: str) -> Member:
        """Somebody opens an account."""
        member = Member(self.browser(), name)
        member.does("people/sign-up", {"name": name, "password": PASSWORD})
        return member

    def challenge(self, by: Member, **wish: Any) -> str:
        """A challenge, as the others see it; returns its id."""
        by.does("club/challenges", {"box": "toy", **wish})
        found: str = by.told("club/challenges")["challenges"][0]["id"]
        return found

    def match(self, red: Member, blue: Member, **wish: Any) -> Table:
        """A match between two, through the lobby; each has his own seat only."""
        id = self.challenge(red, side="red", **wish)
        game = blue.does(f"club/challenges/{id}/accept")["game"]
        table = Table(red.client, red.told(f"games/{game}"))
        table.seats |= Table(blue.client, blue.told(f"games/{game}")).seats
        return table
