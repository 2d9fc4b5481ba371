"""A match from its plan to its rows: what is there already is not played again."""

from collections.abc import Callable, Iterator
from itertools import count

from grognard.lab.match.batch import Crash, Outcome, Runner, games_of, here, pairs_of
from grognard.lab.match.pairs import paired
from grognard.lab.match.playing import Played, Task
from grognard.lab.match.statistics import Sprt
from grognard.lab.match.store import Plan, Store, mend


class Match:
    """Games of one plan, as far as they are played."""

    def __init__(self, plan: Plan, number: int, store: Store | None = None) -> None:
        self.plan, self.number, self._store = plan, number, store
        self.rows: list[Played] = []
        self.crashes: list[Crash] = []
        if store:
            mend(store.folder)
            wanted = {(task.seed, task.swapped) for task in self.tasks()}
            self.rows = [row for row in store.rows() if (row.seed, row.swapped) in wanted]

    def __repr__(self) -> str:
        return f"<Match, {len(self.rows)} of {self.games} games, {len(self.crashes)} crashes>"

    @property
    def games(self) -> int:
        return self.number * (1 + self.plan.paired)

    def tasks(self) -> Iterator[Task]:
        split = pairs_of if self.plan.paired else games_of
        return split(self.plan.task, self.number)

    def missing(self) -> Iterator[Task]:
        """What is not played yet; a game that crashed is tried again."""
        played = {(row.seed, row.swapped) for row in self.rows}
        return (task for task in self.tasks() if (task.seed, task.swapped) not in played)

    def run(self, runner: Runner = here, sprt: Sprt | None = None,
            see: Callable[[Outcome], None] = lambda outcome: None) -> str:
        """Play what is missing; with a test, until it knows: returns its verdict."""
        verdict = self.verdict(sprt)
        if verdict:
            return verdict
        for outcome in runner(self.missing()):
            self._keep(outcome)
            see(outcome)
            if verdict := self.verdict(sprt):
                break
        return verdict

    def _keep(self, outcome: Outcome) -> None:
        if self._store:
            self._store.add(outcome)
        if isinstance(outcome, Crash):
            self.crashes.append(outcome)
        else:
            self.rows.append(outcome)

    def verdict(self, sprt: Sprt | None) -> str:
        """What the test says of the pairs before the first gap: short games come in early, and
        must not decide for the long ones."""
        if sprt is None:
            return ""
        crashed = {crash.seed for crash in self.crashes}
        found = {pair.seed: pair.score for pair in paired(self.rows)}
        tally = {1.0: 0, 0.5: 0, 0.0: 0}
        for seed in count(self.plan.task.seed):
            if seed in found:
                tally[found[seed]] += 1
            elif seed not in crashed:
                break
        return sprt.verdict(tally[1.0], tally[0.5], tally[0.0])
