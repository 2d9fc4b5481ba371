"""Who wins? Recruits play scenarios of the series to the end, and every result is kept.

    .venv/bin/python tools/measure_results.py army_group_north tallinn luga --games 10

Each row of docs/measured/BOX-results.csv is a game.
"""

import argparse
import time
from pathlib import Path
from random import Random
from typing import Any, cast

import grognard
from grognard.ai.bots import Recruit
from grognard.core.game import Result
from grognard.core.running import run
from grognard.lab import history
from grognard.rules.efs.game import EastFrontSeries

MEASURED = Path(__file__).parents[1] / "docs" / "measured"


def played(game: EastFrontSeries, seed: int) -> Result:
    """The end of a game between recruits."""
    rng = Random(seed)
    bot = Recruit(rng)
    policy = dict.fromkeys(game.sides, lambda decision: bot.choose(cast(Any, None), decision))
    state = run(game, game.start_state(), policy, rng)
    result = game.result(state)
    assert result is not None
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("box")
    parser.add_argument("scenarios", nargs="+")
    parser.add_argument("--games", type=int, default=10)
    asked = parser.parse_args()
    for scenario in asked.scenarios:
        game = cast(EastFrontSeries, grognard.load(asked.box, scenario))
        for seed in range(asked.games):
            before = time.process_time()
            result = played(game, seed)
            row = {"scenario": scenario, "game": seed, "winner": result.winner or "draw",
                   "level": result.level, "points": result.score,
                   "cpu_seconds": round(time.process_time() - before, 1),
                   "date": history.today(), "commit": history.commit()}
            history.keep([row], MEASURED / f"{asked.box}-results.csv")
            print(*row.values(), flush=True)


if __name__ == "__main__":
    main()
