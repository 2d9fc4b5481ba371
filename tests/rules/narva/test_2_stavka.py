"""Section 2.5.3: the Stavka directive."""

import pytest

from grognard.rules.narva.action_chits import StavkaDirective, stavka_battle
from grognard.rules.narva.chits import ChitsArrive, ReturnChits
from grognard.rules.narva.combat import CombatRoll
from grognard.rules.narva.command import CommandPhase
from grognard.rules.narva.reckoning import reckon
from grognard.rules.narva.sequence import TurnAdvanceSegment
from tests.rules.narva.fights import struck, why
from tests.rules.narva.table import Table, table


def front() -> Table:
    """Three German hexes with Soviets before them; 65R stands next to two of them."""
    t = table(turn=6).put("2608", "151G").put("2607", "65R", "147R")
    t.put("2508", "333G").put("2909", "162G").put("2910", "163R", "320R")
    return t.put("3110", "219R")


def directive(t: Table) -> Table:
    """The chit is drawn."""
    return t.cup(STAVKA=1, _2SH=1).ask(CommandPhase()).roll("STAVKA")


def attackers(t: Table) -> set[str]:
    return {t.game.units[unit].code for unit in t.heard("attack")[-1].units}


def rolled(t: Table, hex: str, die: int) -> Table:
    return t.do(f"attack {hex}").do("done").roll(die)


def settle(t: Table, until: str = "attack") -> Table:
    """Losses and retreats as they come, nobody advances, until the next attack or draw."""
    while t.play.decisions and not t.offers(until):
        kind = next((kind for kind in ("lose", "retreat", "back") if t.offers(kind)), "done")
        t.do(f"{kind} {min(t.offers(kind))}" if kind != "done" else kind)
    return t


@pytest.mark.rule("narva:2.5.3.A.1")
def test_2_5_3_a_1_two_different_hexes_must_be_attacked() -> None:
    t = directive(front())
    assert t.asked() == "soviet"
    assert not t.allowed("done"), "it is an order"
    assert t.offers("attack") == {"2608", "2508", "2909"}
    settle(rolled(t, "2909", 2))
    refusal = t.refused("attack 2909")
    assert (refusal.code, refusal.rule) == ("stavka-other-hex", "narva:2.5.3.A.1")
    settle(rolled(t, "2608", 4))
    assert t.game.rolling(t.state) is not None, "two were attacked, play goes on"
    assert len(t.heard("attack")) == 2


def test_2_5_3_a_1_what_is_no_target() -> None:
    t = directive(front().put("2614", "391G").put("2606", "HQ61").put("1210", "377G"))
    refusals = {hex: t.refused(f"attack {hex}") for hex in ("2609", "2614", "2606")}
    assert {hex: r.code for hex, r in refusals.items()} == {
        "2609": "nobody-there", "2614": "stavka-nobody-adjacent", "2606": "headquarters-alone"}
    assert refusals["2614"].rule == "narva:2.5.3.A.2"


@pytest.mark.rule("narva:2.5.3.A.1")
def test_2_5_3_a_1_fewer_targets_mean_fewer_attacks() -> None:
    t = directive(table(turn=6).put("2608", "61F").put("2607", "65R", "147R"))
    settle(rolled(t, "2608", 3))
    assert t.game.rolling(t.state) is not None, "no second target"
    nobody = directive(table(turn=6))
    assert nobody.game.rolling(nobody.state) is not None, "not even one"


def test_2_5_3_a_1_odds_below_the_table_are_no_target() -> None:
    t = table(turn=6).put("2608", "23PZG", "154G").put("2607", "1074R-")
    t.put("2909", "162G").put("2910", "163R", "219R")
    t.state.no_flying = True
    refusal = directive(t).refused("attack 2608")
    assert (refusal.code, refusal.rule) == ("odds-too-low", "narva:9.3.2.A")


@pytest.mark.rule("narva:2.5.3.A.1", "narva:9.3.2.A")
@pytest.mark.parametrize("fog", [False, True])
def test_2_5_3_a_1_attackers_without_strength_have_no_target(fog: bool) -> None:
    """In fog too: what one's own units are worth is no secret to oneself."""
    t = table(turn=9, fog=fog).put("2635", "151G").put("2735", "16UR")  # 1, halved by the river
    t.put("2608", "61F").put("2607", "65R", "147R").put("2611", "162G").put("2610", "381R")
    t = directive(t)
    assert t.offers("attack") == {"2608", "2611"}
    assert why(t.refused("attack 2635")) == ("strength-rounds-to-nothing", "2.1.2")


# -- aircraft are voluntary (12.1.1.A) ---------------------------------------------------------


def beyond_reach(fog: bool = False) -> Table:
    """One target, 1-4 with the directive's shift: in the table only with aircraft."""
    return directive(table(turn=6, fog=fog).put("2608", "23PZG", "154G").put("2607", "163R"))


@pytest.mark.rule("narva:2.5.3.A.1", "narva:12.1.1.A")
def test_12_1_1_a_a_target_that_needs_aircraft_is_not_compulsory() -> None:
    t = beyond_reach()
    assert t.allowed("attack 2608"), "but it may be attacked"
    t.do("done")
    assert t.game.rolling(t.state) is not None, "play goes on"
    assert not t.heard("attack")


@pytest.mark.rule("narva:2.5.3.A.1", "narva:12.1.1.A")
@pytest.mark.parametrize("fog", [False, True])
def test_12_1_1_a_without_aircraft_the_attack_is_called_off(fog: bool) -> None:
    t = beyond_reach(fog).do("attack 2608")
    assert set(t.play.offers("soviet").choices) == {"air", "done"}
    t.do("done")
    assert t.heard("cancelled")
    assert t.game.rolling(t.state) is not None
    assert not t.heard("combat")


@pytest.mark.rule("narva:12.1.1.A")
def test_12_1_1_a_with_aircraft_it_is_fought() -> None:
    t = beyond_reach().do("attack 2608").do("air BOMBER-full").do("done")
    assert isinstance(t.step(), CombatRoll)
    assert t.step().column == 2, "from two below the table: one by order, three by the bomber"


@pytest.mark.rule("narva:2.5.3.A.1")
def test_2_5_3_a_1_an_attack_called_off_costs_nothing_and_fulfils_nothing() -> None:
    """163R may strike 2608 with aircraft only, but 2506 as it is: that it must."""
    t = table(turn=6).put("2608", "23PZG", "154G").put("2607", "163R").put("2606", "61F-")
    t.put("2909", "162G").put("2910", "65R", "320R")
    t = directive(t)
    assert why(t.refused("done")) == ("stavka-must-attack", "2.5.3.A.1")
    t.do("attack 2608").do("done")
    assert why(t.refused("attack 2608")) == ("stavka-called-off", "12.1.1.A")
    assert why(t.refused("done")) == ("stavka-must-attack", "2.5.3.A.1")
    settle(rolled(t, "2606", 4))
    assert attackers(t) == {"163R"}, "it has not fought for the directive yet"
    assert t.offers("attack") == {"2909"}, "and one more hex is owed"
    assert why(t.refused("done")) == ("stavka-must-attack", "2.5.3.A.1")


@pytest.mark.rule("narva:2.5.3.A.1", "narva:9.3.2.A")
def test_2_5_3_a_1_an_attack_that_the_reveal_cancels_is_one_of_the_two() -> None:
    """163R strikes a stack of two at 1-4; 219R has come beside it since and would reach 1-2."""
    t = table(turn=6, fog=True).put("2608", "23PZG", "154G").put("2607", "163R")
    t.put("2909", "162G").put("2910", "65R", "320R").put("3110", "151G").put("3111", "147R")
    t = directive(t).do("attack 2608").do("done")
    assert t.heard("cancelled")
    refusal = t.put("2609", "219R", "131GR").refused("attack 2608")
    assert why(refusal) == ("stavka-cancelled", "2.5.3.A.1")
    for language, word in {"en": "cancelled", "fr": "annulée"}.items():
        assert word in t.game.sentence(refusal, language)
    settle(rolled(t, "2909", 4))
    assert t.game.rolling(t.state) is not None, "no third attack, though 3110 could be struck"
    assert len(t.heard("combat")) == 1


@pytest.mark.rule("narva:2.5.3.A.2")
def test_2_5_3_a_2_everybody_adjacent_joins_but_the_pinned() -> None:
    t = directive(front().put("2609", "219R").put("2709", "708R", "16UR").pin("708R"))
    t.do("attack 2608")
    assert attackers(t) == {"65R", "147R", "219R", "16UR"}, "nobody activated them"


@pytest.mark.rule("narva:2.5.3.A.2")
def test_2_5_3_a_2_a_unit_fights_for_the_first_target_only() -> None:
    t = directive(front().put("2507", "708R"))
    settle(rolled(t, "2608", 4)).do("attack 2508")
    assert attackers(t) == {"708R"}


def test_2_5_3_a_2_units_that_attacked_earlier_in_the_turn_join_and_aircraft_may_help() -> None:
    t = front().acting("soviet", "65R", "147R").ask()
    t.state.fought = t.units("65R", "147R")
    t.state.end_activation()
    directive(t).do("attack 2608")
    assert attackers(t) == {"65R", "147R"}
    assert t.allowed("air AIR1-full")


def test_2_5_3_a_2_the_attackers_may_advance() -> None:
    t = directive(front().put("2507", "708R")).do("attack 2608").do("air BOMBER-full")
    settle(t.do("air AIR1-full").do("done").roll(5), until="advance")
    assert t.do("advance 147R").where("147R") == "2608"


@pytest.mark.rule("narva:2.5.3.B")
def test_2_5_3_b_the_combat_shifts_one_column_right() -> None:
    t = table(turn=6).put("2608", "61F").put("2607", "65R", "147R").ask()
    forced = stavka_battle(t.game, t.state, t.hex("2608"))
    found = reckon(t.game, t.state, forced)
    assert found.raw == t.game.charts.combat.column("2-1", "soviet")
    directive(t).do("attack 2608").do("done")
    step = t.step()
    assert isinstance(step, CombatRoll)
    assert step.column == found.raw + 1


@pytest.mark.rule("narva:2.5.3.C")
def test_2_5_3_c_no_result_still_costs_a_step_in_each_combat() -> None:
    t = directive(table(turn=6).put("2608", "61F").put("2607", "65R", "147R"))
    rolled(t, "2608", 3)
    assert t.heard("combat")[0].args["result"] == "NR"
    t.do("lose 65R")
    assert (t.steps("65R"), t.steps("147R")) == (1, 2)
    assert t.game.rolling(t.state) is not None


@pytest.mark.rule("narva:2.5.3.C", "narva:9.4.1.A")
def test_2_5_3_c_the_extra_step_comes_from_the_strongest_again() -> None:
    t = table(turn=6).put("2608", "61F").put("2607", "131GR", "163R").put("2609", "381R")
    struck(t, "A2", "2608", "131GR", "163R", "381R", stavka=True).do("lose 131GR")
    assert t.offers("lose") == {"131GR", "163R", "381R"}, "the second printed step is free"
    t.do("lose 163R")
    assert t.offers("lose") == {"381R"}, "4, while 131GR has been turned over"
    assert why(t.refused("lose 163R")) == ("strongest-first", "9.4.1.A")


@pytest.mark.rule("narva:2.5.3.D")
def test_2_5_3_d_a_retreat_of_the_attackers_is_paid_in_steps() -> None:
    t = directive(table(turn=6).put("2608", "61F").put("2607", "65R", "147R"))
    rolled(t, "2608", 2)
    assert t.heard("combat")[0].args["result"] == "Ar1"
    t.do("lose 65R").do("lose 147R")
    assert (t.steps("65R"), t.steps("147R")) == (1, 1)
    assert t.where("65R") == t.where("147R") == "2607"
    assert t.game.rolling(t.state) is not None, "two steps in all"


@pytest.mark.rule("narva:2.5.3.E")
def test_2_5_3_e_the_chit_comes_back_two_turns_later() -> None:
    t = directive(table(turn=6))
    stavka = t.game.chit["STAVKA"]
    assert t.state.due == [(8, stavka)]
    t.cup(_2SH=1).ask(ReturnChits(), TurnAdvanceSegment())
    t.ask(ChitsArrive())
    assert (t.state.turn, t.state.cup[stavka]) == (7, 0)
    t.ask(TurnAdvanceSegment())
    t.ask(ChitsArrive())
    assert (t.state.turn, t.state.cup[stavka]) == (8, 1)


def test_2_5_3_e_after_turn_10_it_does_not_come_back() -> None:
    t = directive(table(turn=11))
    assert t.state.due == [(13, t.game.chit["STAVKA"])]


def test_2_5_3_the_directive_leaves_no_activation_behind() -> None:
    t = directive(table(turn=6).put("2608", "61F").put("2607", "65R", "147R"))
    rolled(t, "2608", 3).do("lose 65R")
    assert not t.state.acting
    assert not t.state.fought
    assert not t.state.attacked
    assert t.state.activations("soviet") == 0
    assert not t.ask(StavkaDirective(0)).state.acting
