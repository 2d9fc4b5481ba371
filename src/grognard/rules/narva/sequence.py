"""Chapter 3: the sequence of play, and the turn advance (11.4)."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.rules.narva import fog
from grognard.rules.narva.air import RefitSegment, ReturnSegment
from grognard.rules.narva.chits import ChitsArrive, ReturnChits
from grognard.rules.narva.command import CommandPhase
from grognard.rules.narva.defences import RepairDefences
from grognard.rules.narva.reinforcement import GermanSegment, SovietSegment
from grognard.rules.narva.state import NarvaState
from grognard.rules.narva.steps import Do, Sequence
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


class LiftPins(Do, frozen=True):
    """11.4.B: pins end with the turn (2.5.1.3.D)."""

    rule = "11.4.B"

    def run(self, game: "Narva", state: NarvaState) -> None:
        fog.tell_of(game, state, Event("pins-lifted", self.rule), state.pinned)
        state.pinned = 0


class MoveTurnMarker(Do, frozen=True):
    """2.2.1: the next turn, or the end."""

    rule = "2.2.1"

    def run(self, game: "Narva", state: NarvaState) -> None:
        if state.turn == game.rows.last_turn:
            state.push(FinalCount())
            return
        state.turn += 1
        state.strachwitz_used = state.shock_drawn = state.no_flying = False
        state.tell(Event("turn", self.rule, {"turn": state.turn}))
        state.push(Turn())


class TurnAdvanceSegment(Sequence, frozen=True):
    rule = "3.0.E.2"
    parts = (ReturnChits(), LiftPins(), RepairDefences(), MoveTurnMarker())


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
