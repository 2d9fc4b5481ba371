"""Weights found by self-play: CMA-ES proposes, pairs of games judge, a sequential test decides.

A folder keeps it. ``tuning.json`` says what is tuned, ``tried.jsonl`` gets a line as soon as
something was tried. The search is the same for the same seed, so what was tried is told to it again
and it goes on from there: there is nothing else to keep.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.core.counsel import Weights
from grognard.lab.match.batch import Runner, here
from grognard.lab.match.laboratory import Match
from grognard.lab.match.pairs import Tally
from grognard.lab.match.playing import Task
from grognard.lab.match.statistics import Sprt
from grognard.lab.match.store import NoExtra, OtherMatch, Store
from grognard.lab.match.store import Plan as MatchPlan

PLAN, TRIED, TEST = "tuning.json", "tried.jsonl", "test"
STEP = 0.3
"""How far the first proposals go, as a part of each weight."""
SMALL = 0.1
"""What a weight is taken for at least, so that one that is nothing can become something."""
SIGNED = ("boldness",)
"""Weights that may be less than nothing."""
SHARES = ("decay", "hunger", "empty")
"""Weights that are parts of a whole."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What is tuned, against whom, and how."""

    box: str
    scenario: str
    options: tuple[tuple[str, bool | int | str], ...] = ()
    start: dict[str, float]
    """The weights to be tuned, as they are."""
    against: tuple[str, ...] = ("officer", "passive")
    pairs: int = 4
    """For each proposal, against each opponent."""
    proposals: int = 6
    """In a round."""
    seed: int = 0
    commit: str = ""
    fingerprint: str = ""


class Tried(msgspec.Struct, frozen=True):
    """A proposal and what it was worth."""

    round: int
    weights: dict[str, float]
    margin: float
    """Of a pair, on the average over the opponents."""


Judge = Callable[[Plan, int, Mapping[str, float]], float]
"""What a proposal is worth in a round; all proposals of a round meet the same luck."""


def named(weights: Mapping[str, float]) -> str:
    """The officer with some weights, as a bot's name.

    >>> named({"threat": 0.5, "boldness": -0.25})
    'officer@threat=0.5,boldness=-0.25'
    """
    return "officer@" + ",".join(f"{name}={value:g}" for name, value in weights.items())


def by_matches(runner: Runner = here) -> Judge:
    """Judges by pairs of games against every opponent of the plan."""

    def judge(plan: Plan, number: int, weights: Mapping[str, float]) -> float:
        margins = [_margin(runner, _task(plan, (named(weights), other), number), plan.pairs)
                   for other in plan.against]
        return sum(margins) / len(margins)

    return judge


def _task(plan: Plan, bots: tuple[str, str], number: int) -> Task:
    return Task(plan.box, plan.scenario, plan.options, bots, plan.seed + number * plan.pairs)


def _margin(runner: Runner, task: Task, pairs: int) -> float:
    match = Match(MatchPlan(task, paired=True), pairs)
    match.run(runner)
    if match.crashes:
        raise RuntimeError(match.crashes[0].fault)
    return Tally(match.rows).pair_margin.value


class Tuning:
    """A search in a folder, as far as it has come."""

    def __init__(self, folder: Path, plan: Plan, judge: Judge | None = None) -> None:
        self.folder, self.plan, self._judge = folder, plan, judge or by_matches()
        folder.mkdir(parents=True, exist_ok=True)
        self._check_plan()
        self.tried = list(self._read())
        self._search = _search(plan)

    def __repr__(self) -> str:
        return f"<Tuning of {', '.join(self.plan.start)}: {len(self.tried)} tried>"

    def _check_plan(self) -> None:
        path = self.folder / PLAN
        if not path.exists():
            path.write_bytes(msgspec.json.format(msgspec.json.encode(self.plan)))
        elif msgspec.json.decode(path.read_bytes(), type=Plan) != self.plan:
            raise OtherMatch(f"{self.folder}: holds another tuning; name another folder")

    def _read(self) -> Iterator[Tried]:
        """All but a line that a kill cut short, which is taken away."""
        path = self.folder / TRIED
        data = path.read_bytes() if path.exists() else b""
        whole = data[:data.rfind(b"\n") + 1]
        if whole != data:
            path.write_bytes(whole)
        for line in whole.splitlines():
            yield msgspec.json.decode(line, type=Tried)

    def run(self, rounds: int, see: Callable[[Tried], None] = lambda tried: None) -> None:
        """So many rounds in all; those that were played are only told to the search."""
        for number in range(rounds):
            points = self._search.ask()
            worth = [self._worth(number, place, point, see) for place, point in enumerate(points)]
            self._search.tell(points, [-one for one in worth])

    def _worth(
        self, number: int, place: int, point: Any, see: Callable[[Tried], None]
    ) -> float:
        at = number * self.plan.proposals + place
        if at >= len(self.tried):
            weights = weights_at(self.plan, point)
            self.tried.append(Tried(number, weights, self._judge(self.plan, number, weights)))
            with (self.folder / TRIED).open("ab") as file:
                file.write(msgspec.json.encode(self.tried[at]) + b"\n")
            see(self.tried[at])
        return self.tried[at].margin

    @property
    def proposal(self) -> dict[str, float]:
        """The middle of where the search is: less a child of luck than the best that was tried."""
        return weights_at(self.plan, self._search.result.xfavorite)

    def test(self, seed: int, most: int, sprt: Sprt, runner: Runner = here) -> tuple[str, Tally]:
        """Whether the proposal beats the officer as it is, on luck that nothing was tuned on."""
        task = replace(_task(self.plan, (named(self.proposal), "officer"), 0), seed=seed)
        plan = MatchPlan(task, True, self.plan.commit, self.plan.fingerprint)
        match = Match(plan, most, Store(self.folder / TEST, plan))
        verdict = match.run(runner, sprt)
        return verdict, Tally(match.rows)


def weights_at(plan: Plan, point: Any) -> dict[str, float]:
    """A point of the search, which counts in parts of each weight, as weights."""
    found: dict[str, float] = {}
    for (name, start), away in zip(plan.start.items(), point, strict=True):
        value = start + float(away) * max(SMALL, abs(start))
        least, most = -99 if name in SIGNED else 0, 1 if name in SHARES else 99
        found[name] = round(min(most, max(least, value)), 4)
    return found


def starts(weights: Weights, names: tuple[str, ...]) -> dict[str, float]:
    """The weights of these names as the box has them."""
    return {name: getattr(weights, name) for name in names}


def _search(plan: Plan) -> Any:
    try:
        import cma
    except ImportError:
        raise NoExtra("tuning needs cma", "tune") from None
    options = {"seed": plan.seed + 1, "popsize": plan.proposals, "verbose": -9}
    return cma.CMAEvolutionStrategy([0.0] * len(plan.start), STEP, options)
