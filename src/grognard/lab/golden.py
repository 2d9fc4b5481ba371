"""Golden games: annotated records that show in a diff what a change of the rules changes.

A golden game is a record file (:mod:`grognard.records.text`) with comments. Above each line stands
how much was offered, below it what happened, and every so often the fingerprint of the state and
how many ways lead on from it::

    # of hq 2, relocate 160, done 1; done 1
    soviet hq HQ109 done
    #   HQ109 is activated. [4.2.1.A]

It is told anew by playing its own lines, not by luck, so that a changed rule moves as few lines as
can be; only where a line fits no longer does the game go on by chance.
"""

import difflib
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from grognard.boxes.catalogue import load
from grognard.core.actions import Action
from grognard.core.events import Event
from grognard.core.game import Game
from grognard.core.offers import Offers
from grognard.lab.perft import perft
from grognard.records.playthrough import ALL, Entry, Playthrough
from grognard.records.text import (
    CUT,
    FORMAT,
    Record,
    RecordFault,
    Walker,
    game_of,
    notation,
    play_back,
    read,
    resume,
)

DECISIONS = 200
"""Choices in a golden game, unless it ends before."""
EVERY = 15
"""Lines between two fingerprints."""
MANY = 150
"""Up to so many offers the ways on are counted two deep."""
PASSING = 0.15
"""How much less likely it is to pass than to do any other kind of thing."""
HEAD = """\
# A golden game: every choice, what was offered, what came of it. Kept by `make golden`.
"""


def path_of(folder: Path, box: str, scenario: str) -> Path:
    return folder / f"{box}-{scenario}.record"


# -- playing ---------------------------------------------------------------------------------


def choose(offers: Offers, passes: Collection[str], rng: Random) -> Action:
    """A kind of action, then one offer of it: a hundred hexes are no better than one attack."""
    kinds = [kind for kind, found in offers.choices.items() if len(found)]
    kind = rng.choices(kinds, [PASSING if kind in passes else 1.0 for kind in kinds])[0]
    found = offers.choices[kind]
    return Action(kind, found.pick(rng.randrange(len(found))))


def play_on(play: Playthrough, decisions: int, rng: Random) -> None:
    """Play by chance until so many choices have been made, or the end."""
    while play.decisions and play.state.decisions_made < decisions:
        side = next(iter(play.decisions))
        play.do(side, choose(play.offers(side), play.game.passes, rng))


def new_game(box: str, scenario: str, options: Mapping[str, Any], *, seed: int = 1,
             decisions: int = DECISIONS) -> str:
    """The text of a new golden game."""
    play = Playthrough(load(box, scenario, options), seed=seed)
    play_on(play, decisions, Random(seed))
    return text(play, seed, decisions)


def told_anew(record: Record) -> str:
    """The text that the file should have: its own lines, as far as they fit, and told anew."""
    seed, decisions = settings(record)
    game = game_of(record)
    try:
        play = play_back(record, game)
    except RecordFault as fault:
        if fault.play is None:
            raise
        play = fault.play
    if play.state.decisions_made < decisions:
        resume(play, ALL, seed)
        play_on(play, decisions, Random(seed))
    return text(play, seed, decisions)


def settings(record: Record) -> tuple[int, int]:
    """Seed and number of decisions, from the head."""
    table = tomllib.loads("\n".join(record.head_rows)).get("golden", {})
    return table.get("seed", 1), table.get("decisions", DECISIONS)


# -- telling ---------------------------------------------------------------------------------


def text(play: Playthrough, seed: int, decisions: int) -> str:
    """The whole file."""
    game = play.game
    head = [f"format = {FORMAT}", f'box = "{game.box}"', f'scenario = "{game.scenario}"']
    if game.options:
        head.append("[options]")
        head += [f"{name} = {msgspec.json.encode(value).decode()}"
                 for name, value in game.options.items()]
    head += ["[golden]", f"seed = {seed}", f"decisions = {decisions}", CUT]
    return HEAD + "\n".join([*head, *_lines(play), ""])


def _lines(play: Playthrough) -> Iterator[str]:
    game, walker = play.game, Walker(play.game, play.opening_state)
    yield from _told(game, play.opening)
    for number, (line, entries) in enumerate(notation(play), 1):
        offered: list[str] = []
        for entry in entries:
            offered += _offered(game, walker.state, entry)
            walker.follow(entry)
        if offered:
            yield f"# of {'; '.join(offered)}"
        yield line
        yield from _told(game, [event for entry in entries for event in entry.events])
        if number % EVERY == 0:
            yield _stand(game, walker.state)
    yield _stand(game, play.state)
    if play.result is not None:
        yield f"# ended: {play.result.winner or 'nobody'}, {play.result.level}"


def _offered(game: Game[Any], state: Any, entry: Entry) -> Iterator[str]:
    """How many actions of each kind an entry was chosen from; nothing for a roll."""
    decision = game.decisions(state).get(entry.side)
    if decision is not None:
        found = decision.offers.choices.items()
        yield ", ".join(f"{kind} {len(args)}" for kind, args in found if len(args))


def _told(game: Game[Any], events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        said = " ".join(game.describe(event).split())
        yield f"#   {said}{f' [{game.cite(event.rule)}]' if event.rule else ''}"


def _stand(game: Game[Any], state: Any) -> str:
    ways = [perft(game, state, 1)]
    if 0 < ways[0] <= MANY:
        ways.append(perft(game, state, 2))
    return f"# state {game.state_fingerprint(state)}, ways on {', '.join(map(str, ways))}"


# -- comparing -------------------------------------------------------------------------------


def difference(path: Path) -> list[str]:
    """What the file says and what is true now, as a diff; empty if they agree."""
    there = path.read_text("utf-8")
    return list(difflib.unified_diff(
        there.splitlines(), told_anew(read(path)).splitlines(),
        f"{path.name} as kept", f"{path.name} as played now", n=2, lineterm="",
    ))  # fmt: skip
