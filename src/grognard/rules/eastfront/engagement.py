"""Section 6.31: a block enters a hex that the enemy occupies, by land, by sea or from the air."""

from typing import TYPE_CHECKING

from grognard.hexes import Hex
from grognard.rules.eastfront.fog import report
from grognard.rules.eastfront.losses import sweep_static
from grognard.rules.eastfront.objectives import watch_western_front
from grognard.rules.eastfront.state import EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


def engage(
    game: "EastFront", state: EastFrontState, unit: int, target: Hex, over: Hex,
    news: str = "engages", rule: str = "6.31a",
) -> None:
    """The block stops in the enemy's hex; ``over`` is where a repulse sends it (7.51c)."""
    start = state.at[unit]
    state.came_over[unit] = over
    state.entered |= 1 << unit
    new = target not in state.attackers
    state.place(unit, target)
    joined = not new and not state.new_battles >> target & 1
    flat = state.dispersed >> unit & 1  # 14.6a: it lies face down
    if joined and state.attackers[target] == state.phasing and not flat:
        state.face_up |= 1 << unit  # 7.15b
    report(game, state, news, rule, unit, start=start, to=target)
    watch_western_front(game, state, 1 << target)
    if new:
        state.attackers[target] = state.phasing
        state.new_battles |= 1 << target
        sweep_static(game, state, target)
