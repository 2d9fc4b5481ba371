"""``grognard perft``: count every way to play on, or compare with counts in files."""

from pathlib import Path
from typing import Annotated, Any

import typer

import grognard
from grognard.cli.output import say
from grognard.cli.problems import Problem
from grognard.cli.shelf import Choices, ScenarioName, read_options
from grognard.core.game import Game
from grognard.lab.perft import Luck, divide, miscounts, perft, read_counted
from grognard.records.text import game_of, play_back, read

Files = Annotated[
    list[Path] | None, typer.Argument(metavar="[FILE]...", help="Positions with their counts.")
]
BoxOption = Annotated[str | None, typer.Option("--box", metavar="BOX", help="Count a set-up.")]
FromRecord = Annotated[
    Path | None, typer.Option("--record", metavar="FILE", help="Count the end of a record.")
]
Depth = Annotated[int, typer.Option("--depth", metavar="N", min=1, help="Atoms of choice.")]
Chance = Annotated[
    Luck, typer.Option("--chance", help="Follow the first outcome of a roll, or all.")
]
Divide = Annotated[bool, typer.Option("--divide", help="Count by first action.")]


def count(
    files: Files = None,
    box: BoxOption = None,
    scenario: ScenarioName = None,
    option: Choices = None,
    record: FromRecord = None,
    depth: Depth = 3,
    chance: Chance = "first",
    by_action: Divide = False,
) -> None:
    """Count every sequence of choices to a depth."""
    if files:
        _compare(files)
        return
    game, state = _position(box, scenario, option, record)
    if by_action:
        for action, ways in divide(game, state, depth, chance).items():
            say(f"{ways:>12}  {action}")
    for level in range(1, depth + 1):
        say(f"depth {level}: {perft(game, state, level, chance)}")


def _position(
    box: str | None, scenario: str | None, option: list[str] | None, record: Path | None
) -> tuple[Game[Any], Any]:
    if record is not None:
        found = read(record)
        game = game_of(found)
        return game, play_back(found, game).state
    if box is None:
        raise Problem("name a FILE with counts, or a --box, or a --record")
    game = grognard.load(box, scenario, read_options(option))
    return game, game.start_state()


def _compare(files: list[Path]) -> None:
    wrong = 0
    for file in files:
        counted = read_counted(file)
        faults = miscounts(counted, game_of(counted.record))
        wrong += bool(faults)
        for line in faults or [f"{file}: as counted"]:
            say(line)
    if wrong:
        raise typer.Exit(1)
