"""What lies face down: air units on their missions, orders on attacked hexes.

Ground units are open. The enemy sees how many air units fly to a hex, not which; those ready and
those under way look alike to him. An order's marker is seen, its word is not.
"""

from random import Random
from typing import TYPE_CHECKING

from grognard.hexes import Hex, bits
from grognard.rules.efs import air, orders
from grognard.rules.efs.state import (
    FIRST_READY,
    ON_FIRST,
    ON_MISSION,
    READY,
    SECOND_READY,
    EfsState,
)
from grognard.rules.efs.words import AXIS

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def veil(game: "EastFrontSeries", known: EfsState, state: EfsState, side: str) -> None:
    """Write into a view what the side may know of what is declared secret."""
    known.air, known.missions, known.veiled = list(state.air), {}, {}
    for unit, hex in state.missions.items():
        owner = game.air_units[unit].side
        if owner == side or state.turned_up >> unit & 1:
            known.missions[unit] = hex
        else:
            known.air[unit] = came_from(game, state, unit, hex)
            lying = known.veiled.setdefault(owner, {})
            lying[hex] = lying.get(hex, 0) + 1
    orders.veil(game, known, state, side)
    known.plan = state.plan if side == AXIS else state.plan_seen


def came_from(game: "EastFrontSeries", state: EfsState, unit: int, hex: Hex) -> int:
    """The box where the enemy thinks that a unit on a mission still lies."""
    if state.air[unit] == ON_FIRST:
        return FIRST_READY
    return SECOND_READY if game.mega.fine >> hex & 1 else READY


def fill(game: "EastFrontSeries", state: EfsState, side: str, rng: Random) -> EfsState:
    """A whole state that fits what the side knows: who flies, and what the markers say."""
    for owner, hexes in sorted(state.veiled.items()):
        few_first = sorted(hexes, key=lambda hex: (len(_who(game, state, owner, hex)), hex))
        for hex in few_first:  # so that nobody is left over whom the rest of the hexes bar
            for unit in rng.sample(_who(game, state, owner, hex), hexes[hex]):
                state.air[unit] = ON_FIRST if state.air[unit] == FIRST_READY else ON_MISSION
                state.missions[unit] = hex
    state.veiled = {}
    orders.fill(game, state, rng)
    if game.rows.plans and not state.plan:
        state.plan = rng.choice([plan.id for plan in game.plans.plan for _ in range(plan.markers)])
    return state


def _who(game: "EastFrontSeries", state: EfsState, owner: str, hex: Hex) -> list[int]:
    """Air units that could be among those lying there: who may fly so, and there."""
    opposes = state.phase == "interdiction" and owner != state.side
    boxes = air.COMMITTED if game.mega.fine >> hex & 1 else (READY,)
    return [unit for unit in bits(game.air_of[owner]) if state.air[unit] in boxes
            and not (opposes and game.air_units[unit].kind == "bomber")
            and not air.far_from_capital(game, state, unit) >> hex & 1]
