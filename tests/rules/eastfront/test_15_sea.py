"""Chapter 15: sea zones, sea movement and sea supply."""

import pytest

from grognard.rules.eastfront import seas
from grognard.rules.eastfront.movement import MovementPhase
from tests.rules.eastfront.grounds import in_zone, judge, on_net, only_soviet, unsupplied
from tests.rules.eastfront.table import Table, table

ZONES = {"East Baltic": 0, "Gulf of Finland": 1, "Gulf of Riga": 2, "West Black Sea": 3,
         "East Black Sea": 4, "Sea of Azov": 5, "North Caspian": 6, "South Caspian": 7}
CAUCASUS = ("Batumi", "Kutaisi", "Tbilisi_W1", "Tbilisi", "Kirovabad", "Kirovabad_E1", "Baku_W1",
            "Baku")


def shores_of(t: Table, side: str) -> seas.Shores:
    return seas.shores(t.game, t.state, side)


def rules(t: Table, side: str, zone: str) -> bool:
    return seas.controls(t.game, shores_of(t.phase("axis", "supply"), side), ZONES[zone])


def harbour(*hexes: str, moves: int = 4, side: str = "soviet", **stacks: str) -> Table:
    """The side may sail; the hexes are its own."""
    hq, at = ("STAVKA", "Moscow") if side == "soviet" else ("OKH", "Minsk")
    t = table().held(side, *hexes).put(at, hq)
    for hex, blocks in stacks.items():
        t.put(hex, *blocks.split())
    return t.phase(side, "movement").active(hq, supreme_moves=moves)


@pytest.mark.rule("eastfront:15.1a", "eastfront:1.45b")
def test_15_1a_the_base_controls_the_zone() -> None:
    t = table()
    assert rules(t, "soviet", "West Black Sea")
    t.held("axis", "Sevastopol")
    assert rules(t, "axis", "West Black Sea")
    assert not rules(t, "soviet", "West Black Sea")
    t.put("Sevastopol", "5AK", "3A").battle("Sevastopol", "axis")
    assert rules(t, "soviet", "West Black Sea")  # the original defender


@pytest.mark.rule("eastfront:15.1b", "eastfront:1.45c")
def test_15_1b_ports_of_each_zone() -> None:
    game = table().game
    card = {zone.id: (game.grid.label(zone.base), {game.grid.label(p) for p in zone.ports})
            for zone in game.seas}
    assert card == {
        "East Baltic": ("Danzig", {"Danzig", "Konigsberg", "Memel", "Ventspils"}),
        "Gulf of Finland": ("Tallinn", {"Tallinn", "Leningrad"}),
        "Gulf of Riga": ("Riga", {"Riga", "Ventspils"}),
        "West Black Sea": ("Sevastopol", {"Sevastopol", "Burgas", "Constanta", "Nikolaev",
                                          "Odessa", "Varna"}),
        "East Black Sea": ("Batumi", {"Batumi", "Kerch", "Novorossiysk", "Sevastopol"}),
        "Sea of Azov": ("Rostov", {"Rostov", "Kerch", "Mariupol"}),
        "North Caspian": ("Astrakhan", {"Astrakhan", "Baku", "Guryev", "Makhachkala"}),
        "South Caspian": ("Baku", {"Baku"}),
    }


@pytest.mark.rule("eastfront:15.1c")
def test_15_1c_the_axis_never_sails_the_caspian() -> None:
    t = table().held("axis", "Astrakhan", "Baku", "Makhachkala")
    assert not rules(t, "axis", "North Caspian")
    assert not rules(t, "axis", "South Caspian")


@pytest.mark.rule("eastfront:15.2a")
def test_15_2a_a_sea_move_needs_a_supreme_hq() -> None:
    t = harbour(Novorossiysk="3A SouF").active("SouF").ask(MovementPhase())
    assert not t.offers("sea")
    t = harbour(Novorossiysk="3A", moves=1).ask(MovementPhase())
    t.do("sea 3A to Batumi")
    assert (t.where("3A"), t.state.supreme_moves) == ("Batumi", 0)


@pytest.mark.rule("eastfront:15.2b")
def test_15_2b_a_move_for_each_zone() -> None:
    t = harbour("Odessa", "Sevastopol", "Kerch", "Novorossiysk", "Rostov", Odessa="3A", moves=2)
    t.ask(MovementPhase()).do("sea 3A")
    refusal = t.refused("to Rostov")
    assert (refusal.code, refusal.rule) == ("no-supreme-moves", "eastfront:6.53b")
    assert t.allowed("to Batumi")
    t = harbour("Odessa", "Sevastopol", "Kerch", "Novorossiysk", "Rostov", Odessa="3A", moves=3)
    t.ask(MovementPhase()).do("sea 3A to Rostov")
    assert t.state.supreme_moves == 0


@pytest.mark.rule("eastfront:15.2b", "eastfront:1.45a")
def test_15_2b_from_port_to_friendly_port() -> None:
    t = harbour(Novorossiysk="3A", Novorossiysk_E1="13A").ask(MovementPhase())
    refusal = t.refused("sea 13A")
    assert (refusal.code, refusal.rule) == ("no-port", "eastfront:15.2b")
    t.do("sea 3A")
    assert t.refused("to Novorossiysk_E1").code == "no-sea-way"
    assert t.refused("to Odessa").code == "strategic-not-friendly"
    assert t.offers("to") <= {t.game.grid.label(hex) for hex in range(2000)
                              if t.game.ports >> hex & 1}


@pytest.mark.rule("eastfront:15.2c", "eastfront:15.2d")
def test_15_2c_no_retreat_and_no_landing_in_a_battle() -> None:
    t = table().put("Moscow", "STAVKA").put("Sevastopol", "3A", "5AK").battle("Sevastopol", "axis")
    t.put("Novorossiysk", "13A").phase("soviet", "movement").active("STAVKA", supreme_moves=4)
    t.ask(MovementPhase())
    refusal = t.refused("sea 3A")
    assert (refusal.code, refusal.rule) == ("strategic-retreat", "eastfront:6.53c")
    t.do("sea 13A")
    refusal = t.refused("to Sevastopol")
    assert (refusal.code, refusal.rule) == ("harbour-in-battle", "eastfront:15.2d")


@pytest.mark.rule("eastfront:15.2c")
def test_15_2c_units_disengage_by_sea() -> None:
    t = table().put("Moscow", "STAVKA").put("Sevastopol", "3A", "13A", "5AK").put("Kerch", "4A")
    t.battle("Sevastopol", "axis").phase("soviet", "movement").active("STAVKA", supreme_moves=4)
    t.ask(MovementPhase()).do("sea 3A to Batumi")
    assert t.where("3A") == "Batumi"
    assert t.refused("sea 13A").code == "strategic-retreat"


@pytest.mark.rule("eastfront:15.21")
def test_15_21_a_minor_port_handles_one_a_major_port_two() -> None:
    t = harbour("Odessa", "Sevastopol", Sevastopol="3A 13A", Odessa="4A 5A 9A", moves=9)
    t.ask(MovementPhase())
    t.do("sea 3A to Novorossiysk")
    assert t.refused("sea 13A").code == "home-port-busy"  # Sevastopol has had its unit
    t.do("sea 4A")
    assert t.refused("to Novorossiysk").code == "port-busy"
    t.do("to Batumi")
    assert t.allowed("sea 5A")  # Odessa is a major port: a second one
    t.do("sea 5A to Kerch")
    assert t.refused("sea 9A").code == "home-port-busy"


@pytest.mark.rule("eastfront:15.3a", "eastfront:W44.1b")
def test_15_3a_sea_lanes_carry_supply() -> None:
    t = table("w44").phase("soviet", "supply")
    assert on_net(t, "axis", "Ventspils")
    t.held("soviet", "Danzig").phase("soviet", "supply")
    assert not on_net(t, "axis", "Ventspils")


@pytest.mark.rule("eastfront:15.31a")
def test_15_31a_a_lane_ends_in_a_besieged_port() -> None:
    t = only_soviet(*CAUCASUS, "Novorossiysk", "Novorossiysk_E1")
    t.put("Novorossiysk", "3A", "5AK").battle("Novorossiysk", "axis").phase("axis", "supply")
    assert on_net(t, "soviet", "Novorossiysk")
    assert not on_net(t, "soviet", "Novorossiysk_E1")


@pytest.mark.rule("eastfront:15.31b")
def test_15_31b_a_besieged_port_keeps_one_cadre() -> None:
    t = only_soviet(*CAUCASUS, "Sevastopol")
    t.put("Odessa", "13A:1", "3A:2", "5AK").battle("Odessa", "axis")
    judge(t, "soviet")
    assert on_net(t, "soviet", "Odessa")
    assert (unsupplied(t, "13A"), unsupplied(t, "3A")) == (False, True)
    assert (t.cv("13A"), t.cv("3A")) == (1, 1)
    assert [e.args["block"] for e in t.heard("unsupplied")] == [t.unit("3A")]


@pytest.mark.rule("eastfront:15.31b")
def test_15_31b_the_owner_chooses_the_cadre_that_lives_on() -> None:
    t = only_soviet(*CAUCASUS, "Sevastopol")
    t.put("Odessa", "13A:1", "3A:1", "4A:2", "5AK", "UkrF:1").battle("Odessa", "axis")
    judge(t, "soviet")
    assert t.asked() == "soviet"
    assert t.heard("siege")[0].reveals
    assert t.offers("feed") == {"13A", "3A"}
    refusal = t.refused("feed 4A")
    assert (refusal.code, refusal.rule) == ("weakest-fed", "eastfront:15.31b")
    assert t.refused("feed 5AK").code == "not-besieged-there"
    t.do("feed 3A")
    assert (t.where("13A"), t.where("3A")) == ("pool", "Odessa")
    assert (t.cv("3A"), t.cv("4A"), t.cv("UkrF")) == (1, 1, 0)
    assert not t.state.fed


@pytest.mark.rule("eastfront:15.31b", "eastfront:8.2c")
def test_15_31b_the_cadre_that_ships_feed_has_its_zone_when_the_siege_is_lifted() -> None:
    t = only_soviet(*CAUCASUS, "Sevastopol")
    judge(t.put("Odessa", "13A:1", "5AK").battle("Odessa", "axis"), "soviet")
    t.off(-3, "5AK").state.attackers.clear()
    assert in_zone(t.phase("soviet", "movement"), "soviet", "Balta")
    t = only_soviet(*CAUCASUS, "Sevastopol")  # a step above a cadre is fed by nobody
    judge(t.put("Odessa", "13A:2", "5AK").battle("Odessa", "axis"), "soviet")
    assert (t.cv("13A"), unsupplied(t, "13A")) == (1, True)


@pytest.mark.rule("eastfront:15.31b", "eastfront:5.1e")
def test_15_31b_the_cadre_of_a_headquarters_has_no_strength() -> None:
    t = only_soviet(*CAUCASUS, "Sevastopol").put("Odessa", "13A:2", "UkrF:0", "5AK")
    judge(t.battle("Odessa", "axis"), "soviet")
    assert (t.where("UkrF"), t.cv("13A")) == ("Odessa", 1)


@pytest.mark.rule("eastfront:15.0")
def test_15_0_without_the_naval_rules_nothing_goes_by_sea() -> None:
    t = table("s42", naval=False).put("Moscow", "STAVKA").put("Novorossiysk", "3A")
    t.phase("soviet", "movement").active("STAVKA", supreme_moves=4).ask(MovementPhase())
    assert not t.offers("sea")
    assert seas.lanes(t.game, shores_of(t, "soviet"), t.game.grid.all) == 0
    assert not on_net(t, "soviet", "Sevastopol")
