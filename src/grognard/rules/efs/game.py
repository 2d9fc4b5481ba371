"""The East Front Series as a game: the box's data in the form the rules use them."""

from collections.abc import Mapping
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
    replacements,
    routes,
    setup,
    supply_queue,
    supply_units,
    unknowns,
    ways,
)
from grognard.rules.efs.advice import EfsAdvice
from grognard.rules.efs.battle import ORDERS
from grognard.rules.efs.data import Contents
from grognard.rules.efs.ground import KEPT, Ground
from grognard.rules.efs.inset import area, battalions, movement
from grognard.rules.efs.inset.approach import Approach
from grognard.rules.efs.inset.means import Means
from grognard.rules.efs.inset.megahexes import MegaHexes
from grognard.rules.efs.naval.cargo import POINT_KINDS
from grognard.rules.efs.naval.navy import Navy
from grognard.rules.efs.naval.waters import Waters
from grognard.rules.efs.plug_ins import PlugIn
from grognard.rules.efs.roster import Roster
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.table import EfsTable
from grognard.rules.efs.waiting import WaitingFront
from grognard.rules.efs.words import SIDES

UNIT_KINDS = ("move", "with", "drop", "enter", "by", "lose", "advance", "split", "react",
              "guns", "supply", "double", "activate", "remove", "spend", "flip", "mark",
              "withdraw", "keep", "step", "bring", "stock", "rebuild", "raise", "detach", "rejoin",
              "bridge", "mode", "sail", "ship", "embark", "follow", "fire", "bomb", "refit",
              "disband", "exchange")
HEX_KINDS = ("foot", "motor", "to", "via", "at", "overrun", "rail", "road", "through", "lift",
             "declare", "and", "from", "for", "combat", "back", "into", "build",
             "convert", "repair", "cut", "merge", "relieve", "release", "port", "land",
             "before", "evacuate", "raze")
AIR_KINDS = ("air", "fly", "shoot", "carry", "pair", "against", "again", "home", "recall", "retain",
             "patrol", "commit")
PLAIN_KINDS = ("done", "stay", "set", "fight", "engineers", "pass", "hold", "exit",
               "heavy", "freeair", "mandatory", "draw", "ashore",
               "ration", "everyone")


class EastFrontSeries(Roster):
    """The whole game; one instance serves any number of plays."""

    contents = Contents
    sides = SIDES
    state_type = EfsState
    texts = ("efs", "efs-combat", "efs-campaign", "efs-table", "efs-naval", "efs-north",
             "efs-inset", "efs-city")
    table_type = EfsTable
    advice_type = EfsAdvice
    bound = 200_000
    readings: ClassVar[Mapping[str, str]] = {
        "place": "hex", "town": "hex", "air": "fly", "airs": "fly"}

    def __init__(self, contents: Contents, setting: Setting) -> None:
        super().__init__(contents, setting)
        (self.map,) = contents.maps.values()
        self.maps, self.grid = contents.maps, self.map.grid
        self.mega = MegaHexes(self.map)
        self.rows, self.edition = contents.scenario.chosen(setting.options), contents.edition
        self.charts, self.leanings = contents, contents.habits
        self.officer = contents.officer
        self.measures, self.plans = contents.measures, contents.plans
        self.results = ResultTable.from_data(contents.crt, "crt")
        self.playable: HexSet = area.in_play(self)
        self.first_turn, self.last_turn = self.rows.first_turn, self.rows.last_turn
        self.turns = {row.turn: row for row in contents.turns if row.track == self.rows.track}
        self.soviet_rows = tuple(row for row in contents.soviet_table
                                 if row.table == self.rows.soviet_table)
        self.effects = {row.cause: row for row in contents.effects}
        self.ground = Ground(self.map, contents.terrain, self.edition, self.playable, self.mega)
        self.capital: HexSet = self.map.areas.get(self.edition.capital.area, 0)
        self._sort_units(contents)
        self._sort_moves()
        self._close_to_overruns()
        self.closed_to = {side: fences.closed_to(self, side) for side in SIDES}
        self._name_entries()
        self.quiet_until = fences.quiet_until(self)
        self.short_at_start: dict[int, int] = {
            self.number[code]: lost for rows in (self.rows.setup, self.rows.arrival) for row in rows
            for code, lost in row.lost.items()}
        self.plug_ins: tuple[PlugIn, ...] = tuple(
            chapter(self) for chapter, row in ((Navy, self.rows.sea),
                                               (WaitingFront, self.rows.waiting),
                                               (Means, self.mega.fine),
                                               (Approach, self._approached())) if row)
        """Chapters that only some scenarios have."""
        self.islands = self.rows.sea.islands if self.rows.sea else None
        self.rail_pools = rail.pools(self)
        self.short_roads = {side: tuple(
            pair for row in self.rows.source if row.side == side
            for pair in zip(row.hexes, row.road_ends, strict=False)) for side in SIDES}
        self.net = lru_cache(KEPT)(partial(routes.net, self))
        self.confused = {side: limits.confused(self, side) for side in SIDES}
        self.space = self._space()

    # -- what the scenario and the map make of them --------------------------------------------

    def _approached(self) -> bool:
        """14.8: whether the game begins on the map and goes over to an inset."""
        return self.rows.inset == "approach" and bool(self.mega.repeated)

    def _sort_moves(self) -> None:
        """Who has no share in a way of moving, and who may run out of points in it."""
        self.without_share = {
            manner: pack(unit for unit in bits(self.everybody)
                         if not ways.share(self, unit, 0, manner)) for manner in ways.MANNERS}
        self.soon_spent = {
            manner: pack(unit for unit in bits(self.everybody) if ways.tires(self, unit, manner))
            for manner in ways.MANNERS}

    def _close_to_overruns(self) -> None:
        """7.8.2.b."""
        closed = set(self.edition.overruns.closed)
        kinds = {hex: set(self.ground.kinds(hex)) & closed for hex in bits(self.grid.all)}
        self.closed_to_overruns: HexSet = pack(hex for hex, found in kinds.items() if found)
        self.marsh_alone: HexSet = pack(hex for hex, found in kinds.items() if found == {"marsh"})
        """Closed by nothing but marsh, which frost opens (7.8.2.b)."""

    def _name_entries(self) -> None:
        """Entry areas by code, and the road that leads off the map at an edge hex."""
        self.entry_hexes: dict[tuple[str, str], HexSet] = {}
        for row in self.rows.entry:
            old = self.entry_hexes.get((row.side, row.id), 0)
            self.entry_hexes[row.side, row.id] = (
                old | pack(row.hexes) | row.area & ~self.closed_to[row.side])
        self.entry_of = {self.number[code]: row.entry for row in self.rows.arrival
                         for code in row.units if code in self.number}
        self.placed = self.named([code for row in self.rows.arrival if row.placed
                                  for code in row.units])
        """Arrivals that are laid onto the map."""
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
        insets = pack(hex for key in self.map.scales for hex in bits(self.map.sheets[key]))
        self.edge: HexSet = pack(hex for hex in bits(self.playable & ~insets) if (
            self.grid.disk(hex, 1) & self.playable).bit_count() <= 6)
        """Playable hexes at the edge of the map or of the area in play, not of an inset."""
        self.edge_roads: dict[Hex, str] = {}
        for line in self.map.lines:
            for hex in line.hexes:
                if line.kind in ("motorway", "main_road", "minor_road"):
                    self.edge_roads.setdefault(hex, line.kind)

    @cached_property
    def waters(self) -> Waters:
        """The sea as chapter 8 of Army Group North divides it; made when it is asked for."""
        return Waters(self.map, self.ground, self.charts.sea_zones, self.charts.naval)

    @cached_property
    def served(self) -> dict[str, int]:
        """By kind of replacement point: the counters that it rebuilds (15.1.3, 15.1.4)."""
        return replacements.by_kind(self)

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
                + limits.closed(self, state, group) + area.fence(self, state, group)
                + movement.closed_to_guns(self, state, group))

    def limits(self, state: EfsState, deed: str) -> list[Layer]:
        """Units that a scenario, their mode or a plug-in keeps from a deed."""
        rule, found = "series:sh.modes", limits.forbidden(self, state, deed)
        if deed in ("move", "react", "advance"):
            found += limits.rooted(self, state)
        if deed == "move":
            found += movement.pinned_guns(self, state)
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
            battalions.came(self, state, unit, place)
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

