"""What attacks bring on the average: reckoned roughly on the march, exactly when declared."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from msgspec.structs import replace

from grognard.core.counsel import Forecast
from grognard.hexes import Hex, bits, pack
from grognard.rules.efs import armour, attack_supply, combat, retreat, strengths
from grognard.rules.efs.battle import FED, HUNGRY, Battle, read_result
from grognard.rules.efs.reckoning import FROZEN, reckon
from grognard.rules.efs.staff.places import Ledger
from grognard.rules.efs.state import EfsState

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

GUNS = 0.5
"""The part of the guns in range that is reckoned with: they serve others too."""
BACK = 0.3
"""What a retreat of the attackers counts, in steps."""

Tolls: TypeAlias = tuple[float, ...]


class Target(NamedTuple):
    """A hex that may be attacked."""

    battle: Battle
    """With nobody in it."""
    shield: float
    die: int
    tolls: Tolls
    """What each step that stands there is worth, in points of the game, the cheapest first."""
    tanks: float
    """The same of a step of armour; below 0 where there is none."""
    killers: bool
    """Armour or guns against it stand there: stars cost the attackers armour (9.3.1)."""
    doomed: bool
    """Whether those who must retreat have no way (8.6/2): known when all stand in their places."""
    fortified: bool
    open: bool
    """To armour with its infantry."""
    fire: float
    """Of our guns that reach it."""
    fed: bool
    """Whether anything feeds an attack."""


class Forecasts:
    """Attacks of one game."""

    def __init__(self, game: "EastFrontSeries", ledger: Ledger) -> None:
        self.game, self.ledger = game, ledger
        self._average = lru_cache(4096)(self._read)
        self._exact: dict[tuple[int, Hex, int], Forecast | None] = {}
        self._about: object = None
        self._covered = 0
        """Units that supply on the map reaches."""

    def __repr__(self) -> str:
        return f"<Forecasts in {self.game!r}>"

    def target(self, state: EfsState, side: str, hex: Hex) -> Target:
        game, battle = self.game, Battle(side, (hex,), 0, supply=FED)
        found = reckon(game, state, battle)
        there = state.set_at(hex) & (game.fighting | game.hqs)
        held = max(1.0, float(found.defence_total))
        held += min(held, GUNS * self._guns(state, battle.defender, hex))
        return Target(
            battle, held, found.net, self._tolls(state, there), self._tanks(there),
            killers=bool(there & (game.armoured | game.tank_killers)),
            doomed=self._doomed(state, hex, there), fortified=found.fortified,
            open=armour.good_for_tanks(game, state, battle),
            fire=GUNS * self._guns(state, side, hex), fed=self.points(state, side) > 0)

    def _doomed(self, state: EfsState, hex: Hex, units: int) -> bool:
        return state.phase == "declaring" and not any(
            retreat.ways_back(self.game, state, 1 << unit, hex) for unit in bits(units))

    def _tolls(self, state: EfsState, units: int) -> Tolls:
        return tuple(sorted(self.ledger.toll(unit) for unit in bits(units)
                            for _ in range(state.steps[unit])))

    def _tanks(self, units: int) -> float:
        return min((self.ledger.toll(unit) for unit in bits(units & self.game.armoured)),
                   default=-1.0)

    def points(self, state: EfsState, side: str) -> int:
        """Attacks that supply on the map could feed (6.5.5)."""
        if not attack_supply.needed(self.game):
            return len(self.game.units)
        counters = state.on_map(self.game.supplies & self.game.units_of[side])
        return sum(state.steps[unit] for unit in bits(counters))

    def _guns(self, state: EfsState, side: str, hex: Hex) -> int:
        game = self.game
        guns = state.on_map(game.artillery & game.units_of[side])
        return sum(strengths.support(game, state, gun) for gun in bits(guns)
                   if game.grid.distance(state.at[gun], hex) <= game.units[gun].range)

    # -- on the march ---------------------------------------------------------------------------

    def rough(self, state: EfsState, target: Target, attackers: Mapping[int, float]
              ) -> Forecast | None:
        force = sum(attackers.values())
        whole = force + (min(force, target.fire) if target.fed else 0)
        column = self.game.results.odds_column(int(whole), max(1, round(target.shield)))
        if column is None or force <= 0:
            return None
        units = pack(attackers)
        die = target.die + self._arms(state, target, units) + 2 * (not target.fed)
        return self._brings(state, target, units, column, die,
                            target.fortified + (not target.fed))

    def _brings(self, state: EfsState, target: Target, attackers: int, column: int, die: int,
                stars: int) -> Forecast:
        tanks = self._tanks(attackers)
        hit = tanks if target.killers else -1.0
        return self._average(column, die, stars, self._tolls(state, attackers), hit,
                             target.tolls, target.tanks if tanks >= 0 else -1.0, target.doomed)

    def _arms(self, state: EfsState, target: Target, attackers: int) -> int:
        """9.1, 9.2: divisions as such, and armour with its infantry."""
        game = self.game
        whole = armour.integrity(game, state, attackers, target.battle.side, target.fed)
        free = attackers if game.edition.armour.arms_with_integrity else attackers & ~whole.used
        both = bool(free & game.armoured) and bool(free & game.arms & ~game.armoured)
        return -len(whole.divisions) - (both and target.open)

    # -- as they stand --------------------------------------------------------------------------

    def exact(self, state: EfsState, target: Target, attackers: int) -> Forecast | None:
        """By the rules of combat, with the guns and the supply that there are."""
        about = state.turn, state.side, state.phase, state.steps
        if about != self._about:
            self._about, self._exact = about, {}
            counters = state.on_map(self.game.supplies & self.game.units_of[state.side])
            self._covered = attack_supply.covers(self.game, state, counters)
        key = attackers, target.battle.hexes[0], len(state.attacks)
        if key not in self._exact:
            found = reckon(self.game, state, self._battle(state, target, attackers))
            self._exact[key] = None if found.column is None else self._brings(
                state, target, attackers, found.column, found.net,
                found.fortified + (not found.supplied))
        return self._exact[key]

    def _battle(self, state: EfsState, target: Target, attackers: int) -> Battle:
        game, side, hexes = self.game, target.battle.side, target.battle.hexes
        free = attack_supply.exempt(game, state, attackers, hexes)
        fed = not attackers & ~self._covered & ~free \
            and self.points(state, side) > len(state.attacks)
        battle = replace(target.battle, attackers=attackers, supply=FED if fed else HUNGRY,
                         guns=self._battery(state, side, hexes[0]) if fed else 0)
        return replace(battle, engineers=combat.engineers_help(game, state, battle))

    def _battery(self, state: EfsState, side: str, hex: Hex) -> int:
        """The best guns in range, as many as may fire together (10.1.4)."""
        game = self.game
        guns = state.on_map(game.artillery & game.units_of[side]) & self._covered
        near = [gun for gun in bits(guns & ~pack(state.shots))
                if game.grid.distance(state.at[gun], hex) <= game.units[gun].range]
        near.sort(key=lambda gun: -strengths.support(game, state, gun))
        return pack(near[:game.edition.guns.limit])

    def _read(self, column: int, die: int, stars: int, ours: Tolls, our_tanks: float,
              theirs: Tolls, their_tanks: float, doomed: bool) -> Forecast:
        """Every die of the column; ``stars`` are steps that a star costs besides (8.4.5)."""
        takes = hurts = costs = points = 0.0
        for result, chance in self.game.results.distribution(column, modifier=die).items():
            verdict, share = read_result(result), float(chance)
            star, left = verdict.attacker.star, len(theirs)
            over = verdict.defender.wiped_out or (doomed and verdict.defender.retreats)
            killed = left if over else min(left, verdict.defender.steps)
            lost = len(ours) if verdict.attacker.wiped_out else (
                verdict.attacker.steps + stars * star)
            takes += share * (verdict.defender.retreats or killed >= left)
            hurts += share * killed
            costs += share * (lost + BACK * verdict.attacker.retreats)
            points += share * (_paid(theirs, killed, their_tanks if star else -1.0)
                               - _paid(ours, lost, our_tanks if star else -1.0))
        return Forecast(takes, hurts, costs, points)


def _paid(tolls: Tolls, steps: int, first: float) -> float:
    """Points for so many steps: their owner gives the cheapest, but for a first one of armour."""
    if steps and first >= 0:
        return first + sum(tolls[:steps - 1])
    return sum(tolls[:steps])


def wide_rivers(game: "EastFrontSeries", state: EfsState) -> frozenset[int]:
    """8.3.5: hexsides over which one attacks badly or not at all; ice carries."""
    return frozenset() if state.weather in FROZEN else frozenset(
        game.ground.major_rivers - game.ground.roads)
