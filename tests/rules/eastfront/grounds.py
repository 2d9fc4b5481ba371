"""Questions about the ground that several chapters ask."""

from grognard.rules.eastfront import control, rail, supply
from grognard.rules.eastfront.data import enemy_of
from grognard.rules.eastfront.supply import SupplyPhase
from tests.rules.eastfront.table import Table, table


def holder(t: Table, hex: str) -> str:
    """Who controls the hex in this phase."""
    bit = t.hex(hex)
    axis, soviet = t.state.axis_hexes >> bit & 1, t.state.soviet_hexes >> bit & 1
    assert not (axis and soviet)
    if control.contested(t.game, t.state) >> bit & 1:
        return "contested"
    return "axis" if axis else "soviet" if soviet else "nobody"


def in_zone(t: Table, side: str, hex: str) -> bool:
    return bool(control.zone(t.game, t.state, side) >> t.hex(hex) & 1)


def on_net(t: Table, side: str, hex: str) -> bool:
    """Whether rail or sea supply of the side enters the hex."""
    return rail.linked(t.game, t.state, side, t.hex(hex))


def has_line(t: Table, side: str, hex: str) -> bool:
    """Whether a unit of the side would be supplied there."""
    return bool(supply.supplied_hexes(t.game, t.state, side) >> t.hex(hex) & 1)


def judge(t: Table, side: str) -> Table:
    """The enemy supply phase in which this side's units are judged."""
    return t.phase(enemy_of(side), "supply").ask(SupplyPhase())


def unsupplied(t: Table, code: str) -> bool:
    return bool(t.state.unsupplied >> t.unit(code) & 1)


def only_soviet(*hexes: str) -> Table:
    """A map without units where the Soviets hold these hexes only."""
    t = table()
    t.state.last_axis = t.game.grid.all
    return t.held("soviet", *hexes)
