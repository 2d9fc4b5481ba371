"""A general: tries several plans out against the enemy's answer, as long as its clock allows.

Where something new is planned, a few plans are played on imagined worlds by officers of both
sides until the enemy has answered. All plans meet the same worlds with the same dice. The one
that stands best on the average is chosen, if it is better than the officer's own beyond chance.
"""

from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import Any, NamedTuple

from grognard.ai.bots import register_timed
from grognard.ai.fields import Pulls
from grognard.ai.leaders import Leaders
from grognard.ai.memory import Memory
from grognard.ai.officer import Officer
from grognard.ai.sandtable import SandTable
from grognard.core.actions import Action
from grognard.core.events import Event
from grognard.core.game import Decision, Game, View
from grognard.core.running import Policy, run
from grognard.core.sides import Side

SEARCHED = ("leader", "target")
"""What a general thinks about; the rest is done as an officer does it."""
PLANS = 2
"""Plans that are tried, the officer's own among them: a turn has time for a dozen looks ahead."""
SHARE = 0.4
"""Of the time left in a turn for one question."""
USUAL = 2.0
"""Seconds that an officer is believed to need for a turn before one was seen; half at most."""
LEAST, MOST = 4, 40
"""Worlds on which a plan must have been tried, and that are enough."""
SURE = 2.0
"""By how many standard errors another plan must be better than the officer's. With one, four worlds
of mere luck would overrule the officer in a fifth of all questions."""
OPENINGS = 2
"""Draws that open something new, within one look ahead."""


class Watch:
    """The time that a turn may take, less what the officer will need for the rest of it."""

    def __init__(self, clock: Callable[[], float], seconds: float) -> None:
        self._clock, self._seconds = clock, seconds
        self._turn: Any = None
        self._usual = min(USUAL, seconds / 2)
        self._spent = self._own = self._since = 0.0

    def __repr__(self) -> str:
        return f"<Watch: {self._spent:.1f} of {self._seconds} s spent>"

    def start(self, turn: Any) -> None:
        """Thinking begins; in a new turn all of the time is there again."""
        if turn != self._turn:
            if self._turn is not None:
                self._usual = max(self._own, self._usual / 2)
            self._turn, self._spent, self._own = turn, 0.0, 0.0
        self._since = self._clock()

    def lap(self) -> None:
        """The officer has answered; the rest is search."""
        self._own += self._clock() - self._since

    def stop(self) -> None:
        self._spent += self._clock() - self._since

    @property
    def free(self) -> float:
        """Seconds that may still be spent on search in this turn."""
        kept = max(0.0, self._usual - self._own)
        return self._seconds - kept - self._spent - (self._clock() - self._since)


class Tried(NamedTuple):
    """A plan's first choice and what it led to on each world."""

    action: Action
    values: list[float]


class Answered:
    """Whether the enemy has answered: where a look ahead ends."""

    def __init__(self, game: Game[Any], side: Side) -> None:
        self._game, self._side = game, side
        self._enemy_planned, self._openings = False, 0

    def __repr__(self) -> str:
        return f"<Answered to {self._side}: {self._enemy_planned}>"

    def so(self, state: Any) -> bool:
        """Asked once before everything that is decided or rolled."""
        roll = self._game.rolling(state)
        if roll is not None:
            self._openings += roll.role == "plan"
            return self._openings > OPENINGS
        side, asked = next(iter(self._game.decisions(state).items()))
        if asked.step.role == "plan" and side != self._side:
            self._enemy_planned = True
        return self._enemy_planned and side == self._side and asked.step.role == "plan"


@register_timed("general", levels=(10, 30, 60))
class General:
    """Searches on top of an officer within so many seconds a turn."""

    def __init__(self, rng: Random, seconds: float = 10) -> None:
        self._rng, self._seconds = rng, seconds
        self._officer = Officer(rng)
        self._pulls: dict[Side, Pulls] = {}
        self._watch = Watch(perf_counter, seconds)
        self.belief: Memory | None = None

    def __repr__(self) -> str:
        return f"<General, {self._seconds:g} s a turn>"

    def begin(self, game: Game[Any], side: Side, clock: Callable[[], float]) -> None:
        self._watch = Watch(clock, self._seconds)
        self._officer = Officer(self._rng)
        self.belief = Memory(game, side)

    def notice(self, events: Sequence[Event]) -> None:
        if self.belief is not None:
            self.belief.notice(events)

    def choose(self, view: View[Any], decision: Decision) -> Action:
        self._watch.start(decision.game.advice.turns_left(decision.state))
        if self.belief is not None:
            self.belief.look(view)
        own = self._officer.choose(view, decision)
        self._watch.lap()
        action = self._think(view, decision, own) if self._is_worth_it(decision) else own
        self._watch.stop()
        return action

    def _is_worth_it(self, decision: Decision) -> bool:
        counsel = decision.game.advice.counsel
        job = counsel.jobs.get(type(decision.step), "") if counsel else ""
        return job in SEARCHED and len(decision.offers) > 1 and self._watch.free > 0

    # -- trying plans out -------------------------------------------------------------------------

    def _think(self, view: View[Any], decision: Decision, own: Action) -> Action:
        """Every plan on one world after the other, the worse half dropped now and then."""
        tried = [Tried(action, []) for action in self._plans(decision, own)]
        alive, until = tried, self._watch.free * (1 - SHARE)
        longest = 0.0
        for number in range(MOST):
            luck = self._rng.getrandbits(48)
            for plan in alive:
                before = self._watch.free
                if before - longest < until:
                    return self._best(tried)
                plan.values.append(self._look_ahead(decision.game, view, plan.action, luck))
                longest = max(longest, before - self._watch.free)
            if number + 1 in (LEAST, 2 * LEAST, 4 * LEAST):
                alive = self._better_half(alive)
            if len(alive) < 2:
                break
        return self._best(tried)

    def _plans(self, decision: Decision, own: Action) -> list[Action]:
        """The officer's own first, then the headquarters that promise most; of attacks, only
        whether to make the one that it wants.
        """
        counsel = decision.game.advice.counsel
        if counsel is None or counsel.jobs[type(decision.step)] == "target":
            others = [a for a in map(Action, decision.game.passes) if a in decision.offers]
        else:
            leaders = Leaders(SandTable(decision.game, decision.state, decision.side))
            others = [action for _, action in sorted(
                leaders.ranked(decision, counsel.commands), reverse=True)]
        return [own, *[action for action in others if action != own][:PLANS - 1]]

    def _better_half(self, plans: list[Tried]) -> list[Tried]:
        """The officer's own plan, which is the first, stays to be compared with."""
        first, *others = plans
        others.sort(key=lambda plan: -fmean(plan.values))
        better = [plan for plan in others if fmean(plan.values) > fmean(first.values)]
        return [first, *better[:(len(others) + 1) // 2]]

    def _best(self, tried: list[Tried]) -> Action:
        """The plan that is better than the officer's by more than chance explains."""
        first, *others = tried
        best, gain = first, 0.0
        for plan in others:
            more = [a - b for a, b in zip(plan.values, first.values, strict=False)]
            if len(more) < LEAST:
                continue
            sure = fmean(more) - SURE * stdev(more) / len(more) ** 0.5
            if sure > gain:
                best, gain = plan, sure
        if best is not first:
            self._officer = Officer(self._rng)  # what it had in mind was another plan
        return best.action

    def _look_ahead(
        self, game: Game[Any], view: View[Any], action: Action, luck: int
    ) -> float:
        """What a world is worth when the enemy has answered; the same luck, the same world."""
        rng = Random(luck)
        state = game.imagine(view, rng, self.belief)
        game.apply(state, view.side, action)
        policies = {side: self._quick(side, view.side, luck) for side in game.sides}
        run(game, state, policies, rng, Answered(game, view.side).so)
        return SandTable(game, state, view.side).value

    def _quick(self, side: Side, own: Side, luck: int) -> Policy:
        """An officer who asks nobody to join; our own knows what was meant."""
        officer = Officer(Random(luck), self._pulls.setdefault(side, {}))
        if side == own:
            officer.strike = self._officer.strike

        def choose(decision: Decision) -> Action:
            counsel = decision.game.advice.counsel
            if counsel is not None and counsel.jobs.get(type(decision.step)) == "attach":
                idle = [a for a in map(Action, counsel.staying) if a in decision.offers]
                if idle:
                    return idle[0]
            return officer.choose(decision.game.view(decision.state, side), decision)

        return choose
