"""13.2: bridge units: laid over a river side for a turn, anywhere in supply.

``bridge 1Br over P2312/P2313 at P2312`` picks the unit up from wherever it is.
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import Number, UnitId
from grognard.hexes import HexSet, Hexside, bits, pack
from grognard.rules.efs import command, control, limits, routes, zones
from grognard.rules.efs.state import FREE, EfsState
from grognard.rules.efs.steps import Ask
from grognard.rules.efs.words import SOVIET, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def bridge_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    """Bridge units that can be laid now."""
    own = game.bridge_units & game.units_of[state.side]
    gone = pack(unit for unit in bits(own) if state.at[unit] < 0 and state.at[unit] != FREE)
    layers = (
        Layer("enemy-unit", "13.2.2", game.units_of[enemy_of(state.side)]),
        Layer("no-bridge-unit", "13.2.1", game.everybody & ~game.bridge_units),
        Layer("not-on-map", "13.2.2", gone),
        Layer("moved-already", "13.2.2", state.moved),
        *limits.forbidden(game, state, "bridge"),
        Layer("unsupplied", "13.2.2", cut_off(game, state, own)),
    )
    ready = Among(own, *layers).mask
    open = sites(game, state) if ready else 0
    full = pack([unit for unit in bits(ready) if not open & ~crowded(game, state, unit)])
    return Among(
        game.everybody, *layers,
        Layer("no-river-in-supply", "13.2.2/2", 0 if open else ready),
        Layer("two-bridges", "13.2.3", full),
    )


def cut_off(game: "EastFrontSeries", state: EfsState, own: int) -> int:
    """Bridges that lie out of supply: they stay where they are."""
    standing = state.on_map(own)
    if game.skips("supply") or not standing:
        return 0
    return standing & ~state.units_in(routes.supplied(game, state, state.side), standing)


def crowded(game: "EastFrontSeries", state: EfsState, unit: int) -> HexSet:
    """13.2.3: the sheets on which two others lie."""
    others = state.on_map(game.bridge_units & game.units_of[state.side]) & ~(1 << unit)
    found = 0
    for sheet in game.map.sheets.values() or (game.grid.all,):
        if state.units_in(sheet, others).bit_count() >= game.measures.moves.bridges:
            found |= sheet
    return found


def sites(game: "EastFrontSeries", state: EfsState, unit: int | None = None) -> HexSet:
    """13.2.2: friendly hexes by a river in general supply; Soviet ones near an HQ.

    Of a unit: only those on sheets where it has room.
    """
    side = state.side
    found = game.ground.banks & control.land_of(game, state, side)
    found &= ~state.occupied(game, enemy_of(side))  # a lone enemy bridge keeps its bank
    held = state.combat_hexes(game, side)
    found &= ~(zones.enemy_zone(game, state, side) & ~held)
    if not game.skips("supply"):
        found &= routes.supplied(game, state, side)
    if side == SOVIET:
        led = 0
        for hq in bits(command.working(game, state)):
            led |= command.radius(game, state, hq)
        found &= led
    return found if unit is None else found & ~crowded(game, state, unit)


def rivers_of(game: "EastFrontSeries", state: EfsState, hexes: HexSet) -> list[Hexside]:
    """River sides of the hexes that nothing bridges yet."""
    laid = frozenset(state.bridges.values()) | game.ground.roads
    return [side for side in sorted(game.ground.rivers | game.ground.major_rivers)
            if side not in laid and any(hexes >> hex & 1 for hex in game.grid.ends(side))]


class LayBridge(Ask, frozen=True):
    """Over which side."""

    unit: UnitId

    rule = "13.2.1"
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return game.owner(self.unit)

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        sides = pack(rivers_of(game, state, sites(game, state, self.unit)))
        return {"over": Among(sides, outside=("no-river-there", "13.2.2/2"))}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        state.push(StandBridge(self.unit, arg))


class StandBridge(Ask, frozen=True):
    """On which bank it stands."""

    unit: UnitId
    over: Number

    rule = "13.2.2/2"
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return game.owner(self.unit)

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        banks = pack(game.grid.ends(self.over))
        return {"at": Among(banks & sites(game, state, self.unit),
                            outside=("not-that-bank", "13.2.2/2"))}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        state.bridges[self.unit] = self.over
        state.moved |= 1 << self.unit
        state.place(game, self.unit, arg)
        state.tell(Event("bridge-laid", self.rule, {"unit": self.unit, "hex": arg},
                         hexes=game.grid.ends(self.over), units=(self.unit,)))
