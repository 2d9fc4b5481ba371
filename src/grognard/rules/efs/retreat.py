"""8.6: retreats. A way back leads farther from the combat with every hex.

``ways_back`` tells all ways that a group may take; overruns use it too (7.8.3.f). The whole stack
goes together unless somebody is split off.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from grognard.core.chance import Dice, Outcome
from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer, Reason
from grognard.core.visibility import Flag, Number, UnitSet, Word
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import control, exits, stacking, ways, zones
from grognard.rules.efs.inset import battalions
from grognard.rules.efs.losses import Lose, remove
from grognard.rules.efs.state import CADRE, ELIMINATED, EfsState
from grognard.rules.efs.steps import Ask, Do, Roll
from grognard.rules.efs.words import AXIS, BOAT, GUN, SIEGE, TRAIN, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

Way: TypeAlias = tuple[Hex, ...]
"""The hexes of a retreat, the start left out."""

PLAIN, EXTENDED = 2, 3
"""Hexes of a retreat (8.6), and of one that was ordered (8.7.2)."""
LUCK = {"axis": 5, "soviet": 3}
"""Highest die that brings a stack through an enemy zone (8.6.3.a)."""
WOODS = -2


# -- which ways are open -----------------------------------------------------------------------


def ways_back(game: "EastFrontSeries", state: EfsState, group: int, hex: Hex, steps: int = PLAIN,
              calm: bool = False) -> list[Way]:
    """All ways of a group out of a hex; with ``calm`` none that touches an enemy zone.

    Ways that end with room come first; if there is none, ways one hex longer (8.6.4); if there
    is none either, the group is lost.
    """
    near = [way for way in _ways(game, state, group, hex, steps, calm)
            if _has_room(game, state, group, way[-1])]
    if near:
        return near
    return [way for way in _ways(game, state, group, hex, steps + 1, calm)
            if _has_room(game, state, group, way[-1])]


def _ways(game: "EastFrontSeries", state: EfsState, group: int, hex: Hex, steps: int,
          calm: bool, way: Way = ()) -> Iterator[Way]:
    """Ways whose k-th hex lies k from the start; at most one of them in a zone (8.6.1)."""
    if len(way) == steps:
        yield way
        return
    here = way[-1] if way else hex
    farther = game.grid.ring(hex, len(way) + 1)
    zone = risky(game, state, group)
    used = calm or any(zone >> old & 1 for old in way)
    for ahead in bits(enterable(game, state, group, here) & farther & (~zone if used else ~0)):
        yield from _ways(game, state, group, hex, steps, calm, (*way, ahead))


def risky(game: "EastFrontSeries", state: EfsState, group: int) -> HexSet:
    """8.6.2: hexes in enemy zones where no friendly combat unit stands."""
    side = game.owner(next(bits(group)))
    friends = state.look_up(game.combat_units[side] & ~group)
    return zones.enemy_zone(game, state, side) & ~friends


def enterable(game: "EastFrontSeries", state: EfsState, group: int, here: Hex) -> HexSet:
    """Neighbours that every unit of the group could go to (8.6.1)."""
    if group & game.harbour_bound:
        return 0
    side = game.owner(next(bits(group)))
    found = game.grid.spread(1 << here) & ~(1 << here) & game.playable
    found &= ~state.occupied(game, enemy_of(side))
    if group & game.boats:  # agn:8.8.1.e: boats give way to ships
        found &= ~state.hexes_of(game.units_of[enemy_of(side)])
    for layer in game.fences(state, group):
        found &= ~layer.bars
    return pack([hex for hex in bits(found)
                 if all(passes(game, state, unit, here, hex) for unit in bits(group))])


def passes(game: "EastFrontSeries", state: EfsState, unit: int, here: Hex, hex: Hex) -> bool:
    """Whether the ground lets the unit step over, if need be with all its points (8.6.1).

    An armoured train keeps to its rails (13.3.3).
    """
    goes, side = ways.class_of(game, unit), game.grid.hexside(here, hex)
    if goes == TRAIN:
        return side in game.ground.rails
    if goes == BOAT:
        return game.waters.graph("boats").price(here, hex) is not None
    bridges = frozenset(state.bridges.values())
    if game.ground.step_cost(here, hex, side, goes, state.sky, bridges) is not None:
        return True
    weather = game.ground.weather_in(hex, state.sky)
    return (goes not in (GUN, SIEGE)
            and game.ground.needs_everything(side, goes, weather, bridges)
            and game.ground.off_road(hex, side, goes, weather) is not None)


def _has_room(game: "EastFrontSeries", state: EfsState, group: int, hex: Hex) -> bool:
    return stacking.fits(game, state, group, hex)


def leaves_map(game: "EastFrontSeries", state: EfsState, group: int, hex: Hex, steps: int) -> bool:
    """7.1.6/2: whether the edge of the map cut the retreat short."""
    reached, seen = 1 << hex, 1 << hex
    for _ in range(steps):
        if any(_at_edge(game, here) for here in bits(reached)):
            return True
        ahead = 0
        for here in bits(reached):
            ahead |= enterable(game, state, group, here)
        reached = ahead & ~seen
        seen |= reached
    return False


def _at_edge(game: "EastFrontSeries", hex: Hex) -> bool:
    near = game.grid.neighbours(hex)
    return len(near) < 6 or any(not game.playable >> other & 1 for other in near)


# -- a stack goes back -------------------------------------------------------------------------


class Retreat(Do, frozen=True):
    """Units of one hex that must go; ``by`` moves them: their owner, or the enemy (8.7.2)."""

    units: UnitSet
    hex: Hex
    by: Word
    steps: Number = PLAIN
    calm: Flag = False
    """No enemy zone may be entered: extended retreats and overruns."""

    rule = "8.6"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        there = self.units & state.set_at(self.hex)
        there = self._without_baggage(game, state, there)
        lost = [unit for unit in bits(there) if not ways_back(
            game, state, 1 << unit, self.hex, self.steps, self.calm)]
        for unit in lost:
            if game.rows.exit and exits.retreats_off(game, state, 1 << unit):
                exits.leave(game, state, 1 << unit)
            else:
                self._no_way(game, state, unit)
        left = there & ~pack(lost)
        if lost:
            control.settle(game, state)
            state.push(self)
        elif left:
            state.push(ChooseRetreat(left, self.hex, self.by, self.steps, self.calm),
                       self)

    def _without_baggage(self, game: "EastFrontSeries", state: EfsState, there: int) -> int:
        """8.6.5: bridges and depots do not retreat; supply on wheels does."""
        fixed = pack([unit for unit in bits(there & game.supplies) if state.steps[unit] > 1])
        for unit in bits(there & game.bridge_units | fixed):
            remove(game, state, unit, ELIMINATED, "8.6.5")
        return there & ~game.bridge_units & ~fixed

    def _no_way(self, game: "EastFrontSeries", state: EfsState, unit: int) -> None:
        """8.6/2; who is driven off the map can be built up again (7.1.6/2)."""
        off = leaves_map(game, state, 1 << unit, self.hex, self.steps)
        rule = "7.1.6/2" if off else "8.7.2/2" if self.calm else "8.6/2"
        remove(game, state, unit, CADRE if off else ELIMINATED, rule)


class ChooseRetreat(Ask, frozen=True):
    """Hex by hex; as long as nobody has moved, somebody may be split off to go alone."""

    group: UnitSet
    hex: Hex
    by: Word
    steps: Number
    calm: Flag
    way: Way = ()

    rule = "8.6"
    follows = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return self.by

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        offers: dict[str, Choices] = {"back": self._back(game, state)}
        if not self.way and game.rows.exit and exits.retreats_off(game, state, self.group):
            offers["exit"] = ALWAYS
        if not self.way and self.group.bit_count() > 1:
            offers["split"] = Among(self.group, outside=("not-in-the-group", "8.6"))
        return offers

    def _ways(self, game: "EastFrontSeries", state: EfsState) -> list[Way]:
        every = ways_back(game, state, self.group, self.hex, self.steps, self.calm)
        return [way for way in every if way[:len(self.way)] == self.way]

    def _back(self, game: "EastFrontSeries", state: EfsState) -> Among:
        at, here = len(self.way), self.way[-1] if self.way else self.hex
        found = pack({way[at] for way in self._ways(game, state)})
        near = game.grid.spread(1 << here) & ~(1 << here)
        side = game.owner(next(bits(self.group)))
        enemies = near & state.occupied(game, enemy_of(side))
        passable = enterable(game, state, self.group, here)
        farther = passable & game.grid.ring(self.hex, at + 1)
        zone = farther & self._shut_zones(game, state)
        return Among(
            near,
            Layer("out-of-play", "7.1.6", near & ~game.playable),
            Layer("enemy-there", "8.6.1", enemies),
            *game.fences(state, self.group),
            Layer("ground-closed", "8.6.1", near & ~passable),
            Layer("not-farther", "8.6.3.b", passable & ~farther),
            Layer("retreat-into-zone", "8.7.2/2" if self.calm else "8.6.1", zone & ~found),
            Layer("no-room-at-the-end", "8.6.4", farther & ~zone & ~found),
            outside=("not-adjacent-hex", "8.6"),
        )

    def _shut_zones(self, game: "EastFrontSeries", state: EfsState) -> HexSet:
        """8.6.1: zones are closed to who keeps calm, and to who has come through one."""
        zone = risky(game, state, self.group)
        return zone if self.calm or any(zone >> old & 1 for old in self.way) else 0

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "split":
            state.push(replace(self, group=self.group & ~(1 << arg)))
            return
        if kind == "exit":
            exits.leave(game, state, self.group)
            return
        going = replace(self, way=(*self.way, arg))
        if any(len(way) > len(going.way) for way in going._ways(game, state)):
            state.push(going)
        else:
            going._arrive(game, state)

    def _arrive(self, game: "EastFrontSeries", state: EfsState) -> None:
        """At the end of the way the zone takes its toll (8.6.3.a)."""
        zone = risky(game, state, self.group)
        risk = any(zone >> hex & 1 for hex in self.way)
        units = tuple(bits(self.group))
        state.tell(Event("retreats", "8.6", {
            "units": units, "from": self.hex, "to": self.way[-1], "side": self.by},
            hexes=(self.hex, *self.way), units=units))
        woods = any(game.ground.woods >> hex & 1 for hex in self.way)
        control.walk(game, state, self.group, (self.hex, *self.way))
        if risk:
            state.push(ZoneRoll(battalions.stand_in(game, state, self.group), woods))

    def absent(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> Reason:
        if kind == "exit":
            return Reason("no-exit-here", "7.1.6", hexes=(self.hex,))
        if kind == "split":
            return Reason("on-its-way" if self.way else "goes-alone", "8.6")
        return super().absent(game, state, kind, arg)

    def asked_about(self) -> dict[str, object]:
        return {"hex": self.hex, "steps": self.steps, "units": tuple(bits(self.group))}


class ZoneRoll(Roll, frozen=True):
    """8.6.3: a stack that slips through an enemy zone loses a step, or is scattered."""

    group: UnitSet
    woods: Flag

    rule = "8.6.3.a"

    def chance(self, game: "EastFrontSeries", state: EfsState) -> Dice:
        return Dice(1, 10)

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return game.owner(next(bits(self.group)))

    def reading(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> str:
        row = outcome[0] + (WOODS if self.woods else 0)
        return "through" if row <= LUCK[self.side(game, state)] else "scattered"

    def take(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> None:
        side = self.side(game, state)
        rule = "8.6.3.a.1" if side == AXIS else "8.6.3.a.2"
        read, units = self.reading(game, state, outcome), tuple(bits(self.group))
        die = WOODS if self.woods else 0
        state.tell(Event(f"zone-{read}", rule, {"units": units, "die": outcome[0], "more": die,
                                                "row": outcome[0] + die}, units=units))
        if read == "through":
            state.push(Lose(self.group, 1, cause="8.6.3.a"))
            return
        for unit in units:
            remove(game, state, unit, CADRE, rule)
        control.settle(game, state)
