"""14.8, 15.2: the map hexes that the inset repeats, and who may still use them."""

from typing import TYPE_CHECKING

from grognard.core.rulings import Layer
from grognard.hexes import HexSet, bits
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import AXIS

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


REACHED = "inset-reached"
"""Among the points: 1 once the Axis has come next to one of these hexes (14.8.d)."""


def out_of_play(game: "EastFrontSeries") -> HexSet:
    """15.2.1.a, 15.2.2.a: where play is on the inset from the start, they hold nothing ever."""
    return game.mega.repeated if game.rows.inset == "start" else 0


def opened(game: "EastFrontSeries", state: EfsState) -> bool:
    """Whether play has come to the inset (14.8.d)."""
    return game.rows.inset == "start" or is_reached(state)


def in_play(game: "EastFrontSeries") -> HexSet:
    """What the scenario names of the map, with the inset (17.2); none named: all of the sheets."""
    named = game.rows.in_play | game.mega.fine if game.rows.in_play else game.grid.all
    return named & ~out_of_play(game)


def closed_to(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """15.2.1.b, 15.2.2.b: the Axis never enters them; the Soviets do until it comes near (14.8.d).

    Neither units nor routes of a side pass what is closed to it.
    """
    near = side == AXIS or opened(game, state)
    return game.mega.repeated if near else 0


def is_reached(state: EfsState) -> bool:
    """14.8.d: whether the Axis has come next to the ring of transition hexes."""
    return bool(state.points.get(REACHED, 0))


def not_yet(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """14.8.d: the Axis comes onto the inset from next to it, once the Soviets are on it."""
    return game.mega.fine if side == AXIS and before_switch(game, state) else 0


def before_switch(game: "EastFrontSeries", state: EfsState) -> bool:
    """14.8.c: whether the map is still used where the inset repeats it."""
    return game.rows.inset == "approach" and not is_reached(state)


def fence(game: "EastFrontSeries", state: EfsState, group: int) -> list[Layer]:
    """The same for a group that moves."""
    if not game.mega.repeated:
        return []
    side = game.owner(next(bits(group)))
    return [Layer("inset-instead", "inset.area", closed_to(game, state, side)),
            Layer("inset-not-yet", "inset.switch", not_yet(game, state, side))]
