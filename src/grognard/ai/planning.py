"""From a question who moves to orders for all who may."""

from collections.abc import Mapping
from typing import Any

from grognard.ai.orders import Orders
from grognard.ai.sandtable import SandTable
from grognard.core.actions import Action
from grognard.core.counsel import Counsel
from grognard.core.game import Decision
from grognard.hexes import HexSet, bits, pack


def plan(decision: Decision, table: SandTable) -> Orders:
    """Orders for all who may move now."""
    state, counsel = decision.state, table.counsel
    reach = {unit: counsel.reach(decision, unit) for unit in movers(decision, counsel)
             if unit in table.soldiers and not table.soldiers[unit].leads}
    return Orders(table, state, reach, foes_of(table) & _near(decision, table, reach)).settle()


def attacks(decision: Decision, table: SandTable) -> Orders:
    """Orders to attack from where everybody stands: those that are good together."""
    return Orders(table, decision.state, {}, foes_of(table) & _near(decision, table, {})).settle()


def _near(decision: Decision, table: SandTable, reach: Mapping[int, HexSet]) -> HexSet:
    """What those who may attack could come to or next to: nothing else is looked at."""
    state, fit = decision.state, table.counsel.fit(decision.state)
    hexes = pack(state.at[unit] for unit in bits(fit) if state.at[unit] >= 0)
    for unit, there in reach.items():
        hexes |= there if fit >> unit & 1 else 0
    return hexes | table.grid.spread(hexes)


def foes_of(table: SandTable) -> HexSet:
    """Where enemies stand who can be attacked."""
    return pack({hex for unit, hex in table.at.items() if unit not in table.mine
                 and hex >= 0 and not table.soldiers[unit].leads})


def movers(decision: Decision, counsel: Counsel[Any, Any]) -> dict[int, Action]:
    """Who may march now, and how that is said."""
    found: dict[int, Action] = {}
    for kind in counsel.movers:
        for unit in decision.offers.choices.get(kind, ()):
            found.setdefault(unit, Action(kind, unit))
    return found
