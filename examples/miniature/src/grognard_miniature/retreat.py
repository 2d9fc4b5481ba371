"""Chapter 7: retreats."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.core.sides import Side
from grognard.core.visibility import Number, UnitSet
from grognard.hexes import Hex, HexSet, bits, pack
from grognard_miniature.losses import TakeLoss
from grognard_miniature.movement import enter
from grognard_miniature.state import MiniatureState, crowded, occupied, other, present, zone
from grognard_miniature.steps import Choice, Do

if TYPE_CHECKING:
    from grognard_miniature.game import Miniature


class Retreat(Do, frozen=True):
    """7.1: the defenders go back together; 7.7: every hex they cannot go costs a step."""

    rule = "7.1"
    who: Side
    units: UnitSet
    hexes: Number

    def run(self, game: "Miniature", state: MiniatureState) -> None:
        units = self.units & present(game, state, self.who)
        if not units or not self.hexes:
            return
        here = hex_of(state, units)
        far = farthest(game, state, self.who, units, here, self.hexes)
        losses = [TakeLoss(self.who, units)] * (self.hexes - far)
        state.push(*losses, FallBack(self.who, units, far, 1 << here))


class FallBack(Do, frozen=True):
    """7.1: those still there take the next hex of the retreat."""

    rule = "7.1"
    who: Side
    units: UnitSet
    left: Number
    came: HexSet

    def run(self, game: "Miniature", state: MiniatureState) -> None:
        units = self.units & present(game, state, self.who)
        if units and self.left:
            state.push(ChooseRetreat(self.who, units, self.left, self.came))


class ChooseRetreat(Choice, frozen=True):
    """7.1: choose the hex to go back to."""

    rule = "7.1"
    units: UnitSet
    left: Number
    came: HexSet

    def choices(self, game: "Miniature", state: MiniatureState) -> dict[str, Choices]:
        here = hex_of(state, self.units)
        ways = ways_back(game, state, self.who, self.units, here, self.came, self.left)
        return {"retreat": ways}

    def take(self, game: "Miniature", state: MiniatureState, kind: str, arg: int) -> None:
        units = tuple(bits(self.units))
        args = {"side": self.who, "units": units, "to": arg}
        state.tell(Event("retreated", "7.1", args, (hex_of(state, self.units), arg), units))
        for unit in units:
            enter(game, state, unit, arg)
        state.push(FallBack(self.who, self.units, self.left - 1, self.came | 1 << arg))


def hex_of(state: MiniatureState, units: int) -> Hex:
    """Where counters that retreat together are."""
    return state.at[next(bits(units))]


def farthest(
    game: "Miniature", state: MiniatureState, side: Side, units: int, here: Hex, hexes: int
) -> int:
    """7.6: how far they can go, up to what they must."""
    lengths = range(hexes, 0, -1)
    can_go = (n for n in lengths if ways_back(game, state, side, units, here, 1 << here, n))
    return next(can_go, 0)


def ways_back(
    game: "Miniature",
    state: MiniatureState,
    side: Side,
    units: UnitSet,
    here: Hex,
    came: HexSet,
    left: Number,
) -> Among:
    """The next hexes of a retreat that has so many hexes left to go."""
    enemy, near = other(side), game.grid.spread(1 << here)
    zones = zone(game, state, enemy) & ~occupied(game, state, side)
    layers = [
        Layer("river-behind", "7.3", near & ~game.board.paths[here]),
        Layer("enemy-behind", "7.4.a", occupied(game, state, enemy)),
        Layer("zone-behind", "7.4.b", zones),
        Layer("away-from-home", "7.2", game.board.farther[side][here]),
        Layer("back-again", "7.5", came),
    ]
    if left == 1:
        layers.append(Layer("no-room-behind", "3.5", crowded(game, state, side, units)))
    else:  # 7.6: a hex is open only if the rest of the way is
        open = Among(near, *layers)
        stuck = [hex for hex in open
                 if not ways_back(game, state, side, units, hex, came | 1 << hex, left - 1)]
        layers.append(Layer("dead-end", "7.6", pack(stuck)))
    return Among(near, *layers, outside=("not-next", "7.1"))
