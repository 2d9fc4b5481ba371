"""What is true of every position; a play that breaks one of these has found a bug."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.placing import misplaced
from grognard.hexes import bits
from grognard_miniature.retreat import ChooseRetreat
from grognard_miniature.state import OFF, SIDES, MiniatureState, occupied, present

if TYPE_CHECKING:
    from grognard_miniature.game import Miniature


def faults(game: "Miniature", state: MiniatureState) -> list[str]:
    """Every broken rule of the position, with its number."""
    return [*_counters(game, state), *_stacks(game, state), *_villages(game, state)]


def _counters(game: "Miniature", state: MiniatureState) -> Iterator[str]:
    astray = misplaced(state.at, state.stacks)
    for unit, (counter, steps, hex) in enumerate(
        zip(game.counters, state.steps, state.at, strict=True)
    ):
        if not 0 <= steps <= counter.steps:
            yield f"1.4: {counter.code} has {steps} steps"
        if hex != OFF and hex not in game.grid:
            yield f"1.1: {counter.code} is off the map"
        if hex != OFF and steps == 0:
            yield f"1.5: {counter.code} is lost and on the map"
        if unit in astray:
            yield f"1.5: {counter.code} is counted as on the map and is not, or is and is not"
        if hex == OFF and steps and state.turn:
            yield f"1.5: {counter.code} is not lost and not on the map"
        if state.face_up & game.decoys & 1 << unit and steps:
            yield f"3.4: {counter.code} is a decoy and face up"


def _stacks(game: "Miniature", state: MiniatureState) -> Iterator[str]:
    passing = any(isinstance(step, ChooseRetreat) for step in state.stack)  # 7.1
    for side in SIDES:
        stacks = Counter(state.at[unit] for unit in bits(present(game, state, side)))
        for hex, count in stacks.items():
            if count > game.numbers.stack and not passing:
                yield f"3.5: {count} counters of {side} in {game.grid.label(hex)}"
    for hex in bits(occupied(game, state, SIDES[0]) & occupied(game, state, SIDES[1])):
        yield f"5.3: both sides in {game.grid.label(hex)}"


def _villages(game: "Miniature", state: MiniatureState) -> Iterator[str]:
    for village, holder in state.holders.items():
        for side in SIDES:
            if side != holder and occupied(game, state, side) >> village & 1:
                yield f"5.5: {side} stands in {game.grid.label(village)}, {holder} holds it"
