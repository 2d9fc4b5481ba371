"""How a combat result falls on each side: cities, villages and defences soften it first."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.visibility import Number, UnitSet
from grognard.hexes import bits
from grognard.rules.narva import defences
from grognard.rules.narva.battle import Battle
from grognard.rules.narva.losses import LoseSteps, living
from grognard.rules.narva.retreat import AttackersRetreat, RetreatFrom
from grognard.rules.narva.state import NarvaState
from grognard.rules.narva.steps import Do

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


class DefenderSuffers(Do, frozen=True):
    """Losses first, then the retreat (11.3.4.C); a barrage knows no cover (2.5.1.2)."""

    battle: Battle
    steps: Number
    hexes: Number

    rule = "9.1.C"

    def run(self, game: "Narva", state: NarvaState) -> None:
        hex, battle = self.battle.hex, self.battle
        steps, hexes = self.steps, self.hexes
        if not battle.barrage:
            steps = _spared(state, game.cities >> hex & 1, steps, "city-saves-step", "9.4.4.A", hex)
            village = game.cover >> hex & 1
            shelter = village or defences.marker_of(game, battle) is not None
            rule = "9.5.6.A" if village else "11.3.3"  # once, even where both are (9.5.6.C)
            hexes = _spared(state, shelter, hexes, "cover-holds", rule, hex)
        steps = defences.absorb(game, state, battle, steps)
        hexes = defences.absorb(game, state, battle, hexes)
        units = sum(1 << unit for unit in state.units_at(hex))
        state.push(LoseSteps(units, steps, by_attack=False),
                   RetreatFrom(hex, units, hexes, by_attack=False))


class AttackerSuffers(Do, frozen=True):
    """9.5.D: only units that attacked; cover where they stand holds them (9.5.6.B)."""

    battle: Battle
    steps: Number
    hexes: Number

    rule = "9.1.C"

    def run(self, game: "Narva", state: NarvaState) -> None:
        units = state.on_map(self.battle.attackers)
        city = state.units_in(game.cities, units)
        stacks = [
            (hex, state.units_in(1 << hex, units), self._length(game, state, hex))
            for hex in sorted({state.at[unit] for unit in bits(units)})
        ]
        state.push(LoseSteps(units, self.steps, by_attack=True, city=city),
                   self._by_order(game, units, city),
                   AttackersRetreat(tuple(stacks)))

    def _by_order(self, game: "Narva", units: int, city: int) -> "LossByOrder":
        steps = game.limits.stavka.extra_steps if self.battle.stavka else 0
        return LossByOrder(units, steps, 0 if self.steps else city)

    def _length(self, game: "Narva", state: NarvaState, hex: int) -> int:
        cover = game.cover >> hex & 1
        return _spared(state, cover, self.hexes, "cover-holds", "9.5.6.B", hex)


class LossByOrder(Do, frozen=True):
    """2.5.3.C: a result of its own, so its first step is the strongest's again (9.4.1.A)."""

    units: UnitSet
    count: Number
    city: UnitSet

    rule = "2.5.3.C"

    def run(self, game: "Narva", state: NarvaState) -> None:
        if self.count and living(game, state, self.units):
            state.tell(Event("stavka-loss", self.rule, {"count": self.count}))
            state.push(LoseSteps(self.units, self.count, by_attack=True, city=self.city))


def _spared(
    state: NarvaState, cover: int, amount: int, event: str, rule: str, hex: int
) -> int:
    """Cover takes the first loss or the first hex of a retreat off."""
    if not cover or not amount:
        return amount
    state.tell(Event(event, rule, {"hex": hex}, hexes=(hex,)))
    return amount - 1
