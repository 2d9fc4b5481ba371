"""``grognard bench``: how fast complete random games are played."""

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from grognard.cli.output import say, show_json, show_table
from grognard.cli.shelf import ALL, AnyBox, Choices, Scenarios, Seed, chosen_games
from grognard.core.game import Game
from grognard.lab import bigmap, history, samework
from grognard.lab.bench import Measure, calibrate, machine
from grognard.lab.bench import bench as measure

Seconds = Annotated[
    float, typer.Option("--seconds", metavar="N", min=0, help="CPU seconds for each scenario.")
]
Json = Annotated[bool, typer.Option("--json", help="Print a JSON list.")]
Big = Annotated[
    bool, typer.Option("--big", help="Measure the core on 14,112 hexes with 1,200 counters.")
]
Search = Annotated[
    bool, typer.Option("--search", help="Measure playouts of a search from mid-game positions.")
]
Keep = Annotated[
    Path | None, typer.Option("--keep", metavar="FILE", help="Add the measures to a CSV file.")
]
GAMES = 2
"""Games whose middles a search begins from."""

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
    big: Big = False,
    search: Search = False,
    keep: Keep = None,
) -> None:
    """Measure complete random games in one process, in CPU time; or one of the other benches."""
    found: list[Any]
    if big:
        found = [bigmap.measure()]
    elif search:
        found = [_search(game, seed) for game in chosen_games(box, scenario, option)]
    else:
        found = [measure(game, seconds, seed) for game in chosen_games(box, scenario, option)]
    if keep is not None:
        _keep("big" if big else "search" if search else "games", found, keep)
    if json:
        show_json(found)
    else:
        _show(found)


class Searched(msgspec.Struct, frozen=True):
    """What was measured of a search."""

    box: str
    scenario: str
    nodes: int
    nodes_per_cpu_s: float
    seed: int


def _search(game: Game[Any], seed: int) -> Searched:
    done = samework.search(game, GAMES, seed)
    rate = round(done.amount / done.cpu_s, 1)
    return Searched(game.box, game.scenario, done.amount, rate, seed)


def _keep(bench: str, found: list[Any], path: Path) -> None:
    """One row for each number, so that benches with other numbers fit the same file."""
    about = {"date": history.today(), "commit": history.commit(), "machine": machine(),
             "calibration": round(calibrate(), 4), "bench": bench}
    names = ("machine", "calibration", "seed", "box", "scenario")
    rows = [
        {**about, "box": plain.get("box", ""), "scenario": plain.get("scenario", ""),
         "key": key, "value": value}
        for plain in map(msgspec.to_builtins, found)
        for key, value in plain.items() if key not in names
    ]
    history.keep(rows, path)


def _show(found: list[Any]) -> None:
    columns = COLUMNS if isinstance(found[0], Measure) else found[0].__struct_fields__
    head = [name.replace("_per_", "/").replace("_cpu_s", " CPU s").replace("_", " ")
            for name in columns]
    show_table(head, [[getattr(one, name) for name in columns] for one in found])
    if isinstance(found[0], Measure):
        say(f"{found[0].machine}; calibration {found[0].calibration:.3f} s")
