"""The East Front Series as a game: the box's data in the form the rules use them."""

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache, partial
from random import Random
from typing import Any, ClassVar

from grognard.core.actions import Hexes, Hexsides, Nothing, Space, Units, Words
from grognard.core.bounds import Bounds
from grognard.core.contents import Setting
from grognard.core.game import Result
from grognard.core.messages import Catalogue
from grognard.core.rulings import Layer
from grognard.core.tables import ResultTable
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import (
    armour,
    bounds,
    control,
    cover,
    entries,
    fences,
    fog,
    garrisons,
    limits,
    movers,
    names,
    rail,
    routes,
    setup,
    supply_queue,
    supply_units,
    unknowns,
    ways,
)
from grognard.rules.efs.advice import EfsAdvice
from grognard.rules.efs.battle import ORDERS
from grognard.rules.efs.data import Contents, Unit
from grognard.rules.efs.ground import KEPT, Ground
from grognard.rules.efs.naval.cargo import POINT_KINDS
from grognard.rules.efs.naval.navy import Navy
from grognard.rules.efs.naval.waters import Waters
from grognard.rules.efs.plug_ins import PlugIn
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.table import EfsTable
from grognard.rules.efs.words import AXIS, FOOT, SIDES, SKI
from grognard.table import TableGame

UNIT_KINDS = ("move", "with", "drop", "enter", "by", "lose", "advance", "split", "react",
              "guns", "supply", "double", "activate", "remove", "spend", "flip", "mark",
              "withdraw", "keep", "step", "bring", "stock", "rebuild", "raise", "detach", "rejoin",
              "bridge", "mode", "sail", "ship", "embark", "follow", "fire", "bomb", "refit",
              "disband")
HEX_KINDS = ("foot", "motor", "to", "via", "at", "overrun", "rail", "road", "through", "lift",
             "declare", "and", "from", "for", "combat", "back", "into", "build",
             "convert", "repair", "cut", "merge", "relieve", "release", "port", "land",
             "before", "evacuate")
AIR_KINDS = ("air", "fly", "shoot", "carry", "pair", "against", "again", "home", "recall", "retain",
             "patrol")
PLAIN_KINDS = ("done", "stay", "set", "fight", "engineers", "pass", "hold", "exit",
               "heavy", "freeair", "mandatory", "draw", "ashore")


class EastFrontSeries(TableGame[EfsState]):
    """The whole game; one instance serves any number of plays."""

    contents = Contents
    sides = SIDES
    state_type = EfsState
    texts = ("efs", "efs-combat", "efs-campaign", "efs-table", "efs-naval", "efs-north")
    table_type = EfsTable
    advice_type = EfsAdvice
    bound = 200_000
    readings: ClassVar[Mapping[str, str]] = {
        "place": "hex", "town": "hex", "air": "fly", "airs": "fly"}

    def __init__(self, contents: Contents, setting: Setting) -> None:
        super().__init__(contents, setting)
        (self.map,) = contents.maps.values()
        self.maps, self.grid = contents.maps, self.map.grid
        self.rows, self.edition = contents.scenario, contents.edition
        self.charts, self.leanings = contents, contents.habits
        self.results = ResultTable.from_data(contents.crt, "crt")
        self.playable: HexSet = self.rows.in_play or self.grid.all
        self.first_turn, self.last_turn = self.rows.first_turn, self.rows.last_turn
        self.turns = {row.turn: row for row in contents.turns if row.track == self.rows.track}
        self.soviet_rows = tuple(row for row in contents.soviet_table
                                 if row.table == self.rows.soviet_table)
        self.effects = {row.cause: row for row in contents.effects}
        self.ground = Ground(self.map, contents.terrain, self.edition, self.playable)
        self._sort_units(contents)
        self.closed_to = {side: fences.closed_to(self, side) for side in SIDES}
        self._name_entries()
        self.quiet_until = fences.quiet_until(self)
        self.short_at_start: dict[int, int] = {
            self.number[code]: lost for rows in (self.rows.setup, self.rows.arrival) for row in rows
            for code, lost in row.lost.items()}
        self.plug_ins: tuple[PlugIn, ...] = (Navy(self),) if self.rows.sea else ()
        """Chapters that only some scenarios have."""
        self.rail_pools = rail.pools(self)
        self.confused = {side: limits.confused(self, side) for side in SIDES}
        self.space = self._space()

    # -- units --------------------------------------------------------------------------------

    def _sort_units(self, contents: Contents) -> None:
        """The counters of the scenario, and bit sets of them by what they are."""
        rows, named = self.rows, self._codes()
        afloat = (ship.as_unit() for ship in contents.ships)
        self.units = tuple(unit for unit in (*contents.units, *afloat) if unit.code in named)
        self.number = {unit.code: number for number, unit in enumerate(self.units)}
        flying = {code for side in rows.air.values()
                  for code in (*side.ready, *side.flown, *side.damaged, *side.destroyed)}
        self.air_units = tuple(unit for unit in contents.air_units
                               if unit.code in flying | named)
        self.air_number = {unit.code: number for number, unit in enumerate(self.air_units)}
        self.air_of = {side: pack(number for number, unit in enumerate(self.air_units)
                                  if unit.side == side) for side in SIDES}
        self.bombers = pack(number for number, unit in enumerate(self.air_units)
                            if unit.kind == "bomber")
        self.moscow_air = pack(number for number, unit in enumerate(self.air_units)
                               if unit.moscow)
        self.air_due = {self.air_number[code]: row.turn for row in rows.arrival
                        for code in row.units if code in self.air_number}
        self.moscow: HexSet = self.map.areas.get("moscow", 0)
        kinds = {row.type: row for row in contents.capabilities}
        self.capability = tuple(kinds[unit.capability] for unit in self.units)
        self.everybody = (1 << len(self.units)) - 1
        those = self.those
        self.units_of = {side: pack(number for number, unit in enumerate(self.units)
                                    if unit.side == side) for side in SIDES}
        self.hqs, self.supplies = self.with_trait("hq"), self.with_trait("supply")
        self.bridge_units, self.trains = self.with_trait("bridge"), self.with_trait("train")
        self.ships, self.boats = self.with_trait("ship"), self.with_trait("boat")
        self.troops = {side: self.units_of[side] & ~self.ships for side in SIDES}
        """All but ships, which are no ground units (agn:8.8.1.e)."""
        self.fighting = (self.everybody & ~self.supplies & ~self.bridge_units & ~self.hqs
                         & ~self.ships)
        """Combat units (2.3)."""
        self.combat_units = {side: self.units_of[side] & self.fighting for side in SIDES}
        self.holders = {side: self.combat_units[side] & ~self.boats for side in SIDES}
        """Those who take the hexes that they enter (2.5.2): not from the water."""
        self.judged = {side: self.units_of[side] & ~self.supplies & ~self.bridge_units
                       & ~self.trains & ~self.ships & ~self.boats for side in SIDES}
        """Units whose supply is judged (6.0/2)."""
        self.wheeled = pack(number for number, row in enumerate(self.capability)
                            if row.goes in ("motor", "gun", "siege"))
        self.on_rails = pack(number for number, row in enumerate(self.capability)
                             if row.goes == "rail")
        self.motorised = pack(number for number, row in enumerate(self.capability)
                              if row.goes == "motor" and row.motorised != "none")
        self.artillery = self.with_trait("artillery")
        self.armour, self.engineers = self.with_trait("armour"), self.with_trait("engineer")
        self.city_guard = self.with_trait("moscow")
        self.regiments = self.with_trait("substitute")
        self.foot_divisions = self.those(
            lambda unit: (unit.side, unit.nation, unit.type) == ("axis", "de", "infantry division"))
        self.weights = tuple(unit.stacking for unit in self.units)
        """Stacking points (3.2)."""
        self.weighty = those(lambda u: u.stacking > 0)
        self.immobile = those(lambda u: not u.move)
        self.bands = those(lambda u: u.band)
        """Units that carry a band on a face (3.3.1)."""
        self.classes = tuple(ways.printed_class(unit, row)
                             for unit, row in zip(self.units, self.capability, strict=True))
        """The graph that each counter moves on."""
        self.afoot = pack(unit for unit, goes in enumerate(self.classes) if goes in (FOOT, SKI))
        self._sort_for_the_north()
        self._sort_for_combat(contents)
        self.without_share = {
            manner: pack(unit for unit in bits(self.everybody)
                         if not ways.share(self, unit, 0, manner)) for manner in ways.MANNERS}
        self.soon_spent = {
            manner: pack(unit for unit in bits(self.everybody) if ways.tires(self, unit, manner))
            for manner in ways.MANNERS}

    def _codes(self) -> set[str]:
        """The codes of all counters that the scenario names."""
        rows = self.rows
        named = {code for row in rows.setup for code in row.units}
        named |= {code for row in rows.arrival for code in row.units}
        named |= {row.unit for row in rows.supply} | set(rows.units)
        named |= {code for row in rows.group for code in row.units}
        named |= {code for codes in (rows.sea.boxes if rows.sea else {}).values()
                  for code in codes}
        named |= {code for row in rows.cup for code in (*row.units, *row.tokens)}
        return named | {code for row in rows.exchange for code in (row.old, row.new)}

    def _sort_for_the_north(self) -> None:
        """What chapters 5 to 7 of Army Group North ask of a counter."""
        rows = self.rows
        self.cups = {self.number[code]: cup for cup in rows.cup
                     for code in (*cup.units, *cup.tokens)}
        self.tokens = pack(self.number[code] for cup in rows.cup for code in cup.tokens)
        """Unknown sides that lie for units of a cup (5.4.1)."""
        brigade = self.those(lambda u: (u.side, u.type, u.size) == ("soviet", "militia", "brigade"))
        self.shaky = brigade if self.edition.militia.shaky_brigades else 0
        """Militia brigades, which retreat as if overrun (7.4.1.b)."""
        self.free_riders = pack(self.number[code] for row in rows.group if row.rail_free
                                for code in row.units)
        self.self_reliant = self.with_trait("partisan")
        """Always in supply, and no attack of theirs needs any (7.5.1 of Army Group North)."""
        self.dotted = {self.number[code]: self.rows.first_turn + turns
                       for row in rows.setup for code, turns in row.dots.items()}
        """The turn from which units with dots may move (6.6.4)."""

    def _sort_for_combat(self, contents: Contents) -> None:
        """What chapters 9, 10 and 13 ask of a counter."""
        self.armoured = self.armour & ~self.trains & ~self.with_trait("flame")
        """Units of armoured type; trains and flame tanks are none (9.1.1/2)."""
        self.tank_killers = self.with_trait("anti_tank") | self.with_trait("anti_air")
        self.arms = self.those(
            lambda u: u.type in armour.PARTNERS and "flame" not in u.traits)
        self.siege_guns, self.naval_guns = self.with_trait("siege"), self.with_trait("naval_gun")
        self.overrunners = pack(
            unit for unit in bits(self.motorised & (~self.artillery | self.with_trait("anti_air")
                                                    & self.units_of[AXIS]))
            if self.capability[unit].overrun)
        """7.8.1, 7.8.2.f: motorised, no guns but Axis flak."""
        closed = set(self.edition.overruns.closed)
        kinds = {hex: set(self.ground.kinds(hex)) & closed for hex in bits(self.grid.all)}
        self.closed_to_overruns: HexSet = pack(hex for hex, found in kinds.items() if found)
        self.marsh_alone: HexSet = pack(hex for hex, found in kinds.items() if found == {"marsh"})
        """Closed by nothing but marsh, which frost opens (7.8.2.b)."""
        self.two_modes, self.nkvd = self.with_trait("two_modes"), self.with_trait("nkvd")
        self.rockets = self.with_trait("rocket")
        self.harbour_bound = self.those(lambda u: u.hq and not u.move)
        """A headquarters without an allowance: the staff of the fleet (agn:8.9.2)."""
        self.panzer_divisions = {unit.division for unit in contents.units if unit.role == "panzer"}

    def those(self, test: Callable[[Unit], Any]) -> int:
        return pack(number for number, unit in enumerate(self.units) if test(unit))

    def with_trait(self, trait: str) -> int:
        return self._traits.get(trait, 0)

    @cached_property
    def _traits(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for number, unit in enumerate(self.units):
            for trait in unit.traits:
                found[trait] = found.get(trait, 0) | 1 << number
        return found

    def named(self, codes: list[str]) -> int:
        return pack(self.number[code] for code in codes if code in self.number)

    def owner(self, unit: int) -> str:
        return self.units[unit].side

    def _name_entries(self) -> None:
        """Entry areas by code, and the road that leads off the map at an edge hex."""
        self.entry_hexes: dict[tuple[str, str], HexSet] = {}
        for row in self.rows.entry:
            old = self.entry_hexes.get((row.side, row.id), 0)
            self.entry_hexes[row.side, row.id] = (
                old | pack(row.hexes) | row.area & ~self.closed_to[row.side])
        self.entry_of = {self.number[code]: row.entry for row in self.rows.arrival
                         for code in row.units if code in self.number}
        self.entry_of |= {self.number[code]: row.entry for row in self.rows.group
                          for code in row.units if code in self.number}
        self.by_entry_price = lru_cache(KEPT)(partial(entries.by_price, self))
        self.way_back = {side: pack(
            [hex for row in self.rows.source if row.side == side for hex in row.hexes]
            or [hex for area in self.rows.entry if area.side == side for hex in area.hexes])
            for side in SIDES}
        """Where a rebuilt unit without a code comes in (15.2.2.a): ours."""
        letters = self.edition.entries.codes == "letters"
        self.entry_at = {code: self.grid.hex(code) for code in self.entry_of.values()
                         if letters and code[-4:].isdigit() and not any(
                             id == code for _, id in self.entry_hexes)}
        self.city_guard |= pack(unit for unit, code in self.entry_of.items()
                                if code == entries.GARRISON)
        self.edge: HexSet = pack(hex for hex in bits(self.playable) if (
            self.grid.disk(hex, 1) & self.playable).bit_count() <= 6)
        """Playable hexes at the edge of the map or of the area in play."""
        self.edge_roads: dict[Hex, str] = {}
        for line in self.map.lines:
            for hex in line.hexes:
                if line.kind in ("motorway", "main_road", "minor_road"):
                    self.edge_roads.setdefault(hex, line.kind)

    @cached_property
    def waters(self) -> Waters:
        """The sea as chapter 8 of Army Group North divides it; made when it is asked for."""
        return Waters(self.map, self.ground, self.charts.sea_zones, self.charts.naval)

    # -- what the chapters ask ----------------------------------------------------------------

    def skips(self, phase: str) -> bool:
        """Whether the scenario does without a phase."""
        return phase in self.rows.left_out

    def movable(self, state: EfsState) -> int:
        """Units of the side on turn that can still move in this phase."""
        if state.phase not in (ways.MOVEMENT, ways.MOTORISED):
            return 0
        return movers.mover_choices(self, state, state.phase).mask

    def name(self, spec: str, value: Any, texts: Catalogue) -> str:
        found = names.name(self, spec, value, texts)
        return super().name(spec, value, texts) if found is None else found

    def veil(self, known: EfsState, state: EfsState, side: str, hidden: int) -> None:
        """What lies face down: the enemy sees that it lies there."""
        fog.veil(self, known, state, side)

    def fill(self, state: EfsState, side: str, rng: Random) -> EfsState:
        """Guess what lies face down."""
        return fog.fill(self, state, side, rng)

    def fences(self, state: EfsState, group: int) -> list[Layer]:
        """Hexes closed to a group by its scenario or its duty."""
        return (garrisons.fence(self, state, group) + fences.fence(self, group)
                + limits.closed(self, state, group))

    def limits(self, state: EfsState, deed: str) -> list[Layer]:
        """Units that a scenario, their mode or a plug-in keeps from a deed."""
        rule, found = "agn:BSR.sh.modes", limits.forbidden(self, state, deed)
        if deed in ("move", "react", "advance"):
            found += limits.rooted(self, state)
        if state.firing:
            found.append(Layer("gun-stands-to-fire", rule, state.firing))
        return [*found, *(layer for plug in self.plug_ins for layer in plug.limits(state, deed))]

    def queue_supply(self, state: EfsState, side: str, unit: int, size: int) -> None:
        """A supply counter that comes by rail, and waits (12.4.3)."""
        supply_queue.join(self, state, side, unit, size)

    def entered(self, state: EfsState, unit: int, hex: Hex) -> None:
        """What follows when a unit comes into a hex, to stay or in passing."""
        supply_units.trample(self, state, unit, hex)
        control.enter(self, state, unit, hex)
        cover.enter(self, state, unit, hex)
        limits.entered(self, state, unit, hex)
        garrisons.approached(self, state, unit, hex)
        for plug in self.plug_ins:
            plug.entered(state, unit, hex)

    def after_place(self, state: EfsState, unit: int, place: int) -> None:
        """What follows from a change of place."""
        if place >= 0:
            unknowns.came(self, state, unit)
            self.entered(state, unit, place)
        else:
            self._forget(state, unit)
            if self.cups:
                unknowns.left_map(self, state, unit, place)

    def _forget(self, state: EfsState, unit: int) -> None:
        """Markers come off a counter that leaves the map."""
        gone = ~(1 << unit)
        state.bridges.pop(unit, None)
        state.overrun &= gone
        state.activated &= gone
        state.marked &= gone
        state.garrison &= gone
        for plug in self.plug_ins:
            plug.removed(state, unit)

    # -- the contract -------------------------------------------------------------------------

    def _space(self) -> Space:
        units, hexes = Units([unit.code for unit in self.units]), Hexes(self.grid)
        air = Words([unit.code for unit in self.air_units] or ["none"], "air unit")
        return Space({
            **dict.fromkeys(UNIT_KINDS, units),
            **dict.fromkeys(HEX_KINDS, hexes),
            **dict.fromkeys(AIR_KINDS, air),
            "group": Words([row.id for row in self.rows.group] or ["none"], "group"),
            "zone": Words([row.id for row in self.charts.sea_zones] or ["none"], "sea zone"),
            "stow": Words(POINT_KINDS, "replacement point"),
            "over": Hexsides(self.grid),
            "order": Words(ORDERS, "order"),
            **{kind: Nothing() for kind in PLAIN_KINDS},
        })

    def new_state(self) -> EfsState:
        return setup.new_state(self)

    def result(self, state: EfsState) -> Result | None:
        if state.stack:
            return None
        winner = state.winner if state.winner in SIDES else None
        return Result(winner, state.level, state.ending, state.victory_points)

    def faults(self, state: EfsState) -> list[str]:
        return setup.faults(self, state)

    @cached_property
    def bounds(self) -> Bounds:
        return bounds.bounds(self)

    def derive(self, state: EfsState) -> None:
        """Zones, and the nets of both sides that follow from them."""
        for side in self.sides:
            routes.supplied(self, state, side)

