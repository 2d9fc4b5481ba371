"""The drill ground with what a scenario says about it: sources, arrivals, areas, given weather.

::

    t = field("typhoon", foot("A", 4, 4), sources="axis 0101", main_road="0101 0102 0103")
    t.put("0104", "A")
    assert t.supplied("axis") >= {"0104"}
"""

from dataclasses import replace as altered
from typing import Any

from msgspec.structs import replace

from grognard.boxes.catalogue import DataBox
from grognard.core.maps import GameMap, Line
from grognard.core.steps import Step
from grognard.hexes import HexSet, bits
from grognard.rules.efs import control, routes
from grognard.rules.efs.data import Contents, Unit
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.scenarios import Scenario, SourceRow
from grognard.rules.efs.state import EMERGENCY, GENERAL, UNSUPPLIED
from tests.rules.efs.boxes import contents
from tests.rules.efs.drill import Drill, counter, grid, ground

STATES = {GENERAL: "general", EMERGENCY: "emergency", UNSUPPLIED: "unsupplied"}
OURS = ("minor_road",)


class Field(Drill):
    """A position on it."""

    def labels(self, hexes: HexSet) -> set[str]:
        return {self.game.grid.label(hex) for hex in bits(hexes)}

    def supplied(self, side: str) -> set[str]:
        """The hexes whose units trace a supply route."""
        return self.labels(routes.supplied(self.game, self.state, side))

    def traces(self, side: str, hex: str) -> bool:
        return hex in self.supplied(side)

    def state_of(self, code: str) -> str:
        return STATES[self.state.supply[self.unit(code)]]

    def land(self, side: str, hexes: str) -> "Field":
        """Give hexes to a side."""
        given = grid().hexes(hexes)
        held = self.state.axis_land
        self.state.axis_land = held | given if side == "axis" else held & ~given
        control.settle(self.game, self.state)
        return self

    def play_on(self, *steps: Step) -> "Field":
        """Begin with these steps and say done to whatever is asked."""
        self.ask(*steps)
        while self.step() and self.play.decisions:
            self.do("done")
        return self


def bridge(code: str, side: str = "axis") -> Unit:
    return counter(code, 0, 0, "bridge", "immobile", side=side, traits=["bridge"], steps=1,
                   reduced=(0, 0), stacking=0, move=0, band="both")


def train(code: str, attack: int = 1, defence: int = 1, **more: Any) -> Unit:
    return counter(code, attack, defence, "armoured train", "train", traits=["train"], steps=1,
                   reduced=(0, 0), **{"stacking": 0, "move": 48, "side": "soviet", "band": "both",
                                      **more})


def cavalry(code: str, attack: int, defence: int, **more: Any) -> Unit:
    return counter(code, attack, defence, "cavalry division", "cavalry", traits=["cavalry"],
                   **more)


def sources_of(text: str) -> list[SourceRow]:
    """``axis 0101 0112, soviet 1201``: hexes that are sources from the start."""
    found = []
    for part in filter(None, text.split(",")):
        side, *hexes = part.split()
        found.append(SourceRow(side=side, hexes=list(map(grid().hex, hexes))))  # type: ignore[arg-type]
    return found


def field(edition: str, *units: Unit, sources: str = "", areas: Any = None,
          sheets: Any = None, setup: Any = (), left_out: str = "", rows: Any = None,
          **features: str) -> Field:
    """An empty drill ground under the rules of a box, with supply, and these counters beside it."""
    said = {"source": sources_of(sources), "first_turn": 1, "last_turn": 20, **(rows or {})}
    scenario = Scenario(id="field", title="field", map="drill", setup=list(setup),
                        units=[unit.code for unit in units], left_out=left_out.split(), **said)
    found: Contents = contents(edition)
    ours = replace(found, maps={"drill": _map(areas or {}, sheets or {}, features)}, units=units,
                   scenario=scenario)
    game = EastFrontSeries(ours, DataBox(f"grognard.boxes.{edition}")._setting("field", {}))
    state = game.new_state()
    state.stack = ()
    state.side = "axis"
    return Field(game, state)


def _map(areas: dict[str, str], sheets: dict[str, str], features: dict[str, str]) -> GameMap:
    plain = ground(**{kind: text for kind, text in features.items() if kind not in OURS})
    more = tuple(Line(kind, kind, kind, tuple(map(grid().hex, features[kind].split())))
                 for kind in OURS if kind in features)
    return altered(
        plain, lines=plain.lines + more,
        areas={name: grid().hexes(hexes) for name, hexes in areas.items()},
        sheets={name: grid().hexes(hexes) for name, hexes in sheets.items()})
