"""8.1.3.c: where vessels may lie, and where they run to."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.rulings import Layer
from grognard.hexes import HexSet, bits
from grognard.rules.efs.inset import area
from grognard.rules.efs.naval import ports
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def out_of_play(game: "EastFrontSeries") -> Layer:
    """7.1.6: hexes beyond the part of the map that the scenario uses."""
    return Layer("out-of-play", "7.1.6", game.grid.all & ~game.playable)


def off_limits(game: "EastFrontSeries", state: EfsState, side: str) -> list[Layer]:
    """The same, and what is played on an inset, or not yet on it (14.8.d)."""
    return [out_of_play(game), *area.fence(game, state, game.units_of[side])]


def harbours(game: "EastFrontSeries", ship: int) -> HexSet:
    """8.1.3.c: the ports that its kind may use, whoever holds them."""
    kind = game.units[ship].type
    found = 0
    for port in game.charts.naval.harbours.get(kind, game.waters.of_kind):
        found |= game.waters.of_kind[port]
    return found


def enemies(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """8.8.1.e: hexes with enemy counters, ships too."""
    return state.hexes_of(game.units_of[enemy_of(side)], sorts=game.sorts)


def havens(game: "EastFrontSeries", state: EfsState, ship: int) -> HexSet:
    """Friendly ports that the ship may use."""
    side = game.owner(ship)
    return harbours(game, ship) & ports.friendly(game, state, side) & ~enemies(game, state, side)


def at_sea(game: "EastFrontSeries", state: EfsState, ship: int) -> bool:
    """Whether it lies neither in a port of its own nor in a box."""
    return state.at[ship] >= 0 and not havens(game, state, ship) >> state.at[ship] & 1


def back_to_port(game: "EastFrontSeries", state: EfsState, vessel: int) -> None:
    """8.5.3.b: guns drive a vessel off; it runs for the nearest friendly port that it may use."""
    hex, open = state.at[vessel], havens(game, state, vessel)
    if open and not open >> hex & 1:
        port = min(bits(open), key=lambda port: (game.mega.distance(hex, port), port))
        state.tell(Event("driven-off", "sea:5.3.b/table", {"unit": vessel, "hex": port},
                         hexes=(hex, port), units=(vessel,)))
        state.place(game, vessel, port)
