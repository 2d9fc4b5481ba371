"""Witnesses where reading the log naively went wrong: what they say of positions set up by hand."""

from typing import Any

import pytest

from grognard.lab.conformance import Case
from grognard.rules.narva.command import CommandPhase
from grognard.rules.narva.reinforcement import GermanSegment
from grognard.rules.narva.state import TRACK
from tests.reasons.tables import BOOKS
from tests.rules.narva import table as narva
from tests.rules.position import Position


def is_true(t: Position[Any, Any], box: str, text: str, code: str) -> bool:
    """Whether the witness of a refusal, which has this code, bears it out."""
    ruling, (action,) = t.refused(text), t.game.space.parse(text)
    assert ruling.code == code
    case = Case(t.game, t.state, t.asked(), t.step(), action, ruling, t.play.log)
    return BOOKS[box].witnesses[code](case)


def test_who_comes_into_a_pinned_hex_is_not_pinned() -> None:
    """29P joins 151G after the barrage and may attack, but it is halved to nothing."""
    t = narva.table(turn=9).put("2635", "65R").put("2735", "151G").put("2736", "29P")
    t.put("2733", "HQ61").put("2732", "162G").put("2731", "147R")
    t.cup(BARRAGE_S=1, _26=1).ask(CommandPhase()).roll("BARRAGE_S").roll(1)
    t.do("barrage 2735").roll(3).roll("26").do("hq HQ61 attach 29P done")
    assert is_true(t, "narva", "move 151G", "pinned")
    t.do("move 29P to 2735").do("done")
    assert is_true(t, "narva", "attack 2635", "strength-rounds-to-nothing")


@pytest.mark.parametrize("hex", ["0124", "0216"])
def test_a_closed_entry_opens_the_map_edge_near_it(hex: str) -> None:
    t = narva.table(turn=3).off(TRACK, "113S").put("0113", "1811SU").ask(GermanSegment())
    t.do("arrive 113S")
    assert is_true(t, "narva", f"into {hex}", "not-entry-hex")
