"""The force list (3.22) as books: which blocks are still to be set up, line by line."""

from typing import TYPE_CHECKING

from grognard.core.messages import Message
from grognard.hexes import HexSet, pack
from grognard.rules.eastfront.muster import Muster, muster
from grognard.rules.eastfront.state import EastFrontState
from grognard.table import Ledger, LedgerLine, LedgerPart

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


def force_list(game: "EastFront", state: EastFrontState, side: str) -> Ledger:
    """What is left of each line, in blocks and in strength, and who can be chosen for it."""
    so_far = muster(game, state, side)
    placed = state.on_map(pack(so_far.ground.line)).bit_count()
    return Ledger(
        id="force-list",
        has=placed + so_far.units_left,
        spent=placed,
        parts=tuple(_part(game, so_far, line) for line, (units, _) in so_far.left.items()
                    if units > 0),
    )


def _part(game: "EastFront", so_far: Muster, line: str) -> LedgerPart:
    units, cv = so_far.left[line]
    lines = (LedgerLine(unit=unit, face=f"{game.units[unit].code}-{game.units[unit].max_cv}",
                        prices={"deploy": 0},
                        now=Message("ledger.up-to", {"full": game.units[unit].max_cv}))
             for unit in so_far.waiting[line])
    note = Message("ledger.line-left", {"units": units, "cv": cv})
    return LedgerPart(f"line-{line}", tuple(lines), note)


def still_to_hold(game: "EastFront", state: EastFrontState, side: str) -> HexSet:
    """3.24a: hexes that blocks of the side must still occupy."""
    return pack(hex for hex, wanted in muster(game, state, side).wanted.items() if wanted > 0)
