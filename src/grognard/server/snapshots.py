"""Positions on the way, so that a long game opens quickly. A cache: the lines are the truth."""

import hashlib
from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from grognard.core.actions import Action
from grognard.core.events import Event
from grognard.core.game import Game
from grognard.core.sides import CHANCE
from grognard.records import Entry, Playthrough
from grognard.records.reading import Kept
from grognard.server.history import Line, choosing_in_secret, thaw
from grognard.server.models import SnapshotRow

EVERY = 50
"""Entries between two snapshots."""


def stamp(game: Game[Any]) -> str:
    """Changes with the program, the rule book and the box's data: then snapshots are void."""
    package = type(game).__module__.rpartition(".")[0] or type(game).__module__
    sources = [_source(name) for name in ("grognard.hexes", "grognard.core", package)]
    parts = (version("grognard"), *sources, game.fingerprint)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


@cache
def _source(package: str) -> str:
    digest = hashlib.sha256()
    for file in sorted(_modules(files(package)), key=str):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _modules(folder: Traversable) -> list[Traversable]:
    return [item for item in folder.iterdir() if item.name.endswith(".py")]


def digest(lines: Sequence[Line]) -> str:
    """Of the lines themselves: what was taken back since must not come again."""
    words = "\n".join(line.words for line in lines)
    return hashlib.sha256(words.encode()).hexdigest()


def due(play: Playthrough, kept: int) -> bool:
    """Whether it is time, and nobody could take anything back here."""
    if len(play.log) - kept < EVERY or choosing_in_secret(play.state):
        return False
    return not any(play.can_undo(side).allowed for side in play.game.sides)


def take(game_id: str, play: Playthrough, lines: Sequence[Line]) -> SnapshotRow:
    return SnapshotRow(
        game_id=game_id,
        entries=len(play.log),
        stamp=stamp(play.game),
        digest=digest(lines),
        state=play.game.encode(play.state),
        log=msgspec.json.encode(play.log),
    )


def restore(
    snapshot: SnapshotRow, game: Game[Any], start: Playthrough, lines: Sequence[Line]
) -> Playthrough | None:
    """The play as it stood at the snapshot, or None if that does not fit any more."""
    if snapshot.entries > len(lines) or snapshot.stamp != stamp(game):
        return None
    if snapshot.digest != digest(lines[: snapshot.entries]):
        return None
    return recalled(snapshot, game, start)


def recalled(kept: SnapshotRow | Kept, game: Game[Any], start: Playthrough) -> Playthrough:
    """The play as it stood; `start` is how it began."""
    play = Playthrough(game, automations=(), state=game.decode(kept.state))
    play.opening, play.opening_state = start.opening, start.opening_state
    play.from_setup = start.from_setup
    play.recall([_entry(raw) for raw in msgspec.json.decode(kept.log)])
    return play


def _entry(raw: list[Any]) -> Entry:
    side, act, events, begins = raw
    told = tuple(_event(event) for event in events)
    return Entry(side, tuple(act) if side == CHANCE else Action(*act), told, begins)


def _event(raw: dict[str, Any]) -> Event:
    event = msgspec.convert(raw, Event)
    return msgspec.structs.replace(event, args=thaw(event.args))
