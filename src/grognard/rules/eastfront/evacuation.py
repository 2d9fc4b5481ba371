"""Section 15.6: evacuation, a landing the other way round.

``evacuate 3A to Batumi`` takes an infantry block off a coast, out of a battle too, to the port of
an invasion HQ. The last one in a battle covers its own retreat and faces pursuit (retreat.py).
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import UnitId
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.eastfront.asking import ActiveAsk
from grognard.rules.eastfront.crossing import shut_to
from grognard.rules.eastfront.fog import report
from grognard.rules.eastfront.invasion import open_seas, passengers, ready_hqs, send_ships
from grognard.rules.eastfront.losses import settle_battle
from grognard.rules.eastfront.retreat import is_last
from grognard.rules.eastfront.stacking import full_hexes
from grognard.rules.eastfront.state import EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


def evacuee_choices(game: "EastFront", state: EastFrontState) -> Among:
    """15.6a: one infantry block on a coast for each invasion HQ."""
    ports = state.hexes_of(ready_hqs(state))
    ashore = [coast_of(game, state, port) for port in bits(ports)]
    near = pack(hex for coast in ashore for hex in bits(coast))
    here = state.units_in(near, state.loyal(game, state.phasing) & game.infantry)
    stranded = pack(unit for unit in bits(here) if not harbours(game, state, unit).mask)
    return Among(
        game.everybody,
        *passengers(game, state, "15.6a", "evacuates-infantry-only"),
        Layer("no-ships-there", "15.6a", game.everybody & ~state.units_in(near, game.everybody)),
        Layer("no-harbour", "15.6a", stranded),
    )


def coast_of(game: "EastFront", state: EastFrontState, port: Hex) -> HexSet:
    """Hexes from which ships can bring a block to the port."""
    found = 0
    for zone in open_seas(game, state, port):
        found |= zone.area
    return found & game.ground.coastal & ~(1 << port)


def harbours(game: "EastFront", state: EastFrontState, unit: int) -> Among:
    """Ports of invasion HQs on the same sea."""
    ports, hex = state.hexes_of(ready_hqs(state)), state.at[unit]
    far = pack(port for port in bits(ports)
               if port != hex and not coast_of(game, state, port) >> hex & 1)
    return Among(
        ports,
        Layer("harbour-on-other-sea", "15.6a", far),
        Layer("harbour-in-battle", "15.2d", state.battles(game)),
        Layer("stands-there", "15.6a", 1 << hex),
        *shut_to(game, state, unit),
        Layer("stack-full", "6.21a", full_hexes(game, state, state.phasing)),
        outside=("harbour-without-headquarters", "15.6a"),
    )


class ChooseHarbour(ActiveAsk, frozen=True):
    unit: UnitId

    rule = "15.6a"
    continues = True

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        return {"to": harbours(game, state, self.unit)}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        hex = state.at[self.unit]
        send_ships(state, arg, self.unit)
        if state.battles(game) >> hex & 1 and is_last(game, state, self.unit):
            state.name_rear_guard(self.unit, arg)
            state.tell(Event("rear-guard", "15.6b", {"hex": hex}, hexes=(hex,)))
        else:
            take_off(game, state, self.unit, arg)


def take_off(game: "EastFront", state: EastFrontState, unit: int, port: Hex) -> None:
    hex = state.at[unit]
    state.place(unit, port)
    state.face_up &= ~(1 << unit)
    settle_battle(game, state, hex)
    report(game, state, "evacuated", "15.6a", unit, start=hex, to=port)
