"""What requests about people may say."""

from typing import Annotated

from pydantic import Field

from grognard.server.club.passwords import LONGEST, SHORTEST
from grognard.server.wishes import LinkKey, Wish

LETTERS = r"^[A-Za-zÀ-ÖØ-öø-ÿ0-9_-]*$"
PlayerName = Annotated[str, Field(min_length=3, max_length=24, pattern=LETTERS)]
NewPassword = Annotated[str, Field(min_length=SHORTEST, max_length=LONGEST)]
Password = Annotated[str, Field(max_length=LONGEST)]
MailAddress = Annotated[
    str, Field(max_length=254, pattern=r"^$|^[^@\s<>\x00-\x1f,;]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$")
]


class SignUp(Wish):
    """A new account."""

    name: PlayerName
    password: NewPassword


class SignIn(Wish):
    """Name and password; whatever cannot be right is simply wrong."""

    name: Annotated[str, Field(max_length=100)]
    password: Password


class Proof(Wish):
    """The password once more."""

    password: Password


class OtherPassword(Proof):
    new: NewPassword


class OtherMail(Proof):
    """A new address; an empty one takes the old one away."""

    mail: MailAddress


class Forgotten(Wish):
    name: Annotated[str, Field(max_length=100)]


class LetterKey(Wish):
    """What stands in the link of a letter."""

    key: LinkKey


class Reset(LetterKey):
    password: NewPassword
