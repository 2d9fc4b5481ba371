"""15.13: aircraft over the inset: two missions, close support, the guns and the port."""

from typing import Any

import pytest

from grognard.rules.efs import air, flak
from grognard.rules.efs.air import AirReadinessPhase
from grognard.rules.efs.combat import CombatPhase
from grognard.rules.efs.interdiction import InterdictionPhase
from grognard.rules.efs.state import FLOWN, SECOND_READY
from tests.rules.efs.city import City, city
from tests.rules.efs.drill import anti_aircraft, bomber, decoy, fighter, foot, gun, hq
from tests.rules.efs.harbour import boats, ship

A, B = foot("A", 9, 9), foot("B", 9, 9)
X, Y = foot("x", 2, 2, side="soviet"), foot("y", 2, 2, side="soviet")
JU87 = bomber("Stuka", 1, 2, aircraft="Ju87", interdiction=2)
JU88 = bomber("KG1", 1, 1, aircraft="Ju88", interdiction=1)
HE111 = bomber("KG4", 1, 1, aircraft="He111", interdiction=1)
BF110 = fighter("ZG", 2, 1, aircraft="Bf110", interdiction=1)
BF109 = fighter("JG", 4, aircraft="Bf109", interdiction=0)
I16 = fighter("I16", 2, side="soviet")
YAK = fighter("Yak", 2, side="soviet")
GROUND, PORT, SUPPORT, COVER = (
    "inset-interdiction", "inset-raid", "inset-support", "inset-opposition")
PUSHKIN = "In2911"


def flying(*more: Any, committed: str = "Stuka", **fields: Any) -> City:
    """The Axis Interdiction Phase, with Soviet guns round Pushkin."""
    t = city(A, X, gun("s", 4, side="soviet"), gun("r", 4, side="soviet"), *more, **fields)
    t.put("L3010", "A").put("In1511", "x").put("In2912", "s").put("In2811", "r")
    return t.committed(committed).having(side="axis").ask(InterdictionPhase())


def attack(*more: Any, committed: str = "Stuka") -> City:
    """Two attacks on hexes of the inset, and one on the map."""
    t = city(A, B, X, Y, foot("C", 9, 9), foot("z", 2, 2, side="soviet"), *more)
    t.put("In2912", "A").put("In2911", "B").put("In2812", "x").put("In2811", "y")
    t.put("L3010", "C").put("L3110", "z").committed(committed)
    t.declare("In2812", "A").declare("In2811", "B").declare("L3110", "C")
    return t.ask(CombatPhase())


# -- committed for the turn ------------------------------------------------------------------------


@pytest.mark.rule("agn:15.13.1.a", "agn:15.13.1.b")
def test_both_players_commit_ready_aircraft() -> None:
    t = city(A, X, JU87, JU88, I16, YAK).boxed(KG1=FLOWN)
    t.ask(AirReadinessPhase())
    t.roll(10)  # the bomber stays down
    assert t.asked() == "axis"
    assert t.refused("commit KG1").code == "air-not-ready"
    assert t.refused("commit I16").code == "enemy-air"
    t.do("commit Stuka")
    assert t.asked() == "soviet"
    t.do("commit I16")
    assert t.refused("commit I16").code == "committed-already"
    t.do("done")
    assert [t.box(code) for code in ("Stuka", "KG1", "I16", "Yak")] == [
        "mission one", "flown", "mission one", "ready"]


@pytest.mark.rule("agn:15.13.1.a")
def test_all_that_are_ready_at_once() -> None:
    t = city(A, X, JU87, JU88, I16).ask(AirReadinessPhase()).do("everyone")
    assert [t.box("Stuka"), t.box("KG1"), t.asked()] == ["mission one", "mission one", "soviet"]


def test_nobody_is_asked_before_play_comes_to_the_inset() -> None:
    t = city(A, X, JU87, I16, rows={"inset": "approach"}).ask(AirReadinessPhase())
    assert t.step() is None
    t.state.points["inset-reached"] = 1
    assert t.ask(AirReadinessPhase()).asked() == "axis"


@pytest.mark.rule("agn:15.13.1.a")
def test_the_committed_fly_over_the_inset_and_the_others_elsewhere() -> None:
    t = flying(JU87, JU88)
    assert t.step().mission == "interdiction"
    assert t.refused("fly Stuka").code == "air-on-inset"
    t.do("fly KG1")
    assert t.refused(f"at {PUSHKIN}").code == "inset-flies-apart"
    t.do("at L3010").over(GROUND)
    assert t.refused("fly KG1").code == "air-not-ready"
    t = flying(JU87, JU88).over(GROUND)
    assert t.refused("fly KG1").code == "air-not-committed"
    t.do("fly Stuka")
    assert t.refused("at L3010").code == "no-inset-mission-there"


# -- two missions ----------------------------------------------------------------------------------


@pytest.mark.rule("agn:15.13.1", "agn:15.13.1.c", "agn:15.13.1.d", "agn:15.13.1.e")
def test_a_first_and_a_second_mission() -> None:
    t = flying(JU87).over(GROUND).do(f"fly Stuka at {PUSHKIN}").off().roll(10)
    assert t.box("Stuka") == "mission two"
    t.do("fly Stuka at In2112").off().roll(10)
    assert t.box("Stuka") == "flown"
    assert t.step() is None


@pytest.mark.rule("agn:15.13.1.d")
def test_who_is_driven_off_has_flown() -> None:
    t = flying(JU87, anti_aircraft("f", side="soviet")).put("In2812", "f").over(GROUND)
    t.do(f"fly Stuka at {PUSHKIN}").off()
    t.roll(_die(t, "abort"))
    assert t.box("Stuka") == "flown"
    t = flying(JU87, anti_aircraft("f", side="soviet")).put("In2812", "f").over(GROUND)
    t.do(f"fly Stuka at {PUSHKIN}").off()
    t.roll(_die(t, "damaged"))
    assert t.box("Stuka") == "damaged"


def _die(t: City, result: str) -> int:
    more = flak.modifier(t.game, t.state, t.hex(PUSHKIN), t.game.air_number["Stuka"])
    return next(die for die in range(1, 11) if flak.read(t.game, die + more) == result)


@pytest.mark.rule("agn:15.13.1.d")
def test_a_fighter_that_fired_unhurt_may_fly_again() -> None:
    t = flying(JU87, BF109, I16, committed="Stuka JG I16").over(GROUND)
    t.do(f"fly Stuka at {PUSHKIN}").do(f"fly JG at {PUSHKIN}")
    t.do(f"fly I16 at {PUSHKIN}")
    t.roll(2).roll(10, 10)  # initiative of the Axis; nobody hits
    while t.step() and not t.play.decisions:
        t.roll(10)
    assert [t.box(code) for code in ("JG", "I16", "Stuka")] == ["mission two"] * 3


@pytest.mark.rule("agn:15.13.1.e")
def test_a_new_turn_finds_them_ready_or_flown() -> None:
    t = flying(JU87, JU88, committed="Stuka KG1").over(GROUND)
    t.do(f"fly Stuka at {PUSHKIN}").off().roll(10)
    for plug in t.game.plug_ins:
        plug.new_turn(t.state)
    assert t.airs("Stuka KG1") == ["flown", "ready"]


@pytest.mark.rule("agn:15.13.1.f")
def test_three_of_a_side_in_a_mission() -> None:
    four = [bomber(f"b{n}", 1, 1, aircraft="Ju88", interdiction=1) for n in range(4)]
    t = flying(*four, committed="b0 b1 b2 b3").over(GROUND)
    for n in range(3):
        t.do(f"fly b{n} at {PUSHKIN}")
    assert t.step().count == 3  # no fourth is asked for; the die
    assert t.box("b3") == "mission one"


@pytest.mark.rule("agn:15.13.1.g")
def test_a_mission_is_resolved_before_the_next_is_set_up() -> None:
    t = flying(JU87, JU88, committed="Stuka KG1").over(GROUND).do(f"fly Stuka at {PUSHKIN}")
    t.do("fly KG1")
    assert t.refused("at In2112").code == "no-inset-mission-there"
    t.do(f"at {PUSHKIN}")
    assert not t.play.decisions  # the die
    t.roll(10)
    t.do("fly Stuka at In2112").off().roll(10)
    assert len(t.heard("strikes-guns")) == 2


# -- close support ---------------------------------------------------------------------------------


@pytest.mark.rule("agn:15.13.1.g", "agn:15.13.3.b")
def test_support_is_flown_combat_by_combat() -> None:
    t = attack(JU87, I16, committed="Stuka I16")
    assert type(t.step()).__name__ == "ChooseCombat"  # nobody is left for the map
    t.do("combat In2812")
    assert (t.asked(), t.step().mission) == ("axis", SUPPORT)
    t.do("fly Stuka")
    assert t.refused("at In2811").code == "no-inset-mission-there"
    t.do("at In2812")
    assert (t.asked(), t.step().mission) == ("soviet", SUPPORT)
    t.do("done")
    assert t.state.support == {t.hex("In2812"): (2, 0)}
    t.do("fight").roll(1).finish()
    t.do("combat In2811 fly Stuka at In2811").off()
    assert t.box("Stuka") == "flown"
    assert set(t.state.support) == {t.hex("In2812"), t.hex("In2811")}


@pytest.mark.rule("agn:15.13.3.a")
def test_one_mission_of_support_for_a_hex() -> None:
    t = attack(JU87, JU88, committed="Stuka KG1").do("combat In2812 fly Stuka at In2812")
    t.do("done")
    assert type(t.step()).__name__ == "PrepareCombat"
    assert not t.offers("fly")
    t.do("fight").roll(1).finish()
    assert t.offers("combat") == {"In2811", "L3110"}


@pytest.mark.rule("agn:15.13.1.a", "agn:15.13.3.b")
def test_support_for_the_map_is_flown_before_all_combats() -> None:
    t = attack(JU87, JU88)
    assert t.step().mission == "support"
    t.do("fly KG1")
    assert t.refused("at In2812").code == "inset-flies-apart"
    t.do("at L3110")
    assert type(t.step()).__name__ == "ChooseCombat"
    t.do("combat L3110")
    assert type(t.step()).__name__ == "PrepareCombat"


@pytest.mark.rule("agn:15.13.2")
def test_headquarters_and_flak_of_the_next_mega_hexes_count() -> None:
    t = city(X, hq("55A"), hq("42A"), anti_aircraft("f", side="soviet"), JU87)
    t.put("In2713", "55A").put("In2112", "42A", "f").put("In2812", "x")
    assert flak.modifier(t.game, t.state, t.hex(PUSHKIN), 0) == 1  # L3408 is next to L3508
    t.put("L3409", "f")
    assert flak.modifier(t.game, t.state, t.hex("In2812"), 0) == 2


# -- against the guns ------------------------------------------------------------------------------


@pytest.mark.rule("agn:15.13.4.a/hex")
def test_a_mega_hex_is_the_target_once_a_turn() -> None:
    t = flying(JU87).over(GROUND).do("fly Stuka")
    assert t.offers("at") == t.labels(sum(1 << hex for hex in t.game.mega.middles.values()))
    assert t.refused("at In2912").code == "no-inset-mission-there"  # its middle is aimed at
    t.do(f"at {PUSHKIN}").off().roll(10)
    t.do("fly Stuka")
    assert t.refused(f"at {PUSHKIN}").code == "no-inset-mission-there"


@pytest.mark.rule("agn:15.13.4.a/hex")
def test_ships_are_not_hit_with_the_guns() -> None:
    t = flying(JU87, ship("Marat")).put("In2013", "Marat").put("In2112", "s").over(GROUND)
    middle = t.game.grid.label(t.game.mega.middle(t.hex("In2013")))
    t.put("In2013", "s").do(f"fly Stuka at {middle}").off()
    while t.step() and not t.play.decisions:
        t.roll(1)
    assert t.state.means.damage == {t.unit("s"): 2}
    assert not t.state.sea.damage
    assert t.steps("Marat") == 2


@pytest.mark.rule("agn:15.13.4.a/area", "agn:15.13.4.a/table")
def test_all_seven_hexes_suffer_and_the_next_ones_do_not() -> None:
    t = flying(JU87, hq("55A", command=2), gun("o", 3, side="soviet"))
    t.put("In3012", "55A").put("In2810", "o").over(GROUND)
    t.do(f"fly Stuka at {PUSHKIN}").off().roll(1).roll(4)  # flak, then 4 less 1
    assert t.state.means.damage == {t.unit("s"): 2, t.unit("r"): 2}
    assert [t.state.interdicted(t.game, t.hex(hex)) for hex in ("In3012", "In2911", "In2810")] == [
        1, 1, 0]


@pytest.mark.rule("agn:15.13.4.a/table")
@pytest.mark.parametrize(("die", "points"), [(4, 2), (5, 1), (7, 1), (8, 0), (10, 0)])
def test_the_table_of_missions_against_guns(die: int, points: int) -> None:
    t = flying(JU87).over(GROUND).do(f"fly Stuka at {PUSHKIN}").off().roll(die)
    assert t.state.means.damage.get(t.unit("s"), 0) == points  # a rating of two takes one off


@pytest.mark.rule("agn:15.13.4.a/units")
def test_fighters_with_a_rating_interdict_too() -> None:
    t = flying(BF110, committed="ZG").over(GROUND).do(f"fly ZG at {PUSHKIN}").off().roll(2)
    assert t.state.means.damage[t.unit("s")] == 1
    t = flying(BF109, committed="JG").over(GROUND).do(f"fly JG at {PUSHKIN}").off()
    assert t.step() is None  # none without: it flies home
    assert t.box("JG") == "mission two"


# -- against the ships -----------------------------------------------------------------------------


def in_port(*more: Any, committed: str = "Stuka") -> City:
    t = flying(JU87, HE111, ship("Marat"), ship("Kirov"), boats("NevFl"), *more,
               committed=committed)
    return t.put("In2013", "Marat", "Kirov").put("In2013", "NevFl").over(PORT)


def bombs(t: City, die: int) -> City:
    """The mission is flown and comes through the flak of the ships."""
    t.do("fly Stuka at In2013").off()
    return t.roll(1).roll(die)


@pytest.mark.rule("agn:15.13.4.c/hex")
def test_the_port_is_the_only_mission_hex_and_once() -> None:
    t = in_port().do("fly Stuka")
    assert t.offers("at") == {"In2013"}
    t.do("at In2013").off().roll(1).roll(10)
    assert t.step() is None
    assert t.box("Stuka") == "mission two"
    t = flying(JU87)
    t.over(GROUND).do("done")
    assert t.step() is None  # nobody in port


@pytest.mark.rule("agn:15.13.4.c/units")
def test_only_stukas_and_junkers_strike_there() -> None:
    t = in_port(BF110, committed="Stuka KG4 ZG")
    assert t.refused("fly KG4").code == "not-for-the-sea"
    t.do("fly ZG at In2013").off()  # an escort
    while t.step() and not t.play.decisions:
        t.roll(10)
    assert not t.heard("strikes-port")
    assert t.box("ZG") == "mission two"


@pytest.mark.rule("agn:15.13.4.c/table")
def test_one_roll_for_the_mission() -> None:
    t = bombs(in_port(), 3)  # less one
    assert t.offers("bomb") == {"Marat", "Kirov", "NevFl"}
    assert t.refused("bomb x").code == "no-ship-there"
    t.do("bomb Marat")
    assert t.steps("Marat") == 1
    t = bombs(in_port(), 5).do("bomb Kirov")
    assert t.state.sea.damage == {t.unit("Kirov"): 2}
    t = bombs(in_port(), 7)
    assert not t.state.sea.damage
    assert t.step() is None


def test_what_the_enemy_sees_of_a_mission() -> None:
    t = flying(JU87, JU88, I16, decoy("AxD"), committed="Stuka KG1 AxD I16").over(GROUND)
    t.do(f"fly AxD at {PUSHKIN}").do(f"fly KG1 at {PUSHKIN}").do("done")
    seen = t.game.view(t.state, "soviet").state
    assert seen.missions == {}
    assert seen.veiled == {"axis": {t.hex(PUSHKIN): 2}}
    assert t.step().mission == COVER
    t.do(f"fly I16 at {PUSHKIN}")


def test_the_kinds_of_missions_are_the_same_over_the_inset() -> None:
    assert air.kind_of(GROUND) == air.INTERDICTION
    assert SECOND_READY in air.COMMITTED
