"""15.3.7: a hex of the inset holds six points, and one Axis engineer besides."""

from typing import TYPE_CHECKING

from grognard.hexes import HexSet, bits, pack
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import AXIS

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def guest(game: "EastFrontSeries", units: int) -> int:
    """15.3.7.a: the points of the Axis engineer that may stand there above the limit.

    One: of several the heaviest.
    """
    engineers = units & game.engineers & game.units_of[AXIS]
    return max([game.weights[unit] for unit in bits(engineers)], default=0)


def points(game: "EastFrontSeries", units: int) -> int:
    """What units in one hex of the inset count for together."""
    return sum([game.weights[unit] for unit in bits(units)]) - guest(game, units)


def overfull(game: "EastFrontSeries", state: EfsState, group: int, among: HexSet,
             gone: int = 0) -> HexSet:
    """Those hexes of the inset that hold too much with the group, and without those who go."""
    limit = game.edition.inset.stacking
    return pack([hex for hex in bits(among & game.mega.fine)
                 if points(game, state.set_at(hex) & ~gone | group) > limit])
