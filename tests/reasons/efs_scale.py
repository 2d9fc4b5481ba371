"""Distances over both maps of Army Group North: a mega-hex of the inset is one hex."""

from typing import Any

from tests.reasons.plain import distance, holds


def home(game: Any, hex: int) -> int:
    """The map hex that a hex of the inset is a part of; elsewhere itself."""
    for name, hexes in game.map.areas.items():
        if name.startswith("mega_") and holds(hexes, hex):
            return int(game.grid.hex(name.removeprefix("mega_").upper()))
    return hex


def on_inset(game: Any, hex: int) -> bool:
    return home(game, hex) != hex


def apart(game: Any, a: int, b: int) -> int:
    return distance(game.grid, home(game, a), home(game, b))


def leads(game: Any, state: Any, hq: int, hex: int) -> bool:
    """Whether a hex is in the radius of a headquarters, which is less on the inset."""
    printed = game.units[hq].radius
    most = game.charts.inset.hq_radius if on_inset(game, state.at[hq]) else printed
    return bool(apart(game, state.at[hq], hex) <= min(most, printed))


def bombed(game: Any, state: Any, hex: int) -> int:
    """The level of interdiction: next door too, but a mega-hex for itself."""
    if on_inset(game, hex):
        near = [one for one in state.interdiction if home(game, one) == home(game, hex)]
    else:
        near = [one for one in state.interdiction if not on_inset(game, one)
                and distance(game.grid, one, hex) <= 1]
    return min(2, sum(int(state.interdiction[one]) for one in near))
