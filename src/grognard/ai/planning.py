"""From a question who moves to orders for all who may."""

from grognard.ai.orders import Orders
from grognard.ai.sandtable import SandTable
from grognard.core.game import Decision
from grognard.hexes import HexSet, pack


def plan(decision: Decision, table: SandTable) -> Orders:
    """Orders for all who may move now."""
    state, counsel = decision.state, table.counsel
    reach = {unit: ways_of(decision, unit, counsel.ways)
             for unit in decision.offers.choices["move"] if not table.soldiers[unit].leads}
    foes = pack({hex for unit, hex in table.at.items() if unit not in table.mine
                 and hex >= 0 and not table.soldiers[unit].leads})
    return Orders(table, state, reach, foes).settle()


def ways_of(decision: Decision, unit: int, kinds: tuple[str, ...]) -> HexSet:
    """Where a unit could go."""
    found, offered = 0, decision.offers.of(unit).choices
    for kind in kinds:
        if kind in offered:
            found |= pack(offered[kind])
    return found
