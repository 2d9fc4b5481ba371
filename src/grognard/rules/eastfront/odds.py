"""Exact odds before the dice (7.3): of one block's fire, and of a whole side's in a round."""

from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING

from grognard.core.chance import Dice, both
from grognard.core.messages import Message
from grognard.core.odds import Fact, Odds
from grognard.rules.eastfront.air import strike_dice
from grognard.rules.eastfront.data import enemy_of
from grognard.rules.eastfront.fire import hits_per_step, rated
from grognard.rules.eastfront.state import EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

Spread = dict[int, Fraction]
NOTHING: Spread = {0: Fraction(1)}
RARE = Fraction(1, 50)
"""Numbers of hits less likely than this, all together, make one line."""


def block_odds(
    game: "EastFront", state: EastFrontState, unit: int, hex: int, offensive: bool
) -> Odds:
    """How many hits a block can score."""
    fire, rule = rated(game, state, unit, hex, offensive)
    lines = [Fact(Message("odds.dice", {"block": unit}), str(state.cv[unit]), "7.31b"),
             Fact(Message("odds.fire"), fire, rule)]
    if offensive:
        lines.append(cost_of_a_step(game, state, hex, enemy_of(state.owner(game, unit))))
    return Odds(tuple(lines), fire, _results(hits_of(game, state, unit, hex, offensive)))


def battle_odds(game: "EastFront", state: EastFrontState, hex: int) -> Odds:
    """How many hits the active side scores if nobody is lost to the fire that comes first.

    That fire is told as well, as far as the blocks that give it are known.
    """
    side, passive = state.phasing, enemy_of(state.phasing)
    mine, theirs = (state.of_side(game, hex, who) for who in (side, passive))
    hidden = [unit for unit in theirs if not state.face_up >> unit & 1]
    seen = [unit for unit in theirs if unit not in hidden]
    lines, total = strike_odds(game, state, hex)
    lines += [_shot(game, state, unit, hex, offensive=True) for unit in mine]
    lines += [_shot(game, state, unit, hex, offensive=False) for unit in seen]
    lines.append(cost_of_a_step(game, state, hex, passive))
    assumes = [Message("odds.fires-first", {"side": passive})]
    if hidden:
        assumes.append(Message("odds.hidden", {"blocks": len(hidden)}))
    total = reduce(_add, (hits_of(game, state, unit, hex, offensive=True) for unit in mine), total)
    taken = reduce(
        _add, (hits_of(game, state, unit, hex, offensive=False) for unit in seen), NOTHING)
    return Odds(tuple(lines), "", _results(total), tuple(assumes),
                suffers=_results(taken) if seen else ())


def strike_odds(
    game: "EastFront", state: EastFrontState, hex: int
) -> tuple[list[Fact], Spread]:
    """13.12: the strike assigned to the battle comes first, and its hits count like the others."""
    dice, fire = strike_dice(game, state, hex), game.half(state).air[state.phasing]
    if not dice:
        return [], NOTHING
    label = Message("odds.strike", {"block": state.strikes[hex]})
    hits = Dice(dice, 6).total(lambda die: die in game.hits[fire])
    return [Fact(label, f"{dice} {fire}", "13.14a")], dict(hits)


def cost_of_a_step(game: "EastFront", state: EastFrontState, hex: int, passive: str) -> Fact:
    needed = hits_per_step(game, state, hex, passive)
    return Fact(Message("odds.step"), "-" if needed is None else str(needed), "7.34a")


def hits_of(
    game: "EastFront", state: EastFrontState, unit: int, hex: int, offensive: bool
) -> Spread:
    fire, _ = rated(game, state, unit, hex, offensive)
    if fire == "none" or not state.cv[unit]:
        return NOTHING
    return dict(Dice(state.cv[unit], 6).total(lambda die: die in game.hits[fire]))


def _shot(
    game: "EastFront", state: EastFrontState, unit: int, hex: int, offensive: bool
) -> Fact:
    fire, rule = rated(game, state, unit, hex, offensive)
    dice = f"{state.cv[unit]} {fire}" if fire != "none" else "-"
    return Fact(Message("odds.shot", {"block": unit}), dice, rule)


def _add(one: Spread, other: Spread) -> Spread:
    return dict(both(one, other, lambda a, b: a + b))


def _results(spread: Spread) -> tuple[tuple[str, Fraction], ...]:
    """Few lines: the long tail of many dice is one of them.

    >>> [name for name, _ in _results({0: Fraction(98, 100), 1: Fraction(1, 50), 2: Fraction(0)})]
    ['hits-0', 'hits-1-more']
    """
    lines, left = [], Fraction(1)
    for hits, chance in sorted(spread.items()):
        if left <= RARE and hits < max(spread):
            lines.append((f"hits-{hits}-more", left))
            break
        lines.append((f"hits-{hits}", chance))
        left -= chance
    return tuple(lines)
