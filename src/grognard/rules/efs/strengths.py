"""What a counter is worth with the steps it has left (8.5.2, 8.5.3).

Four steps: full; full with a Step Loss marker; reduced; reduced with a marker. Three: full; full
with a marker; reduced. Two: full and reduced. One: full, or no back at all. A marker takes two
from attack and defence, never below 1 where there was strength (8.5.3).
"""

from typing import TYPE_CHECKING

from grognard.rules.efs.data import Unit

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries
    from grognard.rules.efs.state import EfsState

MARKER = 2
"""Attack and defence that a Step Loss marker takes."""

_MARKED = {(4, 3), (4, 1), (3, 2)}
_REDUCED = {(4, 2), (4, 1), (3, 1), (2, 1)}


def is_reduced(row: Unit, steps: int) -> bool:
    """Whether the back of the counter is up."""
    return (row.steps, steps) in _REDUCED


def has_marker(row: Unit, steps: int) -> bool:
    """Whether a Step Loss marker lies on it."""
    return (row.steps, steps) in _MARKED


def attack_of(row: Unit, steps: int) -> int:
    printed = row.reduced_attack if is_reduced(row, steps) else row.attack
    return _less_marker(printed, row, steps)


def defence_of(row: Unit, steps: int) -> int:
    printed = row.reduced_defence if is_reduced(row, steps) else row.defence
    return _less_marker(printed, row, steps)


def _less_marker(printed: int, row: Unit, steps: int) -> int:
    return max(printed - MARKER, min(printed, 1)) if has_marker(row, steps) else printed


def move_of(row: Unit, steps: int) -> int:
    """The printed allowance of the face that is up."""
    reduced = row.reduced_move if is_reduced(row, steps) else None
    return row.move if reduced is None else reduced


def banded(row: Unit, steps: int) -> bool:
    """3.3.1: the face that is up carries the band, so the unit has no zone of its own."""
    return row.band == "both" or row.band == ("reduced" if is_reduced(row, steps) else "full")


def support_of(row: Unit, steps: int) -> int:
    """What a gun adds; a ship by the side that is up."""
    return row.reduced_support if "ship" in row.traits and steps < row.steps else row.support


def support(game: "EastFrontSeries", state: "EfsState", gun: int) -> int:
    """The same less the damage of a ship (agn:8.7.4.b.3), or of a gun on the inset (15.13.4.b)."""
    damage = state.sea.damage.get(gun, 0) + state.means.damage.get(gun, 0)
    return max(0, support_of(game.units[gun], state.steps[gun]) - damage)


def attack(game: "EastFrontSeries", state: "EfsState", unit: int) -> int:
    return attack_of(game.units[unit], state.steps[unit])


def defence(game: "EastFrontSeries", state: "EfsState", unit: int) -> int:
    return defence_of(game.units[unit], state.steps[unit])
