"""What requests about people may say."""

from typing import Annotated, Literal

from pydantic import Field

from grognard.server.club.pace import Pace
from grognard.server.club.passwords import LONGEST, SHORTEST
from grognard.server.problems import Problem
from grognard.server.wishes import LinkKey, Name, Side, Value, Wish

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


# -- the lobby ----------------------------------------------------------------------------


class PaceWish(Wish):
    """How fast a match is to be played."""

    kind: Literal["free", "live", "days"] = "free"
    minutes: Annotated[int, Field(ge=0, le=1440)] = 0
    bonus: Annotated[int, Field(ge=0, le=240)] = 0
    days: Annotated[int, Field(ge=0, le=60)] = 0
    reserve: Annotated[int, Field(ge=0, le=365)] = 0

    def agreed(self) -> Pace:
        """What is not of its kind does not count; a clock without time on it is none."""
        if self.kind == "live":
            if not self.minutes:
                raise Problem(422, "field", field="pace.minutes")
            return Pace(kind="live", minutes=self.minutes, bonus=self.bonus)
        if self.kind == "days":
            if not self.days:
                raise Problem(422, "field", field="pace.days")
            return Pace(kind="days", days=self.days, reserve=self.reserve)
        return Pace()


class NewChallenge(Wish):
    """A game that is offered: to one, to all, or to a bot."""

    box: Name
    scenario: Name | None = None
    options: dict[Name, Value] = {}
    side: Side = ""
    to: Annotated[str, Field(max_length=100)] = ""
    bot: Annotated[str, Field(max_length=64)] = ""
    pace: PaceWish = PaceWish()
    rated: bool = True
    watched: bool = True


class Offer(Wish):
    """A result that somebody would agree upon: `draw`, the winner's side, or nothing any more."""

    result: Side


class Rematch(Wish):
    swapped: bool = False


class Bond(Wish):
    kind: Literal["friend", "block", ""]


class Vacation(Wish):
    away: bool


Kinds = Annotated[list[Annotated[str, Field(max_length=16)]], Field(max_length=10)]


class HookWish(Wish):
    url: Annotated[str, Field(max_length=500)] = ""
    style: Literal["json", "discord", "slack"] = "json"


class PreferencesWish(Wish):
    """What somebody wants to hear of, and by which way."""

    page: Kinds
    mail: Kinds
    hook: Kinds
    webhook: HookWish = HookWish()
