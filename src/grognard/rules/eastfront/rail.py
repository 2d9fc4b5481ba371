"""Chapter 9: friendly rail lines and what they supply; sea lanes join them (15.3)."""

from typing import TYPE_CHECKING

from grognard.core.floods import flood
from grognard.hexes import HexSet, bits
from grognard.rules.eastfront import seas
from grognard.rules.eastfront.data import SOVIET
from grognard.rules.eastfront.state import EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


def depots(game: "EastFront", shores: seas.Shores) -> HexSet:
    """9.12d: the home edge; for the Soviets Baku too."""
    baku = 1 << game.objectives.baku if shores.side == SOVIET else 0
    return (game.ground.entries[shores.side] | baku) & shores.friendly


def net(game: "EastFront", state: EastFrontState, side: str) -> HexSet:
    """Hexes that rail or sea supply of the side enters (9.3, 9.31a).

    A line enters a friendly battle hex but does not go on through it (9.12c, 15.31a).
    """
    return state.derive(("net", side), _net, game, seas.shores(game, state, side),
                        state.fought_over(game, side))


def _net(game: "EastFront", shores: seas.Shores, battles: HexSet) -> HexSet:
    through = game.ground.rail_hexes & shores.friendly
    reached, sources = 0, depots(game, shores)
    while sources:
        reached |= flood(game.grid, sources & ~battles, through, game.ground.rail_sides,
                         stops=battles) | sources
        sources = seas.lanes(game, shores, reached & ~battles) & ~reached
    return reached


def railway(game: "EastFront", state: EastFrontState, side: str) -> HexSet:
    """9.12a: rail and entry hexes joined to the depot by rail or sea, for rail movement."""
    return net(game, state, side) & (game.ground.rail_hexes | game.ground.entries[side])


def linked(game: "EastFront", state: EastFrontState, side: str, hex: int) -> bool:
    """Whether rail or sea supply enters the hex."""
    return bool(net(game, state, side) >> hex & 1)


def links_to_east(game: "EastFront", state: EastFrontState, places: HexSet) -> bool:
    """16.3: a Soviet railway from one of the places to the east edge."""
    friendly = state.friendly(SOVIET)
    through = game.ground.rail_hexes & friendly
    entries = game.ground.entries[SOVIET] & friendly
    battles = state.battles(game)
    joined = flood(game.grid, entries & ~battles, through, game.ground.rail_sides, stops=battles)
    return any(joined >> place & 1 for place in bits(places))
