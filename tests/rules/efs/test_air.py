"""11.1, 11.5, 13.7: air units, their boxes, and where they fly."""

from typing import cast

import pytest
from msgspec.structs import replace

import grognard
from grognard.rules.efs.air import (
    INTERDICTION,
    OPPOSITION,
    SUPPORT,
    AirReadinessPhase,
    FlyMissions,
    far_from_capital,
)
from grognard.rules.efs.combat import CombatPhase
from grognard.rules.efs.data import AirUnit
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.interdiction import InterdictionPhase
from grognard.rules.efs.movers import Moves
from grognard.rules.efs.sequence import AxisSegment, SovietSegment
from grognard.rules.efs.state import DAMAGED, DESTROYED, FLOWN, NOT_YET, READY, EfsState
from grognard.rules.efs.ways import MOVEMENT
from tests.rules.efs.boxes import NORTH, TYPHOON, contents
from tests.rules.efs.drill import Drill, bomber, both, decoy, drill, fighter, foot

FRIEND = foot("A", 8, 4)
ENEMY = foot("x", 2, 4, side="soviet")


def attack(box: str, *more: AirUnit) -> Drill:
    """A attacks x in 0606; both have air units."""
    t = drill(box, FRIEND, ENEMY, *more)
    return t.put("0607", "A").put("0606", "x").declare("0606", "A")


# -- counters and boxes ------------------------------------------------------------------------


@pytest.mark.rule("typhoon:11.1.1", "agn:BSR.air.types")
def test_air_units_are_fighters_bombers_and_decoys_and_never_ground_units() -> None:
    kinds = {box: {(row.side, row.kind) for row in contents(box).air_units}
             for box in (TYPHOON, NORTH)}
    every = {(side, kind) for side in ("axis", "soviet") for kind in ("fighter", "bomber", "dummy")}
    assert kinds == {TYPHOON: every, NORTH: every}
    t = attack(TYPHOON, bomber("B"))
    t.suffer("1/-", "0606", "A")
    assert t.offers("lose") == {"A"}, "a step is lost on the ground"


@pytest.mark.rule("typhoon:11.1.1/2")
def test_each_side_has_its_decoys() -> None:
    for box, number in ((TYPHOON, 2), (NORTH, 4)):
        rows = [row for row in contents(box).air_units if row.kind == "dummy"]
        sides = [row.side for row in rows]
        assert (sides.count("axis"), sides.count("soviet")) == (number, number)
        assert {(row.rating, row.support, row.flak) for row in rows} == {(0, 0, 0)}


@pytest.mark.rule("typhoon:11.1.2/3")
def test_air_units_begin_in_the_boxes_of_their_scenario() -> None:
    for box, scenario in ((TYPHOON, "mtsensk"), (NORTH, "soltsy")):
        game = cast(EastFrontSeries, grognard.load(box, scenario))
        state: EfsState = game.new_state()
        named = {code: place for side in game.rows.air.values()
                 for codes, place in ((side.ready, READY), (side.flown, FLOWN),
                                      (side.damaged, DAMAGED)) for code in codes}
        assert named
        boxes = {row.code: state.air[number] for number, row in enumerate(game.air_units)}
        assert boxes == {code: named.get(code, NOT_YET) for code in boxes}


# -- readiness ---------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:11.1.3", "typhoon:11.1.2", "agn:BSR.air.readiness", "agn:BSR.air.boxes")
def test_a_low_die_moves_a_unit_up_one_box_flown_before_damaged(box: str) -> None:
    """The Axis is ready on 7 or less, the Soviets on 6; Damaged on 5."""
    t = drill(box, bomber("B"), bomber("C"), bomber("D"), bomber("s", side="soviet"))
    t.boxed(B=FLOWN, C=FLOWN, D=DAMAGED, s=FLOWN).ask(AirReadinessPhase())
    t.roll(7, 8, 7)
    assert t.airs("B C s D") == ["ready", "flown", "flown", "damaged"]
    t.roll(5)
    assert t.air("D") == "flown", "no second roll in the same turn"
    assert t.step() is None


@both
@pytest.mark.rule("typhoon:11.1.3")
def test_weather_makes_it_harder(box: str) -> None:
    for weather, last in (("dry", 7), ("rain", 6), ("arctic", 5)):
        t = drill(box, bomber("B"), bomber("C")).boxed(B=FLOWN, C=FLOWN).having(weather=weather)
        t.ask(AirReadinessPhase()).roll(last, last + 1)
        assert t.airs("B C") == ["ready", "flown"], weather


@both
@pytest.mark.rule("typhoon:11.1.3/2")
def test_decoys_come_back_without_a_die(box: str) -> None:
    t = drill(box, decoy("D"), bomber("B")).boxed(D=FLOWN).ask(AirReadinessPhase())
    assert t.step() is None
    assert t.airs("D B") == ["ready", "ready"]


@both
@pytest.mark.rule("typhoon:11.1.4")
def test_a_storm_grounds_whoever_is_ready(box: str) -> None:
    """Storm adds two: 5 is the last die that makes an Axis unit ready."""
    t = drill(box, bomber("B"), bomber("C"), decoy("D")).having(storm=True)
    t.ask(AirReadinessPhase())
    t.roll(5, 6)
    assert t.airs("B C D") == ["ready", "flown", "ready"]


@both
@pytest.mark.rule("agn:BSR.air.reinforce")
def test_arriving_air_units_are_ready(box: str) -> None:
    t = drill(box, bomber("B"), bomber("C")).boxed(B=NOT_YET, C=NOT_YET)
    t.game.air_due.update({0: 1, 1: 2})
    t.ask(AirReadinessPhase())
    assert t.airs("B C") == ["ready", "not yet"]


@pytest.mark.rule("agn:16.5", "agn:17.5", "agn:18.5", "agn:14.3/air")
def test_readiness_is_not_rolled_before_the_turn_of_the_scenario() -> None:
    """The scenario's file names the first turn; until then the boxes are given."""
    for turn, rolled in ((3, False), (4, True)):
        t = drill(NORTH, bomber("B")).boxed(B=FLOWN).having(turn=turn)
        t.game.rows = replace(t.game.rows, readiness_from=4)
        t.ask(AirReadinessPhase())
        assert (t.step() is not None) == rolled
        assert t.air("B") == "flown"


# -- missions ----------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:11.1.5", "typhoon:11.0", "typhoon:11.1.6/2")
def test_only_ready_units_fly_so_each_flies_once_a_turn(box: str) -> None:
    t = attack(box, bomber("B"), bomber("C"), bomber("D"), bomber("E"), decoy("F"))
    t.boxed(C=FLOWN, D=DAMAGED, E=DESTROYED, F=FLOWN).ask(FlyMissions("yes", SUPPORT))
    assert t.offers("fly") == {"B"}
    for code in "CDEF":
        assert t.refused(f"fly {code}").code == "air-not-ready"


@both
@pytest.mark.rule("typhoon:11.1.5")
def test_any_number_of_ready_units_may_fly(box: str) -> None:
    t = drill(box, *(bomber(f"B{n}") for n in range(7)))
    t.having(phase="interdiction").ask(FlyMissions("yes", INTERDICTION))
    for n in range(7):
        t.do(f"fly B{n} at 0{1 + n // 3}01")
    assert len(t.state.missions) == 7


@both
@pytest.mark.rule("typhoon:11.1.6", "typhoon:11.1.1/2", "agn:BSR.air.max")
def test_three_of_a_side_to_a_hex_decoys_included(box: str) -> None:
    t = attack(box, bomber("B"), bomber("C"), decoy("D"), bomber("E"), bomber("s", side="soviet"))
    t.ask(FlyMissions("yes", SUPPORT), FlyMissions("no", SUPPORT))
    t.do("fly B at 0606").do("fly C at 0606").do("fly D at 0606")
    assert t.asked() == "soviet", "E has no hex to fly to"
    assert t.allowed("fly s at 0606")


@both
@pytest.mark.rule("typhoon:11.1.6", "agn:BSR.air.max")
def test_a_fourth_is_refused_with_the_reason(box: str) -> None:
    t = drill(box, *(bomber(f"B{n}") for n in range(4))).having(phase="interdiction")
    t.ask(FlyMissions("yes", INTERDICTION))
    for n in range(3):
        t.do(f"fly B{n} at 0606")
    assert t.refused("fly B3 at 0606").code == "three-already"
    assert t.allowed("fly B3 at 0605")


@both
@pytest.mark.rule("typhoon:11.1.7/2", "typhoon:11.5.4.a", "agn:BSR.air.cas-hex")
def test_support_flies_only_to_declared_attacks_interdiction_anywhere(box: str) -> None:
    t = attack(box, bomber("B")).ask(FlyMissions("yes", SUPPORT))
    assert t.refused("fly B at 0605").code == "no-support-there"
    assert t.allowed("fly B at 0606")
    t = attack(box, bomber("B")).having(phase="interdiction")
    t.ask(FlyMissions("yes", INTERDICTION))
    assert t.allowed("fly B at 0605")


@both
@pytest.mark.rule("typhoon:11.5.4.a", "agn:BSR.air.cas-hex")
def test_the_attacker_sends_all_he_sends_before_the_defender(box: str) -> None:
    t = attack(box, bomber("B"), bomber("C"), bomber("s", side="soviet"))
    t.ask(CombatPhase())
    assert (t.asked(), t.offers("fly")) == ("axis", {"B", "C"})
    t.do("fly B at 0606").do("done")
    assert t.asked() == "soviet"
    assert t.refused("fly C").code == "enemy-air"


@both
@pytest.mark.rule("typhoon:11.1.8", "typhoon:11.4", "agn:BSR.air.interdiction-hex")
def test_missions_are_flown_in_their_phases_only(box: str) -> None:
    """Nobody flies while units move; the Soviets never interdict, but support in both segments."""
    t = attack(box, bomber("B"), fighter("s", 1, side="soviet")).having(phase="movement")
    t.ask(Moves(MOVEMENT))
    assert t.refused("fly B").code == "asked-otherwise"
    t.having(phase="interdiction").ask(InterdictionPhase())
    assert t.refused("fly s", "axis").code == "enemy-air"
    t.do("done")
    assert t.step() is None, "with no mission to oppose the Soviets are not asked"
    t = drill(box, FRIEND, ENEMY, bomber("s", side="soviet")).put("0607", "A").put("0606", "x")
    t.declare("0607", "x").ask(CombatPhase())
    assert (t.asked(), t.offers("fly")) == ("soviet", {"s"})


@pytest.mark.rule("typhoon:11.4", "typhoon:11.1.8")
def test_only_the_axis_segment_has_an_interdiction_phase() -> None:
    phases = [[type(part) for part in segment.parts] for segment in (AxisSegment, SovietSegment)]
    assert [InterdictionPhase in found for found in phases] == [True, False]


@both
@pytest.mark.rule("typhoon:11.4.1.b", "agn:BSR.air.interdiction-hex", "typhoon:11.1.7/2")
def test_only_fighters_oppose_and_only_where_the_enemy_interdicts(box: str) -> None:
    t = drill(box, bomber("B"), fighter("s", 1, side="soviet"), bomber("b", side="soviet"))
    t.send("0606", "B").having(phase="interdiction").ask(FlyMissions("no", OPPOSITION))
    assert t.refused("fly b").code == "fighters-only"
    assert t.refused("fly s at 0605").code == "no-opposition-there"
    assert t.allowed("fly s at 0606")


# -- close support -----------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:11.5.1", "typhoon:11.5.2")
def test_nobody_defends_an_empty_hex_from_the_air(box: str) -> None:
    """One hex of the attack was left in reaction: only the other can be supported."""
    t = drill(box, FRIEND, ENEMY, bomber("s", side="soviet"), bomber("B"))
    t.put("0607", "A").put("0606", "x").declare("0606 0506", "A")
    t.ask(FlyMissions("no", SUPPORT))
    assert t.refused("fly s at 0506").code == "nobody-to-support"
    assert t.allowed("fly s at 0606")


@both
@pytest.mark.rule("typhoon:11.5.1", "typhoon:11.5.2")
def test_nobody_attacks_from_the_air_alone(box: str) -> None:
    t = attack(box, bomber("B"))
    t.state.place(t.game, t.unit("A"), -2)
    t.ask(FlyMissions("yes", SUPPORT))
    assert t.step() is None


def support_of(t: Drill) -> dict[str, tuple[int, int]]:
    return {t.game.grid.label(hex): levels for hex, levels in t.state.support.items()}


@both
@pytest.mark.rule("typhoon:11.5.4.d", "typhoon:11.5.4.e", "typhoon:11.1.2/2", "typhoon:11.5.3")
def test_what_comes_through_moves_the_die_and_goes_home(box: str) -> None:
    t = attack(box, bomber("B", support=2), bomber("s", side="soviet"))
    t.ask(CombatPhase()).do("fly B at 0606").do("fly s at 0606")
    if box == TYPHOON:
        t.roll(6)
    if "Flak" in type(t.step()).__name__:
        t.roll(*[1] * t.step().airs.bit_count())
    assert support_of(t) == {"0606": (2, 1)}
    assert t.airs("B s") == ["flown", "flown"]
    dice = t.dice_of("0606", "A")
    assert (dice["air_attacker"], dice["air_defender"]) == (-2, 1)


@both
@pytest.mark.rule("typhoon:11.5.3")
def test_support_over_one_hex_counts_for_the_whole_combat(box: str) -> None:
    t = drill(box, FRIEND, ENEMY, foot("y", 1, 2, side="soviet"))
    t.put("0607", "A").put("0606", "x").put("0707", "y").declare("0606 0707", "A")
    t.having(support={t.hex("0707"): (1, 0)})
    assert t.dice_of("0606 0707", "A")["air_attacker"] == -1


# -- Moscow ------------------------------------------------------------------------------------


def moscow_drill() -> Drill:
    t = drill(TYPHOON, bomber("B"), fighter("m", 2, side="soviet", capital=True),
              fighter("s", 2, side="soviet"))
    t.game.capital = 1 << t.hex("0101")
    return t.having(phase="interdiction")


@pytest.mark.rule("typhoon:13.7.2", "typhoon:13.7.1", "typhoon:11.1.7")
def test_the_capital_air_corps_flies_ten_hexes_from_moscow() -> None:
    t = moscow_drill().send("0111", "B")
    t.ask(FlyMissions("no", OPPOSITION))
    assert t.allowed("fly m at 0111"), "ten hexes"
    t = moscow_drill().send("0112", "B")
    t.ask(FlyMissions("no", OPPOSITION))
    assert t.refused("fly m").code == "no-mission-hex"
    assert t.allowed("fly s at 0112"), "the others fly anywhere"
    t = moscow_drill().send("0112", "B").having(points={"moscow-air": 1})
    t.ask(FlyMissions("no", OPPOSITION))
    assert t.allowed("fly m at 0112"), "released for the turn"


@pytest.mark.rule("typhoon:13.7.2")
def test_the_refusal_names_moscow() -> None:
    t = drill(TYPHOON, bomber("B"), bomber("C"), fighter("m", 2, side="soviet", capital=True))
    t.game.capital = 1 << t.hex("0101")
    t.having(phase="interdiction").send("0112", "B").send("0111", "C")
    t.ask(FlyMissions("no", OPPOSITION))
    assert t.refused("fly m at 0112").code == "beyond-capital"


@pytest.mark.rule("typhoon:13.7.1")
def test_the_sixth_air_corps_is_marked() -> None:
    corps = {row.code for row in contents(TYPHOON).air_units if row.capital}
    assert corps == {"11IAP", "16IAP", "27IAP", "34IAP", "120IAP", "177IAP", "233IAP", "562IAP",
                     "178IAP", "24IAP"}
    assert {row.kind for row in contents(TYPHOON).air_units if row.capital} == {"fighter"}
    assert far_from_capital(moscow_drill().game, moscow_drill().state, 2) == 0
