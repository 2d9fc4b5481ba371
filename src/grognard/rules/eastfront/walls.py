"""Sections 1.35 to 1.38 and 1.6: hexes side by side that no march leads between."""

from typing import TYPE_CHECKING

from grognard.core.rulings import Layer

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

WALLS = {"sea": "1.37a", "lake": "1.38a", "alpine": "1.35e", "rail_only": "1.6b"}
"""What no march crosses, and the rule that says so."""


def walled_off(game: "EastFront", hex: int) -> tuple[Layer, ...]:
    """Hexes next to one that nobody marches into from there: water, or over a closed side."""
    water = game.grid.spread(1 << hex) & ~game.ground.land
    sides = (Layer("side-closed", WALLS[kind], hexes)
             for kind, hexes in game.ground.walls[hex].items())
    return (Layer("closed-ground", "1.37a", water), *sides)
