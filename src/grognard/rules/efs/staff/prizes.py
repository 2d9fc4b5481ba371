"""Places that count at the end (17.2), and the ways off the map that do."""

from typing import TYPE_CHECKING

from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import control, exits, victory
from grognard.rules.efs.scenarios import VictoryLine
from grognard.rules.efs.state import EfsState

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def wanted(game: "EastFrontSeries", state: EfsState, side: str) -> dict[Hex, float]:
    """What a side does not have yet, by hex, as parts of the best."""
    points: dict[Hex, float] = {}
    for line in game.rows.victory:
        for hex in bits(pack(line.hexes)):
            points[hex] = points.get(hex, 0) + stake(line)
    for hex in bits(control.land_of(game, state, side)):
        points.pop(hex, None)
    for line in game.rows.victory:
        ways = way_out(game, state, side, line)
        for hex in bits(ways):
            points[hex] = points.get(hex, 0) + stake(line) / ways.bit_count()
    most = max(points.values(), default=0)
    return {hex: worth / most for hex, worth in points.items() if worth}


def stake(line: VictoryLine) -> int:
    """What a line moves, whoever gains by it: one that wins by itself as much as any."""
    points = max(map(abs, [line.points, *line.by_plan.values()]))
    return max(points, 1) if line.wins else points * (line.most if line.kind == "left" else 1)


def way_out(game: "EastFrontSeries", state: EfsState, side: str, line: VictoryLine) -> HexSet:
    """Where somebody of the side should still leave the map for the line."""
    if line.kind not in ("left", "unused") or line.side != side:
        return 0
    if line.kind == "left" and victory.left_map(game, state, line) >= line.most:
        return 0
    if line.kind == "unused" and not victory.unused(game, state, line):
        return 0
    return pack(hex for row in game.rows.exit if row.id == line.exit
                for hex in bits(exits.hexes(row)))


def counts_off_map(game: "EastFrontSeries", state: EfsState, group: int) -> bool:
    """Whether all of a group should leave the map where they stand."""
    here, side = state.at[next(bits(group))], game.owner(next(bits(group)))
    for line in game.rows.victory:
        if way_out(game, state, side, line) >> here & 1:
            left = line.most - victory.left_map(game, state, line)
            fitting = [unit for unit in bits(group)
                       if not line.sizes or game.units[unit].size in line.sizes]
            if fitting and len(fitting) <= left:
                return True
    return False


def guarded(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """Places of the side's land that count if somebody stands there at the end."""
    lines = (line for line in game.rows.victory if line.kind in ("hold", "turns")
             and line.side == side)
    return pack(hex for line in lines for hex in line.hexes) & control.land_of(game, state, side)
