"""4.2.5 of Army Group North, at sea: vessels that join their fleets, in a port or a box."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.hexes import Hex, bits
from grognard.rules.efs import control
from grognard.rules.efs.naval.havens import enemies
from grognard.rules.efs.sea_rows import SeaArrival
from grognard.rules.efs.state import ACTIVE, EfsState
from grognard.rules.efs.steps import Do

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


class JoinFleets(Do, frozen=True):
    """In the Movement Phase of their side, before it sails; a port that is lost keeps them away."""

    rule = "sea:1.2"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        assert game.rows.sea is not None
        for row in game.rows.sea.arrival:
            for unit in bits(game.named(row.units) & game.units_of[state.side]):
                if state.at[unit] == ACTIVE and (row.box or is_open(game, state, unit, row.hex)):
                    join(game, state, unit, row)


def is_open(game: "EastFrontSeries", state: EfsState, unit: int, hex: Hex) -> bool:
    """Water, or land of the side's own, and no enemy there."""
    side = game.owner(unit)
    open = control.land_of(game, state, side) | game.waters.sea | game.waters.lakes
    return bool(open & ~enemies(game, state, side) & 1 << hex)


def join(game: "EastFrontSeries", state: EfsState, unit: int, row: SeaArrival) -> None:
    place = game.waters.box(game.waters.numbers[row.box]) if row.box else row.hex
    state.place(game, unit, place)
    state.tell(Event("joins-fleet", JoinFleets.rule, {"unit": unit}, units=(unit,),
                     hexes=(row.hex,) if not row.box else ()))
