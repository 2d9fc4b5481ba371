"""All commands, and the one place where a user's mistake becomes one line and exit code 2."""

import sys
from collections.abc import Sequence

import typer

from grognard.cli import (
    admin,
    bench,
    boxes,
    data,
    fuzz,
    games,
    golden,
    hint,
    match,
    odds,
    perft,
    pictures,
    play,
    replay,
    tune,
)
from grognard.cli.output import complain
from grognard.cli.problems import USER_ERRORS, lines_about

app = typer.Typer(
    no_args_is_help=True, add_completion=False, rich_markup_mode=None,
    help="Hex-and-counter wargames with every rule kept by the machine.",
)  # fmt: skip
app.command("boxes")(boxes.boxes)
app.command("play")(play.play)
app.command("serve")(admin.serve)
app.add_typer(admin.admin, name="admin")
app.command("games")(games.games)
app.command("replay")(replay.replay)
app.command("fuzz")(fuzz.fuzz)
app.command("match")(match.match)
app.command("tune")(tune.tune)
app.command("odds")(odds.odds)
app.command("hint")(hint.hint)
app.command("bench")(bench.bench)
app.command("check-data")(data.check_data)
app.command("rules")(data.rules)
app.command("perft")(perft.count)
app.command("golden")(golden.golden)
app.command("map")(pictures.map)
app.command("counters")(pictures.counters)


def main() -> None:
    """The entry point of the command ``grognard``."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Carry out a command line; returns its exit code."""
    command = typer.main.get_command(app)
    try:
        status = command.main(list(arguments), prog_name="grognard", standalone_mode=False)
        return status if isinstance(status, int) else 0
    except typer.Abort:
        return 130
    except USER_ERRORS as fault:
        for line in lines_about(fault):
            complain(line)
        return 2
