"""Sections 15.51 and 15.52: the beachhead of the coastal army.

It is made ready in production (``ready Coast``), set up in a supply phase where the army has landed
(``establish Coast``), feeds the blocks there, serves as a small port, and is lost when the enemy
stands alone on it.
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.hexes import HexSet, bits, pack
from grognard.rules.eastfront.asking import ActiveAsk
from grognard.rules.eastfront.data import enemy_of
from grognard.rules.eastfront.state import GONE, EastFrontState
from grognard.rules.eastfront.steps import Do

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

READY = -1
PREPARING = -2
LOST = -3
NAMES = {READY: "ready", PREPARING: "preparing", LOST: "lost"}
ORDERS = {"ready": READY, "restore": PREPARING, "withdraw": PREPARING}
"""What becomes of a beachhead in production (15.51b, d)."""


def begin_preparing(game: "EastFront", state: EastFrontState) -> None:
    """15.51b: there is none before winter 1941; then it is in preparation."""
    if game.naval and state.month >= game.limits.beachhead_from:
        for unit in bits(game.coastal_armies):
            if state.at[unit] != GONE:
                state.beachheads.setdefault(unit, PREPARING)


def deployed(game: "EastFront", state: EastFrontState, side: str) -> HexSet:
    """Hexes with a beachhead of the side."""
    return pack(hex for unit, hex in state.beachheads.items()
                if hex >= 0 and state.owner(game, unit) == side)


def small_ports(game: "EastFront", state: EastFrontState, side: str) -> HexSet:
    """15.51c: friendly beachheads that are not engaged take blocks in and out by sea."""
    return deployed(game, state, side) & state.friendly(side) & ~state.battles(game)


# -- setting it up (15.51a) -------------------------------------------------------------------


class EstablishBeachhead(Do, frozen=True):
    """15.51a: in the owner's supply phase."""

    rule = "15.51a"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        if state.beachheads:
            ChooseBeachhead().ask_if_any(game, state)


def sites(game: "EastFront", state: EastFrontState) -> Among:
    """Coastal armies that stand where they landed and whose beachhead is ready."""
    armies = game.coastal_armies
    ready = pack(unit for unit, status in state.beachheads.items() if status == READY)
    ashore = pack(unit for unit, hex in state.shores.items() if state.at[unit] == hex)
    return Among(
        armies,
        Layer("enemy-block", "15.51a", armies & ~state.loyal(game, state.phasing)),
        Layer("beachhead-not-ready", "15.51a", armies & ~ready),
        Layer("not-landed-there", "15.51a", armies & ~ashore),
        outside=("no-coastal-army", "15.51a"),
    )


class ChooseBeachhead(ActiveAsk, frozen=True):
    rule = "15.51a"

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        return {"establish": sites(game, state), "done": ALWAYS}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        hex = state.at[arg]
        state.beachheads[arg] = hex
        state.tell(Event("beachhead", "15.51a", {"side": state.phasing, "hex": hex},
                         hexes=(hex,), reveals=True))
        state.push(EstablishBeachhead())


# -- losing it (15.51d) -----------------------------------------------------------------------


def overrun(game: "EastFront", state: EastFrontState) -> None:
    """Where the enemy stands alone, a beachhead is lost."""
    for unit, hex in list(state.beachheads.items()):
        owner = state.owner(game, unit)
        alone = state.occupied(game, enemy_of(owner)) & ~state.occupied(game, owner)
        if hex >= 0 and alone >> hex & 1:
            state.beachheads[unit] = LOST
            state.tell(Event("beachhead-lost", "15.51d", {"side": owner, "hex": hex},
                             hexes=(hex,)))


# -- orders in production (15.51b, d) ---------------------------------------------------------


def in_status(state: EastFrontState, kind: str) -> int:
    """Coastal armies for whose beachhead the order makes sense."""
    def fits(status: int) -> bool:
        if kind == "withdraw":
            return status >= 0
        return status == (PREPARING if kind == "ready" else LOST)

    return pack(unit for unit, status in state.beachheads.items() if fits(status))
