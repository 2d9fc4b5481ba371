"""Counting every way to play on from a position: a number that a change of the rules moves.

The count to a depth is the number of sequences of so many atoms of choice from the position.
A roll or draw costs no depth: either every outcome is followed (``all``), or only the first in
the order of the dice, the lowest (``first``). Where sides choose in secret, the one named first by
the game chooses first, because every order gives the same state. A play that ends early counts
for nothing.

A position is a record file whose head has a table of counts by depth::

    [perft]
    chance = "first"
    1 = 6
    2 = 31
"""

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from grognard.core.actions import Action
from grognard.core.game import Decision, Game
from grognard.core.sides import CHANCE
from grognard.records.text import Record, RecordFault, line_of, play_back, read

Luck: TypeAlias = Literal["first", "all"]


class Counted(msgspec.Struct, frozen=True):
    """A position and how many ways lead on from it, by depth."""

    record: Record
    chance: Luck
    counts: dict[int, int]

    @property
    def name(self) -> str:
        return Path(self.record.path).name


def perft(game: Game[Any], state: Any, depth: int, chance: Luck = "first") -> int:
    """How many sequences of ``depth`` atoms lead on from a state."""
    if depth == 0:
        return 1
    if game.rolling(state) is not None:
        return sum(perft(game, after, depth, chance) for after in _rolled(game, state, chance))
    decision = first_decision(game, state)
    if decision is None:
        return 0
    if depth == 1:
        return len(decision.offers)
    return sum(perft(game, after, depth - 1, chance) for _, after in _taken(game, decision))


def divide(game: Game[Any], state: Any, depth: int, chance: Luck = "first") -> Counter[str]:
    """The count to a depth, by the first action of the sequences."""
    counts: Counter[str] = Counter()
    if game.rolling(state) is not None:
        for after in _rolled(game, state, chance):
            counts += divide(game, after, depth, chance)
    elif decision := first_decision(game, state):
        for action, after in _taken(game, decision):
            text = f"{decision.side} {game.space.text(action)}"
            counts[text] = perft(game, after, depth - 1, chance)
    return counts


def first_decision(game: Game[Any], state: Any) -> Decision | None:
    """The decision to follow: where several sides choose, that of the side named first."""
    decisions = game.decisions(state)
    return next((decisions[side] for side in game.sides if side in decisions), None)


def _rolled(game: Game[Any], state: Any, chance: Luck) -> Iterator[Any]:
    roll = game.rolling(state)
    assert roll is not None
    for outcome, _ in roll.chance(game, state).outcomes():
        after = state.copy()
        game.apply(after, CHANCE, outcome)
        yield after
        if chance == "first":
            return


def _taken(game: Game[Any], decision: Decision) -> Iterator[tuple[Action, Any]]:
    for action in decision.offers:
        after = decision.state.copy()
        game.apply(after, decision.side, action)
        yield action, after


# -- positions in files ----------------------------------------------------------------------


def read_counted(path: str | Path) -> Counted:
    """Read a position; raises :class:`RecordFault` naming the line."""
    return counted(read(path))


def counted(record: Record) -> Counted:
    """The counts in the head of a record."""
    table = tomllib.loads("\n".join(record.head_rows)).get("perft")
    line = line_of("perft", record.head_rows)
    if not isinstance(table, dict) or not table:
        raise RecordFault(record.path, line, "no table [perft] of counts by depth")
    try:
        chance = msgspec.convert(table.pop("chance", "first"), Luck)
        return Counted(record, chance, msgspec.convert(table, dict[int, int], strict=False))
    except msgspec.ValidationError as fault:
        raise RecordFault(record.path, line, f"[perft]: {fault}") from None


def miscounts(position: Counted, game: Game[Any]) -> list[str]:
    """Every depth whose count is another than the file says, with all that helps to see why."""
    state = play_back(position.record, game).state
    wrong: list[str] = []
    for depth, expected in sorted(position.counts.items()):
        found = perft(game, state, depth, position.chance)
        if found != expected:
            wrong.append(f"{position.record.path}: depth {depth}: {found} instead of {expected}")
            wrong += _explained(game, state, depth, position.chance)
            break
    return wrong


def _explained(game: Game[Any], state: Any, depth: int, chance: Luck) -> Iterator[str]:
    decision = first_decision(game, state)
    if decision is not None:
        yield "  " + game.catalogue().say(decision.step.prompt(game, state), game)
    yield f"  {game.encode(state).decode()}"
    for action, count in divide(game, state, depth, chance).items():
        yield f"  {count:>10}  {action}"
