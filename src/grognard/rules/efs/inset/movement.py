"""15.5: how land units move on the inset: by its own hexes, faster on roads where no enemy is."""

from typing import TYPE_CHECKING

from grognard.core.rulings import Layer
from grognard.hexes import HexSet, bits
from grognard.rules.efs import limits
from grognard.rules.efs.ground import Rough
from grognard.rules.efs.inset import area
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import SIDES, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def contested(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """15.5.2.a: mega-hexes that are contested as soon as a unit of the side is in them."""
    return game.mega.occupied(state.occupied(game, enemy_of(side))) if game.mega.fine else 0


def going(game: "EastFrontSeries", state: EfsState, side: str) -> Rough:
    """What the ground is now: 13.5.a, and roads at half their price (15.5.2.b)."""
    found = limits.rough(game, state, side)
    if not game.mega.fine or area.not_yet(game, state, side):
        return found
    return found._replace(swift=game.mega.fine & ~contested(game, state, side))


def pinned_guns(game: "EastFrontSeries", state: EfsState) -> list[Layer]:
    """15.5.2.e: a gun on rails in a contested mega-hex does not move."""
    held = 0
    for side in SIDES if game.mega.fine else ():
        guns = state.units_in(game.mega.fine, rail_guns(game) & game.units_of[side])
        held |= guns and state.units_in(contested(game, state, side), guns)
    return [Layer("gun-in-contested", "inset.rail-guns", held)] if held else []


def closed_to_guns(game: "EastFrontSeries", state: EfsState, group: int) -> list[Layer]:
    """The same of those that would come into one."""
    if not game.mega.fine or not group & rail_guns(game):
        return []
    side = game.owner(next(bits(group)))
    return [Layer("contested-ahead", "inset.rail-guns", contested(game, state, side))]


def rail_guns(game: "EastFrontSeries") -> int:
    return game.on_rails & game.artillery
