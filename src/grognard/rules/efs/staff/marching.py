"""Where a group goes: strong mobile stacks to their goals, others to the front or home."""

from random import Random
from typing import TYPE_CHECKING

from grognard.core.actions import Action
from grognard.core.game import Decision
from grognard.core.offers import Offers
from grognard.hexes import Hex, bits, pack
from grognard.rules.efs import overrun, routes, zones
from grognard.rules.efs.movers import ChooseWay
from grognard.rules.efs.staff import prizes
from grognard.rules.efs.staff.estimate import Estimate, force, resistance
from grognard.rules.efs.staff.fields import FAR, Field
from grognard.rules.efs.staff.massing import Massing
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.words import FOOT, MOTOR

if TYPE_CHECKING:
    pass

GOOD = ("step-retreat", "retreat")


class March:
    """The movement of one phase: who has been looked at, and what is left."""

    def __init__(self, plan: Estimate, rng: Random) -> None:
        self.plan, self.game, self.rng = plan, plan.game, rng
        self.seen: dict[tuple[str, Hex], int] = {}
        self.fed: dict[int, int] = {}
        """By spearhead: the supply points on their way to it."""
        self.standing = plan.state.on_map(plan.game.supplies)
        """Supply that stood on the map as the phase began."""
        self.guarded = prizes.guarded(plan.game, plan.state, plan.side)
        """Places where somebody should stay."""
        self.massing: Massing | None = None
        self.guards: dict[Hex, int] = {}
        """By goal of the enemy: the strength that is on its way there."""

    # -- who moves next ---------------------------------------------------------------------------

    def next_group(self, decision: Decision) -> Action | None:
        """Arrivals first, then the strong, then the rest; None when all have been looked at."""
        offers, state = decision.offers, decision.state
        if self.massing is None and self.plan.bold:
            self.massing = Massing(self.plan, state)
        for unit in offers.choices.get("flip", ()):
            if self._stranded(state, unit):
                return Action("flip", unit)
        if len(arriving := offers.choices.get("enter", ())):
            return Action("enter", next(iter(arriving)))
        free = pack(offers.choices["move"])
        for kind in (MOTOR, FOOT):
            waiting = [hex for hex in offers.choices.get(kind, ())
                       if self.seen.get((kind, hex)) != state.set_at(hex) & free]
            waiting.sort(key=lambda hex: -force(self.game, state, state.set_at(hex)))
            for hex in waiting:
                self.seen[kind, hex] = state.set_at(hex) & free
                if not self._idle(state, kind, hex):
                    return Action(kind, hex)
        return self._refit(decision)

    def _refit(self, decision: Decision) -> Action | None:
        """15.2.1: replacements for those who are out of touch with the enemy."""
        state = decision.state
        touched = self.game.grid.spread(state.combat_hexes(self.game, self.plan.foe))
        for unit in decision.offers.choices.get("mark", ()):
            if state.at[unit] < 0 or not touched >> state.at[unit] & 1:
                return Action("mark", unit)
        return None

    def _idle(self, state: EfsState, kind: str, hex: Hex) -> bool:
        """Who need not be asked: walkers in contact hold the line, or a place that counts."""
        if kind != FOOT:
            return False
        if self.guarded >> hex & 1 and not state.set_at(hex) & self.game.fighting & (
                ~self.game.afoot):
            return True
        if self.massing and self._ordered(state.set_at(hex) & self.game.afoot) is not None:
            return False
        touched = self.game.grid.spread(1 << hex) & state.combat_hexes(self.game, self.plan.foe)
        return bool(touched) and hex in self.plan.home and self.plan.home[hex] == 0

    # -- where to ---------------------------------------------------------------------------------

    def way(self, decision: Decision) -> Action | None:
        step, state, offers = decision.step, decision.state, decision.offers
        assert isinstance(step, ChooseWay)
        if (driven := self._overrun(decision)) is not None:
            return driven
        if Action("exit") in offers and prizes.counts_off_map(self.game, state, step.group):
            return Action("exit")
        here = state.at[next(bits(step.group))]
        wanted = self._ordered(step.group)
        if wanted is not None and wanted != here and Action("to", wanted) in offers:
            return Action("to", wanted)
        if wanted == here and Action("stay") in offers:
            return Action("stay")
        field = self._field(state, here) if step.group & ~self.game.supplies else self._behind(
            state, step.group, here)
        if field is None:
            return Action("stay") if Action("stay") in offers else None
        best, kind = self._best(state, offers, step.group, field)
        if best is not None and self._price(state, step.group, field, best) < self._price(
                state, step.group, field, here):
            return Action(kind, best)
        return Action("stay") if Action("stay") in offers else None

    def _ordered(self, group: int) -> Hex | None:
        """Where a force is gathered that the group belongs to."""
        return self.massing.orders.get(group) if self.massing else None

    def _best(self, state: EfsState, offers: Offers, group: int,
              field: Field) -> tuple[Hex | None, str]:
        found: list[tuple[float, Hex, str]] = []
        for kind in ("to", "road", "rail") if group & self.game.supplies else ("to", "road"):
            for hex in offers.choices.get(kind, ()):
                found.append((self._price(state, group, field, hex), hex, kind))
        if not found:
            return None, ""
        _, hex, kind = min(found)
        return hex, kind

    def _price(self, state: EfsState, group: int, field: Field, hex: Hex) -> float:
        weights, game = self.plan.weights, self.game
        price = float(field.get(hex, FAR))
        hungry = self.plan.home.get(hex, FAR)
        price += weights.hunger * min(hungry, weights.hunger_most)
        price += 2 * max(0, hungry - weights.tether)
        if not group & game.fighting & ~game.artillery:  # guns, staffs and baggage keep behind
            alone = not state.set_at(hex) & ~group & game.fighting & ~game.artillery
            if alone and zones.enemy_zone(game, state, self.plan.side) >> hex & 1:
                price += weights.exposed
        return price

    def _field(self, state: EfsState, here: Hex) -> Field | None:
        """What a group goes by; None: it stays where it is."""
        plan = self.plan
        if plan.bold and here in plan.sent:
            return plan.sent[here].field
        if plan.home.get(here, FAR) > 0:
            return plan.home
        return plan.onwards if plan.bold else self._guard(state, here)

    def _behind(self, state: EfsState, group: int, here: Hex) -> Field:
        """Supply follows the spearheads, each as much as it needs; else the front."""
        plan, weights = self.plan, self.plan.weights
        if not plan.bold or not plan.spearheads:
            return plan.to_the_front
        best = max(range(len(plan.spearheads)), key=lambda one: (
            plan.spearheads[one].force / (plan.spearheads[one].way.get(here, FAR)
                                          + weights.patience) / (1 + self.fed.get(one, 0))))
        self.fed[best] = self.fed.get(best, 0) + sum(state.steps[unit] for unit in bits(group))
        return plan.spearheads[best].way

    def _stranded(self, state: EfsState, depot: int) -> bool:
        """A depot on which no spearhead can draw (6.5.5), where the railway brings it no nearer."""
        plan = self.plan
        if not plan.bold or not self.standing >> depot & 1:
            return False
        drawn_on = routes.reaches(self.game, state, plan.side, depot)
        return not any(drawn_on & pack(spearhead.stacks) for spearhead in plan.spearheads)

    def _guard(self, state: EfsState, here: Hex) -> Field | None:
        """Who is at the front holds it; others go where the enemy would, not all to one place."""
        plan, weights = self.plan, self.plan.weights
        if plan.to_the_front.get(here, FAR) <= weights.front:
            return None
        goal = plan.goal_of(here, self.guards, plan.goals)
        if goal is None:
            return None
        strong = resistance(self.game, state, state.set_at(here) & self.game.fighting)
        self.guards[goal.hex] = self.guards.get(goal.hex, 0) + strong
        return goal.field if goal.field[here] > weights.guard else None

    def _overrun(self, decision: Decision) -> Action | None:
        """An overrun that mostly succeeds."""
        assert isinstance(decision.step, ChooseWay)
        for hex in decision.offers.choices.get("overrun", ()):
            odds = overrun.odds(self.game, decision.state, decision.step, hex)
            if odds.chance_of(*GOOD) >= self.plan.weights.overrun:
                return Action("overrun", hex)
        return None
