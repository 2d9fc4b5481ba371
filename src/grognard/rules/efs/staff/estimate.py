"""What a side makes of its position: where the enemy can be cut off, and who is sent there.

The strength of the enemy flows along his roads to his sources of supply. Where much of it flows
and strong mobile stacks are near lies a goal; the next goal is sought as if the first were held,
so that the goals together close a ring. Held ground stays passable at a price: a ring that
stands is a goal again, and is kept.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import routes, strengths, zones
from grognard.rules.efs.reckoning import FROZEN
from grognard.rules.efs.staff import prizes, rings
from grognard.rules.efs.staff.fields import FAR, Field, Prices, descent, distances, flows
from grognard.rules.efs.staff.rings import Country, Ring
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.data import StaffWeights
    from grognard.rules.efs.game import EastFrontSeries


class Goal(NamedTuple):
    """A place worth reaching."""

    hex: Hex
    worth: float
    field: Field
    """How dear it is to get there."""
    ring: bool = False
    """Whether enemies are cut off there."""


class Spearhead(NamedTuple):
    """Strong mobile stacks that stand together, and where they go."""

    stacks: dict[Hex, int]
    """By hex: the attack of what stands there."""
    way: Field
    """How dear it is to come to them."""
    goals: list[Goal]

    @property
    def force(self) -> int:
        return sum(self.stacks.values())


class Estimate:
    """The plan of a side for a phase; `before` are the goals of its last plan, by unit."""

    def __init__(self, game: "EastFrontSeries", state: EfsState, side: str,
                 before: Mapping[int, Goal] = MappingProxyType({})) -> None:
        self.game, self.state, self.side, self.foe = game, state, side, enemy_of(side)
        self.weights: StaffWeights = game.charts.staff
        self.bold = self._is_bold()
        aims = pack(goal.hex for goal in before.values())
        self.spearheads = self._aim(side if self.bold else self.foe, aims)
        """One's own; who is too weak to attack looks where the enemy's would go."""
        self.goals = [goal for spearhead in self.spearheads for goal in spearhead.goals]
        self.sent = self._send(before) if self.bold else {}
        self.errands = {unit: goal for hex, goal in self.sent.items()
                        for unit in bits(state.set_at(hex))}
        """By unit: the goal it is sent to."""
        self.to_the_front = self._field(state.combat_hexes(game, self.foe), side)
        wanted = pack(prizes.wanted(game, state, side)) & ~game.closed_to[side]
        self.onwards = self._field(wanted, side) if wanted else self.to_the_front
        self.home = self._field(routes.supplied(game, state, side), side)

    @cached_property
    def stakes(self) -> HexSet:
        """The goals of those who are sent, and all beside them."""
        goals = pack(goal.hex for goal in self.sent.values())
        return goals | self.game.grid.spread(goals)

    @cached_property
    def corridor(self) -> HexSet:
        """The ways by which the spearheads are fed, and all from where they are looked upon."""
        way: HexSet = 0
        for spearhead in self.spearheads:
            for hex in spearhead.stacks:
                way |= descent(self.game.grid, self.home, hex)
        return way | self.game.grid.spread(way)

    # -- strength ---------------------------------------------------------------------------------

    def _is_bold(self) -> bool:
        """Whether all that the side could attack with is a match for all that it would meet."""
        game, state = self.game, self.state
        own = force(game, state, game.combat_units[self.side])
        theirs = resistance(game, state, game.combat_units[self.foe])
        return own >= self.weights.boldness * theirs

    def _stacks(self, side: str) -> dict[Hex, int]:
        """Strong mobile stacks by hex, with their attack."""
        game, state = self.game, self.state
        units = game.combat_units[side] & game.motorised & ~game.artillery
        found: dict[Hex, int] = {}
        for unit in bits(state.on_map(units)):
            hex = state.at[unit]
            found[hex] = found.get(hex, 0) + strengths.attack(game, state, unit)
        return {hex: force for hex, force in found.items() if force >= self.weights.striker}

    def _spearheads(self, side: str) -> list[Spearhead]:
        """Stacks with others of them near, the strongest spearhead first; single ones are none."""
        left, found = self._stacks(side), list[Spearhead]()
        while left:
            group, frontier = dict[Hex, int](), {max(left, key=lambda hex: left[hex])}
            while frontier:
                group |= {hex: left.pop(hex) for hex in frontier}
                around = 0
                for hex in frontier:
                    around |= self.game.grid.disk(hex, self.weights.apart)
                frontier = {hex for hex in left if around >> hex & 1}
            if sum(group.values()) >= self.weights.spearhead:
                found.append(Spearhead(group, self._field(pack(group), side), []))
        return sorted(found, key=lambda one: -one.force)

    # -- the ground -------------------------------------------------------------------------------

    def _ground(self, road: HexSet) -> list[tuple[HexSet, int]]:
        ground, weights = self.game.ground, self.weights
        land = self.game.playable & ~ground.water & ~ground.lakes
        return [(land, weights.open), (land & ground.woods, weights.woods),
                (land & (ground.marsh | ground.swamp), weights.bog),
                (land & self._banks, weights.bank), (land & road, weights.road)]

    @cached_property
    def _banks(self) -> HexSet:
        """7.3.9: over a major river one goes by the road, or loses a day; ice carries."""
        ground = self.game.ground
        if self.state.weather in FROZEN:
            return 0
        return pack(hex for side in ground.major_rivers - ground.roads
                    for hex in self.game.grid.ends(side))

    def _prices(self, side: str) -> Prices:
        """What it costs a side to get through: ground, zones, and enemies by their strength."""
        game, state, weights, foe = self.game, self.state, self.weights, enemy_of(side)
        zone = zones.zone(game, state, foe) & ~state.combat_hexes(game, side)
        by_strength: dict[int, HexSet] = {}
        for hex in bits(state.combat_hexes(game, foe)):
            held = resistance(game, state, state.set_at(hex) & game.fighting)
            price = weights.enemy + round(weights.strength * held)
            by_strength[price] = by_strength.get(price, 0) | 1 << hex
        closed = game.closed_to[side]
        return [(hexes & ~closed, price) for hexes, price in (
            *self._ground(game.ground.road_hexes), (zone, weights.zone),
            *((hexes, price) for price, hexes in by_strength.items()))]

    def _field(self, start: HexSet, side: str) -> Field:
        if side not in self._priced:
            self._priced[side] = self._prices(side)
        return distances(self.game.grid, start & ~self.game.closed_to[side], self._priced[side])

    @cached_property
    def _priced(self) -> dict[str, Prices]:
        return {}

    # -- goals ------------------------------------------------------------------------------------

    def _aim(self, side: str, before: HexSet) -> list[Spearhead]:
        """Rings first; then a goal for each other spearhead in turn, and further ones, each as if
        the others were held.
        """
        found = self._spearheads(side)
        held = self._encircle(found) if side == self.side else 0
        for _ in range(self.weights.goals):
            for spearhead in found:
                if any(goal.ring for goal in spearhead.goals):
                    continue
                best = self._best_cut(side, spearhead.way, held, before)
                if best is not None:
                    held |= self.game.grid.disk(best[0], 1)
                    spearhead.goals.append(Goal(*best, self._field(1 << best[0], side)))
        return found

    def _encircle(self, spearheads: list[Spearhead]) -> HexSet:
        """Goals along the best rings, as if the last one were closed; and all that they hold."""
        grid, weights, held = self.game.grid, self.weights, 0
        line = self._field(self._line, self.side)
        arms = [spearhead.way for spearhead in spearheads]
        arms.append({hex: 3 * price for hex, price in line.items()})  # who walks comes late
        for _ in range(weights.goals):
            ring = rings.best(self._country(held), arms, self._traffic(self.foe, held),
                              weights.reach, weights.patience, weights.meetings)
            if ring is None or ring.strength < weights.pocket:
                break
            for arm, wall in zip(ring.arms, ring.walls, strict=True):
                if arm < len(spearheads):
                    spearheads[arm].goals.extend(self._posts(ring, arms[arm], wall))
            held |= ring.wall | grid.spread(ring.wall)
        return held

    def _posts(self, ring: Ring, way: Field, wall: HexSet) -> Iterator[Goal]:
        """Where the ring is to be held, dearer the nearer to its middle."""
        for number, hex in enumerate(rings.posts(self.game.grid, way, wall, 3)):
            if number < self.weights.posts and way[hex] > 0:
                worth = self.weights.ring * ring.strength / (1 + number)
                yield Goal(hex, worth, self._field(1 << hex, self.side), ring=True)

    @cached_property
    def _line(self) -> HexSet:
        """Where those stand who are in no spearhead."""
        own = self.state.combat_hexes(self.game, self.side)
        return own & ~pack(self._stacks(self.side))

    def _country(self, held: HexSet) -> Country:
        game, state = self.game, self.state
        foes, ground = state.combat_hexes(game, self.foe), game.ground
        loads = {hex: resistance(game, state, state.set_at(hex) & game.fighting)
                 for hex in bits(foes & ~game.grid.spread(held))}
        line = (self._line | game.grid.spread(self._line)) & ~foes
        return Country(game.grid, game.playable & ~ground.water & ~ground.lakes, line | held,
                       routes.sources(game, state, self.foe), loads)

    def _best_cut(self, side: str, near: Field, held: HexSet,
                  before: HexSet) -> tuple[Hex, float] | None:
        """The hex with the most traffic and prizes for its distance, and what it is worth."""
        weights, kept = self.weights, self.game.grid.spread(before) | before
        closed = self.game.closed_to[side] | held
        worth = {hex: load * (weights.faith if kept >> hex & 1 else 1)
                 for hex, load in self._wanted(side, near, held).items()
                 if not closed >> hex & 1 and near.get(hex, FAR) <= weights.reach}
        if not worth:
            return None
        return max(worth.items(), key=lambda one: (
            one[1] / (near.get(one[0], FAR) + weights.patience)))

    def _wanted(self, side: str, near: Field, held: HexSet) -> dict[Hex, float]:
        """Places through which much is fed, and places that count."""
        weights, foe = self.weights, enemy_of(side)
        garrisons = self.state.combat_hexes(self.game, foe)  # better beside one than in its face
        found = {hex: load * (weights.garrison if garrisons >> hex & 1 else 1)
                 for hex, load in self._traffic(foe, held).items() if load >= weights.least_traffic}
        for hex, worth in self._gateways(side, near, held).items():
            found[hex] = found.get(hex, 0) + weights.prize * worth
        return found

    def _gateways(self, side: str, near: Field, held: HexSet) -> dict[Hex, float]:
        """Places that count, each with all that lie beyond it, and the ways to those beyond the
        horizon; but for what is reached through places that are held. A near one that nobody
        holds and beyond which there is more is taken on the way.
        """
        grid, weights = self.game.grid, self.weights
        shut = self.state.combat_hexes(self.game, enemy_of(side))
        wanted = {hex: worth for hex, worth in prizes.wanted(self.game, self.state, side).items()
                  if hex in near and not descent(grid, near, hex) & held}
        beyond = flows(grid, near, wanted)
        far = {hex for hex in beyond if near[hex] >= weights.horizon}
        last = {hex for hex in wanted if beyond[hex] < 2 * wanted[hex] or shut >> hex & 1
                or near[hex] >= weights.leap}
        return {hex: beyond[hex] ** weights.taper for hex in far | last}

    def _traffic(self, foe: str, held: HexSet) -> dict[Hex, int]:
        """How much of the foe's strength is fed through each hex, as if no spearhead stood there:
        so that a place that one has cut stays a goal, and is held.
        """
        game, state, weights = self.game, self.state, self.weights
        side = enemy_of(foe)
        own, foes = (state.combat_hexes(game, one) for one in (side, foe))
        line = own & ~pack(self._stacks(side))
        ways = game.ground.highway_hexes | routes.rails_of(game, state, foe)
        prices = [*self._ground(ways), ((game.grid.spread(line) & ~foes) | held, weights.held),
                  (line, weights.held * 2)]
        field = distances(game.grid, routes.sources(game, state, foe), prices)
        loads = {hex: resistance(game, state, state.set_at(hex) & game.fighting)
                 for hex in bits(foes & self._near(own))}
        return flows(game.grid, field, loads)

    def _near(self, hexes: HexSet) -> HexSet:
        """What lies near some hexes: who stands deep in his own country is not to be cut off."""
        for _ in range(self.weights.depth):
            hexes |= self.game.grid.spread(hexes)
        return hexes

    # -- who goes where ---------------------------------------------------------------------------

    def _send(self, before: Mapping[int, Goal]) -> dict[Hex, Goal]:
        """By stack: the goal it makes for, so that near and worthy goals get enough."""
        sent: dict[Hex, Goal] = {}
        stacks = self._stacks(self.side)
        own = {hex: spearhead.goals for spearhead in self.spearheads for hex in spearhead.stacks}
        load: dict[Hex, int] = {}
        for hex, strong in sorted(stacks.items(), key=lambda one: -one[1]):
            goals = [*own.get(hex, self.goals), *self._kept(hex, before)]
            if goal := self.goal_of(hex, load, goals):
                sent[hex] = goal
                load[goal.hex] = load.get(goal.hex, 0) + strong
        return sent

    def _kept(self, hex: Hex, before: Mapping[int, Goal]) -> Iterator[Goal]:
        """The goal that a stack had, while it is one: who is on his way is not called back."""
        goals = [before[unit] for unit in bits(self.state.set_at(hex)) if unit in before]
        for goal in goals[:1]:
            if goal.hex in self._still_wanted:
                yield Goal(goal.hex, goal.worth * self.weights.faith, self._way_to(goal.hex))

    @cached_property
    def _still_wanted(self) -> set[Hex]:
        traffic = self._traffic(self.foe, 0)
        return prizes.wanted(self.game, self.state, self.side).keys() | {
            hex for hex, load in traffic.items() if load >= self.weights.least_traffic}

    def _way_to(self, hex: Hex) -> Field:
        if hex not in self._ways:
            self._ways[hex] = self._field(1 << hex, self.side)
        return self._ways[hex]

    @cached_property
    def _ways(self) -> dict[Hex, Field]:
        return {}

    def goal_of(self, hex: Hex, load: Mapping[Hex, int], goals: list[Goal]) -> Goal | None:
        """Which of the goals draws a stack: by its worth, its distance and who goes there."""
        weights = self.weights

        def pull(goal: Goal) -> float:
            near = goal.field.get(hex, FAR) + weights.patience
            return goal.worth / near / (1 + load.get(goal.hex, 0) / weights.enough)

        best = max(goals, key=pull, default=None)
        return best if best and hex in best.field else None


def force(game: "EastFrontSeries", state: EfsState, units: int) -> int:
    """The attack of all those on the map."""
    return sum([strengths.attack(game, state, unit) for unit in bits(state.on_map(units))])


def resistance(game: "EastFrontSeries", state: EfsState, units: int) -> int:
    """The defence of all those on the map."""
    return sum([strengths.defence(game, state, unit) for unit in bits(state.on_map(units))])
