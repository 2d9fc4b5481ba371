"""What refusals name is true, over random games of every scenario.

A few games of each are played here; ``tools/proofs/reasons.py`` plays many and keeps the result.
"""

import os
import time
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.core.game import Game
from grognard.lab.conformance import Report, inspect
from tests.conformance.test_boxes import LINKED, PIECES
from tests.reasons.tables import BOOKS, VARIANTS
from tests.reasons.test_codes import codes, declared

EVERYWHERE = 10**6
"""Points: the check itself says which questions it looks at."""
GAMES = int(os.environ.get("GROGNARD_GAMES", "3"))
SECONDS = None if "GROGNARD_GAMES" in os.environ else 1.5
"""CPU time after which no further game of a scenario is begun."""
SHORT = 100
"""Decisions of a piece of a long scenario: on its large maps a witness takes its time."""

SHELF = [
    pytest.param(box, scenario, options, id="-".join((box, scenario, *map(str, options.values()))))
    for box in BOOKS
    for scenario in grognard.boxes()[box].box.scenarios() if (box, scenario) not in LINKED
    for options in VARIANTS.get(box, ({},))
]


@pytest.mark.parametrize(("box", "scenario", "options"), SHELF)
def test_the_reasons_named_are_true(
    box: str, scenario: str, options: dict[str, Any], tmp_path: Path
) -> None:
    game, check = grognard.load(box, scenario, options), BOOKS[box].check()
    report, began = Report(), time.process_time()
    piece = min(PIECES.get((box, scenario), 0), SHORT)
    piece = 0 if "GROGNARD_GAMES" in os.environ else piece
    for seed in range(GAMES):
        report.add(inspect(game, seed, EVERYWHERE, aimed=seed % 2 == 1, checks=(check,),
                           decisions=piece))
        if report.found or (SECONDS and time.process_time() - began > SECONDS):
            break
    assert not report.found, "\n".join(f"{f} ({f.save(tmp_path)})" for f in report.found)
    assert check.judged.total() > 100
    _one_rule_each(box, game, check.rules)


def _one_rule_each(box: str, game: Game[Any], cited: dict[str, set[str]]) -> None:
    """What was said in play agrees with what the source declares, as the box counts its rules."""
    written = codes(BOOKS[box])
    for code in cited.keys() & written.keys():
        known = {game.cite(rule) for rule in declared(box).get(code, written[code])}
        assert cited[code] <= known if known else len(cited[code]) == 1, (
            f"{code}: {sorted(cited[code])}")


def test_every_rule_book_on_the_shelf_has_witnesses() -> None:
    shelf = {box: entry.box.rulebook for box, entry in grognard.boxes().items()}
    named = {box: book.name for box, book in BOOKS.items()}
    assert named.items() <= shelf.items()
    assert set(named.values()) == set(shelf.values())
