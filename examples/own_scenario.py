"""A scenario of your own in TOML, laid over a box and played at once.

    python examples/own_scenario.py examples/data/auvere.toml

The file goes into the scenarios of your own data folder (``GROGNARD_HOME`` chooses another), as
if you had put it there by hand: from then on ``grognard boxes``, the table in the browser, records
and bots know it. ``grognard check-data narva`` proves it, fault by fault with line and key.
"""

import shutil
import sys
from pathlib import Path

import grognard
from grognard.ai.bots import bot, decision_of
from grognard.boxes.overrides import home


def install(file: Path, box: str = "narva") -> str:
    """Put a scenario where the box will find it; returns its id."""
    folder = home() / "overrides" / box / "scenarios"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(file, folder)
    return file.stem


def play_once(box: str, scenario: str, seed: int) -> grognard.Playthrough:
    """One game between recruits, each choosing from its own view."""
    game = grognard.load(box, scenario)
    play = grognard.start(game, seed=seed)
    recruit = bot("recruit")
    while not play.is_over:
        side = min(play.decisions)
        view = play.view(side)
        play.do(side, recruit.choose(view, decision_of(game, view)))
    return play


def main(arguments: list[str]) -> None:
    scenario = install(Path(arguments[0]))
    play = play_once("narva", scenario, seed=int(arguments[1]) if arguments[1:] else 1)
    result, words = play.result, play.game.catalogue()
    assert result is not None
    print(f"{scenario}: {len(play.log)} lines of the log")
    print(words.text(f"result.{result.level}"), result.score)


if __name__ == "__main__":
    main(sys.argv[1:])
