"""8.4.2: what sea transport carries, and how many points it takes."""

from typing import TYPE_CHECKING

from grognard.hexes import bits, pack
from grognard.rules.efs.state import EfsState

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

POINT_KINDS = ("type-I", "type-A")
"""Replacement points as cargo."""
PURSES = ("infantry", "heavy")
"""The same as the chapter of replacements calls them."""
POINT_PRICES = (1, 2)
WHEELS = ("motor", "gun", "siege", "rail")
PER_STEP = 2


def price(game: "EastFrontSeries", state: EfsState, unit: int) -> int:
    """8.4.2.a, 8.4.2.b: infantry by its stacking points, what rolls by its steps."""
    row = game.units[unit]
    if game.supplies >> unit & 1:
        return state.steps[unit]
    if row.hq:
        return 1
    if game.capability[unit].goes in WHEELS:
        return PER_STEP * state.steps[unit]
    return max(1, row.stacking)


def load(game: "EastFrontSeries", state: EfsState, group: int) -> int:
    return sum(price(game, state, unit) for unit in bits(group))


def fixed(game: "EastFrontSeries") -> int:
    """8.4.2.b, 8.9.2: counters without an allowance stay, but for the staff of the fleet."""
    still = game.immobile & ~game.harbour_bound
    return (still & ~game.supplies) | game.bridge_units | game.ships | game.boats


def mobile_supply(game: "EastFrontSeries", state: EfsState, group: int) -> int:
    """Mobile supply units among the cargo."""
    return pack(unit for unit in bits(group & game.supplies) if state.steps[unit] == 1)
