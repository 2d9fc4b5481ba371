"""15.10: overruns on the inset."""

import pytest

from grognard.rules.efs import overrun
from tests.rules.efs.drill import foot, tank
from tests.rules.efs.inset import Inset, inset

PANZERS = tank("A", 6, 4, move=9)
X = foot("x", 1, 2, side="soviet", steps=1, reduced=(0, 0))


def beside(here: str, there: str) -> Inset:
    t = inset(PANZERS, X).put(here, "A").put(there, "x")
    t.moves().do("move A")
    return t


def odds(t: Inset, hex: str) -> int:
    return overrun.ratio(t.game, t.state, t.units("A"), t.hex(hex))


@pytest.mark.rule("agn:15.10")
def test_attack_strengths_are_doubled_there() -> None:
    t = beside("In2814", "In2813")
    assert odds(t, "In2813") == 6
    t.do("overrun In2813").roll(1)
    while "back" in t.play.offers(t.asked()).choices:
        t.do(f"back {sorted(t.offers('back'))[0]}")
    t.do("stay")
    assert t.where("A") == "In2813"


@pytest.mark.rule("agn:15.10")
def test_on_the_map_they_are_not() -> None:
    t = beside("L3510", "L3511")
    assert odds(t, "L3511") == 3
    assert t.refused("overrun L3511").code == "overrun-odds"


@pytest.mark.rule("agn:15.10")
def test_over_the_seam_the_hex_that_is_overrun_decides() -> None:
    t = beside("L3509", "In3110")
    assert odds(t, "In3110") == 6
    t = beside("In3110", "L3509")
    assert odds(t, "L3509") == 3
    assert t.refused("overrun L3509").code == "overrun-odds"
