"""14.3, 14.4: the Soviet replacement table and the pools."""

from typing import Any

import pytest

from grognard.rules.efs.air import AirReadinessPhase
from grognard.rules.efs.entries import CallArrivals
from grognard.rules.efs.scenarios import AirAtStart, Arrival, EntryArea, Group
from grognard.rules.efs.sequence import Interphase
from grognard.rules.efs.soviet_table import SovietReplacementPhase, TableEvent
from grognard.rules.efs.state import (
    ACTIVE,
    CADRE,
    DESTROYED,
    EMERGENCY,
    GENERAL,
    NOT_YET,
    POOL,
    READY,
    TRACK,
    UNSUPPLIED,
)
from grognard.rules.efs.victory import score
from tests.rules.efs.boxes import TYPHOON, contents
from tests.rules.efs.campaign import Campaign, campaign, hexes, plane
from tests.rules.efs.drill import both, foot, gun, tank

OTHERS = ["supply", "attack_supply", "replacement"]

TABLE = """
0 0 0 S
1 1 0 S
2 1 1 V
3 1 1 M
4 2 1 A
5 2 1 R
6 2 2 N
7 3 2 A
8 3 2 R
9 4 2 R
10 5 3 R
"""
"""Die, infantry points, strongpoints, event: typed from the reconstruction."""


def soviet(code: str, *traits: str, **more: Any) -> Any:
    return foot(code, 4, 4, side="soviet", traits=traits, **more)


def table(rows: Any = None, box: str = TYPHOON, **features: Any) -> Campaign:
    groups = [
        Group(id="tanks", side="soviet", pool="armour", turn=5, points=2, entry="e", units=["t"]),
        Group(id="first", side="soviet", pool="special", turn=29, points=1, entry="e",
              units=["a", "b"], later={"b": 31}),
        Group(id="second", side="soviet", pool="special", turn=30, entry="e", units=["c"]),
    ]
    said = {"group": groups, "mandatory_attacks": True, "entry": [
        EntryArea(id="e", side="soviet", hexes=hexes("1206"))],
        "air": {"soviet": AirAtStart(ready=["Yak"], flown=["LaGG"])}, **(rows or {})}
    return campaign(
        box, tank("t", 6, 6, side="soviet"), soviet("a"), soviet("b"), soviet("c"),
        soviet("n", "nkvd"), soviet("m", "nkvd"), soviet("g", "guards"),
        gun("r", 3, side="soviet", steps=2, reduced=(0, 1), traits=["guards", "rocket"]),
        soviet("i"), soviet("p", garrison="Tula"), soviet("q", garrison="Tula"),
        soviet("o", garrison="Orel"), foot("A", 4, 4), rows=said,
        air=[plane("Yak", "soviet"), plane("LaGG", "soviet")], **features).turn(30)


@pytest.mark.rule("typhoon:14.3")
def test_the_table() -> None:
    typed = [row.split() for row in TABLE.split("\n") if row]
    found = [[str(row.die), str(row.infantry), str(row.strongpoints), row.event]
             for row in contents(TYPHOON).soviet_table]
    assert found == typed


@pytest.mark.rule("typhoon:14.3", "typhoon:15.1.1")
def test_a_roll_gives_points_forts_and_an_event() -> None:
    t = table()
    t.ask(SovietReplacementPhase()).roll(9)
    assert (t.has("soviet-infantry"), t.has("strongpoints")) == (4, 2)
    assert t.step().letter == "R"
    other = table(rows={"left_out": OTHERS})
    other.ask(SovietReplacementPhase())
    assert not other.step(), "none in other scenarios"


@pytest.mark.rule("typhoon:14.3.1")
def test_an_a_is_a_step_of_armour_or_a_group_of_it() -> None:
    t = table()
    t.ask(TableEvent("A"))
    assert t.offers("group") == {"tanks"}
    t.do("heavy")
    assert t.has("soviet-heavy") == 1
    assert not t.step(), "one or the other"
    t = table()
    t.ask(TableEvent("A")).do("group tanks")
    assert t.at("t") == ACTIVE
    assert not t.has("soviet-heavy")


@pytest.mark.rule("typhoon:14.3.2")
@pytest.mark.parametrize(("turn", "orders", "panic", "owed"), [
    (5, True, 0, 0), (6, True, 1, 0), (19, True, 1, 0), (20, True, 0, 1), (20, False, 0, 0)])
def test_an_m_is_panic_then_an_attack(turn: int, orders: bool, panic: int, owed: int) -> None:
    t = table(rows={"mandatory_attacks": orders}).turn(turn)
    t.ask(TableEvent("M"))
    assert (len(t.heard("capital-panic")), t.has("backlog")) == (panic, owed)


@pytest.mark.rule("typhoon:14.3.2")
def test_panic_costs_the_forts_of_the_roll() -> None:
    t = table().turn(10)
    t.ask(SovietReplacementPhase()).roll(3)
    assert not t.has("strongpoints")


@pytest.mark.rule("typhoon:14.3.3")
def test_an_r_is_a_reserve_or_a_garrison_set_free() -> None:
    t = table().put("0606", "p", "q").put("0303", "o")
    t.state.garrison = t.units("p", "q", "o")
    t.ask(TableEvent("R"))
    assert t.offers("group") == {"first", "second"}
    assert t.refused("release 0505").code == "no-garrison-there"
    t.do("release 0606")
    assert t.state.garrison == t.units("o"), "all of one place"
    assert not t.step()


@pytest.mark.rule("typhoon:14.3.4")
@pytest.mark.parametrize("supply", [EMERGENCY, UNSUPPLIED])
def test_an_s_feeds_one_stack(supply: int) -> None:
    t = table().put("0606", "i", "g").put("0303", "n").put("0404", "m")
    for code in ("i", "g", "n"):
        t.state.set_supply(t.unit(code), supply)
    t.ask(TableEvent("S"))
    assert t.refused("relieve 0404").code == "nobody-cut-off"
    t.do("relieve 0606")
    fed = {code: t.state.supply[t.unit(code)] for code in "ign"}
    assert fed == {"i": GENERAL, "g": GENERAL, "n": supply}
    assert not t.step()


@pytest.mark.rule("typhoon:14.3.5", "typhoon:15.1.5")
def test_a_v_rebuilds_an_air_unit_or_frees_moscows() -> None:
    t = table()
    t.state.air[0] = DESTROYED
    t.ask(TableEvent("V"))
    assert t.refused("air LaGG").code == "air-not-destroyed"
    t.do("air Yak")
    assert not t.step()
    t.ask(AirReadinessPhase())
    while t.step():
        t.roll(*[10] * t.step().chance(t.game, t.state).count)
    assert t.state.air[0] == READY
    t = table()
    t.ask(TableEvent("V")).do("freeair")
    assert t.has("moscow-air") == 1
    t.ask(Interphase())
    assert not t.has("moscow-air"), "this turn only"


@pytest.mark.rule("typhoon:14.3.6")
def test_an_n_is_a_step_for_the_nkvd_then_for_guards() -> None:
    t = table().put("0606", "n-", "m", "g-", "i-").put("0303", "r-")
    t.ask(TableEvent("N"))
    assert t.offers("step") == {"n"}
    assert t.refused("step g").code == "not-nkvd-or-guards"
    t.do("step n")
    assert t.steps("n") == t.game.units[t.unit("n")].steps
    t.ask(TableEvent("N"))
    assert t.offers("step") == {"g"}, "no rockets, no others"
    t.do("step g").ask(TableEvent("N"))
    assert not t.step(), "it is lost"


@pytest.mark.rule("typhoon:14.3.6")
def test_a_dead_nkvd_unit_goes_before_guards() -> None:
    t = table().put("0606", "m", "g-").box(CADRE, "n")
    t.ask(TableEvent("N"))
    assert t.offers("step") == {"n"}
    t.do("step n")
    assert t.at("n") == ACTIVE


# -- pools -------------------------------------------------------------------------------------


@pytest.mark.rule("typhoon:14.4", "typhoon:17.2.3")
def test_some_groups_give_the_axis_points() -> None:
    t = table()
    t.ask(TableEvent("A")).do("group tanks")
    assert score(t.game, t.state) == 2
    t.ask(TableEvent("R")).do("group second")
    assert score(t.game, t.state) == 2


@both
@pytest.mark.rule("typhoon:14.4.1", "agn:BSR.pool")
def test_a_group_comes_from_its_turn_with_its_letter_one_a_result(box: str) -> None:
    t = table(box=box).turn(29)
    t.ask(TableEvent("R"))
    assert t.refused("group second").code == "not-available"
    assert t.refused("group tanks").code == "another-pool"
    t.do("group first")
    assert not t.step(), "one a result"
    assert t.at("c") == POOL
    t.turn(30).ask(TableEvent("R"))
    assert t.refused("group first").code == "group-taken"
    t.do("group second")
    assert t.at("c") == ACTIVE


@pytest.mark.rule("typhoon:14.4.1")
def test_a_group_enters_by_its_own_code() -> None:
    t = table()
    t.ask(TableEvent("R")).do("group second")
    assert t.game.entry_of[t.unit("c")] == "e"


@pytest.mark.rule("typhoon:14.4.2")
def test_what_is_left_of_a_group_comes_by_itself() -> None:
    t = table()
    t.ask(TableEvent("R")).do("group first")
    paid = score(t.game, t.state)
    assert (t.at("a"), t.at("b")) == (ACTIVE, TRACK)
    t.turn(31).ask(CallArrivals())
    assert t.at("b") == ACTIVE
    assert score(t.game, t.state) == paid == 1


@pytest.mark.rule("typhoon:14.4.2")
def test_a_result_is_used_at_once_or_lost() -> None:
    t = table()
    t.ask(TableEvent("R")).do("pass")
    t.turn(31).ask(TableEvent("S"))
    assert not t.step()
    assert (t.at("a"), t.at("c")) == (POOL, POOL)
    t = table().turn(3)
    t.ask(TableEvent("R"))
    assert not t.step(), "nothing is available"


@pytest.mark.rule("typhoon:14.4.3")
def test_ordinary_reinforcements_cost_nothing() -> None:
    t = table(rows={"arrival": [Arrival(turn=30, side="soviet", units=["i"], entry="e")]})
    assert t.at("i") == TRACK
    t.ask(CallArrivals())
    assert t.at("i") == ACTIVE
    assert score(t.game, t.state) == 0


@pytest.mark.rule("typhoon:14.4.4")
def test_air_reinforcements_are_ready_without_a_die() -> None:
    rows = {"arrival": [Arrival(turn=30, side="soviet", units=["Yak"], entry="ready")],
            "air": {"soviet": AirAtStart(flown=["LaGG"])}}
    t = table(rows=rows)
    assert t.state.air[0] == NOT_YET
    t.ask(AirReadinessPhase())
    while t.step():
        assert t.step().chance(t.game, t.state).count == 1, "one die, for the other"
        t.roll(10)
    assert t.state.air[0] == READY
