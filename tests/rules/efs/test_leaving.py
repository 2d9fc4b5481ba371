"""14.2: withdrawals."""

from typing import Any

import pytest

from grognard.rules.efs.leaving import Withdrawals
from grognard.rules.efs.scenarios import Withdrawal
from grognard.rules.efs.sequence import AxisSegment, SovietSegment
from grognard.rules.efs.state import CADRE, DESTROYED, ELIMINATED, FLOWN, RECALLED, WITHDRAWN
from grognard.rules.efs.victory import score
from tests.rules.efs.campaign import Campaign, campaign, plane
from tests.rules.efs.drill import both, foot, tank


def leaving(box: str, *codes: str, turn: int = 7, rows: Any = None, side: str = "axis") -> Campaign:
    said = {"withdrawal": [Withdrawal(turn=turn, side=side, units=list(codes))],  # type: ignore[arg-type]
            **(rows or {})}
    t = campaign(box, foot("A", 4, 4), foot("B", 4, 4), tank("T", 6, 6), tank("U", 6, 6),
                 foot("x", 4, 4, side="soviet"), foot("z", 2, 2, side="soviet"), rows=said,
                 air=[plane("Ju1"), plane("Pe2", "soviet")])
    return t.turn(7).on_turn(side, "movement")


def departure(t: Campaign) -> Withdrawals:
    """In the phase that the edition has for it."""
    own = t.state.side if t.game.edition.leaving.phase == "arrival" else ""
    return Withdrawals(own)


@both
@pytest.mark.rule("typhoon:14.2")
def test_a_listed_unit_leaves_for_good(box: str) -> None:
    t = leaving(box, "A").put("0606", "A", "B")
    t.ask(departure(t))
    assert t.refused("withdraw B").code == "not-listed"
    t.do("withdraw A")
    assert t.at("A") == WITHDRAWN
    assert not t.step()
    t.ask(departure(t))
    assert not t.step()
    other = leaving(box, "A", turn=8).put("0606", "A")
    other.ask(departure(other))
    assert not other.step(), "not on another turn"


@both
@pytest.mark.rule("typhoon:14.2.1")
def test_it_is_picked_up_wherever_it_stands(box: str) -> None:
    t = leaving(box, "A").put("0606", "A-").put("0605", "x").put("0607", "z").unsupplied("A")
    t.ask(departure(t)).do("withdraw A")
    assert t.at("A") == WITHDRAWN
    assert not t.has("axis-infantry"), "as it is: nothing is owed (14.2.2)"


@both
@pytest.mark.rule("typhoon:14.2.1")
@pytest.mark.parametrize("place", [FLOWN, DESTROYED])
def test_air_units_leave_from_any_box(box: str, place: int) -> None:
    t = leaving(box, "Ju1")
    t.state.air[0] = place
    t.ask(departure(t)).do("recall Ju1")
    assert t.state.air[0] == RECALLED
    assert not t.step()


@pytest.mark.parametrize("box", ["typhoon"])
@pytest.mark.rule("typhoon:14.2.1")
def test_units_leave_in_their_owners_movement_phase(box: str) -> None:
    t = leaving(box, "A").put("0606", "A")
    t.ask(AxisSegment())
    assert (t.state.phase, t.asked()) == ("movement", "axis")
    assert t.offers("withdraw") == {"A"}
    t = leaving(box, "x", side="soviet").put("0606", "x")
    t.ask(SovietSegment())
    while t.step() and not t.offers("withdraw"):
        t.do("done")
    assert (t.state.phase, t.state.side) == ("movement", "soviet")


@both
@pytest.mark.rule("typhoon:14.2.2")
@pytest.mark.parametrize("place", [CADRE, ELIMINATED])
@pytest.mark.parametrize(("points", "left"), [(3, 2), (0, -1)])
def test_a_dead_unit_owes_a_step(box: str, place: int, points: int, left: int) -> None:
    t = leaving(box, "A").box(place, "A").points(axis_infantry=points)
    t.ask(departure(t)).do("withdraw A")
    assert t.has("axis-infantry") == left
    assert t.at("A") == WITHDRAWN


@both
@pytest.mark.rule("typhoon:14.2.2")
def test_a_step_that_no_point_gives_comes_from_another_unit(box: str) -> None:
    t = leaving(box, "T").box(CADRE, "T").put("0606", "U", "A")
    full = t.steps("U")
    t.ask(departure(t)).do("withdraw T")
    assert t.refused("lose A").code == "another-type"
    t.do("lose U")
    assert t.steps("U") == full - 1
    assert t.at("T") == WITHDRAWN


@both
@pytest.mark.rule("typhoon:14.2.3", "typhoon:17.2.3")
@pytest.mark.parametrize(("code", "side", "points"), [
    ("A", "axis", -2), ("x", "soviet", 2)])
def test_who_is_kept_costs_points(box: str, code: str, side: str, points: int) -> None:
    t = leaving(box, code, rows={"keep_price": 2}, side=side).put("0606", code)
    t.ask(departure(t)).do(f"keep {code}")
    assert score(t.game, t.state) == points
    assert t.where(code) == "0606"
    assert not t.step()


@both
@pytest.mark.rule("typhoon:14.2.3")
def test_air_units_are_kept_at_the_same_price(box: str) -> None:
    t = leaving(box, "Pe2", side="soviet")
    t.ask(departure(t)).do("retain Pe2")
    assert score(t.game, t.state) == 1, "the default"
    assert not t.step()
