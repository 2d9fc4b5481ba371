"""The history of a game as rows, and back: what was played is what no later row takes out."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from grognard.core.actions import Action
from grognard.core.errors import No, Unreadable
from grognard.core.game import Game
from grognard.core.messages import Message
from grognard.core.rulings import Refused
from grognard.core.sides import CHANCE, Side
from grognard.core.steps import Together
from grognard.records import Entry, Playthrough
from grognard.records.text import spelled
from grognard.server.models import ACT, ASIDE, REST, ROLL, ActionRow

AT_HAND = 100
"""Lines of the rest of a record that are told; all of them are stored."""


class Line(NamedTuple):
    """One entry of a play in notation, and the number of its row."""

    number: int
    party: Side
    text: str

    @property
    def words(self) -> str:
        """As a record file has it."""
        return f"{'*' if self.party == CHANCE else self.party} {self.text}"


class Note(NamedTuple):
    """What is to be written down about one entry of a play."""

    kind: str
    party: Side
    text: str
    secret: bool = False
    takes: tuple[int, ...] = ()


class Misfit(NamedTuple):
    """The lines that no longer fit, and why the first does not."""

    lines: tuple[Line, ...]
    reason: Message
    more: int = 0
    """Further lines, too many to have at hand."""

    @property
    def in_all(self) -> int:
        return len(self.lines) + self.more


def played(rows: Iterable[ActionRow]) -> list[Line]:
    """The lines that count: those that no undo took back and that were not set aside."""
    rows = list(rows)
    out = {number for row in rows if row.takes for number in json.loads(row.takes)}
    return [
        Line(row.number, row.party, row.text)
        for row in rows
        if row.kind in (ACT, ROLL) and row.number not in out
    ]


def set_aside(rows: Iterable[ActionRow]) -> list[Misfit]:
    """What was put aside when it no longer fitted."""
    by_number = {row.number: row for row in rows}
    return [
        _set_aside([by_number[number] for number in json.loads(row.takes)], read_message(row.text))
        for row in by_number.values()
        if row.kind == ASIDE
    ]


def _set_aside(rows: Sequence[ActionRow], reason: Message) -> Misfit:
    if rows[0].kind == REST:
        return misfit_of(rows[0], reason)
    return Misfit(tuple(Line(row.number, row.party, row.text) for row in rows), reason)


def misfit_of(row: ActionRow, reason: Message) -> Misfit:
    """The rest of a record that never fitted, kept as one row: its first lines, and how many."""
    texts = row.text.split("\n")
    lines = tuple(_line_of(row.number, text) for text in texts[:AT_HAND])
    return Misfit(lines, reason, len(texts) - len(lines))


def _line_of(number: int, text: str) -> Line:
    who, _, what = text.partition(" ")
    return Line(number, CHANCE if who == "*" else who, what.strip())


def aside(misfit: Misfit) -> Note:
    """The note that puts lines aside."""
    numbers = tuple(sorted({line.number for line in misfit.lines}))
    return Note(ASIDE, CHANCE, write_message(misfit.reason), takes=numbers)


def write_message(message: Message) -> str:
    return msgspec.json.encode(message).decode()


def read_message(text: str) -> Message:
    found = thaw(msgspec.json.decode(text))
    return found if isinstance(found, Message) else Message(text)


def thaw(value: Any) -> Any:
    """What was written as JSON, the messages in it being messages again."""
    if isinstance(value, dict):
        inside = {key: thaw(item) for key, item in value.items()}
        if inside.keys() == {"id", "args"}:
            return Message(inside["id"], inside["args"])
        return inside
    return [thaw(item) for item in value] if isinstance(value, list) else value


# -- writing ------------------------------------------------------------------------------


def choosing_in_secret(state: Any) -> bool:
    return bool(state.stack) and isinstance(state.stack[-1], Together)


def write_down(game: Game[Any], before: Any, entries: Sequence[Entry]) -> list[Note]:
    """New entries of a play in notation; `before` is the state that they began from."""
    return [noted(*entry) for entry in spelled(game, before, entries)]


def noted(party: Side, text: str, secret: bool) -> Note:
    return Note(ROLL if party == CHANCE else ACT, party, text, secret)


# -- playing back -------------------------------------------------------------------------


def play_back(play: Playthrough, lines: Sequence[Line], done: int = 0) -> Misfit | None:
    """Play lines from number `done` on; the first that does not fit ends it.

    The play rolls no dice, but does what is forced by itself: then the line must say the same.
    """
    for index in range(done, len(lines)):
        fault = _fits(play, lines[index], index)
        if fault is not None:
            return Misfit(tuple(lines[index:]), fault)
    return None


def _fits(play: Playthrough, line: Line, index: int) -> Message | None:
    """Play a line, unless it was forced; the reason why it cannot be played."""
    try:
        if index < len(play.log):
            return _same(play, line, play.log[index])
        play.do(line.party, line.text)
    except Refused as fault:
        return fault.ruling.message or Message(f"refusal.{fault.ruling.code}")
    except Unreadable as fault:
        return Message("refusal.unreadable", {"text": fault.text, "reason": fault.reason})
    except No as fault:
        return Message("refusal.unreadable", {"text": line.text, "reason": str(fault)})
    return None


def _same(play: Playthrough, line: Line, entry: Entry) -> Message | None:
    if entry.side != CHANCE:
        kind, arg = entry.act
        action = Action(str(kind), arg)
        if line.party == entry.side and play.game.space.parse(line.text) == [action]:
            return None
        return Message("notice.forced", {"text": play.game.space.text(action)})
    return Message("refusal.no-roll")
