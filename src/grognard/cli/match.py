"""``grognard match``: bots against each other."""

from typing import Annotated

import typer

import grognard
from grognard.ai.bots import known_bots
from grognard.cli.fuzz import Games, Workers
from grognard.cli.output import say, show_json, show_table
from grognard.cli.problems import Problem
from grognard.cli.shelf import BoxName, Choices, ScenarioName, Seed, read_options
from grognard.lab.match import Tally
from grognard.lab.match import match as play_games

Bots = Annotated[
    tuple[str, str], typer.Option("--bots", metavar="A B", help="Who plays each side, in order.")
]
Json = Annotated[bool, typer.Option("--json", help="Print the counts as JSON.")]
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def match(
    box: BoxName,
    scenario: ScenarioName = None,
    bots: Bots = ("recruit", "recruit"),
    games: Games = 100,
    seed: Seed = 0,
    workers: Workers = 1,
    option: Choices = None,
    json: Json = False,
) -> None:
    """Let bots play a scenario many times and count how it ends."""
    for name in bots:
        if name not in known_bots():
            raise Problem(f"no bot {name!r} (there are: {', '.join(known_bots())})")
    game = grognard.load(box, scenario, read_options(option))
    tally = Tally()
    for ending in play_games(game.box, game.scenario, game.options, bots, games=games, seed=seed,
                             workers=workers):
        tally.add(ending)
    show_json(_plain(tally)) if json else _show(tally)


def _plain(tally: Tally) -> dict[str, object]:
    levels = [{"winner": winner, "level": level, "games": count}
              for (winner, level), count in tally.levels.most_common()]
    scores = {f"{share:.0%}": tally.quantile(share) for share in QUANTILES}
    return {"games": tally.games, "decisions": tally.decisions, "levels": levels,
            "scores": scores}


def _show(tally: Tally) -> None:
    rows = [(winner, level, count, f"{count / tally.games:.1%}")
            for (winner, level), count in tally.levels.most_common()]
    show_table(("winner", "level", "games", "share"), rows)
    spread = ", ".join(f"{share:.0%}: {tally.quantile(share)}" for share in QUANTILES)
    say(f"score by share of games: {spread}; {tally.decisions / tally.games:.0f} decisions a game")
