"""Help for large turns: what a player may have forgotten, and who can still attack a hex."""

from typing import Any

import pytest

from grognard.core.messages import Message, catalogue
from grognard.core.odds import Odds
from grognard.core.steps import Ask
from grognard.hexes import pack
from grognard.rules.efs.air import SUPPORT, ChooseFlight
from grognard.rules.efs.declaring import DeclareAttacks
from grognard.rules.efs.movers import Moves
from grognard.rules.efs.scenarios import VictoryLine
from grognard.table import Reminder, Threat, table_of
from tests.rules.efs.boxes import NORTH
from tests.rules.efs.drill import both, foot, motor
from tests.rules.efs.field import Field, field
from tests.rules.efs.test_soltsy import Tale

RED: dict[str, Any] = {"side": "soviet"}
TEXTS = ("efs", "efs-combat", "efs-campaign", "efs-table")


def reminders(t: Field) -> dict[str, Reminder]:
    step = t.state.stack[-1]
    assert isinstance(step, Ask)
    found = table_of(t.game).reminders(t.state, step, {})
    return {one.says.id.partition(".")[2]: one for one in found}


def codes(t: Field, units: tuple[int, ...]) -> set[str]:
    return {t.game.units[unit].code for unit in units}


@both
def test_units_that_have_not_moved_are_counted(box: str) -> None:
    t = field(box, foot("A", 4, 4), foot("B", 4, 4), sources="axis 0401")
    t.put("0402", "A").put("0403", "B").ask(Moves("movement"))
    told = reminders(t)["unmoved"]
    assert codes(t, told.units) == {"A", "B"}
    assert not told.grave
    t.do("move A to 0502")
    assert codes(t, reminders(t)["unmoved"].units) == {"B"}
    t.do("move B stay")
    assert t.step() != "ChooseMover", "nobody is left to move"


@both
def test_who_would_fail_his_trace_is_named_before_it_is_too_late(box: str) -> None:
    t = field(box, foot("A", 4, 4), foot("B", 4, 4), sources="axis 0401")
    t.put("0402", "A").put("0412", "B").ask(Moves("movement"))
    told = reminders(t)["out-of-supply"]
    assert codes(t, told.units) == {"B"}
    assert told.grave
    t.unsupplied("B")
    assert "out-of-supply" not in reminders(t), "he is out of supply already"
    t = field(box, foot("B", 4, 4), sources="axis 0401", left_out="supply")
    t.put("0412", "B").ask(Moves("movement"))
    assert "out-of-supply" not in reminders(t), "nobody judges supply here"


def prize(box: str, at: str) -> Field:
    lines = [VictoryLine(kind="hold", side="axis", hexes=[field(box).game.grid.hex(at)],
                         points=5, rule="17.2.1")]
    t = field(box, foot("A", 4, 4), foot("x", 4, 4, move=4, **RED), sources="axis 0401",
              rows={"victory": lines})
    return t.land("axis", " ".join(f"{at[:2]}{row:02}" for row in range(1, 13)))


@both
def test_a_prize_that_nobody_holds_is_named_if_an_enemy_is_near(box: str) -> None:
    t = prize(box, "0405")
    t.put("0402", "A").put("0409", "x").ask(Moves("movement"))
    told = reminders(t)["undefended"]
    assert t.labels(pack(told.hexes)) == {"0405"}
    assert told.grave
    t.put("0410", "x")
    assert "undefended" not in reminders(t), "five hexes are too far for four points"
    t.put("0409", "x").put("0405", "A")
    assert "undefended" not in reminders(t), "somebody stands there"


def test_reinforcements_that_could_enter_are_named() -> None:
    tale = Tale(0)
    tale.play_until("axis move 8/3M to L3329")  # turn 12: 28/8Pz, 29/3M and 53/3M are due
    step = tale.state.stack[-1]
    assert isinstance(step, Ask)
    found = table_of(tale.game).reminders(tale.state, step, {})
    told = next(one for one in found if one.says.id == "reminder.arrivals")
    assert {tale.game.units[n].code for n in told.units} == {"28/8Pz", "29/3M", "53/3M"}
    assert told.grave


@both
def test_units_that_could_still_attack_are_named(box: str) -> None:
    enemies = [foot(code, 1, 1, band="both", **RED) for code in "xy"]
    t = field(box, foot("A", 8, 4), foot("B", 8, 4), foot("C", 8, 4), *enemies,
              sources="axis 0401")
    t.put("0405", "A").put("0506", "B").put("0410", "C").put("0406", "x").put("0507", "y")
    t.ask(DeclareAttacks())
    assert codes(t, reminders(t)["could-attack"].units) == {"A", "B"}
    t.do("declare 0406 by A set")
    assert codes(t, reminders(t)["could-attack"].units) == {"B"}, "y is left"


def test_air_units_left_are_counted() -> None:
    tale = Tale(0)
    tale.play_until("soviet done")
    step = tale.state.stack[-1]
    assert isinstance(step, ChooseFlight)
    assert step.mission == SUPPORT
    (told,) = table_of(tale.game).reminders(tale.state, step, {})
    assert told.says == Message("reminder.air-left", {"count": 1})


# -- who can still attack here -------------------------------------------------------------------


def threat(t: Field, hex: str, side: str = "axis") -> Threat | None:
    return table_of(t.game).threat(t.game.view(t.state, side), t.game.grid.hex(hex))


@both
def test_who_stands_beside_or_can_still_come_there_can_attack(box: str) -> None:
    t = field(box, foot("A", 4, 4), motor("B", 5, 4), foot("C", 3, 3, move=2),
              foot("x", 2, 3, **RED), sources="axis 0401")
    t.put("0405", "A").put("0402", "B").put("0401", "C").put("0406", "x").ask(Moves("movement"))
    told = threat(t, "0406")
    assert told is not None
    assert codes(t, told.units) == {"A", "B"}, "C is too slow"
    assert (told.says.args["attack"], told.says.args["defence"]) == (9, 3)
    t.do("move B to 0102")
    told = threat(t, "0406")
    assert told is not None
    assert codes(t, told.units) == {"A"}, "B has moved elsewhere"


@both
def test_who_is_in_another_attack_cannot(box: str) -> None:
    t = field(box, foot("B", 8, 4), foot("C", 8, 4), foot("x", 1, 1, band="both", **RED),
              foot("y", 1, 1, band="both", **RED), sources="axis 0401")
    t.put("0506", "B").put("0508", "C").put("0406", "x").put("0507", "y").ask(DeclareAttacks())
    told = threat(t, "0507")
    assert told is not None
    assert codes(t, told.units) == {"B", "C"}
    t.do("declare 0406 by B set")
    told = threat(t, "0507")
    assert told is not None
    assert codes(t, told.units) == {"C"}


@both
def test_nothing_is_told_of_empty_hexes_or_in_the_enemys_phase(box: str) -> None:
    t = field(box, foot("A", 4, 4), foot("x", 2, 3, **RED), sources="axis 0401")
    t.put("0405", "A").put("0406", "x").ask(Moves("movement"))
    assert threat(t, "0409") is None
    assert threat(t, "0405") is None, "his own unit"
    assert threat(t, "0405", "soviet") is None


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_reminder_is_said_in_both_languages(language: str) -> None:
    texts = catalogue(language, *TEXTS)
    for name in ("arrivals", "out-of-supply", "undefended", "unmoved", "could-attack", "air-left"):
        assert texts.has(f"reminder.{name}")
    assert texts.has("threat.some")
    assert texts.has("threat.none")


def odds(t: Field, kind: str, arg: int = 0) -> Odds:
    found = t.step().odds(t.game, t.state, kind, arg)
    assert isinstance(found, Odds)
    return found


def test_an_attack_being_built_tells_what_it_would_bring() -> None:
    t = field(NORTH, foot("A", 4, 4), foot("B", 8, 4), foot("x", 2, 4, **RED), sources="axis 0401")
    t.put("0405", "A").put("0506", "B").put("0406", "x").ask(DeclareAttacks())
    t.do("declare 0406")
    assert odds(t, "by", t.unit("A")).column == "1-1"
    assert odds(t, "from", t.hex("0405")).column == "1-1"
    t.do("by A")
    assert odds(t, "by", t.unit("B")).column == "3-1"
    now = odds(t, "set")
    assert now.column == "1-1"
    assert now.assumes[0].id == "odds.assumes-nobody-answers"
    assert sum(share for _, share in now.results) == 1
