"""Chapter 12: air units; with the boxes of 2.2.4 and 2.2.6."""

import pytest

from grognard.rules.narva.battle import Battle
from grognard.rules.narva.combat import AssignAir, CombatSegment
from grognard.rules.narva.reckoning import reckon
from grognard.rules.narva.sequence import AirUnitPhase
from grognard.rules.narva.state import GROUNDED, READY, REFIT
from tests.rules.narva.table import Table, narva, table


def attack(air_1: int = READY) -> Table:
    """Two Soviet regiments attack a German battalion at 2-1; aircraft may now be sent."""
    t = table(turn=3).put("2608", "61F").put("2607", "65R", "147R")
    put_in(t, air_1, "AIR1").acting("soviet", "65R", "147R").ask(CombatSegment())
    return t.do("attack 2608 by 65R 147R fire")


def box(t: Table, code: str) -> int:
    return t.state.air[[air.code for air in t.game.air_units].index(code)]


def put_in(t: Table, place: int, *codes: str) -> Table:
    for number, air in enumerate(t.game.air_units):
        if air.code in codes:
            t.state.air[number] = place
    return t


def columns_right(t: Table) -> int:
    found = reckon(t.game, t.state, t.step().battle)
    assert found.raw is not None
    return sum(by for name, _, by in found.shifts if name == "air")


# -- 12.0 --------------------------------------------------------------------------------------


@pytest.mark.rule("narva:12.0.A", "narva:12.0.B", "narva:12.0.C")
def test_12_0_one_german_air_unit_and_six_soviet_ones() -> None:
    values = {side: sorted((air.normal, air.full) for air in narva().air_units if air.side == side)
              for side in ("german", "soviet")}
    assert values == {"german": [(1, 2)], "soviet": [(0, 3)] + [(1, 2)] * 5}


# -- 12.1.1: support ---------------------------------------------------------------------------


@pytest.mark.rule("narva:12.1.1.A")
def test_12_1_1_a_two_air_units_at_most() -> None:
    t = attack().do("air AIR1-normal").do("air AIR2-full")
    refusal = t.refused("air AIR3-normal")
    assert (refusal.code, refusal.rule) == ("two-air-units", "narva:12.1.1.A")
    assert t.allowed("done")


@pytest.mark.rule("narva:12.1.1.A", "narva:12.1.1.D")
@pytest.mark.parametrize(("attacker", "target", "units", "theirs"), [
    ("soviet", "2608", ("65R", "147R"), "LW-full"), ("german", "2607", ("61F",), "AIR1-full")])
def test_12_1_1_d_only_the_attacker_is_asked(
    attacker: str, target: str, units: tuple[str, ...], theirs: str
) -> None:
    t = table(turn=3).put("2608", "61F").put("2607", "65R", "147R")
    t.ask(AssignAir(Battle(attacker, t.hex(target), t.units(*units))))
    assert t.asked() == attacker
    refusal = t.refused(f"air {theirs}")
    assert (refusal.code, refusal.rule) == ("enemy-air", "narva:12.1.1.D")


def test_12_1_1_a_an_attack_may_do_without() -> None:
    assert attack().do("done").roll(3).heard("combat")


@pytest.mark.rule("narva:12.1.1.B")
def test_12_1_1_b_each_flies_a_normal_or_a_full_attack_the_bomber_a_full_one() -> None:
    t = attack()
    assert {"AIR1-normal", "AIR1-full", "BOMBER-full"} <= t.offers("air")
    refusal = t.refused("air BOMBER-normal")
    assert (refusal.code, refusal.rule) == ("full-attack-only", "narva:12.0.C")
    twice = t.do("air AIR1-normal").refused("air AIR1-full")
    assert (twice.code, twice.rule) == ("air-sent-already", "narva:12.1.1.B")


@pytest.mark.rule("narva:12.1.1.C")
@pytest.mark.parametrize(("sent", "columns"), [
    (("AIR1-normal",), 1), (("AIR1-full",), 2), (("BOMBER-full",), 3),
    (("AIR1-normal", "AIR2-normal"), 2), (("AIR1-full", "BOMBER-full"), 5)])
def test_12_1_1_c_the_value_is_the_shift(sent: tuple[str, ...], columns: int) -> None:
    t = attack()
    for mission in sent:
        t.do(f"air {mission}")
    assert columns_right(t) == columns
    before = reckon(t.game, t.state, Battle("soviet", t.hex("2608"), t.units("65R", "147R"))).column
    assert before is not None
    assert t.do("done").step().column == before + columns


def test_12_1_1_c_air_units_that_leave_the_attack_below_the_table_are_not_sent() -> None:
    """1-4 lies two columns left of 1-2; one normal attack alone would never reach it."""
    t = table(turn=3).put("2608", "151G").put("2607", "219R-")
    put_in(t, GROUNDED, "BOMBER", "AIR3", "AIR4", "AIR5", "AIR2")
    t.acting("soviet", "219R").ask(CombatSegment()).do("attack 2608 by 219R fire")
    refusal = t.refused("air AIR1-normal")
    assert (refusal.code, refusal.rule) == ("air-too-weak", "narva:9.3.2.A")
    assert t.refused("done").code == "air-needed"
    assert t.do("air AIR1-full").allowed("done")


# -- ready, refit, grounded --------------------------------------------------------------------


@pytest.mark.rule("narva:2.2.4")
@pytest.mark.parametrize(("place", "code", "rule"), [
    (REFIT, "air-refitting", "narva:12.2.1"), (GROUNDED, "air-grounded", "narva:12.2.2")])
def test_2_2_4_only_ready_air_units_fly(place: int, code: str, rule: str) -> None:
    t = attack(air_1=place)
    refusal = t.refused("air AIR1-normal")
    assert (refusal.code, refusal.rule) == (code, rule)
    assert t.allowed("air AIR2-normal")


@pytest.mark.rule("narva:12.1.2.A", "narva:12.1.2.B")
def test_12_1_2_after_its_attack_an_air_unit_returns_to_base() -> None:
    t = attack().do("air AIR1-full").do("air AIR2-normal").do("done").roll(3)
    assert box(t, "AIR1") == GROUNDED
    assert box(t, "AIR2") == REFIT
    assert box(t, "AIR3") == READY
    assert t.heard("air-full")[0].rule == "12.1.2.A"
    assert t.heard("air-normal")[0].rule == "12.1.2.B"


@pytest.mark.rule("narva:2.2.6")
def test_2_2_6_every_air_unit_is_shown_in_one_box() -> None:
    t = put_in(put_in(table(), REFIT, "AIR1", "LW"), GROUNDED, "BOMBER").ask()
    boxes = {p.token: p.at for p in t.game.table.scene(t.game.view(t.state, "german")).pieces
             if p.at.startswith("box:")}
    assert boxes == {"LW": "box:refit", "BOMBER": "box:grounded", "AIR1": "box:refit",
                     **{f"AIR{n}": "box:ready-soviet" for n in (2, 3, 4, 5)}}


@pytest.mark.rule("narva:12.2.1", "narva:3.0.A.1")
def test_12_2_1_from_refit_an_air_unit_is_ready_the_next_turn() -> None:
    t = put_in(table(turn=4), REFIT, "AIR1", "LW").ask(AirUnitPhase())
    assert box(t, "AIR1") == box(t, "LW") == READY
    assert t.heard("air-ready")[0].rule == "12.2.1"


@pytest.mark.rule("narva:12.2.2", "narva:3.0.A.2")
def test_12_2_2_from_the_ground_it_takes_two_turns() -> None:
    t = put_in(table(turn=4), GROUNDED, "BOMBER", "LW").ask(AirUnitPhase())
    assert box(t, "BOMBER") == box(t, "LW") == REFIT
    assert t.heard("air-refit")[0].rule == "12.2.2"
    t.ask(AirUnitPhase())
    assert box(t, "BOMBER") == box(t, "LW") == READY
