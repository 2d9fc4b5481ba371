"""8.5: landings and those who follow on.

``land A4310 embark 151/61 embark 162/61 ashore`` puts a force onto an empty coast, ``before A4311``
into a sea hex next to an enemy: then it must attack. ``follow 2DD at A4310`` brings more on later
turns.
"""

from collections.abc import Iterator
from functools import reduce
from operator import and_, or_
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.reach import reach
from grognard.core.rulings import Layer, Reason
from grognard.core.visibility import UnitId, UnitSet
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import control, garrisons, limits, stacking, zones
from grognard.rules.efs.naval import islands, ports
from grognard.rules.efs.naval.coastal import CoastalFire
from grognard.rules.efs.naval.havens import enemies, off_limits
from grognard.rules.efs.retreat import ways_back
from grognard.rules.efs.sea_rows import Lift
from grognard.rules.efs.state import ELIMINATED, GENERAL, EfsState
from grognard.rules.efs.steps import Ask, Do
from grognard.rules.efs.words import AXIS, ON_FOOT, SOVIET, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

ASSAULT_TYPES = ON_FOOT | {"engineer"}
"""8.5.2.a: what the Axis may land, on foot."""
LIFT_RULES = {AXIS: "sea:5.2.b/axis", SOVIET: "sea:5.2.b/soviet"}
TYPE_RULES = {AXIS: "sea:5.2.a/axis", SOVIET: "sea:5.2.a/soviet"}
LANDINGS, LIFTED, FOLLOWED = "landings", "lifted", "followed"
"""Used this turn, in the points of the state."""


# -- who lands from where ------------------------------------------------------------------------


def lift(game: "EastFrontSeries", state: EfsState, side: str) -> Lift | None:
    """8.5.2.b: what the scenario allows on this turn."""
    assert game.rows.sea is not None
    return next((row for row in game.rows.sea.lift if row.side == side
                 and row.first_turn <= state.turn <= row.last_turn), None)


def departures(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """8.5.1.b: ports; to the Soviets houses on the lakes are such too (8.5.2.h)."""
    found = ports.friendly(game, state, side)
    if side == SOVIET:
        found |= game.waters.lake_ports & control.land_of(game, state, side)
    return found


def marines(game: "EastFrontSeries", side: str) -> int:
    """8.5.2.a: Axis infantry on foot, Soviet naval infantry."""
    if side == SOVIET:
        return game.with_trait("naval_infantry") & game.units_of[SOVIET]
    return pack(number for number, unit in enumerate(game.units) if unit.side == AXIS
                and unit.type in ASSAULT_TYPES and game.capability[number].goes == "foot")


def reached(game: "EastFrontSeries", state: EfsState, port: Hex, side: str) -> dict[Hex, int]:
    """8.5.1.b: hexes by their way over sea and coast from a port, enemies in the way left out."""
    graph = game.waters.graph("lakes" if side == SOVIET else "sea")
    foes = Layer("enemy-there", "sea:5.1.b", enemies(game, state, side))
    found = reach(graph, port, game.charts.naval.landing_reach,
                  barred=(foes, *off_limits(game, state, side)))
    return dict(found)


def open_water(game: "EastFrontSeries", side: str) -> HexSet:
    """Hexes where a force may lie before a coast."""
    return game.waters.sea | (game.waters.lakes if side == SOVIET else 0)


def goals(game: "EastFrontSeries", state: EfsState, port: Hex, side: str) -> HexSet:
    """Coasts in reach of a port: free ones, and those held by enemies behind a sea hex."""
    found = reached(game, state, port, side)
    coasts = game.waters.coasts(side)
    near = pack(hex for hex, way in found.items() if way < game.charts.naval.landing_reach)
    held = state.occupied(game, enemy_of(side))
    return pack(found) & coasts | game.grid.spread(near & open_water(game, side)) & held & coasts


def waiting(game: "EastFrontSeries", state: EfsState, side: str) -> int:
    """Units in a port that may go aboard."""
    units = marines(game, side) & ~state.sea.landed & ~garrisons.stays(game, state)
    return state.units_in(departures(game, state, side), units & ~state.marked)


# -- targets -------------------------------------------------------------------------------------


def target_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    """Where a landing may go."""
    side, every = state.side, game.grid.all
    row = lift(game, state, side)
    ashore = state.hexes_of(game.combat_units[AXIS] & ~game.boats) if side == AXIS else 0
    coasts = game.waters.coasts(side)
    return Among(
        every,
        *off_limits(game, state, side),
        Layer("storm-at-sea", "sea:5.1.c", every if state.storm else 0),
        Layer("no-landing-now", LIFT_RULES[side], every if row is None else 0),
        Layer("two-landings", "sea:5.2.d", every if _no_more(game, state, side) else 0),
        Layer("not-on-the-coast", "sea:5.2.c", every & ~coasts),
        Layer("friends-there", "sea:5.2.c", ashore),
        *islands.unpaid(game, state, side),
        Layer("nobody-to-land", "sea:5.1.b", every & ~_goals(game, state, side)),
    )


def _no_more(game: "EastFrontSeries", state: EfsState, side: str) -> bool:
    return side == AXIS and state.points.get(LANDINGS, 0) >= game.charts.naval.landings


def _goals(game: "EastFrontSeries", state: EfsState, side: str) -> HexSet:
    """Coasts that somebody who still fits aboard can reach."""
    found = 0
    for port in bits(state.look_up(waiting(game, state, side))):
        here = [unit for unit in bits(waiting(game, state, side) & state.set_at(port))
                if fits(game, state, 1 << unit)]
        if here:
            coasts = goals(game, state, port, side)
            found |= coasts & ~reduce(and_, (fenced_off(game, state, unit) | _crowded(
                game, state, unit, coasts) for unit in here))
    return found


def _crowded(game: "EastFrontSeries", state: EfsState, unit: int, coasts: HexSet) -> HexSet:
    """Free coasts without room for the unit."""
    free = coasts & ~state.occupied(game, enemy_of(game.owner(unit)))
    return stacking.full_for(game, state, 1 << unit, free)


def fenced_off(game: "EastFrontSeries", state: EfsState, unit: int) -> HexSet:
    """14.4.k: coasts of countries that the unit does not enter."""
    return reduce(or_, (layer.bars for layer in limits.closed(game, state, 1 << unit)), 0)


def fits(game: "EastFrontSeries", state: EfsState, force: int) -> bool:
    """8.5.2.b: six stacking points or what the scenario gives; the Soviets one unit."""
    side = game.owner(next(bits(force)))
    row, used = lift(game, state, side), state.points.get(LIFTED, 0)
    if row is None:
        return False
    if side == SOVIET:
        return force.bit_count() + used <= 1
    return used + sum(game.units[unit].stacking for unit in bits(force)) <= row.points


class Landing(Ask, frozen=True):
    """Who lands on the target, and how."""

    hex: Hex
    force: UnitSet = 0

    rule = "sea:5.2.e/empty"
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return state.side

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        offers: dict[str, Choices] = {"embark": self._embark(game, state)}
        if self.force and self._held(game, state):
            offers["before"] = Among(self._roads(game, state, self.force), *off_limits(
                game, state, state.side), outside=(
                "not-before-the-target", "sea:5.2.e/occupied"))
        elif self.force:
            offers["ashore"] = ALWAYS
        return offers

    def _held(self, game: "EastFrontSeries", state: EfsState) -> bool:
        return bool(state.occupied(game, enemy_of(state.side)) >> self.hex & 1)

    def _embark(self, game: "EastFrontSeries", state: EfsState) -> Among:
        side = state.side
        own, able = game.troops[side], marines(game, side)
        here = state.units_in(departures(game, state, side), own)
        ready = waiting(game, state, side) & ~self.force
        far = pack(unit for unit in bits(ready) if not goals(
            game, state, state.at[unit], side) >> self.hex & 1 or (
            self._held(game, state) and not self._roads(game, state, self.force | 1 << unit)))
        heavy = pack(unit for unit in bits(ready) if not fits(game, state, self.force | 1 << unit))
        crowd = pack(unit for unit in bits(ready) if not self._room(game, state, unit))
        kept = pack(unit for unit in bits(ready)
                    if fenced_off(game, state, unit) >> self.hex & 1)
        return Among(
            game.everybody,
            Layer("enemy-unit", "sea:5.2.a/axis", game.units_of[enemy_of(side)]),
            Layer("not-for-landings", TYPE_RULES[side], game.units_of[side] & ~able),
            Layer("in-the-group", "sea:5.2.b/axis", self.force),
            Layer("landed-this-turn", "sea:5.2.g", state.sea.landed),
            Layer("not-in-a-port", "sea:5.1.c", own & ~here),
            Layer("cannot-go", "sea:5.1.b", own & here & ~ready),
            Layer("too-far-by-sea", "sea:5.1.b", far),
            Layer("fenced-coast", "partisans.coast", kept),
            Layer("lift-full", LIFT_RULES[side], heavy),
            Layer("stack-full", "3.2.1", crowd),
        )

    def _room(self, game: "EastFrontSeries", state: EfsState, unit: int) -> bool:
        weight = sum(game.units[one].stacking for one in bits(self.force | 1 << unit))
        taken = 0 if self._held(game, state) else stacking.points_at(game, state, self.hex)
        return weight + taken <= stacking.limit(game, self.hex)

    def _roads(self, game: "EastFrontSeries", state: EfsState, force: int) -> HexSet:
        """8.5.2.e: sea hexes next to the target that every unit reaches."""
        side = state.side
        found = game.grid.spread(1 << self.hex) & open_water(game, side)
        for port in bits(state.look_up(force)):
            found &= pack(hex for hex, way in reached(game, state, port, side).items()
                          if way < game.charts.naval.landing_reach)
        return found

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "embark":
            state.push(replace(self, force=self.force | 1 << arg))
            return
        place = self.hex if kind == "ashore" else arg
        put_ashore(game, state, self.force, place, self.hex)

    def absent(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> Reason:
        if kind in ("ashore", "before"):
            if not self.force:
                return Reason("nobody-aboard", self.rule)
            return Reason("coast-held", "sea:5.2.e/occupied", hexes=(self.hex,)) \
                if kind == "ashore" else Reason("coast-is-free", self.rule, hexes=(self.hex,))
        return super().absent(game, state, kind, arg)

    def asked_about(self) -> dict[str, object]:
        return {"hex": self.hex}


def put_ashore(game: "EastFrontSeries", state: EfsState, force: int, place: Hex,
               target: Hex) -> None:
    """8.5.2.e: onto the coast or before it; fed for the turn, and under the guns of the coast."""
    side, units = state.side, tuple(bits(force))
    _count(game, state, force)
    islands.pay(game, state, side, target)
    departed = {unit: state.at[unit] for unit in units}
    assault = dict.fromkeys(units, target) if place != target else {}
    told = "lies-off" if assault else "lands"
    state.tell(Event(told, "sea:5.2.e/occupied" if assault else "sea:5.2.e/empty", {
        "units": units, "hex": place, "target": target}, hexes=(place, target), units=units))
    for unit in units:
        state.place(game, unit, place)
        state.set_supply(unit, GENERAL)  # 8.5.1.f
    sea = state.sea
    state.at_sea(departed={**sea.departed, **departed}, assault={**sea.assault, **assault},
                 landed=sea.landed | force)
    if side == AXIS and not assault:
        beach(state, target)
    control.settle(game, state)
    escorts = state.set_at(place) & game.units_of[side] & (game.ships | game.boats)
    state.push(CoastalFire(place, force, escorts))


def _count(game: "EastFrontSeries", state: EfsState, force: int) -> None:
    weight = force.bit_count() if state.side == SOVIET else sum(
        game.units[unit].stacking for unit in bits(force))
    state.points[LIFTED] = state.points.get(LIFTED, 0) + weight
    state.points[LANDINGS] = state.points.get(LANDINGS, 0) + 1


def beach(state: EfsState, hex: Hex) -> None:
    """8.5.4.c: an Axis landing that succeeded opens its hex to others from the next turn on."""
    if hex not in state.sea.beachheads:
        state.at_sea(beachheads={**state.sea.beachheads, hex: state.turn})


# -- after the combat ----------------------------------------------------------------------------


class ReturnToPort(Do, frozen=True):
    """8.5.2.2: who is still at sea after the combats goes back; who got ashore has a beachhead."""

    rule = "sea:5.2.2/fail"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        for unit, target in sorted(state.sea.assault.items()):
            if state.at[unit] == target and game.owner(unit) == AXIS:
                beach(state, target)
            elif state.at[unit] >= 0 and state.at[unit] != target:
                go_home(game, state, unit)
        if state.sea.assault:
            state.at_sea(assault={})


def go_home(game: "EastFrontSeries", state: EfsState, unit: int) -> None:
    """To the port that it came from; if that has fallen there is nowhere to go."""
    port = state.sea.departed[unit]
    open = departures(game, state, game.owner(unit)) >> port & 1
    state.tell(Event("returns-to-port" if open else "lost-at-sea", "sea:5.2.2/fail", {
        "unit": unit, "hex": port}, hexes=(port,), units=(unit,)))
    state.place(game, unit, port if open else ELIMINATED)


class SailHome(Do, frozen=True):
    """8.5.2.1: landed units that must retreat go back to their ports."""

    units: UnitSet

    rule = "sea:5.2.1/retreat"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        for unit in bits(state.on_map(self.units)):
            go_home(game, state, unit)
        control.settle(game, state)


def leaving(game: "EastFrontSeries", state: EfsState, attackers: int) -> int:
    """8.5.2.1: landed units go by sea, unless others fought with them and there is a way back."""
    landed = attackers & pack(state.sea.departed)
    if not landed:
        return 0
    alone = not attackers & ~landed & ~game.boats
    return pack(unit for unit in bits(landed) if alone or unit in state.sea.assault
                or not ways_back(game, state, 1 << unit, state.at[unit]))


# -- follow-on landings (8.5.4) ------------------------------------------------------------------


def follow_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    """8.5.4.b: any Axis unit but super-heavy guns, from a port."""
    own = game.troops[AXIS]
    here = state.units_in(ports.friendly(game, state, AXIS), own)
    fixed = game.those(lambda unit: not unit.move) & ~game.supplies
    layers = (
        Layer("only-the-axis-follows", "sea:5.4.a", game.units_of[SOVIET]),
        Layer("too-heavy-to-land", "sea:5.4.b", game.siege_guns),
        Layer("cannot-go", "sea:5.4.b", fixed | game.bridge_units | game.boats | game.ships),
        Layer("landed-this-turn", "sea:5.4.f", state.sea.landed),
        Layer("not-in-a-port", "sea:5.1.c", own & ~here),
        Layer("storm-at-sea", "sea:5.1.c", own if state.storm else 0),
    )
    open = Among(game.everybody, *layers).mask
    heavy = pack(unit for unit in bits(open) if state.points.get(FOLLOWED, 0) + weight(
        game, unit) > game.charts.naval.follow_on)
    stuck = pack(unit for unit in bits(open & ~heavy)
                 if not len(beach_choices(game, state, unit)))
    return Among(game.everybody, *layers, Layer("lift-full", "sea:5.4.c", heavy),
                 Layer("no-beach-to-follow", "sea:5.4.e/infantry", stuck))


def weight(game: "EastFrontSeries", unit: int) -> int:
    """8.5.4.c: motorised units and guns count double."""
    return max(1, game.units[unit].stacking) * (2 if is_heavy(game, unit) else 1)


def is_heavy(game: "EastFrontSeries", unit: int) -> bool:
    return bool((game.artillery | game.wheeled) >> unit & 1)


def running(game: "EastFrontSeries", state: EfsState) -> Iterator[Hex]:
    """8.5.4.c: targets of landings that others may follow on this turn."""
    assert game.rows.sea is not None
    last = max((row.follow_on for row in game.rows.sea.lift if row.side == AXIS), default=0)
    for hex, turn in state.sea.beachheads.items():
        if turn < state.turn <= turn + last:
            yield hex


def beach_choices(game: "EastFrontSeries", state: EfsState, unit: int) -> Among:
    """8.5.4.e: infantry over the beach or into a port that was won, others only into the port."""
    beaches = pack(running(game, state))
    won = state.sea.won & ports.friendly(game, state, AXIS) if beaches else 0
    heavy = is_heavy(game, unit)
    friends = state.hexes_of(game.combat_units[AXIS] & ~game.boats)
    zone = zones.enemy_zone(game, state, AXIS)
    empty = (beaches | won) & (zone if heavy else ~0) & ~friends
    near = pack(reached(game, state, state.at[unit], AXIS))
    full = pack(hex for hex in bits(beaches | won)
                if not stacking.fits(game, state, 1 << unit, hex))
    return Among(
        beaches | won,
        Layer("guns-need-a-port", "sea:5.4.e/heavy", beaches & ~won if heavy else 0),
        Layer("nobody-holds-it", "sea:5.4.e/heavy" if heavy else "sea:5.4.e/infantry", empty),
        Layer("too-far-by-sea", "sea:5.1.b", (beaches | won) & ~near),
        Layer("stack-full", "3.2.1", full),
        *limits.closed(game, state, 1 << unit),
        outside=("no-beachhead", "sea:5.4.e/infantry"),
    )


class FollowOn(Ask, frozen=True):
    """Where it comes ashore."""

    unit: UnitId

    rule = "sea:5.4.e/infantry"
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return AXIS

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"at": beach_choices(game, state, self.unit)}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        unit = self.unit
        state.points[FOLLOWED] = state.points.get(FOLLOWED, 0) + weight(game, unit)
        state.tell(Event("follows-on", self.rule, {"unit": unit, "hex": arg}, hexes=(arg,),
                         units=(unit,)))
        state.place(game, unit, arg)
        state.set_supply(unit, GENERAL)
        state.moved |= 1 << unit
        if not game.motorised >> unit & 1:  # 8.5.4.f
            state.at_sea(landed=state.sea.landed | 1 << unit)
        control.settle(game, state)
        escorts = state.set_at(arg) & game.units_of[AXIS] & (game.ships | game.boats)
        state.push(CoastalFire(arg, 1 << unit, escorts))

    def asked_about(self) -> dict[str, object]:
        return {"unit": self.unit}
