"""Chapter 8: zones of control and hex control, fixed at the start of each phase."""

from typing import TYPE_CHECKING

from grognard.hexes import HexSet, bits
from grognard.rules.eastfront import beachhead
from grognard.rules.eastfront.data import AXIS, SOVIET, enemy_of
from grognard.rules.eastfront.state import EastFrontState
from grognard.rules.eastfront.steps import Do

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


class FixControl(Do, frozen=True):
    """8.1: control is found at the start of a phase and lasts for it."""

    phase: str

    rule = "8.1a"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        state.phase = self.phase
        beachhead.overrun(game, state)
        fix_control(game, state)


def zone(game: "EastFront", state: EastFrontState, side: str) -> HexSet:
    """8.2: all unengaged blocks, but for unsupplied and dispersed ones."""
    idle = state.unsupplied | state.dispersed
    makers = state.hexes_of(state.loyal(game, side) & ~idle) & ~state.battles(game)
    return state.derive(("zone", side), _zone, game, makers)


def _zone(game: "EastFront", makers: HexSet) -> HexSet:
    found = 0
    for hex in bits(makers):
        found |= game.ground.zone_from[hex]
    return found


def fix_control(game: "EastFront", state: EastFrontState) -> None:
    """8.3: friendly by occupation, by an unopposed zone, or as it was before."""
    battles = state.battles(game)
    defended = dict.fromkeys((AXIS, SOVIET), 0)
    for hex in bits(battles):
        defended[enemy_of(state.attackers[hex])] |= 1 << hex
    held = {side: state.held_by(game, side) & ~battles | defended[side]
            for side in (AXIS, SOVIET)}
    vacant = game.ground.land & ~(held[AXIS] | held[SOVIET])
    axis_zone, soviet_zone = zone(game, state, AXIS), zone(game, state, SOVIET)
    axis = held[AXIS] | vacant & axis_zone & ~soviet_zone
    soviet = held[SOVIET] | vacant & soviet_zone & ~axis_zone
    quiet = vacant & ~axis_zone & ~soviet_zone
    state.axis_hexes = axis | quiet & state.last_axis
    state.soviet_hexes = soviet | quiet & ~state.last_axis
    state.last_axis = (state.last_axis | state.axis_hexes) & ~state.soviet_hexes


def contested(game: "EastFront", state: EastFrontState) -> HexSet:
    return game.ground.land & ~(state.axis_hexes | state.soviet_hexes)


def open_to(game: "EastFront", state: EastFrontState, side: str) -> HexSet:
    """Friendly and contested hexes: command and supply pass them (8.4)."""
    return game.ground.land & ~state.hostile(side)
