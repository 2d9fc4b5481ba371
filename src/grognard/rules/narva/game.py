"""Across the Narva as a game: the box's data in the form the rules use them."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from grognard.core.actions import Hexes, Nothing, Space, Units, Words
from grognard.core.bounds import Bounds
from grognard.core.events import Event
from grognard.core.faces import Face
from grognard.core.game import Game, Result, View
from grognard.core.maps import GameMap
from grognard.core.messages import Catalogue
from grognard.core.odds import OddsLine
from grognard.core.scene import Layout, Lit, Scene
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.narva import (
    about,
    bounds,
    faces,
    fog,
    guesses,
    lights,
    names,
    setup,
    supply,
    table,
    victory,
    zones,
)
from grognard.rules.narva.data import (
    GERMAN,
    SIDES,
    SOVIET,
    AirUnit,
    Charts,
    Chit,
    Entry,
    Limits,
    RandomEvent,
    Scenario,
    TurnRow,
    Unit,
    enemy_of,
)
from grognard.rules.narva.ground import Going, Ground
from grognard.rules.narva.state import NarvaState


class Narva(Game[NarvaState]):
    """The whole game; one instance serves any number of plays."""

    citation = "narva"
    readings: ClassVar[Mapping[str, str]] = {"place": "hex"}
    box = "narva"
    sides = SIDES
    state_type = NarvaState
    texts = ("narva",)
    aims = frozenset({"attack", "barrage"})
    milestones = frozenset({"combat", "retreats", "out-of-supply", "arrives"})
    bound = 60_000

    def __init__(
        self,
        *,
        map: GameMap,
        units: Sequence[Unit],
        chits: Sequence[Chit],
        air_units: Sequence[AirUnit],
        turns: Mapping[int, TurnRow],
        charts: Charts,
        scenario: Scenario,
        options: Mapping[str, Any],
        limits: Limits,
        entries: Sequence[Entry],
        random_events: Mapping[int, RandomEvent],
        defenders: Sequence[str],
        habits: Mapping[str, float],
    ) -> None:
        self.map, self.grid, self.charts = map, map.grid, charts
        self.maps = {map.id: map}
        self.units, self.chits, self.air_units = tuple(units), tuple(chits), tuple(air_units)
        self.turns, self.limits, self.random_events = turns, limits, random_events
        self.defenders, self.leanings = tuple(defenders), habits
        self.entries = {entry.letter: entry for entry in entries}
        self.rows, self.scenario, self.options = scenario, scenario.id, options
        self.fog = bool(options.get("fog", False))
        self.repeats = bool(options.get("repeats", False))
        """Whether a hex may be attacked again in a segment (9.0.D)."""
        self.ground = Ground(map, charts)
        self._sort_units()
        self._name_places()
        self.space = self._space()

    # -- units --------------------------------------------------------------------------------

    def _sort_units(self) -> None:
        """Bit sets of units by what they are."""
        def those(test: Any) -> int:
            return pack(number for number, unit in enumerate(self.units) if test(unit))

        self.number = {unit.code: number for number, unit in enumerate(self.units)}
        self.units_of = {side: those(lambda u, s=side: u.side == s) for side in SIDES}
        self.hqs = those(lambda u: u.hq)
        self.army_hqs = those(lambda u: u.hq == "army")
        self.mechanised = those(lambda u: u.mechanised)
        self.guns = those(lambda u: u.assault_gun)
        self.ss = those(lambda u: u.ss)
        bands = {unit.formation for unit in self.units if unit.formation}
        self.formation = {band: those(lambda u, b=band: u.formation == b) for band in bands}
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
        self.chit = {chit.code: number for number, chit in enumerate(self.chits)}

    def _zone_steps(self, unit: int) -> int:
        """The fewest steps with which the unit has a zone; 0 if it never has one."""
        return next((steps for steps in (1, 2) if zones.makes_zone(self, unit, steps)), 0)

    def combat_units(self, side: str) -> int:
        return self.combat_units_of[side]

    def owner(self, unit: int) -> str:
        return self.units[unit].side

    # -- places -------------------------------------------------------------------------------

    def _name_places(self) -> None:
        areas, features = self.map.areas, self.map.features
        self.narva_city: HexSet = areas["narva_city"]
        self.behind_defences: HexSet = areas["enclosed_area"]
        self.defence_hexes = (
            features["prepared_defence_nordland"], features["prepared_defence_nederland"]
        )
        self.all_defences = self.defence_hexes[0] | self.defence_hexes[1]
        self.narva_pocket = self.narva_city | self.behind_defences | self.all_defences
        self.entry_hexes = {side: self._entry_hexes(side) for side in SIDES}
        self.edge_near = {entry.letter: self._edge_near(entry) for entry in self.entries.values()}
        self.villages, self.cities = features["village"], features["city"]
        self.cover = self.villages | self.cities
        self.rollbahn: HexSet = areas["rollbahn_vp"]
        self.sources = {GERMAN: features["german_supply"], SOVIET: features["soviet_supply"]}
        self.scoring_hexes = 0
        for item in self.rows.scoring:
            if not item.occupied:
                self.scoring_hexes |= item.hexes

    def _entry_hexes(self, side: str) -> HexSet:
        found = 0
        for entry in self.entries.values():
            found |= entry.hexes if entry.side == side else 0
        return found

    def _edge_near(self, entry: Entry) -> HexSet:
        """8.3.B: land on the same map edge as an entry and not far from it."""
        near = 0
        for hex in bits(entry.hexes):
            near |= self.grid.disk(hex, self.limits.blocked_entry)
        return near & entry.edge & self.rows.playable & ~self.ground.water

    def going(self, state: NarvaState, unit: int) -> Going:
        return Going(self.units[unit].mechanised, state.frozen(self))

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
            "repair": Words(["nordland", "nederland"], "defence"),
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
        return guesses.fill(self, state, rng)

    def goals(self, state: NarvaState, side: str) -> HexSet:
        return victory.goals(self, state, side)

    def foes(self, state: NarvaState, side: str) -> HexSet:
        return state.combat_hexes(self, enemy_of(side))

    def place_of(self, state: NarvaState, unit: int) -> int | None:
        return state.at[unit] if state.at[unit] >= 0 else None

    def habits(self) -> Mapping[str, float]:
        return self.leanings

    def result(self, state: NarvaState) -> Result | None:
        return victory.result(self, state)

    def derive(self, state: NarvaState) -> None:
        for side in self.sides:
            zones.zone(self, state, side)
            supply.supplied(self, state, side)

    def faults(self, state: NarvaState) -> list[str]:
        return setup.faults(self, state)

    def bounds(self) -> Bounds:
        return self._bounds

    @cached_property
    def _bounds(self) -> Bounds:
        return bounds.bounds(self)

    def scene(self, view: View[NarvaState]) -> Scene:
        return table.scene(self, view)

    def layout(self) -> Layout:
        return table.layout(self)

    def faces(self) -> dict[str, Face]:
        return faces.faces(self)

    def read_from(self, event: Event) -> tuple[Lit, ...]:
        return lights.read_from(self, event)

    def rows_about(self, hex: Hex) -> tuple[Lit, ...]:
        return tuple(lights.terrain_rows(self, hex))

    def about_unit(self, unit: int) -> dict[str, Any]:
        return about.about_unit(self, unit)

    def about_hex(self, hex: int) -> list[OddsLine]:
        return about.about_hex(self, hex)

    def name(self, spec: str, value: Any, texts: Catalogue) -> str:
        found = names.name(self, spec, value, texts)
        return super().name(spec, value, texts) if found is None else found

    def label(self, kind: str, arg: int, texts: Catalogue) -> str:
        return names.label(self, kind, arg, texts)
