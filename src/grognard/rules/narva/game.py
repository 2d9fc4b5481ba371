"""Across the Narva as a game: the box's data in the form the rules use them."""

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from grognard.core.actions import Hexes, Nothing, Space, Units, Words
from grognard.core.belief import Belief
from grognard.core.bounds import Bounds
from grognard.core.contents import FaultList, Setting
from grognard.core.game import Result
from grognard.core.messages import Catalogue
from grognard.hexes import HexSet, bits, pack
from grognard.rules.narva import (
    bounds,
    fog,
    fog_fill,
    names,
    setup,
    supply,
    victory,
    zones,
)
from grognard.rules.narva.advice import NarvaAdvice
from grognard.rules.narva.checks import amiss
from grognard.rules.narva.data import SIDES, Charts, Contents
from grognard.rules.narva.ground import GOINGS, Going, Ground
from grognard.rules.narva.scenarios import Entry
from grognard.rules.narva.state import NarvaState
from grognard.rules.narva.table import NarvaTable
from grognard.table import TableGame


class Narva(TableGame[NarvaState]):
    """The whole game; one instance serves any number of plays."""

    contents = Contents
    readings: ClassVar[Mapping[str, str]] = {"place": "hex"}
    sides = SIDES
    state_type = NarvaState
    texts = ("narva",)
    table_type = NarvaTable
    advice_type = NarvaAdvice
    bound = 60_000

    def __init__(self, contents: Contents, setting: Setting) -> None:
        super().__init__(contents, setting)
        (self.map,) = contents.maps.values()
        self.maps, self.grid, self.charts = contents.maps, self.map.grid, Charts(contents)
        self.rows, self.edition, self.limits = contents.scenario, contents.edition, contents.limits
        self.scored, self.replacements = contents.victory, contents.replacements
        self.entering, self.defending = contents.entries, contents.defences
        self.units, self.habits = contents.units, contents.habits
        self.officer = contents.officer
        self.everybody = (1 << len(self.units)) - 1
        self.defenders = tuple(self.defending.only.prepared_defence)
        self.entries = {entry.letter: entry for entry in self.entering.entry}
        self.random_events = {event.id: event for event in contents.events.event}
        self.late_thaw_turn = contents.turns.late_thaw_turn
        self.turns = {turn.id: replace(turn, **self.rows.limits) for turn in contents.turns.turn}
        self.levels = tuple(self.rows.level or self.scored.level)
        self.scoring = tuple(self.rows.score or self.scored.score)
        self.playable: HexSet = self.grid.all & self.rows.playable
        self.fog = bool(self.options["fog"])
        self.repeats = bool(self.options["repeats"])
        """Whether a hex may be attacked again in a segment (9.0.D)."""
        self._sort_chits(contents)
        self.ground = Ground(self.map, self.charts)
        self._sort_units()
        self._name_places()
        self.space = self._space()

    @classmethod
    def check_contents(cls, contents: Contents, scenario: str, faults: FaultList) -> None:
        for file, key, text in amiss(contents, scenario):
            faults.add(file, key, text)

    # -- units --------------------------------------------------------------------------------

    def _sort_units(self) -> None:
        """Bit sets of units by what they are."""
        def those(test: Any) -> int:
            return pack(number for number, unit in enumerate(self.units) if test(unit))

        self.number = {unit.code: number for number, unit in enumerate(self.units)}
        codes = self.number if self.rows.units == "all" else self.rows.units
        self.in_play = tuple(self.number[code] for code in codes)
        self.strachwitz = self.number[self.edition.units.strachwitz]
        self.brigade = self.number[self.entering.landing.unit]
        """8.6: lands from the sea."""
        self.units_of = {side: those(lambda u, s=side: u.side == s) for side in SIDES}
        self.hqs = those(lambda u: u.hq)
        self.army_hqs = those(lambda u: u.hq == "army")
        self.mechanised = those(lambda u: u.mechanised)
        self.guns = those(lambda u: u.assault_gun)
        self.ss = those(lambda u: u.ss)
        bands = {unit.formation for unit in self.units if unit.formation}
        self.formation = {band: those(lambda u, b=band: u.formation == b) for band in bands}
        self.corps = {corps: those(lambda u, c=corps: u.corps == c)
                      for corps in {"", *(unit.corps for unit in self.units)}}
        classes = [(unit.side, bool(unit.hq), unit.ss, unit.formation in self.defenders)
                   for unit in self.units]
        self.alike = [classes.index(kind) for kind in classes]
        """For each unit the first of those that the same ground is closed to."""
        self.combat_units_of = {side: self.units_of[side] & ~self.hqs for side in SIDES}
        self.sorts = {side: {"hq": own & self.hqs, "gun": own & self.guns,
                             "combat": own & ~self.hqs & ~self.guns}
                      for side, own in self.units_of.items()}
        self.zone_steps = {
            side: [(unit, least) for unit in bits(own) if (least := self._zone_steps(unit))]
            for side, own in self.units_of.items()
        }
        rows = self.limits.stacking
        self.stacking = {"combat": rows.combat_units, "hq": rows.headquarters,
                         "gun": rows.soviet_assault_guns}

    def _sort_chits(self, contents: Contents) -> None:
        """Chits that are alike are one kind; each has the turn on which it comes."""
        kinds = {row.code: row for row in contents.chits}
        self.chits = tuple(kinds.values())
        self.chit = {code: number for number, code in enumerate(kinds)}
        self.enters = [tuple(row.turn for row in contents.chits if row.code == code
                             for _ in range(row.count)) for code in kinds]
        self.withdrawals = {row.chit: row for row in self.edition.withdrawal}
        air = self.rows.air
        self.air_units = tuple(row for row in contents.air_units
                               if air is None or row.code in air.units)

    def _zone_steps(self, unit: int) -> int:
        """The fewest steps with which the unit has a zone; 0 if it never has one."""
        return next((steps for steps in (1, 2) if zones.makes_zone(self, unit, steps)), 0)

    def combat_units(self, side: str) -> int:
        return self.combat_units_of[side]

    def owner(self, unit: int) -> str:
        return self.units[unit].side

    # -- places -------------------------------------------------------------------------------

    def _name_places(self) -> None:
        areas, features = self.edition.areas, self.map.features
        self.narva_city: HexSet = self.scored.sudden_death.area
        self.behind_defences: HexSet = areas.enclosed
        self.markers = tuple(marker.id for marker in self.defending.marker)
        self.defence_hexes = tuple(features[marker.feature] for marker in self.defending.marker)
        self.all_defences = self.defence_hexes[0] | self.defence_hexes[1]
        self.narva_pocket = self.narva_city | self.behind_defences | self.all_defences
        self.entry_hexes = {side: self._entry_hexes(side) for side in SIDES}
        self.edge_near = {entry.letter: self._edge_near(entry) for entry in self.entries.values()}
        self.cover, self.cities = self._that_cancel("retreat"), self._that_cancel("loss")
        """Hexes that spare defenders a retreat, and those that spare them a step (9.4.4, 9.5.6)."""
        self.rollbahn: HexSet = areas.rollbahn
        sources = self.edition.sources.items()
        self.sources: dict[str, HexSet] = {side: features[name] for side, name in sources}
        self.scoring_hexes = 0
        for item in self.scoring:
            if not item.occupied:
                self.scoring_hexes |= item.hexes

    def _that_cancel(self, what: str) -> HexSet:
        found = 0
        for kind, row in self.charts.features.items():
            found |= self.map.features.get(kind, 0) if what in row.cancels.split() else 0
        return found

    def _entry_hexes(self, side: str) -> HexSet:
        found = 0
        for entry in self.entries.values():
            found |= entry.hexes if entry.side == side else 0
        return found

    def _edge_near(self, entry: Entry) -> HexSet:
        """8.3.B: land on the same map edge as an entry and not far from it."""
        near = 0
        for hex in bits(entry.hexes):
            near |= self.grid.disk(hex, self.entering.blocked.hexes)
        return near & self.grid.edge(entry.edge) & self.playable & ~self.ground.water

    def going(self, state: NarvaState, unit: int) -> Going:
        return GOINGS[2 * (self.mechanised >> unit & 1) + state.frozen(self)]

    def in_order(self, state: NarvaState, stack: tuple[int, ...]) -> tuple[int, ...]:
        return fog.in_order(self, state, stack)

    def pass_through(self, state: NarvaState, unit: int, hex: int) -> None:
        """13.2.A: a combat unit with a zone takes a victory hex that it enters."""
        if self.scoring_hexes >> hex & 1:
            victory.take_control(self, state, unit, hex)

    # -- the contract -------------------------------------------------------------------------

    def _space(self) -> Space:
        codes = [unit.code for unit in self.units]
        units, hexes = Units(codes), Hexes(self.grid)
        formations = Words(sorted(self.formation), "formation")
        air = Words([f"{air.code}-{mode}" for air in self.air_units for mode in ("normal", "full")],
                    "air attack")
        entries = Words(sorted(self.entries), "entry")
        kinds_of_units = ("hq", "attach", "extra", "move", "by", "lose", "retreat", "along",
                          "advance", "reroute", "rebuild", "restore", "arrive", "pick")
        kinds_of_hexes = ("to", "via", "road", "through", "rail", "attack", "barrage", "back",
                          "into", "further", "place", "relocate")
        return Space({
            **dict.fromkeys(kinds_of_units, units),
            **dict.fromkeys(kinds_of_hexes, hexes),
            "formation": formations,
            "air": air,
            "entry": entries,
            "repair": Words(self.markers, "defence"),
            **{kind: Nothing() for kind in ("done", "stay", "fire", "hold", "accept", "units")},
        })

    def new_state(self) -> NarvaState:
        return setup.new_state(self)

    @property
    def hides(self) -> bool:
        return self.fog

    def hidden_from(self, state: NarvaState, side: str) -> int:
        return fog.hidden_from(self, state, side)

    def veil(self, known: NarvaState, state: NarvaState, side: str, hidden: int) -> None:
        fog.veil(known, state)

    def fill(self, state: NarvaState, side: str, rng: Random) -> NarvaState:
        return fog_fill.fill(self, state, rng)

    def fill_by(self, state: NarvaState, side: str, rng: Random, belief: Belief) -> NarvaState:
        return fog_fill.fill(self, state, rng, belief)

    def result(self, state: NarvaState) -> Result | None:
        return victory.result(self, state)

    def derive(self, state: NarvaState) -> None:
        for side in self.sides:
            zones.zone(self, state, side)
            supply.supplied(self, state, side)

    def faults(self, state: NarvaState) -> list[str]:
        return setup.faults(self, state)

    @cached_property
    def bounds(self) -> Bounds:
        return bounds.bounds(self)

    def name(self, spec: str, value: Any, texts: Catalogue) -> str:
        found = names.name(self, spec, value, texts)
        return super().name(spec, value, texts) if found is None else found
