"""The shelf: the program, its boxes and their rules."""

from msgspec import UNSET, UnsetType

from grognard.server.wire.base import Named, RuleCase, Told

OptionValue = bool | int | str


class KnownBot(Told, frozen=True):
    """A bot that can take a seat."""

    id: str
    name: str
    says: str


class ClubSign(Told, frozen=True):
    """What stands at the door of a club."""

    mails: bool
    """Whether letters can be sent: for a forgotten password, say."""
    sign_up: bool
    """Whether whoever comes may open an account."""


class About(Told, frozen=True):
    """The program, its languages and its bots."""

    version: str
    languages: tuple[str, ...]
    local: bool
    bots: list[KnownBot]
    host: bool = True
    """Whether whoever asks may see and change all games."""
    shared: bool = False
    """Whether guests can come by links."""
    address: str = ""
    """What those links begin with."""
    club: ClubSign | UnsetType = UNSET
    """There if it is the server of a club, where people sign in."""


class Texts(Told, frozen=True):
    """The texts of the interface itself."""

    language: str
    texts: dict[str, str]


class Scenario(Told, frozen=True):
    """A scenario of a box."""

    id: str
    title: str


class OptionChoice(Told, frozen=True):
    """A value that an option can have."""

    value: OptionValue
    title: str
    scenarios: tuple[str, ...] | UnsetType = UNSET
    """The scenarios that have this choice, if not all do."""


class BoxOption(Told, frozen=True):
    """Something to be chosen before a game begins."""

    id: str
    title: str
    default: OptionValue
    choices: list[OptionChoice]


class BoxLesson(Told, frozen=True):
    """What can be learnt with a box."""

    id: str
    title: str
    says: str
    scenario: str
    steps: int
    first: bool
    """Whether newcomers are sent to it."""


class Box(Told, frozen=True):
    """A box on the shelf."""

    id: str
    title: str
    publisher: str
    rulebook: str
    fault: str
    """Why it cannot be played; then its lists are empty."""
    scenarios: list[Scenario]
    options: list[BoxOption]
    sides: list[Named]
    lessons: list[BoxLesson]
    lid: str = ""
    """Where the picture on its lid is found: its map."""


class Boxes(Told, frozen=True):
    """Everything that can be played."""

    boxes: list[Box]


class Rules(Told, frozen=True):
    """All rule cases of a box."""

    citation: str
    cases: list[RuleCase]


class RuleCases(Told, frozen=True):
    """The cases that a citation covers, else the one above it."""

    cases: list[RuleCase]
