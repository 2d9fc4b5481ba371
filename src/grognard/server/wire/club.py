"""People of a club: their accounts, challenges, matches and notices."""

from typing import Literal

from grognard.server.wire.base import Told
from grognard.server.wire.pace import Pace
from grognard.server.wire.shelf import OptionValue

KINDS = ("turn", "challenge", "accepted", "offer", "talk", "ended")
LOUD = ("turn", "challenge", "accepted", "ended")
"""What is told by mail and webhook unless somebody says otherwise."""


class Browser(Told, frozen=True):
    """A browser in which somebody is signed in."""

    agent: str
    created: float
    seen: float
    here: bool = False
    """The one that asks."""


class Me(Told, frozen=True):
    """The account of whoever asks."""

    name: str
    mail: str
    """Confirmed, or nothing."""
    created: float
    language: str
    away: bool = False
    """On vacation: clocks by correspondence stand."""
    vacation: int = 0
    """Whole days of vacation that are left this year."""
    unseen: int = 0
    """Notices that were not looked at yet."""


class Visitor(Told, frozen=True):
    """Who is signed in here, if anybody is."""

    me: Me | None


class Browsers(Told, frozen=True):
    """Where somebody is signed in, the browser used last first."""

    browsers: list[Browser]


# -- matches ------------------------------------------------------------------------------


class Entrant(Told, frozen=True):
    """Who plays a side of a match, and his clock."""

    side: str
    name: str
    bot: str = ""
    rating: int = 0
    """Of that box; nought for a bot, and for who has gone."""
    sure: bool = True
    """Whether the rating rests upon enough matches."""
    offer: str = ""
    """The result that this side would agree upon: the winner's side, or `draw`."""
    left: float = 0.0
    """Seconds on the clock, or in the reserve, when it last stopped."""
    since: float = 0.0
    """Since when it runs, as far as everybody may know; nought while it stands."""
    change: int = 0
    """By how much the rating changed, after a match that was rated."""


class Match(Told, frozen=True):
    """How a match stands beside its game; everybody at the table is told the same."""

    game: str
    rated: bool
    pace: Pace
    entrants: list[Entrant]
    now: float
    """The server's clock when this was told."""
    ended: Literal["", "played", "resigned", "agreed", "flag"] = ""
    winner: str = ""
    """The side; nothing for a draw."""


class MatchLine(Told, frozen=True):
    """A match as lists show it."""

    match: Match
    box_title: str
    scenario_title: str
    sides: dict[str, str]
    """What the sides are called."""
    turn: int
    changed: str
    mine: str = ""
    """The side of whoever asks."""
    asked: bool = False
    """Whether that side must choose."""


class MatchLines(Told, frozen=True):
    """A list of matches."""

    matches: list[MatchLine]


class Challenge(Told, frozen=True):
    """A game that is offered."""

    id: str
    by: str
    to: str
    """Nothing for an open one."""
    box: str
    box_title: str
    scenario_title: str
    options: dict[str, OptionValue]
    """Those that were chosen; the others are as by default."""
    side: str
    """The challenger's; nothing where the lot is drawn."""
    side_name: str
    rating: int
    sure: bool
    pace: Pace
    rated: bool
    watched: bool
    created: float
    mine: bool = False


class Challenges(Told, frozen=True):
    """What can be accepted or taken back."""

    challenges: list[Challenge]


class Begun(Told, frozen=True):
    """The game that has begun, or nothing while somebody must accept."""

    game: str


class BoxRating(Told, frozen=True):
    """How strong somebody plays a box."""

    box: str
    box_title: str
    rating: int
    deviation: int
    sure: bool
    games: int
    wins: int
    draws: int
    losses: int


class Profile(Told, frozen=True):
    """What members know of each other."""

    name: str
    created: float
    here: bool
    away: bool
    bond: Literal["friend", "block", ""]
    """What the one who asks has said of him."""
    ratings: list[BoxRating]
    matches: list[MatchLine]


class Acquaintance(Told, frozen=True):
    """A friend, or somebody blocked."""

    name: str
    kind: Literal["friend", "block"]
    here: bool


class Acquaintances(Told, frozen=True):
    people: list[Acquaintance]


class NoticeLine(Told, frozen=True):
    """Something that somebody should hear of."""

    id: int
    kind: str
    game: str
    who: str
    at: float
    seen: bool


class NoticeLines(Told, frozen=True):
    notices: list[NoticeLine]


class Hook(Told, frozen=True):
    """Where a webhook calls."""

    url: str = ""
    style: Literal["json", "discord", "slack"] = "json"


class Preferences(Told, frozen=True):
    """For each way, the kinds of notice that go there."""

    page: tuple[str, ...] = KINDS
    mail: tuple[str, ...] = LOUD
    hook: tuple[str, ...] = LOUD
    webhook: Hook = Hook()
