"""Chapter 10: supply and isolation."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.floods import flood, step
from grognard.hexes import HexSet, bits
from grognard.rules.narva import fog, zones
from grognard.rules.narva.data import GERMAN, SIDES, SOVIET, enemy_of
from grognard.rules.narva.state import ISOLATED, OUT_OF_SUPPLY, SUPPLIED, NarvaState
from grognard.rules.narva.steps import Do

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


MARKERS = {
    SUPPLIED: ("supplied", "10.0.E"),
    OUT_OF_SUPPLY: ("out-of-supply", "10.0.B"),
    ISOLATED: ("isolated", "10.0.C"),
}
"""What is told when a unit's marker changes."""
RELIEVED = ("out-of-supply", "10.2.2.B")
"""An isolated unit that reached Narva, where nobody is isolated."""


class SupplySegment(Do, frozen=True):
    """10.0: every unit on the map is tested once a turn."""

    rule = "10.0.A"

    def run(self, game: "Narva", state: NarvaState) -> None:
        for side in SIDES:
            fed = supplied(game, state, side)
            cut = cut_off_in_narva(game, state) if side == GERMAN else 0
            for unit in bits(state.on_map(game.units_of[side])):
                _test(game, state, unit, fed & ~cut)


def _test(game: "Narva", state: NarvaState, unit: int, supplied_hexes: HexSet) -> None:
    hex, before = state.at[unit], state.supply[unit]
    if supplied_hexes >> hex & 1 or needs_none(game, unit):
        after = SUPPLIED
    elif before == SUPPLIED or in_narva(game, hex, game.owner(unit)):  # 10.2.2.B
        after = OUT_OF_SUPPLY
    else:
        after = ISOLATED
    if after != before:
        state.supply[unit] = after
        relieved = before == ISOLATED and after == OUT_OF_SUPPLY
        marker = RELIEVED if relieved else MARKERS[after]
        event = Event(*marker, {"unit": unit}, hexes=(hex,), units=(unit,))
        fog.tell(game, state, event, unit, secret=True)


def needs_none(game: "Narva", unit: int) -> bool:
    """8.6.E: the 260th brigade is in supply wherever it stands."""
    return unit == game.brigade


def in_narva(game: "Narva", hex: int, side: str) -> bool:
    """10.2.2.B: Germans in Narva and its defences are never isolated."""
    return side == GERMAN and bool(game.narva_pocket >> hex & 1)


def cut_off_in_narva(game: "Narva", state: NarvaState) -> HexSet:
    """10.2.2.A: a Soviet unit on the rollbahn, headquarters too, cuts off Narva for all."""
    return game.narva_pocket if state.occupied(game, SOVIET) & game.rollbahn else 0


def supplied(game: "Narva", state: NarvaState, side: str, left: HexSet = 0) -> HexSet:
    """Hexes to which a supply line runs now, or once friends have left some hexes (10.1)."""
    through = passable(game, state, side, left)
    return state.derive(("supplied", side, left != 0), lines, game, side, through,
                        state.frozen(game))


def lines(game: "Narva", side: str, through: HexSet, frozen: bool) -> HexSet:
    """Hexes that supply lines of the side reach over these."""
    sources = game.sources[side] & through
    return flood(game.grid, sources, through, game.ground.supply_sides[frozen])


def passable(game: "Narva", state: NarvaState, side: str, left: HexSet) -> HexSet:
    """10.1.A-C, 5.5.1: open ground free of enemies and zones, and any hex with a friend in it."""
    friends = state.occupied(game, side) & ~left
    closed = zones.front(game, state, enemy_of(side)).closed
    ground = game.ground.supply_hexes[state.frozen(game)] & ~closed
    return (ground | friends) & game.playable


def suppliable(game: "Narva", state: NarvaState, side: str, left: HexSet = 0) -> HexSet:
    """Hexes that are in supply once a unit of the side stands there (9.5.4.B, 10.1.C).

    It may have left others: where it stood there may be supply only because it did. The unit
    cancels zones in its own hex, opens woods and swamp, and drives out a headquarters.
    """
    fed = supplied(game, state, side, left)
    near = state.derive(("near", side, left != 0), beside, game, side, fed, state.frozen(game))
    return (fed | near) & ~state.combat_hexes(game, enemy_of(side)) & ~game.ground.water


def beside(game: "Narva", side: str, fed: HexSet, frozen: bool) -> HexSet:
    """Where one step leads that supply can take."""
    return step(game.grid, fed, game.ground.supply_sides[frozen]) | game.sources[side]
