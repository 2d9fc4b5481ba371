"""A recruit's head in the series: it keeps a plan for a phase and answers from it."""

from random import Random
from typing import TYPE_CHECKING

from grognard.core.actions import Action
from grognard.core.game import Decision
from grognard.hexes import bits
from grognard.rules.efs.advance import ChooseAdvance
from grognard.rules.efs.air import ChooseFlight, FlyAt
from grognard.rules.efs.combat import PrepareCombat
from grognard.rules.efs.declaring import BuildAttack, ChooseTarget
from grognard.rules.efs.movers import ChooseMover, ChooseWay
from grognard.rules.efs.staff import flying
from grognard.rules.efs.staff.attacking import Assaults
from grognard.rules.efs.staff.estimate import Estimate
from grognard.rules.efs.staff.fields import FAR
from grognard.rules.efs.staff.marching import March
from grognard.rules.efs.supply_units import BringSupply, SupplyPlace
from grognard.rules.efs.ways import MOTORISED, MOVEMENT, REACTION

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


MOVING = (MOVEMENT, MOTORISED)


class RecruitPlanner:
    """Answers the questions that ask for a plan; the others are left to habit."""

    def __init__(self, game: "EastFrontSeries", rng: Random) -> None:
        self.game, self.rng = game, rng
        self._segment: tuple[object, ...] = ()
        self._phase = ""
        self._assaults: Assaults | None = None
        self.plan: Estimate

    def __repr__(self) -> str:
        return f"<RecruitPlanner in {self.game!r}>"

    def choose(self, decision: Decision) -> Action | None:
        answer = ANSWERS.get(type(decision.step))
        if answer is None or getattr(decision.step, "manner", "") == REACTION:
            return None
        if not isinstance(decision.step, UNPLANNED):
            self._think(decision)
        action: Action | None = answer(self, decision)
        return action if action is not None and action in decision.offers else None

    def _think(self, decision: Decision) -> None:
        """A new plan for each phase of movement, and for a segment that begins without one."""
        state = decision.state
        segment = state.turn, state.side, decision.side
        if segment != self._segment:
            self._phase, self._assaults = "", None
        if self._phase and (self._phase == state.phase or state.phase not in MOVING):
            return
        before = self.plan.errands if self._segment else {}
        self._segment, self._phase = segment, state.phase
        self.plan = Estimate(self.game, state, decision.side, before)
        self.march = March(self.plan, self.rng)

    def _next_mover(self, decision: Decision) -> Action | None:
        found = self.march.next_group(decision)
        return found or Action("done")

    def _way(self, decision: Decision) -> Action | None:
        return self.march.way(decision)

    # -- attacks ----------------------------------------------------------------------------------

    def _target(self, decision: Decision) -> Action | None:
        if self._assaults is None:
            self._assaults = Assaults(self.plan, decision.state)
        for assault in self._assaults.chosen:
            for hex in assault.attacks:
                if Action("declare", hex) in decision.offers:
                    return Action("declare", hex)
        return Action("done")

    def _attackers(self, decision: Decision) -> Action | None:
        step = decision.step
        assert isinstance(step, BuildAttack)
        wanted = self._wanted(step.hexes[0]) & ~step.attackers
        for unit in bits(wanted):
            if Action("by", unit) in decision.offers:
                return Action("by", unit)
        return Action("set")

    def _wanted(self, hex: int) -> int:
        for assault in self._assaults.chosen if self._assaults else ():
            if hex in assault.attacks:
                return assault.attacks[hex]
        return 0

    def _prepare(self, decision: Decision) -> Action | None:
        """Supply, guns and engineers, then the die."""
        for kind in ("supply", "engineers", "guns"):
            for arg in decision.offers.choices.get(kind, ()):
                return Action(kind, arg)
        return Action("fight")

    def _advance(self, decision: Decision) -> Action | None:
        """The mobile first, who go on from there; then whoever has room."""
        there = list(decision.offers.choices.get("advance", ()))
        there.sort(key=lambda unit: (not self.game.motorised >> unit & 1,
                                     -self.game.units[unit].attack))
        return Action("advance", there[0]) if there else None


    def _flight(self, decision: Decision) -> Action:
        return flying.flight(self.game, decision)

    def _flies_at(self, decision: Decision) -> Action:
        return flying.place(self.game, decision)

    def _stock(self, decision: Decision) -> Action | None:
        """All supply there is, on wheels rather than in depots."""
        for kind in ("bring", "stock"):
            for unit in decision.offers.choices.get(kind, ()):
                return Action(kind, unit)
        return None

    def _stock_place(self, decision: Decision) -> Action | None:
        """As near to a spearhead as it can be, each time to another."""
        step, plan = decision.step, self.plan
        assert isinstance(step, SupplyPlace)
        ways = [spearhead.way for spearhead in plan.spearheads] if plan.bold else []
        field = ways[step.unit % len(ways)] if ways else plan.to_the_front
        there = decision.offers.choices["at"]
        return Action("at", min(there, key=lambda hex: (field.get(hex, FAR), hex)))


ANSWERS = {
    BringSupply: RecruitPlanner._stock, SupplyPlace: RecruitPlanner._stock_place,
    ChooseMover: RecruitPlanner._next_mover, ChooseWay: RecruitPlanner._way,
    ChooseTarget: RecruitPlanner._target, BuildAttack: RecruitPlanner._attackers,
    PrepareCombat: RecruitPlanner._prepare, ChooseAdvance: RecruitPlanner._advance,
    ChooseFlight: RecruitPlanner._flight, FlyAt: RecruitPlanner._flies_at,
}
UNPLANNED = (ChooseFlight, FlyAt)
"""Questions for which no plan is made."""
