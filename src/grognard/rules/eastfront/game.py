"""EastFront as a game: the box's data in the form the rules use them."""

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from grognard.core.actions import Hexes, Nothing, Numbers, Space, Units
from grognard.core.belief import Belief
from grognard.core.bounds import Bounds
from grognard.core.contents import FaultList, Setting
from grognard.core.game import Result
from grognard.core.steps import Step
from grognard.hexes import HexSet, pack
from grognard.rules.eastfront import (
    bounds,
    control,
    fog,
    invariants,
    sectors,
    setup,
    supply,
    victory,
)
from grognard.rules.eastfront.advice import EastFrontAdvice
from grognard.rules.eastfront.checks import amiss
from grognard.rules.eastfront.data import (
    AXIS,
    SIDES,
    Block,
    Contents,
    Scenario,
    Surprise,
    enemy_of,
)
from grognard.rules.eastfront.levels import centre_points
from grognard.rules.eastfront.objectives import TiePlain
from grognard.rules.eastfront.sequence import Fortnight
from grognard.rules.eastfront.state import EastFrontState
from grognard.rules.eastfront.table import EastFrontTable
from grognard.rules.eastfront.terrain import Ground
from grognard.rules.eastfront.weather import FRONTS
from grognard.table import TableGame, title

CAMPAIGN = "campaign"
"""The whole war, which a decisive victory ends at any time (3.14)."""


class EastFront(TableGame[EastFrontState]):
    """One scenario of EastFront; one instance serves any number of plays."""

    contents = Contents
    sides = SIDES
    state_type = EastFrontState
    table_type = EastFrontTable
    advice_type = EastFrontAdvice
    texts = ("eastfront",)
    readings: ClassVar[Mapping[str, str]] = {"block": "unit"}
    hides = True
    """0.1: blocks stand with their labels to their owner, always."""
    bound = 400_000

    def __init__(self, contents: Contents, setting: Setting) -> None:
        super().__init__(contents, setting)
        (self.map,) = contents.maps.values()
        self.maps, self.grid, self.habits = contents.maps, self.map.grid, contents.habits
        self.officer = contents.officer
        self.types = {row.id: row for row in contents.types.type}
        self.calendar = {front: tuple(getattr(row, front) for row in contents.weather.month)
                         for front in FRONTS}
        self.refuge, self.effects, self.limits = (
            contents.weather.refuge, contents.effects, contents.limits)
        self.hits, self.repulse = contents.combat.hits, contents.combat.repulse
        self.pursuit, self.victory = contents.combat.pursuit, contents.victory
        self.objectives, self.home = contents.objectives, contents.objectives.home
        self.ground = Ground(self.map, contents.terrain)
        self.naval = bool(self.options["naval"])
        self.drops = bool(self.options["paratroops"])
        self.western_weather = bool(self.options["western_weather"])
        self.scratch: dict[str, Any] = {}
        """Start grounds of the sides, found once (muster.py)."""
        self._link(contents, setting)
        self._sort_units()
        self._name_units()
        self._sail(contents)
        self.space = self._space()
        self.beyond = self._beyond()

    @classmethod
    def check_contents(cls, contents: Contents, scenario: str, faults: FaultList) -> None:
        for found in amiss(contents):
            faults.add(*found)

    def _link(self, contents: Contents, setting: Setting) -> None:
        """3.12: the half-years that are played one after the other; the first has the set-up."""
        self.halves = tuple(contents.scenarios[id] for id in setting.chain)
        self.rows = self.halves[0]
        first, last = self.rows.first, self.halves[-1].last
        self.first, self.last = (first.month, first.fortnight), (last.month, last.fortnight)
        self.campaign = setting.scenario == CAMPAIGN
        self.fixed = tuple(self.rows.blocks)
        self.units: tuple[Block, ...] = self.fixed or contents.units
        self.number = {unit.code: number for number, unit in enumerate(self.units)}
        self.in_play = tuple(n for n, unit in enumerate(self.units)
                             if self.fixed or self.rows.id in unit.scenarios)
        self.centres = contents.centres

    def _sail(self, contents: Contents) -> None:
        """15.1: sea zones are known by their numbers."""
        self.seas = tuple(contents.seas.zone)
        number = {zone.id: n for n, zone in enumerate(self.seas)}
        self.sea_links = tuple(tuple(number[id] for id in zone.links) for zone in self.seas)
        self.straits = {frozenset(number[id] for id in row.zones): row.shores
                        for row in contents.seas.strait}
        self.ports: HexSet = pack(port for zone in self.seas for port in zone.ports)
        self.major_ports: HexSet = self.map.features["major_port"]

    # -- blocks -------------------------------------------------------------------------------

    def _sort_units(self) -> None:
        def those(test: Any) -> int:
            return pack(number for number, unit in enumerate(self.units) if test(unit))

        self.units_of = {side: those(lambda u, s=side: u.side == s) for side in SIDES}
        self.everybody = (1 << len(self.units)) - 1
        self.hqs = those(lambda u: u.hq)
        self.supreme = those(lambda u: u.supreme)
        self.static = those(lambda u: self.types[u.type].supreme_moves_only)
        self.ss = those(lambda u: "ss" in u.elite)
        self.paratroops = those(lambda u: self.types[u.type].drops)
        self.infantry = those(lambda u: self.types[u.type].infantry)
        self.coastal_armies = those(lambda u: u.type == "coastal")
        self.by_type = {id: those(lambda u, t=id: u.type == t) for id in self.types}
        nations = {unit.nation for unit in self.units}
        self.nation = {name: those(lambda u, n=name: u.nation == n) for name in nations}
        self.satellites = those(lambda u: u.satellite)
        self.satellite_blocks = {name: blocks & self.satellites
                                 for name, blocks in self.nation.items()
                                 if blocks & self.satellites}

    def _name_units(self) -> None:
        """Blocks that the files call by their codes; a scenario may have others (EDL.1)."""
        places, number = self.objectives, self.number
        self.italian = number.get(places.italian, -1)
        self.released_by = {number[code]: city for code, city in places.released_by.items()
                            if code in number}
        self.group_e_cv = {number[code]: cv for code, cv in places.group_e.items()
                           if code in number}
        self.group_e = pack(self.group_e_cv)
        self.group_e_at_start = self.rows.race_to_berlin
        self.reinforcements = {number[row.unit]: row for half in reversed(self.halves)
                               for row in half.reinforcements}
        self.early = {number[row.unit] for row in self.rows.reinforcements if row.at_setup}
        """On the map from the start; those of later half-years come in their months."""
        self.wanted = frozenset(number[code] for code in self.rows.includes)
        """Named by the force lists."""
        row = self.rows.courland
        self.courland = (row.area, row.units, number[row.hq]) if row else None
        """W44.1a: area, least number of units, the HQ among them."""
        self.listed = sectors.listed(self) if self.options["setup"] == "historical" else {}

    # -- what holds now -----------------------------------------------------------------------

    def half(self, state: EastFrontState) -> Scenario:
        return self.halves[state.half]

    def surprise(self, state: EastFrontState) -> Surprise | None:
        """S41.3: June 1941."""
        found = self.half(state).surprise
        return found if found is not None and state.month == found.month else None

    def idle_turn(self, state: EastFrontState) -> bool:
        """S44.3: the Axis activates nobody in the first turn."""
        first = (state.month, state.fortnight) == self.first
        return self.rows.first_axis_turn_idle and first and state.phasing == AXIS

    @property
    def small(self) -> bool:
        """A scenario on a part of the map."""
        return self.rows.playable >= 0

    def _beyond(self) -> dict[str, int]:
        """What lies off the played part of the map keeps its production (EDL.3)."""
        if not self.rows.start_level or not self.small:
            return dict.fromkeys(SIDES, 0)
        self.beyond = dict.fromkeys(SIDES, 0)
        trial = self.start_state()
        return {side: self.rows.start_level[side] - self.rows.auto[side]
                - centre_points(self, trial, side) for side in SIDES}

    def opening(self) -> tuple[Step, ...]:
        """The steps of a new play, the last one first."""
        steps: list[Step] = []
        if self.fixed:
            steps.append(setup.FixedSetUp())
        else:
            first = self.rows.sets_up_first
            steps += [setup.SetUp(first), setup.SetUp(enemy_of(first))]
        tied = [TiePlain()] if self.rows.tied else []  # W44.3
        steps += [setup.EndSetUp(), *tied, Fortnight(number=self.first[1])]
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
        if spec == "full-name":
            return title(self.units[value].name, texts)
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

    def fill_by(
        self, state: EastFrontState, side: str, rng: Random, belief: Belief
    ) -> EastFrontState:
        return fog.fill(self, state, side, rng, belief)

    def result(self, state: EastFrontState) -> Result | None:
        return victory.result(self, state)

    def derive(self, state: EastFrontState) -> None:
        control.fix_control(self, state)
        for side in self.sides:
            supply.supplied_hexes(self, state, side)

    def faults(self, state: EastFrontState) -> list[str]:
        return invariants.faults(self, state)

    @cached_property
    def bounds(self) -> Bounds:
        return bounds.bounds(self)
