"""Section 9.5: retreats.

A stack may go together or by groups (9.5.5.A): ``retreat 151G along 162G done``, then the hexes
of the way one by one: ``back 2527``. The order of 9.5.C decides which ways are open: passable
ground, full length, fewest enemy zones, an end in supply.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, NamedTuple

from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import Naming, Number, UnitId, UnitSet
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.narva import stacking, supply, zones
from grognard.rules.narva.data import enemy_of
from grognard.rules.narva.headquarters import closed_to, displace_alone, overrun
from grognard.rules.narva.losses import LoseSteps, eliminate, living
from grognard.rules.narva.state import NarvaState
from grognard.rules.narva.steps import Ask, Do

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva

Way = tuple[Hex, ...]


class RetreatFrom(Do, frozen=True):
    """The units of one hex that must go back so many hexes."""

    hex: Hex
    units: UnitSet
    hexes: Number
    by_attack: bool

    rule = "9.5.A"

    def run(self, game: "Narva", state: NarvaState) -> None:
        if not self.hexes:
            return
        if state.units_in(1 << self.hex, self.units & ~game.hqs):
            state.push(ChooseRetreaters(self.hex, self.units, self.hexes, self.by_attack))
        else:  # a headquarters that could not keep up with its stack (11.1.1)
            displace_alone(game, state, self.hex)


Stack = tuple[Hex, int, int]
Stacks = Annotated[tuple[Stack, ...], Naming(lambda stacks: sum(units for _, units, _ in stacks))]
"""A hex, those of its units that must go, and how far."""


class AttackersRetreat(Do, frozen=True):
    """9.5.A: attackers go back from several hexes in the order that their player likes."""

    stacks: Stacks

    rule = "9.5.A"

    def run(self, game: "Narva", state: NarvaState) -> None:
        left = tuple(stack for stack in self.stacks if _still_there(game, state, stack))
        if len(left) == 1:
            state.push(RetreatFrom(*left[0], by_attack=True))
        elif left:
            state.push(ChooseStack(left))


def _still_there(game: "Narva", state: NarvaState, stack: Stack) -> int:
    hex, units, hexes = stack
    return state.units_in(1 << hex, units & ~game.hqs) if hexes else 0


class ChooseStack(Ask, frozen=True):
    """Whoever is named goes first; his stack goes with or after him."""

    stacks: Stacks

    rule = "9.5.A"
    follows = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return game.owner(next(bits(self.stacks[0][1])))

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        asked = sum(_still_there(game, state, stack) for stack in self.stacks)
        hqs = sum(hq_in(game, state, hex) for hex, _, _ in self.stacks)
        return {"retreat": Among(
            game.everybody,
            Layer("headquarters-follows", "11.1.1", hqs),
            Layer("need-not-retreat", "9.5.D", game.everybody & ~asked),
        )}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        stack = next(stack for stack in self.stacks if stack[1] >> arg & 1)
        state.push(AttackersRetreat(tuple(other for other in self.stacks if other != stack)))
        ChooseRetreaters(*stack, by_attack=True).take(game, state, kind, arg)


def hq_in(game: "Narva", state: NarvaState, hex: Hex) -> int:
    return sum(1 << unit for unit in state.units_at(hex) if game.hqs >> unit & 1)


class ChooseRetreaters(Ask, frozen=True):
    """Who goes first, and who goes along; the rest of the stack goes after them."""

    hex: Hex
    units: UnitSet
    hexes: Number
    by_attack: bool
    group: UnitSet = 0

    rule = "9.5.5.A"
    follows = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return game.owner(next(bits(self.units)))

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        concerned = self._waiting(game, state) | self._hqs(game, state)
        layers = (
            Layer("in-the-group", "9.5.5.A", self.group),
            Layer("need-not-retreat", "9.5.D", game.everybody & ~concerned & ~self.group),
        )
        if not self.group:
            follows = Layer("headquarters-follows", "11.1.1", concerned & game.hqs)
            return {"retreat": Among(game.everybody, *layers, follows)}
        slow = pack(unit for unit in bits(concerned) if self._holds_back(game, state, unit))
        offers: dict[str, Choices] = {
            "along": Among(game.everybody, *layers, Layer("holds-back", "9.5.2.C", slow))}
        waits = int(self._must_wait_for_hq(game, state, slow))
        return {**offers, "done": Among(1, Layer("headquarters-left", "11.1.1", waits))}

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

    def _holds_back(self, game: "Narva", state: NarvaState, unit: int) -> bool:
        """9.5.2.C: nobody who could go farther stays and pays for the sake of another."""
        together = self._length(game, state, self.group | 1 << unit)
        if together == self.hexes:
            return False
        alone = 0 if game.hqs >> unit & 1 else self._length(game, state, 1 << unit)
        return together < max(alone, self._length(game, state, self.group))

    def _length(self, game: "Narva", state: NarvaState, group: int) -> int:
        return longest(game, state, group, self.hex, self.hexes)

    def _must_wait_for_hq(self, game: "Narva", state: NarvaState, slow: int) -> bool:
        """11.1.1: the headquarters goes with the last of its stack unless somebody stays."""
        stays = state.units_in(1 << self.hex, ~self.units & (1 << len(game.units)) - 1 & ~game.hqs)
        last = not self._waiting(game, state)
        return bool(last and not stays and self._hqs(game, state) & ~slow)

    def _leave(self, game: "Narva", state: NarvaState) -> None:
        state.push(WalkBack(self.group, self.hex, self.hexes, self.by_attack),
                   RetreatFrom(self.hex, self.units & ~self.group, self.hexes, self.by_attack))


class WalkBack(Do, frozen=True):
    """One group on its way, hex by hex; ``way`` is what it has walked."""

    group: UnitSet
    origin: Hex
    hexes: Number
    by_attack: bool
    way: Way = ()

    rule = "9.5.2.A"

    def run(self, game: "Narva", state: NarvaState) -> None:
        group = state.on_map(self.group)
        if not living(game, state, group):  # its headquarters stops where friends are
            state.push(SettleRetreat(group, self.origin))
        elif self._goes_on(game, state, group):
            state.push(ChooseHexBack(group, self.origin, self.hexes, self.by_attack, self.way))
        else:
            missing = self.hexes - len(self.way)
            state.push(
                LoseSteps(group, missing, self.by_attack, strongest=False, cause="9.5.2.C"),
                SettleRetreat(group, self.origin),
            )

    def _goes_on(self, game: "Narva", state: NarvaState, group: int) -> bool:
        ways = all_ways(game, state, group, self.origin, self.hexes, self.way)
        return any(len(way) > len(self.way) for way in ways)


# -- which ways are open (9.5.C) ---------------------------------------------------------------


def all_ways(
    game: "Narva", state: NarvaState, group: int, origin: Hex, hexes: int, walked: Way
) -> Iterator[Way]:
    """Every way on passable ground, each hex farther from the origin (9.5.1.A, 9.5.2.B)."""
    yield walked
    if len(walked) == hexes:
        return
    here = walked[-1] if walked else origin
    farther = game.grid.ring(origin, len(walked) + 1)
    for hex in bits(enterable(game, state, group, here) & farther):
        yield from all_ways(game, state, group, origin, hexes, (*walked, hex))


def longest(game: "Narva", state: NarvaState, group: int, origin: Hex, hexes: int) -> int:
    """How many of the hexes the group can go back at all."""
    reached: HexSet = 1 << origin
    for length in range(hexes):
        ahead = 0
        for here in bits(reached):
            ahead |= enterable(game, state, group, here)
        reached = ahead & game.grid.ring(origin, length + 1)
        if not reached:
            return length
    return hexes


class Sifted(NamedTuple):
    """The ways that each further test of 9.5.C leaves."""

    full: list[Way]
    """As long as can be (9.5.2)."""
    calm: list[Way]
    """Of these, through the fewest enemy zones (9.5.3)."""
    fed: list[Way]
    """Of these, to an end in supply, if there is one (9.5.4)."""
    zones: int
    """Enemy zones that cannot be avoided."""


def sift(game: "Narva", state: NarvaState, group: int, ways: list[Way]) -> Sifted:
    zone = zones.enemy_zone(game, state, game.owner(next(bits(group))))
    longest = max(map(len, ways))
    full = [way for way in ways if len(way) == longest]
    fewest = min(_in_zone(zone, way) for way in full)
    calm = [way for way in full if _in_zone(zone, way) == fewest]
    lines = supplied_ends(game, state, group) if len(calm) > 1 else 0
    fed = [way for way in calm if way and lines >> way[-1] & 1]
    return Sifted(full, calm, fed or calm, fewest)


def _in_zone(zone: HexSet, way: Way) -> int:
    return sum(zone >> hex & 1 for hex in way)


def supplied_ends(game: "Narva", state: NarvaState, group: int) -> HexSet:
    """Hexes in supply once the group stands there and no longer where it stands now (9.5.4)."""
    if all(supply.needs_none(game, unit) for unit in bits(group)):
        return game.grid.all
    return supply.suppliable(game, state, game.owner(next(bits(group))), state.left_by(group))


def enterable(game: "Narva", state: NarvaState, group: int, here: Hex) -> HexSet:
    """Neighbours that every unit of the group may enter."""
    found = ~held_against(game, state, group)
    for unit in bits(group):
        found &= game.ground.after_combat[game.going(state, unit)][here]
        for layer in closed_to(game, unit):
            found &= ~layer.bars
    return found & game.playable


def held_against(game: "Narva", state: NarvaState, group: int) -> HexSet:
    """9.5.B: enemy hexes; combat units, their own headquarters behind them, overrun a lone one."""
    enemy = enemy_of(game.owner(next(bits(group))))
    fights = bool(group & ~game.hqs)
    return state.combat_hexes(game, enemy) if fights else state.occupied(game, enemy)


class ChooseHexBack(Ask, frozen=True):
    group: UnitSet
    origin: Hex
    hexes: Number
    by_attack: bool
    way: Way

    rule = "9.5.2.A"
    continues = True
    follows = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return game.owner(next(bits(self.group)))

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        ways = list(all_ways(game, state, self.group, self.origin, self.hexes, self.way))
        found = sift(game, state, self.group, ways)
        every, full, calm, fed = (self._next(some) for some in (ways, *found[:3]))
        zone_rule = "9.5.3.B" if found.zones else "9.5.3.A"
        return {"back": Among(
            game.grid.spread(1 << self._here()),
            *ground_layers(game, state, self.group, self._here(), every),
            Layer("retreat-too-short", "9.5.2.C", every & ~full),
            Layer("retreat-into-zone", zone_rule, full & ~calm),
            Layer("retreat-out-of-supply", "9.5.4.A", calm & ~fed),
            outside=("not-adjacent-hex", "9.5.2.B"),
        )}

    def _here(self) -> Hex:
        return self.way[-1] if self.way else self.origin

    def _next(self, ways: list[Way]) -> HexSet:
        """The hexes with which these ways go on."""
        at = len(self.way)
        return pack({way[at] for way in ways if len(way) > at})

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        zone = zones.enemy_zone(game, state, self.side(game, state))
        march_back(game, state, self.group, arg)
        walk = WalkBack(self.group, self.origin, self.hexes, self.by_attack, (*self.way, arg))
        cost = zone >> arg & 1  # 9.5.3.C, D: one step of the strongest for the whole stack
        state.push(LoseSteps(self.group, cost, self.by_attack, cause="9.5.3.D"), walk)


def ground_layers(
    game: "Narva", state: NarvaState, group: int, here: Hex, farther: HexSet
) -> tuple[Layer, ...]:
    """What no retreat may enter; ``farther`` are the hexes that lead away from the origin."""
    near = game.grid.spread(1 << here)
    held = held_against(game, state, group) & near
    passable = enterable(game, state, group, here)
    return (
        Layer("enemy-occupied", "9.5.B", held),
        Layer("impassable", "9.5.1.A", near & ~held & ~passable),
        Layer("not-farther", "9.5.2.B", passable & ~farther),
    )


def march_back(game: "Narva", state: NarvaState, group: int, hex: Hex) -> None:
    """Combat units go first, headquarters behind them; a pin does not hold (2.5.1.3.C)."""
    state.pinned &= ~group
    for unit in (*bits(group & ~game.hqs), *bits(group & game.hqs)):
        state.tell(Event("retreats", "9.5.A", {"unit": unit, "to": hex}, units=(unit,),
                         hexes=(state.at[unit], hex)))
        overrun(game, state, unit, hex)
        state.place(game, unit, hex)


# -- over the stacking limit (7.2.B, C; 9.5.5.B, C) --------------------------------------------


class SettleRetreat(Do, frozen=True):
    """A unit over the limit where the retreat ends goes one hex more, or is eliminated."""

    group: UnitSet
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

    crowded: UnitSet
    group: UnitSet
    origin: Hex

    rule = "7.2.B"
    follows = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return game.owner(next(bits(self.crowded)))

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        others = game.everybody & ~self.crowded
        return {"retreat": Among(
            game.everybody,
            Layer("not-crowded-out", "7.2.C", others & game.hqs),
            Layer("not-crowded-out", "7.2.B", others),
        )}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if one_more(game, state, arg, self.origin).fed:
            state.push(ChooseOneHexMore(arg, self.origin), SettleRetreat(self.group, self.origin))
            return
        rule = "9.5.5.C" if game.hqs >> arg & 1 else "9.5.5.B"
        state.tell(Event("crowded-out", rule, {"unit": arg}, hexes=(state.at[arg],)))
        eliminate(game, state, arg)
        state.push(SettleRetreat(self.group & ~(1 << arg), self.origin))


class Extra(NamedTuple):
    """The hexes that each test leaves for the one extra hex."""

    farther: HexSet
    room: HexSet
    calm: HexSet
    fed: HexSet


def one_more(game: "Narva", state: NarvaState, unit: int, origin: Hex) -> Extra:
    """7.2.B: farther off, with room in it, and then as for any retreat (9.5.3, 9.5.4)."""
    group, here = 1 << unit, state.at[unit]
    ring = game.grid.ring(origin, game.grid.distance(origin, here) + 1)
    farther = enterable(game, state, group, here) & ring
    room = farther & ~stacking.full(game, state, unit)
    calm = room & ~zones.enemy_zone(game, state, game.owner(unit)) or room
    fed = calm & supplied_ends(game, state, group) or calm
    return Extra(farther, room, calm, fed)


class ChooseOneHexMore(Ask, frozen=True):
    unit: UnitId
    origin: Hex

    rule = "7.2.B"
    continues = True
    follows = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return game.owner(self.unit)

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        here, found = state.at[self.unit], one_more(game, state, self.unit, self.origin)
        is_hq = game.hqs >> self.unit & 1
        return {"back": Among(
            game.grid.spread(1 << here),
            *ground_layers(game, state, 1 << self.unit, here, found.farther),
            Layer(*(("second-headquarters-again", "9.5.5.C") if is_hq else
                    ("stack-full-again", "9.5.5.B")), found.farther & ~found.room),
            Layer("retreat-into-zone", "9.5.3.A", found.room & ~found.calm),
            Layer("retreat-out-of-supply", "9.5.4.A", found.calm & ~found.fed),
            outside=("not-adjacent-hex", "7.2.C" if is_hq else "7.2.B"),
        )}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        zone = zones.enemy_zone(game, state, game.owner(self.unit))
        march_back(game, state, 1 << self.unit, arg)
        state.push(LoseSteps(1 << self.unit, zone >> arg & 1, by_attack=False, cause="9.5.3.D"))
