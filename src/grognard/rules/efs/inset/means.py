"""15.7 to 15.13 as a plug-in: supply, works, guns and aircraft of the inset."""

from grognard.core.steps import Step
from grognard.hexes import Hex
from grognard.rules.efs.inset import flights, strikes
from grognard.rules.efs.inset.damage import RepairGuns, forget
from grognard.rules.efs.inset.track import EmptyTrack, FillTrack
from grognard.rules.efs.inset.works import RazeOnInset
from grognard.rules.efs.plug_ins import PlugIn
from grognard.rules.efs.state import EfsState

__all__ = ["Means"]

STEPS: dict[str, tuple[Step, ...]] = {
    "readiness": (flights.CommitAir(),),
    "movement": (FillTrack(),),
    "interdiction": (strikes.Strike(strikes.GROUND), strikes.Strike(strikes.HARBOUR)),
    "combat": (EmptyTrack(),),
    "razing": (RazeOnInset(),),
    "engineering": (RepairGuns(),),
}


class Means(PlugIn):
    """The inset in a scenario that has it."""

    def extra(self, phase: str) -> tuple[Step, ...]:
        return STEPS.get(phase, ())

    def new_turn(self, state: EfsState) -> None:
        flights.end_of_turn(state)

    def removed(self, state: EfsState, unit: int) -> None:
        forget(state, unit)

    def taken_up(self, state: EfsState, hexes: tuple[Hex, ...]) -> tuple[Step, ...]:
        return flights.close_support(self.game, hexes)

    def delivers(self, state: EfsState, hex: Hex, mission: str) -> tuple[Step, ...]:
        return strikes.delivers(self.game, state, hex, mission)
