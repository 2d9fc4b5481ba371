"""Section 9.5: retreats.

A stack may go together or by groups (9.5.5.A): ``retreat 151G along 162G done``, then the hexes
of the way one by one: ``back 2527``. The order of 9.5.C decides which ways are open: passable
ground, full length, fewest enemy zones, an end in supply.
"""

from collections.abc import Iterator
from functools import reduce
from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.steps import Ask, Do
from grognard.hexes import Hex, HexSet, bits
from grognard.rules.narva import stacking, supply, zones
from grognard.rules.narva.headquarters import overrun
from grognard.rules.narva.losses import LoseSteps, eliminate, living
from grognard.rules.narva.movement import forbidden
from grognard.rules.narva.state import NarvaState

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva

Way = tuple[Hex, ...]


class RetreatFrom(Do, frozen=True):
    """The units of one hex that must go back so many hexes."""

    hex: Hex
    units: int
    hexes: int
    by_attack: bool

    rule = "9.5.A"

    def run(self, game: "Narva", state: NarvaState) -> None:
        fighting = state.units_in(1 << self.hex, self.units & ~game.hqs)
        if self.hexes and fighting:
            state.pinned &= ~self.units  # 2.5.1.3.C
            state.push(ChooseRetreaters(self.hex, self.units, self.hexes, self.by_attack))


def hq_in(game: "Narva", state: NarvaState, hex: Hex) -> int:
    return sum(1 << unit for unit in state.units_at(hex) if game.hqs >> unit & 1)


class ChooseRetreaters(Ask, frozen=True):
    """Who goes first, and who goes along; the rest of the stack goes after them."""

    hex: Hex
    units: int
    hexes: int
    by_attack: bool
    group: int = 0

    rule = "9.5.5.A"

    def side(self, game: "Narva", state: NarvaState) -> str:
        return game.owner(next(bits(self.units)))

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        everybody = (1 << len(game.units)) - 1
        waiting = self._waiting(game, state)
        layers = (
            Layer("need-not-retreat", "9.5.D", everybody & ~(waiting | self.group | self._hqs(
                game, state))),
            Layer("in-the-group", "9.5.5.A", self.group),
        )
        if not self.group:
            follows = Layer("headquarters-follows", "11.1.1", game.hqs)
            return {"retreat": Among(everybody, *layers, follows)}
        offers: dict[str, Choices] = {"along": Among(everybody, *layers)}
        if not self._must_wait_for_hq(game, state):
            offers["done"] = ALWAYS
        return offers

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "done":
            self._leave(game, state)
            return
        grown = ChooseRetreaters(self.hex, self.units, self.hexes, self.by_attack,
                                 self.group | 1 << arg)
        if grown._waiting(game, state) or grown._hqs(game, state):
            state.push(grown)
        else:
            grown._leave(game, state)

    def _waiting(self, game: "Narva", state: NarvaState) -> int:
        """Combat units that have still to go."""
        return state.units_in(1 << self.hex, self.units & ~game.hqs & ~self.group)

    def _hqs(self, game: "Narva", state: NarvaState) -> int:
        return hq_in(game, state, self.hex) & ~self.group

    def _must_wait_for_hq(self, game: "Narva", state: NarvaState) -> bool:
        """11.1.1: the headquarters goes with the last of its stack unless somebody stays."""
        stays = state.units_in(1 << self.hex, ~self.units & (1 << len(game.units)) - 1 & ~game.hqs)
        last = not self._waiting(game, state)
        return bool(last and not stays and self._hqs(game, state))

    def _leave(self, game: "Narva", state: NarvaState) -> None:
        state.push(WalkBack(self.group, self.hex, self.hexes, self.by_attack),
                   RetreatFrom(self.hex, self.units & ~self.group, self.hexes, self.by_attack))


class WalkBack(Do, frozen=True):
    """One group on its way, hex by hex; ``way`` is what it has walked."""

    group: int
    origin: Hex
    hexes: int
    by_attack: bool
    way: Way = ()

    rule = "9.5.2.A"

    def run(self, game: "Narva", state: NarvaState) -> None:
        group = state.on_map(self.group)
        if not living(game, state, group):
            return
        if len(self.way) < max(map(len, self.open_ways(game, state, group))):
            state.push(ChooseHexBack(group, self.origin, self.hexes, self.by_attack, self.way))
            return
        missing = self.hexes - len(self.way)
        state.push(
            LoseSteps(group, missing, self.by_attack, strongest=False, cause="9.5.2.C"),
            SettleRetreat(group, self.origin),
        )

    def open_ways(self, game: "Narva", state: NarvaState, group: int) -> list[Way]:
        return open_ways(game, state, group, self.origin, self.hexes, self.way)


def open_ways(
    game: "Narva", state: NarvaState, group: int, origin: Hex, hexes: int, walked: Way
) -> list[Way]:
    """The ways left by 9.5.C, in its order; always at least the one that stays put."""
    side = game.owner(next(bits(group)))
    zone = zones.enemy_zone(game, state, side)
    ways = list(_ways(game, state, group, origin, hexes, walked))
    longest = max(map(len, ways))
    ways = [way for way in ways if len(way) == longest]
    fewest = min(_in_zone(zone, way) for way in ways)
    ways = [way for way in ways if _in_zone(zone, way) == fewest]
    lines = supply.suppliable(game, state, side)
    fed = [way for way in ways if way and lines >> way[-1] & 1]
    return fed or ways


def _in_zone(zone: HexSet, way: Way) -> int:
    return sum(zone >> hex & 1 for hex in way)


def _ways(
    game: "Narva", state: NarvaState, group: int, origin: Hex, hexes: int, walked: Way
) -> Iterator[Way]:
    """Every way on passable ground, each hex farther from the origin (9.5.1.A, 9.5.2.B)."""
    yield walked
    if len(walked) == hexes:
        return
    here = walked[-1] if walked else origin
    farther = game.grid.ring(origin, len(walked) + 1)
    for hex in bits(enterable(game, state, group, here) & farther):
        yield from _ways(game, state, group, origin, hexes, (*walked, hex))


def enterable(game: "Narva", state: NarvaState, group: int, here: Hex) -> HexSet:
    """Neighbours that every unit of the group may enter."""
    masks = [_enterable(game, state, unit, here) for unit in bits(group)]
    return reduce(int.__and__, masks)


def _enterable(game: "Narva", state: NarvaState, unit: int, here: Hex) -> HexSet:
    near = game.ground.after_combat[game.going(state, unit)][here]
    for layer in forbidden(game, state, unit):
        near &= ~layer.bars
    return near


class ChooseHexBack(Ask, frozen=True):
    group: int
    origin: Hex
    hexes: int
    by_attack: bool
    way: Way

    rule = "9.5.2.A"
    continues = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return game.owner(next(bits(self.group)))

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        return {"back": self._hexes(game, state)}

    def _hexes(self, game: "Narva", state: NarvaState) -> Among:
        here = self.way[-1] if self.way else self.origin
        at = len(self.way)
        near = game.grid.spread(1 << here)
        passable = enterable(game, state, self.group, here)
        every = list(_ways(game, state, self.group, self.origin, self.hexes, self.way))
        most = max(map(len, every))
        full = _next({way for way in every if len(way) == most}, at)
        ways = open_ways(game, state, self.group, self.origin, self.hexes, self.way)
        best = _next(set(ways), at)
        zone = zones.enemy_zone(game, state, self.side(game, state))
        return Among(
            near,
            Layer("impassable", "9.5.1.A", near & ~passable),
            Layer("not-farther", "9.5.2.B", near & ~game.grid.ring(self.origin, at + 1)),
            Layer("retreat-too-short", "9.5.2.C", near & ~full),
            Layer("retreat-into-zone", "9.5.3.B", near & ~best & zone),
            Layer("retreat-out-of-supply", "9.5.4.A", near & ~best),
            outside=("not-adjacent-hex", "9.5.2.B"),
        )

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        zone = zones.enemy_zone(game, state, self.side(game, state))
        march_back(game, state, self.group, arg)
        walk = WalkBack(self.group, self.origin, self.hexes, self.by_attack, (*self.way, arg))
        cost = zone >> arg & 1  # 9.5.3.C, D: one step of the strongest for the whole stack
        state.push(LoseSteps(self.group, cost, self.by_attack, cause="9.5.3.D"), walk)


def _next(ways: set[Way], at: int) -> HexSet:
    found = 0
    for way in ways:
        if len(way) > at:
            found |= 1 << way[at]
    return found


def march_back(game: "Narva", state: NarvaState, group: int, hex: Hex) -> None:
    for unit in bits(group):
        start = state.at[unit]
        if not game.hqs >> unit & 1:
            overrun(game, state, unit, hex)
        state.place(game, unit, hex)
        state.tell(Event("retreats", "9.5.A", {"unit": unit, "to": hex}, hexes=(start, hex),
                         units=(unit,)))


# -- over the stacking limit (7.2.B, C; 9.5.5.B, C) --------------------------------------------


class SettleRetreat(Do, frozen=True):
    """A unit over the limit where the retreat ends goes one hex more, or is eliminated."""

    group: int
    origin: Hex

    rule = "9.5.5.B"

    def run(self, game: "Narva", state: NarvaState) -> None:
        crowded = over_limit(game, state, state.on_map(self.group))
        if crowded:
            state.push(ChooseOneMore(crowded, self.group, self.origin))


def over_limit(game: "Narva", state: NarvaState, group: int) -> int:
    """Units of the group of a sort that their hex has too many of."""
    found = 0
    for unit in bits(group):
        sorts = stacking.overstacked(game, state, state.at[unit])
        if stacking.sort_of(game, unit) in sorts:
            found |= 1 << unit
    return found


class ChooseOneMore(Ask, frozen=True):
    """The owner picks which retreating unit goes on."""

    crowded: int
    group: int
    origin: Hex

    rule = "7.2.B"

    def side(self, game: "Narva", state: NarvaState) -> str:
        return game.owner(next(bits(self.crowded)))

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        everybody = (1 << len(game.units)) - 1
        return {"retreat": Among(everybody,
                                 Layer("not-crowded-out", "7.2.B", everybody & ~self.crowded))}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if one_more(game, state, arg, self.origin):
            state.push(ChooseOneHexMore(arg, self.origin), SettleRetreat(self.group, self.origin))
            return
        state.tell(Event("crowded-out", "7.2.B", {"unit": arg}, hexes=(state.at[arg],)))
        eliminate(game, state, arg)
        state.push(SettleRetreat(self.group & ~(1 << arg), self.origin))


def one_more(game: "Narva", state: NarvaState, unit: int, origin: Hex) -> HexSet:
    """Hexes for the one extra hex: farther off, room in it, no zone if that can be."""
    here = state.at[unit]
    farther = game.grid.ring(origin, game.grid.distance(origin, here) + 1)
    hexes = enterable(game, state, 1 << unit, here) & farther & ~stacking.full(game, state, unit)
    calm = hexes & ~zones.enemy_zone(game, state, game.owner(unit))
    return calm or hexes


class ChooseOneHexMore(Ask, frozen=True):
    unit: int
    origin: Hex

    rule = "7.2.B"
    continues = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return game.owner(self.unit)

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        near = game.grid.spread(1 << state.at[self.unit])
        open_hexes = one_more(game, state, self.unit, self.origin)
        passable = enterable(game, state, 1 << self.unit, state.at[self.unit])
        return {"back": Among(
            near,
            Layer("impassable", "9.5.1.A", near & ~passable),
            stacking.layer(game, state, self.unit),
            Layer("not-farther", "7.2.B", near & ~open_hexes),
            outside=("not-adjacent-hex", "7.2.B"),
        )}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        zone = zones.enemy_zone(game, state, game.owner(self.unit))
        march_back(game, state, 1 << self.unit, arg)
        state.push(LoseSteps(1 << self.unit, zone >> arg & 1, by_attack=False, cause="9.5.3.D"))
