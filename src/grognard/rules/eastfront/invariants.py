"""What holds in every position, whatever was played; the conformance suite asks after each act."""

from typing import TYPE_CHECKING

from grognard.core.placing import misplaced
from grognard.hexes import bits
from grognard.rules.eastfront.stacking import ChooseSurplus, CountCrowds, unsettled
from grognard.rules.eastfront.state import OFF_MAP, EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


def faults(game: "EastFront", state: EastFrontState) -> list[str]:
    """What is wrong with a position; nothing ever is."""
    return [*_place_faults(game, state), *_strength_faults(game, state),
            *_battle_faults(game, state), *_stacking_faults(game, state)]


def _place_faults(game: "EastFront", state: EastFrontState) -> list[str]:
    wrong = misplaced(state.at, state.stacks)
    return [*(f"{game.units[unit].code} is not in the stack of its hex" for unit in wrong),
            *(f"{game.units[unit].code} is nowhere" for unit, hex in enumerate(state.at)
              if hex < 0 and hex not in OFF_MAP),
            *(f"blocks stand on {game.grid.label(hex)}" for hex in state.stacks
              if not game.ground.land >> hex & 1)]


def _strength_faults(game: "EastFront", state: EastFrontState) -> list[str]:
    found = []
    for row, hex, cv in zip(game.units, state.at, state.cv, strict=True):
        lowest = game.types[row.type].lowest_cv if hex >= 0 else 0
        if not lowest <= cv <= row.max_cv:
            found.append(f"{row.code} has {cv} CV")
    return found


def _battle_faults(game: "EastFront", state: EastFrontState) -> list[str]:
    return [f"nobody attacks in {game.grid.label(hex)}" for hex in bits(state.battles(game))
            if hex not in state.attackers]


def _stacking_faults(game: "EastFront", state: EastFrontState) -> list[str]:
    """6.2a, 6.22b: when movement is over, the active player's surplus blocks are marked."""
    counting = any(isinstance(step, CountCrowds | ChooseSurplus) for step in state.stack)
    if counting or state.phase not in ("combat", "blitz-combat"):
        return []
    side = state.phasing
    return [f"{game.grid.label(hex)} is overstacked" for hex in bits(state.occupied(game, side))
            if unsettled(game, state, hex, side)]
