"""``grognard bench``: how fast complete random games are played."""

from typing import Annotated

import typer

from grognard.cli.output import say, show_json, show_table
from grognard.cli.shelf import ALL, AnyBox, Choices, Scenarios, Seed, chosen_games
from grognard.lab.bench import Measure
from grognard.lab.bench import bench as measure

Seconds = Annotated[
    float, typer.Option("--seconds", metavar="N", min=0, help="CPU seconds for each scenario.")
]
Json = Annotated[bool, typer.Option("--json", help="Print a JSON list.")]

COLUMNS = ("box", "scenario", "games", "decisions_per_cpu_s", "games_per_cpu_s",
           "decisions_per_game", "offers_us", "check_us", "copy_us", "view_us",
           "derive_us")  # fmt: skip


def bench(
    box: AnyBox = None,
    scenario: Scenarios = ALL,
    seconds: Seconds = 5.0,
    seed: Seed = 0,
    option: Choices = None,
    json: Json = False,
) -> None:
    """Measure complete random games in one process, in CPU time."""
    found = [measure(game, seconds, seed) for game in chosen_games(box, scenario, option)]
    if json:
        show_json(found)
    else:
        _show(found)


def _show(found: list[Measure]) -> None:
    head = [name.replace("_per_", "/").replace("_cpu_s", " CPU s").replace("_", " ")
            for name in COLUMNS]
    show_table(head, [[getattr(one, name) for name in COLUMNS] for one in found])
    say(f"{found[0].machine}; calibration {found[0].calibration:.3f} s")
