"""Worked examples for chits, command, air units and the first turn, as golden tests."""

from dataclasses import replace
from functools import cache

import pytest

from grognard.core.maps import Line
from grognard.rules.narva import zones
from grognard.rules.narva.barrage import BarrageCount
from grognard.rules.narva.battle import Battle
from grognard.rules.narva.combat import AssignAir, CombatSegment
from grognard.rules.narva.command import CommandPhase
from grognard.rules.narva.defences import absorb
from grognard.rules.narva.game import Narva
from grognard.rules.narva.ground import Ground
from grognard.rules.narva.random_events import EventRoll
from grognard.rules.narva.reckoning import attack_share, defence_share, reckon
from grognard.rules.narva.sequence import (
    AirUnitPhase,
    ReinforcementPhase,
    TurnAdvanceSegment,
)
from grognard.rules.narva.state import GROUNDED, OUT_OF_SUPPLY, READY, REFIT
from grognard.rules.narva.supply import supplied
from tests.rules.narva.table import Table, narva, start, table


def turns_pass(t: Table, **cup: int) -> Table:
    """The turn advances with these chits in the cup besides those that go back into it."""
    return t.cup(**cup).ask(TurnAdvanceSegment())


def go_on(t: Table) -> Table:
    """Nobody does anything until the next chit."""
    while t.play.decisions:
        t.do("done")
    return t


# -- strengths ---------------------------------------------------------------------------------


@pytest.mark.rule("narva:2.1.1", "narva:2.1.2")
def test_example_cumulative_quarter() -> None:
    t = table().put("3131", "381R").put("3030", "II24").supply(OUT_OF_SUPPLY, "381R")
    assert attack_share(t.game, t.state, t.unit("381R"), t.hex("3030")).strength == 1
    battle = Battle("soviet", t.hex("3030"), t.units("381R"))
    assert reckon(t.game, t.state, battle).attack_total == 1


@pytest.mark.rule("narva:2.1.2")
def test_example_x_round_once() -> None:
    t = table().put("3131", "65R", "147R").put("3130", "163R").put("3030", "HVS-")
    found = reckon(t.game, t.state, Battle("soviet", t.hex("3030"), t.units("65R", "147R", "163R")))
    assert (found.attack_total, found.defence_total) == (4, 2)
    assert found.raw == t.game.charts.combat.column("2-1", "soviet")


@pytest.mark.rule("narva:2.2.8.C")
def test_example_x_bridge_attack() -> None:
    t = table().put("2508", "1K502").put("2408", "65R")
    assert t.game.ground.bridged(t.game.grid.hexside(t.hex("2508"), t.hex("2408")), frozen=False)
    share = attack_share(t.game, t.state, t.unit("1K502"), t.hex("2408"))
    assert (share.printed, int(share.strength)) == (6, 3)


@pytest.mark.rule("narva:2.1.2")
def test_example_x_attack_rounds_to_zero() -> None:
    t = table(turn=3).put("3131", "219R-").put("3030", "HVS-").acting("soviet", "219R")
    battle = Battle("soviet", t.hex("3030"), t.units("219R"))
    assert reckon(t.game, t.state, battle).attack_total == 0
    assert t.ask(CombatSegment()).step() is None, "no aircraft can lift it"
    assert set(t.state.air) == {READY}


@pytest.mark.rule("narva:2.2.2.B")
def test_example_mixed_woods_swamp() -> None:
    t = table().put("2023", "61F")
    swamp = t.game.charts.terrain["swamp"]
    costs = [t.game.ground.hex_cost(t.hex("2023"), mech) for mech in (False, True)]
    assert costs == [swamp.leg, swamp.mech]
    assert defence_share(t.game, t.state, t.unit("61F")).strength == 6


# -- chits -------------------------------------------------------------------------------------


@pytest.mark.rule("narva:2.3.D", "narva:4.1.1.B")
def test_example_turn3_german_cap() -> None:
    t = table(turn=3).put("2607", "HQFHH").put("2610", "HQ227").cup(_26=2, WER=2, _2SH=1)
    t.ask(CommandPhase()).roll("26").do("hq HQFHH").do("done").do("done")
    t.roll("WER").do("hq HQ227").do("done").do("done")
    for chit in ("26", "WER"):
        t.roll(chit)
        assert not t.play.decisions, "it activates nobody"
    assert t.state.activations("german") == 2
    assert len(t.heard("activated")) == 2


@pytest.mark.rule("narva:2.5.5.A", "narva:2.5.5.B")
def test_example_withdraw_59_timing() -> None:
    t = table(turn=8).put("2607", "HQ59A").put("2609", "HQ117").put("2613", "HQ6")
    t.cup(WITHDRAW_59=1, _59A=1, _26=1).ask(CommandPhase()).roll("WITHDRAW_59")
    t.roll("59A").do("hq HQ117").do("done").do("done").roll("26").do("done")
    turns_pass(t, _59A=1, _26=1).roll("59A").do("hq HQ6").do("done").do("done")
    assert (t.state.turn, t.where("HQ59A")) == (9, "2607")
    t.cup().ask(ReinforcementPhase())
    assert t.where("HQ59A") == "gone"
    assert not t.state.cup[t.game.chit["59A"]]
    assert t.game.chit["59A"] not in t.state.tracks["soviet"]


@pytest.mark.rule("narva:2.5.7.A", "narva:2.5.7.B")
def test_example_withdraw_214_timing() -> None:
    t = table(turn=8).put("0131", "HQ214", "355G").put("0231", "HQ225", "367G")
    t.cup(WITHDRAW_214=1, _43=1).ask(CommandPhase()).roll("WITHDRAW_214")
    t.roll("43").do("hq HQ214").do("done").do("move 355G to 0132").do("done")
    turns_pass(t, _43=1).roll("43").do("hq HQ225").do("done").do("done")
    t.roll("43").do("hq HQ214").do("done").do("move 355G to 0131")
    assert (t.state.turn, t.where("HQ214")) == (9, "0131")
    t.do("done")
    assert {t.where(code) for code in ("HQ214", "355G", "367G")} == {"gone"}
    assert t.where("HQ225") == "0231"


@pytest.mark.rule("narva:2.4.1.B")
def test_example_x_wehrmacht_chit() -> None:
    t = table(turn=3).put("2607", "HQFHH").cup(WER=2, _2SH=1).ask(CommandPhase()).roll("WER")
    t.do("hq HQFHH").do("done").do("done").ask(ReinforcementPhase())
    turns_pass(t, _2SH=1)
    wehrmacht = t.game.chit["WER"]
    assert t.state.turn == 4
    assert not t.state.cup[wehrmacht]
    assert not t.state.spent[wehrmacht]


@pytest.mark.rule("narva:2.5.2.B", "narva:2.5.2.C.2")
def test_example_event_literal() -> None:
    t = table(turn=4).put("2607", "151G").put("0920", "162G").supply(OUT_OF_SUPPLY, "162G")
    t.put("2507", "391G").put("2608", "65R").ask(EventRoll()).roll(1, 1).do("formation 61")
    assert t.offers("move") == {"151G", "162G"}
    t.do("done")
    assert t.step() is None, "nobody fights"


@pytest.mark.rule("narva:2.5.1.1.D", "narva:2.5.1.1.E")
def test_example_barrage_chain() -> None:
    t = table(turn=4).put("2607", "65R").put("2608", "151G", "162G").put("2510", "HQ122")
    t.ask(BarrageCount("soviet")).roll(6).do("barrage 2608").roll(4)
    t.do("retreat 151G").do("done").do("back 2509").do("retreat 162G").do("back 2509")
    assert t.allowed("barrage 2509"), "in their new hex"
    assert not t.allowed("barrage 2608"), "not the first hex again"


@pytest.mark.rule("narva:2.5.1.2.B")
def test_example_x_pd_barrage() -> None:
    t = table(turn=4).put("3127", "II24").put("3126", "65R")
    t.ask(BarrageCount("soviet")).roll(1).do("barrage 3127").roll(6)
    assert t.state.defences == [2, 0], "one box for the loss, one for the retreat"
    assert (t.where("II24"), t.steps("II24")) == ("3127", 2)
    assert t.step() is None


@pytest.mark.rule("narva:0.0.B.2", "narva:2.1.4.E")
def test_example_pd_track_boxes() -> None:
    t = start()
    battle, values = Battle("soviet", t.hex("3127")), []
    for _ in range(10):
        values.append(t.game.charts.defence_track[t.state.defences[0]])
        absorb(t.game, t.state, battle, 1)
    assert values == [3, 3, 3, 3, 3, 2, 2, 2, 1, 0]


# -- headquarters ------------------------------------------------------------------------------


@pytest.mark.rule("narva:4.1.2.A", "narva:4.1.2.C")
def test_example_no_double_activation() -> None:
    t = start().cup(WER=2, _2SH=1)
    go_on(t).roll("WER").do("hq HQFHH")
    go_on(t)
    turns_pass(t, WER=1, _2SH=2)
    for hq in ("HQ109", "HQ30GD"):
        go_on(t.roll("2SH").do(f"hq {hq}"))
    assert t.roll("WER").refused("hq HQFHH").code == "twice-running"


@pytest.mark.rule("narva:4.1.2.B.2", "narva:2.5.4.A.2")
def test_example_free_move_refresh() -> None:
    t = table(turn=4).put("3405", "HQ2SH").put("3406", "HQ30GD").put("2607", "65R", "147R")
    t.put("2608", "163R").cup(_2SH=2, FREE_MOVE=1).ask(CommandPhase())
    t.roll("2SH").do("hq HQ30GD").do("done").do("done")
    t.roll("FREE_MOVE").do("units").do("pick 65R").do("pick 147R").do("pick 163R").do("done")
    assert t.roll("2SH").allowed("hq HQ30GD")


@pytest.mark.rule("narva:4.2.4.A")
@pytest.mark.parametrize(("hex", "near"), [("2611", True), ("2612", False)])
def test_example_range_four(hex: str, near: bool) -> None:
    t = table(turn=4).put("2607", "HQKUST").put(hex, "HOHN").cup(_3SS=1).ask(CommandPhase())
    assert t.game.units[t.unit("HQKUST")].command_range == 4
    t.roll("3SS").do("hq HQKUST").do("done")
    assert t.allowed("move HOHN") is near


@pytest.mark.rule("narva:4.2.1.C", "narva:4.2.2")
def test_example_x_unit_acts_twice() -> None:
    t = table(turn=5).put("2607", "HQFHH").put("2507", "HQ227", "2K502").put("2610", "65R")
    t.cup(_26=2).ask(CommandPhase()).roll("26").do("hq HQFHH").do("attach 2K502").do("done")
    t.do("move 2K502 to 2609").do("done").do("attack 2610 by 2K502 fire").do("done").roll(1)
    t.do("lose 2K502").roll("26").do("hq HQ227").do("attach 2K502").do("done").do("move 2K502")
    assert t.allowed("to 2508"), "with its full allowance"
    t.do("stay").do("done")
    assert t.allowed("attack 2610 by 2K502")


# -- in the air, on the first turn -------------------------------------------------------------


@pytest.mark.rule("narva:12.1.2.A", "narva:12.2.1", "narva:12.2.2")
def test_example_x_air_cycle() -> None:
    t = table(turn=3).put("2608", "61F").put("2607", "65R", "147R").ask()
    t.ask(AssignAir(Battle("soviet", t.hex("2608"), t.units("65R", "147R"))))
    t.do("air AIR1-full").do("air AIR2-normal").do("done").roll(3)
    codes = [air.code for air in t.game.air_units]
    boxes = []
    for _ in range(3):
        boxes.append([t.state.air[codes.index(code)] for code in ("AIR1", "AIR2")])
        t.ask(AirUnitPhase())
    assert boxes == [[GROUNDED, REFIT], [REFIT, READY], [READY, READY]]


@pytest.mark.rule("narva:14.3.A", "narva:14.3.B")
def test_example_first_chit() -> None:
    t = start()
    assert t.heard("chit-played")
    assert not t.heard("chit-drawn")
    t.do("hq HQ109").do("done").do("done").do("attack 2022 by 381R 456R fire").do("done").roll(3)
    told = t.heard("combat")[0].args
    column = t.game.charts.combat.column(told["odds"], "soviet")
    assert told["result"] == t.game.charts.combat.cells[4 - 1][column], "read as 4"


# -- a winter trail over the river -------------------------------------------------------------


@cache
def with_a_trail_over_the_narva() -> Narva:
    """The printed map may have one where ours has none: from 2833 to 2832."""
    game = narva()
    trail = Line("winter_trail", "X9", "over the ice", (game.grid.hex("2833"),
                                                        game.grid.hex("2832")))
    twin = object.__new__(Narva)
    twin.__dict__.update(game.__dict__)
    twin.map = replace(game.map, lines=(*game.map.lines, trail))
    twin.ground = Ground(twin.map, game.charts)
    return twin


@pytest.mark.rule("narva:2.2.8.A", "narva:2.2.8.B")
@pytest.mark.parametrize(("turn", "passes"), [(7, True), (9, False)])
def test_example_x_winter_trail_bridge(turn: int, passes: bool) -> None:
    empty = table(turn=turn)
    t = Table(with_a_trail_over_the_narva(), empty.state).put("2832", "FHHPZ")
    beyond = t.hex("2833")
    assert bool(zones.zone(t.game, t.state, "german") >> beyond & 1) is passes
    assert (t.cost("FHHPZ", t.game.grid.label(beyond)) is not None) is passes
    sides = t.game.ground.supply_sides[t.state.frozen(t.game)]
    direction = t.game.grid.direction(t.hex("2832"), beyond)
    assert direction is not None
    assert bool(sides[direction] >> t.hex("2832") & 1) is passes
    assert supplied(t.game, t.state, "german") >> t.hex("2832") & 1
