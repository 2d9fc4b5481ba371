"""From a question who moves to orders for all who may."""

from typing import Any

from grognard.ai.orders import Orders
from grognard.ai.sandtable import SandTable
from grognard.core.actions import Action
from grognard.core.counsel import Counsel
from grognard.core.game import Decision
from grognard.hexes import HexSet, pack


def plan(decision: Decision, table: SandTable) -> Orders:
    """Orders for all who may move now."""
    state, counsel = decision.state, table.counsel
    reach = {unit: ways_of(decision, unit, counsel.ways)
             for unit in movers(decision, counsel) if not table.soldiers[unit].leads}
    return Orders(table, state, reach, foes_of(table)).settle()


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


def ways_of(decision: Decision, unit: int, kinds: tuple[str, ...]) -> HexSet:
    """Where a unit could go."""
    found, offered = 0, decision.offers.of(unit).choices
    for kind in kinds:
        if kind in offered:
            found |= pack(offered[kind])
    return found
