"""What a side makes of its position: where the enemy can be cut off, and who is sent there.

The strength of the enemy flows along his roads to his sources of supply. Where much of it flows
and strong mobile stacks are near lies a goal; the next goal is sought as if the first were held,
so that the goals together close a ring. Held ground stays passable at a price: a ring that
stands is a goal again, and is kept.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import control, routes, strengths, zones
from grognard.rules.efs.staff.fields import FAR, Field, Prices, distances, flows
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
    """The plan of a side for a phase; `before` are the goals of its last plan."""

    def __init__(self, game: "EastFrontSeries", state: EfsState, side: str,
                 before: HexSet = 0) -> None:
        self.game, self.state, self.side, self.foe = game, state, side, enemy_of(side)
        self.weights: StaffWeights = game.charts.staff
        self.bold = self._is_bold()
        self.spearheads = self._aim(side if self.bold else self.foe, before)
        """One's own; who is too weak to attack looks where the enemy's would go."""
        self.goals = [goal for spearhead in self.spearheads for goal in spearhead.goals]
        self.sent = self._send() if self.bold else {}
        self.to_the_front = self._field(state.combat_hexes(game, self.foe), side)
        self.home = self._field(routes.supplied(game, state, side), side)

    @property
    def aims(self) -> HexSet:
        return pack(goal.hex for goal in self.goals)

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
                (land & (ground.marsh | ground.swamp), weights.bog), (land & road, weights.road)]

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
        """A goal for each spearhead in turn, then further ones, each as if the others were held."""
        found = self._spearheads(side)
        held = 0
        for _ in range(self.weights.goals):
            for spearhead in found:
                best = self._best_cut(side, spearhead.way, held, before)
                if best is not None:
                    held |= self.game.grid.disk(best[0], 1)
                    spearhead.goals.append(Goal(*best, self._field(1 << best[0], side)))
        return found

    def _best_cut(self, side: str, near: Field, held: HexSet,
                  before: HexSet) -> tuple[Hex, float] | None:
        """The hex with the most traffic and prizes for its distance, and what it is worth."""
        traffic, weights = self._traffic(enemy_of(side), held), self.weights
        prizes, kept = self._prizes(side), self.game.grid.spread(before) | before
        closed = self.game.closed_to[side] | held
        worth = {hex: (load + weights.prize * (prizes >> hex & 1)) * (
            weights.faith if kept >> hex & 1 else 1) for hex, load in traffic.items()
            if load >= weights.least_traffic and not closed >> hex & 1
            and near.get(hex, FAR) <= weights.reach}
        for hex in bits(self.state.combat_hexes(self.game, enemy_of(side))):
            if hex in worth:  # better beside a garrison than in its face
                worth[hex] *= weights.garrison
        if not worth:
            return None
        return max(worth.items(), key=lambda one: (
            one[1] / (near.get(one[0], FAR) + weights.patience)))

    def _prizes(self, side: str) -> HexSet:
        prizes = pack(hex for line in self.game.rows.victory for hex in line.hexes)
        return prizes & ~control.land_of(self.game, self.state, side)

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

    def _send(self) -> dict[Hex, Goal]:
        """By stack: the goal it makes for, so that near and worthy goals get enough."""
        sent: dict[Hex, Goal] = {}
        for spearhead in self.spearheads:
            load: dict[Hex, int] = {}
            for hex, strong in sorted(spearhead.stacks.items(), key=lambda one: -one[1]):
                if goal := self.goal_of(hex, load, spearhead.goals):
                    sent[hex] = goal
                    load[goal.hex] = load.get(goal.hex, 0) + strong
        for hex in self._stacks(self.side).keys() - sent.keys():
            if goal := self.goal_of(hex, {}, self.goals):
                sent[hex] = goal
        return sent

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
