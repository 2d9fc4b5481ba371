"""Sections 9.0 and 9.2: who attacks whom."""

import pytest

from grognard.boxes.catalogue import box
from grognard.rules.narva.combat import CombatSegment
from tests.rules.narva.fights import attack, die_for, odds, reckoned, segment, told, why
from tests.rules.narva.table import Table, narva, table

RING = ("2607", "2707", "2706", "2605", "2506", "2507")
"""Open ground on all sides of 2606."""
RIFLES = ("163R", "219R", "320R", "65R", "147R", "708R",
          "1074R", "1076R", "1079R", "381R", "456R", "602R")


def facing() -> Table:
    """A German hex next to a Soviet one in 2606."""
    return table().put("2606", "163R").put("2506", "151G", "162G")


@pytest.mark.rule("narva:9.0.A")
def test_9_0_a_activated_adjacent_unpinned_units_attack() -> None:
    t = facing().put("2605", "2K502").put("2503", "23G").put("2507", "44G").pin("2K502")
    t.acting("german", "151G", "2K502", "23G", "44G").ask(CombatSegment())
    t.do("attack 2606")
    assert t.offers("by") == {"151G", "44G"}
    assert why(t.refused("by 162G")) == ("not-activated", "4.0.A")
    assert why(t.refused("by 2K502")) == ("pinned", "2.5.1.3.A")
    assert why(t.refused("by 23G")) == ("not-adjacent", "9.0.A")


@pytest.mark.rule("narva:9.0.A")
def test_9_0_a_neither_headquarters_nor_the_enemy_nor_units_that_only_move() -> None:
    t = facing().put("2605", "HQ61")
    t.acting("german", "151G", "162G", "HQ61")
    t.state.fighters &= ~t.units("162G")
    t.ask(CombatSegment()).do("attack 2606")
    assert why(t.refused("by HQ61")) == ("headquarters-fights-not", "9.0.A")
    assert why(t.refused("by 163R")) == ("enemy-unit", "9.0.A")
    assert why(t.refused("by 162G")) == ("moves-only", "2.4.2.C")


@pytest.mark.rule("narva:9.0.A")
def test_9_0_a_open_water_halves_an_attack_but_does_not_forbid_it() -> None:
    t = table(turn=9).put("3028", "23PZG").put("3128", "163R")
    segment(t, "23PZG").do("attack 3128 by 23PZG")
    assert reckoned(t, "3128", "23PZG").attack_total == 2  # of 5
    assert t.allowed("fire")


@pytest.mark.rule("narva:9.0.A")
def test_9_0_a_a_hex_out_of_touch_is_no_target() -> None:
    t = facing().put("2503", "219R")
    segment(t, "151G")
    assert t.offers("attack") == {"2606"}
    assert why(t.refused("attack 2503")) == ("nobody-adjacent", "9.0.A")


@pytest.mark.rule("narva:9.0.B")
def test_9_0_b_neither_empty_hexes_nor_lone_headquarters() -> None:
    t = segment(facing().put("2505", "HQ122"), "151G")
    assert t.offers("attack") == {"2606"}
    assert why(t.refused("attack 2505")) == ("headquarters-alone", "9.0.B")
    assert why(t.refused("attack 2405")) == ("nobody-there", "9.0.B")


@pytest.mark.rule("narva:9.0.C")
def test_9_0_c_nobody_has_to_attack_but_the_attacked_defend() -> None:
    segment(t := facing(), "151G").do("done")
    assert t.step() is None
    t = attack(facing(), "2606", "151G", "162G")
    assert t.play.decisions == {}  # the defender is not asked whether he stands
    assert type(t.step()).__name__ == "CombatRoll"


@pytest.mark.rule("narva:9.0.D")
def test_9_0_d_a_hex_is_attacked_once_in_a_segment() -> None:
    t = facing().put("2505", "219R")
    segment(t, "151G", "162G").do("attack 2606 by 151G fire").do("done")
    t.roll(die_for(t, "NR"))
    assert t.offers("attack") == {"2505"}
    assert why(t.refused("attack 2606")) == ("attacked-already", "9.0.D")


def held_after_an_attack(repeats: bool) -> Table:
    """65R has attacked 2606 and lost a step; two regiments beside it have not fought."""
    t = table(turn=2, repeats=repeats).put("2606", "151G").put("2607", "65R")
    t.put("2605", "147R", "163R").put("2705", "162G")
    segment(t, "65R", "147R", "163R").do("attack 2606 by 65R fire").do("done")
    return t.roll(die_for(t, "A1")).do("lose 65R")


@pytest.mark.rule("narva:9.0.D")
def test_9_0_d_is_our_reading_and_the_refusal_tells_of_the_other() -> None:
    refusal = held_after_an_attack(repeats=False).refused("attack 2606")
    assert why(refusal) == ("attacked-already", "9.0.D")
    for language, words in {"en": ("we read", "option", "Repeated attacks"),
                            "fr": ("nous lisons", "option", "Attaques répétées")}.items():
        said = narva().sentence(refusal, language)
        assert all(word in said for word in words), said


@pytest.mark.rule("narva:9.0.D")
def test_9_0_d_with_the_option_units_that_have_not_fought_attack_it_again() -> None:
    t = held_after_an_attack(repeats=True)
    assert "2606" in t.offers("attack")
    t.do("attack 2606")
    assert why(t.refused("by 65R")) == ("fought-already", "9.2.1.B"), "but nobody twice"
    t.do("by 147R by 163R fire").do("done")
    assert len(t.heard("attack")) == 2
    t.roll(die_for(t, "A1")).do(f"lose {min(t.offers('lose'))}")
    assert t.step() is None, "nobody is left who could attack"


@pytest.mark.rule("narva:9.0.D", "narva:9.3.2.A")
@pytest.mark.parametrize("repeats", [False, True])
def test_9_0_d_an_attack_that_the_reveal_cancels_counts(repeats: bool) -> None:
    t = table(turn=2, fog=True, repeats=repeats).put("2606", "381R", "456R")
    t.put("2506", "61F", "151G").put("2608", "163R").put("2609", "162G")
    segment(t, "61F", "151G", "162G").do("attack 2606 by 61F fire").do("done")
    assert t.heard("cancelled")
    if repeats:
        assert t.allowed("attack 2606"), "to 151G, which has not fought"
        return
    refusal = t.refused("attack 2606")
    assert why(refusal) == ("attack-cancelled", "9.0.D")
    for language, words in {"en": ("cancelled", "Repeated attacks"),
                            "fr": ("annulée", "Attaques répétées")}.items():
        assert all(word in t.game.sentence(refusal, language) for word in words)


def test_9_0_d_the_lobby_tells_both_readings() -> None:
    option = box("narva").options()["repeats"]
    assert option.default is False
    for language, words in {"en": ("again", "once", "9.0.D"),
                            "fr": ("de nouveau", "une fois", "9.0.D")}.items():
        said = narva().catalogue(language).text(option.title, {}, narva())
        assert all(word in said for word in words), said


@pytest.mark.rule("narva:9.0.D")
def test_9_0_d_who_retreated_may_be_attacked_again_where_he_went() -> None:
    t = table(turn=2).put("2606", "151G").put("2605", "162G")
    t.put("2607", "381R").put("2604", "1811SU")  # assault guns have no zone
    segment(t, "381R", "1811SU").do("attack 2606 by 381R fire").do("done")
    t.roll(die_for(t, "Dr1/A*1")).do("retreat 151G back 2605").do("lose 381R").do("done")
    t.do("attack 2605")
    assert reckoned(t, "2605", "1811SU").defence_total == 8


@pytest.mark.rule("narva:9.2.1.A")
def test_9_2_1_a_twelve_units_from_six_hexes() -> None:
    t = table().put("2606", "151G", "162G")
    for n, hex in enumerate(RING):
        t.put(hex, *RIFLES[2 * n:2 * n + 2])
    attack(t, "2606", *RIFLES)
    assert reckoned(t, "2606", *RIFLES).attack_total == 39
    assert t.heard("attack")[0].units == tuple(sorted(map(t.unit, RIFLES)))


@pytest.mark.rule("narva:9.2.1.B")
def test_9_2_1_b_stack_mates_may_strike_apart_but_nobody_twice() -> None:
    t = facing().put("2505", "219R")
    segment(t, "151G", "162G").do("attack 2606 by 151G")
    assert why(t.refused("by 151G")) == ("attacks-already", "9.2.1.B")
    t.do("fire").do("done").roll(die_for(t, "NR")).do("attack 2505")
    assert why(t.refused("by 151G")) == ("fought-already", "9.2.1.B")
    assert t.allowed("by 162G")


@pytest.mark.rule("narva:9.2.2.A")
def test_9_2_2_a_the_whole_hex_defends() -> None:
    t = facing().put("2606", "381R", "1811SU", "HQ109")
    found = odds(t, "2606", "151G", "162G")
    assert told(found, "defence") == [("3", "9.3.A"), ("4", "9.3.A"), ("1", "9.3.A")]
    assert told(found, "defence-total") == [("8", "2.1.2")]


@pytest.mark.rule("narva:9.2.2.B")
def test_9_2_2_b_a_target_is_a_hex_and_never_a_unit() -> None:
    t = segment(facing().put("2606", "219R"), "151G", "162G")
    assert t.game.space.domains["attack"].name == "hex"
    assert t.refused("attack 163R").code == "unreadable"


@pytest.mark.rule("narva:9.2.3")
def test_9_2_3_units_of_no_strength_do_not_attack_alone() -> None:
    t = table().put("2606", "163R").put("2506", "1GRZ-").put("2605", "2GRZ-").put("2707", "219R")
    segment(t, "1GRZ", "2GRZ")
    assert t.step() is None  # not even both of them
    t = table().put("2606", "163R").put("2506", "1GRZ-", "151G").put("2505", "219R").put(
        "2504", "2GRZ-")
    segment(t, "1GRZ", "151G", "2GRZ")
    assert t.offers("attack") == {"2606", "2505"}
    t.do("attack 2606 by 1GRZ")
    assert why(t.refused("fire")) == ("no-strength-yet", "9.2.3")
    assert t.allowed("by 151G")


@pytest.mark.rule("narva:9.2.3")
def test_9_2_3_a_target_next_to_units_of_no_strength_only() -> None:
    t = table().put("2606", "163R").put("2506", "1GRZ-").put("2505", "219R").put("2405", "151G")
    segment(t, "1GRZ", "151G")
    assert t.offers("attack") == {"2505"}
    assert why(t.refused("attack 2606")) == ("no-strength", "9.2.3")


@pytest.mark.rule("narva:9.2.3")
def test_9_2_3_they_add_nothing_but_take_losses_and_advance() -> None:
    t = table().put("2606", "163R-").put("2506", "1GRZ-", "2K502")
    assert reckoned(t, "2606", "1GRZ", "2K502").attack_total == 6
    attack(t, "2606", "1GRZ", "2K502").roll(die_for(t, "Dr1/A*1")).do("retreat 163R back 2706")
    assert t.offers("advance") == {"1GRZ", "2K502"}
    t = attack(table().put("2606", "381R", "456R").put("2506", "1GRZ-", "2K502"),
               "2606", "1GRZ", "2K502")
    t.roll(die_for(t, "A2")).do("lose 2K502")
    assert t.offers("lose") == {"1GRZ", "2K502"}
