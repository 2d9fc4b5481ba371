"""The ways that blocks march, for the table to draw."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from grognard.core.steps import Hint
from grognard.hexes import Hex
from grognard.rules.eastfront.state import EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


def marches(
    game: "EastFront", state: EastFrontState, unit: int,
    reached: Mapping[Hex, int], approaches: Mapping[Hex, Collection[Hex]],
) -> dict[int, Hint]:
    """Hexes marched to each destination and the way there; into a battle by the shortest (6.1b)."""
    steps = {state.at[unit]: 0, **reached}
    found = {hex: way(game, state, unit, steps, hex) for hex in reached}
    for target, near in approaches.items():
        last = min(near, key=lambda hex: (steps[hex], hex))
        found[target] = (*way(game, state, unit, steps, last), target)
    return {hex: {"cost": str(len(path) - 1), "path": path} for hex, path in found.items()}


def way(
    game: "EastFront", state: EastFrontState, unit: int, steps: Mapping[Hex, int], to: Hex
) -> tuple[Hex, ...]:
    """Back from a hex, one step nearer at a time, over hexes where nobody must stop."""
    path = [to]
    while steps[path[0]]:
        path.insert(0, next(
            near for near, side in game.ground.near[path[0]]
            if steps.get(near) == steps[path[0]] - 1
            and (not steps[near] or not game.ground.is_strait(side))
            and goes_on(game, state, unit, near, steps)))
    return tuple(path)


def goes_on(
    game: "EastFront", state: EastFrontState, unit: int, hex: Hex, steps: Mapping[Hex, int]
) -> bool:
    """Whether a move may pass through the hex (1.34a, 1.35a)."""
    return not steps[hex] or not is_held_up(game, state, unit, hex)


def is_held_up(game: "EastFront", state: EastFrontState, unit: int, hex: Hex) -> bool:
    """Whether the hex ends the move of this block (1.34a, 1.35a)."""
    never = game.types[game.units[unit].type].never_stops
    return not never and game.ground.stops(hex, state.weather_at(game, hex))


def left_after(game: "EastFront", state: EastFrontState, unit: int, to: Hex, left: int) -> int:
    """How many of its hexes a block still has when it has gone to the next; a strait takes all."""
    strait = game.ground.is_strait(game.grid.hexside(state.at[unit], to))  # 1.39a
    return 0 if strait or is_held_up(game, state, unit, to) else left - 1
