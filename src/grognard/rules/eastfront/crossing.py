"""Where blocks may not go: limits of hexsides (6.33), closed sides and ground (1.35 to 1.6)."""

from typing import TYPE_CHECKING

from grognard.core.rulings import Layer
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.eastfront.objectives import allowed_area, closed_country
from grognard.rules.eastfront.state import EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

WALLS = {"sea": "1.37a", "lake": "1.38a", "alpine": "1.35e", "rail_only": "1.6b"}
"""What no march crosses, and the rule that says so."""


def room_through(
    game: "EastFront", state: EastFrontState, a: Hex, b: Hex, by_rail: bool = False
) -> int:
    """How many more blocks may pass the side into or out of the battle hex b.

    Trains also leave over the Sivash, one block at a time (1.6b, 9.22a).
    """
    side = game.grid.hexside(a, b)
    most = max(int(by_rail), game.ground.capacity(side, state.weather_at(game, b)))
    return most - state.crossings.get(side, 0)


def closed_sides(game: "EastFront", state: EastFrontState, hex: Hex) -> HexSet:
    """Hexes beside a battle that no more blocks may go to or come from."""
    ends = (game.grid.ends(side) for side in state.crossings)  # an unused side is open
    used = pack(a + b - hex for a, b in ends if hex in (a, b))
    return pack(near for near in bits(used) if room_through(game, state, near, hex) <= 0)


def full_sides(
    game: "EastFront", state: EastFrontState, hex: Hex, shut: HexSet
) -> tuple[Layer, ...]:
    """Shut ways in or out of a battle: clear sides took two (6.33a), any other took one."""
    narrow = pack(near for near in bits(shut) if not is_clear(game, state, near, hex))
    return (Layer("hexside-limit", "6.33a", shut & ~narrow),
            Layer("hexside-narrow", "6.33b", narrow))


def is_clear(game: "EastFront", state: EastFrontState, near: Hex, hex: Hex) -> bool:
    """6.33a: a side through which two may pass."""
    return game.ground.capacity(game.grid.hexside(near, hex), state.weather_at(game, hex)) > 1


def use_side(game: "EastFront", state: EastFrontState, a: Hex, b: Hex) -> None:
    """6.33c: in and out count together."""
    side = game.grid.hexside(a, b)
    state.crossings[side] = state.crossings.get(side, 0) + 1


def walled_off(game: "EastFront", hex: int) -> tuple[Layer, ...]:
    """Hexes next to one that nobody marches into from there: water, or over a closed side."""
    water = game.grid.spread(1 << hex) & ~game.ground.land
    sides = (Layer("side-closed", WALLS[kind], hexes)
             for kind, hexes in game.ground.walls[hex].items())
    return (Layer("closed-ground", "1.37a", water), *sides)


def open_to(game: "EastFront", state: EastFrontState, unit: int) -> HexSet:
    """Land that the block may enter."""
    return allowed_area(game, state, unit) & ~closed_country(game, state, unit)


def shut_to(game: "EastFront", state: EastFrontState, unit: int) -> tuple[Layer, ...]:
    """The other land, with the reasons."""
    land, played = game.ground.land, game.rows.playable
    return (
        Layer("out-of-play", "EDL.4", land & ~played),
        Layer("confined", "2.66a", land & played & ~allowed_area(game, state, unit)),
        Layer("closed-country", "S41.4b", closed_country(game, state, unit)),
    )
