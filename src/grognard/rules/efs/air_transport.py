"""11.6: air transport of supply, headquarters and airborne units, never opposed."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import Among
from grognard.core.rulings import Layer
from grognard.hexes import Hex, HexSet, bits
from grognard.rules.efs import control, limits, rail, stacking, zones
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import AXIS, RAIN, SIDES, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def purse(side: str) -> str:
    return f"{side}-lift"


def set_up(game: "EastFrontSeries", state: EfsState) -> None:
    """11.6.3: missions of the whole game."""
    for side in SIDES:
        state.points[purse(side)] = getattr(game.rows.air_transport, side)


def new_turn(game: "EastFrontSeries", state: EfsState) -> None:
    """14.4.d of Army Group North: missions of a turn, which are not saved."""
    if game.rows.air_transport_by_turn:
        row = game.rows.air_transport_by_turn.get(str(state.turn))
        for side in SIDES:
            state.points[purse(side)] = getattr(row, side) if row else 0


def airfields(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """11.6.2, 11.6.4: places that planes use; villages in Rain only with an engineer."""
    places = game.ground.cities | game.ground.major_cities
    villages = game.ground.villages
    if state.weather == RAIN:
        villages &= state.hexes_of(game.engineers & game.units_of[side])
    return (places | villages) & game.playable


def cargo(game: "EastFrontSeries", side: str) -> int:
    """11.6.1: mobile supply; Soviet headquarters and airborne units, one Axis unit by name."""
    soviet = game.hqs | game.with_trait("airborne")
    return game.supplies | (game.with_trait("lifted") if side == AXIS else soviet)


def stopped(game: "EastFrontSeries", state: EfsState, unit: int) -> tuple[str, str] | None:
    side, here = game.owner(unit), state.at[unit]
    if not cargo(game, side) >> unit & 1:
        return "planes-do-not-carry-it", "11.6.1"
    if game.supplies >> unit & 1 and state.steps[unit] > 1:
        return "planes-do-not-carry-it", "11.6.1"
    if not state.points.get(purse(side), 0):
        return "no-transport-left", "11.6.3"
    if rule := limits.stops(game, state, "lift", 1 << unit):
        return "no-transport-there", rule
    if here >= 0 and not airfields(game, state, side) >> here & 1:
        return "no-airfield-here", "11.6.2"
    return None


def lift_choices(game: "EastFrontSeries", state: EfsState, group: int) -> Among:
    """Where planes take a unit."""
    units = tuple(bits(group))
    if len(units) > 1:
        return Among(0, Layer("one-at-a-time", "11.6.2", game.grid.all))
    (unit,) = units
    barred = stopped(game, state, unit)
    if barred:
        return Among(0, Layer(*barred, game.grid.all))
    side = game.owner(unit)
    fields = airfields(game, state, side)
    supply = game.supplies >> unit & 1
    lonely = zones.enemy_zone(game, state, side) & ~state.combat_hexes(game, side) if supply else 0
    land = control.land_of(game, state, side)
    bombed = rail.interdicted(game, state) if side != AXIS else 0
    return Among(
        fields,
        Layer("no-airfield", "11.6.2", game.grid.all & ~fields),
        Layer("stands-there", "11.6.2", 1 << state.at[unit] if state.at[unit] >= 0 else 0),
        Layer("enemy-there", "11.6.2", state.occupied(game, enemy_of(side))),
        Layer("enemy-land", "11.6.2", game.grid.all & ~land),
        *limits.places_shut(game, state, "lift", side),
        Layer("supply-alone-in-zone", "6.5.3/2", lonely),
        Layer("landing-interdicted", "11.6.4", bombed),
        Layer("stack-full", "3.2.1", stacking.full_for(game, state, group, fields)),
    )


def lift(game: "EastFrontSeries", state: EfsState, group: int, hex: Hex) -> None:
    (unit,) = bits(group)
    here = state.at[unit]
    state.points[purse(game.owner(unit))] -= 1
    state.moved |= group
    state.stirred |= group
    on_map = {"from": here} if here >= 0 else {}
    state.tell(Event("lifted" if on_map else "flown-in", "11.6.2",
                     {"unit": unit, "to": hex, **on_map}, hexes=(*on_map.values(), hex),
                     units=(unit,)))
    state.place(game, unit, hex)
    control.settle(game, state)
