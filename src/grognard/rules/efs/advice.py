"""What bots go by in the series."""

from collections.abc import Callable, Mapping
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from grognard.core import steps
from grognard.core.actions import Action
from grognard.core.advice import Advice, Planner
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import attack_supply, control, duty, strengths, victory
from grognard.rules.efs.declaring import BuildAttack
from grognard.rules.efs.movers import ChooseWay
from grognard.rules.efs.reckoning import initial_column
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import AXIS, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.counsel import EfsCounsel
    from grognard.rules.efs.game import EastFrontSeries


FEW = 60
"""Counters that a player overlooks at a glance."""


HOPED_FOR = 3.0
"""Superiority below which no attack is begun: all who could join against all who must be met; a
part of them may be met with one less."""
FAIR = "2-1"
"""Odds below which none is made while others could join."""


class EfsAdvice(Advice["EastFrontSeries", EfsState]):
    milestones = frozenset({"combat"})
    free = ("enter", "rebuild", "raise", "mark", "bring", "stock", "build", "convert", "repair",
            "step", "heavy", "relieve", "release", "air", "freeair")
    idle = (*Advice.idle, "set", "fight", "withdraw", "recall")
    losses = frozenset({"loses-step", "to-cadre", "eliminated"})

    def habits(self) -> Mapping[str, float]:
        """Who has many counters to think of ends a phase less readily."""
        told = self.game.leanings
        return told | {"done": told.get("done", 1.0) * min(1, FEW / len(self.game.units))}

    def goals(self, state: EfsState, side: str) -> HexSet:
        """Hexes that score, or next to which somebody wins, while the enemy holds them: who holds
        them himself stays in his line."""
        prizes = pack(hex for line in self.game.rows.victory for hex in line.hexes)
        return prizes & ~control.land_of(self.game, state, side)

    def standing(self, state: EfsState, side: str) -> float:
        lead = victory.axis_lead(self.game, state)
        return lead if side == AXIS else -lead

    def stakes(self, state: EfsState, side: str) -> Mapping[Hex, float]:
        return self.counsel.stakes(state, side)

    def turns_left(self, state: EfsState) -> int:
        return self.game.last_turn - state.turn + 1

    @cached_property
    def counsel(self) -> "EfsCounsel":
        from grognard.rules.efs.counsel import EfsCounsel

        return EfsCounsel(self.game)

    def is_folly(self, state: EfsState, side: str, action: Action) -> bool:
        """Attacks that nothing feeds, or that bring on more enemies than one is a match for."""
        if action.kind == "declare":
            unfed = self._points(state, side) <= len(state.attacks)
            return unfed or self._superiority(state, action.arg) < HOPED_FOR
        step = state.stack[-1] if state.stack else None
        if action.kind == "set" and isinstance(step, BuildAttack):
            column = initial_column(self.game, state, step.hexes, step.attackers)
            return column is not None and column < self.game.results.columns.index(FAIR)
        return False

    def _points(self, state: EfsState, side: str) -> int:
        """Attacks that supply on the map could feed (6.5.5)."""
        if not attack_supply.needed(self.game):
            return len(self.game.units)
        counters = state.on_map(self.game.supplies & self.game.units_of[side])
        return sum(state.steps[unit] for unit in bits(counters))

    def _superiority(self, state: EfsState, hex: Hex) -> float:
        """All who could attack a hex and whom that obliges to attack, against all those (8.1.2)."""
        game = self.game
        counters = state.on_map(game.supplies & game.units_of[state.side])
        free = duty.eligible(game, state) & ~duty.plan_of(state).used & attack_supply.covers(
            game, state, counters)
        targets = 1 << hex
        for place in bits(state.look_up(duty.touching(game, state, hex, free))):
            targets |= duty.debts(game, state, place)
        able, held, worst = 0, 0, float("inf")
        for one in bits(targets):
            near = duty.touching(game, state, one, free)
            there = self._sum(state, strengths.defence, state.set_at(one) & game.fighting)
            able, held = able | near, held + there
            worst = min(worst, self._sum(state, strengths.attack, near) / max(1, there))
        return min(worst + 1, self._sum(state, strengths.attack, able) / max(1, held))

    def _sum(self, state: EfsState, strength: Callable[..., int], units: int) -> int:
        return sum(strength(self.game, state, unit) for unit in bits(units))

    def planner(self, rng: Random) -> Planner:
        from grognard.rules.efs.staff.planner import RecruitPlanner

        return RecruitPlanner(self.game, rng)

    def enemies(self, state: EfsState, side: str) -> HexSet:
        return state.combat_hexes(self.game, enemy_of(side))

    def could_stay(self, state: EfsState, step: steps.Ask) -> Hex | None:
        return state.at[next(bits(step.group))] if isinstance(step, ChooseWay) else None
