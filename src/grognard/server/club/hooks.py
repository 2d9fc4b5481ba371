"""Webhooks: a call to an address that a member gave, and so to nobody in our own network.

Only ``https``, only addresses that are public, and it is the very address that was looked at
which is called: a name that points elsewhere a moment later does not help.
"""

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Callable
from urllib.parse import urlsplit

from grognard.server.club.models import OutboxRow

PATIENCE = 5.0
"""Seconds for each word with the other end."""
LONGEST = 500


class NoHook(OSError):
    """An address that is not called."""


def numbers_of(host: str, port: int) -> list[str]:
    """What a name stands for."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


def is_public(number: str) -> bool:
    """Whether an address is one of the open net: not private, not this machine, not a group."""
    address = ipaddress.ip_address(number.partition("%")[0])
    mapped = getattr(address, "ipv4_mapped", None)
    address = mapped or address
    return address.is_global and not address.is_multicast and not address.is_reserved


def check_address(url: str) -> tuple[str, int, str]:
    """Host, port and path of an address that may be called; raises :class:`NoHook`."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or 443
    except ValueError as fault:
        raise NoHook(str(fault)) from fault
    plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= LONGEST
    if not plain or parts.scheme != "https" or not host or parts.username is not None:
        raise NoHook("only https addresses are called")
    return host, port, parts.path + (f"?{parts.query}" if parts.query else "") or "/"


class Hooks:
    """Calls webhooks."""

    def __init__(
        self, resolve: Callable[[str, int], list[str]] = numbers_of,
        context: ssl.SSLContext | None = None, allowed: Callable[[str], bool] = is_public,
    ) -> None:  # fmt: skip
        self.resolve, self.allowed = resolve, allowed
        self.context = context or ssl.create_default_context()

    def __call__(self, letter: OutboxRow) -> None:
        """Raises ``OSError`` if it was not taken; redirects are not followed."""
        host, port, path = check_address(letter.address)
        line = _Line(host, port, self._number(host, port), self.context)
        try:
            line.request("POST", path, letter.body.encode(), {
                "Content-Type": "application/json", "User-Agent": "Grognard"})
            status = line.getresponse().status
        except http.client.HTTPException as fault:
            raise OSError(f"no answer that makes sense: {fault!r}") from fault
        finally:
            line.close()
        if not 200 <= status < 300:
            raise OSError(f"status {status}")

    def _number(self, host: str, port: int) -> str:
        numbers = self.resolve(host, port)
        if not numbers or not all(self.allowed(number) for number in numbers):
            raise NoHook(f"{host} is not in the open net")
        return numbers[0]


class _Line(http.client.HTTPSConnection):
    """To a number that was looked at, under the name that its certificate must have."""

    def __init__(self, host: str, port: int, number: str, context: ssl.SSLContext) -> None:
        super().__init__(host, port, timeout=PATIENCE, context=context)
        self._number, self._trust = number, context

    def connect(self) -> None:
        plain = socket.create_connection((self._number, self.port), self.timeout)
        self.sock = self._trust.wrap_socket(plain, server_hostname=self.host)
