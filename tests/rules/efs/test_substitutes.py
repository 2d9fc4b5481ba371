"""15.3: substitute regiments."""

import pytest

from grognard.rules.efs.sequence import AxisSegment
from grognard.rules.efs.state import EMERGENCY, FREE, GENERAL, UNSUPPLIED
from grognard.rules.efs.substitutes import Detach, Rejoin
from tests.rules.efs.campaign import Campaign, campaign, infantry_division, regiment
from tests.rules.efs.drill import both, foot


def corps(box: str, regiments: int = 4) -> Campaign:
    t = campaign(box, infantry_division("D"), infantry_division("E"), foot("A", 4, 4),
                 infantry_division("x", side="soviet"),
                 *(regiment(f"r{n}") for n in range(regiments)))
    return t.on_turn("axis", "movement")


@both
@pytest.mark.rule("typhoon:15.3.1")
def test_a_division_detaches_regiments_that_share_its_supply(box: str) -> None:
    t = corps(box).put("0606", "D", "A").put("0101", "x").unsupplied("D")
    t.ask(Detach())
    assert t.refused("detach A").code == "no-german-division"
    assert t.refused("detach x").code == "no-german-division", "the Axis only"
    t.do("detach D")
    assert (t.steps("D"), t.steps("r0"), t.where("r0")) == (3, 1, "0606")
    assert t.state.supply[t.unit("r0")] == UNSUPPLIED
    t.ask(AxisSegment())
    assert t.offers("detach") == {"D"}, "at the start of the Movement Phase"


@both
@pytest.mark.rule("typhoon:15.3.1")
def test_not_more_than_three_in_a_phase(box: str) -> None:
    t = corps(box).put("0606", "D")
    t.state.set_steps(t.unit("D"), 4)
    t.state.detached = {t.unit("D"): 3}
    t.ask(Detach())
    assert not t.step()
    t.put("0707", "E").ask(Detach())
    assert t.refused("detach D").code == "three-regiments"


@both
@pytest.mark.rule("typhoon:15.3.2")
@pytest.mark.parametrize(("lost", "most"), [("", 3), ("--", 1), ("---", 0)])
def test_a_division_keeps_a_step(box: str, lost: str, most: int) -> None:
    t = corps(box).put("0606", f"D{lost}").put("0202", "E---")
    t.ask(Detach())
    count = 0
    while t.step() and "D" in t.offers("detach"):
        t.do("detach D")
        count += 1
    assert (count, t.steps("D")) == (most, 1)
    t.put("0303", "E").ask(Detach())
    assert t.refused("detach D").code == "last-step"


@both
@pytest.mark.rule("typhoon:15.3.3")
def test_a_regiment_goes_into_any_division_that_lacks_a_step(box: str) -> None:
    t = corps(box).put("0606", "D-", "r0").put("0707", "r1").put("0808", "E")
    t.state.set_supply(t.unit("r0"), EMERGENCY)
    t.ask(Rejoin())
    assert t.refused("rejoin r1 with D").code == "no-division-here"
    assert t.refused("rejoin A").code == "no-regiment"
    t.do("rejoin r0 with D")
    assert (t.steps("D"), t.at("r0")) == (4, FREE)
    assert t.state.supply[t.unit("D")] == EMERGENCY, "the worse marker"
    assert not t.step()
    t = corps(box).put("0606", "D-", "r0").unsupplied("D")
    t.ask(Rejoin()).do("rejoin r0 with D")
    assert t.state.supply[t.unit("D")] == UNSUPPLIED
    t = corps(box).put("0606", "D", "r0")
    t.ask(Rejoin())
    assert not t.step(), "it lacks nothing"
    assert t.state.supply[t.unit("D")] == GENERAL


@both
@pytest.mark.rule("typhoon:15.3.3")
def test_they_join_at_the_end_of_the_movement_phase(box: str) -> None:
    t = corps(box).put("0606", "D-").put("0608", "r0").put("1212", "x")
    t.ask(AxisSegment()).do("done")
    t.do("move r0 to 0606")
    assert t.offers("rejoin") == set()
    t.do("done")
    assert t.state.phase == "movement"
    assert t.offers("rejoin") == {"r0"}


@both
@pytest.mark.rule("typhoon:15.3.3/2")
def test_two_regiments_make_no_division(box: str) -> None:
    t = corps(box).put("0606", "r0", "r1")
    t.ask(Rejoin())
    assert not t.step()


@both
@pytest.mark.rule("typhoon:15.3.4")
def test_the_counters_are_the_limit(box: str) -> None:
    t = corps(box, regiments=1).put("0606", "D").put("0707", "E")
    t.ask(Detach()).do("detach D")
    assert not t.step(), "no counter is left"
    t = corps(box, regiments=1).put("0606", "D-", "E", "r0")
    t.ask(Rejoin()).do("rejoin r0 with D").ask(Detach())
    assert t.allowed("detach E"), "any division may use it"
