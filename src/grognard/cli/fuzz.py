"""``grognard fuzz``: random games through the public door, with every check of the contract."""

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from grognard.cli.output import complain, show_table
from grognard.cli.shelf import ALL, AnyBox, Choices, Scenarios, Seed, chosen_games
from grognard.core.game import Game
from grognard.lab.conformance import Report, declared
from grognard.lab.fuzz import POINTS, Task
from grognard.lab.fuzz import fuzz as play_games

Games = Annotated[int, typer.Option("--games", metavar="N", min=1, help="Games of a scenario.")]
Workers = Annotated[int, typer.Option("--workers", metavar="W", min=1, help="Processes.")]
Points = Annotated[int, typer.Option("--points", min=0, help="Inspected points of each game.")]
Aimed = Annotated[
    bool, typer.Option("--aimed", help="Players go for the goals of their sides, as recruits do.")
]
Decisions = Annotated[
    int, typer.Option("--decisions", metavar="N", min=0,
                      help="Break a game off after so many decisions; 0: play to the end.")
]
Failures = Annotated[
    Path, typer.Option("--failures", metavar="DIR", help="Where records of faults are saved.")
]
Events = Annotated[
    bool, typer.Option("--events", help="Also list what happened and what was chosen, "
                                        "and in how many games.")
]


def fuzz(
    box: AnyBox = None,
    scenario: Scenarios = ALL,
    games: Games = 100,
    seed: Seed = 0,
    workers: Workers = 1,
    points: Points = POINTS,
    aimed: Aimed = False,
    decisions: Decisions = 0,
    option: Choices = None,
    events: Events = False,
    failures: Failures = Path("failures"),
) -> None:
    """Play random games, check everything, and save a record of every fault."""
    rows, passed, chosen, clean = [], [], [], True
    for game in chosen_games(box, scenario, option):
        task = Task.of(game.box, game.scenario, game.options, games=games, seed=seed,
                       points=points, aimed=aimed, decisions=decisions)
        report = _run(game, task, workers, failures)
        rows.append(_row(game, report))
        passed += _counted(game, report.passed)
        chosen += _counted(game, report.chosen)
        clean = clean and report.is_clean
    head = ("box", "scenario", "games", "through", "decisions", "points", "refusals", "generic",
            "faults")
    show_table(head, rows)
    if events:
        show_table(("box", "scenario", "event", "games"), passed)
        show_table(("box", "scenario", "action", "games"), chosen)
    if not clean:
        raise typer.Exit(1)


def _run(game: Game[Any], task: Task, workers: int, failures: Path) -> Report:
    report = Report()
    for fault in declared(game):
        complain(f"{game.box} {game.scenario}: {fault}")
    for batch in play_games(task, workers):
        report.add(batch)
        for found in batch.found:
            path = found.save(failures / f"{game.box}-{game.scenario}")
            complain(f"{game.box} {game.scenario} {found} ({path})")
    return report


def _counted(game: Game[Any], count: Counter[str]) -> list[tuple[object, ...]]:
    return [(game.box, game.scenario, what, games) for what, games in count.most_common()]


def _row(game: Game[Any], report: Report) -> tuple[object, ...]:
    return (game.box, game.scenario, report.games, report.through, report.decisions,
            report.points, report.refusals.total(), f"{report.generic:.2%}", len(report.found))
