"""``grognard odds``: what an attack can bring, from the shell."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

import grognard
from grognard.cli.output import check_language, say, show_json, show_table
from grognard.cli.problems import Problem
from grognard.cli.shelf import Choices, Language, ScenarioName, Seed, read_options
from grognard.core.odds import Odds
from grognard.records import Playthrough

Place = Annotated[
    str, typer.Argument(metavar="RECORD|BOX", help="A record file, or the id of a box.")
]
Lines = Annotated[
    list[str] | None,
    typer.Option("--do", metavar="LINE", help="Play this first, by whoever must choose; may be "
                                              "repeated."),
]
Attack = Annotated[
    str, typer.Argument(metavar="[ATTACK]", help="The attack in notation, such as 'attack 2425 by "
                                                 "151G fire'; without it, all that one choice "
                                                 "commits.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def odds(
    place: Place,
    attack: Attack = "",
    scenario: ScenarioName = None,
    seed: Seed = 0,
    option: Choices = None,
    do: Lines = None,
    lang: Language = "en",
    json: Json = False,
) -> None:
    """Tell the exact odds of an attack: the working, each line with its rule, and the results."""
    check_language(lang)
    play = play_from(place, scenario, seed, option)
    for line in do or ():
        play.do(who_chooses(play), line)
    found = [(attack, _of(play, attack))] if attack else list(_all(play))
    if json:
        show_json([_plain(text, odds) for text, odds in found])
    elif not found:
        say("nothing that could be chosen now commits an attack")
    else:
        for text, odds in found:
            _tell(play, text, odds, lang)


def play_from(place: str, scenario: str | None, seed: int, option: list[str] | None) -> Playthrough:
    """A play at the end of a record, or at the start of a box."""
    if Path(place).is_file():
        return grognard.replay(place)
    if Path(place).suffix:
        raise Problem(f"{place}: no such file")
    return grognard.start(grognard.load(place, scenario, read_options(option)), seed=seed)


def who_chooses(play: Playthrough) -> str:
    """The side that must choose; of several, the first by name."""
    if play.is_over:
        raise Problem("the game is over")
    return min(play.decisions)


def _of(play: Playthrough, attack: str) -> Odds:
    """The odds of the last choice of a line, the rest of it played on a what-if."""
    side, atoms = who_chooses(play), play.game.space.parse(attack)
    trial = play.fork(side, seed=0)
    trial.automations = frozenset()  # an only attacker is not chosen by itself
    for atom in atoms[:-1]:
        trial.do(side, atom)
    ruling = trial.check(side, atoms[-1])
    if not ruling.allowed:
        raise Problem(f"{play.game.sentence(ruling)} [{ruling.rule}]")
    found = trial.odds(side, atoms[-1])
    if found is None:
        raise Problem(f"{attack}: this commits no attack")
    return found


def _all(play: Playthrough) -> Iterator[tuple[str, Odds]]:
    side = who_chooses(play)
    for action in play.offers(side):
        found = play.odds(side, action)
        if found is not None:
            yield play.game.space.text(action), found


def _plain(text: str, odds: Odds) -> dict[str, Any]:
    return {"attack": text, "column": odds.column,
            "results": {result: float(chance) for result, chance in odds.results}}


def _tell(play: Playthrough, text: str, odds: Odds, lang: str) -> None:
    game, texts = play.game, play.game.catalogue(lang)
    say(f"{text}: {odds.column}" if odds.column else text)
    show_table(("", "", "rule"), [
        (texts.say(fact.label, game), fact.value, game.cite(fact.rule)) for fact in odds.lines])
    for assumed in odds.assumes:
        say(texts.say(assumed, game))
    if odds.suffers:
        show_table(("taken first", "chance", ""), _chances(odds.suffers))
    show_table(("result", "chance", ""), _chances(odds.results))


def _chances(results: Sequence[tuple[str, Fraction]]) -> list[tuple[str, str, str]]:
    return [(result, str(chance), f"{float(chance):.1%}") for result, chance in results]
