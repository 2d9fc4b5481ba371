"""Passwords are kept as Argon2id hashes; to check one costs memory, so few are checked at once."""

from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE = 2
"""Checks that run at the same time: each takes 64 MB."""
SHORTEST, LONGEST = 10, 200

_hasher = PasswordHasher()
_turn = BoundedSemaphore(AT_ONCE)
_nobodys = _hasher.hash("nobody has this password")


def keep(password: str) -> str:
    """As it is stored."""
    with _turn:
        return _hasher.hash(password)


def fits(password: str, stored: str) -> bool:
    """Whether it is the one; without a stored one, a no that takes just as long."""
    with _turn:
        try:
            return _hasher.verify(stored or _nobodys, password) and bool(stored)
        except (VerificationError, InvalidHashError):
            return False
