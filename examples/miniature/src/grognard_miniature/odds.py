"""The odds of an attack before it is fought, from what the attacker may know."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from grognard.core.messages import Message
from grognard.core.odds import Fact, Odds
from grognard.core.sides import Side
from grognard.hexes import Hex, bits, pack
from grognard_miniature.dice import (
    DiceFor,
    attack_dice,
    defence_dice,
    dice_in,
    hits_from,
    margins,
    result_of,
)
from grognard_miniature.state import MiniatureState, other

if TYPE_CHECKING:
    from grognard_miniature.game import Miniature

UNDEFENDED = "undefended"
"""Only decoys were there (6.9): the one result that stands in no table."""


def odds_of(game: "Miniature", state: MiniatureState, side: Side, by: int, target: Hex) -> Odds:
    """The chance of each result, averaged over all that the face-down defenders could be."""
    enemy = other(side)
    attack = attack_dice(game, state, side, by, target)
    needs = hits_from(game, state, by, target)
    shown, hidden = defenders(state, enemy, target)
    guesses = possible(game, state, enemy, shown, hidden)
    defences = [defence_dice(game, state, enemy, units & ~game.decoys, target)
                if units & ~game.decoys else [] for units in guesses]
    counts = [dice_in(defence) for defence in defences]
    sure = defence_dice(game, state, enemy, shown, target)
    return Odds(
        lines=(*_lines("attack", attack), _needs(needs), *_lines("defence", sure)),
        column=f"{dice_in(attack)}:{_span(counts)}",
        results=tuple(_average(game, dice_in(attack), needs, counts).items()),
        assumes=(Message("assumes.face-down", {"count": hidden}),) if hidden else (),
    )


def defenders(state: MiniatureState, enemy: Side, target: Hex) -> tuple[int, int]:
    """The face-up counters in the hex, and how many lie face down; a view or a state will do."""
    there = state.set_at(target)
    shadows = sum(shadow.hex == target for shadow in state.shadows)
    return there & state.face_up, (there & ~state.face_up).bit_count() + shadows


def possible(
    game: "Miniature", state: MiniatureState, enemy: Side, shown: int, hidden: int
) -> list[int]:
    """Every set of counters that may stand there: no face-down counter is likelier than another."""
    pool = [u for u in bits(game.counters_of[enemy] & ~state.face_up) if state.steps[u]]
    return [shown | pack(guess) for guess in combinations(pool, hidden)]


def _average(
    game: "Miniature", attack: int, needs: int, counts: list[int]
) -> dict[str, Fraction]:
    """The results in the order of the table, each guess about the defence weighing the same."""
    chances = {row.result: Fraction(0) for row in game.results} | {UNDEFENDED: Fraction(0)}
    share = Fraction(1, len(counts))
    for defence in counts:
        if not defence:
            chances[UNDEFENDED] += share
            continue
        for margin, chance in margins(attack, needs, defence, game.numbers.hits).items():
            chances[result_of(game, margin).result] += share * chance
    return {result: chance for result, chance in chances.items() if chance}


def _lines(side: str, dice: Iterable[DiceFor]) -> list[Fact]:
    return [
        Fact(Message(f"odds.{side}.{line.reason}", {"unit": line.unit}), f"+{line.dice}",
                 line.rule)
        for line in dice
    ]


def _needs(needs: int) -> Fact:
    return Fact(Message("odds.hits-from"), f"{needs}+", "6.5")


def _span(counts: list[int]) -> str:
    low, high = min(counts), max(counts)
    return str(low) if low == high else f"{low}-{high}"
