"""Chapter 10: supply."""

import pytest

from grognard.rules.eastfront.combat import CombatPhase
from grognard.rules.eastfront.movement import MovementPhase
from grognard.rules.eastfront.production import ProductionPhase
from tests.rules.eastfront.grounds import (
    has_line,
    holder,
    in_zone,
    judge,
    on_net,
    only_soviet,
    unsupplied,
)
from tests.rules.eastfront.table import Table, table

STEPPE = ("Stalingrad_SE1", "Elista_NW1", "Elista_NE1", "Elista_E1", "Elista")


def steppe() -> Table:
    """The Soviets hold the north down to Stalingrad and the steppe south of it, without rails."""
    t = table()
    t.state.last_axis = t.game.ground.land & ~((2 << t.hex("Stalingrad_E1")) - 1)
    t.state.last_axis |= t.game.rows.land["axis"]
    return t.held("soviet", *STEPPE)


def pocket() -> Table:
    """Two Axis corps at Voronezh, deep in Soviet ground."""
    return table().put("Voronezh", "5AK:3", "6AK:1").put("Gryazi", "3A").put("Liski", "13A") \
        .put("Kastornoye", "4A").put("Belgorod_E1", "5A").put("Kursk_NE1", "9A")


@pytest.mark.rule("eastfront:10.1", "eastfront:10.2a")
def test_10_2a_judged_in_the_enemy_supply_phase() -> None:
    t = pocket().phase("axis", "supply")
    assert not has_line(t, "axis", "Voronezh")
    assert not unsupplied(t, "5AK")  # cut off, but not judged in its own turn
    judge(t, "soviet")
    assert not unsupplied(t, "5AK")
    judge(t, "axis")
    assert unsupplied(t, "5AK")
    assert [e.args["block"] for e in t.heard("unsupplied")] == [t.unit("5AK"), t.unit("6AK")]


@pytest.mark.rule("eastfront:10.2b", "eastfront:8.2c")
def test_10_2b_the_stored_state_decides_the_zone() -> None:
    t = pocket().phase("axis", "movement")
    assert in_zone(t, "axis", "Voronezh_E1")  # no line, but supplied when last judged
    judge(t, "axis")
    t.off(-3, "3A", "13A", "4A", "5A", "9A")
    t.held("axis", "Kastornoye", "Kursk", "Kursk_NW1", "Sumy_E1").phase("axis", "movement")
    assert has_line(t, "axis", "Voronezh")
    assert not in_zone(t, "axis", "Voronezh_E1")  # a line again, but not yet judged
    judge(t, "axis")
    assert in_zone(t.phase("axis", "movement"), "axis", "Voronezh_E1")


@pytest.mark.rule("eastfront:10.3a")
def test_10_3a_two_hexes_from_the_railhead() -> None:
    t = steppe().phase("axis", "supply")
    assert on_net(t, "soviet", "Stalingrad")
    assert not on_net(t, "soviet", "Stalingrad_SE1")
    assert has_line(t, "soviet", "Stalingrad_SE1")
    assert has_line(t, "soviet", "Elista_NE1")
    assert not has_line(t, "soviet", "Elista_E1")
    t = judge(steppe().put("Elista_E1", "3A:2").put("Elista_NE1", "13A:2"), "soviet")
    assert (t.cv("3A"), t.cv("13A")) == (1, 2)


@pytest.mark.rule("eastfront:10.3b", "eastfront:8.4e")
def test_10_3b_an_enemy_hex_breaks_the_line() -> None:
    t = steppe().held("axis", "Stalingrad_SE1", "Elista_NW1").phase("axis", "supply")
    assert not has_line(t, "soviet", "Elista_NE1")
    t.held("soviet", "Elista_NW1").phase("axis", "supply")
    assert holder(t, "Kotelnikovo") == "axis"
    assert not has_line(t, "soviet", "Elista_NE1")
    t.held("soviet", "Stalingrad_SE1").phase("axis", "supply")
    assert has_line(t, "soviet", "Elista_NE1")


@pytest.mark.rule("eastfront:10.3b", "eastfront:1.35e")
def test_10_3b_no_line_over_an_alpine_side() -> None:
    t = only_soviet("Baku", "Baku_W1", "Kirovabad_E1", "Kirovabad", "Tbilisi", "Grozny")
    t.phase("axis", "supply")
    assert on_net(t, "soviet", "Tbilisi")
    assert not has_line(t, "soviet", "Grozny")


@pytest.mark.rule("eastfront:10.3c", "eastfront:10.3a")
def test_10_3c_a_line_uses_contested_hexes_and_defended_battles() -> None:
    t = steppe().put("Elista_NE1", "3A").put("Kotelnikovo", "5AK")
    t.put("Stalingrad", "9A").put("Kalach", "8AK").phase("axis", "supply")
    assert holder(t, "Stalingrad_SE1") == "contested"
    assert has_line(t, "soviet", "Elista_NE1")
    t.put("Stalingrad_SE1", "13A", "6AK").battle("Stalingrad_SE1", "axis").phase("axis", "supply")
    assert has_line(t, "soviet", "Elista_NE1")
    t.battle("Stalingrad_SE1", "soviet").phase("axis", "supply")
    assert not has_line(t, "soviet", "Elista_NE1")


@pytest.mark.rule("eastfront:10.3d")
def test_10_3d_attackers_trace_out_of_an_enemy_battle_hex() -> None:
    t = table().put("Kastornoye", "41Pz:2", "3A").battle("Kastornoye", "axis").put("Kursk", "5AK")
    judge(t, "axis")
    assert holder(t, "Kastornoye") == "soviet"
    assert not unsupplied(t, "41Pz")
    t.put("Kursk", "13A").off(-3, "5AK").put("Belgorod", "4A")
    assert unsupplied(judge(t, "axis"), "41Pz")


@pytest.mark.rule("eastfront:10.3e", "eastfront:1.39b")
def test_10_3e_lines_cross_rivers_and_straits() -> None:
    t = table().put("Novorossiysk", "5AK").held("axis", "Kerch", "Sevastopol", "Simferopol")
    t.phase("soviet", "supply")
    assert not on_net(t, "axis", "Novorossiysk")
    assert holder(t, "Batumi") == "soviet"  # the base of the eastern Black Sea
    assert has_line(t, "axis", "Novorossiysk")
    assert has_line(t, "axis", "Kupyansk")  # over the river from Kharkov


@pytest.mark.rule("eastfront:10.4a")
def test_10_4a_each_loses_a_step_and_the_last_one_kills() -> None:
    t = pocket().put("Voronezh", "AGS:0", "AGC:1")
    judge(t, "axis")
    assert t.cv("5AK") == 2
    assert t.where("6AK") == "pool"
    assert t.where("AGS") == "pool"
    assert (t.where("AGC"), t.cv("AGC")) == ("Voronezh", 0)
    assert {e.rule for e in t.heard("eliminated")} == {"10.4a"}


@pytest.mark.rule("eastfront:10.4b")
def test_10_4b_the_unsupplied_still_move_and_fight() -> None:
    t = pocket().put("Voronezh", "AGS")
    t.state.unsupplied = t.units("5AK", "6AK", "AGS")
    t.phase("axis", "movement").active("AGS").ask(MovementPhase())
    t.do("move 5AK to Gryazi over Voronezh").phase("axis", "combat")
    t.state.stack = ()
    t.ask(CombatPhase())
    t.do("done").do("resolve Gryazi").do("fire 3A").roll(1, 1, 1)
    assert t.allowed("fire 5AK")


@pytest.mark.rule("eastfront:10.4c")
def test_10_4c_all_are_judged_before_any_loss() -> None:
    t = steppe().put("Elista_E1", "3A:1").put("Elista_NE1", "13A:1").put("Kotelnikovo", "5AK")
    t.put("Stalingrad", "9A").held("axis", "Stalingrad_SE1").phase("axis", "supply")
    # 3A dies, and with it its zone; 13A keeps the line it had at the start of the phase.
    assert holder(t, "Stalingrad_SE1") == "contested"
    judge(t, "soviet")
    assert t.where("3A") == "pool"
    assert t.where("13A") == "Elista_NE1"
    t = pocket().put("Gryazi_W1", "8AK:1")
    judge(t, "axis")  # 6AK is lost before 8AK is looked at: nothing changes for 8AK
    assert t.where("8AK") == t.where("6AK") == "pool"


@pytest.mark.rule("eastfront:10.5a", "eastfront:1.46c")
def test_10_5a_a_fortress_feeds_its_strongest_defender() -> None:
    t = table().put("Leningrad", "23A:3", "8A:2", "5AK").battle("Leningrad", "axis")
    judge(t, "soviet")
    assert not on_net(t, "soviet", "Leningrad")
    assert (t.cv("23A"), t.cv("8A")) == (3, 1)
    assert not unsupplied(t, "23A")
    judge(t, "soviet")
    assert (t.cv("23A"), t.where("8A")) == (3, "pool")


@pytest.mark.rule("eastfront:10.5a")
def test_10_5a_among_equals_the_owner_chooses() -> None:
    t = table().put("Leningrad", "23A:3", "8A:3", "4A:2", "5AK").battle("Leningrad", "axis")
    judge(t, "soviet")
    assert (t.asked(), t.offers("feed")) == ("soviet", {"23A", "8A"})
    refusal = t.refused("feed 4A")
    assert (refusal.code, refusal.rule) == ("strongest-fed", "eastfront:10.5a")
    assert t.refused("feed 5AK").code == "not-besieged-there"
    t.do("feed 8A")
    assert (t.cv("23A"), t.cv("8A"), t.cv("4A")) == (2, 3, 1)
    assert (unsupplied(t, "23A"), unsupplied(t, "8A")) == (True, False)
    assert t.state.fed == 0


def cut_off_leningrad(*garrison: str) -> Table:
    """Soviets in a Leningrad that nobody attacks, and whose railways the Axis has cut."""
    return table().put("Leningrad", *garrison).put("Volkhov", "5AK").put("Luga", "6AK") \
        .put("Novgorod", "8AK")


@pytest.mark.rule("eastfront:10.5a", "eastfront:1.46c")
def test_10_5a_an_isolated_fortress_feeds_its_garrison_without_a_battle() -> None:
    t = judge(cut_off_leningrad("23A:3", "8A:2"), "soviet")
    assert not has_line(t, "soviet", "Leningrad")
    assert (t.cv("23A"), t.cv("8A")) == (3, 1)
    assert (unsupplied(t, "23A"), unsupplied(t, "8A")) == (False, True)
    judge(judge(t, "soviet"), "soviet")
    assert (t.cv("23A"), t.where("8A")) == (3, "pool")
    t = judge(cut_off_leningrad("23A:2", "8A:2"), "soviet")
    assert t.offers("feed") == {"23A", "8A"}


@pytest.mark.rule("eastfront:10.5a", "eastfront:1.46c")
def test_10_5a_a_captured_fortress_feeds_its_new_owner() -> None:
    t = table().put("Leningrad", "5AK:3", "6AK:2")
    t.state.last_axis = 0
    judge(t, "axis")
    assert not has_line(t, "axis", "Leningrad")
    assert (t.cv("5AK"), t.cv("6AK")) == (3, 1)


@pytest.mark.rule("eastfront:10.5a", "eastfront:16.4d")
def test_10_5a_who_can_draw_no_supply_takes_no_ration() -> None:
    t = table().put("Sevastopol", "3R:3", "5AK:2", "6AK:1").put("Simferopol", "3A", "4A")
    t.held("soviet", "Odessa").put("Sevastopol", "13A").battle("Sevastopol", "soviet")
    judge(t, "axis")  # 3R is confined again and goes hungry anywhere in Russia
    assert (t.cv("3R"), t.cv("5AK"), t.where("6AK")) == (2, 2, "pool")
    t.off(-3, "5AK")
    assert unsupplied(judge(t, "axis"), "3R")


@pytest.mark.rule("eastfront:10.5a")
def test_10_5a_nobody_chooses_where_a_line_leads_into_the_fortress() -> None:
    t = table().put("Sevastopol", "23A:3", "8A:3", "5AK").battle("Sevastopol", "axis")
    t.state.last_axis = 0
    judge(t, "soviet")
    assert t.step() is None


@pytest.mark.rule("eastfront:10.5a")
def test_10_5a_a_fortress_does_not_feed_attackers() -> None:
    t = table().put("Leningrad", "23A:3", "5AK").battle("Leningrad", "soviet")
    judge(t, "soviet")
    assert unsupplied(t, "23A")


@pytest.mark.rule("eastfront:10.5b", "eastfront:11.41a")
def test_10_5b_no_steps_on_fortress_supply() -> None:
    t = table().put("Leningrad", "23A:2").put("Moscow", "13A:2").put("Volkhov", "5AK")
    t.put("Luga", "6AK").put("Novgorod", "8AK").phase("", "production").ask(ProductionPhase())
    refusal = t.refused("step 23A", "soviet")
    assert (refusal.code, refusal.rule) == ("no-supply-line", "eastfront:11.41a")
    assert t.allowed("step 13A", "soviet")
