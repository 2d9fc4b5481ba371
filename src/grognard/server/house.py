"""Whose table it is: at home everybody who reaches it is the host; a shared one knows him by a key.

On a shared table the host has a cookie, and everybody else a link to one seat of one game, or to
what all may know of it. Whoever has neither sees the program and nothing of any game. The server
of a club has no host, but members, who are known by their accounts.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from grognard.server.keys import Misses, hashed, new_key, opens

COOKIE = "grognard-host"


@dataclass
class House:
    """The rules of the door."""

    shared: bool = False
    address: str = ""
    """What links begin with, as the guests reach it."""
    host: str = ""
    """The hash of the host's key."""
    misses: Misses = field(default_factory=Misses)
    is_member: Callable[[HTTPConnection], bool] = lambda connection: False
    """Whether somebody is signed in, on the server of a club: it has no host."""

    def is_known(self, connection: HTTPConnection) -> bool:
        """The host, or a member of the club."""
        return self.is_host(connection) or self.is_member(connection)

    def is_host(self, connection: HTTPConnection) -> bool:
        return not self.shared or opens(connection.cookies.get(COOKIE, ""), self.host)


def share(address: str) -> tuple[House, str]:
    """A shared house, and the key of its host: nobody keeps it but he."""
    key = new_key()
    return House(shared=True, address=address.rstrip("/"), host=hashed(key)), key
