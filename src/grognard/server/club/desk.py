"""The club as the rest of the server meets it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from grognard.server.club import sessions
from grognard.server.club.book import Book
from grognard.server.club.config import Config
from grognard.server.club.hooks import Hooks
from grognard.server.club.mailing import Mailer
from grognard.server.club.models import AccountRow
from grognard.server.club.post import HOOK, MAIL, Carrier, Courier
from grognard.server.room import Room


@dataclass
class Club:
    """The room with its games, the books, and who carries letters."""

    room: Room
    book: Book
    config: Config = field(default_factory=Config)
    ring: Callable[[str], None] = lambda game: None
    """Tells everybody at a table that something beside its game has changed."""

    def __post_init__(self) -> None:
        carriers: dict[str, Carrier] = {HOOK: Hooks()}
        if self.config.mails:
            carriers[MAIL] = Mailer(self.config.mail)
        self.courier = Courier(self.book, carriers)

    def visitor(self, connection: HTTPConnection) -> AccountRow | None:
        return sessions.visitor(self.book, connection)

    def member(self, connection: HTTPConnection) -> AccountRow:
        """Raises `signed-out` for a stranger."""
        return sessions.member(self.book, connection)

    def announce(self, game: str) -> None:
        """Something of a match has changed: whoever sits there sees it, and letters go out."""
        self.ring(game)
        self.courier.ring()
