"""``grognard hint``: what the staff would do, from the shell."""

from random import Random
from typing import Annotated

import typer

from grognard.ai.hints import has_staff, hints
from grognard.cli.odds import Lines, Place, play_from, who_chooses
from grognard.cli.output import check_language, say, show_table
from grognard.cli.problems import Problem
from grognard.cli.shelf import Choices, Language, ScenarioName, Seed

Luck = Annotated[int, typer.Option("--luck", help="What the staff draws by where it must guess.")]


def hint(
    place: Place,
    scenario: ScenarioName = None,
    seed: Seed = 0,
    option: Choices = None,
    do: Lines = None,
    luck: Luck = 0,
    lang: Language = "en",
) -> None:
    """Tell the best choices for whoever must choose, by what that side sees, each with why."""
    check_language(lang)
    play = play_from(place, scenario, seed, option)
    for line in do or ():
        play.do(who_chooses(play), line)
    side, game = who_chooses(play), play.game
    if not has_staff(game):
        raise Problem(f"{game.box} has no staff yet: nobody has said what counts in it")
    texts = game.catalogue(lang)
    say(texts.say(play.decisions[side].step.prompt(game, play.state), game))
    show_table(("choice", "why"), [
        (" ".join(map(game.space.text, one.line)), texts.say(one.says, game))
        for one in hints(game, play.view(side), Random(luck))])
