"""Sealed records: the file of a game that still hides something from whoever saves it.

Nobody can read or change it, and only the table that sealed it opens it again, with every
secret and every bot in its place.
"""

import os
from contextlib import suppress
from pathlib import Path
from textwrap import wrap

import msgspec
from cryptography.fernet import Fernet, InvalidToken

from grognard.core.messages import LANGUAGES
from grognard.server.problems import Problem, own_texts
from grognard.server.seats import Player
from grognard.server.wishes import Dice, Import

KEY = "seal.key"
MARK = "grognard-sealed 1"
"""The line that begins the sealed part."""
BLOCK = 16_384
"""Sealed texts are as long as a multiple of this: their length shall not count secret choices."""
WIDTH = 76


class BadKey(OSError):
    """The file of the key holds something else."""


class Sealed(msgspec.Struct):
    """What lies under the seal: a record, and what a record does not tell."""

    record: str
    players: dict[str, dict[str, str]]
    dice: Dice


class Seal:
    """Closes records and opens them again, with one key."""

    def __init__(self, key: bytes) -> None:
        self._fernet = Fernet(key)

    @classmethod
    def in_folder(cls, folder: Path | None) -> "Seal":
        """With the key kept in a folder, made if it is missing; without a folder, of today only."""
        if folder is None:
            return cls(Fernet.generate_key())
        file = folder / KEY
        try:
            return cls(_kept_key(file))
        except ValueError as fault:
            told = "holds no key; put it back, or move it away: older sealed files stay closed"
            raise BadKey(f"{file}: {told}") from fault

    def close(self, what: Sealed) -> str:
        """A text that tells nothing but what it is."""
        plain = msgspec.json.encode(what)
        padded = plain + b" " * (-len(plain) % BLOCK)
        token = self._fernet.encrypt(padded).decode()
        lines = [token[at: at + WIDTH] for at in range(0, len(token), WIDTH)]
        return "\n".join([*_preface(), MARK, *lines, ""])

    def open(self, text: str) -> Sealed:
        """What was closed here; raises `sealed` for anything else, a changed letter included."""
        token = "".join(text.partition(MARK)[2].split())
        try:
            return msgspec.json.decode(self._fernet.decrypt(token.encode()), type=Sealed)
        except (InvalidToken, msgspec.DecodeError) as fault:
            raise Problem(422, "sealed", field="record") from fault


def _preface() -> list[str]:
    """What the file is, for whoever looks into it, in all languages."""
    told = (own_texts(language).text("sealed.preface") for language in LANGUAGES)
    return [f"# {line}" for text in told for line in wrap(text, WIDTH - 2)]


def is_sealed(text: str) -> bool:
    """Whether a file says that it is sealed; whether it is sealed here is another matter."""
    return f"\n{MARK}\n" in "\n" + text[:2000].replace("\r\n", "\n")


def unsealed(seal: Seal, wish: Import) -> Import:
    """A wish with the record opened. Who plays is under the seal, too: nobody else sits down."""
    if not is_sealed(wish.record):
        return wish
    found = seal.open(wish.record)
    if wish.players:
        raise Problem(422, "sealed-players", field="players")
    players = {side: Player.model_validate(player) for side, player in found.players.items()}
    return Import(record=found.record, players=players, dice=found.dice, title=wish.title)


def _kept_key(file: Path) -> bytes:
    """The key in a file that nobody else may read."""
    if not file.exists():
        _make_key(file)
    file.chmod(0o600)
    return file.read_bytes().strip()


def _make_key(file: Path) -> None:
    """Whole or not at all: two servers that start at once must end up with the same key."""
    draft = file.with_name(f"{KEY}.{os.getpid()}.part")
    made = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(made, "wb") as out:
        out.write(Fernet.generate_key() + b"\n")
        out.flush()
        os.fsync(out.fileno())
    with suppress(FileExistsError):
        os.link(draft, file)
    draft.unlink()
