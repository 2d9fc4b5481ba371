"""Chapter 6: how many dice each side throws, what hits, and what the hits bring.

The battle rolls by these functions and the odds are worked out from them, so that what a
player is promised is what the dice do.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from grognard.core.chance import Dice, both
from grognard.core.sides import Side
from grognard.hexes import Hex, bits
from grognard_miniature.parts import BattleResult
from grognard_miniature.state import ASSAULT, HOLD, MiniatureState, order_of
from grognard_miniature.supply import supplied

if TYPE_CHECKING:
    from grognard_miniature.game import Miniature


class DiceFor(NamedTuple):
    """Some dice and the reason for them: one line of the odds."""

    reason: str
    dice: int
    rule: str
    unit: int = -1


def dice_in(lines: Iterable[DiceFor]) -> int:
    return sum(line.dice for line in lines)


def attack_dice(
    game: "Miniature", state: MiniatureState, side: Side, by: int, target: Hex
) -> list[DiceFor]:
    """6.4: the attacker's dice."""
    lines = [DiceFor("unit", strength(game, state, unit), "6.4", unit) for unit in bits(by)]
    if order_of(state, side) == ASSAULT:
        lines.append(DiceFor("assault", game.numbers.order_dice, "4.3.a"))
    return lines + gun_dice(game, state, side, target)


def defence_dice(
    game: "Miniature", state: MiniatureState, side: Side, units: int, target: Hex
) -> list[DiceFor]:
    """6.4: the defender's dice; counters out of supply have half, rounded up (8.3)."""
    if supplied(game, state, side) >> target & 1:
        lines = [DiceFor("unit", strength(game, state, unit), "6.4", unit) for unit in bits(units)]
    else:
        halves = [(unit, (strength(game, state, unit) + 1) // 2) for unit in bits(units)]
        lines = [DiceFor("unit-cut-off", dice, "8.3", unit) for unit, dice in halves]
    if order_of(state, side) == HOLD:
        lines.append(DiceFor("hold", game.numbers.order_dice, "4.3.b"))
    return lines + gun_dice(game, state, side, target)


def strength(game: "Miniature", state: MiniatureState, unit: int) -> int:
    return game.counters[unit].dice(state.steps[unit])


def gun_dice(game: "Miniature", state: MiniatureState, side: Side, target: Hex) -> list[DiceFor]:
    """4.5: a gun laid on the hex helps its side, in attack and in defence."""
    plan = state.orders.get(side)
    laid = plan is not None and plan.gun == target
    return [DiceFor("gun", game.numbers.gun_dice, "4.5")] if laid else []


def hits_from(game: "Miniature", state: MiniatureState, by: int, target: Hex) -> int:
    """6.5: what an attacking die must show; more against cover or over a river."""
    sides = (game.grid.hexside(state.at[unit], target) for unit in bits(by))
    covered = game.board.cover >> target & 1 or any(side in game.board.wet for side in sides)
    return game.numbers.hits_cover if covered else game.numbers.hits


def result_of(game: "Miniature", margin: int) -> BattleResult:
    """6.6: what the margin of hits brings."""
    return next(row for row in game.results if margin >= row.at_least)


def margins(attack: int, needs: int, defence: int, hits: int) -> dict[int, Fraction]:
    """The chance of every margin: the hits of each side by convolution, then their difference."""
    own = Dice(attack).total(lambda die: die >= needs)
    theirs = Dice(defence).total(lambda die: die >= hits)
    return both(own, theirs, lambda scored, suffered: scored - suffered)
