"""Proof: games of the East Front Series keep the contract, and their refusals name true reasons.

    .venv/bin/python -m tools.proofs.long_games --learning 300
    .venv/bin/python -m tools.proofs.long_games --games 20
    .venv/bin/python -m tools.proofs.long_games --scenario typhoon/campaign --whole 2 --pieces 100
    .venv/bin/python -m tools.proofs.long_games --kinds

The learning scenarios play so many random games and as many aimed ones, Mtsensk a tenth as many
with a Soviet hex cut off from the beginning; the others so many random ones and a quarter as many
aimed; of the campaigns whole games, and pieces of four turns, each begun on a turn that a random
game came to. Every game is played to its end. Of a learning scenario every game, of the others
every tenth is also followed with all checks at twenty points (the column ``points``), its
invariants and undo tried at each decision instead of in a tenth of the stretches; every fifth of
the others has its record played back, which takes three times as long as to play it. Each row of
docs/proofs/long_games.csv is one game or piece, with the kinds of things that happened in it; a
new run goes on after the last. ``--kinds`` only tells in how many of the kept games each kind
happened.
"""

import argparse
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from grognard.boxes.catalogue import load
from grognard.core.actions import Action
from grognard.core.game import Game
from grognard.hexes import bits
from grognard.lab.conformance import CHECKS, Report, inspect
from grognard.lab.conformance.point import Point, Tally
from grognard.lab.conformance.secrets import act_at_random
from grognard.records import Playthrough
from grognard.rules.efs import surrender
from grognard.rules.efs.state import UNSUPPLIED
from grognard.rules.efs.words import AXIS, SOVIET
from tests.reasons.tables import BOOKS
from tools.proofs.kept import HERE, Kept

LEARNING = ("typhoon/mtsensk", "army_group_north/soltsy")
OTHERS = ("typhoon/vyazma", "typhoon/mozhaisk", "typhoon/guderian", "typhoon/gates",
          "army_group_north/tallinn", "army_group_north/beowulf", "army_group_north/luga",
          "army_group_north/june", "army_group_north/tikhvin", "army_group_north/assault")
CAMPAIGNS = ("typhoon/campaign", "army_group_north/campaign", "army_group_north/leningrad")
POINTS = 20
CLOSELY, RECORDED, WATCHED = 10, 5, 0.1
"""One long game in so many is inspected like a short one, one in so many recorded; of the others
this share is watched."""
TRIES, DONE = 1000, Action("done")
PIECE, FROM_ONE = 2500, 12
"""Decisions of a piece: some four turns; how many are cut out of the same game."""
FAILURES = HERE / "failures"
KINDS = {
    "combat": ("combat",), "retreat": ("retreats",), "advance": ("advances",),
    "zones": ("zone-through", "zone-scattered"),
    "overrun": ("overrun",), "reaction": ("react",), "infiltration": ("infiltrates",),
    "guns": ("guns-committed",), "orders": ("order",), "command": ("activates",),
    "air-combat": ("air-shot",), "flak": ("flak",), "air-support": ("air-support",),
    "interdiction": ("interdicts",), "air-transport": ("lifted", "flown-in"),
    "supply": ("on-emergency-supply", "unsupplied"), "depots": ("depot-made", "depot-flipped"),
    "surrender": ("surrenders", "holds-out"), "entries": ("enters",), "trains": ("moved-by-rail",),
    "rails": ("rail-converted", "rail-cut"), "forts": ("fort-begun", "fort-built"),
    "bridges": ("bridge-laid",), "replacements": ("rebuilt", "raised"),
    "withdrawal": ("withdrawn", "left-the-map"), "sea": ("sails", "shipped", "lands", "cruises"),
}
"""What may happen, and the events and chosen actions that tell of it."""

KEPT = Kept("long_games", ["game", "how", "seed", "decisions", "points", "refusals", "judged",
                           "seconds", "kinds", "fault"])


@cache
def game_of(name: str) -> Game[Any]:
    box, _, scenario = name.partition("/")
    return load(box, scenario, {})


@cache
def saved_turns(name: str, seed: int) -> list[Any]:
    """The positions with which the turns of a random game begin."""
    game = game_of(name)
    state, saved = game.start_state(), list[Any]()
    point = Point(Playthrough(game, automations=(), state=state.copy()), Random(seed), Tally())
    while not game.is_over(state):
        if len(saved) < state.turn:
            saved.append(state.copy())
        act_at_random(game, state, point)
    return saved


def opening_of(name: str, seed: int) -> Any:
    """Where a piece begins: turns far apart, twelve pieces from the same game."""
    saved = saved_turns(name, seed // FROM_ONE)
    return saved[seed * 7 % max(1, len(saved) - 3)]


def cut_off(name: str, seed: int) -> Any:
    """The end of the first turn, a Soviet unit unsupplied among the enemy.

    No random play surrounds anybody in the few turns of a learning scenario.
    """
    game: Any = game_of(name)
    rng = Random(seed)
    for _ in range(TRIES):
        state = surrounded(game, rng)
        if surrender.checked(game, state) and is_judged(game, state, rng):
            return state
    raise ValueError(f"nobody can be cut off in {name}")


def is_judged(game: Any, state: Any, rng: Random) -> bool:
    """Both sides do as little as they may, until the dice for surrender are due."""
    turn = state.turn
    point = Point(Playthrough(game, automations=(), state=state.copy()), rng, Tally())
    while state.turn == turn and not game.is_over(state):
        if isinstance(state.stack[-1], surrender.SurrenderRoll):
            return True
        side, decision = next(iter(game.decisions(state).items()), ("", None))
        if decision and DONE in decision.offers:
            game.apply(state, side, DONE)
        else:
            act_at_random(game, state, point)
    return False


def surrounded(game: Any, rng: Random) -> Any:
    """Some Soviet unit in an empty part of the map, some of the enemy around it."""
    state = game.start_state()
    empty = game.playable & ~game.grid.spread(state.occupied(game, SOVIET))
    unit, hex = rng.choice(list(bits(state.on_map(game.judged[SOVIET])))), rng.choice(
        list(bits(empty & ~state.occupied(game, AXIS))))
    axis = list(bits(state.on_map(game.combat_units[AXIS])))
    for other, near in zip(rng.sample(axis, 3), rng.sample(game.grid.neighbours(hex), 3),
                           strict=True):
        state.place(game, other, near)
    state.place(game, unit, hex)
    state.set_supply(unit, UNSUPPLIED)
    return state


def one(name: str, how: str, seed: int) -> None:
    """Play and keep one game or piece."""
    game, began = game_of(name), process_time()
    piece, reasons = how == "piece", BOOKS[game.box].check()
    opening = OPENINGS[how](name, seed) if how in OPENINGS else None
    closely = name in LEARNING or seed % CLOSELY == 0
    report = inspect(game, seed, POINTS if closely else 0,
                     aimed=how == "aimed" or (piece and seed % 2 == 1),
                     checks=(*CHECKS, reasons), opening=opening, decisions=PIECE if piece else 0,
                     watched=1 if closely else WATCHED,
                     recorded=closely or seed % RECORDED == 0)
    for found in report.found:
        found.save(Path(FAILURES / f"{name.replace('/', '-')}-{how}"))
    KEPT.add(game=name, how=f"from turn {opening.turn}" if opening and piece else how, seed=seed,
             decisions=report.decisions, points=report.points,
             refusals=report.refusals.total(), judged=reasons.judged.total(),
             seconds=round(process_time() - began, 1), kinds=" ".join(kinds_of(report)),
             fault=str(report.found[0]) if report.found else "")


OPENINGS = {"piece": opening_of, "cut off": cut_off}


def kinds_of(report: Report) -> list[str]:
    """What happened in a game, of the things worth counting."""
    return [kind for kind, told in KINDS.items()
            if any(report.passed[name] or report.chosen[name] for name in told)]


def done() -> Counter[tuple[str, str]]:
    rows = ((row["game"], row["how"]) for row in KEPT.rows())
    return Counter((game, "piece" if how.startswith("from") else how) for game, how in rows)


def tell_kinds() -> None:
    """In how many of the kept games each kind of thing happened."""
    rows = KEPT.rows()
    for name in sorted({row["game"] for row in rows}):
        games = [row for row in rows if row["game"] == name]
        count = Counter(kind for row in games for kind in row["kinds"].split())
        faults = sum(bool(row["fault"]) for row in games)
        print(f"{name}: {len(games)} games, {sum(int(row['judged']) for row in games)} refusals "
              f"judged, {faults} faults")
        print("  " + ", ".join(f"{kind} {count[kind]}" for kind in KINDS if count[kind]))


def wanted(asked: argparse.Namespace) -> dict[tuple[str, str], int]:
    """How many games of each scenario, by how they are played."""
    counts = {(name, how): asked.learning for name in LEARNING for how in ("random", "aimed")}
    counts |= {(name, how): count for name in OTHERS
               for how, count in (("random", asked.games), ("aimed", asked.games // 4))}
    counts |= {(LEARNING[0], "cut off"): asked.learning // 10}
    counts |= {(name, how): count for name in CAMPAIGNS
               for how, count in (("random", asked.whole), ("piece", asked.pieces))}
    return {key: count for key, count in counts.items() if key[0].endswith(asked.scenario)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--scenario", default="")
    parser.add_argument("--learning", type=int, default=0, help="games of mtsensk and soltsy")
    parser.add_argument("--games", type=int, default=0, help="games of the other scenarios")
    parser.add_argument("--whole", type=int, default=0, help="whole games of the campaigns")
    parser.add_argument("--pieces", type=int, default=0)
    parser.add_argument("--kinds", action="store_true", help="tell what the kept games met")
    asked = parser.parse_args()
    counts = wanted(asked)
    while short := [key for key, count in counts.items() if done()[key] < count]:
        name, how = min(short, key=lambda key: done()[key] / counts[key])
        one(name, how, done()[name, how])
    tell_kinds()


if __name__ == "__main__":
    main()
