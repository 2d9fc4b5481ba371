"""Chapter 3: the sequence of play, and the turn advance (11.4)."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.steps import Do, Sequence
from grognard.rules.narva.air import RefitSegment, ReturnSegment
from grognard.rules.narva.command import CommandPhase
from grognard.rules.narva.data import SIDES
from grognard.rules.narva.defences import RepairDefences
from grognard.rules.narva.reinforcement import ChitsArrive, GermanSegment, SovietSegment
from grognard.rules.narva.state import NarvaState
from grognard.rules.narva.supply import SupplySegment
from grognard.rules.narva.victory import FinalCount, SuddenDeathSegment

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


class AirUnitPhase(Sequence, frozen=True):
    rule = "3.0.A.1"
    parts = (ReturnSegment(), RefitSegment())


class ReinforcementPhase(Sequence, frozen=True):
    """The German segment precedes the Soviet one; chits join the cup (8.7)."""

    rule = "3.0.C"
    parts = (ChitsArrive(), GermanSegment(), SovietSegment())


class SupplyPhase(Sequence, frozen=True):
    rule = "3.0.D"
    parts = (SupplySegment(),)


class ClearChitsAndPins(Do, frozen=True):
    """11.4.A, B: spent chits go back into the cup, pins come off."""

    rule = "11.4.A"

    def run(self, game: "Narva", state: NarvaState) -> None:
        for kind, count in enumerate(state.spent):
            state.cup[kind] += count
            state.spent[kind] = 0
        state.pinned = 0


class MoveTurnMarker(Do, frozen=True):
    """2.6.1.B: the next turn, or the end."""

    rule = "2.6.1.B"

    def run(self, game: "Narva", state: NarvaState) -> None:
        if state.turn == game.rows.last_turn:
            state.push(FinalCount())
            return
        state.turn += 1
        state.cache.clear()  # ice may have gone
        state.used = dict.fromkeys(SIDES, 0)
        state.strachwitz_used = state.shock_drawn = state.no_flying = False
        state.tell(Event("turn", "2.6.1.B", {"turn": state.turn}))
        state.push(Turn())


class TurnAdvanceSegment(Sequence, frozen=True):
    rule = "3.0.E.2"
    parts = (ClearChitsAndPins(), RepairDefences(), MoveTurnMarker())


class EndOfTurnPhase(Sequence, frozen=True):
    rule = "3.0.E.1"
    parts = (SuddenDeathSegment(), TurnAdvanceSegment())


class Turn(Sequence, frozen=True):
    """3.0: one week."""

    rule = "3.0"
    parts = (
        AirUnitPhase(),
        CommandPhase(),
        ReinforcementPhase(),
        SupplyPhase(),
        EndOfTurnPhase(),
    )
