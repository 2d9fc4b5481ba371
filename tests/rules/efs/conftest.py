"""Every refusal that a rule test meets is put before its witness too (tests/reasons).

Positions set up by hand show what random games seldom come to. A witness that reads what happened
before is not asked: a position set up by hand has no history.
"""

import pytest

from grognard.core.rulings import Ruling
from grognard.lab.conformance import Case
from tests.reasons.efs import WITNESSES
from tests.rules.efs.drill import Drill

HISTORY = {"advanced-already", "activated-before", "activated-already", "changed-already",
           "fought-out", "group-taken", "marched-already", "marked-already",
           "marked-for-replacement", "moved-already", "not-listed", "not-marked",
           "railed-already", "rebuilt-this-turn", "stirred", "supports-already",
           "three-regiments", "train-ran-already"}
"""Codes whose witnesses read the log."""


@pytest.fixture(autouse=True)
def refusals_are_true(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Drill.refused

    def refused(t: Drill, text: str, side: str | None = None) -> Ruling:
        ruling = plain(t, text, side)
        judge(t, text, side or t.asked(), ruling)
        return ruling

    monkeypatch.setattr(Drill, "refused", refused)


def judge(t: Drill, text: str, side: str, ruling: Ruling) -> None:
    """A compound is left out: it may be refused at a later point than this."""
    actions = tuple(t.game.space.parse(text))
    if len(actions) > 1 or ruling.code in HISTORY or ruling.code not in WITNESSES:
        return  # that every code has a witness is for test_witnesses.py to say
    case = Case(t.game, t.state, side, t.play.decisions[side].step, actions[0], ruling, t.play.log)
    assert WITNESSES[ruling.code](case), f"{text}: not true: {t.game.sentence(ruling)}"
