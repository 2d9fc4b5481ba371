"""Sections 15.4 to 15.43: landings.

``invasion``, asked when an HQ in a port is activated, gives it over to a landing;
``invade 3A to Constanta`` takes one block of infantry from there to a coast of the same sea. A
landing that begins a battle is a sea assault: the defenders' first fire may drive it back to its
port (assault.py).
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.floods import flood
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer, Reason
from grognard.core.visibility import UnitId
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.eastfront import seas
from grognard.rules.eastfront.asking import ActiveAsk
from grognard.rules.eastfront.crossing import shut_to
from grognard.rules.eastfront.data import DRY, MUD, SNOW, SeaZone, enemy_of
from grognard.rules.eastfront.engagement import engage
from grognard.rules.eastfront.fog import report
from grognard.rules.eastfront.losses import settle_battle
from grognard.rules.eastfront.stacking import full_hexes
from grognard.rules.eastfront.state import EastFrontState
from grognard.rules.eastfront.weather import effective_cv

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


# -- the invasion HQ (15.41) ------------------------------------------------------------------


def invasion_choice(game: "EastFront", state: EastFrontState, hq: int) -> Among:
    """15.41a: whether an HQ may be given over to landings now that it is activated.

    It stands in the port already: an HQ that deploys this turn is asked no more.
    """
    port = 1 << state.at[hq]
    return Among(
        1,
        Layer("no-naval-rules", "15.0", int(not game.naval)),
        Layer("supreme-no-invasion", "15.41a", game.supreme >> hq & 1),
        Layer("headquarters-not-in-port", "15.41a",
              int(not port & game.ports & state.friendly(state.phasing))),
        Layer("sea-not-controlled", "15.4a", int(not open_seas(game, state, state.at[hq]))),
        Layer("commands-nothing", "5.8c", int(effective_cv(game, state, hq) < 0)),
    )


def make_invasion_hq(state: EastFrontState, hq: int) -> None:
    """15.4b: it commands nothing else in this turn, Blitz or not (15.41e)."""
    state.invading |= 1 << hq
    state.tell(Event("invasion", "15.41a", {"block": hq}, hexes=(state.at[hq],), units=(hq,)))


def open_seas(game: "EastFront", state: EastFrontState, port: Hex) -> list[SeaZone]:
    """The zones of a port whose sea the phasing side controls."""
    shores = seas.shores(game, state, state.phasing)
    return [zone for number, zone in enumerate(game.seas)
            if port in zone.ports and seas.controls(game, shores, number)]


def ready_hqs(state: EastFrontState) -> int:
    """Invasion HQs that may still order a landing or an evacuation in this phase."""
    return state.active & state.invading & ~state.sailed


def sea_radius(game: "EastFront", state: EastFrontState, hq: int) -> HexSet:
    """15.41c: what an invasion HQ supports, counted over the hexes of its seas, coasts included."""
    reach, port, found = effective_cv(game, state, hq), state.at[hq], 0
    for zone in open_seas(game, state, port) if reach >= 0 else ():
        found |= flood(game.grid, 1 << port, zone.area, limit=reach)
    return found


def supported_by_sea(game: "EastFront", state: EastFrontState) -> HexSet:
    found = 0
    for hq in bits(state.active & state.invading):
        found |= sea_radius(game, state, hq)
    return found


# -- who embarks (15.41b) ---------------------------------------------------------------------


def passengers(
    game: "EastFront", state: EastFrontState, rule: str, no_infantry: str
) -> tuple[Layer, ...]:
    """What bars a block from any ship."""
    return (
        Layer("enemy-block", rule, game.everybody & ~state.loyal(game, state.phasing)),
        Layer("not-on-map", rule, game.everybody & ~state.on_map(game.everybody)),
        Layer(no_infantry, rule, game.everybody & ~game.infantry),
        Layer("moved-already", "6.1c", state.moved),
        Layer("sailed-already", "15.41d", state.shipped),
        Layer("railed-already", "6.1d", state.strategic),
        Layer("dispersed", "14.6a", state.dispersed),
    )


def invader_choices(game: "EastFront", state: EastFrontState) -> Among:
    """15.41b: one infantry block out of the port of each invasion HQ."""
    ports = state.hexes_of(ready_hqs(state))
    here = state.units_in(ports, state.loyal(game, state.phasing) & game.infantry)
    stranded = pack(unit for unit in bits(here) if not landings(game, state, unit).mask)
    return Among(
        game.everybody,
        *passengers(game, state, "15.41b", "no-infantry"),
        Layer("no-invasion-headquarters", "15.41b",
              game.everybody & ~state.units_in(ports, game.everybody)),
        Layer("nowhere-to-land", "15.42a", stranded),
    )


# -- where they land (15.42) ------------------------------------------------------------------


def landings(game: "EastFront", state: EastFrontState, unit: int) -> Among:
    port, side = state.at[unit], state.phasing
    zones = open_seas(game, state, port)
    coast = _union(zone.area for zone in zones) & game.ground.coastal & ~(1 << port)
    deep = _union(seas.deep_coast(game, zone) for zone in zones)
    enemies = state.occupied(game, enemy_of(side))
    engaged = state.battles(game) >> port & 1
    return Among(
        coast,
        Layer("stands-there", "15.42a", 1 << port),
        Layer("no-landing-ground", "15.42a", _rough(game, state, coast)),
        Layer("landing-in-mud", "12.24g", _muddy(game, state, coast)),
        Layer("sandbank", "1.37b", coast & ~deep),
        *shut_to(game, state, unit),
        Layer("disengaged-not-engage", "6.32c", enemies if engaged else 0),
        Layer("one-landing", "15.42b", state.landed & enemies),
        Layer("stack-full", "6.21a", full_hexes(game, state, side)),
        outside=lambda hex: _out_of_the_way(game, state, port, hex),
    )


def _union(sets: Iterable[HexSet]) -> HexSet:
    found = 0
    for some in sets:
        found |= some
    return found


def _rough(game: "EastFront", state: EastFrontState, coast: HexSet) -> HexSet:
    """1.34e, 1.35d: marsh (unless it is frozen, 1.34f) and mountain."""
    return pack(hex for hex in bits(coast) if not _fit(
        game, hex, SNOW if state.weather_at(game, hex) == SNOW else DRY))


def _muddy(game: "EastFront", state: EastFrontState, coast: HexSet) -> HexSet:
    """12.24g: what mud turns into marsh."""
    return pack(hex for hex in bits(coast)
                if state.weather_at(game, hex) == MUD and not _fit(game, hex, MUD))


def _fit(game: "EastFront", hex: Hex, weather: str) -> bool:
    return game.ground.rows[game.ground.terrain(hex, weather)].landing


def _out_of_the_way(game: "EastFront", state: EastFrontState, port: Hex, hex: Hex) -> Reason:
    if not game.ground.coastal >> hex & 1:
        return Reason("no-coast", "15.4a", hexes=(hex,))
    here = {number for number, zone in enumerate(game.seas) if port in zone.ports}
    there = {number for number, zone in enumerate(game.seas) if zone.area >> hex & 1}
    shut = [pair for pair, shores in game.straits.items() if pair & here and pair & there
            and any(state.hostile(state.phasing) >> shore & 1 for shore in shores)]
    if shut:
        return Reason("strait-closed", "15.42a", hexes=(hex,))
    return Reason("other-sea", "15.41b", hexes=(hex,))


class ChooseLanding(ActiveAsk, frozen=True):
    unit: UnitId

    rule = "15.42a"
    continues = True

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        return {"to": landings(game, state, self.unit)}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        port = state.at[self.unit]
        send_ships(state, port, self.unit)
        land(game, state, self.unit, arg)
        settle_battle(game, state, port)


def send_ships(state: EastFrontState, port: Hex, unit: int) -> None:
    """An HQ in the port has given its order of this phase; which one makes no difference."""
    hqs = state.units_in(1 << port, ready_hqs(state))
    state.sailed |= hqs & -hqs
    state.by_sea |= 1 << unit
    state.shipped |= 1 << unit


def land(game: "EastFront", state: EastFrontState, unit: int, hex: Hex) -> None:
    """15.43a: on enemies a landing begins a battle, or joins one."""
    port = state.at[unit]
    if game.coastal_armies >> unit & 1:
        state.shores[unit] = hex
    state.face_up &= ~(1 << unit)
    if state.occupied(game, enemy_of(state.phasing)) >> hex & 1:
        state.landed |= 1 << hex
        engage(game, state, unit, hex, port, "lands", "15.43a")
        return
    state.place(unit, hex)
    report(game, state, "lands", "15.4a", unit, start=port, to=hex)
