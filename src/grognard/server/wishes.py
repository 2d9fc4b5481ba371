"""What requests may say; whatever else they say is a field error."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from grognard.core.actions import Action
from grognard.server.seats import NO_NUL, Player

MEGABYTES = 1_000_000
Title = Annotated[str, Field(max_length=200, pattern=NO_NUL)]
Name = Annotated[str, Field(min_length=1, max_length=64)]
Side = Annotated[str, Field(max_length=32)]
Dice = Literal["machine", "typed"]
Notation = Annotated[str, Field(min_length=1, max_length=2000)]
Value = bool | Annotated[int, Field(ge=-(2**31), lt=2**31)] | Name


class Wish(BaseModel):
    """The body of a request: nothing is converted and nothing unknown is overlooked."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewGame(Wish):
    box: Name
    scenario: Name | None = None
    options: dict[Name, Value] = {}
    players: dict[Side, Player] = {}
    dice: Dice = "machine"
    title: Title = ""
    lesson: Name | None = None


class Import(Wish):
    record: Annotated[str, Field(max_length=6 * MEGABYTES)]
    players: dict[Side, Player] = {}
    dice: Dice = "machine"
    title: Title = ""


class Fork(Wish):
    stop: Annotated[int, Field(ge=0, lt=2**31)] | None = None
    players: dict[Side, Player] = {}
    dice: Dice | None = None
    title: Title = ""


class Change(Wish):
    title: Title | None = None
    archived: bool | None = None
    players: dict[Side, Player] = {}


LinkKey = Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[A-Za-z0-9_-]*$")]


class Key(Wish):
    """The key of the host."""

    key: LinkKey


class Invite(Wish):
    """The side that a link is for, or `spectator`."""

    side: Side


class Link(Wish):
    """What stands in a link."""

    game: Annotated[str, Field(max_length=64)]
    key: LinkKey


class Join(Link):
    """Somebody comes by a link."""

    name: Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$")]


class Saying(Wish):
    """Something said to the other players."""

    text: Annotated[str, Field(max_length=500, pattern=r"^[^\x00]*[^\x00\s][^\x00]*$")]


class Notes(Wish):
    """A whole notepad."""

    text: Annotated[str, Field(max_length=10_000, pattern=NO_NUL)]


class Atom(Wish):
    """One atom of choice."""

    kind: Name
    arg: Annotated[int, Field(ge=0, lt=2**31)] = 0

    @property
    def action(self) -> Action:
        return Action(self.kind, self.arg)


class Pointing(Wish):
    """What is pointed at: a hex, and a unit in it."""

    hex: Annotated[int, Field(ge=0, lt=2**31)] | None = None
    unit: Annotated[int, Field(ge=0, lt=2**31)] | None = None


class Question(Wish):
    """Something that a side might do."""

    act: Notation | Atom

    @property
    def wanted(self) -> Action | str:
        return self.act if isinstance(self.act, str) else self.act.action


class Deed(Question):
    """Something that a side does."""

    seq: Annotated[int, Field(ge=0, lt=2**31)]


class Roll(Wish):
    seq: Annotated[int, Field(ge=0, lt=2**31)]
    outcome: Notation | Annotated[
        list[Annotated[int, Field(ge=-1000, le=100_000)]], Field(min_length=1, max_length=200)
    ]

    @property
    def shown(self) -> str | tuple[int, ...]:
        return self.outcome if isinstance(self.outcome, str) else tuple(self.outcome)


class Show(Wish):
    """Let the coach do it: the next line, or all that is left of the step."""

    seq: Annotated[int, Field(ge=0, lt=2**31)]
    what: Literal["line", "step"] = "line"


class Leave(Wish):
    """Play on without the coach."""

    seq: Annotated[int, Field(ge=0, lt=2**31)]
    dice: Dice = "machine"


class Advice(Wish):
    """What would the staff do?"""

    seq: Annotated[int, Field(ge=0, lt=2**31)]


class Undo(Wish):
    seq: Annotated[int, Field(ge=0, lt=2**31)]
