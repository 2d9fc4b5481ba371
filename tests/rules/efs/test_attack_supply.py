"""6.5: attack supply."""

from typing import Any

import pytest

from grognard.rules.efs import attack_supply
from grognard.rules.efs.battle import FED
from grognard.rules.efs.combat import CombatPhase
from tests.rules.efs.drill import both, foot, grid, msu
from tests.rules.efs.field import Field, field, train

RED = {"side": "soviet"}


def assault(box: str, *more: Any, attackers: str = "A", **features: str) -> Field:
    """A in 0606 attacks x in 0605; its supply S is in 0612, D is beside the map."""
    units = [foot("A", 4, 4), foot("B", 4, 4), foot("x", 2, 2, **RED), msu("S"), msu("D"), *more]
    t = field(box, *units, sources="axis 0612", **features)
    t.put("0606", "A").put("0705", "B").put("0605", "x").put("0612", "S-")
    t.declare("0605", *attackers)
    return t


def begin(t: Field) -> Field:
    t.ask(CombatPhase())
    while t.step() and not t.offers("combat"):
        t.do("done")
    t.do(f"combat {min(t.offers('combat'))}")
    return t


@both
@pytest.mark.rule("typhoon:6.5", "typhoon:6.5.5", "agn:BSR.supply.attack")
def test_a_point_in_reach_of_all_attackers_supplies_the_attack(box: str) -> None:
    t = begin(assault(box))
    assert t.offers("supply") == {"S"}
    t.do("supply S fight")
    assert t.where("S") == "free", "the mobile unit is used up"
    assert "no_attack_supply" not in t.dice_of("0605", "A", supply=FED)
    assert t.dice_of("0605", "A")["no_attack_supply"] == 2


@both
@pytest.mark.rule("typhoon:6.5.5")
@pytest.mark.parametrize(("weather", "reach"), [("dry", 7), ("frost", 7), ("rain", 5), ("snow", 5)])
def test_the_loc_to_the_counter_is_as_long_as_any(box: str, weather: str, reach: int) -> None:
    t = field(box, foot("A", 4, 4), msu("S")).having(weather=weather)
    t.put("0601", "A")
    for row in range(2, 11):
        t.put(f"06{row:02}", "S-")
        covered = bool(attack_supply.covers(t.game, t.state, t.units("S")) & t.units("A"))
        assert covered is (row - 1 <= reach), row


@both
@pytest.mark.rule("typhoon:6.5.5")
def test_one_unit_out_of_reach_leaves_all_without_and_the_point_is_kept(box: str) -> None:
    shore = " ".join(f"0705-{grid().label(hex)}" for hex in grid().neighbours(grid().hex("0705")))
    t = assault(box, attackers="AB", lake=shore)
    begin(t)
    assert not t.offers("supply")
    assert t.refused("supply S").code == "somebody-uncovered"
    t.do("fight")
    assert t.where("S") == "0612"


@both
@pytest.mark.rule("typhoon:6.5.5/2")
def test_two_points_cover_a_force_together(box: str) -> None:
    t = field(box, foot("A", 4, 4), foot("B", 4, 4), foot("x", 2, 2, **RED), msu("S"), msu("D"))
    t.put("0601", "x").put("0501", "A").put("0701", "B").put("0106", "S-").put("1106", "D-")
    t.having(weather="rain").put("0103", "S-").put("1103", "D-")
    t.declare("0601", "A", "B")
    begin(t)
    assert t.offers("supply") == {"S", "D"}
    t.do("supply S")
    assert t.offers("supply") == {"D"}
    assert t.refused("supply S").code == "pays-already"
    t.do("supply D fight")
    assert (t.where("S"), t.where("D")) == ("free", "free")


@both
@pytest.mark.rule("typhoon:6.5.5/4", "typhoon:6.5.8")
def test_a_point_spent_is_spent(box: str) -> None:
    t = assault(box, foot("C", 4, 4), foot("y", 2, 2, **RED))
    t.put("0906", "C").put("0905", "y").declare("0905", "C").ask(CombatPhase())
    while not t.offers("combat"):
        t.do("done")
    t.do("combat 0605 supply S fight").roll(10)
    while type(t.step()).__name__ != "ChooseCombat":
        t.finish()
    t.do("combat 0905")
    assert not t.offers("supply")
    assert t.refused("supply S").code == "not-on-map"


@both
@pytest.mark.rule("typhoon:6.5.6", "agn:BSR.supply.attack")
def test_a_depot_pays_once_and_is_mobile(box: str) -> None:
    t = assault(box)
    t.state.set_steps(t.unit("S"), 2)
    begin(t).do("supply S fight")
    assert (t.where("S"), t.steps("S")) == ("0612", 1)
    attack_supply.pay(t.game, t.state, t.units("S"))
    assert t.where("S") == "free"


@both
@pytest.mark.rule("typhoon:6.5.8")
def test_nobody_must_pay(box: str) -> None:
    t = begin(assault(box)).do("fight")
    assert t.where("S") == "0612"


@both
@pytest.mark.rule("typhoon:13.3.2")
def test_a_train_needs_no_attack_supply_but_its_companions_do(box: str) -> None:
    t = field(box, train("T", side="axis"), foot("A", 4, 4), foot("x", 2, 2, **RED))
    t.put("0606", "T", "A").put("0605", "x")
    assert attack_supply.supplied(t.game, t.state, t.units("T"), 0)
    assert not attack_supply.supplied(t.game, t.state, t.units("T", "A"), 0)
    assert not t.game.judged["axis"] & t.units("T"), "its supply is not judged"


@both
@pytest.mark.rule("typhoon:6.5.5")
def test_who_cannot_pay(box: str) -> None:
    t = begin(assault(box, msu("X", **RED), msu("E")).put("0101", "X-").put("0112", "E-"))
    codes = {code: t.refused(f"supply {code}").code for code in "XADE"}
    assert codes == {"X": "enemy-unit", "A": "no-supply-counter", "D": "not-on-map",
                     "E": "covers-nobody"}
