"""4.0: the sequence of play; 14.1 as far as movement goes."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.steps import Step
from grognard.rules.efs import sequence
from grognard.rules.efs.air import AirReadinessPhase
from grognard.rules.efs.combat import CombatPhase
from grognard.rules.efs.engineering import EngineeringPhase
from grognard.rules.efs.entries import CallArrivals
from grognard.rules.efs.interdiction import InterdictionPhase
from grognard.rules.efs.leaving import Withdrawals
from grognard.rules.efs.reaction import ReactionPhase
from grognard.rules.efs.scenarios import Arrival, EntryArea, Withdrawal
from grognard.rules.efs.sequence import Interphase
from grognard.rules.efs.soviet_table import SovietReplacementPhase
from grognard.rules.efs.state import ACTIVE, TRACK, WITHDRAWN
from grognard.rules.efs.supply import SupplyPhase
from grognard.rules.efs.surrender import SurrenderPhase
from grognard.rules.efs.weather import WeatherPhase
from tests.rules.efs.boxes import NORTH, TYPHOON
from tests.rules.efs.drill import Drill, both, drill, foot, grid, hq, motor

PHASES: dict[type[Step], str] = {
    WeatherPhase: "weather", SupplyPhase: "supply", SovietReplacementPhase: "Soviet replacement",
    AirReadinessPhase: "air readiness", sequence.MovementPhase: "movement",
    InterdictionPhase: "interdiction", ReactionPhase: "reaction", CombatPhase: "combat",
    sequence.MotorisedPhase: "motorised", EngineeringPhase: "engineering",
    SurrenderPhase: "surrender", Interphase: "interphase",
}
STRATEGIC = ["weather", "supply", "Soviet replacement", "air readiness"]
AXIS = ["movement", "interdiction", "reaction", "combat", "motorised", "engineering"]
SOVIET = ["motorised", "reaction", "combat", "movement", "engineering"]


def listen(patch: pytest.MonkeyPatch, found: list[tuple[str, str]],
           also: dict[type[Step], str] | None = None) -> None:
    """Write down every phase as it begins, with the side on turn."""
    def hearing(name: str, run: Callable[..., None]) -> Callable[..., None]:
        def heard(self: Any, game: Any, state: Any) -> None:
            if not getattr(self, "at", 0):
                found.append((state.side, name))
            run(self, game, state)
        return heard

    for kind, name in {**PHASES, **(also or {})}.items():
        patch.setattr(kind, "run", hearing(name, kind.run))


def a_turn(box: str, **rows: Any) -> Drill:
    t = drill(box, motor("A", 4, 4), motor("m", 4, 4, side="soviet"), hq("q"),
              rows={"weather": {"1": "dry", "2": "dry"}, "last_turn": 2, **rows})
    return t.put("0101", "A").put("1212", "m").put("1211", "q").having(side="")


def play(t: Drill, turns: int = 1) -> Drill:
    """Everybody passes to the end of the turn."""
    t.begin(sequence.TURNS[t.game.edition.turns.order])
    while t.step() is not None and t.state.turn <= turns:
        if not t.play.decisions:
            t.roll(1)
        else:
            t.do("done")
    return t


@both
@pytest.mark.rule("typhoon:4.0.A", "typhoon:4.0.B", "typhoon:4.0.C", "typhoon:4.0.D",
                  "typhoon:4.0.E")
def test_the_order_of_a_turn(box: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[tuple[str, str]] = []
    listen(monkeypatch, found)
    play(a_turn(box))
    first = found[:found.index(("", "interphase")) + 1]
    assert [name for side, name in first if side == "axis"] == AXIS
    assert [name for side, name in first if side == "soviet"] == SOVIET
    assert [name for _, name in first] == [*STRATEGIC, *AXIS, *SOVIET, "surrender", "interphase"]


@both
@pytest.mark.rule("agn:BSR.seq.strategic", "agn:BSR.seq.axis", "agn:BSR.seq.soviet",
                  "agn:BSR.seq.surrender", "agn:BSR.seq.interphase")
def test_the_order_of_a_turn_in_the_later_rules(
        box: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[tuple[str, str]] = []
    listen(monkeypatch, found, {CallArrivals: "arrivals"})
    play(a_turn(box))
    first = [name for _, name in found[:found.index(("", "interphase")) + 1]]
    early = [*STRATEGIC[:3], "arrivals", STRATEGIC[3]]
    assert first == [*early, *AXIS, *SOVIET, "surrender", "interphase"]


@both
@pytest.mark.rule("typhoon:4.0.C", "agn:BSR.seq.soviet")
def test_who_moves_before_and_after_soviet_combat(box: str) -> None:
    t = drill(box, foot("r", 4, 4, side="soviet"), motor("m", 4, 4, side="soviet"))
    t.put("0101", "r").put("1212", "m").having(turn=1).begin(sequence.SovietSegment())
    assert t.state.phase == "motorised"
    assert t.offers("move") == {"m"}
    t.do("done")
    assert t.state.phase == "movement"
    assert t.offers("move") == {"r", "m"}


@both
@pytest.mark.rule("typhoon:4.0.E", "agn:BSR.seq.interphase")
def test_markers_of_the_turn_come_off_and_the_turn_advances(box: str) -> None:
    t = a_turn(box)
    t.having(interdiction={t.hex("0606"): 2}, activated=t.units("m"), marked=t.units("A"),
             commanded={t.unit("m"): 1}, railed=t.units("m"), marched=t.units("A"))
    t.begin(Interphase())
    state = t.state
    assert (state.turn, state.interdiction, state.activated, state.commanded) == (2, {}, 0, {})
    assert (state.railed, state.marched) == (0, 0)


@both
@pytest.mark.rule("typhoon:4.0.A.3")
def test_scenarios_do_without_the_soviet_replacement_phase(box: str) -> None:
    rows = {"left_out": ["supply", "attack_supply", "replacement"]}
    assert a_turn(box, **rows).begin(SovietReplacementPhase()).step() is None
    rolls = a_turn(box).begin(SovietReplacementPhase())
    assert rolls.step() is not None, "else a die is thrown"


# -- arrivals -------------------------------------------------------------------------------------


def arriving(box: str, *units: Any, side: str = "soviet", **features: str) -> Drill:
    rows = {"arrival": [Arrival(turn=1, side=side, units=[unit.code for unit in units  # type: ignore[arg-type]
                                                          if unit.side == side], entry="edge")],
            "entry": [EntryArea(id="edge", side=side,  # type: ignore[arg-type]
                                hexes=[grid().hex("0101"), grid().hex("0102")])]}
    return drill(box, *units, rows=rows, **features)


@both
@pytest.mark.rule("agn:BSR.seq.strategic")
def test_ground_arrivals_are_called_and_wait_for_a_movement_phase(box: str) -> None:
    t = arriving(box, foot("r", 4, 4, side="soviet"))
    assert t.state.at[t.unit("r")] == TRACK
    t.begin(CallArrivals())
    assert t.state.at[t.unit("r")] == ACTIVE


@both
@pytest.mark.rule("agn:BSR.move.arrival")
def test_motorised_arrivals_come_before_soviet_combat_and_others_after(box: str) -> None:
    t = arriving(box, foot("r", 4, 4, side="soviet"), motor("m", 4, 4, side="soviet"))
    t.begin(CallArrivals()).moves("soviet", "motorised")
    assert t.offers("enter") == {"m"}
    assert t.refused("enter r").code == "not-in-this-phase"
    t.do("enter m at 0101").do("stay").moves("soviet", moved=0)
    assert t.offers("enter") == {"r"}


@pytest.mark.parametrize(("box", "found"), [(TYPHOON, {"A"}), (NORTH, set())])
@pytest.mark.rule("typhoon:14.1.1", "agn:BSR.move.arrival")
def test_whether_axis_motorised_arrivals_may_wait_for_their_second_phase(
        box: str, found: set[str]) -> None:
    t = arriving(box, motor("A", 4, 4), motor("B", 4, 4), side="axis")
    t.begin(CallArrivals()).put("0606", "B").moves("axis", "motorised")
    assert t.offers("enter") == found
    if not found:
        assert t.refused("enter A").code == "arrives-in-movement"


@both
@pytest.mark.rule("agn:BSR.move.arrival")
def test_the_edge_hex_is_paid_for(box: str) -> None:
    t = arriving(box, motor("A", 4, 4, move=4), side="axis", woods="0101", main_road="0102 0103")
    t.begin(CallArrivals()).moves().do("enter A at 0102")
    assert t.price("0103") == "1", "half a point for the road at the edge, and half again"
    t = arriving(box, motor("A", 4, 4, move=4), side="axis", woods="0101")
    t.begin(CallArrivals()).moves().do("enter A at 0101")
    assert t.price("0102") == "4", "three for the woods"


@both
@pytest.mark.rule("agn:BSR.zoc.arrival")
def test_who_arrives_in_a_zone_stops_there(box: str) -> None:
    t = arriving(box, motor("A", 4, 4, move=9), foot("x", 1, 1, side="soviet"), side="axis")
    t.put("0201", "x").begin(CallArrivals()).moves().do("enter A at 0101")
    assert t.offers("to") == t.offers("via") == set()
    assert t.refused("to 0104").code == "zone-ends-move"
    t.do("stay")
    assert t.where("A") == "0101"


@both
@pytest.mark.rule("typhoon:14.1.7")
def test_an_arrival_may_go_on_strategically(box: str) -> None:
    roads = " ".join(f"01{row:02}" for row in range(1, 13))
    t = arriving(box, motor("A", 4, 4, move=3), side="axis", main_road=roads)
    t.begin(CallArrivals()).moves().do("enter A at 0101")
    assert t.refused("to 0108").code == "too-far"
    assert t.allowed("road 0108"), "four points: the edge and seven hexes"
    assert t.refused("road 0109").code == "too-far"


@both
@pytest.mark.rule("agn:BSR.move.arrival")
def test_who_cannot_pay_for_the_edge_hex_enters_elsewhere_or_waits(box: str) -> None:
    t = arriving(box, motor("A", 4, 4, move=2), motor("B", 1, 1), side="axis", woods="0101")
    t.begin(CallArrivals()).moves().do("enter A")
    assert t.offers("at") == {"0102"}
    assert t.refused("at 0101").code == "entry-too-dear"
    assert t.refused("at 0606").code == "not-entry-hex"


@both
@pytest.mark.rule("agn:BSR.move.arrival")
def test_enemies_in_every_entry_hex_shut_it(box: str) -> None:
    t = arriving(box, motor("A", 4, 4), foot("x", 1, 1, side="soviet"),
                 foot("y", 1, 1, side="soviet"), foot("F", 1, 1), side="axis")
    t.put("0101", "x").put("0606", "F").begin(CallArrivals()).moves()
    assert t.do("enter A").refused("at 0101").code == "enemy-there"
    t = arriving(box, motor("A", 4, 4), foot("x", 1, 1, side="soviet"),
                 foot("y", 1, 1, side="soviet"), foot("F", 1, 1), side="axis")
    t.put("0101", "x").put("0102", "y").put("0606", "F").begin(CallArrivals())
    t.put("0606", "F").moves()
    assert t.refused("enter A").code == "entry-blocked"
    assert t.refused("enter x").code == "enemy-unit"


@both
@pytest.mark.rule("agn:BSR.move.arrival")
def test_only_those_of_one_entry_come_in_together(box: str) -> None:
    units = [motor(code, 1, 1) for code in "ABC"]
    rows = {"arrival": [Arrival(turn=1, side="axis", units=["A", "B"], entry="north"),
                        Arrival(turn=1, side="axis", units=["C"], entry="south")],
            "entry": [EntryArea(id="north", side="axis", hexes=[grid().hex("0101")]),
                      EntryArea(id="south", side="axis", hexes=[grid().hex("0112")])]}
    t = drill(box, *units, rows=rows).begin(CallArrivals()).moves().do("enter A")
    assert t.offers("with") == {"B"}
    assert t.refused("with C").code == "another-entry"
    t.do("with B at 0101").do("stay")
    assert (t.where("A"), t.where("B")) == ("0101", "0101")


@pytest.mark.parametrize(("box", "early"), [(TYPHOON, False), (NORTH, True)])
@pytest.mark.rule("agn:BSR.seq.strategic")
def test_withdrawals_have_their_place_in_the_turn(box: str, early: bool) -> None:
    rows = {"withdrawal": [Withdrawal(turn=1, side="axis", units=["A"])]}
    t = a_turn(box, **rows).begin(Withdrawals("axis"))
    assert (t.step() is not None) is early
    if early:
        t.do("withdraw A")
    u = a_turn(box, **rows).having(side="axis", phase="movement").begin(Withdrawals())
    assert (u.step() is not None) is not early
    if not early:
        u.do("withdraw A")
    found = t if early else u
    assert found.state.at[found.unit("A")] == WITHDRAWN
