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

import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from grognard.core.actions import Action
from grognard.core.errors import No
from grognard.core.game import Game
from grognard.core.sides import CHANCE
from grognard.records.playthrough import Automation, Entry, Playthrough

FORMAT = 1
CUT = "---"


class RecordFault(Exception):
    """A record that cannot be read or no longer fits: where, why, and the play up to there."""

    def __init__(self, path: str, line: int, reason: str, play: Playthrough | None = None) -> None:
        super().__init__(f"{path}:{line}: {reason}")
        self.path, self.line, self.reason, self.play = path, line, reason, play


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
    seed: int | None = None
    """Only after the end: before it, the seed would tell the future."""


class Record(msgspec.Struct):
    """A record file, read but not yet played."""

    path: str
    head: Head
    lines: list[tuple[int, str]]
    """Line number and text, comments taken off."""


def head_of(play: Playthrough, players: dict[str, str] | None = None) -> Head:
    game = play.game
    return Head(FORMAT, game.box, game.scenario, version("grognard"), game.fingerprint,
                list(game.overrides), dict(game.options), players or {},
                play.seed if play.is_over else None)


def write(play: Playthrough, players: dict[str, str] | None = None) -> str:
    """The record of a play as text."""
    return "\n".join([*_head_lines(head_of(play, players)), CUT, *_lines(play), ""])


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


def _lines(play: Playthrough) -> Iterator[str]:
    """Entries joined into compounds; chance is put into words by its roll, so replay along."""
    walker = Walker(play.game, play.opening_state)
    compound: list[Action] = []
    side = ""
    for entry in play.log:
        if compound and (entry.begins or entry.side != side):
            yield f"{side} {play.game.space.text(compound)}"
            compound = []
        if entry.side == CHANCE:
            yield f"* {walker.chance_text(entry)}"
        else:
            side = entry.side
            compound.append(Action(*entry.act))
        walker.follow(entry)
    if compound:
        yield f"{side} {play.game.space.text(compound)}"


class Walker:
    """Follows a log from its first state, through the trusted door."""

    def __init__(self, game: Game[Any], state: Any) -> None:
        self.game, self.state = game, state.copy()

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
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise RecordFault(name, 1, f"cannot be read: {fault}") from None
    return parse(text, name)


def parse(text: str, name: str = "record") -> Record:
    rows = text.splitlines()
    if CUT not in rows:
        raise RecordFault(name, len(rows) + 1, f"no line {CUT!r} between head and actions")
    cut = rows.index(CUT)
    head = _parse_head("\n".join(rows[:cut]), name)
    lines = [(number, row.partition("#")[0].strip()) for number, row in enumerate(rows, 1)]
    return Record(name, head, [(number, row) for number, row in lines[cut + 1:] if row])


def _parse_head(text: str, name: str) -> Head:
    try:
        raw = tomllib.loads(text)
        head = msgspec.convert(raw, Head)
    except tomllib.TOMLDecodeError as fault:
        line = getattr(fault, "lineno", None) or 1
        raise RecordFault(name, line, f"the head is not TOML: {fault}") from None
    except msgspec.ValidationError as fault:
        raise RecordFault(name, 1, f"the head does not fit: {fault}") from None
    if head.format > FORMAT:
        raise RecordFault(name, 1, f"format {head.format} is newer than this program's {FORMAT}")
    return head


def play_back(record: Record, game: Game[Any]) -> Playthrough:
    """Play a record's lines; raises :class:`RecordFault` at the first that does not fit."""
    play = Playthrough(game, seed=record.head.seed, automations=())
    for number, line in record.lines:
        who, _, what = line.partition(" ")
        side = CHANCE if who == "*" else who
        try:
            play.do(side, what.strip())
        except No as fault:
            drift = _drift(record, game)
            raise RecordFault(record.path, number, f"{line!r}: {fault}{drift}", play) from None
    return play


def _drift(record: Record, game: Game[Any]) -> str:
    if record.head.fingerprint and record.head.fingerprint != game.fingerprint:
        return " (the box's data have changed since this was recorded)"
    return ""


def resume(play: Playthrough, automations: frozenset[Automation], seed: int | None = None) -> None:
    """Hand a played-back record back to the table: dice roll again, with new luck."""
    play.reseed(seed)
    play.automations = automations
    play.go_on()
