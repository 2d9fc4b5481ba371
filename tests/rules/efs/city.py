"""The Leningrad inset with sheet L, and counters of our own: supply, works, guns and aircraft.

::

    t = city(foot("A", 4, 4), gun("g", 2, side="soviet"))
    t.put("L3509", "A").put("In3011", "g")

In2911 is the middle of the mega-hex of L3508, Pushkin; In3011 and In3012 touch L3509.
"""

from typing import Any, Self

from msgspec.structs import replace

from grognard.boxes.catalogue import DataBox
from grognard.core.steps import Step
from grognard.rules.efs import control
from grognard.rules.efs.data import AirUnit, Ship, Unit
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.scenarios import AirAtStart, Scenario, SourceRow
from grognard.rules.efs.sea_rows import SeaRows
from grognard.rules.efs.state import FIRST_READY, SECOND_READY
from grognard.rules.efs.words import SIDES
from tests.rules.efs.boxes import NORTH, contents
from tests.rules.efs.drill import BOTH
from tests.rules.efs.inset import Inset, sheets

MISSIONS = {FIRST_READY: "mission one", SECOND_READY: "mission two"}


class City(Inset):
    """A position on the inset."""

    def axis(self, hexes: str) -> Self:
        """Hexes that the Axis holds."""
        self.state.axis_land |= self.game.grid.hexes(hexes)
        control.settle(self.game, self.state)
        return self

    def box(self, code: str) -> str:
        """The box of an air unit."""
        found = self.state.air[self.game.air_number[code]]
        return MISSIONS.get(found) or self.airs(code)[0]

    def committed(self, codes: str, box: int = FIRST_READY) -> Self:
        """Air units that serve over the inset."""
        for code in codes.split():
            self.state.air[self.game.air_number[code]] = box
        return self

    def over(self, mission: str) -> Self:
        """Say done until this mission is asked for."""
        while getattr(self.step(), "mission", "") != mission:
            self.do("done")
        return self

    def off(self) -> Self:
        """Nobody else flies: the mission is on until a die falls or somebody else is asked."""
        while self.play.decisions and type(self.step()).__name__ == "ChooseFlight":
            self.do("done")
        return self

    def play_on(self, *steps: Step) -> Self:
        """Begin with these steps and say done to whatever is asked."""
        self.ask(*steps)
        while self.step() and self.play.decisions:
            self.do("done")
        return self


def city(*counters: Unit | AirUnit | Ship, left_out: str = "supply attack_supply",
         rows: Any = None, sea: SeaRows | None = None, **sources: str) -> City:
    """An empty map under the rules of the box; ``axis`` and ``soviet`` name sources of supply."""
    units = tuple(unit for unit in counters if isinstance(unit, Unit))
    airs = tuple(unit for unit in counters if isinstance(unit, AirUnit))
    fleet = tuple(unit for unit in counters if isinstance(unit, Ship))
    grid = sheets("L", "In").grid
    scenario = Scenario(**{
        "id": "city", "title": "city", "map": "north", "sheets": ["L", "In"], "first_turn": 1,
        "last_turn": 9, "setup": [],
        "units": [*(unit.code for unit in units), *(row.code for row in fleet)],
        "sea": sea or (SeaRows() if fleet else None),
        "air": {side: AirAtStart(ready=[air.code for air in airs if air.side == side])
                for side in SIDES},
        "source": [SourceRow(side=side, hexes=[grid.hex(hex) for hex in sources[side].split()])
                   for side in BOTH if side in sources],
        "left_out": left_out.split(), **(rows or {})})
    ours = replace(contents(NORTH), maps={"north": sheets("L", "In")}, units=units, ships=fleet,
                   scenario=scenario, air_units=airs)
    game = EastFrontSeries(ours, DataBox(f"grognard.boxes.{NORTH}")._setting("city", {}))
    state = game.new_state()
    state.stack, state.side = (), "axis"
    return City(game, state)
