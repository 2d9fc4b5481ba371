"""Positions from outside: read, held to the game's bounds and invariants, and tried out.

A position in a record can come from anybody. What passes here can be shown and played on; for
whatever a crafted one breaks on the way, it is the position that does not fit.
"""

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.core.bounds import beyond
from grognard.core.sides import CHANCE

if TYPE_CHECKING:
    from grognard.core.game import Game

LARGEST = 100_000
"""Bytes; the positions of a whole war in the East take a tenth of it."""
TRIED = 40
"""Choices and rolls at random by which a position shows that it can be played on."""


class BadPosition(Exception):
    """It cannot come about in this game; the field at fault, if it is one."""

    def __init__(self, why: str, field: str = "") -> None:
        super().__init__(why)
        self.field = field


def read_position(game: "Game[Any]", data: bytes) -> Any:
    """A state out of a record; raises :class:`BadPosition`, whatever the bytes are."""
    if len(data) > LARGEST:
        raise BadPosition(f"longer than {LARGEST} bytes")
    try:
        state = game.decode(data)
    except (msgspec.MsgspecError, LookupError, TypeError, AttributeError, ValueError,
            RecursionError) as fault:
        raise BadPosition(str(fault)) from fault
    if wrong := beyond(game.bounds, state, game.sides):
        raise BadPosition(f"{wrong[0]} holds what cannot be", wrong[0])
    try:
        _check(game, state)
    except BadPosition:
        raise
    except Exception as fault:  # whatever gives way, the position is to blame
        raise BadPosition(f"cannot be played: {fault!r}"[:200]) from fault
    return state


def _check(game: "Game[Any]", state: Any) -> None:
    _sound(game, state)
    trial = state.copy()
    _shown(game, trial)
    rng = Random(len(state.stack))
    for _ in range(TRIED):
        if game.is_over(trial):
            break
        play_on(game, trial, rng)
        _sound(game, trial)
    _shown(game, trial)


def _sound(game: "Game[Any]", state: Any) -> None:
    if wrong := game.faults(state):
        raise BadPosition(wrong[0])
    if state.decisions_made > game.bound:
        raise BadPosition(f"more than {game.bound} decisions were made", "decisions_made")
    if game.is_over(state) != (game.result(state) is not None):
        raise BadPosition("a result before the end, or an end without one")


def _shown(game: "Game[Any]", state: Any) -> None:
    """Everybody can look at it, and it can be imagined."""
    for side in game.sides:
        view = game.view(state, side)
        game.show(view)
        game.imagine(view, Random(0))
    for decision in game.decisions(state).values():
        decision.require_offers()
        decision.step.prompt(game, state)
        decision.step.hints(game, state)


def play_on(game: "Game[Any]", state: Any, rng: Random) -> None:
    roll = game.rolling(state)
    if roll is not None:
        game.apply(state, CHANCE, roll.chance(game, state).sample(rng))
        return
    side, decision = rng.choice(list(game.decisions(state).items()))
    decision.require_offers()
    game.apply(state, side, decision.offers.sample(rng))
