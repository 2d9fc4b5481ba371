"""A table of odds: every attack that a side could begin now, attacker by attacker.

    python examples/odds_table.py game.record

Without a record it shows Krivasoo on the first turn, when the 109th Corps attacks. The rules do
the work: attackers are added by name, each is refused or taken, and the odds are exact.
"""

import sys
from collections.abc import Iterator

import grognard
from grognard.core.odds import Odds

OPENING = ("hq HQ109 done", "done")


def opening() -> grognard.Playthrough:
    """Krivasoo, up to the first combat."""
    play = grognard.start(grognard.load("narva", "krivasoo"), seed=7)
    for line in OPENING:
        play.do("soviet", line)
    return play


def attacks(play: grognard.Playthrough, side: str) -> Iterator[tuple[str, Odds]]:
    """Each target with one attacker, with two ... and what the dice can bring."""
    space = play.game.space
    for target in [a for a in play.offers(side) if a.kind == "attack"]:
        trial = play.fork(side, seed=0)
        trial.automations = frozenset()  # an only attacker is not chosen by itself
        trial.do(side, target)
        words = space.text(target)
        while joining := [a for a in trial.offers(side) if a.kind == "by"]:
            trial.do(side, joining[0])
            words += f" {space.text(joining[0])}"
            if odds := trial.odds(side, "done"):
                yield words, odds


def row(attack: str, odds: Odds) -> str:
    """The column of the table and the chance of each result, in percent."""
    chances = "  ".join(f"{result} {float(chance):.0%}" for result, chance in odds.results)
    return f"{attack:<40} {odds.column:>4}  {chances}"


def main(arguments: list[str]) -> None:
    play = grognard.replay(arguments[0]) if arguments else opening()
    for side in play.decisions:
        for attack, odds in attacks(play, side):
            print(row(attack, odds))


if __name__ == "__main__":
    main(sys.argv[1:])
