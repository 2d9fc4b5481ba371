"""``grognard golden``: compare golden games with what is played now, or write them anew."""

from pathlib import Path
from typing import Annotated

import typer

from grognard.cli.output import say
from grognard.cli.shelf import (
    ALL,
    AnyBox,
    Choices,
    Scenarios,
    Seed,
    chosen_boxes,
    chosen_scenarios,
    read_options,
)
from grognard.lab import golden as games
from grognard.records.text import read

Folder = Annotated[Path, typer.Option("--folder", metavar="DIR", help="Where they are kept.")]
Write = Annotated[bool, typer.Option("--write", help="Write what is true now.")]
Decisions = Annotated[
    int, typer.Option("--decisions", metavar="N", min=1, help="Choices in a new golden game.")
]

HERE = Path("tests/golden")


def golden(
    box: AnyBox = None,
    scenario: Scenarios = ALL,
    option: Choices = None,
    folder: Folder = HERE,
    write: Write = False,
    seed: Seed = 1,
    decisions: Decisions = games.DECISIONS,
) -> None:
    """Compare golden games with what is played now; --write tells them anew and adds missing ones.
    """
    wrong = 0
    for found in chosen_boxes(box):
        for place, name in enumerate(chosen_scenarios(found, scenario)):
            path = games.path_of(folder, found.id, name)
            if not write:
                wrong += not _compare(path)
            elif path.exists():
                _put(path, games.told_anew(read(path)))
            else:
                _put(path, games.new_game(found.id, name, read_options(option),
                                          seed=seed + place, decisions=decisions))
    if wrong:
        raise typer.Exit(1)


def _compare(path: Path) -> bool:
    """Whether a golden game is as it was; says where not."""
    if not path.exists():
        say(f"{path}: missing; --write makes it")
        return False
    lines = games.difference(path)
    for line in lines or [f"{path}: as kept"]:
        say(line)
    return not lines


def _put(path: Path, text: str) -> None:
    if path.exists() and path.read_text("utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    say(f"{path}: written")
