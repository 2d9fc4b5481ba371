"""The Leningrad inset and sheet L as they are, with counters of our own.

::

    t = inset(foot("A", 4, 4), foot("x", 2, 2, side="soviet"))
    t.put("L3509", "A").put("In3011", "x")
"""

from dataclasses import replace as altered
from functools import cache
from typing import Any

from msgspec.structs import replace

from grognard.boxes.catalogue import DataBox
from grognard.boxes.maps import load_maps
from grognard.core.maps import GameMap, Line
from grognard.hexes import HexSet, bits
from grognard.rules.efs.data import AirUnit, Ship, Unit
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.scenarios import AirAtStart, Scenario, SourceRow
from grognard.rules.efs.sea_rows import SeaRows
from grognard.rules.efs.words import SIDES
from tests.rules.efs.boxes import NORTH, contents
from tests.rules.efs.drill import BOTH, Drill


@cache
def sheets(*keys: str) -> GameMap:
    """Some sheets of the map; fails with all faults."""
    opened = DataBox(f"grognard.boxes.{NORTH}").open()
    (found,) = load_maps(opened, sheets=keys).values()
    opened.faults.raise_if_any()
    return found


class Inset(Drill):
    """A position on it."""

    def labels(self, hexes: HexSet) -> set[str]:
        return {self.game.grid.label(hex) for hex in bits(hexes)}

    def hexes(self, labels: str) -> HexSet:
        return self.game.grid.hexes(labels)


def inset(*counters: Unit | AirUnit | Ship, on: tuple[str, ...] = ("L", "In"),
          left_out: str = "supply attack_supply", minor_road: str = "", rows: Any = None,
          **sources: str) -> Inset:
    """An empty map under the rules of the box; ``axis`` and ``soviet`` name sources of supply.

    ``minor_road`` is a further road.
    """
    units = tuple(unit for unit in counters if isinstance(unit, Unit))
    airs = tuple(unit for unit in counters if isinstance(unit, AirUnit))
    ships = tuple(unit for unit in counters if isinstance(unit, Ship))
    grid = sheets(*on).grid
    scenario = Scenario(**{
        "id": "inset", "title": "inset", "map": "north", "sheets": list(on), "first_turn": 1,
        "last_turn": 9, "setup": [], "units": [*(unit.code for unit in units),
                                                    *(one.code for one in ships)],
        "air": {side: AirAtStart(ready=[air.code for air in airs if air.side == side])
                for side in SIDES},
        "source": [SourceRow(side=side, hexes=[grid.hex(hex) for hex in sources[side].split()])
                   for side in BOTH if side in sources],
        "left_out": left_out.split(), **({"sea": SeaRows()} if ships else {}), **(rows or {})})
    road = Line("minor_road", "ours", "ours", tuple(map(grid.hex, minor_road.split())))
    map_ = altered(sheets(*on), lines=(*sheets(*on).lines, road))
    ours = replace(contents(NORTH), maps={"north": map_}, units=units, scenario=scenario,
                   air_units=airs, ships=ships)
    game = EastFrontSeries(ours, DataBox(f"grognard.boxes.{NORTH}")._setting("inset", {}))
    state = game.new_state()
    state.stack = ()
    state.side = "axis"
    return Inset(game, state)
