"""18.0: what a scenario keeps its units from: the neighbours' land, attacks before their day."""

from typing import TYPE_CHECKING

from grognard.core.rulings import Layer
from grognard.hexes import HexSet, bits, pack
from grognard.rules.efs.state import EfsState

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def fence(game: "EastFrontSeries", group: int) -> list[Layer]:
    """Hexes that the side of a group does not enter."""
    shut = game.closed_to[game.owner(next(bits(group)))]
    return [Layer("neighbours-land", "18.0", shut)] if shut else []


def quiet(game: "EastFrontSeries", state: EfsState) -> int:
    """Units whose formation attacks nobody on this turn."""
    found = 0
    for units, last_turn in game.quiet_until:
        if state.turn <= last_turn:
            found |= units
    return found


def waiting(game: "EastFrontSeries", state: EfsState) -> list[Layer]:
    units = quiet(game, state)
    return [Layer("formation-waits", "18.0", units)] if units else []


# -- what the scenario's rows come to ------------------------------------------------------------


def closed_to(game: "EastFrontSeries", side: str) -> HexSet:
    found = 0
    for row in game.rows.closed:
        if row.side == side:
            found |= row.area
    return found


def quiet_until(game: "EastFrontSeries") -> tuple[tuple[int, int], ...]:
    """The units of each row, and its last turn."""
    return tuple((pack(
        number for number, unit in enumerate(game.units)
        if unit.side == row.side and any(under(unit.formation, name) for name in row.formations)
    ), row.last_turn) for row in game.rows.quiet)


def under(formation: str, name: str) -> bool:
    """
    >>> under("4A/VII", "4A"), under("4A", "4A"), under("49A", "4A")
    (True, True, False)
    """
    return formation == name or formation.startswith(f"{name}/")
