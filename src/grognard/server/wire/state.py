"""One seat's state of a game."""

from collections.abc import Sequence
from typing import Literal

from msgspec import UNSET, UnsetType

from grognard.server.wire.base import LitCell, Told
from grognard.server.wire.games import Notice, Result
from grognard.server.wire.scene import Scene


class Hint(Told, frozen=True):
    """What a step tells about one of its offers."""

    cost: str = ""
    path: Sequence[int] | UnsetType = UNSET
    area: Sequence[int] | UnsetType = UNSET
    """Hexes that the offer is about: the radius of a headquarters, say."""


class Choices(Told, frozen=True):
    """The offers of one kind of action."""

    kind: str
    label: str
    domain: str
    args: list[int]
    labels: list[str] | UnsetType = UNSET
    faces: list[str] | UnsetType = UNSET
    """What the arguments look like, where they are no units."""
    hints: dict[str, Hint] | UnsetType = UNSET
    """By argument."""
    confirm: str = ""
    """To be asked before any of these is chosen."""
    doubts: dict[str, str] | UnsetType = UNSET
    """To be asked before one of them, by argument."""
    odds: bool = False
    final: bool = False
    """Hexes beside offered units that, once chosen, cannot be taken back."""


class Reminder(Told, frozen=True):
    """What may have been forgotten."""

    sentence: str
    rule: str
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    grave: bool = False
    """To be asked before the side passes."""


class Barred(Told, frozen=True):
    """A button that the rules hold back just now."""

    kind: str
    label: str
    code: str
    rule: str
    sentence: str
    hexes: list[int]


class LedgerOffer(Told, frozen=True):
    """What can be bought for a unit; if it is not open, why."""

    kind: str
    label: str
    price: int
    open: bool
    rule: str = ""
    sentence: str = ""


class LedgerLine(Told, frozen=True):
    """A unit in the books."""

    unit: int
    face: str
    now: str
    ordered: list[str]
    offers: list[LedgerOffer]


class LedgerPart(Told, frozen=True):
    """A part of the books."""

    id: str
    label: str
    note: str
    lines: list[LedgerLine]


class Ledger(Told, frozen=True):
    """The books of one side, where the choice is about spending."""

    label: str
    has: int
    spent: int
    parts: list[LedgerPart]


class Decision(Told, frozen=True):
    """What a side is asked."""

    side: str
    prompt: str
    rule: str
    units: list[int]
    """Units that the prompt speaks of."""
    hexes: list[int]
    continues: bool
    choices: list[Choices]
    passes: list[str] = []
    """Offered kinds by which the side ends what it is doing."""
    reminders: list[Reminder] = []
    """What it may have forgotten before it does."""
    barred: list[Barred] | UnsetType = UNSET
    ledger: Ledger | UnsetType = UNSET


class DiceToRoll(Told, frozen=True):
    """Dice to be typed in."""

    count: int
    faces: int
    lowest: int


class Roll(Told, frozen=True):
    """Dice or draws to be typed in."""

    rule: str
    prompt: str
    dice: DiceToRoll | UnsetType = UNSET
    draw: list[str] | UnsetType = UNSET
    labels: list[str] | UnsetType = UNSET
    """What the things to be drawn are called."""


class Undo(Told, frozen=True):
    """Whether the seat may take its last choice back, and why not."""

    allowed: bool
    code: str = ""
    sentence: str = ""


class ExpectedAction(Told, frozen=True):
    """What a lesson wants to be chosen."""

    kind: str
    arg: int
    label: str


class CoachDice(Told, frozen=True):
    """The dice that a lesson wants."""

    outcome: list[int]
    text: str
    printed: bool


class Coach(Told, frozen=True):
    """What a lesson wants now."""

    lesson: str
    title: str
    steps: int
    done: bool
    step: int
    do: str
    why: str
    rules: list[str]
    left: int
    """Lines of the record that are left of this step."""
    side: str
    """Who is to choose; empty where dice are to be rolled."""
    expects: list[ExpectedAction]
    """What is to be chosen, one part after the other."""
    dice: CoachDice | None


class LogLine(Told, frozen=True):
    """One thing that happened."""

    n: int
    id: str
    sentence: str
    rule: str
    units: tuple[int, ...]
    hexes: tuple[int, ...]
    side: str
    roll: str
    lit: tuple[LitCell, ...] = ()
    """The cells of charts that it was read from."""
    tells: Literal["", "order", "move", "attack", "battle", "loss", "time"] = ""
    """Of which kind it is, where that is worth a beat of its own."""


class LogPart(Told, frozen=True, rename={"start": "from"}):
    """Lines of the log: all from `from` on is replaced by them."""

    length: int
    start: int
    lines: list[LogLine]


class Doing(Told, frozen=True):
    """What another side is choosing, in a sentence."""

    side: str
    sentence: str


class State(Told, frozen=True):
    """Everything a seat needs to draw its table."""

    game: str
    side: str
    version: int
    """Names this state; another state of the same seat has another number."""
    seq: int
    over: bool
    scene: Scene
    waiting: list[str]
    thinking: list[str]
    doing: list[Doing]
    """What the others are at, as far as this seat may know, while it has nothing to choose."""
    decision: Decision | None
    roll: Roll | None
    undo: Undo
    coach: Coach | None
    log: LogPart
    result: Result | None
    notices: list[Notice]
