"""Section 6.4: rear guards and pursuit fire."""

from fractions import Fraction
from typing import TYPE_CHECKING

from grognard.core.chance import Dice, Outcome
from grognard.core.events import Event
from grognard.core.visibility import Number, UnitId, UnitSet
from grognard.hexes import Hex
from grognard.rules.eastfront.data import enemy_of
from grognard.rules.eastfront.fire import shelter
from grognard.rules.eastfront.fog import report
from grognard.rules.eastfront.hits import take_hit
from grognard.rules.eastfront.state import EastFrontState
from grognard.rules.eastfront.steps import Do, Roll
from grognard.rules.eastfront.weather import speed

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


UNKNOWN = -1
"""In a view: a block whose label is turned away."""


def is_last(game: "EastFront", state: EastFrontState, unit: int) -> bool:
    """6.41a, d: nobody who was there before this phase stays behind."""
    hex = state.at[unit]
    stay = [u for u in state.of_side(game, hex, state.phasing)
            if u != unit and not state.entered >> u & 1]
    return not stay


def attack_anew(game: "EastFront", state: EastFrontState, hex: int) -> None:
    """6.41d: newcomers in a hex that the others have left, or die leaving, begin a new battle."""
    newcomers = any(state.entered >> u & 1 for u in state.of_side(game, hex, state.phasing))
    if newcomers and state.battles(game) >> hex & 1:
        state.attackers[hex] = state.phasing
        state.new_battles |= 1 << hex


class Pursuit(Do, frozen=True):
    """6.42: every enemy block in the hex fires at the rear guard by its speed."""

    hex: Hex
    rear_guard: UnitId
    fired: UnitSet = 0
    unseen: Number = 0
    """In a view: how many hidden blocks have fired."""

    rule = "6.42a"

    def shown(self, side: str, hidden: int) -> "Pursuit":
        """What the enemy of hidden blocks sees: how many have fired, not who."""
        unseen = self.unseen + (self.fired & hidden).bit_count()
        return Pursuit(self.hex, mask(self.rear_guard, hidden), self.fired & ~hidden, unseen)

    def guessed(self, game: "EastFront", state: EastFrontState) -> "Pursuit":
        guard = guess_guard(game, state, self.hex, self.rear_guard)
        others = [1 << unit for unit in pursuers(game, state, self.hex)
                  if not self.fired >> unit & 1]
        return Pursuit(self.hex, guard, self.fired | sum(others[:self.unseen]))

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        if state.at[self.rear_guard] != self.hex:
            state.round = state.round.over()
            return
        if not self.fired:  # who fires, and with how many dice, tells what stands there
            state.begin_round(self.hex, enemy_of(state.phasing), pursuit=True)
            state.tell(Event("pursuit-begins", "6.42a", {"hex": self.hex}, hexes=(self.hex,),
                             reveals=True))
        for unit in pursuers(game, state, self.hex):
            if self.fired >> unit & 1 or game.hqs >> unit & 1:
                continue
            fire = pursuit_fire(game, state, unit, self.rear_guard)
            if fire == "none" or not state.cv[unit]:
                continue
            state.push(PursuitRoll(self.hex, self.rear_guard, unit, fire),
                       Pursuit(self.hex, self.rear_guard, self.fired | 1 << unit))
            return
        state.round = state.round.over()


def pursuers(game: "EastFront", state: EastFrontState, hex: int) -> list[int]:
    """Only the active side retreats, so the other one pursues."""
    return state.of_side(game, hex, enemy_of(state.phasing))


def mask(unit: int, hidden: int) -> int:
    """The number of a block, or UNKNOWN to whom its label is turned away."""
    return UNKNOWN if unit >= 0 and hidden >> unit & 1 else unit


def guess_guard(game: "EastFront", state: EastFrontState, hex: int, guard: int) -> int:
    """Who covers the retreat, as the enemy imagines it."""
    if guard >= 0:
        return guard
    return next(iter(state.of_side(game, hex, state.phasing)), UNKNOWN)


def pursuit_fire(game: "EastFront", state: EastFrontState, pursuer: int, guard: int) -> str:
    """6.42b: faster DF, as fast SF, slower none; weather and terrain change nothing else."""
    difference = speed(game, state, pursuer) - guard_speed(game, state, guard)
    if game.ground.stops(state.at[guard], state.weather_at(game, state.at[guard])):
        # Only cavalry is not held up there.
        held = [not game.types[game.units[u].type].never_stops for u in (pursuer, guard)]
        difference = held[1] - held[0] if held[0] != held[1] else difference
    if difference > 0:
        return game.pursuit["faster"]
    return game.pursuit["equal" if difference == 0 else "slower"]


def guard_speed(game: "EastFront", state: EastFrontState, guard: int) -> int:
    """15.6b: who waits for ships is slow, whatever the weather."""
    if state.by_sea >> guard & 1:
        return game.types[game.units[guard].type].evacuation_speed
    return speed(game, state, guard)


class PursuitRoll(Roll, frozen=True):
    hex: Hex
    rear_guard: UnitId
    pursuer: UnitId
    fire: str

    rule = "6.42a"

    def side(self, game: "EastFront", state: EastFrontState) -> str:
        return enemy_of(state.phasing)

    @property
    def secret(self) -> bool:
        """How many dice there are tells the strength of a hidden pursuer until they are thrown."""
        return self.pursuer < 0

    def shown(self, side: str, hidden: int) -> "PursuitRoll":
        """Firepower tells the speed of both, so it goes with the name of either."""
        guard, pursuer = mask(self.rear_guard, hidden), mask(self.pursuer, hidden)
        fire = self.fire if (guard, pursuer) == (self.rear_guard, self.pursuer) else ""
        return PursuitRoll(self.hex, guard, pursuer, fire)

    def guessed(self, game: "EastFront", state: EastFrontState) -> "PursuitRoll":
        if self.fire:
            return self
        guard = guess_guard(game, state, self.hex, self.rear_guard)
        pursuer = self.pursuer if self.pursuer >= 0 else pursuers(game, state, self.hex)[0]
        state.cv[pursuer] = max(1, state.cv[pursuer])  # who fires has dice
        fire = pursuit_fire(game, state, pursuer, guard)
        return PursuitRoll(self.hex, guard, pursuer, fire if fire != "none" else "SF")

    def chance(self, game: "EastFront", state: EastFrontState) -> Dice:
        return Dice(state.cv[self.pursuer], 6)

    def reading(self, game: "EastFront", state: EastFrontState, outcome: Outcome) -> int:
        return sum(die in game.hits[self.fire] for die in outcome)

    def branches(
        self, game: "EastFront", state: EastFrontState
    ) -> list[tuple[Outcome, Fraction]]:
        hits = game.hits[self.fire]
        return self.chance(game, state).sorted_by(lambda die: die in hits)

    def take(self, game: "EastFront", state: EastFrontState, outcome: Outcome) -> None:
        hits = self.reading(game, state, outcome)
        state.round = state.round.fired(self.pursuer, self.fire, outcome, hits=0)
        # dice are thrown openly, but who stands there keeps his label to himself (0.1)
        report(game, state, "pursuit", "6.42a", self.pursuer, reveals=True, hex=self.hex,
               dice=outcome, hits=hits)
        for _ in range(hits):
            if state.at[self.rear_guard] == self.hex:  # terrain protects it, and its fortress
                needed = shelter(game, state, self.hex, state.owner(game, self.rear_guard))
                take_hit(game, state, self.rear_guard, needed, "6.42c")
