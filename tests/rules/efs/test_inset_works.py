"""15.11: strongpoints on the inset: who builds, finishes and breaks how many."""

from typing import Any

import pytest

from grognard.rules.efs.engineering import EngineeringPhase
from grognard.rules.efs.forts import QUOTA, BuildForts, RazeForts
from tests.rules.efs.city import City, city
from tests.rules.efs.drill import counter, engineer, foot, motor

X = foot("x", 2, 2, side="soviet")
SAPPERS = engineer("s", side="soviet")
ID = counter("1ID", 7, 8, "infantry division", "foot", size="division")
ENGINEERS = engineer("678")
RSC = counter("RSC", 1, 2, "substitute regiment", "foot", traits=["substitute"])
REGIMENT = motor("87", 4, 5)


def building(*units: Any, quota: int = 2) -> City:
    t = city(X, *units).put("In2010", "x").having(side="soviet", phase="engineering")
    t.state.points[QUOTA] = quota
    return t


# -- building --------------------------------------------------------------------------------------


@pytest.mark.rule("agn:15.11.a")
def test_two_of_the_quota_are_four_on_the_inset() -> None:
    t = building().ask(BuildForts())
    for hex in ("In2112", "In2111", "In2013", "In2911"):  # next to each other or not
        t.do(f"build {hex}")
    assert set(t.state.forts.values()) == {"soviet-building"}
    assert len(t.state.forts) == 4
    assert t.step() is None


@pytest.mark.rule("agn:15.11.a")
def test_the_other_half_of_a_point_is_for_the_inset() -> None:
    t = building(quota=1).ask(BuildForts())
    t.do("build In2112")
    assert t.refused("build L4018").code == "rest-for-inset"
    assert t.refused("build In2112").code == "fort-there"  # one a hex
    t.do("build In2111")
    assert t.step() is None
    t = building(quota=1).ask(BuildForts()).do("build L4018")  # on the map one for one
    assert t.step() is None


@pytest.mark.rule("agn:15.11.b")
def test_an_engineer_finishes_two_in_its_hex_or_next_to_it() -> None:
    t = building(SAPPERS).put("In2112", "s").ask(BuildForts())
    t.do("build In2111").do("build In2112").do("build In2212")
    built = {t.game.grid.label(hex): owner for hex, owner in t.state.forts.items()}
    assert built == {"In2111": "soviet", "In2112": "soviet", "In2212": "soviet-building"}
    t = building(SAPPERS).put("In2112", "s").ask(BuildForts()).do("build In2911")
    assert set(t.state.forts.values()) == {"soviet-building"}  # too far away


def test_the_next_phase_of_work_begins_with_free_hands() -> None:
    t = building(SAPPERS).put("In2112", "s").ask(EngineeringPhase()).do("build In2111")
    assert t.state.means.hands
    t.do("done")
    assert not t.state.means.hands


# -- breaking --------------------------------------------------------------------------------------


def works(t: City, hexes: str) -> City:
    for hex in hexes.split():
        t.fort(hex)
    return t.axis(hexes).having(side="axis", phase="engineering")


@pytest.mark.rule("agn:15.11.c/two")
@pytest.mark.parametrize("unit", [ID, ENGINEERS])
def test_a_division_or_an_engineer_breaks_two_here_and_next_door(unit: Any) -> None:
    t = works(city(unit, X).put("In2112", unit.code).put("In1511", "x"), "In2112 In2113")
    t.ask(RazeForts())
    assert not t.state.forts
    assert t.step() is None


@pytest.mark.rule("agn:15.11.c/two")
def test_a_third_stays_and_the_axis_says_which() -> None:
    t = works(city(ID, X).put("In2112", "1ID").put("In1511", "x"), "In2112 In2113 In2111 In2911")
    t.ask(RazeForts())
    assert t.asked() == "axis"
    assert t.refused("raze In2911").code == "nobody-breaks-it"
    assert t.refused("raze In2110").code == "no-works-there"
    t.do("raze In2111")
    assert t.refused("raze In2111").code == "razed-already"
    t.do("raze In2113")
    assert t.labels(sum(1 << hex for hex in t.state.forts)) == {"In2112", "In2911"}


@pytest.mark.rule("agn:15.11.c/two")
def test_hexes_that_the_axis_does_not_control_keep_theirs() -> None:
    t = works(city(ID, X).put("In2112", "1ID").put("In2113", "x"), "In2112").fort("In2113")
    t.fort("In2111").ask(RazeForts())
    assert t.labels(sum(1 << hex for hex in t.state.forts)) == {"In2113", "In2111"}


@pytest.mark.rule("agn:15.11.c/one")
@pytest.mark.parametrize("unit", [RSC, REGIMENT])
def test_a_regiment_breaks_one_in_its_own_hex(unit: Any) -> None:
    t = works(city(unit, X).put("In2112", unit.code).put("In1511", "x"), "In2112 In2113")
    t.ask(RazeForts())
    assert t.labels(sum(1 << hex for hex in t.state.forts)) == {"In2113"}


@pytest.mark.rule("agn:15.11.c/one")
def test_others_break_none() -> None:
    t = works(city(foot("A", 5, 5), X).put("In2112", "A").put("In1511", "x"), "In2112")
    t.ask(RazeForts())
    assert t.state.forts


@pytest.mark.rule("agn:15.11.c/two")
def test_fortified_lines_fall_in_the_same_way() -> None:
    t = city(ID, X)
    line = next(hex for hex in sorted(t.labels(t.game.ground.line_hexes & t.game.mega.fine)))
    t.put(line, "1ID").put("In1511", "x").having(side="axis", phase="engineering")
    t.state.broken = 0
    t.ask(RazeForts())
    assert line in t.labels(t.state.broken)


def test_off_the_inset_everything_is_as_elsewhere() -> None:
    t = works(city(ID, X).put("L3509", "1ID").put("In1511", "x"), "L3509 L3510")
    t.ask(RazeForts())
    assert t.labels(sum(1 << hex for hex in t.state.forts)) == {"L3510"}
