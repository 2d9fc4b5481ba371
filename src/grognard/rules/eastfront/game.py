"""EastFront as a game: the box's data in the form the rules use them."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from grognard.core.actions import Action, Hexes, Nothing, Numbers, Space, Units
from grognard.core.bounds import Bounds
from grognard.core.events import Event
from grognard.core.faces import Face
from grognard.core.game import Game, Result, View
from grognard.core.maps import GameMap
from grognard.core.odds import OddsLine
from grognard.core.scene import Layout, Lit, Scene
from grognard.core.steps import Step
from grognard.hexes import Hex, HexSet, pack
from grognard.rules.eastfront import (
    about,
    bounds,
    charts,
    control,
    faces,
    fog,
    invariants,
    setup,
    supply,
    table,
    victory,
)
from grognard.rules.eastfront.command import is_its_end
from grognard.rules.eastfront.data import (
    AXIS,
    SIDES,
    Block,
    Centre,
    Effects,
    HalfYear,
    Limits,
    ListedUnit,
    Objectives,
    Scenario,
    SeaZone,
    SideRow,
    Surprise,
    TerrainRow,
    UnitType,
    VictoryData,
    enemy_of,
)
from grognard.rules.eastfront.levels import centre_points
from grognard.rules.eastfront.objectives import TiePlain
from grognard.rules.eastfront.sequence import Fortnight
from grognard.rules.eastfront.state import EastFrontState
from grognard.rules.eastfront.terrain import Ground


class Parts:
    """Everything out of the box that one scenario needs."""

    map: GameMap
    units: Sequence[Block]
    types: Mapping[str, UnitType]
    terrain: Mapping[str, TerrainRow]
    sides: Mapping[str, SideRow]
    effects: Effects
    centres: Sequence[Centre]
    seas: Sequence[SeaZone]
    straits: Mapping[frozenset[int], tuple[Hex, ...]]
    calendar: Mapping[str, Sequence[Any]]
    hits: Mapping[str, tuple[int, ...]]
    repulse: Mapping[str, tuple[int, ...]]
    pursuit: Mapping[str, str]
    limits: Limits
    objectives: Objectives
    victory: VictoryData
    scenario: Scenario
    in_play: tuple[int, ...]
    wanted: frozenset[int]
    historical: tuple[ListedUnit, ...]
    home: Mapping[str, HexSet]
    habits: Mapping[str, float]


class EastFront(Game[EastFrontState]):
    """One scenario of EastFront; one instance serves any number of plays."""

    citation = "eastfront"
    box = "eastfront"
    sides = SIDES
    state_type = EastFrontState
    texts = ("eastfront",)
    readings: ClassVar[Mapping[str, str]] = {"block": "unit"}
    hides = True
    """0.1: blocks stand with their labels to their owner, always."""
    bound = 400_000

    def __init__(self, parts: Parts, options: Mapping[str, Any]) -> None:
        self.map, self.grid, self.units = parts.map, parts.map.grid, tuple(parts.units)
        self.maps = {parts.map.id: parts.map}
        self.types, self.centres, self.seas = parts.types, tuple(parts.centres), tuple(parts.seas)
        self.straits, self.calendar, self.limits = parts.straits, parts.calendar, parts.limits
        self.effects = parts.effects
        self.hits, self.repulse, self.pursuit = parts.hits, parts.repulse, parts.pursuit
        self.objectives, self.victory, self.rows = parts.objectives, parts.victory, parts.scenario
        self.in_play, self.wanted, self.home = parts.in_play, parts.wanted, parts.home
        self.leanings = parts.habits
        self.scenario, self.options = parts.scenario.id, dict(options)
        self.naval = bool(options.get("naval", True))
        self.drops = bool(options.get("paratroops", True))
        self.western_weather = bool(options.get("western_weather", True))
        self.ground = Ground(parts.map, parts.terrain, parts.sides)
        self.ports: HexSet = pack(port for zone in self.seas for port in zone.ports)
        self.major_ports: HexSet = parts.map.features["major_port"]
        self.scratch: dict[str, Any] = {}
        """Start grounds of the sides, found once (muster.py)."""
        self.fixed = parts.scenario.fixed
        listed = parts.historical if options.get("setup") == "historical" else ()
        self.listed = {row.unit: row for row in listed}
        self._sort_units()
        self.space = self._space()
        self.beyond = self._beyond()

    # -- blocks -------------------------------------------------------------------------------

    def _sort_units(self) -> None:
        def those(test: Any) -> int:
            return pack(number for number, unit in enumerate(self.units) if test(unit))

        self.number = {unit.code: number for number, unit in enumerate(self.units)}
        self.units_of = {side: those(lambda u, s=side: u.side == s) for side in SIDES}
        self.hqs = those(lambda u: u.hq)
        self.supreme = those(lambda u: u.supreme)
        self.static = those(lambda u: self.types[u.type].supreme_moves_only)
        self.ss = those(lambda u: u.ss)
        self.paratroops = those(lambda u: self.types[u.type].drops)
        self.infantry = those(lambda u: self.types[u.type].infantry)
        self.coastal_armies = those(lambda u: u.type == "coastal")
        self.by_type = {id: those(lambda u, t=id: u.type == t) for id in self.types}
        nations = {unit.nation for unit in self.units}
        self.nation = {name: those(lambda u, n=name: u.nation == n) for name in nations}
        self.satellites = those(lambda u: u.satellite)
        self.group_e = pack(unit for unit, _ in self.objectives.group_e)
        self.at_home = self.satellites | self.group_e
        """Blocks that arrive in places of their own (11.6f, 16.5)."""
        self.early = {row.unit for row in self.rows.reinforcements
                      if row.at_setup and not self.fixed}
        self.group_e_at_start = any(
            half.race_to_berlin for half in self.rows.halves[:1])

    # -- what holds now -----------------------------------------------------------------------

    def half(self, state: EastFrontState) -> HalfYear:
        return self.rows.halves[state.half]

    def surprise(self, state: EastFrontState) -> Surprise | None:
        """S41.3: June 1941."""
        found = self.half(state).surprise
        return found if found is not None and state.month == found.month else None

    def idle_turn(self, state: EastFrontState) -> bool:
        """S44.3: the Axis activates nobody in the first turn."""
        first = (state.month, state.fortnight) == self.rows.first
        return self.rows.first_axis_turn_idle and first and state.phasing == AXIS

    @property
    def small(self) -> bool:
        """A scenario on a part of the map."""
        return self.rows.playable != self.grid.all

    def _beyond(self) -> dict[str, int]:
        """What lies off the played part of the map keeps its production (EDL.3)."""
        if not self.rows.start_level or not self.small:
            return dict.fromkeys(SIDES, 0)
        self.beyond = dict.fromkeys(SIDES, 0)
        trial = self.start_state()
        first = self.rows.halves[0]
        return {side: self.rows.start_level[side] - first.auto[side]
                - centre_points(self, trial, side) for side in SIDES}

    def opening(self) -> tuple[Step, ...]:
        """The steps of a new play, the last one first."""
        second = self.rows.first[1]
        steps: list[Step] = []
        if self.fixed:
            steps.append(setup.FixedSetUp())
        else:
            first = self.rows.sets_up_first
            steps += [setup.SetUp(first), setup.SetUp(enemy_of(first))]
        tied = [TiePlain()] if self.rows.tied else []  # W44.3
        steps += [setup.EndSetUp(), *tied, Fortnight(number=second)]
        return tuple(reversed(steps))

    # -- the contract -------------------------------------------------------------------------

    def _space(self) -> Space:
        units, hexes = Units([unit.code for unit in self.units]), Hexes(self.grid)
        unit_kinds = ("activate", "blitz", "move", "order", "rail", "sea", "drop", "mobile",
                      "strike", "fire", "lose", "repulse", "step", "cadre", "arrive", "early",
                      "hasten", "disband", "deploy", "tie", "turn", "surplus", "invade", "evacuate",
                      "establish", "ready", "restore", "withdraw", "feed", "lift")
        hex_kinds = ("to", "over", "leave", "at", "fight", "resolve", "into", "shift")
        return Space({
            **dict.fromkeys(unit_kinds, units),
            **dict.fromkeys(hex_kinds, hexes),
            "strength": Numbers(0, 4),
            **{kind: Nothing() for kind in ("done", "stay", "auto", "draft", "accept",
                                            "airborne", "invasion", "aside")},
        })

    def name(self, spec: str, value: Any, texts: Any) -> str:
        if spec == "dice":
            return " ".join(map(str, value))
        if spec == "month":
            return f"{texts.text(f'month-name.{value % 12}')} {value // 12}"
        return super().name(spec, value, texts)

    def new_state(self) -> EastFrontState:
        return setup.new_state(self)

    def hidden_from(self, state: EastFrontState, side: str) -> int:
        return fog.hidden_from(self, state, side)

    def veil(
        self, known: EastFrontState, state: EastFrontState, side: str, hidden: int
    ) -> None:
        fog.veil(self, known, state, side, hidden)

    def fill(self, state: EastFrontState, side: str, rng: Random) -> EastFrontState:
        return fog.fill(self, state, side, rng)

    def goals(self, state: EastFrontState, side: str) -> HexSet:
        return victory.goals(self, state, side)

    def place_of(self, state: EastFrontState, unit: int) -> int | None:
        return state.at[unit] if state.at[unit] >= 0 else None

    def habits(self) -> Mapping[str, float]:
        return self.leanings

    def shuns(self, state: EastFrontState, side: str, action: Action) -> bool:
        """5.43: a headquarters that commands with its last strength is lost."""
        return is_its_end(self, state, action.kind, action.arg)

    def result(self, state: EastFrontState) -> Result | None:
        return victory.result(self, state)

    def derive(self, state: EastFrontState) -> None:
        control.fix_control(self, state)
        for side in self.sides:
            supply.supplied_hexes(self, state, side)

    def faults(self, state: EastFrontState) -> list[str]:
        return invariants.faults(self, state)

    def bounds(self) -> Bounds:
        return self._bounds

    @cached_property
    def _bounds(self) -> Bounds:
        return bounds.bounds(self)

    def scene(self, view: View[EastFrontState]) -> Scene:
        return table.scene(self, view)

    def faces(self) -> Mapping[str, Face]:
        return faces.faces(self)

    def about_unit(self, unit: int) -> dict[str, Any]:
        return about.about_unit(self, unit)

    def rows_about(self, hex: Hex) -> tuple[Lit, ...]:
        return charts.about_hex(self, hex)

    def read_from(self, event: Event) -> tuple[Lit, ...]:
        return charts.read_by(self, event)

    def about_hex(self, hex: Hex) -> list[OddsLine]:
        return about.about_hex(self, hex)

    def layout(self) -> Layout:
        return table.layout(self)


