"""12.0 to 12.3: strongpoints, fortified lines, engineers."""

import pytest

from grognard.rules.efs import zones
from grognard.rules.efs.engineering import EngineeringPhase
from grognard.rules.efs.forts import BuildForts
from tests.rules.efs.boxes import NORTH, TYPHOON
from tests.rules.efs.drill import Drill, both, counter, division, drill, engineer, foot, motor, tank

ENEMY = foot("x", 2, 4, side="soviet")


def phase(t: Drill, side: str) -> Drill:
    t.state.side = side
    return t.begin(EngineeringPhase())


def soviet(box: str, count: int = 1, **features: str) -> Drill:
    """The Soviets may build; x holds 0606, an engineer stands in 0406."""
    t = drill(box, ENEMY, engineer("e", side="soviet"), engineer("f", side="soviet"),
              foot("A", 4, 4), **features)
    t.put("0606", "x").put("0406", "e")
    t.state.points = {"strongpoints": count}
    return t


# -- in combat ---------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:12.1.8", "typhoon:12.1.8/2", "agn:BSR.combat.strongpoint")
def test_a_strongpoint_helps_all_round(box: str) -> None:
    around = ("0605", "0706", "0707", "0607", "0507", "0506")
    ring = [foot(f"A{n}", 4, 4) for n in range(6)]
    t = drill(box, *ring, ENEMY).put("0606", "x").fort("0606")
    for hex, unit in zip(around, ring, strict=True):
        t.put(hex, unit.code)
    assert t.dice_of("0606", *(unit.code for unit in ring)) == {"strongpoint": 1}


@both
@pytest.mark.rule("typhoon:12.1.1")
def test_a_strongpoint_in_building_does_nothing(box: str) -> None:
    t = drill(box, foot("A", 4, 4), ENEMY).put("0607", "A").put("0606", "x")
    assert t.fort("0606", "soviet-building").dice_of("0606", "A") == {}


@both
@pytest.mark.rule("typhoon:12.0", "typhoon:12.2/2")
def test_a_line_helps_the_soviets_only(box: str) -> None:
    t = drill(box, foot("A", 4, 4), ENEMY, fortified_line="0606-0607")
    t.put("0607", "A").put("0606", "x")
    assert t.dice_of("0606", "A") == {"fortified_line": 1}
    t.put("0606", "A").put("0607", "x")
    assert t.dice_of("0606", "x") == {}


@both
@pytest.mark.rule("typhoon:12.2.1")
def test_a_line_counts_if_all_come_over_the_sides_it_covers(box: str) -> None:
    t = drill(box, foot("A", 4, 4), foot("B", 4, 4), ENEMY, fortified_line="0606-0607 0606-0507")
    t.put("0607", "A").put("0507", "B").put("0606", "x")
    assert t.dice_of("0606", "A", "B") == {"fortified_line": 1}
    t.put("0605", "B")
    assert t.dice_of("0606", "A", "B") == {}
    t.put("0607", "x").put("0606", "A")
    assert t.dice_of("0607", "A") == {}, "not from behind"


@both
@pytest.mark.rule("typhoon:12.2.4")
def test_a_soviet_unit_that_comes_back_has_the_line_again(box: str) -> None:
    t = drill(box, foot("A", 4, 4), ENEMY, fortified_line="0606-0607")
    t.put("0606", "A").put("0607", "A").put("0606", "x")
    assert t.dice_of("0606", "A") == {"fortified_line": 1}
    t.state.broken = 1 << t.hex("0606")
    assert t.dice_of("0606", "A") == {}


@both
@pytest.mark.rule("typhoon:12.2.5")
def test_a_strongpoint_on_a_line_gives_no_second_modifier(box: str) -> None:
    t = drill(box, foot("A", 4, 4), foot("B", 4, 4), ENEMY, fortified_line="0606-0607")
    t.put("0607", "A").put("0605", "B").put("0606", "x").fort("0606")
    assert t.dice_of("0606", "A") == {"strongpoint": 1}
    assert t.dice_of("0606", "A", "B") == {"strongpoint": 1}


@both
@pytest.mark.rule("typhoon:12.3.1", "agn:BSR.combat.engineer")
def test_engineers_help_against_towns_and_forts_once(box: str) -> None:
    t = drill(box, foot("A", 4, 4), engineer("E"), engineer("F"), ENEMY, city="0606")
    t.put("0607", "A", "E", "F").put("0606", "x").declare("0606", "A", "E", "F").fight()
    t.do("engineers")
    assert t.dice_of("0606", "A", "E", "F", engineers=True) == {"city": 1, "engineer": -1}
    assert "engineers" not in t.play.offers("axis").choices
    t = drill(box, foot("A", 4, 4), engineer("E"), ENEMY).put("0607", "A", "E").put("0606", "x")
    t.fort("0606").declare("0606", "A", "E").fight().do("engineers")
    assert t.odds().column == "1-1"


@both
@pytest.mark.rule("typhoon:12.3.1")
def test_engineers_are_of_no_use_elsewhere(box: str) -> None:
    for features in ({}, {"woods": "0606"}, {"fortified_line": "0606-0605"}):
        t = drill(box, foot("A", 4, 4), engineer("E"), ENEMY, **features)
        t.put("0607", "A", "E").put("0606", "x").declare("0606", "A", "E").fight()
        assert t.refused("engineers").code == "no-use-for-engineers"
    t = drill(box, foot("A", 4, 4), engineer("E"), ENEMY, city="0606")
    t.put("0607", "A").put("0608", "E").put("0606", "x").declare("0606", "A").fight()
    assert t.refused("engineers").code == "no-engineers-there", "the engineer must attack"


# -- destroying --------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:12.1.9", "agn:BSR.eng.remove")
def test_engineers_and_divisions_destroy_a_strongpoint_a_regiment_does_not(box: str) -> None:
    found = {}
    for unit in (engineer("U"), division("U", 4, 4), foot("U", 4, 4)):
        t = phase(drill(box, unit).put("0606", "U").fort("0606"), "axis")
        found[unit.size if unit.type == "infantry" else unit.type] = bool(t.state.forts)
    assert found == {"engineer": False, "division": False, "regiment": True}


@both
@pytest.mark.rule("typhoon:12.1.9", "typhoon:12.1.9/2")
def test_elements_with_integrity_destroy_it_too(box: str) -> None:
    parts = (tank("P", 7, 5, division="8Pz", role="panzer"),
             motor("R", 5, 5, division="8Pz", role="motorised"),
             counter("S", 1, 2, "reconnaissance", "motorised", division="8Pz", role="recon"))
    t = phase(drill(box, *parts).put("0606", "P", "R", "S").fort("0606"), "axis")
    assert t.state.forts == {}
    t = phase(drill(box, *parts).put("0606", "P", "R").fort("0606"), "axis")
    assert t.state.forts


@both
@pytest.mark.rule("typhoon:12.1.9")
def test_only_in_the_own_phase_and_only_enemy_forts(box: str) -> None:
    t = phase(drill(box, engineer("E")).put("0606", "E").fort("0606"), "soviet")
    assert t.state.forts
    t = phase(drill(box, division("A", 4, 4)).put("0606", "A").fort("0606", "axis"), "axis")
    assert t.state.forts


@both
@pytest.mark.rule("typhoon:12.1.9")
def test_one_in_building_falls_to_anybody_who_passes(box: str) -> None:
    t = drill(box, foot("A", 4, 4), ENEMY).fort("0606", "soviet-building")
    t.put("0606", "x")
    assert t.state.forts, "not to its owner"
    t.put("0404", "x").put("0606", "A")
    assert t.state.forts == {}


@both
@pytest.mark.rule("typhoon:12.2.3.a", "typhoon:12.2.3.c")
def test_engineers_and_divisions_break_a_line(box: str) -> None:
    found = {}
    for unit in (engineer("U"), division("U", 4, 4), foot("U", 4, 4)):
        t = drill(box, unit, fortified_line="0606-0607").put("0606", "U")
        t = phase(t, "axis")
        found[unit.size if unit.type == "infantry" else unit.type] = bool(t.state.broken)
    assert found == {"engineer": True, "division": True, "regiment": False}


@both
@pytest.mark.rule("typhoon:12.2.3.b")
def test_a_line_falls_when_units_advance_after_an_engineers_attack(box: str) -> None:
    t = drill(box, foot("A", 4, 4), engineer("E"), ENEMY, fortified_line="0606-0607")
    t.put("0607", "A", "E").put("0606", "x").declare("0606", "A", "E")
    t.suffer("-/e", "0606", "A", "E").do("advance A")
    assert t.state.broken == 1 << t.hex("0606")
    t = drill(box, foot("A", 4, 4), engineer("E"), ENEMY, fortified_line="0606-0607")
    t.put("0607", "A", "E").put("0606", "x").suffer("-/e", "0606", "A").do("advance A")
    assert t.state.broken == 0, "the engineer took no part"


# -- building ----------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:12.1.2", "typhoon:12.1.6")
def test_the_soviets_begin_as_many_as_the_table_gave(box: str) -> None:
    t = phase(soviet(box, 2), "soviet")
    t.do("build 0606").do("build 0407")
    assert t.state.points["strongpoints"] == 0
    assert t.state.forts == {t.hex("0606"): "soviet-building", t.hex("0407"): "soviet-building"}
    assert t.step() is None
    assert phase(soviet(box, 0), "soviet").step() is None


@both
@pytest.mark.rule("typhoon:12.1.6")
def test_what_was_begun_is_finished_in_the_next_phase(box: str) -> None:
    t = phase(soviet(box, 0).fort("0606", "soviet-building"), "soviet")
    assert t.state.forts == {t.hex("0606"): "soviet"}
    t = soviet(box, 0, supply="yes", soviet_source="0601").fort("0606", "soviet-building")
    assert phase(t, "soviet").state.forts == {t.hex("0606"): "soviet"}
    t = soviet(box, 0, supply="yes", soviet_source="0601").fort("0612", "soviet-building")
    assert phase(t, "soviet").state.forts == {t.hex("0612"): "soviet-building"}, "out of supply"


@both
@pytest.mark.rule("typhoon:12.1.1")
def test_where_a_strongpoint_may_be_begun(box: str) -> None:
    t = soviet(box).fort("0606").put("0610", "A").put("0609", "x")
    t.state.side = "soviet"
    t.state.axis_land &= ~(1 << t.hex("0611"))
    t.begin(BuildForts())
    assert t.refused("build 0606").code == "fort-there"
    assert t.refused("build 0610").code == "enemy-land"
    assert t.allowed("build 0609"), "in a zone, but held"
    assert t.refused("build 0611").code == "site-in-zone"


@both
@pytest.mark.rule("typhoon:12.1.3", "typhoon:12.3.3")
def test_the_axis_needs_an_engineer(box: str) -> None:
    t = drill(box, foot("A", 4, 4), engineer("E")).put("0606", "A")
    assert phase(t, "axis").step() is None
    t = phase(drill(box, foot("A", 4, 4), engineer("E")).put("0606", "A").put("0604", "E"), "axis")
    assert t.offers("build") == {"0604"}
    assert t.refused("build 0606").code == "needs-engineer"
    t.do("build 0604")
    assert t.state.forts == {t.hex("0604"): "axis-building"}


@both
@pytest.mark.rule("typhoon:12.3.3")
@pytest.mark.parametrize("busy", ["fought", "railed", "marched"])
def test_an_engineer_with_other_work_builds_nothing(box: str, busy: str) -> None:
    t = drill(box, engineer("E")).put("0604", "E")
    setattr(t.state, busy, t.units("E"))
    assert phase(t, "axis").step() is None


@both
@pytest.mark.rule("typhoon:12.3.3")
def test_an_axis_strongpoint_waits_for_an_engineer(box: str) -> None:
    t = drill(box, engineer("E"), foot("A", 4, 4)).put("0606", "A").fort("0606", "axis-building")
    assert phase(t, "axis").state.forts == {t.hex("0606"): "axis-building"}
    t.put("0606", "E")
    t = phase(Drill(t.game, t.state), "axis")
    assert t.state.forts == {t.hex("0606"): "axis"}


@both
@pytest.mark.rule("typhoon:12.3.2")
def test_a_soviet_engineer_builds_at_once(box: str) -> None:
    t = phase(soviet(box, 2), "soviet").do("build 0406")
    assert t.state.forts == {t.hex("0406"): "soviet"}
    t = soviet(box, 2)
    t.state.fought = t.units("e")
    t = phase(t, "soviet").do("build 0406")
    assert t.state.forts == {t.hex("0406"): "soviet-building"}
    t = phase(soviet(box, 2, supply="yes"), "soviet").do("build 0406")
    assert t.state.forts == {t.hex("0406"): "soviet"}, "cut off, on emergency supply"
    t = soviet(box, 2, supply="yes").unsupplied("e")
    assert phase(t, "soviet").step() is None


@both
@pytest.mark.rule("typhoon:12.1.4")
def test_in_frozen_ground_only_engineers_build(box: str) -> None:
    t = soviet(box, 2).having(arctic_seen=True)
    t = phase(t, "soviet")
    assert t.offers("build") == {"0406"}
    assert t.refused("build 0606").code == "needs-engineer"


@pytest.mark.parametrize("box", [TYPHOON, NORTH])
@pytest.mark.rule("typhoon:12.1.5")
def test_no_number_of_counters_limits_them(box: str) -> None:
    t = soviet(box, 40)
    t = phase(t, "soviet")
    for row in range(1, 12):
        for column in ("01", "02", "03"):
            t.do(f"build {column}{row:02d}")
    assert len(t.state.forts) == 33


@both
@pytest.mark.rule("typhoon:3.3.7", "typhoon:7.8.4.a")
def test_overrun_markers_go_at_the_end_of_the_overrunners_phase(box: str) -> None:
    t = drill(box, foot("A", 4, 4), ENEMY).put("0607", "A").put("0606", "x")
    t.state.overrun = t.units("x", "A")
    assert not zones.zone(t.game, t.state, "soviet") >> t.hex("0605") & 1
    assert phase(t, "axis").state.overrun == t.units("A"), "only those that he overran"
    assert zones.zone(t.game, t.state, "soviet") >> t.hex("0605") & 1
