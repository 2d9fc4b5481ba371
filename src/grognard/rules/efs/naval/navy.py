"""Chapter 8 as a plug-in: what it adds to the phases of the others."""

from typing import TYPE_CHECKING

from grognard.core.rulings import Layer
from grognard.core.steps import Step
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import air
from grognard.rules.efs.air import FlyMissions
from grognard.rules.efs.air_combat import ResolveMissions
from grognard.rules.efs.naval import (
    arrivals,
    flotillas,
    landings,
    ports,
    raids,
    sealift,
    ships,
    yards,
)
from grognard.rules.efs.naval.at_sea import Fleets
from grognard.rules.efs.plug_ins import PlugIn
from grognard.rules.efs.state import TRACK, EfsState

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

__all__ = ["Navy"]

TURN: dict[str, object] = {
    "loaded": {}, "unloaded": {}, "landed": 0, "departed": {}, "assault": {}, "shaken": 0,
    "fired": 0, "patrol": 0}
"""What the end of a turn clears."""


class Navy(PlugIn):
    """The sea in a scenario that has one."""

    def __init__(self, game: "EastFrontSeries") -> None:
        super().__init__(game)
        assert game.rows.sea is not None
        self.rows = game.rows.sea
        self.steps: dict[str, tuple[Step, ...]] = {
            "movement": (arrivals.JoinFleets(), Fleets()),
            "motorised": (Fleets(),), "reaction": (Fleets(),),
            "combat": (landings.ReturnToPort(),),
            "engineering": (yards.RepairShips(), yards.Refit(), yards.SpendShipped()),
            "interdiction": (raids.SeaPatrol(), FlyMissions("yes", air.RAID),
                             FlyMissions("no", air.OPPOSITION), ResolveMissions(air.RAID)),
        }

    def extra(self, phase: str) -> tuple[Step, ...]:
        return self.steps.get(phase, ())

    def set_up(self, state: EfsState) -> None:
        """7.6, 8.4.3.1.b: counters in the boxes beside the map."""
        for name, codes in self.rows.boxes.items():
            for code in codes:
                state.put(self.game.number[code], self.game.waters.box(
                    self.game.waters.numbers[name]))
        for row in self.rows.arrival:
            for unit in bits(self.game.named(row.units)):
                if row.turn:
                    state.put(unit, TRACK)
                    state.due[unit] = row.turn

    def new_turn(self, state: EfsState) -> None:
        watched = self.game.waters.ports | pack(
            row.until for row in self.rows.closed if row.until >= 0)
        taken = state.axis_land & self.game.waters.ports & ~state.sea.held
        won = state.sea.won | (taken if state.sea.beachheads else 0)
        passed = {port: turn for port, turn in state.sea.evacuations.items()
                  if turn >= state.turn}
        state.at_sea(**TURN, held=state.axis_land & watched, won=won & state.axis_land,
                     evacuations=passed)
        for purse in (landings.LANDINGS, landings.LIFTED, landings.FOLLOWED):
            state.points.pop(purse, None)
        for port in passed:
            if ports.evacuated(state, port):
                state.at_sea(crowded={**state.sea.crowded, port: state.turn + 1})
        sealift.refill(self.game, state)
        more = self.rows.destroyer_points.get(str(state.turn), 0)
        if more:
            state.points[yards.DESTROYERS] = state.points.get(yards.DESTROYERS, 0) + more

    def entered(self, state: EfsState, unit: int, hex: Hex) -> None:
        ships.overtaken(self.game, state, unit, hex)

    def limits(self, state: EfsState, deed: str) -> list[Layer]:
        if deed in ("move", "react"):
            return [Layer("landed-this-turn", "sea:4.3.1.g/move", state.sea.landed)]
        if deed == "spend":
            return [Layer("landed-this-turn", "sea:4.3.1.g/supply", state.sea.landed)]
        if deed == "attack":
            return [Layer("storm-at-sea", "sea:10.4", flotillas.stormbound(self.game, state))]
        return []

    def feeds(self, state: EfsState, side: str, units: int) -> int:
        return ports.fed(self.game, state, side, units) if side in self.rows.port_supply else 0

    def ships_out(self, state: EfsState, attackers: int) -> tuple[int, tuple[Step, ...]]:
        units = landings.leaving(self.game, state, attackers)
        return units, (landings.SailHome(units),) if units else ()

    def targets(self, state: EfsState, mission: str) -> HexSet:
        ports = raids.harbours_with_ships(self.game, state) & ~self.game.mega.fine  # 15.13.4.c
        return ports if mission == air.RAID else 0

    def raiders(self) -> int:
        return raids.raiders(self.game)

    def delivers(self, state: EfsState, hex: Hex, mission: str) -> tuple[Step, ...]:
        there = air.in_hex(self.game, state, hex)
        return (raids.Bombing(hex, there),) if mission == air.RAID else ()
