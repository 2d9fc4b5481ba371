"""``grognard match``: bots against each other."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import grognard
from grognard.ai.bots import is_known, known_bots
from grognard.cli.output import complain, note, say, show_json, show_table
from grognard.cli.problems import Problem
from grognard.cli.shelf import BoxName, Choices, ScenarioName, Seed, read_options
from grognard.core.game import Game
from grognard.lab import history
from grognard.lab.match import Crash, Match, Plan, Sprt, Store, Tally, Task, on_processors
from grognard.lab.match.batch import Outcome, Runner
from grognard.lab.match.store import REPORT, NoExtra, OtherMatch

Bots = Annotated[
    tuple[str, str],
    typer.Option("--bots", metavar="A B", help="The first bot and the second; with --games they "
                                               "play the sides in this order."),
]
Pairs = Annotated[
    int, typer.Option("--pairs", metavar="N", min=0,
                      help="Pairs of games with the same luck and swapped sides; 50 if neither "
                           "this nor --games is given, 400 with --sprt.")
]
Games = Annotated[
    int, typer.Option("--games", metavar="N", min=0,
                      help="Instead of pairs: games in which nobody changes sides.")
]
Workers = Annotated[
    int, typer.Option("--workers", metavar="W", min=0, help="Processes; 0: one for each core.")
]
On = Annotated[
    str, typer.Option("--on", metavar="WHERE", help="processors, or ray: a cluster (extra ray).")
]
Address = Annotated[
    str, typer.Option("--address", metavar="HOST:PORT",
                      help="The Ray cluster; without it, one is started on this machine.")
]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Keep every game in a folder; the same command goes "
                                              "on where it was stopped."),
]
Report = Annotated[
    bool, typer.Option("--report", help="Write report.html into the folder (extra lab).")
]
UseSprt = Annotated[
    bool, typer.Option("--sprt", help="Stop as soon as a sequential test knows whether the first "
                                      "bot is better (5 % errors either way).")
]
Worse = Annotated[
    float, typer.Option("--worse", metavar="P", min=0.01, max=0.99,
                        help="With --sprt: the share of pairs of a bot that is not better.")
]
Better = Annotated[
    float, typer.Option("--better", metavar="P", min=0.01, max=0.99,
                        help="With --sprt: the share of pairs of one that is.")
]
Json = Annotated[bool, typer.Option("--json", help="Print the counts as JSON.")]
PAIRS, MOST_PAIRS = 50, 400
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def match(
    box: BoxName,
    scenario: ScenarioName = None,
    bots: Bots = ("recruit", "recruit"),
    pairs: Pairs = 0,
    games: Games = 0,
    seed: Seed = 0,
    workers: Workers = 0,
    on: On = "processors",
    address: Address = "",
    option: Choices = None,
    out: Out = None,
    report: Report = False,
    sprt: UseSprt = False,
    worse: Worse = 0.5,
    better: Better = 0.6,
    json: Json = False,
) -> None:
    """Let bots play a scenario many times and count how it ends.

    The higher summed margin wins a pair; shares and means come with 95 % intervals.
    """
    _check(bots, pairs, games, out, report, sprt, worse, better)
    game = grognard.load(box, scenario, read_options(option))
    task = Task(game.box, game.scenario, tuple(game.options.items()), bots, seed)
    plan = Plan(task, not games, history.commit(), game.fingerprint)
    number = games or pairs or (MOST_PAIRS if sprt else PAIRS)
    played = Match(plan, number, _store(out, plan))
    test = Sprt(worse, better) if sprt else None
    verdict = _run(played, runner_of(on, workers, address), test, out)
    tally = Tally(played.rows)
    if out:
        for line in _write(out, played, game, report):
            note(line)
    show_json(_plain(tally, played, verdict)) if json else _show(tally, game, test, verdict)
    if played.crashes:
        raise typer.Exit(1)


def _check(bots: tuple[str, str], pairs: int, games: int, out: Path | None, report: bool,
           sprt: bool, worse: float, better: float) -> None:
    for name in bots:
        if not is_known(name):
            raise Problem(f"no bot {name!r} (there are: {', '.join(known_bots())})")
    if pairs and games:
        raise Problem("--pairs and --games: choose one")
    if sprt and games:
        raise Problem("--sprt: the test counts pairs, not --games")
    if sprt and worse >= better:
        raise Problem("--sprt: --worse must be less than --better")
    if report and not out:
        raise Problem("--report: name a folder with --out")


def _store(out: Path | None, plan: Plan) -> Store | None:
    try:
        return Store(out, plan) if out else None
    except OtherMatch as fault:
        raise Problem(str(fault)) from None
    except msgspec.DecodeError as fault:
        raise Problem(f"{out}: match.json cannot be read ({fault})") from None


def runner_of(on: str, workers: int, address: str) -> Runner:
    """Who plays the games; raises :class:`Problem` where there is nobody."""
    workers = workers or os.cpu_count() or 1
    if on == "processors":
        return on_processors(workers)
    if on != "ray":
        raise Problem(f"--on {on}: processors or ray")
    from grognard.lab.match.cluster import on_ray

    try:
        return on_ray(workers, address)
    except NoExtra as fault:
        raise Problem(str(fault)) from None


def _run(played: Match, runner: Runner, test: Sprt | None, out: Path | None) -> str:
    bar = Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
                   TimeRemainingColumn(), console=Console(stderr=True))
    with bar:
        done = bar.add_task("games", total=played.games, completed=len(played.rows))

        def see(outcome: Outcome) -> None:
            bar.advance(done)
            if isinstance(outcome, Crash):
                complain(f"seed {outcome.seed}{' swapped' * outcome.swapped}: {outcome.fault}")

        try:
            return played.run(runner, test, see)
        except KeyboardInterrupt:
            kept = f"; {len(played.rows)} games are kept in {out}" if out else ""
            raise Problem(f"stopped{kept}") from None


def _write(out: Path, played: Match, game: Game[Any], report: bool) -> Iterator[str]:
    """The table and the report; what is not installed is said, the rows are safe."""
    try:
        path = Store(out, played.plan).write_parquet()
        yield f"{path}: {len(played.rows)} games"
        if report:
            from grognard.lab.match.report import write_report

            write_report(out / REPORT, Tally(played.rows), game)
            yield f"{out / REPORT}: the report"
    except NoExtra as fault:
        raise Problem(str(fault)) from None


def _plain(tally: Tally, played: Match, verdict: str) -> dict[str, Any]:
    levels = [{"winner": winner, "level": level, "games": number}
              for (winner, level), number in tally.levels.most_common()]
    sides = tally.rows[0].sides if tally.rows else ()
    return {
        "games": len(tally.rows), "pairs": len(tally.pairs), "crashes": len(played.crashes),
        "won": tally.won, "pair_margin": tally.pair_margin, "counts": tally.counts,
        "sides": {s: {"won": tally.side_won(s), "margin": tally.side_margin(s)} for s in sides},
        "bots": [tally.spent(0), tally.spent(1)], "levels": levels,
        "scores": {f"{share:.0%}": tally.quantile(share) for share in QUANTILES if tally.rows},
        "verdict": verdict,
    }


def _show(tally: Tally, game: Game[Any], test: Sprt | None, verdict: str) -> None:
    if not tally.rows:
        say("no game was played to its end")
        return
    if tally.pairs:
        won, drawn, lost = tally.counts
        first, second = tally.spent(0).bot, tally.spent(1).bot
        say(f"{first} against {second}: {won} pairs won, {drawn} drawn, {lost} lost; "
            f"{tally.won.percent()}")
        say(f"margin of a pair: {tally.pair_margin.points()}")
    if test:
        said = {"better": "the first bot is better", "worse": "the first bot is not better"}
        ratio, bound = test.ratio(*tally.counts), test.bound
        say(f"test of {test.worse:.0%} against {test.better:.0%}: "
            f"{said.get(verdict, 'not decided')} ({ratio:+.2f}, bounds {bound:.2f})")
    show_table(("side", "won", "margin"), [
        (side, tally.side_won(side).percent(), tally.side_margin(side).points())
        for side in game.sides])
    rows = [(winner, level, number, f"{number / len(tally.rows):.1%}")
            for (winner, level), number in tally.levels.most_common()]
    show_table(("winner", "level", "games", "share"), rows)
    show_table(("bot", "CPU s a turn", "longest", "decisions a turn"), [
        (spent.bot, f"{spent.cpu_per_turn:.3f}", f"{spent.longest:.3f}",
         f"{spent.decisions_per_turn:.1f}") for spent in (tally.spent(0), tally.spent(1))])
    spread = ", ".join(f"{share:.0%}: {tally.quantile(share)}" for share in QUANTILES)
    say(f"score by share of games: {spread}")
