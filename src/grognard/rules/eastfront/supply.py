"""Chapter 10: supply."""

from typing import TYPE_CHECKING

from grognard.core.floods import step
from grognard.core.steps import Do
from grognard.hexes import HexSet, bits
from grognard.rules.eastfront import control, rail
from grognard.rules.eastfront.data import enemy_of
from grognard.rules.eastfront.fog import report
from grognard.rules.eastfront.losses import lose_step
from grognard.rules.eastfront.stacking import surplus
from grognard.rules.eastfront.state import EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


def supplied_hexes(game: "EastFront", state: EastFrontState, side: str) -> HexSet:
    """10.3: hexes from which a line of two hexes reaches a friendly rail or sea supply point."""
    key = ("supplied", side)
    found: HexSet | None = state.cache.get(key)
    if found is None:
        ends = rail.net(game, state, side) & state.friendly(side)
        ends &= ~besieged_by_sea(game, state, side)
        passes = control.open_to(game, state, side)
        found = ends
        edge = ends
        for _ in range(game.limits.supply_line):
            edge = step(game.grid, edge & passes, game.ground.open_sides) & game.ground.land
            found |= edge
        state.cache[key] = found
    return found


def besieged_by_sea(game: "EastFront", state: EastFrontState, side: str) -> HexSet:
    """15.31b: battle ports that only ships reach feed one cadre, no more."""
    net, battles = rail.net(game, state, side), state.battles(game)
    by_rail = step(game.grid, net & ~battles, game.ground.rail_sides)
    return net & battles & game.ports & ~by_rail & ~game.ground.entries[side]


class SupplyPhase(Do, frozen=True):
    """4.46: at the end of a player turn the enemy's supply is judged, all at once (10.4c)."""

    rule = "10.4a"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        side = enemy_of(state.phasing)
        lines = supplied_hexes(game, state, side)
        units = state.on_map(state.loyal(game, side))
        starving = [unit for unit in bits(units) if not has_supply(game, state, unit, side, lines)]
        state.unsupplied &= ~units
        state.crowded &= ~units
        for unit in starving:
            state.unsupplied |= 1 << unit
            _starve(game, state, unit)


def _starve(game: "EastFront", state: EastFrontState, unit: int) -> None:
    report(game, state, "unsupplied", "10.4a", unit, hex=state.at[unit])
    if besieged_cadre(game, state, unit):
        return
    lose_step(game, state, unit, "10.4a")


def has_supply(
    game: "EastFront", state: EastFrontState, unit: int, side: str, lines: HexSet
) -> bool:
    hex = state.at[unit]
    crowded = state.crowded >> unit & 1 and surplus(game, state, hex, side)  # 6.22b
    if crowded or outside_area(game, state, unit):
        return False
    return bool(lines >> hex & 1) or unit == fortress_unit(game, state, hex, side)


def outside_area(game: "EastFront", state: EastFrontState, unit: int) -> bool:
    """16.4d: a satellite confined again is unsupplied while outside its area."""
    from grognard.rules.eastfront.objectives import allowed_area

    confined = game.units[unit].satellite
    return confined and not allowed_area(game, state, unit) >> state.at[unit] & 1


def fortress_unit(game: "EastFront", state: EastFrontState, hex: int, side: str) -> int | None:
    """10.5a: a besieged fortress supplies its strongest original defender."""
    if not game.ground.fortress >> hex & 1 or state.attackers.get(hex) in (None, side):
        return None
    units = state.of_side(game, hex, side)
    return max(units, key=lambda unit: (state.cv[unit], -unit), default=None)


def besieged_cadre(game: "EastFront", state: EastFrontState, unit: int) -> bool:
    """15.31b: one block in a besieged port never falls below its last step."""
    hex, side = state.at[unit], state.owner(game, unit)
    besieged = state.attackers.get(hex) == enemy_of(side) and game.ports >> hex & 1
    if not besieged or game.ground.fortress >> hex & 1 or state.cv[unit] != 1:
        return False
    by_sea = bool(rail.net(game, state, side) >> hex & 1)
    first = state.of_side(game, hex, side)[0]
    return by_sea and unit == first
