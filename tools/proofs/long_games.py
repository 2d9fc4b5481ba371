"""Proof: long games keep the contract, whole ones and pieces begun from later turns.

    .venv/bin/python -m tools.proofs.long_games --games 20
    .venv/bin/python -m tools.proofs.long_games --scenario campaign --pieces 100

Every scenario of Typhoon! but the campaign plays so many random games and a quarter as many aimed
ones; of the campaign pieces of four turns are played, each begun on a turn that a random game came
to. Each row of docs/proofs/long_games.csv is one game or piece; a new run goes on after the last.
"""

import argparse
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from grognard.boxes.catalogue import load
from grognard.core.game import Game
from grognard.lab.conformance import inspect
from grognard.lab.conformance.point import Point, Tally
from grognard.lab.conformance.secrets import act_at_random
from grognard.records import Playthrough
from tools.proofs.kept import HERE, Kept

BOX = "typhoon"
SCENARIOS = ("mtsensk", "vyazma", "mozhaisk", "guderian", "gates")
POINTS = 15
PIECE, TURNS = 2500, 38
"""Decisions of a piece: some four turns; the last turn of the campaign."""
FAILURES = HERE / "failures"

KEPT = Kept("long_games", ["game", "how", "seed", "decisions", "points", "refusals", "seconds",
                           "fault"])


@cache
def game_of(scenario: str) -> Game[Any]:
    return load(BOX, scenario, {})


def later(game: Game[Any], turn: int, rng: Random) -> Any:
    """The position in which a random game comes to a turn."""
    state = game.start_state()
    point = Point(Playthrough(game, automations=(), state=state.copy()), rng, Tally())
    while state.turn < turn:
        act_at_random(game, state, point)
    return state


def one(scenario: str, how: str, seed: int) -> None:
    game, began = game_of(scenario), process_time()
    piece = how == "piece"
    turn = 1 + seed * 7 % (TURNS - 3)
    opening = later(game, turn, Random(seed)) if piece else None
    report = inspect(game, seed, POINTS, aimed=how == "aimed" or (piece and seed % 2 == 1),
                     opening=opening, decisions=PIECE if piece else 0)
    fault = str(report.found[0]) if report.found else ""
    for found in report.found:
        found.save(Path(FAILURES / f"{BOX}-{scenario}-{how}"))
    KEPT.add(game=f"{BOX}/{scenario}", how=f"from turn {turn}" if piece else how, seed=seed,
             decisions=report.decisions, points=report.points,
             refusals=report.refusals.total(), seconds=round(process_time() - began, 1),
             fault=fault)


def done() -> Counter[tuple[str, str]]:
    rows = ((row["game"].partition("/")[2], row["how"]) for row in KEPT.rows())
    return Counter((game, "piece" if how.startswith("from") else how) for game, how in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--scenario", default="")
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--whole", type=int, default=0, help="whole games of the campaign")
    parser.add_argument("--pieces", type=int, default=0)
    asked = parser.parse_args()
    wanted = {(scenario, how): count for scenario in SCENARIOS
              for how, count in (("random", asked.games), ("aimed", asked.games // 4))}
    wanted |= {("campaign", "random"): asked.whole, ("campaign", "piece"): asked.pieces}
    wanted = {key: count for key, count in wanted.items() if asked.scenario in ("", key[0])}
    while short := [key for key, count in wanted.items() if done()[key] < count]:
        scenario, how = min(short, key=lambda key: done()[key] / wanted[key])
        one(scenario, how, done()[scenario, how])
    print({f"{game} {how}": count for (game, how), count in done().items()})


if __name__ == "__main__":
    main()
