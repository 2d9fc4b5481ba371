"""8.9: advances."""

import pytest

from tests.rules.efs.boxes import NORTH, TYPHOON
from tests.rules.efs.drill import both, division, drill, foot, gun, motor

ENEMY = foot("x", 2, 4, side="soviet")


@both
@pytest.mark.rule("typhoon:8.9", "typhoon:8.9.1", "agn:BSR.combat.advance")
def test_some_all_or_none_of_the_attackers_advance(box: str) -> None:
    t = drill(box, foot("A", 4, 4), foot("B", 4, 4), ENEMY)
    t.put("0607", "A", "B").put("0606", "x").suffer("-/e", "0606", "A", "B")
    assert t.offers("advance") == {"A", "B"}
    t.do("advance B").do("done")
    assert (t.where("A"), t.where("B"), t.step()) == ("0607", "0606", None)


@both
@pytest.mark.rule("typhoon:8.9")
def test_nobody_advances_while_an_enemy_is_left(box: str) -> None:
    t = drill(box, foot("A", 4, 4), ENEMY).put("0607", "A").put("0606", "x")
    t.suffer("-/1R", "0606", "A").do("lose x")
    t.do("back 0605 0604")
    assert t.offers("advance") == {"A"}
    t = drill(box, foot("A", 4, 4), ENEMY).put("0607", "A").put("0606", "x")
    t.suffer("1*/1", "0606", "A").do("lose A").do("lose x")
    assert t.step() is None


@both
@pytest.mark.rule("typhoon:8.9/2")
def test_the_defender_does_not_advance(box: str) -> None:
    t = drill(box, foot("A", 4, 4), ENEMY).put("0607", "A").put("0606", "x")
    t.suffer("e/-", "0606", "A")
    assert t.step() is None


@both
@pytest.mark.rule("typhoon:8.9/3", "typhoon:8.3.5")
def test_who_cannot_enter_the_ground_advances_by_road_only(box: str) -> None:
    t = drill(box, motor("M", 4, 4), foot("A", 4, 4), ENEMY, swamp="0606")
    t.put("0607", "M", "A").put("0606", "x").suffer("-/e", "0606", "M", "A")
    assert t.offers("advance") == {"A"}
    assert t.refused("advance M").code == "no-ground-to-advance"
    t = drill(box, motor("M", 4, 4), ENEMY, swamp="0606", main_road="0606 0607")
    t.put("0607", "M").put("0606", "x").suffer("-/e", "0606", "M")
    assert t.offers("advance") == {"M"}


@both
@pytest.mark.rule("typhoon:8.9.2", "agn:BSR.combat.advance")
def test_guns_and_bystanders_do_not_advance(box: str) -> None:
    t = drill(box, foot("A", 4, 4), foot("B", 4, 4), gun("G", 2), ENEMY)
    t.put("0607", "A", "B", "G").put("0606", "x")
    t.suffer("-/e", "0606", "A", guns=t.units("G"))
    assert t.offers("advance") == {"A"}
    assert t.refused("advance G").code == "guns-stay"
    assert t.refused("advance B").code == "took-no-part"


@both
@pytest.mark.rule("typhoon:8.9.3")
def test_an_advance_ignores_zones(box: str) -> None:
    t = drill(box, foot("A", 4, 4), ENEMY, foot("y", 1, 4, side="soviet"))
    t.put("0607", "A").put("0606", "x").put("0605", "y").suffer("-/e", "0606", "A")
    t.do("advance A")
    assert t.where("A") == "0606"


@both
@pytest.mark.rule("typhoon:8.9.4")
def test_an_advance_keeps_to_the_stacking_limit(box: str) -> None:
    t = drill(box, division("A", 4, 4, stacking=6), division("B", 4, 4, stacking=5),
              division("C", 4, 4, stacking=4), ENEMY)
    t.put("0607", "A").put("0507", "B", "C").put("0606", "x")
    t.suffer("-/e", "0606", "A", "B", "C").do("advance A")
    assert t.offers("advance") == {"C"}
    assert t.refused("advance B").code == "no-room-to-advance"


@both
@pytest.mark.rule("typhoon:8.9.5")
def test_from_any_hex_into_any_hex_that_was_emptied(box: str) -> None:
    t = drill(box, foot("A", 4, 4), ENEMY, foot("y", 1, 4, side="soviet"))
    t.put("0707", "A").put("0606", "x").put("0706", "y").suffer("-/e", "0606 0706", "A")
    t.do("advance A")
    assert t.offers("into") == {"0606", "0706"}
    t.do("into 0706")
    assert t.where("A") == "0706"


@both
@pytest.mark.rule("typhoon:8.9.1")
def test_who_has_advanced_does_not_attack_again(box: str) -> None:
    t = drill(box, foot("A", 4, 4), foot("B", 4, 4), ENEMY, foot("y", 1, 4, side="soviet"))
    t.put("0607", "A").put("0606", "x").put("0305", "B").put("0304", "y")
    t.declare("0606", "A").declare("0304", "B").suffer("-/e", "0606", "A").do("advance A")
    assert t.state.fought == t.units("A")
    assert all(not attack.attackers & t.units("A") for attack in t.state.attacks
               if not attack.resolved)


@pytest.mark.rule("typhoon:8.9/4")
def test_attackers_under_extended_retreat_advance() -> None:
    t = drill(TYPHOON, foot("A", 4, 4), ENEMY).put("0607", "A").put("0606", "x")
    t.suffer("-/e", "0606", "A", order="extended-retreat")
    assert t.offers("advance") == {"A"}


@pytest.mark.rule("agn:5.6.2.i")
def test_attackers_under_extended_retreat_stay() -> None:
    t = drill(NORTH, foot("A", 4, 4), ENEMY).put("0607", "A").put("0606", "x")
    t.suffer("-/e", "0606", "A", order="extended-retreat")
    assert t.step() is None
