"""8.5: landings, their combats, and those who follow on."""

from fractions import Fraction
from typing import Any

import pytest

from grognard.rules.efs import zones
from grognard.rules.efs.declaring import DeclareAttacks
from grognard.rules.efs.naval.landings import ReturnToPort, beach_choices
from grognard.rules.efs.sea_rows import Lift
from grognard.rules.efs.supply import JudgeSupply
from tests.rules.efs.drill import counter, division, engineer, foot, gun, motor, tank
from tests.rules.efs.harbour import Harbour, battery, boats, harbour, marines

AXIS_LIFT = {"lift": [Lift(side="axis", first_turn=1, last_turn=3, points=6, follow_on=5)]}
SOVIET_LIFT = {"lift": [Lift(side="soviet", first_turn=1, last_turn=3)]}
X = foot("x", 2, 2, side="soviet")
Y = foot("y", 2, 2, side="soviet")
A = foot("A", 5, 5)
B = foot("B", 3, 3)
C = foot("C", 2, 2)


def german(*units: Any, port: str = "0303", phase: str = "movement", sea: Any = AXIS_LIFT,
           **fields: Any) -> Harbour:
    """Axis units in Riga; the Axis fleets act."""
    t = harbour(*units, sea=sea, **fields).axis("0103 0303")
    for unit in units:
        if unit.side == "axis":
            t.put(port if not hasattr(unit, "kind") else "0302", unit.code)
    return t.fleets("axis", phase)


def soviet(*units: Any, port: str = "0803", phase: str = "motorised", **fields: Any) -> Harbour:
    t = harbour(*units, sea=SOVIET_LIFT, **fields)
    for unit in units:
        if unit.side == "soviet":
            t.put(port, unit.code)
    return t.fleets("soviet", phase)


# -- when, who and where -------------------------------------------------------------------------


@pytest.mark.rule("agn:8.5.1", "agn:8.5.1.d", "agn:8.5.1.e")
def test_the_axis_lands_in_its_movement_phase_the_soviets_in_the_motorised_one() -> None:
    assert german(A, B, X).allowed("land 0603 embark A ashore")
    t = german(A, boats("S", "axis"), X, phase="motorised")
    assert t.refused("land 0603 embark A ashore").rule == "agn:8.5.1.d"
    m = marines("m")
    assert soviet(m, X).allowed("land 0603 embark m ashore")
    t = soviet(m, X, phase="movement")
    assert t.refused("land 0603 embark m ashore").rule == "agn:8.5.1.e"


@pytest.mark.rule("agn:8.5.1.a")
def test_operations_are_landings_or_follow_on_landings() -> None:
    t = german(A, B, X)
    t.put("0603", "B").set_sea(beachheads={t.hex("0603"): 0}).fleets("axis", "movement")
    assert t.offers("land")
    assert t.offers("follow") == {"A"}


@pytest.mark.rule("agn:8.5.1.b")
def test_ten_hexes_over_the_water_from_a_port() -> None:
    t = german(A, B, X, port="0103")
    assert t.allowed("land 1103 embark A ashore")  # ten by the coast
    refused = t.refused("land 1203 embark A ashore")
    assert (refused.code, refused.rule) == ("nobody-to-land", "agn:8.5.1.b")
    t.put("0304", "B").fleets("axis", "movement")
    assert t.refused("land 0603 embark B").code == "not-in-a-port"


@pytest.mark.rule("agn:8.5.1.b")
def test_the_way_may_lead_past_coastal_guns() -> None:
    t = german(A, B, battery("CD", range=4)).put("0503", "CD")
    t.fleets("axis", "movement").do("land 0703 embark A ashore")
    assert t.where("A") == "0703"


@pytest.mark.rule("agn:8.5.1.c")
def test_nobody_is_taken_off_a_beach() -> None:
    t = german(A, B, X)
    t.put("0603", "B").fleets("axis", "movement")
    refused = t.refused("land 0703 embark B")
    assert (refused.code, refused.rule) == ("not-in-a-port", "agn:8.5.1.c")


@pytest.mark.rule("agn:8.5.1.c")
def test_a_storm_closes_the_coast() -> None:
    t = german(A, boats("S", "axis"), X)
    t.having(storm=True).fleets("axis", "movement")
    assert t.refused("land 0603").code == "storm-at-sea"


@pytest.mark.rule("agn:8.5.2.a/axis")
def test_axis_infantry_on_foot_lands() -> None:
    para = counter("Para", 3, 3, "airborne", "foot")
    guards = counter("Sec", 1, 2, "security", "foot")
    pioneers = counter("MotE", 1, 1, "motorised engineer", "motorised", traits=["engineer"])
    t = german(A, engineer("E"), para, guards, pioneers, motor("M", 3, 3), gun("G", 2), X)
    t.do("land 0603")
    for code in ("A", "E", "Para", "Sec"):
        assert t.allowed(f"embark {code}"), code
    for code in ("MotE", "M", "G"):
        refused = t.refused(f"embark {code}")
        assert (refused.code, refused.rule) == ("not-for-landings", "agn:8.5.2.a/axis")


@pytest.mark.rule("agn:8.5.2.a/soviet", "agn:8.5.2.b/soviet")
def test_one_unit_of_soviet_naval_infantry_a_turn() -> None:
    t = soviet(marines("m"), marines("n"), X)
    t.do("land 0603")
    assert t.refused("embark x").rule == "agn:8.5.2.a/soviet"
    t.do("embark m")
    assert t.refused("embark n").code == "lift-full"
    t.do("ashore")
    assert t.where("m") == "0603"
    assert t.step() is None  # and no other this turn


@pytest.mark.rule("agn:8.5.2.b/axis", "agn:8.5.2.d")
def test_six_stacking_points_in_two_landings() -> None:
    big = division("D", 6, 6, stacking=4)
    small = [foot(code, 2, 2) for code in "ABC"]
    t = german(big, *small, X)
    t.do("land 0603 embark D embark A embark B")
    assert t.refused("embark C").code == "lift-full"
    t = german(*small, foot("D", 2, 2), X)
    t.do("land 0603 embark A ashore").do("land 0703 embark B ashore")
    assert t.refused("land 0803 embark C ashore").code == "two-landings"


@pytest.mark.rule("agn:8.5.2.b/axis")
def test_only_on_the_turns_that_the_scenario_gives() -> None:
    t = german(A, boats("S", "axis"), X)
    t.begin_turn(4).fleets("axis", "movement")
    assert t.refused("land 0603").code == "no-landing-now"


@pytest.mark.rule("agn:8.5.2.b/axis", "agn:8.5.2.b/soviet")
def test_flotillas_stack_with_a_landing_force() -> None:
    t = german(A, B, boats("S", "axis"), X).put("0703", "x")
    t.fleets("axis", "movement").do("land 0703 embark A before 0702").do("sail S to 0702")
    assert t.where("A") == t.where("S") == "0702"
    assert t.state.points["lifted"] == 1


@pytest.mark.rule("agn:8.5.2.c")
def test_a_target_is_a_coast_empty_or_held_by_the_enemy() -> None:
    t = german(A, B, X).put("0703", "x").put("0503", "B")
    t.fleets("axis", "movement")
    assert t.refused("land 0604").code == "not-on-the-coast"
    assert t.refused("land 0503").code == "friends-there"
    assert t.allowed("land 0603 embark A ashore")
    assert t.allowed("land 0703 embark A before 0702")
    t = soviet(marines("m"), X).put("0603", "x")
    t.fleets("soviet", "motorised").do("land 0603 embark m ashore")
    assert t.where("m") == t.where("x") == "0603"


@pytest.mark.rule("agn:8.5.2.e/empty", "agn:8.5.1.f")
def test_an_empty_coast_is_taken_straight_even_in_an_enemy_zone() -> None:
    t = german(A, B, X).put("0704", "x")
    t.fleets("axis", "movement")
    assert zones.enemy_zone(t.game, t.state, "axis") >> t.hex("0603") & 1
    t.do("land 0603 embark A ashore")
    assert t.where("A") == "0603"


@pytest.mark.rule("agn:8.5.2.e/zoc")
def test_no_zone_crosses_from_the_coast_to_the_sea_or_back() -> None:
    t = harbour(X, A).put("0603", "x")
    zone = zones.zone(t.game, t.state, "soviet")
    assert not zone >> t.hex("0602") & 1
    assert zone >> t.hex("0703") & 1  # over land, along the coast
    t = harbour(X, A).put("0602", "A")
    assert not zones.zone(t.game, t.state, "axis") >> t.hex("0603") & 1


@pytest.mark.rule("agn:8.5.2.e/occupied")
def test_before_a_held_coast_the_force_lies_in_a_sea_hex_next_to_it() -> None:
    t = german(A, B, X).put("0703", "x")
    t.fleets("axis", "movement").do("land 0703 embark A")
    assert t.refused("ashore").code == "coast-held"
    assert t.offers("before") == {"0602", "0702", "0802"}
    assert t.refused("before 0502").code == "not-before-the-target"
    t.do("before 0702")
    assert t.where("A") == "0702"


@pytest.mark.rule("agn:8.5.2.h")
def test_only_the_soviets_land_on_lake_shores() -> None:
    t = soviet(marines("m"), X, port="0408")  # houses on Lake Ilmen
    t.do("land 0607 embark m ashore")
    assert t.where("m") == "0607"
    t = german(A, B, X).axis("0408").put("0408", "A")
    t.fleets("axis", "movement")
    assert t.refused("land 0607").code == "not-on-the-coast"


@pytest.mark.rule("agn:8.5.2.f", "agn:8.5.2.g")
def test_guns_fire_once_the_force_is_placed_and_it_moves_no_more() -> None:
    t = german(A, B, battery("CD"), X).put("0703", "CD").put("1010", "x")
    t.fleets("axis", "movement").do("land 0603 embark A ashore")
    assert type(t.step()).__name__ == "ChooseFire"
    assert t.where("A") == "0603"
    t.do("done")
    bars = {layer.code: layer.bars for layer in t.game.limits(t.state, "move")}
    assert bars["landed-this-turn"] == t.units("A")
    assert not any(layer.bars for layer in t.game.limits(t.state, "advance"))


@pytest.mark.rule("agn:8.5.1.f")
def test_who_lands_is_fed_for_the_turn_and_traces_afterwards() -> None:
    t = german(A, B, X, supply=True, sources="soviet 1212")
    t.put("1212", "x").unsupplied("A").fleets("axis", "movement")
    t.do("land 0603 embark A ashore")
    assert t.state.supply[t.unit("A")] == 0
    t.axis("").set_sea(held=0).ask(JudgeSupply())
    assert t.state.supply[t.unit("A")] != 0


# -- fighting ashore -----------------------------------------------------------------------------


def ashore(*more: Any, at: str = "0603") -> Harbour:
    """A has landed next to x in 0703 and y in 0604."""
    t = german(A, B, X, Y, *more).put("0703", "x").put("0604", "y")
    return t.fleets("axis", "movement").do(f"land {at} embark A ashore")


@pytest.mark.rule("agn:8.5.2.1/choice")
def test_who_is_ashore_need_not_attack_but_if_he_does_attacks_all_he_must() -> None:
    t = ashore()
    t.having(phase="declaring").ask(DeclareAttacks())
    assert t.allowed("done")
    t.do("declare 0703")
    assert t.refused("by A set").code == "leaves-owed"


@pytest.mark.rule("agn:8.5.2.1/strength")
def test_who_is_ashore_attacks_at_full_strength() -> None:
    t = ashore(gun("G", 3, range=9), boats("S", "axis", attack=2))
    t.put("0603", "S")
    found = t.reckon("0703", "A", "S", guns=t.units("G"))
    assert found.attack_force == 7
    assert not any(share.halved for share in found.attack)
    assert found.attack_support.counts == 3


@pytest.mark.rule("agn:8.5.2.1/advance")
def test_who_is_ashore_may_advance_or_not() -> None:
    t = ashore()
    t.suffer("-/e", "0703", "A")
    assert t.allowed("advance A")
    assert t.allowed("done")


@pytest.mark.rule("agn:8.5.2.1/retreat")
def test_landed_units_that_must_retreat_go_back_to_their_port() -> None:
    t = ashore()
    t.suffer("R/-", "0703", "A")
    assert t.where("A") == "0303"


@pytest.mark.rule("agn:8.5.2.1/retreat")
def test_beside_land_units_a_way_back_over_land_is_used() -> None:
    t = german(A, B, X).put("0703", "x").put("0704", "B")
    t.fleets("axis", "movement").do("land 0603 embark A ashore")
    t.suffer("R/-", "0703", "A", "B")
    t.finish()
    assert t.where("A") not in ("0303", "0603")


# -- fighting from the sea -----------------------------------------------------------------------


def before(*more: Any, force: str = "A", **fields: Any) -> Harbour:
    """A force in 0702, before x in 0703."""
    t = german(A, B, C, X, Y, *more, **fields).put("0703", "x").put("1010", "y")
    aboard = " ".join(f"embark {code}" for code in force.split())
    return t.fleets("axis", "movement").do(f"land 0703 {aboard} before 0702")


@pytest.mark.rule("agn:8.5.2.2/must")
def test_a_force_at_sea_must_attack_its_target_and_no_other() -> None:
    t = before()
    t.put("0603", "y").having(phase="declaring").ask(DeclareAttacks())
    assert t.refused("done").code == "landing-must-attack"
    assert t.refused("declare 0603").code == "nobody-adjacent"
    t.do("declare 0703")
    assert t.state.stack[-1].attackers == t.units("A")
    t.do("set")
    assert t.state.attacks[0].attackers == t.units("A")


@pytest.mark.rule("agn:8.5.2.2/must")
def test_an_attack_over_land_takes_the_force_along() -> None:
    t = before()
    t.put("0704", "B").having(phase="declaring").ask(DeclareAttacks())
    t.do("declare 0703 by B set")
    assert t.state.attacks[0].attackers == t.units("A", "B")


@pytest.mark.rule("agn:8.5.2.2/half")
def test_out_of_a_sea_hex_forces_are_summed_halved_and_rounded_down() -> None:
    t = before(gun("G", 3, range=9), force="B C")  # 3 and 2
    found = t.reckon("0703", "B", "C", guns=t.units("G"))
    assert found.attack_force == Fraction(2)
    assert found.attack_support.counts == 2  # the gun is not halved, but no more than the force
    t = before(boats("S", "axis", attack=2), force="B")
    t.put("0702", "S")
    assert t.reckon("0703", "B", "S").attack_force == Fraction(2)


@pytest.mark.rule("agn:8.5.2.2/advance")
def test_a_force_at_sea_must_go_ashore_if_it_can() -> None:
    t = before(boats("S", "axis"))
    t.put("0702", "S").suffer("-/e", "0703", "A", "S")
    assert t.refused("done").code == "must-advance"
    t.do("advance A")
    assert t.refused("done").code == "must-advance"
    t.do("advance S")
    assert t.where("A") == t.where("S") == "0703"


@pytest.mark.rule("agn:8.5.2.2/fail")
def test_a_force_that_does_not_get_ashore_goes_back() -> None:
    t = before()
    t.suffer("-/-", "0703", "A").ask(ReturnToPort())
    assert t.where("A") == "0303"
    assert not t.state.sea.beachheads
    t = before()
    t.suffer("R/-", "0703", "A").ask(ReturnToPort())
    assert t.where("A") == "0303"


@pytest.mark.rule("agn:8.5.2.2/fail")
def test_a_force_too_weak_to_attack_goes_back_without_a_fight() -> None:
    t = german(foot("W", 1, 1), B, division("x", 9, 9, side="soviet")).put("0703", "x")
    t.fleets("axis", "movement").do("land 0703 embark W before 0702")
    t.having(phase="declaring").ask(DeclareAttacks())
    assert t.step() is None  # nothing can be declared, and nothing is owed
    t.ask(ReturnToPort())
    assert t.where("W") == "0303"


@pytest.mark.rule("agn:8.5.2.2/fail")
def test_without_its_port_a_beaten_force_is_lost() -> None:
    t = before()
    t.put("0303", "y").suffer("-/-", "0703", "A").ask(ReturnToPort())
    assert t.where("A") == "eliminated"


# -- following on --------------------------------------------------------------------------------


def second_wave(*units: Any, turn: int = 2, won: str = "", guard: str = "0603") -> Harbour:
    """A landed in 0603 on turn 1."""
    t = german(A, *units, X).put("1010", "x")
    t.fleets("axis", "movement").do("land 0603 embark A ashore")
    if guard != "0603":
        t.put(guard, "A")
    if won:
        t.axis(won).set_sea(won=t.game.grid.hexes(won))
    return t.begin_turn(turn).fleets("axis", "movement")


@pytest.mark.rule("agn:8.5.4.a")
def test_only_the_axis_follows_on() -> None:
    t = soviet(marines("m"), X)
    assert t.refused("follow m").code == "not-the-time-to-land"
    t = second_wave(B)
    assert t.refused("follow x").code == "only-the-axis-follows"


@pytest.mark.rule("agn:8.5.4.b")
def test_anybody_follows_but_super_heavy_guns() -> None:
    sh = gun("SH", 4, traits=["siege"])
    t = second_wave(B, tank("P", 4, 4), sh, won="0703")
    assert t.refused("follow SH").code == "too-heavy-to-land"
    assert t.allowed("follow P at 0703")
    assert t.allowed("follow B at 0603")


@pytest.mark.rule("agn:8.5.4.c")
def test_from_the_next_turn_for_five_turns_two_points_a_turn() -> None:
    t = german(A, B, C, X).put("1010", "x")
    t.fleets("axis", "movement").do("land 0603 embark A ashore")
    assert t.refused("follow B").code == "no-beach-to-follow"
    assert second_wave(B, turn=2).allowed("follow B at 0603")
    assert second_wave(B, turn=6).allowed("follow B at 0603")
    t = second_wave(B, boats("S", "axis"), turn=7)
    assert t.refused("follow B").code == "no-beach-to-follow"
    t = second_wave(B, C, foot("D", 2, 2))
    t.do("follow B at 0603").do("follow C at 0603")
    assert t.refused("follow D").code == "lift-full"
    t = second_wave(B, tank("P", 4, 4), won="0703")
    t.do("follow P at 0703")
    assert t.refused("follow B").code == "lift-full"


@pytest.mark.rule("agn:8.5.4.d")
def test_following_on_draws_fire() -> None:
    t = second_wave(B, battery("CD")).put("0703", "CD").fleets("axis", "movement")
    t.do("follow B at 0603")
    assert type(t.step()).__name__ == "ChooseFire"


@pytest.mark.rule("agn:8.5.4.e/infantry")
def test_infantry_follows_over_a_beach_that_is_held() -> None:
    t = second_wave(B).put("0704", "x").fleets("axis", "movement")
    assert t.allowed("follow B at 0603")  # in an enemy zone, but held
    t = second_wave(B, C, won="0703", guard="0703")
    assert t.refused("follow B at 0603").code == "nobody-holds-it"
    assert t.allowed("follow B at 0703")
    assert t.refused("follow B at 0803").code == "no-beachhead"


@pytest.mark.rule("agn:8.5.4.e/heavy")
def test_guns_and_tanks_follow_into_a_port_that_was_won() -> None:
    t = second_wave(gun("G", 2), B, won="0703")
    refused = t.refused("follow G at 0603")
    assert (refused.code, refused.rule) == ("guns-need-a-port", "agn:8.5.4.e/heavy")
    assert t.allowed("follow G at 0703")
    t.put("0704", "x").fleets("axis", "movement")
    t.axis("0703").fleets("axis", "movement")
    why = beach_choices(t.game, t.state, t.unit("G")).why(t.hex("0703"))
    assert why is not None
    assert why.code == "nobody-holds-it"
    t.put("0703", "B").fleets("axis", "movement")
    assert t.allowed("follow G at 0703")


@pytest.mark.rule("agn:8.5.4.e/infantry")
def test_a_port_that_falls_after_a_landing_counts_as_won() -> None:
    t = second_wave(B, C)
    t.put("0703", "B").begin_turn(3)
    assert "0703" in t.labels(t.state.sea.won)
    assert "0303" not in t.labels(t.state.sea.won)
    assert harbour(A, X).axis("0303").begin_turn(2).state.sea.won == 0


@pytest.mark.rule("agn:8.5.4.f")
def test_motorised_units_go_on_unless_guns_disturbed_them() -> None:
    t = second_wave(tank("P", 4, 4), B, won="0703")
    t.do("follow P at 0703")
    assert not t.state.sea.landed
    t = second_wave(B, C)
    t.do("follow B at 0603")
    assert t.state.sea.landed == t.units("B")
    t = second_wave(tank("P", 4, 4), battery("CD", 4), won="0703").put("0803", "CD")
    t.fleets("axis", "movement").do("follow P at 0703").do("fire CD").roll(7)
    t.do("lose P")
    assert t.state.sea.shaken == t.units("P")
    assert any(layer.bars >> t.unit("P") & 1 for layer in t.game.limits(t.state, "move"))

