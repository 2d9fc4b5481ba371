"""Sets of hexes that the table can lay over the map."""

from typing import TYPE_CHECKING

from grognard.hexes import HexSet, bits, pack
from grognard.rules.eastfront import command, control, rail, supply
from grognard.rules.eastfront.data import SIDES
from grognard.rules.eastfront.force_list import still_to_hold
from grognard.rules.eastfront.state import EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


def overlays(
    game: "EastFront", state: EastFrontState, viewer: str
) -> dict[str, tuple[int, ...]]:
    """Everything that follows from where blocks stand; the state must know all their places."""
    if not state.axis_hexes:
        return set_up(game, state, viewer)
    sets: dict[str, HexSet] = {"command": command.commanded(game, state)}
    sets |= {f"control-{side}": state.friendly(side) for side in SIDES}
    sets |= {f"supply-{side}": fed(game, state, side) for side in SIDES}
    sets |= {f"rail-{side}": rail.net(game, state, side) for side in SIDES}
    sets |= {f"zone-{side}": control.zone(game, state, side) for side in SIDES}
    sets["contested"] = control.contested(game, state)
    sets["victory-centres"] = centres(game)
    return {name: tuple(bits(hexes & game.rows.playable)) for name, hexes in sets.items()}


def set_up(game: "EastFront", state: EastFrontState, viewer: str) -> dict[str, tuple[int, ...]]:
    """Before control is fixed for the first time: what a viewer who sets up must still hold."""
    top = state.stack[-1] if state.stack else None
    if getattr(top, "owner", "") != viewer:
        return {}
    return {"frontier": tuple(bits(still_to_hold(game, state, viewer)))}


def fed(game: "EastFront", state: EastFrontState, side: str) -> HexSet:
    """Hexes from which a supply line leads (10.3), where the side could have a block to feed."""
    open_hexes = control.open_to(game, state, side) | state.occupied(game, side)
    return supply.supplied_hexes(game, state, side) & open_hexes


def centres(game: "EastFront") -> HexSet:
    """Cities and resources that produce (11.3)."""
    return pack(centre.hex for centre in game.centres if centre.counted)
