"""Chapter 14: paratroops, by option.

``airborne`` instead of a deployment gives an activated HQ over to a drop, ``drop 4Para to Kursk``
is the drop. Until the link-up of the next own supply phase the paratroops are dispersed: they
fight, but neither move nor control anything.
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import UnitId
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.eastfront import control
from grognard.rules.eastfront.air import air_range
from grognard.rules.eastfront.asking import ActiveAsk
from grognard.rules.eastfront.data import enemy_of
from grognard.rules.eastfront.engagement import engage
from grognard.rules.eastfront.fog import report
from grognard.rules.eastfront.losses import eliminate
from grognard.rules.eastfront.objectives import watch_western_front
from grognard.rules.eastfront.stacking import full_hexes
from grognard.rules.eastfront.state import EastFrontState
from grognard.rules.eastfront.steps import Do
from grognard.rules.eastfront.weather import effective_cv

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


# -- the airborne HQ (14.2) -------------------------------------------------------------------


def airborne_choice(game: "EastFront", state: EastFrontState, hq: int) -> Among:
    """14.2a, b: whether an HQ may be given over to a drop now that it is activated."""
    units = state.loyal(game, state.phasing) & game.paratroops
    here = state.units_in(1 << state.at[hq], units)
    engaged = state.battles(game) >> state.at[hq] & 1
    return Among(
        1,
        Layer("no-drops-played", "14.1", int(not game.drops)),
        Layer("no-paratroops-there", "14.2b", int(not here)),
        Layer("paratroops-engaged", "14.2b", engaged),
        Layer("too-weak-to-drop", "14.3a", int(effective_cv(game, state, hq) < 1)),
    )


def make_airborne(state: EastFrontState, hq: int) -> None:
    """14.2a: it gives up command, support, strikes and supreme moves for the whole turn."""
    state.airborne |= 1 << hq
    state.tell(Event("airborne", "14.2a", {"block": hq}, hexes=(state.at[hq],), units=(hq,),
                     reveals=True))


# -- the drop (14.3) --------------------------------------------------------------------------


def drop_choices(game: "EastFront", state: EastFrontState) -> Among:
    mine = state.on_map(state.loyal(game, state.phasing) & game.paratroops)
    left_alone = mine & ~state.units_in(state.hexes_of(state.airborne), mine)
    nowhere = pack(unit for unit in bits(mine & ~left_alone)
                   if not drop_hexes(game, state, unit).mask)
    return Among(
        game.everybody,
        Layer("no-paratroops", "14.1", game.everybody & ~mine),
        Layer("no-drops-played", "14.1", 0 if game.drops else mine),
        Layer("dispersed", "14.6a", state.dispersed),
        Layer("moved-already", "6.1c", state.moved),
        Layer("railed-already", "6.1d", state.strategic),
        Layer("no-airborne-headquarters", "14.2b", left_alone),
        Layer("paratroops-engaged", "14.2b", state.units_in(state.battles(game), mine)),
        Layer("nowhere-to-drop", "14.3a", nowhere),
    )


def drop_range(game: "EastFront", state: EastFrontState, unit: int) -> HexSet:
    """14.3: the air range of the airborne HQ with the unit; a supreme HQ's is doubled."""
    found = 0
    for hq in bits(state.units_in(1 << state.at[unit], state.airborne)):
        found |= air_range(game, state, hq)
    return found


def drop_hexes(game: "EastFront", state: EastFrontState, unit: int) -> Among:
    land = game.ground.land & game.rows.playable
    return Among(
        land,
        Layer("drops-elsewhere", "14.3a", 1 << state.at[unit]),
        Layer("no-drop-there", "1.35d", land & ~game.ground.open_to_drops),
        Layer("out-of-drop-range", "14.3a", land & ~drop_range(game, state, unit)),
        Layer("stack-full", "6.21a", full_hexes(game, state, state.phasing)),
        outside=("closed-ground", "1.37a"),
    )


class ChooseDropHex(ActiveAsk, frozen=True):
    unit: UnitId

    rule = "14.3a"
    continues = True

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        return {"to": drop_hexes(game, state, self.unit)}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        drop(game, state, self.unit, arg)


def drop(game: "EastFront", state: EastFrontState, unit: int, hex: Hex) -> None:
    """14.4a: on enemies a drop begins a battle, or joins one."""
    start = state.at[unit]
    state.dispersed |= 1 << unit
    if state.occupied(game, enemy_of(state.phasing)) >> hex & 1:
        engage(game, state, unit, hex, start, "drops", "14.4a")
        return
    state.place(unit, hex)
    report(game, state, "drops", "14.3a", unit, start=start, to=hex)
    watch_western_front(game, state, 1 << hex)


# -- link-up (14.6) ---------------------------------------------------------------------------


class LinkUp(Do, frozen=True):
    """14.6b, c: before the enemy's supply is judged, dropped units are joined or lost."""

    rule = "14.6b"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        if not state.dispersed:
            return
        for unit in bits(state.dispersed):
            if is_linked(game, state, unit):
                report(game, state, "linked-up", "14.6c", unit, hex=state.at[unit])
            else:
                eliminate(game, state, unit, "14.6c")
        state.dispersed = 0
        control.fix_control(game, state)


def is_linked(game: "EastFront", state: EastFrontState, unit: int) -> bool:
    """In a friendly hex, with ground troops, or beside ground troops that are not engaged."""
    side, hex = state.owner(game, unit), state.at[unit]
    troops = state.held_by(game, side)
    free = troops & state.friendly(side) & ~state.battles(game)
    joined = (state.friendly(side) | troops) >> hex & 1
    return bool(joined or game.ground.beside[hex] & free)
