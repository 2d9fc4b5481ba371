"""What the log, the odds and the buttons say."""

import pytest

from grognard.core.events import Event
from tests.rules.narva.fights import attack
from tests.rules.narva.table import Table, table

GERMAN, SOVIET = "german", "soviet"


def said(t: Table, event: Event, language: str = "en") -> str:
    """The line of the log."""
    return t.game.catalogue(language).text(f"event.{event.id}", event.args, t.game)


def last(t: Table, id: str, language: str = "en") -> str:
    return said(t, t.heard(id)[-1], language)


# -- dice --------------------------------------------------------------------------------------


def soviet_attack(turn: int) -> Table:
    t = table(turn=turn).put("2626", "163R", "219R", "320R").put("2527", "151G")
    return attack(t, "2527", "163R", "219R", "320R")


@pytest.mark.rule("narva:14.3.B")
@pytest.mark.parametrize(("turn", "die", "english", "french"), [
    (1, 2, "die 2 + 1 (first turn) = 3:", "dé 2 + 1 (premier tour) = 3\xa0:"),
    (1, 6, "die 6 + 1 (first turn) = 7, read as 6:",
     "dé 6 + 1 (premier tour) = 7, lu comme 6\xa0:"),
    (2, 2, "die 2:", "dé 2\xa0:"),
])
def test_14_3_b_the_log_names_what_is_added_to_the_die(
    turn: int, die: int, english: str, french: str
) -> None:
    t = soviet_attack(turn).roll(die)
    assert english in last(t, "combat")
    assert french in last(t, "combat", "fr")
