"""Chapter 17 on the table: the victory points of both sides, as far as the viewer may know them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.messages import Message
from grognard.rules.eastfront.data import AXIS, SIDES, SOVIET, enemy_of
from grognard.rules.eastfront.state import EastFrontState
from grognard.rules.eastfront.victory import victory_lines
from grognard.table import Score

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

SECRET = {"headquarters": 0, "axis-headquarters": 1}
"""Lines that count the strength of standing headquarters: their owner's (0) or his enemy's (1)."""


def score(game: "EastFront", state: EastFrontState, viewer: str) -> Score:
    """The lines of 17.1; the enemy's headquarters may be guessed, so they are left out."""
    lines = [(side, what, points) for side in SIDES
             for what, points in known_lines(game, state, side, viewer)]
    sums = {side: sum(points for owner, _, points in lines if owner == side) for side in SIDES}
    return Score(
        standing(game, state, sums, viewer),
        tuple((Message(f"score.{what}", {"side": side}), points) for side, what, points in lines),
    )


def standing(
    game: "EastFront", state: EastFrontState, sums: dict[str, int], viewer: str
) -> Message:
    if game.half(state).race_to_berlin:
        return Message("score.race")
    return Message("score.standing", {"axis": sums[AXIS], "soviet": sums[SOVIET],
                                      "enemy": enemy_of(viewer)})


def known_lines(
    game: "EastFront", state: EastFrontState, side: str, viewer: str
) -> Iterator[tuple[str, int]]:
    for what, _, points in victory_lines(game, state, side):
        owner = (side, enemy_of(side))[SECRET[what]] if what in SECRET else viewer
        if owner == viewer:
            yield what, points
