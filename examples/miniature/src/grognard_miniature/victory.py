"""Chapter 9: points, levels of victory, rout; and the dusk that ends a turn."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.game import Result
from grognard.core.sides import Side
from grognard_miniature.fog import turn_down
from grognard_miniature.state import SIDES, MiniatureState, other
from grognard_miniature.steps import Do

if TYPE_CHECKING:
    from grognard_miniature.game import Miniature


class Dusk(Do, frozen=True):
    """2.1: villages score (9.1), counters go face down (3.3), all may act again (2.5)."""

    rule = "9.1"

    def run(self, game: "Miniature", state: MiniatureState) -> None:
        for village, side in state.holders.items():
            points = village_points(game, side, village)
            state.points[side] += points
            args = {"side": side, "at": village, "points": points}
            state.tell(Event("village-scored", "9.1", args, (village,)))
        turn_down(game, state)
        state.acted = state.ready = 0


class Rout(Do, frozen=True):
    """9.4: a side without a fighting counter has lost at once."""

    rule = "9.4"

    def run(self, game: "Miniature", state: MiniatureState) -> None:
        for side in routed(game, state):
            state.tell(Event("routed", "9.4", {"side": side}))
            state.stack = ()


def village_points(game: "Miniature", side: Side, village: int) -> int:
    """9.1: the enemy's village is worth more than one's own."""
    own = game.board.villages[village] == side
    return game.numbers.own_village if own else game.numbers.enemy_village


def routed(game: "Miniature", state: MiniatureState) -> list[Side]:
    """The sides that have nothing left to fight with."""
    left = {c.side for c, steps in zip(game.counters, state.steps, strict=True)
            if steps and not c.is_decoy}
    return [side for side in SIDES if side not in left]


def lead(state: MiniatureState) -> int:
    """Blue's points less red's."""
    return state.points["blue"] - state.points["red"]


def blue_lead(game: "Miniature", state: MiniatureState) -> int:
    """Blue's lead as bots see it: a rout is worth the best level (9.4)."""
    losers, points = routed(game, state), lead(state)
    if len(losers) != 1:
        return points
    best = game.levels[0].at_least
    return max(best, points) if losers == [SIDES[1]] else min(-best, points)


def level(game: "Miniature", points: int) -> str:
    """9.3: how clear a lead is."""
    return next(row.level for row in game.levels if points >= row.at_least)


def result(game: "Miniature", state: MiniatureState) -> Result:
    """9.3 and 9.4: who has won."""
    losers = routed(game, state)
    score = lead(state)
    if len(losers) == 1:
        return Result(other(losers[0]), game.levels[0].level, "rout", score)
    winner = SIDES[score < 0] if level(game, abs(score)) != "draw" else None
    return Result(winner, level(game, abs(score)), "points", score)
