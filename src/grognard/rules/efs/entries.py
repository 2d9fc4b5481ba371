"""14.1: arrivals. A counter that is due stands in the ACTIVE box and enters by its code."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import UnitSet, Word
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import (
    air_transport,
    cards,
    control,
    cover,
    exchange,
    exits,
    overrun,
    rail,
    routes,
    stacking,
    supply_queue,
    supply_units,
    ways,
    zones,
)
from grognard.rules.efs.inset import approach
from grognard.rules.efs.state import ACTIVE, GENERAL, TRACK, EfsState
from grognard.rules.efs.steps import Ask, Do
from grognard.rules.efs.words import AXIS, POINT, TRAIN, as_points, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


TOWNS, CAPITAL, GARRISON = "c", "M", "MG"
"""Codes whose hexes depend on who holds them (14.1.3.c, 14.1.4.c to e)."""


class CallArrivals(Do, frozen=True):
    """Counters whose turn has come are ready to enter."""

    rule = "14.1"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        exchange.exchange(game, state)
        due = [unit for unit, turn in state.due.items()
               if turn <= state.turn and state.at[unit] == TRACK]
        for unit in due:
            if not game.placed >> unit & 1:
                state.place(game, unit, ACTIVE)
            elif place := room_for(game, state, unit):
                lay_down(game, state, unit, next(bits(place)))
        control.settle(game, state)


def room_for(game: "EastFrontSeries", state: EfsState, unit: int) -> HexSet:
    """Those of its hexes where a counter can be laid; without any it waits for the next turn."""
    hexes = entry_hexes(game, state, unit) | over_the_border(game, unit)
    hexes &= ~state.occupied(game, enemy_of(game.owner(unit)))
    return hexes & ~stacking.full_for(game, state, 1 << unit, hexes)


def over_the_border(game: "EastFrontSeries", unit: int) -> HexSet:
    """14.7.1: who has a source of his own comes from there, whoever held his hexes before."""
    if not game.apart.get(game.units[unit].nation, 0) >> unit & 1:
        return 0
    return pack(game.grid.hex(part) for part in game.entry_of[unit].split("|"))


def lay_down(game: "EastFrontSeries", state: EfsState, unit: int, hex: Hex) -> None:
    """14.7.1, 14.8.c: it stands where the card says; a garrison is bound from the start."""
    state.set_supply(unit, GENERAL)
    state.place(game, unit, hex)
    if game.owner(unit) == AXIS:  # the front has passed the line that it stands in
        state.broken |= cover.lines(game, state) & 1 << hex
    if game.units[unit].garrison or game.comes_bound >> unit & 1:
        state.garrison |= 1 << unit
    state.tell(Event("enters", "14.1", {"units": (unit,), "to": hex}, hexes=(hex,),
                     units=(unit,)))


def enter_choices(game: "EastFrontSeries", state: EfsState, manner: str) -> Among:
    """Who can come onto the map now."""
    waiting = pack([unit for unit in bits(state.units_on(ACTIVE) & ~game.ships & ~game.boats)
                    if state.due.get(unit, 0) <= state.turn])  # 15.2.2.a: from the next turn
    idle = pack([unit for unit in bits(waiting & ~laid(game, manner))
                 if not ways.allowance(game, state, unit, manner)])
    late = manner == ways.MOTORISED and state.side not in game.edition.turns.motorised_arrivals
    ready = 0 if late else waiting & ~idle
    shut = pack([unit for unit in bits(ready & ~walk_in(game, state, ready, manner))
        if manner != ways.MOVEMENT
        or not air_transport.lift_choices(game, state, 1 << unit).mask])
    return Among(
        game.everybody,
        Layer("enemy-unit", "14.1", game.units_of[enemy_of(state.side)]),
        Layer("not-due", "14.1", game.everybody & ~waiting),
        Layer("not-in-this-phase", "14.1.1", idle),
        Layer("arrives-in-movement", "14.1.1", waiting if late else 0),
        Layer("entry-blocked", "14.1.2", shut),
    )


def laid(game: "EastFrontSeries", manner: str) -> int:
    """Counters without an allowance are laid where their code says, in the Movement Phase."""
    return game.immobile if manner == ways.MOVEMENT else 0


def entry_hexes(game: "EastFrontSeries", state: EfsState, unit: int) -> HexSet:
    """14.1.2: where a counter comes in, on the map or on the inset."""
    return approach.where(game, state, named_hexes(game, state, unit))


def named_hexes(game: "EastFrontSeries", state: EfsState, unit: int) -> HexSet:
    """14.1.2: where the counter's place or code lets it in.

    A place of the scenario's list, a hex by its number, or the letters of a code together: of
    ``ec`` and ``eM`` the player chooses (14.1.4.c/4, 14.1.4.g).
    """
    code, side = game.entry_of.get(unit, ""), game.owner(unit)
    code = coming_back(game, state, unit) or code
    if not code:
        return game.way_back[side]
    if (side, code) in game.entry_hexes:
        return game.entry_hexes[side, code]
    if code in game.entry_at:
        return around(game, game.entry_at[code], side)
    if game.edition.entries.codes == "edges":
        return by_edge(game, state, side, code)
    found = 0
    for letter in code.replace(GARRISON, CAPITAL):
        found |= by_letter(game, state, side, letter)
    return found


def coming_back(game: "EastFrontSeries", state: EfsState, unit: int) -> str:
    """14.4.m, 14.10.5 of Army Group North: the code of a unit that left and returns."""
    rows = [(row.units, row.entry) for row in game.rows.exit]
    rows += [(row.units, row.entry) for row in game.rows.withdrawal if state.turn >= row.back > 0]
    return next((entry for units, entry in rows if entry and unit in state.due
                 and game.units[unit].code in units), "")


def by_edge(game: "EastFrontSeries", state: EfsState, side: str, code: str) -> HexSet:
    """4.2.5.b: friendly sources on the edge of a map, or friendly places in full supply."""
    found, own = 0, control.land_of(game, state, side) | game.edge
    for part in code.split("|"):
        if (side, part) in game.entry_hexes:
            found |= game.entry_hexes[side, part]
            continue
        how = cards.read(part)
        if how.city:
            found |= open_cities(game, state, side)
        elif how.hex:
            found |= 1 << game.grid.hex(how.hex) & own
        else:
            edge = game.map.areas.get(f"{how.map.lower()}_{how.edge}_edge", 0)
            found |= edge & routes.first_sources(game, state, side)
    return found


def open_cities(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """4.2.5.b/c: supplied; a city, but not a major one, must lie clear of enemy combat units."""
    ground, own = game.ground, control.land_of(game, state, side)
    enemies = state.combat_hexes(game, enemy_of(side))
    fed = own if game.skips("supply") else own & routes.nets(game, state, side).traced
    return fed & (ground.major_cities | ground.cities & ~game.grid.spread(enemies)) & ~enemies


def by_letter(game: "EastFrontSeries", state: EfsState, side: str, letter: str) -> HexSet:
    """14.1.3.c, 14.1.4.c, 14.1.4.d: towns and the capital; the scenario lists the edges."""
    if letter == CAPITAL:
        return supply_units.capital_hexes(game, state)
    if letter != TOWNS:
        return game.entry_hexes.get((side, letter), 0)
    ground, own = game.ground, control.land_of(game, state, side)
    if side == AXIS:
        return (ground.cities | ground.major_cities) & own
    return ground.major_cities & routes.sources(game, state, side)


def around(game: "EastFrontSeries", hex: Hex, side: str) -> HexSet:
    """14.1.3, 14.1.4: a named hex or one next to it; the Axis comes over the edge of the map."""
    near = game.grid.disk(hex, 1) & game.playable
    return near & game.edge if side == AXIS else near


def arrives_inside(game: "EastFrontSeries", hex: Hex) -> bool:
    """6.3.5: a rail hex on the map counts as a hex off the map, next to its edge."""
    return (game.edition.entries.codes == "edges" and bool(game.ground.rail_hexes >> hex & 1)
            and not game.edge >> hex & 1)


def price(game: "EastFrontSeries", state: EfsState, unit: int, hex: Hex) -> int | None:
    """BSR.move.arrival: the edge hex is paid for, by road where a road leads off the map."""
    goes = ways.class_of(game, unit)
    found = ground_price(game, hex, goes, state.sky)
    zone = zones.enemy_zone(game, state, game.units[unit].side)
    return None if found is None else found + (zone >> hex & 1) * zone_toll(game, goes)


def ground_price(game: "EastFrontSeries", hex: Hex, goes: str, sky: str) -> int | None:
    if goes == TRAIN:
        return POINT if game.ground.rail_hexes >> hex & 1 else None
    if arrives_inside(game, hex):
        return 0
    return game.ground.entering(hex, game.edge_roads.get(hex), goes, sky)


def zone_toll(game: "EastFrontSeries", goes: str) -> int:
    """What an enemy zone adds, but not for trains (13.3.1)."""
    return 0 if goes == TRAIN else game.ground.extra("zone")


def by_price(game: "EastFrontSeries", hexes: HexSet, goes: str,
             sky: str) -> tuple[tuple[int | None, HexSet], ...]:
    """The hexes of each price, zones left out."""
    found: dict[int | None, HexSet] = {}
    for hex in bits(hexes):
        cost = ground_price(game, hex, goes, sky)
        found[cost] = found.get(cost, 0) | 1 << hex
    return tuple(found.items())


def closed_ground(game: "EastFrontSeries", state: EfsState, unit: int, hexes: HexSet) -> HexSet:
    """Those of the hexes that the counter cannot enter whatever it has."""
    prices = game.by_entry_price(hexes, ways.class_of(game, unit), state.sky)
    return next((those for cost, those in prices if cost is None), 0)


def too_dear(game: "EastFrontSeries", state: EfsState, unit: int, hexes: HexSet,
             has: int) -> HexSet:
    """Those of the hexes that so many points do not pay for."""
    goes, found = ways.class_of(game, unit), 0
    zone = zones.enemy_zone(game, state, game.units[unit].side)
    for cost, those in game.by_entry_price(hexes, goes, state.sky):
        if cost is None:
            continue
        if cost > has:
            found |= those
        elif cost + zone_toll(game, goes) > has:
            found |= those & zone
    return found


def walk_in(game: "EastFrontSeries", state: EfsState, units: int, manner: str) -> int:
    """Those of the units that find an open hex; counters that are alike find the same."""
    alike: dict[tuple[object, ...], int] = {}
    for unit in bits(units):
        kind = (game.owner(unit), game.entry_of.get(unit), ways.class_of(game, unit),
                game.weights[unit], ways.allowance(game, state, unit, manner),
                supply_queue.comes_by_rail(game, 1 << unit) and state.steps[unit])
        alike[kind] = alike.get(kind, 0) | 1 << unit
    found = 0
    for those in alike.values():
        one = those & -those
        if _open(game, state, one, manner) or (
                supply_queue.comes_by_rail(game, one)
                and supply_queue.stops(game, state, one).mask):
            found |= those
    return found


def _open(game: "EastFrontSeries", state: EfsState, group: int, manner: str) -> HexSet:
    return entry_choices(game, state, group, manner).mask


def entry_choices(game: "EastFrontSeries", state: EfsState, group: int, manner: str) -> Among:
    first = next(bits(group))
    side = game.units[first].side
    if supply_queue.comes_by_rail(game, group):
        return Among(0, Layer("supply-by-rail", "queue.rail", game.grid.all))
    hexes = entry_hexes(game, state, first)
    has = ways.group_allowance(game, state, group, manner)
    lies = game.immobile >> first & 1
    closed = 0 if lies else closed_ground(game, state, first, hexes)
    dear = 0 if lies else too_dear(game, state, first, hexes, has)
    return Among(
        hexes,
        Layer("enemy-there", "7.1.5", state.occupied(game, enemy_of(side))),
        Layer("ground-closed", "7.3.1", closed),
        Layer("exit-of-the-axis", "exits.axis", exits.closed_to(game, state, side)),
        Layer("entry-too-dear", "14.1.2", dear, args=(("has", as_points(has)),)),
        Layer("stack-full", "3.2.1", stacking.full_for(game, state, group, hexes)),
        outside=("not-entry-hex", "14.1"),
    )


class ChooseEntry(Ask, frozen=True):
    """Where the group enters, and with whom."""

    group: UnitSet
    manner: Word

    rule = "14.1"
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return state.side

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        offers: dict[str, Choices] = {
            "at": entry_choices(game, state, self.group, self.manner),
            "with": self._companions(game, state)}
        if self.manner == ways.MOVEMENT:
            offers["rail"] = supply_queue.stops(game, state, self.group) \
                if supply_queue.comes_by_rail(game, self.group) \
                else rail.arrival_choices(game, state, self.group, self._hexes(game, state))
            offers["lift"] = air_transport.lift_choices(game, state, self.group)
        return offers

    def _hexes(self, game: "EastFrontSeries", state: EfsState) -> HexSet:
        return entry_hexes(game, state, next(bits(self.group)))

    def _companions(self, game: "EastFrontSeries", state: EfsState) -> Among:
        """Others due at the same entry that move on the same graph."""
        first = next(bits(self.group))
        goes, code = ways.class_of(game, first), game.entry_of.get(first, "")
        single = enter_choices(game, state, self.manner)
        other = pack(unit for unit in bits(single.mask) if ways.class_of(game, unit) != goes)
        elsewhere = pack(unit for unit in bits(single.mask)
                         if game.entry_of.get(unit, "") != code)
        crowd = pack(unit for unit in bits(single.mask & ~other & ~elsewhere & ~self.group)
                     if not _open(game, state, self.group | 1 << unit, self.manner))
        return Among(
            game.everybody, *single.layers,
            Layer("in-the-group", "7.1.3", self.group),
            Layer("another-class", "7.1.3", other),
            Layer("another-entry", "14.1", elsewhere),
            Layer("no-entry-together", "14.1.2", crowd),
        )

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "with":
            state.push(replace(self, group=self.group | 1 << arg))
        elif kind == "rail" and supply_queue.comes_by_rail(game, self.group):
            rail.go(game, state, self.group, supply_queue.way(game, state, self.group, arg))
        elif kind == "rail":
            rail.arrive(game, state, self.group, self._hexes(game, state), arg)
        elif kind == "lift":
            air_transport.lift(game, state, self.group, arg)
        else:
            self._march_in(game, state, arg)

    def _march_in(self, game: "EastFrontSeries", state: EfsState, arg: Hex) -> None:
        from grognard.rules.efs.movers import ChooseWay, go_on

        first = next(bits(self.group))
        cost = price(game, state, first, arg) or 0
        units = tuple(bits(self.group))
        state.tell(Event("enters", "14.1", {"units": units, "to": arg}, hexes=(arg,), units=units))
        for unit in units:
            state.set_supply(unit, GENERAL)  # 14.1.8
            state.place(game, unit, arg)
            if game.entry_of.get(unit) == GARRISON or game.comes_bound >> unit & 1:
                state.garrison |= 1 << unit  # 14.1.4.e, agn:14.4.h
        control.settle(game, state)
        zone = zones.enemy_zone(game, state, self.side(game, state))
        held = overrun.IN_ZONE if zone >> arg & 1 else overrun.FREE  # BSR.zoc.arrival
        if not game.immobile >> first & 1:
            go_on(game, state, ChooseWay(self.group, self.manner, cost, held, arrived=True))
