"""How a public server is run: a TOML file, and the environment for what is secret.

::

    address = "https://club.example"
    sign_up = true

    [mail]
    host = "smtp.example"
    port = 587
    user = "club"
    sender = "Grognard <club@example.org>"
    security = "starttls"

The password of the mail server is better given as ``GROGNARD_MAIL_PASSWORD``; every key can be
given so (``GROGNARD_ADDRESS``, ``GROGNARD_MAIL_HOST`` ...), and the environment comes first.
"""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

PREFIX = "GROGNARD_"


class BadConfig(OSError):
    """A configuration that cannot be used; the message says where it is wrong."""


class MailConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The server that takes our letters."""

    host: str = ""
    port: int = 587
    user: str = ""
    password: str = ""
    sender: str = "Grognard <grognard@localhost>"
    security: Literal["starttls", "tls", "none"] = "starttls"


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What who runs the server decides."""

    address: str = ""
    """How players reach it; links in letters begin with it."""
    sign_up: bool = True
    """Whether whoever comes may open an account."""
    mail: MailConfig = MailConfig()

    @property
    def mails(self) -> bool:
        """Whether letters can be sent."""
        return bool(self.mail.host)


def read_config(
    path: Path | None = None, environment: Mapping[str, str] | None = None
) -> Config:
    """The file, if there is one, and the environment over it."""
    told = _file(path) if path else {}
    _lay_over(told, os.environ if environment is None else environment)
    try:
        return msgspec.convert(told, Config, strict=False)
    except msgspec.ValidationError as fault:
        raise BadConfig(f"{path or 'environment'}: {fault}") from fault


def _file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeError) as fault:
        raise BadConfig(f"{path}: {fault}") from fault


def _lay_over(told: dict[str, Any], environment: Mapping[str, str]) -> None:
    """Only what is a key of ours: there are other variables of this beginning."""
    for name in ("address", "sign_up"):
        if (value := environment.get(PREFIX + name.upper())) is not None:
            told[name] = value
    for name in MailConfig.__struct_fields__:
        if (value := environment.get(f"{PREFIX}MAIL_{name.upper()}")) is not None:
            told.setdefault("mail", {})[name] = value
