"""Boxes, scenarios and options as they are named on the command line."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

import grognard
from grognard.boxes import catalogue
from grognard.boxes.catalogue import Box
from grognard.cli.problems import Problem
from grognard.core.game import Game

ALL = "all"

BoxName = Annotated[str, typer.Argument(metavar="BOX", help="The id of a box.")]
AnyBox = Annotated[
    str | None, typer.Argument(metavar="[BOX]", help="The id of a box; without it, all boxes.")
]
ScenarioName = Annotated[
    str | None, typer.Option("--scenario", metavar="S", help="A scenario; without it, the first.")
]
Scenarios = Annotated[str, typer.Option("--scenario", metavar="S", help="A scenario, or all.")]
Choices = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
Language = Annotated[str, typer.Option("--lang", metavar="LANG", help="en or fr.")]
Seed = Annotated[int, typer.Option("--seed", metavar="K", help="Where the luck begins.")]


def chosen_boxes(id: str | None) -> list[Box]:
    """The box of this id, or all on the shelf."""
    ids = list(catalogue.boxes()) if id is None else [id]
    if not ids:
        raise Problem("there is no box on the shelf")
    return [catalogue.box(id) for id in ids]


def chosen_scenarios(box: Box, name: str) -> list[str]:
    """One scenario of a box, or all of them."""
    return list(box.scenarios()) if name == ALL else [catalogue.choose_scenario(box, name)]


def read_options(texts: Sequence[str] | None) -> dict[str, str]:
    """``["fog=no"]`` as ``{"fog": "no"}``; the box checks names and values."""
    found: dict[str, str] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise Problem(f"--option {text}: write NAME=VALUE")
        found[name] = value
    return found


def chosen_games(box: str | None, scenario: str, options: Sequence[str] | None) -> list[Game[Any]]:
    """The games of some boxes and scenarios."""
    wanted = read_options(options)
    return [
        grognard.load(found.id, name, wanted)
        for found in chosen_boxes(box)
        for name in chosen_scenarios(found, scenario)
    ]
