"""The position as a staff sees it: what it is worth to a side, put right move by move.

Everything is in points of the game. A position is worth the places that are held, less the
chance to lose them; the units there are; and how near they stand to what can still be won. A
unit that moves changes little of that, and only what it changes is worked out anew.
"""

from collections.abc import Iterable
from typing import Any

from grognard.ai.fields import Pull, Pulls, beside
from grognard.core.counsel import Counsel, Soldier, Weights
from grognard.core.game import Game
from grognard.core.sides import Side
from grognard.hexes import Hex, HexSet, bits

OFF = -1
RINGS = (1.0, 1.0, 0.7, 0.4)
"""How much of a unit's strength is felt so many hexes away."""
WORST = 0.9
"""No place is given up for lost while somebody could still hold it."""


class SandTable:
    """One position, from the point of view of one side."""

    def __init__(
        self, game: Game[Any], state: Any, side: Side, pulls: Pulls | None = None,
        weights: Weights | None = None,
    ) -> None:
        counsel: Counsel[Any, Any] | None = game.advice.counsel
        assert counsel is not None
        self.game, self.side, self.counsel = game, side, counsel
        self.grid = next(iter(game.maps.values())).grid
        self.weights = weights or counsel.weights
        self.future, self.danger = counsel.future(state), counsel.danger(state, side)
        (self.enemy,) = (other for other in game.sides if other != side)
        self.stakes = dict(game.advice.stakes(state, side))
        self._kept: Pulls = {} if pulls is None else pulls
        self._lay_out(state)

    def __repr__(self) -> str:
        return f"<SandTable of {self.game.box}/{self.game.scenario} for {self.side}>"

    # -- laying it out ------------------------------------------------------------------------

    def _lay_out(self, state: Any) -> None:
        own, theirs = self._troops(state, self.side), self._troops(state, self.enemy)
        self.at: dict[int, Hex] = {unit: state.at[unit] for unit in (*own, *theirs)}
        self.fed = self.counsel.fed(state, self.side)
        self.soldiers: dict[int, Soldier] = own | theirs
        self.mine = set(own)
        self.average = _average(own.values()) or 1
        self._drawn = self.weights.pull * self.future
        self.held: HexSet = self.counsel.held(state, self.side)
        self._held_first = self.held
        self._manned = self.counsel.manned(state, self.side)
        self._far = min(self.weights.far, self.counsel.horizon(state))
        self._pressure(theirs)
        self._garrison(theirs)
        self._pulls(state, own, theirs)
        self.defence: dict[Hex, float] = {}
        self.around: dict[Hex, float] = {}
        """By place under threat, the strength of one's own near it."""
        self.stack_worth: dict[Hex, float] = {}
        self.holders: dict[Hex, int] = {}
        self.foes: dict[Hex, int] = {}
        for unit in theirs:
            self.foes[self.at[unit]] = self.foes.get(self.at[unit], 0) + 1
        feared = frozenset(hex for hex in self.stakes if self.threat[hex])
        self._beside = beside(self.grid, feared)
        for unit in own:
            self._count(unit, self.at[unit], 1)
        self._stake_value = {hex: self._worth_of_stake(hex) for hex in self.stakes}
        self._risks = {hex: self._risk(hex) for hex in self.stack_worth}
        self._terms = {unit: self._term(unit, hex) for unit, hex in self.at.items()}
        self.margin = self.counsel.margin(state, self.side)
        self._seen = self._key(state)
        self.value = (sum(self._stake_value.values()) - sum(self._risks.values())
                      + sum(self._terms.values()) + self.margin)

    def _troops(self, state: Any, side: Side) -> dict[int, Soldier]:
        return {unit: self.counsel.soldier(state, unit)
                for unit in bits(self.counsel.units(state, side))}

    def _pressure(self, theirs: dict[int, Soldier]) -> None:
        """How much strength of the enemy is felt in every hex."""
        self.threat = [0.0] * self.grid.size
        for unit, soldier in theirs.items():
            here, before = self.at[unit], 0
            if soldier.attack <= 0:
                continue
            for radius, share in enumerate(RINGS):
                disk = self.grid.disk(here, radius)
                for hex in bits(disk & ~before):
                    self.threat[hex] += soldier.attack * share
                before = disk

    def _garrison(self, theirs: dict[int, Soldier]) -> None:
        """How strong the enemy stands in every hex."""
        self.garrison: dict[Hex, float] = {}
        for unit, soldier in theirs.items():
            here = self.at[unit]
            strength = soldier.defence * self.counsel.shelter(here)
            self.garrison[here] = self.garrison.get(here, 0) + strength

    def _open(self, place: Hex) -> float:
        """How far a place lies open: what is held in strength pulls less than what can be had.

        In eighths, so that a field is seldom worked out anew for a step that somebody lost.
        """
        beside = sum([self.garrison.get(near, 0) for near in self.grid.neighbours(place)])
        guard = self.garrison.get(place, 0) + self.weights.cover * beside
        return round(8 / (1 + self.weights.awe * guard / self.average)) / 8

    def _pulls(self, state: Any, own: dict[int, Soldier], theirs: dict[int, Soldier]) -> None:
        """For either side and every gait, how good it is to stand in a hex."""
        gaits = {(side, soldier.gait) for side, troops in ((self.side, own), (self.enemy, theirs))
                 for soldier in troops.values()}
        self.pulls = {key: self._pull(state, *key) for key in gaits}

    def _pull(self, state: Any, side: Side, gait: str) -> list[float]:
        wanted: dict[Hex, float] = {}
        for place, worth in self.stakes.items():
            if bool(self._held_first >> place & 1) != (side == self.side):
                wanted[place] = worth * (self._open(place) if side == self.side else 1)
            elif side == self.side and self.threat[place]:
                fear = min(4, round(self.threat[place] / self.average)) / 4
                wanted[place] = worth * self.weights.guard * fear
        kept = self._kept.setdefault((self.side, side, gait), Pull(self.grid.size))
        return kept.want(self.counsel.graph(state, gait), wanted, self.weights, self._far)

    # -- what things are worth ------------------------------------------------------------------

    def _count(self, unit: int, hex: Hex, times: int) -> None:
        """Take note of a unit of one's own that comes to a hex, or leaves it."""
        if hex < 0:
            return
        soldier = self.soldiers[unit]
        strength = soldier.defence * self.counsel.shelter(hex)
        self.defence[hex] = self.defence.get(hex, 0) + times * strength
        self.stack_worth[hex] = self.stack_worth.get(hex, 0) + times * soldier.worth
        for place, share in self._beside.get(hex, ()):
            self.around[place] = self.around.get(place, 0) + times * share * strength
        if soldier.holds:
            self.holders[hex] = self.holders.get(hex, 0) + times

    def _term(self, unit: int, hex: Hex) -> float:
        """What a unit counts for where it stands."""
        if hex < 0:
            return 0
        soldier, own = self.soldiers[unit], unit in self.mine
        worth = soldier.worth * self.weights.material * (0.3 + 0.7 * self.future)
        if not own:
            worth *= self.weights.spite
        if soldier.leads:
            return worth if own else -worth
        side = self.side if own else self.enemy
        if own and not self.fed >> hex & 1:
            worth *= 1 - self.weights.hunger
        strength = (soldier.attack + soldier.defence) / (2 * self.average)
        worth += strength * self._drawn * self.pulls[side, soldier.gait][hex]
        return worth if own else -worth

    def _worth_of_stake(self, hex: Hex) -> float:
        worth, held = self.stakes[hex], (self.held & ~self._manned) >> hex & 1
        if not held and (self.holders.get(hex, 0) <= 0 or self.foes.get(hex, 0) > 0):
            return 0
        return worth * (1 - self.fear(hex))

    def fear(self, hex: Hex) -> float:
        """The chance to lose a place, as far as strength can tell."""
        threat = self.threat[hex] * self.weights.threat * self.danger
        if not threat:
            return 0
        cover = self.weights.cover * self.around.get(hex, 0)
        if self.holders.get(hex, 0) <= 0:
            cover *= self.weights.empty
        guard = self.defence.get(hex, 0) + cover
        odds = threat / (1 + guard)
        return WORST * odds * odds / (1 + odds * odds)

    def _risk(self, hex: Hex) -> float:
        """What a stack may lose where it stands."""
        worth = self.stack_worth.get(hex, 0)
        threat = self.threat[hex] * self.weights.threat
        if worth <= 0 or not threat:
            return 0
        odds = threat / (1 + self.defence[hex])
        return self.weights.risk * worth * odds * odds / (2 + odds * odds)

    # -- moving ---------------------------------------------------------------------------------

    def shift(self, unit: int, hex: Hex) -> float:
        """Put a unit elsewhere, or off the map; what the position has become worth."""
        before = self.at[unit]
        if before == hex:
            return self.value
        self.at[unit] = hex
        term = self._term(unit, hex)
        self.value += term - self._terms[unit]
        self._terms[unit] = term
        if unit in self.mine:
            self._count(unit, before, -1)
            self._count(unit, hex, 1)
            self._put_right((before, hex))
        else:
            self._see(before, -1)
            self._see(hex, 1)
        return self.value

    def _see(self, hex: Hex, times: int) -> None:
        """Take note of an enemy that comes to a hex, or leaves it."""
        if hex >= 0:
            self.foes[hex] = self.foes.get(hex, 0) + times
            if hex in self.stakes:
                self._restake(hex)

    def place(self, unit: int, hex: Hex) -> float:
        """How good it is to have a unit in a hex, for one that may not be on the map yet."""
        soldier = self.soldiers.get(unit)
        gaits = [gait for side, gait in self.pulls if side == self.side]
        gait = soldier.gait if soldier else gaits[0]
        return self._drawn * self.pulls[self.side, gait][hex] - self.threat[hex] * 0.01

    def _put_right(self, hexes: Iterable[Hex]) -> None:
        for hex in hexes:
            if hex < 0:
                continue
            risk = self._risk(hex)
            self.value += self._risks.get(hex, 0) - risk
            self._risks[hex] = risk
            if hex in self.stakes:
                self._restake(hex)
            for place, _ in self._beside.get(hex, ()):
                self._restake(place)

    def _restake(self, hex: Hex) -> None:
        worth = self._worth_of_stake(hex)
        self.value += worth - self._stake_value[hex]
        self._stake_value[hex] = worth

    # -- other states ---------------------------------------------------------------------------

    def _key(self, state: Any) -> Any:
        return [*state.at], self.counsel.condition(state), self.counsel.held(state, self.side)

    def sync(self, state: Any) -> float:
        """What another state is worth that came out of this one: only differences are looked at."""
        places, condition, held = self._key(state)
        old_places, old_condition, old_held = self._seen
        if condition != old_condition:
            self._recruit(state, condition, old_condition)
        if places != old_places:
            for unit, (old, new) in enumerate(zip(old_places, places, strict=True)):
                if old != new:
                    self._follow(state, unit, new)
        if held != old_held:
            self.held = held
            for hex in bits(held ^ old_held):
                if hex in self.stakes:
                    self._restake(hex)
        margin = self.counsel.margin(state, self.side)
        self.value += margin - self.margin
        self.margin = margin
        self._seen = places, condition, held
        return self.value

    def _follow(self, state: Any, unit: int, place: int) -> None:
        if unit in self.soldiers:
            self.shift(unit, max(place, OFF))
        elif place >= 0:
            self._enlist(state, unit)
            self.shift(unit, place)

    def _enlist(self, state: Any, unit: int) -> None:
        """Somebody who was not on the map before."""
        soldier = self.counsel.soldier(state, unit)
        own = self.counsel.owner(state, unit) == self.side
        self.soldiers[unit], self.at[unit], self._terms[unit] = soldier, OFF, 0.0
        if own:
            self.mine.add(unit)
        key = (self.side if own else self.enemy), soldier.gait
        if key not in self.pulls:
            self.pulls[key] = self._pull(state, *key)

    def _recruit(self, state: Any, new: Any, old: Any) -> None:
        """Units that are stronger or weaker than they were."""
        for unit, (before, now) in enumerate(zip(old, new, strict=True)):
            if before == now or unit not in self.soldiers:
                continue
            here = self.at[unit]
            self.shift(unit, OFF)
            self.soldiers[unit] = self.counsel.soldier(state, unit)
            self.shift(unit, here)


def _average(soldiers: Iterable[Soldier]) -> float:
    strengths = [(s.attack + s.defence) / 2 for s in soldiers if not s.leads]
    return sum(strengths) / len(strengths) if strengths else 0
