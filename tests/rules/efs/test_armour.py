"""Chapter 9: combined arms, integrity and attrition."""

import pytest

from grognard.rules.efs.data import Unit
from tests.rules.efs.boxes import NORTH, TYPHOON
from tests.rules.efs.drill import (
    Drill,
    anti_tank,
    both,
    counter,
    drill,
    engineer,
    foot,
    motor,
    tank,
)

ENEMY = foot("x", 2, 4, side="soviet")
TANK, MOTOR = tank("T", 6, 5), motor("M", 4, 4)


def arms(box: str, *units: Unit, attackers: str = "T M", **features: str) -> bool:
    """Whether an attack on 0606 from the south has combined arms."""
    t = drill(box, TANK, MOTOR, ENEMY, *units, **features)
    t.put("0607", *attackers.split()).put("0606", "x")
    return "combined_arms" in t.dice_of("0606", *attackers.split())


# -- combined arms -----------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:9.1.1")
def test_armour_with_motorised_infantry_or_engineers_strikes_harder(box: str) -> None:
    t = drill(box, TANK, MOTOR, ENEMY).put("0607", "T", "M").put("0606", "x")
    assert t.dice_of("0606", "T", "M") == {"combined_arms": -1}
    assert not arms(box, attackers="T")
    assert not arms(box, attackers="M")
    assert not arms(box, foot("F", 4, 4), attackers="T F")
    assert arms(box, engineer("E"), attackers="T E")
    assert arms(box, counter("C", 1, 1, "motorcycle", "motorised"), attackers="T C")


@both
@pytest.mark.rule("typhoon:9.1.1")
@pytest.mark.parametrize("trait", ["anti_tank", "anti_air"])
def test_guns_against_tanks_spoil_it(box: str, trait: str) -> None:
    killer = counter("k", 1, 1, trait, "motorised", side="soviet", traits=[trait])
    t = drill(box, TANK, MOTOR, ENEMY, killer).put("0607", "T", "M").put("0606", "x", "k")
    assert t.dice_of("0606", "T", "M") == {}


@both
@pytest.mark.rule("typhoon:9.1.1/2", "agn:7.3")
def test_trains_and_flame_tanks_are_no_armour(box: str) -> None:
    flame = tank("F", 6, 5, traits=["flame"])
    train = counter("R", 6, 5, "armour", "train", traits=["armour", "train"])
    assert not arms(box, flame, attackers="F M")
    assert not arms(box, train, attackers="R M")


@both
@pytest.mark.rule("typhoon:9.1.2", "typhoon:9.1.3")
@pytest.mark.parametrize("kind", ["hill", "woods", "city", "major_city"])
def test_no_combined_arms_against_close_ground(box: str, kind: str) -> None:
    assert not arms(box, **{kind: "0606"})


@both
@pytest.mark.rule("typhoon:9.1.2", "typhoon:12.1.8")
def test_no_combined_arms_against_a_strongpoint(box: str) -> None:
    t = drill(box, TANK, MOTOR, ENEMY).put("0607", "T", "M").put("0606", "x")
    t.fort("0606", "soviet-building")
    assert t.dice_of("0606", "T", "M") == {"combined_arms": -1}
    t.fort("0606")
    assert t.dice_of("0606", "T", "M") == {"strongpoint": 1}


@both
@pytest.mark.rule("typhoon:9.1.3")
def test_no_combined_arms_over_a_major_river(box: str) -> None:
    assert not arms(box, major_river="0607-0606")


@both
@pytest.mark.rule("typhoon:9.1.4")
def test_no_combined_arms_in_bad_weather(box: str) -> None:
    t = drill(box, TANK, MOTOR, ENEMY).put("0607", "T", "M").put("0606", "x")
    found = [weather for weather in ("dry", "rain", "frost", "snow", "arctic")
             if t.having(weather=weather).dice_of("0606", "T", "M")]
    assert found == ["dry", "frost"]


@both
@pytest.mark.rule("typhoon:12.2.2")
def test_no_combined_arms_if_all_armour_comes_over_a_line(box: str) -> None:
    t = drill(box, TANK, tank("S", 6, 5), MOTOR, ENEMY, fortified_line="0606-0607")
    t.put("0607", "T").put("0507", "M", "S").put("0606", "x")
    assert "combined_arms" not in t.dice_of("0606", "T", "M")
    assert t.dice_of("0606", "T", "M", "S") == {"combined_arms": -1}


@both
@pytest.mark.rule("typhoon:6.3.5.d")
def test_unsupplied_units_count_for_arms_but_not_for_integrity(box: str) -> None:
    t = whole(box).unsupplied("P")
    found = t.dice_of("0606", *PANZER)
    assert "integrity" not in found
    assert found["combined_arms"] == -1


# -- integrity ---------------------------------------------------------------------------------

PANZER = ("P", "R1", "R2", "Rec")
DIVISION = (
    tank("P", 7, 5, division="8Pz", role="panzer"),
    motor("R1", 5, 5, division="8Pz", role="motorised"),
    motor("R2", 5, 5, division="8Pz", role="motorised"),
    counter("Rec", 1, 2, "reconnaissance", "motorised", division="8Pz", role="recon"),
)
MOTORISED = (
    motor("m1", 4, 4, division="3M", role="motorised"),
    motor("m2", 4, 4, division="3M", role="motorised"),
    counter("m3", 1, 2, "reconnaissance", "motorised", division="3M", role="recon"),
)
REICH = (
    *(motor(f"s{n}", 4, 4, division="Reich", role="motorised") for n in range(3)),
    counter("s3", 1, 2, "reconnaissance", "motorised", division="Reich", role="recon"),
)
OTHER = tuple(
    tank(f"Q{row.code}", row.attack, row.defence, division="6Pz", role=row.role)
    if row.role == "panzer" else
    counter(f"Q{row.code}", row.attack, row.defence, row.type, "motorised", division="6Pz",
            role=row.role) for row in DIVISION)


def whole(box: str, *more: Unit, **features: str) -> Drill:
    t = drill(box, *DIVISION, *MOTORISED, *REICH, *OTHER, ENEMY, *more, **features)
    t.put("0607", *PANZER).put("0606", "x").put("0507", "m1", "m2", "m3")
    return t.put("0506", *(row.code for row in REICH)).put("0605", *(row.code for row in OTHER))


def integrity(t: Drill, *codes: str) -> int:
    return t.dice_of("0606", *codes).get("integrity", 0)


@both
@pytest.mark.rule("typhoon:9.2.1", "typhoon:9.2.3.b", "agn:BSR.combat.integrity")
def test_a_panzer_division_counts_with_its_regiment_and_two_others(box: str) -> None:
    t = whole(box)
    assert integrity(t, "P", "R1", "R2") == -1
    assert integrity(t, "P", "R1", "Rec") == -1
    assert integrity(t, "P", "R1") == 0
    assert integrity(t, "R1", "R2", "Rec") == 0
    t.put("0706", "R1--").put("0707", "P-")
    assert integrity(t, "P", "R1", "Rec") == -1, "from any hexes and reduced"


@both
@pytest.mark.rule("typhoon:9.2.1")
def test_each_division_counts(box: str) -> None:
    t = whole(box)
    assert integrity(t, *PANZER, *(f"Q{code}" for code in PANZER)) == -2


@both
@pytest.mark.rule("typhoon:9.2.2", "typhoon:9.2.3.c", "agn:BSR.combat.integrity-motorised")
def test_a_motorised_division_counts_whole_and_beside_a_panzer_division(box: str) -> None:
    t = whole(box)
    assert integrity(t, "m1", "m2", "m3") == 0
    assert integrity(t, "m1", "m2", "m3", "P", "R1", "R2") == -2
    assert integrity(t, "m1", "m2", "P", "R1", "R2") == -1


@both
@pytest.mark.rule("typhoon:9.2.3/2")
def test_of_ss_reich_any_three_are_enough(box: str) -> None:
    t = whole(box)
    assert integrity(t, "s0", "s1", "s2", "P", "R1", "R2") == -2
    assert integrity(t, "s0", "s1", "P", "R1", "R2") == -1
    assert integrity(t, "s0", "s1", "s2", "s3") == 0


@both
@pytest.mark.rule("typhoon:9.2.3.a", "typhoon:6.5.5/3")
def test_unsupplied_elements_do_not_count_unless_the_attack_is_supplied(box: str) -> None:
    t = whole(box).unsupplied("P")
    assert integrity(t, "P", "R1", "R2") == 0
    t = whole(box, supply="yes").unsupplied("P")
    assert integrity(t, "P", "R1", "R2") == 0
    assert t.dice_of("0606", "P", "R1", "R2", supply="supplied")["integrity"] == -1


@pytest.mark.rule("typhoon:9.2.1")
def test_the_same_units_may_serve_for_both() -> None:
    assert whole(TYPHOON).dice_of("0606", *PANZER) == {"integrity": -1, "combined_arms": -1}


@pytest.mark.rule("agn:BSR.combat.combined-arms")
def test_units_of_an_integrity_give_no_combined_arms() -> None:
    t = whole(NORTH, tank("T", 4, 4)).put("0707", "T")
    assert t.dice_of("0606", *PANZER) == {"integrity": -1}
    assert t.dice_of("0606", *PANZER, "T") == {"integrity": -1, "combined_arms": -1}


# -- attrition ---------------------------------------------------------------------------------


def struck(box: str, result: str, *enemies: Unit, attackers: str = "T M") -> Drill:
    t = drill(box, TANK, MOTOR, ENEMY, *enemies)
    t.put("0607", *attackers.split()).put("0606", "x", *(unit.code for unit in enemies))
    return t.suffer(result, "0606", *attackers.split())


@both
@pytest.mark.rule("typhoon:9.3.1", "agn:BSR.combat.asterisk")
def test_after_a_star_armour_pays_first_on_both_sides(box: str) -> None:
    t = struck(box, "1*/1", tank("t", 3, 3, side="soviet"))
    assert t.offers("lose") == {"T"}
    assert t.refused("lose M").code == "loses-first"
    t.do("lose T")
    assert t.offers("lose") == {"t"}


@both
@pytest.mark.rule("typhoon:9.3.1")
def test_without_a_star_or_enemy_armour_the_owner_chooses(box: str) -> None:
    assert struck(box, "1*/1").offers("lose") == {"T", "M"}
    t = drill(box, TANK, MOTOR, tank("t", 3, 3, side="soviet")).put("0607", "T", "M")
    t.put("0606", "t").suffer("-/1R", "0606", "T", "M")
    assert t.asked() == "soviet"


@pytest.mark.rule("typhoon:9.3.1.b")
def test_against_anti_tank_guns_only_the_attacker_is_bound() -> None:
    t = struck(TYPHOON, "1*/1", anti_tank("k", 1, 3, side="soviet"))
    assert t.offers("lose") == {"T"}
    t.do("lose T")
    assert t.offers("lose") == {"x", "k"}


@pytest.mark.rule("agn:BSR.combat.asterisk")
def test_against_anti_tank_guns_both_are_bound() -> None:
    t = struck(NORTH, "1*/1", anti_tank("k", 1, 3, side="soviet"))
    assert t.offers("lose") == {"T"}
    t.do("lose T")
    assert t.offers("lose") == {"k"}


@both
@pytest.mark.rule("typhoon:9.3.1/2")
def test_no_loss_no_attrition(box: str) -> None:
    t = struck(box, "1*/-", tank("t", 3, 3, side="soviet")).do("lose T")
    assert (t.steps("t"), t.steps("x"), t.step()) == (2, 2, None)


@both
@pytest.mark.rule("typhoon:9.3.1")
def test_the_step_for_missing_supply_is_free(box: str) -> None:
    t = drill(box, TANK, MOTOR, tank("t", 3, 3, side="soviet"), supply="yes")
    t.put("0607", "T", "M").put("0606", "t")
    t.suffer("1*R/-", "0606", "T", "M", order="extended-retreat", supply="unsupplied")
    assert t.offers("lose") == {"T", "M"}
