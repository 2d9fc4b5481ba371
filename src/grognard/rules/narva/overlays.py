"""Sets of hexes that the table can lay over the map."""

from typing import TYPE_CHECKING

from grognard.hexes import HexSet, bits
from grognard.rules.narva import supply, zones
from grognard.rules.narva.activation import ChooseOutsiders
from grognard.rules.narva.command import ChooseHeadquarters, army_hq
from grognard.rules.narva.data import SIDES, SOVIET
from grognard.rules.narva.state import NarvaState

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


def overlays(game: "Narva", state: NarvaState) -> dict[str, tuple[int, ...]]:
    sets = {f"zone-{side}": zones.zone(game, state, side) for side in SIDES}
    sets |= {f"supply-{side}": supply.supplied(game, state, side) for side in SIDES}
    sets["command"] = command_range(game, state)
    sets["victory"] = victory_hexes(game)
    sets["held"] = state.soviet_held  # no side in its name: it would look like their supply
    sets["entries"] = entry_hexes(game)
    sets["defences"] = game.all_defences
    return {name: tuple(bits(hexes & game.playable)) for name, hexes in sets.items()}


def command_range(game: "Narva", state: NarvaState) -> HexSet:
    """4.2.4: of the headquarters that acts, or of the army that calls one of its corps."""
    hq = headquarters_in_command(game, state)
    if hq < 0 or state.at[hq] < 0:
        return 0
    return game.grid.disk(state.at[hq], game.units[hq].command_range)


def headquarters_in_command(game: "Narva", state: NarvaState) -> int:
    top = state.stack[-1] if state.stack else None
    if isinstance(top, ChooseOutsiders):
        return top.hq
    if isinstance(top, ChooseHeadquarters) and top.side(game, state) == SOVIET:
        return army_hq(game, top.chit)
    hq = state.last_hq.get(state.acting, -1)
    return hq if hq >= 0 and state.active >> hq & 1 else -1


def victory_hexes(game: "Narva") -> HexSet:
    found = game.narva_city if game.rows.sudden_death else 0
    for item in game.scoring:
        found |= item.hexes
    return found


def entry_hexes(game: "Narva") -> HexSet:
    found = 0
    for entry in game.entries.values():
        found |= entry.hexes
    return found
