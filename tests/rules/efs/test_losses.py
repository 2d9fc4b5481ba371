"""8.4.2, 8.4.5, 8.5: what a result costs, and where the lost go."""

import pytest

from grognard.rules.efs import strengths
from grognard.rules.efs.data import Unit
from tests.rules.efs.boxes import NORTH
from tests.rules.efs.drill import Drill, both, division, drill, engineer, foot, gun, hq, msu, tank

ENEMY = foot("x", 2, 4, side="soviet")


def met(box: str, *more: Unit, **features: str) -> Drill:
    """A, two steps, and B, three, against x, two steps."""
    t = drill(box, foot("A", 4, 4), foot("B", 5, 5), ENEMY, **features)
    return t.put("0607", "A", "B").put("0606", "x")


@both
@pytest.mark.rule("typhoon:8.4.2.a", "typhoon:8.5.1", "agn:BSR.combat.choice")
def test_a_number_is_steps_of_the_whole_force_as_the_owner_likes(box: str) -> None:
    t = met(box).suffer("2*R/-", "0606", "A", "B")
    assert t.asked() == "axis"
    assert t.offers("lose") == {"A", "B"}
    t.do("lose A")
    assert t.offers("lose") == {"A", "B"}
    t.do("lose B")
    assert (t.steps("A"), t.steps("B")) == (1, 2)
    assert t.offers("lose") == set()


@both
@pytest.mark.rule("typhoon:8.4.2.b")
def test_r_makes_all_who_are_left_retreat(box: str) -> None:
    t = drill(box, foot("A", 4, 4), ENEMY, foot("y", 1, 1, side="soviet"))
    t.put("0607", "A").put("0606", "x", "y").suffer("-/1R", "0606", "A")
    t.do("lose y")
    assert t.asked() == "soviet"
    t.do("back 0605 0604")
    assert (t.where("x"), t.where("y")) == ("0604", "cadre")


@both
@pytest.mark.rule("typhoon:8.4.2.c", "typhoon:8.5.4")
def test_e_eliminates_everybody_for_good(box: str) -> None:
    t = drill(box, foot("A", 4, 4), ENEMY, foot("y", 1, 1, side="soviet"))
    t.put("0607", "A").put("0606", "x", "y").suffer("-/e", "0606", "A")
    assert (t.where("x"), t.where("y")) == ("eliminated", "eliminated")
    t = met(box).suffer("e/-", "0606", "A", "B")
    assert (t.where("A"), t.where("B"), t.where("x")) == ("eliminated", "eliminated", "0606")


@both
@pytest.mark.rule("typhoon:8.4.2.d")
def test_a_star_alone_adds_nothing(box: str) -> None:
    t = met(box).suffer("1*/-", "0606", "A", "B").do("lose A")
    assert (t.steps("A"), t.steps("B"), t.heard("star-costs")) == (1, 3, [])


@both
@pytest.mark.rule("typhoon:8.4.2.e")
def test_a_dash_does_nothing(box: str) -> None:
    t = met(box).suffer("-/-", "0606", "A", "B")
    assert t.step() is None
    assert (t.steps("A"), t.steps("B"), t.steps("x")) == (2, 3, 2)
    assert (t.where("A"), t.where("x")) == ("0607", "0606")


def lost(t: Drill, *codes: str) -> int:
    """Steps lost so far, taking them wherever they are asked for."""
    before = sum(t.game.units[t.unit(code)].steps for code in codes)
    while t.step() and t.offers("lose"):
        t.do(f"lose {sorted(t.offers('lose'))[0]}")
    return before - sum(t.steps(code) for code in codes)


@both
@pytest.mark.rule("typhoon:8.4.5.a", "typhoon:6.5.7.c")
def test_a_star_costs_more_without_attack_supply(box: str) -> None:
    t = drill(box, foot("A", 4, 4), foot("B", 5, 5), ENEMY, supply="yes")
    t.put("0607", "A", "B").put("0606", "x").suffer("1*/-", "0606", "A", "B")
    assert lost(t, "A", "B") == 2


@both
@pytest.mark.rule("typhoon:8.4.5.b")
def test_a_star_costs_more_against_a_fort_that_counts(box: str) -> None:
    assert lost(met(box).fort("0606").suffer("1*/-", "0606", "A", "B"), "A", "B") == 2
    t = met(box, fortified_line="0606-0605").suffer("1*/-", "0606", "A", "B")
    assert lost(t, "A", "B") == 1, "the line faces the other way"
    t = met(box, fortified_line="0606-0607").suffer("1*/-", "0606", "A", "B")
    assert lost(t, "A", "B") == 2


@both
@pytest.mark.rule("typhoon:8.4.5.c", "typhoon:16.1.2")
def test_a_star_costs_more_in_an_ordered_attack(box: str) -> None:
    t = met(box).suffer("1*/-", "0606", "A", "B", mandatory=True)
    assert lost(t, "A", "B") == 2


@both
@pytest.mark.rule("typhoon:8.4.5/2")
def test_what_a_star_costs_adds_up(box: str) -> None:
    t = drill(box, foot("A", 4, 4), foot("B", 5, 5), ENEMY, supply="yes").fort("0606")
    t.put("0607", "A", "B").put("0606", "x").suffer("1*/-", "0606", "A", "B")
    assert lost(t, "A", "B") == 3
    t = drill(box, division("y", 4, 8, side="soviet"), foot("X", 1, 1), supply="yes")
    t.put("0607", "y").put("0606", "X").fort("0606", "axis")
    t.suffer("1*/-", "0606", "y", mandatory=True)
    assert lost(t, "y") == 4


@both
@pytest.mark.rule("typhoon:8.5.2", "typhoon:8.5.3", "typhoon:8.5.3/2", "typhoon:8.5.3/3",
                  "agn:BSR.combat.steps")
def test_the_ladders_of_losses(box: str) -> None:
    four = division("D", 7, 8, reduced=(4, 4))
    three, two = foot("C", 5, 5, reduced=(2, 2)), foot("B", 3, 4, reduced=(2, 2))
    one = foot("A", 1, 2, reduced=(0, 0))
    assert [unit.steps for unit in (four, three, two, one)] == [4, 3, 2, 1]
    values = {
        unit.code: [(strengths.attack_of(unit, left), strengths.defence_of(unit, left))
                    for left in range(unit.steps, 0, -1)]
        for unit in (four, three, two, one)
    }
    assert values == {"D": [(7, 8), (5, 6), (4, 4), (2, 2)], "C": [(5, 5), (3, 3), (2, 2)],
                      "B": [(3, 4), (2, 2)], "A": [(1, 2)]}
    t = drill(box, four, three, two, one, ENEMY).put("0607", "D").put("0606", "x")
    for left in (3, 2, 1):
        t.suffer("1*/-", "0606", "D").do("lose D")
        assert t.steps("D") == left
        t.state.attacks, t.state.fought = (), 0
    t.suffer("1*/-", "0606", "D")
    assert t.where("D") == "cadre", "the last step is not asked about"


@both
@pytest.mark.rule("typhoon:8.5.3/4", "typhoon:8.5.4", "agn:BSR.boxes")
def test_more_losses_than_steps_are_not_charged(box: str) -> None:
    t = met(box).suffer("-/3R", "0606", "A", "B")
    assert (t.where("x"), t.steps("A"), t.steps("B")) == ("cadre", 2, 3)


@pytest.mark.rule("agn:BSR.hq.loss")
def test_a_headquarters_goes_back_when_the_others_took_the_losses() -> None:
    t = drill(NORTH, foot("A", 8, 4), ENEMY, hq("h")).put("0607", "A").put("0606", "x-", "h")
    t.suffer("-/1R", "0606", "A")
    assert t.offers("lose") == {"x", "h"}
    t.do("lose x").do("back 0605 0604")
    assert (t.where("x"), t.where("h"), t.steps("h")) == ("cadre", "0604", 1)


@both
@pytest.mark.rule("typhoon:10.1.6")
def test_distant_guns_suffer_nothing(box: str) -> None:
    t = drill(box, foot("A", 4, 4), gun("G", 3), ENEMY)
    t.put("0607", "A").put("0608", "G").put("0606", "x")
    t.suffer("e/-", "0606", "A", guns=t.units("G"))
    assert (t.where("A"), t.where("G"), t.steps("G")) == ("eliminated", "0608", 1)


@both
@pytest.mark.rule("typhoon:10.1.6")
def test_guns_beside_the_attackers_lose_last_and_share_their_end(box: str) -> None:
    t = drill(box, foot("A", 4, 4), gun("G", 3), ENEMY).put("0607", "A", "G").put("0606", "x")
    t.suffer("1*/-", "0606", "A", guns=t.units("G"))
    assert t.offers("lose") == {"A"}
    assert t.refused("lose G").rule.endswith(("10.1.6", "BSR.art.once"))
    t = drill(box, foot("A", 4, 4), gun("G", 3), ENEMY).put("0607", "A", "G").put("0606", "x")
    t.suffer("e/-", "0606", "A", guns=t.units("G"))
    assert t.where("G") == "eliminated"


@both
@pytest.mark.rule("typhoon:12.3.1", "typhoon:9.3.2")
def test_an_engineer_who_is_used_loses_first_before_armour(box: str) -> None:
    t = drill(box, tank("A", 4, 4), foot("B", 4, 4), engineer("E", steps=2),
              tank("x", 2, 4, side="soviet"), city="0606")
    t.put("0607", "A", "B", "E").put("0606", "x")
    t.suffer("2*R/-", "0606", "A", "B", "E", engineers=True)
    assert t.offers("lose") == {"E"}
    t.do("lose E")
    assert t.offers("lose") == {"A"}


@both
@pytest.mark.rule("typhoon:12.3.1")
def test_an_engineer_who_is_not_used_need_not(box: str) -> None:
    t = drill(box, foot("B", 4, 4), engineer("E", steps=2), ENEMY, city="0606")
    t.put("0607", "B", "E").put("0606", "x").suffer("1*/-", "0606", "B", "E")
    assert t.offers("lose") == {"B", "E"}


@both
@pytest.mark.rule("typhoon:8.6.5")
def test_a_depot_is_left_behind_and_supply_on_wheels_goes_along(box: str) -> None:
    t = drill(box, foot("A", 4, 4), ENEMY, msu("d", side="soviet"), msu("m", side="soviet"))
    t.put("0607", "A").put("0606", "x", "d", "m-").fort("0606")
    t.suffer("-/R", "0606", "A").do("back 0605 0604")
    assert (t.where("x"), t.where("m"), t.where("d")) == ("0604", "0604", "free")
    assert t.state.forts == {t.hex("0606"): "soviet"}, "forts stay"
