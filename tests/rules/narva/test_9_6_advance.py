"""Sections 9.6 and 11.1.2: advance after combat."""

import pytest

from grognard.rules.narva.aftermath import DefenderSuffers
from grognard.rules.narva.battle import Battle
from tests.rules.narva.fights import attack, die_for, segment, struck, why
from tests.rules.narva.table import Table, table


def won(*attackers: str, target: str = "2606", start: str = "2607", turn: int = 2) -> Table:
    """The attackers killed the defender: the target is empty."""
    enemy = "30P" if table().game.owner(table().unit(attackers[0])) == "soviet" else "1811SU"
    t = table(turn=turn).put(target, enemy).put(start, *attackers)
    fighters = [unit for unit in attackers if not unit.startswith("HQ")]
    return struck(t, "D2", target, *fighters).do(f"lose {enemy}")


# -- who and where -----------------------------------------------------------------------------


@pytest.mark.rule("narva:9.6.A")
def test_9_6_a_attackers_may_enter_the_hex_that_was_left() -> None:
    t = table(turn=2).put("2606", "163R").put("2607", "2K502", "151G").put("2507", "162G")
    attack(t, "2606", "2K502", "151G").roll(die_for(t, "Dr1/A*1")).do("retreat 163R back 2605")
    assert t.offers("advance") == {"2K502", "151G"}
    assert why(t.refused("advance 162G")) == ("did-not-attack", "9.6.A")
    t.do("advance 151G")
    assert t.where("151G") == "2606"
    assert why(t.refused("advance 151G")) == ("advanced-already", "9.6.B")
    t.do("done")
    assert (t.where("2K502"), t.step()) == ("2607", None)


@pytest.mark.rule("narva:9.6.A")
def test_9_6_a_nobody_advances_while_the_defender_stands() -> None:
    t = table(turn=2).put("2606", "163R", "219R-").put("2607", "2K502")
    struck(t, "D1", "2606", "2K502").do("lose 163R")
    assert t.step() is None


@pytest.mark.rule("narva:9.6.A")
def test_9_6_a_nor_after_a_barrage_or_a_retreat_of_their_own() -> None:
    t = table(turn=2).put("2606", "30P").put("2607", "381R")
    t.ask(DefenderSuffers(Battle("soviet", t.hex("2606"), barrage=True), 1, 0)).do("lose 30P")
    assert t.step() is None
    t = table(turn=2).put("2606", "30P").put("2607", "381R")
    struck(t, "D1/Ar1", "2606", "381R").do("lose 30P").do("retreat 381R back 2608")
    assert t.step() is None


@pytest.mark.rule("narva:9.6.B")
def test_9_6_b_from_none_to_as_many_as_may_stack() -> None:
    t = table(turn=2).put("2606", "30P").put("2607", "381R", "456R", "1811SU").put("2507", "602R")
    struck(t, "D1", "2606", "381R", "456R", "602R", "1811SU").do("lose 30P")
    t.do("advance 381R").do("advance 602R")
    assert why(t.refused("advance 456R")) == ("no-room-to-advance", "9.6.B")
    t.do("advance 1811SU").do("hold")  # an assault gun besides the two
    assert t.step() is None
    nobody = won("381R").do("done")
    assert (nobody.where("381R"), nobody.step()) == ("2607", None)


@pytest.mark.rule("narva:9.6.C")
def test_9_6_c_the_first_hex_is_the_one_the_defender_held() -> None:
    t = won("2K502")
    assert why(t.refused("further 2605")) == ("asked-otherwise", "9.6.B")
    t.do("advance 2K502")
    assert t.where("2K502") == "2606"


@pytest.mark.rule("narva:9.6.D")
def test_9_6_d_an_advance_costs_no_points_and_heeds_no_zones() -> None:
    t = table(turn=2).put("2606", "163R").put("2607", "2K502").put("2505", "219R", "320R")
    t.state.moved = t.units("2K502")  # its movement points are spent
    segment(t, "2K502").do("attack 2606 by 2K502 fire").do("done").roll(die_for(t, "Dr1/A*1"))
    t.do(f"retreat 163R back {min({'2706', '2605'})}").do("advance 2K502")
    t.do("further 2506")  # from zone to zone
    assert (t.where("2K502"), t.steps("2K502")) == ("2506", 2)


@pytest.mark.rule("narva:9.6.2")
def test_9_6_2_who_was_attacked_never_advances() -> None:
    t = table(turn=2).put("2606", "2K502").put("2607", "381R")
    struck(t, "Ar1", "2606", "381R").do("retreat 381R back 2608")
    assert (t.step(), t.state.units_at(t.hex("2607"))) == (None, ())


# -- rivers and closed ground ------------------------------------------------------------------


@pytest.mark.rule("narva:9.6.1.A")
def test_9_6_1_a_legs_do_not_advance_over_open_water_but_by_ferry() -> None:
    t = table(turn=9).put("3128", "1811SU").put("3028", "II24").put("3228", "KRUG")
    struck(t, "D1", "3128", "II24", "KRUG").do("lose 1811SU")
    assert why(t.refused("advance II24")) == ("legs-cannot-cross", "9.6.1.A")
    assert t.offers("advance") == {"KRUG"}
    ferry = won("381R", target="2635", start="2735", turn=9).do("advance 381R")
    assert ferry.where("381R") == "2635"


@pytest.mark.rule("narva:9.6.1.B")
def test_9_6_1_b_legs_advance_over_ice() -> None:
    t = won("163R", target="3028", start="3128", turn=4).do("advance 163R")
    assert t.where("163R") == "3028"


@pytest.mark.rule("narva:9.6.4.A")
@pytest.mark.parametrize("turn", [4, 9])
def test_9_6_4_a_tracks_never_advance_over_a_major_river(turn: int) -> None:
    t = table(turn=turn).put("3128", "1811SU").put("3028", "HVS").put("3228", "KRUG")
    struck(t, "D1", "3128", "HVS", "KRUG").do("lose 1811SU")
    assert why(t.refused("advance HVS")) == ("tracks-cannot-cross", "9.6.4.A")
    second = won("HVS", target="3128", start="3228", turn=turn).do("advance HVS")
    assert why(second.refused("further 3028")) == ("tracks-cannot-cross", "9.6.4.A")
    assert "3129" in second.offers("further")
    ferry = table(turn=turn).put("2635", "30P").put("2735", "1811SU", "381R")
    struck(ferry, "D1", "2635", "1811SU", "381R").do("lose 30P")
    assert why(ferry.refused("advance 1811SU")) == ("tracks-cannot-cross", "9.6.4.A")


@pytest.mark.rule("narva:11.3.1.A")
def test_6_3_an_advance_does_not_open_closed_ground() -> None:
    t = table(turn=2).put("3330", "1811SU").put("3430", "151G", "I45").put("3230", "I48")
    struck(t, "D1", "3330", "151G", "I45", "I48").do("lose 1811SU")
    assert t.offers("advance") == {"I48"}
    for unit in ("151G", "I45"):
        assert why(t.refused(f"advance {unit}")) == ("prepared-defence", "6.3.C")
    t = table(turn=2).put("3028", "1811SU").put("2929", "151G", "I45")
    struck(t, "D2", "3028", "151G", "I45").do("lose 1811SU")
    assert why(t.refused("advance 151G")) == ("ss-only", "6.3.D")
    assert t.offers("advance") == {"I45"}


# -- mechanised units --------------------------------------------------------------------------


@pytest.mark.rule("narva:9.6.3.A")
def test_9_6_3_a_mechanised_units_may_go_on_one_hex() -> None:
    t = won("2K502", "151G").do("advance 2K502")
    assert t.offers("further") == {"2707", "2706", "2605", "2506", "2507", "2607"}
    assert why(t.refused("further 2604")) == ("not-adjacent-hex", "9.6.3.A")
    t.do("further 2605").do("advance 151G")
    assert t.step() is None  # legs stop in the first hex, and nobody else is left
    assert (t.where("2K502"), t.where("151G")) == ("2605", "2606")


@pytest.mark.rule("narva:9.6.3.A")
def test_9_6_3_a_the_second_hex_must_be_open_to_the_unit() -> None:
    t = table(turn=2).put("2606", "1811SU").put("2607", "2K502").put("2605", "163R")
    struck(t, "D1", "2606", "2K502").do("lose 1811SU").do("advance 2K502")
    assert why(t.refused("further 2605")) == ("enemy-occupied", "6.3.B.1")
    t = table(turn=2).put("3028", "1811SU").put("2929", "FHHPZ")
    struck(t, "D2", "3028", "FHHPZ").do("lose 1811SU")
    assert t.step() is None  # it may not enter at all


@pytest.mark.rule("narva:9.6.3.B")
def test_9_6_3_b_mechanised_units_may_part_within_stacking() -> None:
    t = won("2K502", "FHHPZ").do("advance 2K502 hold").do("advance FHHPZ further 2605")
    assert (t.where("2K502"), t.where("FHHPZ"), t.step()) == ("2606", "2605", None)
    t = table(turn=2).put("2606", "1811SU").put("2607", "2K502").put("2605", "151G", "162G")
    struck(t, "D1", "2606", "2K502").do("lose 1811SU").do("advance 2K502")
    assert why(t.refused("further 2605")) == ("no-room-further", "9.6.3.B")


@pytest.mark.rule("narva:9.6.3.B", "narva:7.1.C")
def test_9_6_3_b_mechanised_units_pass_a_full_hex() -> None:
    def full() -> Table:
        t = table(turn=2).put("2606", "1811SU").put("2607", "2K502", "151G").put("2507", "162G")
        struck(t, "D1", "2606", "2K502", "151G", "162G").do("lose 1811SU")
        return t.do("advance 151G").do("advance 162G")

    t = full().do("advance 2K502")
    assert why(t.refused("hold")) == ("no-room-to-hold", "7.1.C")
    t.do("further 2605")
    assert (t.where("2K502"), t.where("162G"), t.step()) == ("2605", "2606", None)
    declined = full().do("done")
    assert (declined.where("2K502"), declined.step()) == ("2607", None)


@pytest.mark.rule("narva:9.6.B")
def test_9_6_b_who_must_stop_in_a_full_hex_does_not_enter_it() -> None:
    t = table(turn=2).put("2424", "1811SU").put("2423", "2K502", "151G").put("2524", "162G")
    t.put("2425", "23G")
    struck(t, "D1", "2424", "2K502", "151G", "162G", "23G").do("lose 1811SU").do("advance 151G")
    t.do("advance 162G")  # a village
    assert t.step() is None
    t = table(turn=2).put("2606", "1811SU").put("2607", "2K502", "151G").put("2507", "162G", "44G")
    for hex, units in {"2706": ("23G", "2G"), "2605": ("176G", "333G"), "2506": ("376G", "377G"),
                       "2707": ("391G", "399G")}.items():
        t.put(hex, *units)
    struck(t, "D1", "2606", "2K502", "151G", "162G").do("lose 1811SU").do("advance 151G")
    t.do("advance 162G")
    assert t.offers("advance") == {"2K502"}  # back to 2607 at least, which it leaves
    assert t.do("advance 2K502").offers("further") == {"2607", "2507"}


@pytest.mark.rule("narva:9.6.4.B")
@pytest.mark.parametrize(("unit", "start", "target"), [
    ("2K502", "2409", "2509"),  # over an unbridged stream
    ("2K502", "2423", "2424"),  # into a village
    ("HVS", "2929", "3029"),  # into the city
])
def test_9_6_4_b_streams_villages_and_cities_stop_them(
    unit: str, start: str, target: str
) -> None:
    t = won(unit, target=target, start=start).do(f"advance {unit}")
    assert (t.where(unit), t.step()) == (target, None)
    bridge = won("2K502", target="2716", start="2816").do("advance 2K502")
    assert "2717" in bridge.offers("further")


@pytest.mark.rule("narva:9.6.6", "narva:11.1.4.A")
def test_9_6_6_an_advance_overruns_a_lone_headquarters() -> None:
    t = table(turn=2).put("2606", "1811SU").put("2607", "2K502").put("2605", "HQ122")
    struck(t, "D1", "2606", "2K502").do("lose 1811SU").do("advance 2K502 further 2605")
    assert (t.where("2K502"), t.where("HQ122"), t.asked()) == ("2605", "displaced", "soviet")
    assert len(t.heard("overrun")) == 1


# -- headquarters ------------------------------------------------------------------------------


@pytest.mark.rule("narva:9.6.5", "narva:11.1.2.A")
def test_9_6_5_a_headquarters_goes_behind_the_units_of_its_stack() -> None:
    t = won("151G", "HQ61")
    assert why(t.refused("advance HQ61")) == ("headquarters-after-units", "9.6.5")
    t.do("advance 151G")
    assert t.offers("advance") == {"HQ61"}
    t.do("advance HQ61")
    assert (t.where("HQ61"), t.step()) == ("2606", None)
    declined = won("151G", "HQ61").do("advance 151G").do("done")
    assert (declined.where("HQ61"), declined.step()) == ("2607", None)


@pytest.mark.rule("narva:9.6.5")
def test_9_6_5_only_its_own_stack_leads_a_headquarters() -> None:
    t = table(turn=2).put("2606", "1811SU").put("2607", "151G", "HQ61").put("2507", "162G")
    t.put("2707", "HQ225")
    struck(t, "D1", "2606", "151G", "162G").do("lose 1811SU").do("advance 162G")
    assert why(t.refused("advance HQ61")) == ("headquarters-after-units", "9.6.5")
    assert why(t.refused("advance HQ225")) == ("did-not-attack", "9.6.A")
    army = table(turn=2).put("2606", "30P").put("2607", "381R", "HQ2SH")
    struck(army, "D1", "2606", "381R").do("lose 30P").do("advance 381R")
    assert army.step() is None  # an army headquarters moves only by relocation (6.0.A)


@pytest.mark.rule("narva:2.5.1.3.A")
def test_2_5_1_3_a_a_pinned_headquarters_does_not_go_along() -> None:
    t = table(turn=2).put("2606", "1811SU").put("2607", "162G", "HQ61").pin("162G", "HQ61")
    t.put("2607", "151G").put("2507", "176G")  # came up after the barrage
    struck(t, "D1", "2606", "151G", "176G").do("lose 1811SU").do("advance 151G")
    assert t.offers("advance") == {"176G"}
    assert why(t.refused("advance HQ61")) == ("pinned", "2.5.1.3.A")


@pytest.mark.rule("narva:11.1.2.B")
def test_11_1_2_b_a_headquarters_goes_two_hexes_with_mechanised_units() -> None:
    t = won("2K502", "151G", "HQ61").do("advance 2K502 further 2605").do("advance 151G")
    t.do("advance HQ61")
    assert t.offers("further") == {"2605"}  # where its unit went, and never alone
    assert why(t.refused("further 2506")) == ("headquarters-follows-units", "11.1.2.B")
    t.do("further 2605")
    assert (t.where("HQ61"), t.step()) == ("2605", None)
    t = won("2K502", "HQ61").do("advance 2K502 further 2605").do("advance HQ61 hold")
    assert (t.where("HQ61"), t.step()) == ("2606", None)
    t = table(turn=2).put("2606", "1811SU").put("2607", "2K502", "HQ61").put("2507", "151G")
    t.put("2507", "HQ225")
    struck(t, "D1", "2606", "2K502", "151G").do("lose 1811SU").do("advance 2K502 further 2605")
    t.do("advance 151G").do("advance HQ225").do("advance HQ61")
    assert why(t.refused("hold")) == ("no-room-to-hold", "7.1.C")  # another headquarters is there
    assert t.do("further 2605").where("HQ61") == "2605"
    t = won("2K502", "HQ61").do("advance 2K502 hold").do("advance HQ61")
    assert (t.where("HQ61"), t.step()) == ("2606", None)
