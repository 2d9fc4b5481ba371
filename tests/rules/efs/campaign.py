"""The drill ground with what a campaign needs: rows of a scenario file, air units, a year's turns.

::

    t = campaign("typhoon", rows={"conversion_points": 10, "railheads": hexes("0402")},
                 railway="0401 0402 0403")
"""

from collections.abc import Sequence
from dataclasses import replace as altered
from typing import Any, Self

from msgspec.structs import replace

from grognard.boxes.catalogue import DataBox
from grognard.core.maps import GameMap, Line
from grognard.hexes import HexSet, bits
from grognard.rules.efs.data import AirUnit, Contents, Unit
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.scenarios import Scenario, SourceRow
from tests.rules.efs.boxes import contents
from tests.rules.efs.drill import Drill, counter, grid, ground

LAST = 38


class Campaign(Drill):
    """A position in a campaign of our own."""

    def labels(self, hexes: HexSet) -> set[str]:
        return {self.game.grid.label(hex) for hex in bits(hexes)}

    def points(self, **purses: int) -> Self:
        """Points in hand; ``_`` stands for the stroke in a name."""
        self.state.points |= {name.replace("_", "-"): count for name, count in purses.items()}
        return self

    def box(self, place: int, *codes: str) -> Self:
        """Lay counters into a box beside the map, without steps."""
        for code in codes:
            self.state.set_steps(self.unit(code), 0)
            self.state.place(self.game, self.unit(code), place)
        return self

    def at(self, code: str) -> int:
        return self.state.at[self.unit(code)]

    def turn(self, turn: int) -> Self:
        self.state.turn = turn
        return self

    def on_turn(self, side: str, phase: str = "") -> Self:
        self.state.side, self.state.phase = side, phase
        return self

    def has(self, purse: str) -> int:
        return self.state.points.get(purse, 0)


def hexes(text: str) -> list[int]:
    return [grid().hex(label) for label in text.split()]


def source(side: str, text: str) -> SourceRow:
    return SourceRow(side=side, hexes=hexes(text))  # type: ignore[arg-type]


def regiment(code: str, **more: Any) -> Unit:
    """A substitute regiment (15.3)."""
    return counter(code, 1, 2, "substitute regiment", "foot", steps=1, reduced=(0, 0),
                   traits=["substitute"], **more)


def infantry_division(code: str, steps: int = 4, **more: Any) -> Unit:
    return counter(code, 9, 9, "infantry division", "foot", size="division", steps=steps,
                   **{"stacking": 2, **more})


def plane(code: str, side: str = "axis", **more: Any) -> AirUnit:
    fields = {"kind": "fighter", "rating": 3, "support": 1, **more}
    return AirUnit(code=code, name=code, side=side, **fields)  # type: ignore[arg-type]


def campaign(edition: str, *units: Unit, rows: dict[str, Any] | None = None,
             air: Sequence[AirUnit] = (), **features: str) -> Campaign:
    """An empty drill ground of turns 1 to 38, under what ``rows`` says of the scenario."""
    found: Contents = contents(edition)
    said = {"first_turn": 1, "last_turn": LAST, "setup": [], "left_out": [
        "supply", "attack_supply"], **(rows or {})}
    scenario = Scenario(id="campaign", title="campaign", map="drill", units=[
        *(unit.code for unit in units), *(unit.code for unit in air)], **said)
    ours = replace(found, maps={"drill": _map(**features)}, units=units, air_units=tuple(air),
                   scenario=scenario)
    game = EastFrontSeries(ours, DataBox(f"grognard.boxes.{edition}")._setting("campaign", {}))
    state = game.new_state()
    state.stack = ()
    state.side = "axis"
    return Campaign(game, state)


def _map(branch: str = "", moscow: str = "", **features: str) -> GameMap:
    """The ground, with a second railway and an area named Moscow."""
    plain = ground(**features)
    second = (Line("railway_double", "branch", "branch", tuple(hexes(branch))),) if branch else ()
    return altered(plain, lines=plain.lines + second, areas={"moscow": grid().hexes(moscow)})
