"""How many choices a person makes in a turn of the campaign: counted in turns that recruits play.

    .venv/bin/python tools/measure_hands.py typhoon --turns 4

A choice is what the hand does at once: a stack dragged to its hex, an attack with all who join
it, a die aside. What leaves no choice is done by the table and not counted. Each row of
docs/measured/BOX-hands.csv is a side in a turn.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import grognard
from grognard.ai import bot, decision_of
from grognard.lab import history

MEASURED = Path(__file__).parents[1] / "docs" / "measured"


def counted(box: str, turns: int, seed: int) -> Iterator[tuple[int, str, Counter[str]]]:
    """By turn and side: whole choices, and the atoms that they are made of."""
    game, luck = grognard.load(box, "campaign"), Random(seed)
    play = grognard.start(game, seed=seed)
    bots = {side: bot("recruit", luck) for side in game.sides}
    found = {side: Counter[str]() for side in game.sides}
    turn, done = play.state.turn, 0
    while play.state.turn < turn + turns - done:
        side = next(iter(play.decisions))
        view = play.view(side)
        decision = decision_of(game, view, luck)
        found[side]["choices"] += not decision.step.continues
        found[side]["atoms"] += 1
        play.do(side, bots[side].choose(view, decision))
        if play.state.turn != turn:
            yield from ((turn, side, found[side]) for side in game.sides)
            found = {side: Counter[str]() for side in game.sides}
            turn, done = play.state.turn, done + 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("box", choices=("typhoon", "army_group_north"))
    parser.add_argument("--turns", type=int, default=4)
    parser.add_argument("--games", type=int, default=2)
    asked = parser.parse_args()
    for seed in range(asked.games):
        for turn, side, made in counted(asked.box, asked.turns, seed):
            row = {"game": seed, "turn": turn, "side": side, "choices": made["choices"],
                   "atoms": made["atoms"], "date": history.today(), "commit": history.commit()}
            history.keep([row], MEASURED / f"{asked.box}-hands.csv")
            print(f"game {seed}, turn {turn}, {side}: {made['choices']} ({made['atoms']} atoms)",
                  flush=True)


if __name__ == "__main__":
    main()
