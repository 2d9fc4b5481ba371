"""15.6: panzer regiments on the inset."""

from typing import Any

import pytest

from grognard.rules.efs.data import Unit
from grognard.rules.efs.state import ASIDE, FREE
from tests.rules.efs.boxes import NORTH, contents
from tests.rules.efs.drill import anti_tank, counter, division, foot, motor, tank
from tests.rules.efs.inset import Inset, inset

FIRST = {"division": "1Pz", "move": 9}
REGIMENT = tank("Pz", 7, 5, role="panzer", steps=3, stacking=3, **FIRST)
ONE = tank("I", 4, 3, role="panzer", steps=2, stacking=2, traits=["substitute"], size="battalion",
           **FIRST)
TWO = tank("II", 3, 2, role="panzer", steps=1, reduced=(0, 0), traits=["substitute"],
           size="battalion", **FIRST)
RIFLES = motor("R", 5, 5, role="motorised", stacking=2, **FIRST)
OTHERS = motor("S", 5, 5, role="motorised", stacking=2, **FIRST)
RECON = counter("r", 1, 2, "reconnaissance", "motorised", role="recon", **FIRST)
X = foot("x", 2, 4, side="soviet")
STUG = tank("G", 2, 1, steps=1, size="battalion")


def panzers(*more: Unit, lost: str = "", **said: Any) -> Inset:
    t = inset(REGIMENT, ONE, TWO, RIFLES, OTHERS, RECON, X, *more, **said)
    return t.put("L3509", f"Pz{lost}", "R")


def motorised(code: str, role: str = "motorised") -> Unit:
    return motor(code, 4, 5, role=role, division="3M")


# -- into battalions ---------------------------------------------------------------------------


@pytest.mark.rule("agn:15.6.1")
def test_a_regiment_is_exchanged_in_the_first_hex_that_it_comes_to() -> None:
    t = panzers()
    t.moves().do("move Pz to In3011")
    assert [t.where(code) for code in ("I", "II")] == ["In3011", "In3011"]
    assert t.state.at[t.unit("Pz")] == ASIDE
    assert t.heard("splits-up")
    assert t.refused("move I").code == "moved-already", "it ended its move there"


@pytest.mark.rule("agn:15.6.1")
def test_the_battalions_go_on_together_with_what_is_left() -> None:
    t = panzers()
    t.moves().do("move Pz with R via In3011")
    left = t.price("In2911")
    t.do("to In2911")
    assert [t.where(code) for code in ("I", "II", "R")] == ["In2911"] * 3
    assert left == "2 1/4", "two for the river and 3011, a quarter by road"


@pytest.mark.rule("agn:15.6.1")
def test_or_apart_from_each_other() -> None:
    t = panzers()
    t.moves().do("move Pz via In3011").do("drop I").do("to In2911")
    assert t.step().group == t.units("I")
    t.do("to In2910")
    assert (t.where("II"), t.where("I")) == ("In2911", "In2910")


@pytest.mark.rule("agn:15.6.1")
def test_a_regiment_that_advances_is_exchanged_too() -> None:
    t = panzers().put("In3011", "x").suffer("-/e", "In3011", "Pz").do("advance Pz")
    assert [t.where(code) for code in ("I", "II")] == ["In3011", "In3011"]


@pytest.mark.rule("agn:15.6.1")
def test_and_one_that_overruns_its_way_in() -> None:
    t = inset(tank("Pz", 14, 5, role="panzer", steps=3, **FIRST), ONE, TWO,
              foot("x", 1, 1, side="soviet", steps=1, reduced=(0, 0)))
    t.put("L3509", "Pz").put("In3011", "x").moves().do("move Pz overrun In3011").roll(1)
    while "back" in t.play.offers("axis").choices:
        t.do(f"back {sorted(t.offers('back'))[0]}")
    assert t.step().group == t.units("I", "II")
    t.do("stay")
    assert t.where("I") == "In3011"


# -- their steps -------------------------------------------------------------------------------


@pytest.mark.rule("agn:15.6.2")
def test_together_they_have_the_steps_of_the_full_regiment() -> None:
    rows = {row.code: row for row in contents(NORTH).units}
    regiments = [row for row in rows.values() if row.role == "panzer" and row.side == "axis"
                 and "substitute" not in row.traits]
    assert len(regiments) == 6
    for regiment in regiments:
        parts = [row for row in rows.values() if row.division == regiment.division
                 and "substitute" in row.traits]
        assert len(parts) == 2, regiment.code
        assert sum(row.steps for row in parts) == regiment.steps
        assert sum(row.stacking for row in parts) == regiment.stacking
        assert {row.role for row in parts} == {"panzer"}, "15.6.3.c: they stand for it"
    t = panzers()
    t.moves().do("move Pz to In3011")
    assert (t.steps("I"), t.steps("II")) == (2, 1)


@pytest.mark.rule("agn:15.6.2")
@pytest.mark.parametrize(("lose", "left"), [("I", (1, 1)), ("II", (2, 0))])
def test_a_step_that_the_regiment_lost_is_taken_where_its_owner_likes(
        lose: str, left: tuple[int, int]) -> None:
    t = panzers(lost="-")
    t.moves().do("move Pz via In3011")
    assert t.asked() == "axis"
    assert t.offers("lose") == {"I", "II"}
    assert t.refused("lose R").code == "not-its-battalion"
    t.do(f"lose {lose}")
    assert (t.steps("I"), t.steps("II")) == left
    t.do("to In2911")
    assert t.where("I") == "In2911"
    assert t.where("II") == ("In2911" if left[1] else "cadre")


@pytest.mark.rule("agn:15.6.2")
def test_two_lost_steps_leave_one() -> None:
    t = panzers(lost="--")
    t.moves().do("move Pz to In3011").do("lose II").do("lose I")
    assert (t.steps("I"), t.where("II")) == (1, "cadre")


# -- their use ---------------------------------------------------------------------------------


@pytest.mark.rule("agn:15.6.3")
def test_they_are_not_there_before_and_stay_for_good() -> None:
    t = panzers()
    assert {t.state.at[t.unit(code)] for code in ("I", "II")} == {FREE}
    t.moves().do("move R with Pz to L3510")
    assert {t.state.at[t.unit(code)] for code in ("I", "II")} == {FREE}, "not on the map"
    t.having(moved=0).moves().do("move Pz to L3509").having(moved=0)
    t.moves().do("move Pz to In3011").having(moved=0)
    t.moves().do("move I with II to L3509")
    assert [t.where(code) for code in ("I", "II")] == ["L3509", "L3509"]
    assert t.state.at[t.unit("Pz")] == ASIDE, "there is no way back into a regiment"


@pytest.mark.rule("agn:15.6.3")
def test_a_scenario_with_the_inset_has_the_battalions_of_its_regiments() -> None:
    rows = {row.code: row for row in contents(NORTH).units}
    named = {"units": ["1/1Pz", "x"]}
    found = [inset(rows["1/1Pz"], rows["I/PzR1"], rows["II/PzR1"], rows["I/PzR10"], X, on=on,
                   rows=named) for on in (("L", "In"), ("L",))]
    assert {unit.code for unit in found[0].game.units} == {"1/1Pz", "I/PzR1", "II/PzR1", "x"}
    assert {unit.code for unit in found[1].game.units} == {"1/1Pz", "x"}


@pytest.mark.rule("agn:15.6.3.b")
def test_battalions_move_with_their_division_or_without_it() -> None:
    t = panzers().put("In3011", "I", "II", "R")
    t.moves().do("move I to In2911").do("move II with R to L3509")
    assert [t.where(code) for code in ("I", "II", "R")] == ["In2911", "L3509", "L3509"]


@pytest.mark.rule("agn:15.6.3.c")
def test_on_the_map_one_battalion_is_enough_for_integrity() -> None:
    t = panzers().put("L3509", "II", "R", "S").put("L3409", "r").put("L3410", "x")
    t.state.place(t.game, t.unit("Pz"), ASIDE)
    assert t.dice_of("L3410", "II", "R", "S") == {"integrity": -1}
    assert t.dice_of("L3410", "R", "S") == {}
    assert t.dice_of("L3410", "II", "R").get("integrity") is None, "it takes two of the others"


# -- integrity on the inset --------------------------------------------------------------------


def whole(t: Inset, *codes: str) -> int:
    t.put("In2911", *codes).put("In2912", "x")
    return t.dice_of("In2912", *codes).get("integrity", 0)


@pytest.mark.rule("agn:15.6.4.a/panzer")
@pytest.mark.parametrize(("codes", "die"), [
    ("I R", -1), ("II r", -1), ("I II R", -1), ("I II R r", -2), ("I II R S", -2),
    ("I II", 0), ("R S r", 0)])
def test_each_group_of_a_panzer_division_counts(codes: str, die: int) -> None:
    assert whole(inset(REGIMENT, ONE, TWO, RIFLES, OTHERS, RECON, X), *codes.split()) == die


@pytest.mark.rule("agn:15.6.4.a/panzer")
def test_a_group_is_of_one_division() -> None:
    alien = motor("T", 5, 5, role="motorised", division="6Pz", move=9)
    assert whole(inset(REGIMENT, ONE, TWO, alien, X), "I", "T") == 0


@pytest.mark.rule("agn:15.6.4.a/motorised")
@pytest.mark.parametrize(("codes", "die"), [
    ("G a b", -1), ("G a q", -1), ("J a q", -1), ("G a", 0), ("a b q", 0), ("G q", 0),
    ("B a b", 0), ("G a z", 0)])
def test_a_motorised_division_needs_assault_guns_or_tank_hunters(codes: str, die: int) -> None:
    battery = tank("B", 1, 1, steps=1, size="company")
    alien = motor("z", 4, 5, role="motorised", division="18M")
    t = inset(REGIMENT, ONE, TWO, STUG, battery, alien, motorised("a"), motorised("b"),
              motorised("q", "recon"), anti_tank("J", 1, 2, size="battalion"), X)
    assert whole(t, *codes.split()) == die


@pytest.mark.rule("agn:15.6.4.a/motorised")
def test_a_battalion_of_assault_guns_serves_one_division() -> None:
    parts = [motor(code, 2, 2, role="motorised", division=name)
             for code, name in (("a", "3M"), ("b", "3M"), ("c", "18M"), ("d", "18M"))]
    second = tank("H", 2, 1, steps=1, size="battalion")
    t = inset(REGIMENT, ONE, TWO, STUG, second, X, *parts)
    assert whole(t, "G", "a", "b", "c", "d") == -1
    assert whole(t, "G", "H", "a", "b", "c", "d") == -2


@pytest.mark.rule("agn:15.6.4.b")
def test_combined_arms_are_as_anywhere() -> None:
    found = {}
    for here, there in (("In2911", "In2912"), ("L2526", "L2527")):
        t = inset(tank("A", 4, 4), motor("B", 4, 4), X).put(here, "A", "B").put(there, "x")
        found[here] = t.dice_of(there, "A", "B").get("combined_arms")
    assert set(found.values()) == {-1}


def test_an_infantry_division_gives_no_panzer_battalion() -> None:
    spare = foot("RSC", 1, 2, traits=["substitute"], steps=1, reduced=(0, 0))
    t = inset(REGIMENT, ONE, TWO, spare, division("D", 7, 8), X)
    assert t.game.regiments == t.units("RSC")
    assert t.game.battalions == t.units("I", "II")
