"""6.0, 6.2.3, 6.3: the Supply Phase and what it finds."""

import pytest

from grognard.rules.efs import attack_supply, ways
from grognard.rules.efs.movers import Moves
from grognard.rules.efs.reaction import ReactionPhase
from grognard.rules.efs.scenarios import SetUp
from grognard.rules.efs.sequence import TURNS
from grognard.rules.efs.supply import DecayForts, JudgeSupply, OpenSources, SupplyPhase
from tests.rules.efs.drill import both, foot, grid, hq, motor, msu
from tests.rules.efs.field import Field, cavalry, field

SPRING = "axis 0101"


def judged(t: Field) -> str:
    t.ask(JudgeSupply())
    return t.state_of("A")


@both
@pytest.mark.rule("typhoon:6.3", "typhoon:6.3.2", "typhoon:6.3.2.a", "typhoon:6.3.2.b",
                  "agn:BSR.supply.states")
def test_cut_off_first_emergency_then_unsupplied_until_relieved(box: str) -> None:
    t = field(box, foot("A", 4, 4), sources=SPRING)
    found = [judged(t.put(hex, "A")) for hex in ("0102", "1212", "1212", "1212", "0102")]
    assert found == ["general", "emergency", "unsupplied", "unsupplied", "general"]


@both
@pytest.mark.rule("typhoon:6.3.3.a", "typhoon:6.3.3.b", "typhoon:6.3.3.c", "typhoon:6.3.3.d")
def test_markers_come_change_stay_and_go(box: str) -> None:
    t = field(box, foot("A", 4, 4), sources=SPRING)
    told = []
    for hex in ("1212", "1212", "1212", "0102"):
        judged(t.put(hex, "A"))
        told.append([event.id for event in t.events])
        t.events.clear()
    assert told == [["on-emergency-supply"], ["unsupplied"], [], ["in-supply"]]


@both
@pytest.mark.rule("typhoon:6.0/2")
def test_both_sides_are_judged_and_baggage_is_not(box: str) -> None:
    units = [foot("A", 4, 4), foot("x", 2, 2, side="soviet"), hq("H"), msu("S")]
    t = field(box, *units, sources="axis 0101, soviet 0112")
    t.put("1212", "A").put("1201", "x").put("1202", "H").put("1212", "S")
    t.play_on(SupplyPhase())
    assert [t.state_of(code) for code in "AxHS"] == ["emergency"] * 3 + ["general"]
    order = [type(part).__name__ for part in TURNS[t.game.edition.turns.order].parts]  # type: ignore[attr-defined]
    assert order.count("SupplyPhase") == 1


@both
@pytest.mark.rule("typhoon:6.3.1")
def test_the_state_lasts_until_the_next_phase(box: str) -> None:
    t = field(box, foot("A", 4, 4), sources="axis 0401")
    t.put("0409", "A").unsupplied("A").ask(Moves("movement"))
    t.do("move A to 0408")
    assert t.state_of("A") == "unsupplied"
    t.ask(JudgeSupply())
    assert t.state_of("A") == "general"


@both
@pytest.mark.rule("typhoon:6.3.4")
def test_emergency_changes_no_value(box: str) -> None:
    t = field(box, foot("A", 4, 4), motor("M", 4, 4), foot("x", 2, 2, side="soviet"),
              sources=SPRING)
    t.put("0405", "A", "M").put("0404", "x")
    before = self_values(t)
    for code in "AMx":
        t.state.set_supply(t.unit(code), 1)
    assert self_values(t) == before
    t.unsupplied("A", "M", "x")
    assert self_values(t) != before


def self_values(t: Field) -> list[object]:
    moves = [ways.allowance(t.game, t.state, t.unit(code), manner)
             for code in "AM" for manner in ("movement", "motorised", "reaction")]
    return [moves, t.dice_of("0404", "A", "M"), t.odds_of("0404", "A", "M")]


@both
@pytest.mark.rule("typhoon:6.3.5.a")
def test_the_unsupplied_lose_two_points_but_not_cavalry(box: str) -> None:
    t = field(box, foot("A", 4, 4, move=5), motor("M", 4, 4, move=7), cavalry("C", 2, 2, move=6),
              foot("L", 1, 1, move=1))
    t.put("0405", "A", "M", "C", "L").unsupplied("A", "M", "C", "L")

    def points(code: str, manner: str) -> float:
        return ways.allowance(t.game, t.state, t.unit(code), manner) / 4

    assert [points(code, "movement") for code in "AMCL"] == [3, 5, 6, 0]
    assert points("M", "motorised") == 1.5, "after halving"
    assert points("C", "motorised") == 3


@both
@pytest.mark.rule("typhoon:6.3.5.c")
def test_the_unsupplied_have_no_least_move_in_the_motorised_phase(box: str) -> None:
    around = "0404 0406 0305 0306 0505 0506"
    t = field(box, motor("M", 4, 4, move=5), hill=around, woods=around)
    t.put("0405", "M").ask(Moves("motorised")).do("move M")
    assert t.offers("to") == set(around.split()), "2 1/2 points, 4 are asked"
    t.unsupplied("M").ask(Moves("motorised")).do("move M")
    assert not t.offers("to")
    t.ask(Moves("movement")).do("move M")
    assert t.offers("to") == set(around.split()), "the Movement Phase gives it to all"


@both
@pytest.mark.rule("typhoon:6.2.3")
def test_a_point_spent_feeds_the_cut_off_within_five_hexes(box: str) -> None:
    units = [foot("A", 4, 4), foot("B", 4, 4), foot("C", 4, 4), msu("S"), msu("D"), msu("E")]
    t = field(box, *units, sources=SPRING)
    t.put("1206", "A").put("1205", "B").put("0102", "C").put("1211", "S--").put("0102", "E")
    t.state.set_steps(t.unit("S"), 1)
    t.ask(OpenSources("axis"), JudgeSupply())
    assert t.offers("spend") == {"S"}
    assert t.refused("spend E").code == "saves-nobody"
    assert t.refused("spend D").code == "not-on-map"
    t.do("spend S")
    assert t.where("S") == "free"
    assert [t.state_of(code) for code in "ABC"] == ["general", "emergency", "general"]


@both
@pytest.mark.rule("typhoon:6.2.3")
def test_the_source_for_a_turn_needs_a_loc_too(box: str) -> None:
    units = [foot("A", 4, 4), msu("S")]
    around = " ".join(f"1206-{other}" for other in ("1205", "1106", "1107", "1207"))
    t = field(box, *units, sources=SPRING, lake=around)
    t.put("1206", "A").put("1208", "S-").ask(OpenSources("axis"), JudgeSupply())
    assert t.step() is None
    assert t.state_of("A") == "emergency"
    t = field(box, *units, sources=SPRING)
    t.put("1206", "A").put("1208", "S-").ask(OpenSources("axis"), JudgeSupply())
    assert t.offers("spend") == {"S"}


@both
@pytest.mark.rule("typhoon:6.3.6")
def test_an_empty_strongpoint_out_of_supply_goes_in_the_second_phase(box: str) -> None:
    t = field(box, foot("A", 4, 4), sources=SPRING)
    t.fort("1212", "axis").fort("0103", "axis")
    t.ask(DecayForts())
    assert t.hex("1212") in t.state.forts
    t.ask(DecayForts())
    assert set(t.state.forts) == {t.hex("0103")}, "the other is in supply"
    t.fort("1212", "axis").put("1211", "A").ask(DecayForts()).ask(DecayForts())
    assert t.hex("1212") in t.state.forts, "a friend is near"
    t.put("0101", "A").ask(DecayForts())
    t.put("1211", "A").ask(DecayForts())
    t.put("0101", "A").ask(DecayForts())
    assert t.hex("1212") in t.state.forts, "the count begins anew"


@both
@pytest.mark.rule("typhoon:6.3.5.c")
def test_the_unsupplied_do_not_react(box: str) -> None:
    t = field(box, foot("A", 8, 8), motor("M", 2, 2, side="soviet"), hq("H", 2),
              foot("x", 2, 2, side="soviet"), motor("N", 2, 2, side="soviet"))
    t.put("0405", "A").put("0404", "x").put("0401", "M", "N", "H").declare("0404", "A")
    t.unsupplied("M").ask(ReactionPhase())
    while t.step() and "react" not in t.play.offers("soviet").choices:
        t.do("done")
    assert "N" in t.offers("react")
    assert "M" not in t.offers("react")
    assert t.refused("react M").code == "unsupplied"


@both
@pytest.mark.rule("typhoon:6.0")
def test_general_and_attack_supply_are_two_things(box: str) -> None:
    t = field(box, foot("A", 4, 4), foot("B", 4, 4), msu("S"), sources=SPRING)
    t.put("0102", "A").put("1212", "B").put("1211", "S-").ask(JudgeSupply())
    covered = attack_supply.covers(t.game, t.state, t.units("S"))
    assert (t.state_of("A"), t.state_of("B")) == ("general", "emergency")
    assert covered & t.units("A", "B") == t.units("B")


@both
@pytest.mark.rule("agn:BSR.supply.states")
def test_a_scenario_may_begin_with_emergency_supply(box: str) -> None:
    start = SetUp(hex=grid().hex("1212"), units=["A", "B"], emergency=["A"])
    t = field(box, foot("A", 4, 4), foot("B", 4, 4), sources=SPRING, setup=[start])
    assert (t.state_of("A"), t.state_of("B")) == ("emergency", "general")
    t.ask(JudgeSupply())
    assert (t.state_of("A"), t.state_of("B")) == ("unsupplied", "emergency")
