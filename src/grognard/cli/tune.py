"""``grognard tune``: better weights for an officer, by self-play."""

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

import grognard
from grognard.ai.bots import is_known
from grognard.cli.match import Better, Workers, Worse, runner_of
from grognard.cli.output import note, say
from grognard.cli.problems import Problem
from grognard.cli.shelf import BoxName, Choices, ScenarioName, Seed, read_options
from grognard.core.counsel import Weights
from grognard.core.game import Game
from grognard.lab import history, tuning
from grognard.lab.match import Sprt
from grognard.lab.match.store import NoExtra, OtherMatch

Names = Annotated[
    list[str], typer.Option("--weight", metavar="W", help="A weight to tune; as often as you like.")
]
Out = Annotated[
    Path, typer.Option("--out", metavar="DIR", help="Where it is kept; the same command goes on.")
]
Against = Annotated[
    list[str], typer.Option("--against", metavar="BOT", help="Whom proposals are tried on.")
]
Rounds = Annotated[int, typer.Option("--rounds", metavar="N", min=1, help="Rounds in all.")]
Proposals = Annotated[
    int, typer.Option("--proposals", metavar="N", min=3, help="Proposals in a round.")
]
TriedOn = Annotated[
    int, typer.Option("--pairs", metavar="N", min=1,
                      help="Pairs of games for a proposal, against each bot.")
]
TestSeed = Annotated[
    int, typer.Option("--test-seed", metavar="S", min=0, help="The first seed of the test.")
]
TestPairs = Annotated[
    int, typer.Option("--test-pairs", metavar="N", min=0,
                      help="Pairs after which the test gives up; 0: no test yet.")
]


def tune(
    box: BoxName,
    out: Out,
    weight: Names,
    scenario: ScenarioName = None,
    against: Against = ["officer", "passive"],  # noqa: B006  # typer wants a list
    rounds: Rounds = 10,
    proposals: Proposals = 6,
    pairs: TriedOn = 4,
    seed: Seed = 0,
    test_seed: TestSeed = 25000,
    test_pairs: TestPairs = 200,
    worse: Worse = 0.5,
    better: Better = 0.6,
    workers: Workers = 0,
    option: Choices = None,
) -> None:
    """Search for better weights of an officer, and test what was found.

    Proposals play against the bots; the last is accepted only if a sequential test says so.
    """
    game = grognard.load(box, scenario, read_options(option))
    plan = _plan(game, weight, tuple(against), pairs, proposals, seed)
    runner = runner_of("processors", workers, "")
    try:
        search = tuning.Tuning(out, plan, tuning.by_matches(runner))
        search.run(rounds, lambda tried: note(f"round {tried.round}: {tried.margin:+.2f} "
                                              f"{tuning.named(tried.weights)}"))
        say(tuning.named(search.proposal))
        if test_pairs:
            verdict, tally = search.test(test_seed, test_pairs, Sprt(worse, better), runner)
            say(f"{SAID[verdict]}: {len(tally.pairs)} pairs, {tally.won.percent()}, "
                f"margin {tally.pair_margin.points()}")
    except (OtherMatch, NoExtra) as fault:
        raise Problem(str(fault)) from None
    except msgspec.DecodeError as fault:
        raise Problem(f"{out}: cannot be read ({fault})") from None


SAID = {"better": "accepted", "worse": "refused", "": "not proven, so refused"}


def _plan(
    game: Game[Any], names: list[str], against: tuple[str, ...], pairs: int, proposals: int,
    seed: int,
) -> tuning.Plan:
    counsel = game.advice.counsel
    if counsel is None:
        raise Problem(f"{game.box} has no officer")
    for name in names:
        if name not in Weights.__struct_fields__:
            known = ", ".join(Weights.__struct_fields__)
            raise Problem(f"no weight {name!r} (there are: {known})")
    for bot in against:
        if not is_known(bot):
            raise Problem(f"no bot {bot!r}")
    return tuning.Plan(
        box=game.box, scenario=game.scenario, options=tuple(game.options.items()),
        start=tuning.starts(counsel.weights, tuple(names)), against=against, pairs=pairs,
        proposals=proposals, seed=seed, commit=history.commit(), fingerprint=game.fingerprint)
