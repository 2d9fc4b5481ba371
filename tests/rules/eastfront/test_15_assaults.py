"""Sections 15.43 and 15.6: sea assaults and their repulse, evacuation and pursuit."""

import pytest

from grognard.rules.eastfront.assault import repulse_numbers
from grognard.rules.eastfront.combat import CombatPhase
from grognard.rules.eastfront.movement import MovementPhase
from tests.rules.eastfront.fights import blanks, fires
from tests.rules.eastfront.fleets import fleet, go_on, sailing, shores, to_combat
from tests.rules.eastfront.table import Table, table


def assault(blocks: str = "3A:3", defenders: str = "5AK:1", **how: str) -> Table:
    """The first block of Sevastopol lands at Constanta and the round begins."""
    t = fleet("Sevastopol", blocks, Constanta=defenders, **how)
    invader = blocks.partition(":")[0].split()[0]
    t = to_combat(t.do(f"invade {invader} to Constanta"))
    return t.do("done").do("resolve Constanta")


def landed(t: Table, *by_sea: str, over: dict[str, str] | None = None) -> Table:
    """A new battle at Novorossiysk that these reached by sea and others over land."""
    t.battle("Novorossiysk", "soviet").phase("soviet", "combat")
    t.state.new_battles = 1 << t.hex("Novorossiysk")
    t.state.by_sea = t.units(*by_sea)
    t.state.came_over = {t.unit(code): t.hex("Batumi") for code in by_sea}
    t.state.came_over |= {t.unit(code): t.hex(hex) for code, hex in (over or {}).items()}
    return t


def numbers(t: Table) -> tuple[int, ...]:
    return repulse_numbers(t.game, t.state, t.hex("Novorossiysk"))


# -- repulse (15.43, 15.5a) -------------------------------------------------------------------


@pytest.mark.rule("eastfront:15.43a")
def test_15_43a_a_three_sends_the_invader_back_to_its_port() -> None:
    t = fires(assault(), "5AK", 3)
    t.do("repulse 3A")
    assert (t.where("3A"), t.cv("3A")) == ("Sevastopol", 3)
    assert not t.state.attackers


@pytest.mark.rule("eastfront:15.43a")
def test_15_43a_a_four_does_not_and_the_battle_goes_on() -> None:
    t = fires(assault(), "5AK", 4)
    assert t.where("3A") == "Constanta"
    blanks(t, "3A")
    assert t.state.attackers == {t.hex("Constanta"): "soviet"}


@pytest.mark.rule("eastfront:15.43a", "eastfront:7.51e")
def test_15_43a_hits_follow_the_repulsed_to_their_port() -> None:
    t = fires(assault(defenders="5AK:2"), "5AK", 1, 6)
    t.do("repulse 3A").do("lose 3A")
    assert (t.where("3A"), t.cv("3A")) == ("Sevastopol", 2)


@pytest.mark.rule("eastfront:15.43a", "eastfront:7.5b")
def test_15_43a_who_joins_a_battle_by_sea_makes_no_assault() -> None:
    t = shores("Batumi", "3A UkrF", Novorossiysk="13A 5AK:1").battle("Novorossiysk", "soviet")
    sailing(t, "UkrF").do("invade 3A to Novorossiysk")
    assert numbers(t) == ()


@pytest.mark.rule("eastfront:15.5a")
def test_15_5a_the_coastal_army_is_repulsed_on_one_and_two() -> None:
    t = fires(assault("Coast:3"), "5AK", 3)
    assert t.where("Coast") == "Constanta"
    t = fires(assault("Coast:3"), "5AK", 2).do("repulse Coast")
    assert t.where("Coast") == "Sevastopol"


@pytest.mark.rule("eastfront:15.43c", "eastfront:7.52")
def test_15_43c_snow_changes_nothing() -> None:
    t = fires(assault(weather="snow"), "5AK", 3).do("repulse 3A")
    assert t.where("3A") == "Sevastopol"


@pytest.mark.rule("eastfront:15.43b", "eastfront:7.51i")
def test_15_43b_a_land_attack_over_a_dry_side_cancels_repulse() -> None:
    t = table().put("Novorossiysk", "3A", "13A", "5AK")
    assert numbers(landed(t, "3A", over={"13A": "Novorossiysk_E1"})) == ()


@pytest.mark.rule("eastfront:7.54", "eastfront:15.43d")
def test_7_54_the_lowest_range_counts_for_all() -> None:
    t = table().put("Novorossiysk", "3A", "13A", "5AK")
    assert numbers(landed(t, "3A")) == ()  # 13A has been there before
    assert numbers(landed(t, "3A", "13A")) == (1, 2, 3)
    assert numbers(landed(t, "3A", over={"13A": "Kerch"})) == (1, 2)  # over the strait
    t = table().put("Novorossiysk", "Coast", "13A", "5AK")
    assert numbers(landed(t, "Coast", "13A")) == (1, 2)


@pytest.mark.rule("eastfront:7.54", "eastfront:15.43b", "eastfront:15.43d", "eastfront:14.41")
def test_7_54_paratroops_lower_it_to_one() -> None:
    t = landed(table().put("Novorossiysk", "3A", "4Para", "5AK"), "3A", over={"4Para": "Batumi"})
    t.state.dispersed = t.units("4Para")
    assert numbers(t) == (1,)
    t = landed(table().put("Novorossiysk", "Coast", "4Para", "5AK"), "Coast",
               over={"4Para": "Batumi"})
    t.state.dispersed = t.units("4Para")
    assert numbers(t) == (1,)
    mud = table().put("Novorossiysk", "13A", "4Para", "5AK").weather("mud")
    landed(mud, over={"13A": "Kerch", "4Para": "Batumi"})
    mud.state.dispersed = mud.units("4Para")
    assert numbers(mud) == (1,)


@pytest.mark.rule("eastfront:15.43a")
def test_15_43a_a_second_round_repulses_nobody() -> None:
    t = blanks(fires(assault(), "5AK", 4), "3A")
    go_on(t).phase("axis", "combat").ask(CombatPhase())
    assert numbers(t) == ()
    t.do("fight Constanta").do("done").do("resolve Constanta")
    fires(t, "3A", 1, 2, 3)
    assert (t.where("3A"), t.where("5AK")) == ("Constanta", "Constanta")


# -- evacuation (15.6) ------------------------------------------------------------------------


@pytest.mark.rule("eastfront:15.6a")
def test_15_6a_from_a_coast_to_the_port_of_the_hq() -> None:
    t = fleet("Batumi", "13A", Sochi="3A 7TC", Constanta="4A", Novorossiysk_E1="5AK")
    assert t.offers("evacuate") == {"3A"}
    for block, code in {"7TC": "evacuates-infantry-only", "4A": "no-ships-there",
                        "5AK": "enemy-block", "13A": "no-ships-there"}.items():
        assert t.refused(f"evacuate {block}").code == code
    assert t.refused("evacuate 4A").rule == "eastfront:15.6a"
    t.do("evacuate 3A to Batumi")
    assert t.where("3A") == "Batumi"
    assert not t.step()  # the HQ has given its order


@pytest.mark.rule("eastfront:15.6a")
def test_15_6a_to_a_port_on_the_same_sea() -> None:
    t = shores("Batumi", "UkrF", Sochi="3A", Rostov="SouF", Constanta="WesF").held(
        "soviet", "Rostov", "Constanta", "Sevastopol")
    sailing(t, "UkrF", "SouF", "WesF").do("evacuate 3A")
    refusal = t.refused("to Rostov")
    assert (refusal.code, refusal.rule) == ("harbour-on-other-sea", "eastfront:15.6a")
    refusal = t.refused("to Novorossiysk")
    assert (refusal.code, refusal.rule) == ("harbour-without-headquarters", "eastfront:15.6a")
    assert t.offers("to") == {"Batumi"}


@pytest.mark.rule("eastfront:15.6a", "eastfront:6.21a", "eastfront:15.2d")
def test_15_6a_the_port_has_room_and_no_battle() -> None:
    full = shores("Batumi", "UkrF 4A 5A 9A", Sochi="3A", Novorossiysk="SouF")
    sailing(full, "UkrF", "SouF").do("evacuate 3A")
    assert full.refused("to Batumi").code == "stack-full"
    besieged = shores("Batumi", "UkrF 5AK", Sochi="3A", Novorossiysk="SouF").battle(
        "Batumi", "axis")
    sailing(besieged, "UkrF", "SouF").do("evacuate 3A")
    refusal = besieged.refused("to Batumi")
    assert (refusal.code, refusal.rule) == ("harbour-in-battle", "eastfront:15.2d")
    nowhere = shores("Batumi", "UkrF 4A 5A 9A", Sochi="3A", Kharkov="SouF 13A")
    nowhere.phase("soviet", "movement").active("UkrF", "SouF")
    nowhere.state.invading = nowhere.units("UkrF")
    refusal = nowhere.ask(MovementPhase()).refused("evacuate 3A")
    assert (refusal.code, refusal.rule) == ("no-harbour", "eastfront:15.6a")


@pytest.mark.rule("eastfront:2.66a", "eastfront:15.6a")
def test_2_66a_satellites_are_evacuated_to_or_beside_their_country() -> None:
    t = shores("Nikolaev", "AGS", side="axis", Varna="1R", Constanta="AGA").held(
        "axis", "Sevastopol", "Constanta")
    sailing(t, "AGS", "AGA", side="axis").do("evacuate 1R")
    assert t.refused("to Nikolaev").code == "confined"
    assert t.allowed("to Constanta")


@pytest.mark.rule("eastfront:15.6a", "eastfront:12.24g")
def test_15_6a_mud_and_marsh_do_not_hinder_an_evacuation() -> None:
    t = fleet("Sevastopol", "13A", weather="mud", Constanta_NE1="3A")
    assert t.do("evacuate 3A to Sevastopol").where("3A") == "Sevastopol"


@pytest.mark.rule("eastfront:15.6a", "eastfront:6.32b")
def test_15_6a_out_of_a_battle_while_others_stay() -> None:
    t = shores("Batumi", "UkrF", Sochi="3A 4A 5AK").battle("Sochi", "axis")
    sailing(t, "UkrF").do("evacuate 3A to Batumi")
    assert (t.where("3A"), t.where("4A")) == ("Batumi", "Sochi")
    assert not t.heard("pursuit")


@pytest.mark.rule("eastfront:15.6b", "eastfront:6.42b")
def test_15_6b_infantry_pursues_with_double_fire() -> None:
    t = shores("Batumi", "UkrF", Sochi="3A:3 5AK:2").battle("Sochi", "axis")
    sailing(t, "UkrF").do("evacuate 3A to Batumi")
    t.roll(5, 1)  # speed 2 against 1: hits on 5
    assert (t.where("3A"), t.cv("3A")) == ("Batumi", 2)
    assert not t.state.attackers
    assert t.heard("evacuated")


@pytest.mark.rule("eastfront:15.6b", "eastfront:15.5a")
def test_15_6b_the_coastal_army_is_faster() -> None:
    t = shores("Batumi", "UkrF", Sochi="Coast:3 5AK:2").battle("Sochi", "axis")
    sailing(t, "UkrF").do("evacuate Coast to Batumi")
    t.roll(5, 1)  # as fast: hits on 6 only
    assert (t.where("Coast"), t.cv("Coast")) == ("Batumi", 3)


@pytest.mark.rule("eastfront:15.6b")
def test_15_6b_who_falls_on_the_beach_stays_there() -> None:
    t = shores("Batumi", "UkrF", Sochi="3A:1 5AK:2").battle("Sochi", "axis")
    sailing(t, "UkrF").do("evacuate 3A to Batumi").roll(5, 5)
    assert t.where("3A") == "pool"
    assert not t.state.attackers


@pytest.mark.rule("eastfront:15.6c")
def test_15_6c_out_of_a_friendly_port_by_sea_move_but_not_as_the_last() -> None:
    t = table().put("Novorossiysk", "3A", "4A", "5AK").battle("Novorossiysk", "axis")
    t.put("Moscow", "STAVKA").put("Batumi", "UkrF").phase("soviet", "movement")
    t.active("STAVKA", "UkrF", supreme_moves=4)
    t.state.invading = t.units("UkrF")
    t.ask(MovementPhase()).do("sea 3A to Batumi")
    refusal = t.refused("sea 4A")
    assert (refusal.code, refusal.rule) == ("strategic-retreat", "eastfront:6.53c")
    t.do("evacuate 4A to Batumi")
    assert t.heard("pursuit-begins")


@pytest.mark.rule("eastfront:15.6c")
def test_15_6c_an_open_coast_or_a_hostile_port_is_left_by_evacuation_only() -> None:
    for place in ("Sochi", "Novorossiysk"):
        t = table().put(place, "3A", "4A", "5AK").battle(place, "soviet")
        t.put("Moscow", "STAVKA").put("Batumi", "UkrF").phase("soviet", "movement")
        t.active("STAVKA", "UkrF", supreme_moves=4)
        t.state.invading = t.units("UkrF")
        t.ask(MovementPhase())
        assert t.refused("sea 3A").code == "no-port"
        assert t.do("evacuate 3A to Batumi").where("3A") == "Batumi"
