"""A drill ground on the sea: a coast with ports, five zones, two boxes, a lake and a river.

::

    t = harbour(ship("Kirov", move=3), foot("x", 2, 2, side="soviet"))
    t.put("0203", "Kirov").fleets("soviet", "motorised")
    t.do("sail Kirov zone Riga zone Gulf zone Bay port 1103")

Rows 01 and 02 are sea, row 03 the coast, south of it land. Zones from west to east: Open (columns
01, 02), Riga (03 to 05), Sound (06, 07), Gulf (08, 09), Bay (10 to 12). A lake lies in 0508, 0608
and 0509; the Neva runs east of column 08 from row 06 to 08.
"""

from collections.abc import Iterable
from dataclasses import replace as altered
from functools import cache
from typing import Any, Self

from msgspec.structs import replace

from grognard.boxes.catalogue import DataBox
from grognard.core.maps import GameMap
from grognard.hexes import HexSet, bits
from grognard.rules.efs.data import AirUnit, Contents, SeaZone, Ship, Unit
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.naval.at_sea import Fleets
from grognard.rules.efs.scenarios import AirAtStart, Scenario, SourceRow
from grognard.rules.efs.sea_rows import SeaRows
from grognard.rules.efs.special_rows import PerSide
from grognard.rules.efs.state import SEA_BOX
from grognard.rules.efs.words import SIDES
from tests.rules.efs.boxes import NORTH, contents
from tests.rules.efs.drill import Drill, counter, grid, ground

ZONES = {"Open": (1, 2), "Riga": (3, 4, 5), "Sound": (6, 7), "Gulf": (8, 9), "Bay": (10, 11, 12)}
NEXT = {"Open": "Riga Sound Baltic", "Riga": "Open Sound Gulf", "Sound": "Open Riga Gulf",
        "Gulf": "Riga Sound Bay Hango", "Bay": "Gulf", "Hango": "Gulf", "Baltic": "Open"}
PORTS = {"port_major": "0103 0303 0803 1103", "port_minor": "0503 0903", "village": "0703 1203"}
"""Major ports Westport 0103, Riga 0303, Tallinn 0803 and Kronstadt 1103; minor ones 0503, 0903;
anchorages 0703, 1203."""
LAKE = "0508 0608 0509"
NAMES = {"0803": "Tallinn", "0303": "Riga", "1103": "Kronstadt"}


def ship(code: str, kind: str = "cruiser", side: str = "soviet", **more: Any) -> Ship:
    fields = {"move": 3, "support": 3, "range": 4, "reduced_support": 2, "steps": 2, **more}
    return Ship(code=code, name=code, name_fr=code, side=side, kind=kind, **fields)  # type: ignore[arg-type]


def boats(code: str, side: str = "soviet", **more: Any) -> Ship:
    fields = {"move": 16, "attack": 1, "defence": 1, "steps": 1, **more}
    return Ship(code=code, name=code, name_fr=code, side=side, kind="flotilla", **fields)  # type: ignore[arg-type]


def battery(code: str, support: int = 2, side: str = "soviet", **more: Any) -> Unit:
    """A coastal gun."""
    return counter(code, 0, 1, "coastal artillery", "immobile", side=side, support=support,
                   traits=["artillery", "coastal"], steps=1, reduced=(0, 0), band="both",
                   **{"size": "battery", "range": 3, "move": 0, **more})


def marines(code: str, attack: int = 2, defence: int = 3, **more: Any) -> Unit:
    return counter(code, attack, defence, "infantry", "foot", side="soviet",
                   traits=["naval_infantry"], **more)


def staff(code: str = "KBF", **more: Any) -> Unit:
    """The staff of the fleet."""
    return counter(code, 0, 1, "HQ", "immobile", side="soviet", command=2, radius=4, steps=1,
                   reduced=(0, 0), traits=["hq"], band="both", stacking=0, move=0,
                   **more)


# -- the sea -------------------------------------------------------------------------------------


@cache
def coast(**features: str) -> GameMap:
    """The map of it."""
    plain = ground(lake_hex=LAKE, city=PORTS["port_major"], **features)
    terrain, sea = dict(plain.terrain), _columns(range(1, 13), (1, 2))
    terrain |= dict.fromkeys(bits(sea), "sea")
    anchors = {kind: grid().hexes(PORTS[kind]) for kind in ("port_major", "port_minor")}
    houses = grid().hexes(f"{PORTS['port_minor']} {PORTS['village']} 0408")
    areas = {name: _columns(columns, (1, 2, 3)) for name, columns in ZONES.items()}
    neva = _neva()
    sides = {**plain.hexsides, "major_river": plain.hexsides.get("major_river", frozenset()) | neva}
    return altered(
        plain, terrain=terrain, features={**plain.features, **anchors, "village": houses},
        areas={**areas, "Lake Ilmen": grid().hexes(LAKE)}, hexsides=sides,
        rivers={"Neva": neva, "Luga": frozenset({_side("0306", "0406")})},
        names={grid().hex(hex): name for hex, name in NAMES.items()})


def _columns(columns: Iterable[int], rows: tuple[int, ...]) -> HexSet:
    return grid().hexes(" ".join(f"{column:02}{row:02}" for column in columns for row in rows))


def _side(a: str, b: str) -> int:
    return grid().hexside(grid().hex(a), grid().hex(b))


def _neva() -> frozenset[int]:
    """Between columns 08 and 09."""
    return frozenset(_side(f"08{row:02}", f"09{other:02}") for row in (6, 7, 8)
                     for other in (row, row + 1))


def zones() -> tuple[SeaZone, ...]:
    return tuple(SeaZone(
        id=name, name=name, name_fr=name, areas=[name] if name in ZONES else [],
        next=NEXT[name].split(), ports=["Tallinn"] if name in ("Sound", "Gulf") else [],
        side={"Hango": "soviet", "Baltic": "axis"}.get(name, ""),  # type: ignore[arg-type]
        room=10 if name == "Hango" else 0) for name in NEXT)


# -- the table -----------------------------------------------------------------------------------


class Harbour(Drill):
    """A position on the coast."""

    def fleets(self, side: str = "soviet", phase: str = "movement") -> Self:
        """Land movement is over: the fleets act."""
        self.having(side=side, phase=phase)
        return self.ask(Fleets())

    def boxed_in(self, zone: str, *codes: str) -> Self:
        """Counters in a box beside the map."""
        for code in codes:
            self.state.put(self.unit(code), self.game.waters.box(self.game.waters.numbers[zone]))
        return self

    def axis(self, hexes: str) -> Self:
        """Hexes that the Axis holds, and held as the turn began."""
        self.state.axis_land |= grid().hexes(hexes)
        self.state.at_sea(held=self.state.axis_land & self.game.waters.ports)
        return self

    def begin_turn(self, turn: int) -> Self:
        """A turn begins: what the last one left is cleared."""
        self.state.turn = turn
        for plug in self.game.plug_ins:
            plug.new_turn(self.state)
        return self

    def zone(self, code: str) -> str:
        """The box where a counter lies."""
        place = self.state.at[self.unit(code)]
        return self.game.waters.rows[SEA_BOX - place].id if place <= SEA_BOX else ""

    def labels(self, hexes: HexSet) -> set[str]:
        return {self.game.grid.label(hex) for hex in bits(hexes)}

    def set_sea(self, **fields: Any) -> Self:
        self.state.at_sea(**fields)
        return self


def harbour(*counters: Unit | AirUnit | Ship, sea: dict[str, Any] | None = None,
            sources: str = "", supply: bool = False, rows: dict[str, Any] | None = None,
            **features: str) -> Harbour:
    """The coast, all Soviet, on turn 1, with these counters beside it.

    ``sea`` are fields of the scenario's table of the sea; ``sources`` of supply are written
    ``axis 0101``.
    """
    found: Contents = contents(NORTH)
    units = tuple(unit for unit in counters if isinstance(unit, Unit))
    airs = tuple(unit for unit in counters if isinstance(unit, AirUnit))
    fleet = tuple(unit for unit in counters if isinstance(unit, Ship))
    said = SeaRows(**{"transport": PerSide(axis=3, soviet=8), "for_supply": PerSide(axis=1),
                      "port_supply": ["soviet", "axis"], **(sea or {})})
    scenario = Scenario(**{
        "id": "harbour", "title": "harbour", "map": "drill", "first_turn": 1, "last_turn": 30,
        "setup": [], "units": [*(unit.code for unit in units), *(row.code for row in fleet)],
        "sea": said,
        "air": {side: AirAtStart(ready=[air.code for air in airs if air.side == side])
                for side in SIDES},
        "source": [SourceRow(side=side, hexes=[grid().hex(hex) for hex in hexes.split()])  # type: ignore[arg-type]
                   for side, _, hexes in (part.strip().partition(" ")
                                          for part in sources.split(",") if part.strip())],
        "left_out": [] if supply else ["supply", "attack_supply"], **(rows or {})})
    ours = replace(found, maps={"drill": coast(**features)}, units=units, ships=fleet,
                   scenario=scenario, air_units=airs, sea_zones=zones())
    game = EastFrontSeries(ours, DataBox(f"grognard.boxes.{NORTH}")._setting("harbour", {}))
    state = game.new_state()
    state.stack, state.side, state.axis_land = (), "soviet", 0
    table = Harbour(game, state)
    return table.begin_turn(1)
