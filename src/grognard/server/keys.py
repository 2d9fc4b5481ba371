"""Keys of doors and seats: random, kept as hashes, compared in constant time, hard to guess."""

import hashlib
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable

MOST, WINDOW = 30, 60.0
"""Wrong keys that an address may show within so many seconds."""
ADDRESSES = 10_000
"""Addresses that are remembered; the one that missed longest ago is forgotten first."""


def new_key() -> str:
    """192 random bits, fit for a link."""
    return secrets.token_urlsafe(24)


def hashed(key: str) -> str:
    """As it is stored. A random key needs no salt and no slow hash: there is nothing to try."""
    return hashlib.sha256(key.encode()).hexdigest()


def opens(key: str, stored: str) -> bool:
    """Whether a key is the one whose hash is stored; an empty hash is a door without a key."""
    return bool(stored) and secrets.compare_digest(hashed(key), stored)


class Misses:
    """Counts wrong keys by address."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.tell: Callable[[str], None] = lambda address: None
        """Told of every one that was counted here."""
        self._at: OrderedDict[str, deque[float]] = OrderedDict()

    def count(self, address: str) -> None:
        """A wrong key came from there."""
        self.note(address)
        self.tell(address)

    def note(self, address: str) -> None:
        """The same, at this process of the server or at another."""
        self._at.setdefault(address, deque(maxlen=MOST)).append(self._clock())
        self._at.move_to_end(address)
        while len(self._at) > ADDRESSES:
            self._at.popitem(last=False)

    def too_many(self, address: str) -> bool:
        """Whether nothing more is heard from there for a while."""
        times = self._at.get(address)
        return times is not None and len(times) == MOST and self._clock() - times[0] < WINDOW
