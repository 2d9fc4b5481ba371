"""Who goes next to whom, so that the attacks after it are strong enough.

An attacker answers for every enemy whose zone covers his hex (8.1.2), so a force is gathered where
few look on: for each enemy in turn, those who can come next to him are counted, and are sent
together if they are enough for him and for all whom they would owe an attack.
"""

from typing import NamedTuple

from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import duty, limits, movers, stacking, ways
from grognard.rules.efs.staff.estimate import Estimate, force
from grognard.rules.efs.staff.eye import Eye
from grognard.rules.efs.staff.fields import FAR
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import FOOT, MOTOR


class Group(NamedTuple):
    """Counters of a hex that march together."""

    units: int
    hex: Hex
    attack: int
    weight: int
    reach: HexSet
    """Where its march can end, its own hex too."""


class Massing:
    """The marches of a phase that bring a force together."""

    def __init__(self, plan: Estimate, state: EfsState) -> None:
        self.plan, self.game, self.state, self.weights = plan, plan.game, state, plan.weights
        self.eye = Eye(plan, state)
        self.orders: dict[int, Hex] = {}
        """By group: the hex where it is wanted; its own hex if it is to stay."""
        self._rooms: dict[Hex, int] = {}
        self._debts: dict[Hex, HexSet] = {}
        self._hit: HexSet = 0
        self._groups = list(self._find_groups())
        self._gather()

    def _find_groups(self) -> "list[Group]":
        """Everybody who can attack, but for those who have a clear way to their goal."""
        game, state = self.game, self.state
        able = duty.eligible(game, state) & ~limits.held_back(game, state)
        free = movers.mover_choices(game, state, state.phase).mask
        found: list[Group] = []
        for hex in bits(state.look_up(able & free)):
            for kind in (MOTOR, FOOT):
                units = state.set_at(hex) & free & movers.those_who_go(game, kind)
                units = pack(unit for unit in bits(units) if ways.class_of(game, unit) == kind)
                if units & able and not self._has_way(group := self._group(units, hex)):
                    found.append(group)
        return found

    def _group(self, units: int, hex: Hex) -> Group:
        game, state = self.game, self.state
        found = ways.march(game, state, units, state.phase, 0)
        barred = 0
        for layer in found.barred:
            barred |= layer.bars
        return Group(units, hex, force(game, state, units),
                     sum(game.weights[unit] for unit in bits(units)),
                     self._forward(hex, found.mask & ~barred) | 1 << hex)

    def _forward(self, here: Hex, reach: HexSet) -> HexSet:
        """Who is sent to a goal fights on his way, not back from it."""
        goal = self.plan.sent.get(here)
        if goal is None:
            return reach
        far = goal.field.get(here, FAR)
        return pack(hex for hex in bits(reach) if goal.field.get(hex, FAR) <= far)

    def _has_way(self, group: Group) -> bool:
        """Whether a group that is sent to a goal comes a good deal nearer without a fight."""
        goal = self.plan.sent.get(group.hex)
        if goal is None:
            return False
        best = min(goal.field.get(hex, FAR) for hex in bits(group.reach))
        return best <= max(self.weights.guard, goal.field.get(group.hex, FAR) - self.weights.stride)

    # -- the places -------------------------------------------------------------------------------

    def _room(self, hex: Hex) -> int:
        """What a hex still holds, if those who are looked at went elsewhere."""
        if hex not in self._rooms:
            going = 0
            for group in self._groups:
                going |= group.units
            self._rooms[hex] = stacking.room(self.game, self.state, hex, going)
        return self._rooms[hex]

    def _owed(self, hex: Hex) -> HexSet:
        if hex not in self._debts:
            self._debts[hex] = duty.debts(self.game, self.state, hex)
        return self._debts[hex]

    def _sites(self, target: Hex) -> HexSet:
        """From where a hex can be attacked: over a major river only by the road."""
        game = self.game
        beside, wide = game.grid.spread(1 << target), game.ground.major_rivers - game.ground.roads
        return pack(hex for hex in bits(beside & game.playable & ~self._enemies)
                    if game.grid.hexside(hex, target) not in wide)

    @property
    def _enemies(self) -> HexSet:
        return self.state.combat_hexes(self.game, self.plan.foe)

    # -- gathering --------------------------------------------------------------------------------

    def _gather(self) -> None:
        """The easiest and nearest to the spearheads first."""
        sites = {target: self._sites(target) for target in bits(self._enemies)}
        reached = {target: [group for group in self._groups if group.reach & there]
                   for target, there in sites.items()}
        for target in sorted((hex for hex in reached if reached[hex]), key=lambda hex: -(
                self._promise(hex, reached[hex]))):
            if not self._hit >> target & 1:
                self._send_to(target, sites[target], reached[target])

    def _promise(self, target: Hex, groups: list[Group]) -> float:
        near = min((spearhead.way.get(target, FAR) for spearhead in self.plan.spearheads),
                   default=0)
        able = sum(group.attack for group in groups)
        promise = able / self.eye.hardness(target) / (near + self.weights.patience)
        return promise * (self.weights.rear if self.plan.corridor >> target & 1 else 1)

    def _send_to(self, target: Hex, sites: HexSet, groups: list[Group]) -> None:
        """Those who are enough, from the places that oblige to the fewest other attacks."""
        free = [group for group in groups if group.units not in self.orders]
        for more in range(self.weights.onlookers + 1):
            owing = {site: self._owed(site) & ~self._hit & ~(1 << target) for site in bits(sites)}
            places = [site for site in owing if owing[site].bit_count() <= more]
            places.sort(key=lambda site: owing[site].bit_count())
            if placed := self._place(target, places, owing, free):
                for group, site in placed.items():
                    self.orders[group.units] = site
                    self._rooms[site] = self._room(site) - group.weight
                    self._hit |= owing[site]
                self._hit |= 1 << target
                return

    def _place(self, target: Hex, places: list[Hex], owing: dict[Hex, HexSet],
               groups: list[Group]) -> dict[Group, Hex]:
        """Each group to its place, until they are enough; nobody if they never are."""
        placed, taken, owed = dict[Group, Hex](), dict[Hex, int](), 0
        fire, sum = self.weights.guns * self.eye.guns(target, self.plan.side), 0
        for group in sorted(groups, key=lambda one: (one.hex not in places, -one.attack)):
            site = next((place for place in places if group.reach >> place & 1 and (
                taken.get(place, 0) + group.weight <= self._room(place))), None)
            if site is None:
                continue
            placed[group], owed = site, owed | owing[site]
            taken[site], sum = taken.get(site, 0) + group.weight, sum + group.attack
            if sum + min(sum, fire) >= self._need(target, owed):
                return placed
        return {}

    def _need(self, target: Hex, owed: HexSet) -> float:
        need = self.weights.mass * self.eye.hardness(target)
        for hex in bits(owed):
            need += self.weights.least_odds * self.eye.hardness(hex)
        return need
