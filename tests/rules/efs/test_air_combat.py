"""11.2: air combat, as the two editions fight it."""

import pytest

from grognard.rules.efs.air import INTERDICTION, SUPPORT
from grognard.rules.efs.air_combat import InitiativeRoll, ResolveMissions
from grognard.rules.efs.air_fire import column
from grognard.rules.efs.data import AirUnit
from grognard.rules.efs.interdiction import InterdictionPhase
from tests.rules.efs.boxes import NORTH, TYPHOON
from tests.rules.efs.drill import (
    Drill,
    anti_aircraft,
    bomber,
    both,
    decoy,
    division,
    drill,
    fighter,
    foot,
    hq,
)

AXIS_FIRST, ADVANTAGE, NONE, SOVIET_FIRST = 4, 1, 6, 8
"""Dice of initiative that say the same in both editions."""


def red(code: str, rating: int = 2, support: int = 0) -> AirUnit:
    return fighter(code, rating, support, side="soviet", interdiction=0)


def sb(code: str, rating: int = 1) -> AirUnit:
    return bomber(code, rating, side="soviet", interdiction=0)


def over(box: str, *airs: AirUnit, mission: str = SUPPORT) -> Drill:
    """All are over 0606, no gun is near; the Axis is on turn."""
    t = drill(box, *airs).send("0606", *(air.code for air in airs))
    t.having(phase="combat" if mission == SUPPORT else "interdiction")
    return t.ask(ResolveMissions(mission))


def shots(t: Drill) -> list[str]:
    """Who shoots at whom now."""
    code = [row.code for row in t.game.air_units]
    return [f"{code[one]}>{code[other]}" for one, other in t.step().shots]


# -- when it comes to it -----------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:11.2", "agn:BSR.air.initiative")
def test_no_combat_if_only_one_side_is_there(box: str) -> None:
    t = over(box, bomber("B"), fighter("F", 4))
    assert t.step() is None
    assert not t.heard("air-initiative")
    assert t.state.support == {t.hex("0606"): (1, 0)}


@both
@pytest.mark.rule("typhoon:11.2")
def test_both_sides_in_a_hex_roll_for_initiative(box: str) -> None:
    t = over(box, fighter("F", 4), sb("s"))
    assert isinstance(t.step(), InitiativeRoll)


@pytest.mark.rule("agn:BSR.air.initiative")
def test_in_the_north_nobody_rolls_if_nobody_can_fire() -> None:
    t = over(NORTH, bomber("B"), sb("s"))
    assert (t.step(), t.state.support) == (None, {t.hex("0606"): (1, 1)})


@pytest.mark.rule("typhoon:11.2.3.a", "typhoon:11.2.3.b", "typhoon:11.2.1")
def test_before_moscow_all_is_turned_up_after_initiative() -> None:
    t = over(TYPHOON, fighter("F", 4), sb("s"))
    assert not t.heard("air-turned-up")
    t.roll(AXIS_FIRST).do("pair F against s").roll(9)
    told = [event.id for event in t.events]
    assert told[:3] == ["air-initiative", "air-turned-up", "air-shot"]


@pytest.mark.rule("agn:BSR.air.hidden")
def test_in_the_north_all_is_turned_up_before_initiative() -> None:
    t = over(NORTH, fighter("F", 4), sb("s"))
    assert t.heard("air-turned-up")
    assert not t.heard("air-initiative")


@both
@pytest.mark.rule("typhoon:11.2.3.b", "typhoon:11.1.1/2")
def test_decoys_go_home_when_they_are_turned_up(box: str) -> None:
    t = over(box, decoy("D"), bomber("B"), fighter("F", 4), red("s"))
    if box == TYPHOON:
        assert t.air("D") == "0606"
        t.roll(AXIS_FIRST)
    assert t.air("D") == "flown"
    assert t.air("B") == "0606"


@both
@pytest.mark.rule("typhoon:11.2.3.a", "typhoon:11.2.3.c/3")
def test_the_side_with_initiative_alone_makes_the_pairs(box: str) -> None:
    for die, side in ((AXIS_FIRST, "axis"), (SOVIET_FIRST, "soviet")):
        t = over(box, fighter("F", 4), fighter("G", 4), red("s"), red("r")).roll(die)
        assert (t.asked(), bool(t.offers("pair"))) == (side, True)
        other = "soviet" if side == "axis" else "axis"
        assert not t.play.offers(other).choices


# -- no air combat -----------------------------------------------------------------------------


@pytest.mark.rule("typhoon:11.2.3.a/2")
def test_without_combat_all_fighters_go_home_before_moscow() -> None:
    t = over(TYPHOON, fighter("F", 2, 1), bomber("B"), red("s")).roll(NONE)
    assert t.airs("F s B") == ["flown", "flown", "flown"]
    assert t.state.support == {t.hex("0606"): (1, 0)}, "the bomber alone goes on"


@pytest.mark.rule("agn:BSR.air.initiative", "agn:BSR.air.after")
def test_without_combat_only_firing_units_go_home_in_the_north() -> None:
    t = over(NORTH, fighter("F", 2, 1), fighter("G", 2, 1), red("s"))
    t.do("carry F").do("shoot G").roll(NONE)
    assert t.state.support == {t.hex("0606"): (1, 0)}, "F carries on, G does not"
    assert not t.heard("air-shot")


# -- roles -------------------------------------------------------------------------------------


@pytest.mark.rule("agn:BSR.air.dual", "agn:BSR.air.types", "typhoon:11.2.2.c/2")
def test_in_the_north_roles_are_told_before_initiative_and_stand() -> None:
    """Fighters with a rating for the mission choose, the others shoot, bombers carry."""
    t = over(NORTH, fighter("F", 2, 1), fighter("G", 4), bomber("B"), red("s"))
    assert (t.asked(), t.offers("shoot"), t.offers("carry")) == ("axis", {"F"}, {"F"})
    assert t.refused("shoot G").code == "role-of-another"
    t.do("carry F").roll(AXIS_FIRST)
    assert shots(t) == ["G>s", "s>G"]


@pytest.mark.rule("typhoon:11.2.3.d", "typhoon:11.2.2.c/2")
def test_before_moscow_fighters_that_are_paired_say_whether_they_fire() -> None:
    t = over(TYPHOON, fighter("F", 2, 1), fighter("G", 2, 1), red("s", support=1))
    t.roll(AXIS_FIRST).do("pair F against s").do("done")
    assert (t.asked(), t.offers("shoot")) == ("axis", {"F"}), "G meets nobody and flies on"
    t.do("shoot F")
    assert (t.asked(), t.offers("carry")) == ("soviet", {"s"})
    t.do("carry s")
    assert shots(t) == ["F>s"], "it does not return the fire"
    t.roll(10)
    assert t.air("F") == "flown"


@both
@pytest.mark.rule("typhoon:11.2.2.c", "typhoon:11.2.2.c/2", "agn:BSR.air.after",
                  "typhoon:11.2.3.g")
def test_who_fires_gives_no_support_who_does_not_goes_on(box: str) -> None:
    for role, levels in (("shoot", {}), ("carry", {"0606": (1, 0)})):
        t = over(box, fighter("F", 2, 1), red("s"))
        if box == NORTH:
            t.do(f"{role} F").roll(AXIS_FIRST)
        else:
            t.roll(AXIS_FIRST).do("pair F against s").do(f"{role} F")
        t.roll(*[10] * len(shots(t)))
        if box == TYPHOON and role == "carry":
            t.do("done")
        assert {t.game.grid.label(hex): found
                for hex, found in t.state.support.items()} == levels
        assert t.airs("F s") == ["flown", "flown"]


@pytest.mark.rule("typhoon:11.2.2.c/2", "typhoon:11.4.1.a")
def test_every_axis_fighter_on_interdiction_may_choose() -> None:
    """Even without close support: it counts as one."""
    t = over(TYPHOON, fighter("F", 4), red("s"), mission=INTERDICTION)
    t.roll(AXIS_FIRST).do("pair F against s")
    assert t.offers("carry") == {"F"}
    t.do("carry F").roll(10).do("done")
    assert t.state.interdiction == {t.hex("0606"): 1}


@both
@pytest.mark.rule("typhoon:11.2.2.a", "agn:BSR.air.bomber")
def test_bombers_are_shot_at_and_never_shoot(box: str) -> None:
    t = over(box, fighter("F", 4), sb("s")).roll(AXIS_FIRST)
    if box == TYPHOON:
        t.do("pair F against s")
    assert shots(t) == ["F>s"]
    t = over(box, bomber("B", 3), red("s")).roll(SOVIET_FIRST)
    if box == TYPHOON:
        t.do("pair s against B")
    assert shots(t) == ["s>B"]


# -- pairs -------------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:11.2.3.c", "agn:BSR.air.pair")
def test_enemy_fighters_are_met_before_bombers(box: str) -> None:
    t = over(box, fighter("F", 4), fighter("G", 4), red("s"), sb("b")).roll(AXIS_FIRST)
    assert t.refused("pair F against b").code == "fighters-first"
    t.do("pair F against s")
    if box == TYPHOON:
        t.do("pair G against b")
    assert shots(t) == ["F>s", "s>F", "G>b"]


@pytest.mark.rule("agn:BSR.air.pair")
def test_in_the_north_left_over_firing_units_meet_mission_units_of_the_choosers_choice() -> None:
    t = over(NORTH, fighter("F", 4), bomber("B", 3), bomber("C", 1), red("s"), red("r"))
    t.roll(AXIS_FIRST).do("pair F against s")
    assert t.offers("pair") == {"B", "C"}
    t.do("pair B against r")
    assert shots(t) == ["F>s", "s>F", "r>B"]


@pytest.mark.rule("typhoon:11.2.3.c", "typhoon:11.2.3.c/2")
def test_before_moscow_surplus_fighters_may_gang_up_and_are_shot_at_each() -> None:
    t = over(TYPHOON, fighter("F", 4), fighter("G", 4), red("s")).roll(AXIS_FIRST)
    t.do("pair F against s")
    assert t.asked() == "axis"
    t.do("pair G against s")
    assert shots(t) == ["F>s", "s>F", "G>s", "s>G"]
    t.roll(10, 1, 10, 1)
    assert t.airs("F G") == ["flown", "flown"], "1 on -2 aborts"


@pytest.mark.rule("typhoon:11.2.3.c")
def test_before_moscow_nobody_need_gang_up_or_fight_at_all() -> None:
    t = over(TYPHOON, fighter("F", 4), fighter("G", 4), red("s")).roll(AXIS_FIRST)
    t.do("pair F against s").do("done")
    assert shots(t) == ["F>s", "s>F"]
    t = over(TYPHOON, fighter("F", 4), bomber("B"), red("s")).roll(AXIS_FIRST).do("done")
    assert not t.heard("air-shot")
    assert t.offers("home") == {"B"}


# -- fire --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("shooter", "target", "there", "back"), [
    (4, 2, 2, -2), (3, 1, 2, -2), (1, 1, 0, 0), (5, 0, 4, -4)])
@pytest.mark.rule("typhoon:11.2.2.b", "agn:BSR.air.fire")
def test_the_column_is_rating_less_rating(shooter: int, target: int, there: int, back: int) -> None:
    t = drill(TYPHOON, fighter("F", shooter), red("s", target))
    assert (column(t.game, 0, 1), column(t.game, 1, 0)) == (there, back)


@both
@pytest.mark.rule("typhoon:11.2.3.d", "typhoon:11.2.3.e", "agn:BSR.air.fire", "agn:BSR.air.boxes",
                  "agn:BSR.air.table")
def test_all_fire_at_once_and_results_send_to_their_boxes(box: str) -> None:
    """+2: 3 destroys, 5 damages; -2: 2 aborts, 3 does nothing."""
    for dice, found in (((3, 2), ["destroyed", "flown"]), ((5, 3), ["damaged", "flown"]),
                        ((6, 3), ["flown", "flown"])):
        t = over(box, fighter("F", 4), red("s")).roll(AXIS_FIRST)
        if box == TYPHOON:
            t.do("pair F against s")
        t.roll(*dice)
        assert t.airs("s F") == found
    results = [event.args["result"] for event in t.heard("air-shot")]
    assert results == ["abort", "no-effect"]


@both
@pytest.mark.rule("typhoon:11.2.3.f", "agn:BSR.air.advantage")
def test_with_the_advantage_fighters_that_are_free_shoot_again_without_reply(box: str) -> None:
    """F rids itself of s; G is still engaged with r."""
    t = over(box, fighter("F", 4), fighter("G", 4), red("s"), red("r")).roll(ADVANTAGE)
    t.do("pair F against s")
    if box == TYPHOON:
        t.do("pair G against r")
    t.roll(5, 9, 9, 9)
    assert (t.asked(), t.offers("again")) == ("axis", {"F"})
    t.do("again F against r")
    assert shots(t) == ["F>r"]
    t.roll(3)
    assert t.airs("s r F G") == ["damaged", "destroyed", "flown", "flown"]


@both
@pytest.mark.rule("typhoon:11.2.3.f", "agn:BSR.air.advantage")
def test_without_the_advantage_nobody_shoots_twice(box: str) -> None:
    t = over(box, fighter("F", 4), red("s"), sb("b")).roll(AXIS_FIRST)
    if box == TYPHOON:
        t.do("pair F against s")
    t.roll(3, 9)
    if box == TYPHOON:
        assert t.asked() == "soviet", "who flies on"
        t.do("done")
    assert len(t.heard("air-shot")) == 2


# -- the end -----------------------------------------------------------------------------------


@pytest.mark.rule("typhoon:11.2.3.g")
def test_before_moscow_owners_say_who_of_the_others_goes_on() -> None:
    t = over(TYPHOON, fighter("F", 4), bomber("B"), bomber("C"), red("s"))
    t.roll(AXIS_FIRST).do("pair F against s").roll(10, 10)
    assert (t.asked(), t.offers("home")) == ("axis", {"B", "C"})
    assert t.airs("F s") == ["flown", "flown"]
    assert t.refused("home F").code == "not-over-the-hex"
    t.do("home B").do("done")
    assert t.state.support == {t.hex("0606"): (1, 0)}


@pytest.mark.rule("agn:BSR.air.after")
def test_in_the_north_mission_units_go_on_unasked() -> None:
    t = over(NORTH, fighter("F", 4), bomber("B"), red("s")).roll(AXIS_FIRST).roll(10, 10)
    assert t.step() is None
    assert t.state.support == {t.hex("0606"): (1, 0)}


# -- examples of the playbook, as far as they are told -----------------------------------------

BF109, JU88, JU87 = fighter("Bf109", 4), bomber("Ju88", 3), bomber(
    "Ju87", 1, 2, interdiction=2, flak=-1)


@pytest.mark.rule("agn:BSR.air.pair", "agn:BSR.air.advantage", "agn:BSR.air.interdiction-level",
                  "agn:BSR.aa.drm", "agn:BSR.aa.table")
def test_example_one_an_interdiction_is_opposed() -> None:
    t = drill(NORTH, BF109, JU88, JU87, red("MiG"), red("MiG2"), hq("Q")).put("0606", "Q")
    t.having(phase="interdiction").ask(InterdictionPhase())
    t.do("fly Bf109 at 0606").do("fly Ju88 at 0606").do("fly Ju87 at 0606")
    t.do("fly MiG at 0606").do("fly MiG2 at 0606")
    t.do("shoot Bf109").roll(ADVANTAGE)
    t.do("pair Bf109 against MiG").do("pair Ju88 against MiG2")
    assert shots(t) == ["Bf109>MiG", "MiG>Bf109", "MiG2>Ju88"]
    t.roll(5, 3, 6)
    t.do("again Bf109 against MiG2").roll(3)
    assert t.airs("MiG MiG2 Bf109 Ju88") == ["damaged", "destroyed", "flown", "0606"]
    t.roll(8, 5)
    assert [event.args["result"] for event in t.heard("flak")] == ["abort", "no-effect"]
    assert t.state.interdiction == {t.hex("0606"): 2}


@pytest.mark.rule("agn:BSR.air.initiative", "agn:BSR.aa.each", "agn:5.6.2.a")
def test_example_two_support_comes_through_without_combat() -> None:
    guns = [anti_aircraft(code, side="soviet") for code in ("f1", "f2")]
    t = drill(NORTH, division("A", 8, 8), foot("x", 2, 4, side="soviet"), *guns, BF109, JU87,
              red("MiG"), sb("Su2"))
    t.put("0607", "A").put("0606", "x", "f1", "f2").declare("0606", "A")
    t.send("0606", "Bf109", "Ju87", "MiG", "Su2").ask(ResolveMissions(SUPPORT)).roll(NONE)
    assert t.airs("Bf109 MiG") == ["flown", "flown"]
    t.roll(10, 3)
    assert t.airs("Ju87 Su2") == ["damaged", "flown"]
    assert t.state.support == {t.hex("0606"): (0, 1)}
