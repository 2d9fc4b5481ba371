"""Chapter 8: supply lines, and what becomes of counters without one."""

from typing import TYPE_CHECKING

from grognard.core.floods import flood
from grognard.core.sides import Side
from grognard.hexes import HexSet, bits, pack
from grognard_miniature.fog import turn_up
from grognard_miniature.losses import lose_step
from grognard_miniature.state import SIDES, MiniatureState, occupied, other, zone
from grognard_miniature.steps import Do
from grognard_miniature.victory import Rout

if TYPE_CHECKING:
    from grognard_miniature.game import Miniature


def supplied(game: "Miniature", state: MiniatureState, side: Side) -> HexSet:
    """8.1: the hexes that a supply line from the side's own edge of the map can reach."""
    enemy, own = other(side), occupied(game, state, side)
    closed = occupied(game, state, enemy) | zone(game, state, enemy) & ~own
    return state.derive(("supplied", side), lines_through, game, side, game.grid.all & ~closed)


def lines_through(game: "Miniature", side: Side, through: HexSet) -> HexSet:
    """The hexes that lines from the side's own edge reach over these."""
    return flood(game.grid, game.board.homes[side] & through, through, game.board.dry)


def cut_off(game: "Miniature", state: MiniatureState, side: Side) -> int:
    """The side's counters that are out of supply."""
    fed = supplied(game, state, side)
    places = [(unit, state.at[unit]) for unit in game.units_of[side]]
    return pack([unit for unit, hex in places if hex >= 0 and not fed >> hex & 1])


class SupplyPhase(Do, frozen=True):
    """8.4: counters out of supply are shown and lose a step, on both sides at once."""

    rule = "8.4"

    def run(self, game: "Miniature", state: MiniatureState) -> None:
        starving = [unit for side in SIDES for unit in bits(cut_off(game, state, side))]
        turn_up(game, state, pack(starving), "8.4")
        for unit in starving:
            lose_step(game, state, unit, "8.4")
        state.push(Rout())
