"""Reads a record that may come from anybody into plain data, whatever is in it.

What is wrong with it becomes a :class:`Fault`, never an error: :func:`read_apart` is run in a
process of its own, and all that leaves that process is plain.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import msgspec

from grognard.boxes.catalogue import load
from grognard.boxes.overrides import Overrides
from grognard.core.errors import No, Unreadable
from grognard.core.game import Game
from grognard.core.messages import Message
from grognard.core.rulings import Refused
from grognard.core.sides import Side
from grognard.core.steps import Together
from grognard.records.patience import OutOfTime, Patience
from grognard.records.playthrough import ALL, Automation, Playthrough
from grognard.records.text import (
    Head,
    Record,
    RecordFault,
    begin,
    check_length,
    game_of,
    line_of,
    parse,
    play_line,
    spelled,
)

log = logging.getLogger("grognard.records")

Loader = Callable[[str, str, Mapping[str, Any]], Game[Any]]
QUOTED = 200
"""Characters of a line that a reason quotes."""


class Fault(msgspec.Struct, frozen=True):
    """Why a record cannot be read at all."""

    line: int
    reason: Message


ROW = "row"
"""Under this name the reason why a line does not fit tells which row of the file it is."""


class Rest(msgspec.Struct, frozen=True):
    """Where a record stops to fit: its lines from there on, and why the first does not."""

    lines: list[str]
    reason: Message


class Kept(msgspec.Struct, frozen=True):
    """The play where nobody could take anything back: its state and its log so far, as JSON."""

    entries: int
    state: bytes
    log: bytes


class Readout(msgspec.Struct, frozen=True):
    """A record that was read and played, as far as it fits."""

    head: Head
    position: bytes | None
    """What the play began with, if not with the set-up."""
    spelled: list[tuple[Side, str, bool]]
    """All that was done, with whether it was done in secret."""
    kept: Kept | None
    rest: Rest | None


def read_apart(text: str, typed: bool) -> Readout | Fault:
    """In a process that does nothing else, and is stopped if it takes too long."""
    return read_out(text, typed, _loaded, Patience(alone=True))


def read_out(text: str, typed: bool, loader: Loader, patience: Patience) -> Readout | Fault:
    """Read and play a record; dice that wait are rolled unless they are typed in."""
    try:
        with _blamed(1):
            patience.renew()
            record = parse(text)
        patience.rest()
        with _blamed(line_of("box", record.head_rows), "broken-box"):
            game = game_of(record, loader)
        with _blamed(line_of("position", record.head_rows)):
            patience.renew()
            reader = Reader(begin(record, game), patience)
        reader.play_lines(record)
        with _blamed(record.lines[-1][0] if record.lines else 1):
            return reader.readout(record.head, typed)
    except RecordFault as fault:
        return Fault(fault.line, fault.message)
    finally:
        patience.rest()


@contextmanager
def _blamed(line: int, code: str = "fails") -> Iterator[None]:
    """Whatever gives way here, this line of the record is to blame."""
    try:
        yield
    except RecordFault:
        raise
    except OutOfTime:
        raise RecordFault("record", line, "takes too long", code="too-slow") from None
    except Exception as fault:  # its author's work; or a defect of ours, for the log
        log.exception("a record fails at line %d", line)
        raise RecordFault("record", line, repr(fault)[:QUOTED], code=code) from None


class Reader:
    """Plays the lines of a record, and remembers from where on something can be taken back."""

    def __init__(self, play: Playthrough, patience: Patience) -> None:
        self.play, self.patience = play, patience
        self.rest: Rest | None = None
        self._settled: tuple[int, Any] | None = None

    def __repr__(self) -> str:
        return f"<Reader of {self.play!r}>"

    def play_lines(self, record: Record) -> None:
        """As far as they fit."""
        for index, (number, line) in enumerate(record.lines):
            with _blamed(number):
                self.patience.renew()
                reason = self._misfit(line)
                check_length(self.play, record.path, number)
            if reason is not None:
                told = Message(reason.id, reason.args | {ROW: number})
                self.rest = Rest([text for _, text in record.lines[index:]], told)
                return
            self._settle()

    def _misfit(self, line: str) -> Message | None:
        """Play a line, or say why it does not fit."""
        try:
            play_line(self.play, line)
        except Refused as fault:
            return fault.ruling.message or Message(f"refusal.{fault.ruling.code}")
        except Unreadable as fault:
            args = {"text": fault.text[:QUOTED], "reason": fault.reason}
            return Message("refusal.unreadable", args)
        except No as fault:
            return Message("refusal.unreadable", {"text": line[:QUOTED], "reason": str(fault)})
        return None

    def _settle(self) -> None:
        """Remember this point, if nobody can take anything back at it."""
        play, stack = self.play, self.play.state.stack
        if stack and isinstance(stack[-1], Together):
            return
        if not any(play.can_undo(side).allowed for side in play.game.sides):
            self._settled = len(play.log), play.state.copy()

    def readout(self, head: Head, typed: bool) -> Readout:
        """Let the table do what it does by itself, and write everything down."""
        self.patience.renew()
        play, game = self.play, self.play.game
        play.automations = ALL - {Automation.DICE} if typed else ALL
        play.go_on()
        self._settle()
        position = None if play.from_setup else game.encode(play.opening_state)
        return Readout(head, position, self._spelled(), self._kept(), self.rest)

    def _spelled(self) -> list[tuple[Side, str, bool]]:
        found = []
        for entry in spelled(self.play.game, self.play.opening_state, self.play.log):
            self.patience.renew()
            found.append(entry)
        return found

    def _kept(self) -> Kept | None:
        if self._settled is None:
            return None
        entries, state = self._settled
        log = msgspec.json.encode(self.play.log[:entries])
        return Kept(entries, self.play.game.encode(state), log)


@lru_cache(maxsize=4)
def _loaded_once(box: str, scenario: str, options: bytes, corrections: str) -> Game[Any]:
    return load(box, scenario, msgspec.json.decode(options))


def _loaded(box: str, scenario: str, options: Mapping[str, Any]) -> Game[Any]:
    """The game, kept for the next record while the owner corrects nothing."""
    key = msgspec.json.encode(dict(options), enc_hook=str, order="deterministic")
    return _loaded_once(box, scenario, key, Overrides.of(box).stamp)
