"""Record files: a TOML head, then one line per compound action or roll.

::

    format = 1
    box = "narva"
    scenario = "campaign"
    [options]
    fog = false
    ---
    # Turn 1
    soviet move 191SR to 2021
    * 4

A line starts with the side, or ``*`` for dice and draws; ``#`` begins a comment.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from grognard.boxes.catalogue import (
    UnknownBox,
    UnknownOption,
    UnknownScenario,
    WrongOption,
    load,
)
from grognard.core.actions import Action
from grognard.core.errors import No, Unreadable
from grognard.core.game import Game
from grognard.core.messages import Message
from grognard.core.positions import BadPosition
from grognard.core.sides import CHANCE, Side
from grognard.core.steps import Together
from grognard.records.playthrough import Automation, Entry, Playthrough

FORMAT = 1
CUT = "---"
BYTES = 6_000_000
"""The largest record file; a war in the East of 20,000 lines has a tenth of it."""
LINES = 100_000
LONGEST_LINE = 2_000
"""Characters; the same that an action may have at a table."""
LONGEST_HEAD = 200_000
LONGEST_KEY = 500
LONGEST_NAME = 100
QUOTED = 200
"""Characters of a line that a fault repeats."""


class RecordFault(Exception):
    """A record that cannot be read or no longer fits: where, why, and the play up to there."""

    def __init__(
        self, path: str, line: int, reason: str, play: Playthrough | None = None, *,
        code: str = "unfit", **args: Any,
    ) -> None:
        super().__init__(f"{path}:{line}: {reason}" if line else f"{path}: {reason}")
        self.path, self.line, self.reason, self.play = path, line, reason, play
        self.message = Message(f"record.{code}", args)
        """The reason, less exact but for people of any language."""


class Head(msgspec.Struct, omit_defaults=True):
    """What the record says about itself."""

    format: int
    box: str
    scenario: str
    version: str = ""
    fingerprint: str = ""
    """Of the box's data when the play was recorded."""
    overrides: list[str] = []
    options: dict[str, Any] = {}
    players: dict[str, str] = {}
    bots: dict[str, str] = {}
    """Sides that a bot played, and which."""
    seed: int | None = None
    """Only after the end: before it, the seed would tell the future."""
    position: str = ""
    """The state that the play began with, if not with the set-up: a fork, a problem."""


class Record(msgspec.Struct):
    """A record file, read but not yet played."""

    path: str
    head: Head
    lines: list[tuple[int, str]]
    """Line number and text, comments taken off."""
    head_rows: list[str] = []
    """The head as it was written, so that a fault in it can be placed."""

    def __repr__(self) -> str:
        head = self.head
        return f"<Record {self.path} of {head.box}/{head.scenario}: {len(self.lines)} lines>"


Names = dict[str, str] | None


def head_of(play: Playthrough, players: Names = None, bots: Names = None) -> Head:
    game = play.game
    return Head(
        format=FORMAT, box=game.box, scenario=game.scenario, version=version("grognard"),
        fingerprint=game.fingerprint, overrides=list(game.overrides), options=dict(game.options),
        players=players or {}, bots=bots or {}, seed=play.seed if play.is_over else None,
        position="" if play.from_setup else game.encode(play.opening_state).decode(),
    )


def write(play: Playthrough, players: Names = None, bots: Names = None) -> str:
    """The record of a play as text; `players` are names by side, `bots` the ids of bots."""
    lines = (line for line, _ in notation(play))
    return "\n".join([*_head_lines(head_of(play, players, bots)), CUT, *lines, ""])


def save(play: Playthrough, path: str | Path) -> None:
    """Write the record; an older file is replaced only once the new one is whole."""
    target = Path(path)
    draft = target.with_name(target.name + ".part")
    draft.write_text(write(play), encoding="utf-8")
    draft.replace(target)


def _head_lines(head: Head) -> Iterator[str]:
    plain = msgspec.to_builtins(head)
    tables = {key: value for key, value in plain.items() if isinstance(value, dict)}
    for key, value in plain.items():
        if key not in tables and value is not None:
            yield f"{key} = {_toml(value)}"
    for key, table in tables.items():
        if table:
            yield f"[{key}]"
            yield from (f"{name} = {_toml(value)}" for name, value in table.items())


def _toml(value: Any) -> str:
    # JSON's texts, numbers, booleans and lists are TOML's too.
    return msgspec.json.encode(value).decode()


def notation(play: Playthrough) -> Iterator[tuple[str, list[Entry]]]:
    """The lines of the record, one per compound or roll, each with its entries of the log."""
    walker = Walker(play.game, play.opening_state)
    for entries in _compounds(play.log):
        side = entries[0].side
        if side == CHANCE:
            yield f"* {walker.chance_text(entries[0])}", entries
        else:
            text = play.game.space.text([Action(*entry.act) for entry in entries])
            yield f"{side} {text}", entries
        for entry in entries:
            walker.follow(entry)


def _compounds(log: Iterable[Entry]) -> Iterator[list[Entry]]:
    """The entries of each line."""
    line: list[Entry] = []
    for entry in log:
        if line and not _goes_on(line[-1], entry):
            yield line
            line = []
        line.append(entry)
    if line:
        yield line


def _goes_on(before: Entry, entry: Entry) -> bool:
    """Whether an entry completes the compound; what came to light might have changed the rest."""
    return not entry.begins and entry.side == before.side and not before.reveals


def spelled(
    game: Game[Any], before: Any, entries: Iterable[Entry]
) -> Iterator[tuple[Side, str, bool]]:
    """Entries that began from a state in notation, and whether they were made in secret."""
    walker = Walker(game, before)
    for entry in entries:
        secret = walker.in_secret and not _commits(entry)
        yield entry.side, walker.text(entry), secret
        walker.follow(entry)


def _commits(entry: Entry) -> bool:
    """Whether a secret choice ended with this entry: from then on all know of it."""
    return any(event.id == "committed" and event.seen_by is None for event in entry.events)


class Walker:
    """Follows a log from its first state, through the trusted door."""

    def __init__(self, game: Game[Any], state: Any) -> None:
        self.game, self.state = game, state.copy()

    def __repr__(self) -> str:
        return f"<Walker at {self.state!r}>"

    @property
    def in_secret(self) -> bool:
        stack = self.state.stack
        return bool(stack) and isinstance(stack[-1], Together)

    def text(self, entry: Entry) -> str:
        if entry.side == CHANCE:
            return self.chance_text(entry)
        kind, arg = entry.act
        return self.game.space.text(Action(str(kind), arg))

    def chance_text(self, entry: Entry) -> str:
        roll = self.game.rolling(self.state)
        assert roll is not None
        return roll.chance(self.game, self.state).text(entry.act)  # type: ignore[arg-type]

    def follow(self, entry: Entry) -> None:
        self.game.apply(self.state, entry.side, entry.act)


def read(path: str | Path) -> Record:
    """Read a record file; raises :class:`RecordFault` naming the line."""
    name = str(path)
    try:
        with Path(path).open("rb") as file:
            data = file.read(BYTES + 1)
        return parse(data.decode("utf-8-sig"), name)
    except OSError as fault:
        raise RecordFault(name, 0, f"cannot be read: {fault.strerror}") from None
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise RecordFault(name, line, "not UTF-8 text", code="not-text") from None


def parse(text: str, name: str = "record") -> Record:
    if len(text) > BYTES:
        raise RecordFault(name, 1, f"longer than {BYTES} bytes", code="too-long", limit=BYTES)
    rows = [row.removesuffix("\r") for row in text.split("\n", LINES)]
    if "\n" in rows[-1]:
        reason = f"more than {LINES} lines"
        raise RecordFault(name, LINES, reason, code="too-many-lines", limit=LINES)
    if CUT not in rows:
        reason = f"no line {CUT!r} between head and actions"
        raise RecordFault(name, len(rows) + (rows[-1] != ""), reason, code="no-cut", cut=CUT)
    cut = rows.index(CUT)
    head = _parse_head(rows[:cut], name)
    lines = [(number, row.partition("#")[0].strip()) for number, row in enumerate(rows, 1)]
    return Record(name, head, _acts(lines[cut + 1:], name), rows[:cut])


def _acts(lines: list[tuple[int, str]], name: str) -> list[tuple[int, str]]:
    for number, line in lines:
        if len(line) > LONGEST_LINE:
            reason = f"longer than {LONGEST_LINE} characters"
            raise RecordFault(name, number, reason, code="too-long-line", limit=LONGEST_LINE)
    return [line for line in lines if line[1]]


def _parse_head(rows: list[str], name: str) -> Head:
    plain = _toml_of(rows, name)
    try:
        head = msgspec.convert(plain, Head)
    except msgspec.ValidationError as fault:
        raise _head_fault(rows, name, str(fault)) from None
    except (RecursionError, OverflowError, ValueError) as fault:
        raise RecordFault(name, 1, f"the head: {fault}", code="not-toml") from None
    if not 1 <= head.format <= FORMAT:
        known = f"format {short(head.format)}: this program reads formats 1 to {FORMAT}"
        raise RecordFault(name, line_of("format", rows), known, code="format",
                          format=short(head.format), last=FORMAT)
    _check_names(head, rows, name)
    return head


def _toml_of(rows: list[str], name: str) -> dict[str, Any]:
    text = "\n".join(rows)
    if len(text) > LONGEST_HEAD:
        reason = f"the head is longer than {LONGEST_HEAD} characters"
        raise RecordFault(name, 1, reason, code="too-long-head", limit=LONGEST_HEAD)
    _check_keys(rows, name)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        line = re.search(r"at line (\d+)", str(fault))
        number = int(line[1]) if line else len(rows)
        reason = f"the head is not TOML: {fault}"
        raise RecordFault(name, number, reason, code="not-toml") from None
    except (ValueError, RecursionError) as fault:  # huge numbers, lists in lists in lists
        raise RecordFault(name, 1, f"the head is not TOML: {fault}", code="not-toml") from None


def _check_keys(rows: list[str], name: str) -> None:
    """A key of thousands of dots would keep the reader of TOML busy for a long time."""
    for number, row in enumerate(rows, 1):
        if len(row.partition("=")[0]) > LONGEST_KEY:
            reason = f"a key of more than {LONGEST_KEY} characters"
            raise RecordFault(name, number, reason, code="too-long-line", limit=LONGEST_KEY)


def _check_names(head: Head, rows: list[str], name: str) -> None:
    """Players are called something that can be written down."""
    for side, player in [*head.players.items(), *head.bots.items()]:
        if len(player) > LONGEST_NAME or not player.isprintable():
            reason = f"the head: the name of {short(side)} is no name"
            raise RecordFault(name, line_of("players", rows), reason, code="name",
                              limit=LONGEST_NAME)


def short(value: object) -> str:
    """What a fault repeats of the record, which may be long."""
    try:
        told = str(value)
    except ValueError:  # a number of thousands of digits
        return "..."
    return told if len(told) <= QUOTED else f"{told[:QUOTED]}..."


def _head_fault(rows: list[str], name: str, fault: str) -> RecordFault:
    """The key that does not fit, on its line; a missing key is missed on line 1."""
    wrong, missing = re.search(r"at `\$\.(\w+)", fault), re.search(r"field `(\w+)`", fault)
    line, key = (line_of(wrong[1], rows), wrong) if wrong else (1, missing)
    code = "key" if wrong else "no-key"
    return RecordFault(name, line, f"the head: {fault}", code=code, key=key[1] if key else "")


def line_of(key: str, rows: list[str]) -> int:
    """The line of a head on which a key or a table stands."""
    start = re.compile(rf"\s*\[?\s*{re.escape(key)}\s*[]=]")
    return next((number for number, row in enumerate(rows, 1) if start.match(row)), 1)


def game_of(
    record: Record, loader: Callable[[str, str, Mapping[str, Any]], Game[Any]] = load
) -> Game[Any]:
    """The game that was recorded; raises :class:`RecordFault` if it cannot be had."""
    head = record.head
    try:
        return loader(head.box, head.scenario, head.options)
    except (UnknownBox, UnknownScenario, UnknownOption, WrongOption) as fault:
        key, code = WANTING[type(fault)]
        line = line_of(key, record.head_rows)
        raise RecordFault(record.path, line, str(fault), code=code) from None


WANTING = {
    UnknownBox: ("box", "unknown-box"),
    UnknownScenario: ("scenario", "unknown-scenario"),
    UnknownOption: ("options", "wrong-option"),
    WrongOption: ("options", "wrong-option"),
}
"""Why a game cannot be had: the key of the head at fault, and what is said of it."""


def play_back(record: Record, game: Game[Any]) -> Playthrough:
    """Play a record's lines; raises :class:`RecordFault` at the first that does not fit."""
    play = begin(record, game)
    for number, line in record.lines:
        try:
            play_line(play, line)
        except No as fault:
            drift = _drift(record, game)
            reason = f"{short(line)!r}: {fault}{drift}"
            raise RecordFault(record.path, number, reason, play) from None
        check_length(play, record.path, number)
    return play


def begin(record: Record, game: Game[Any]) -> Playthrough:
    """Where a record begins, before its first line."""
    state = _position(record, game)
    return Playthrough(game, seed=record.head.seed, automations=(), state=state)


def check_length(play: Playthrough, path: str, line: int) -> None:
    """No play has more decisions than its game declares."""
    if play.state.decisions_made > play.game.bound:
        reason = f"more than {play.game.bound} decisions"
        raise RecordFault(path, line, reason, code="too-many", limit=play.game.bound)


def play_line(play: Playthrough, line: str) -> None:
    """Play one line of a record; raises :class:`No` with the reason."""
    who, _, what = line.partition(" ")
    play.repeat(_party(who, play.game), what.strip())


def _position(record: Record, game: Game[Any]) -> Any:
    """Where the play began, unless it began with the set-up."""
    if not record.head.position:
        return None
    if record.head.fingerprint != game.fingerprint:  # a position, unlike a move, is bound to data
        reason = f"the position does not fit{_drift(record, game)}"
        raise RecordFault(record.path, 1, reason, code="old-position")
    line = line_of("position", record.head_rows)
    try:
        return game.position(record.head.position.encode("utf-8", "replace"))
    except BadPosition as fault:
        reason = f"the position does not fit: {fault}"
        code = "position-field" if fault.field else "position"
        raise RecordFault(record.path, line, reason, code=code, key=fault.field) from None


def _party(who: str, game: Game[Any]) -> Side:
    if who == "*":
        return CHANCE
    if who not in game.sides:
        raise Unreadable(who, "party", sides=", ".join(game.sides))
    return who


def _drift(record: Record, game: Game[Any]) -> str:
    if record.head.fingerprint and record.head.fingerprint != game.fingerprint:
        return " (the box's data have changed since this was recorded)"
    return ""


def resume(play: Playthrough, automations: frozenset[Automation], seed: int | None = None) -> None:
    """Hand a played-back record back to the table: dice roll again, with new luck."""
    play.reseed(seed)
    play.automations = automations
    play.go_on()
