"""Sections 15.4 to 15.42: who commands a landing, who embarks, where they land."""

import pytest

from grognard.core.floods import flood
from grognard.rules.eastfront import command, invasion
from grognard.rules.eastfront.movement import MovementPhase
from grognard.rules.eastfront.sequence import PlayerTurn
from tests.rules.eastfront.fights import fires
from tests.rules.eastfront.fleets import commanding, fleet, go_on, sailing, shores, to_combat
from tests.rules.eastfront.grounds import on_net
from tests.rules.eastfront.table import Table, table


def invaders(t: Table) -> set[str]:
    return t.offers("invade")


# -- the invasion HQ --------------------------------------------------------------------------


@pytest.mark.rule("eastfront:15.4a", "eastfront:15.41b", "eastfront:15.42c")
def test_15_4_the_landing_at_constanta() -> None:
    """The example of the rules: an undefended port is taken and joined to the Soviet net."""
    t = commanding(shores("Sevastopol", "3A UkrF"))
    t.do("activate UkrF").do("invasion")
    assert t.state.invading == t.units("UkrF")
    t = sailing(shores("Sevastopol", "3A UkrF"), "UkrF")
    t.do("invade 3A to Constanta")
    assert t.where("3A") == "Constanta"
    assert on_net(t.phase("soviet", "supply"), "soviet", "Constanta")


@pytest.mark.rule("eastfront:15.41a")
def test_15_41a_the_hq_stands_in_a_port() -> None:
    t = commanding(shores("Sevastopol", "3A UkrF", Simferopol_W1="SouF"))
    t.do("activate SouF")
    refusal = t.refused("invasion")
    assert (refusal.code, refusal.rule) == ("headquarters-not-in-port", "eastfront:15.41a")
    t.do("stay").do("activate UkrF").do("invasion")
    assert t.state.invading == t.units("UkrF")
    assert t.heard("invasion")
    t.play.undo("soviet")  # nothing hidden came to light
    assert not t.state.invading


@pytest.mark.rule("eastfront:15.41a", "eastfront:15.4a")
def test_15_41a_a_port_fought_for_is_no_friendly_port() -> None:
    t = shores("Odessa", "UkrF 3A 5AK", Nikolaev="13A").battle("Odessa", "soviet")
    refusal = commanding(t).do("activate UkrF").refused("invasion")
    assert (refusal.code, refusal.rule) == ("headquarters-not-in-port", "eastfront:15.41a")
    t = shores("Odessa", "UkrF 3A 5AK").battle("Odessa", "axis")
    assert commanding(t).do("activate UkrF").allowed("invasion")


@pytest.mark.rule("eastfront:15.41a")
def test_15_41a_no_hq_deploys_into_the_port_first() -> None:
    t = commanding(shores("Sevastopol", "3A", Simferopol_W1="SouF"))
    t.do("activate SouF").do("shift Sevastopol")
    assert t.where("SouF") == "Sevastopol"
    assert not t.state.invading
    assert not t.step()  # it is not asked again


@pytest.mark.rule("eastfront:15.41a")
def test_15_41a_no_supreme_hq() -> None:
    t = commanding(shores("Sevastopol", "3A STAVKA"))
    t.do("activate STAVKA")
    refusal = t.refused("invasion")
    assert (refusal.code, refusal.rule) == ("supreme-no-invasion", "eastfront:15.41a")


@pytest.mark.rule("eastfront:15.4a")
def test_15_4a_the_sea_of_the_port_must_be_controlled() -> None:
    t = commanding(shores("Odessa", "3A UkrF").held("axis", "Sevastopol"))
    t.do("activate UkrF")
    refusal = t.refused("invasion")
    assert (refusal.code, refusal.rule) == ("sea-not-controlled", "eastfront:15.4a")
    assert commanding(shores("Odessa", "3A UkrF")).do("activate UkrF").allowed("invasion")


@pytest.mark.rule("eastfront:5.8c")
def test_5_8c_a_disrupted_hq_without_strength_commands_no_landing() -> None:
    t = commanding(shores("Sevastopol", "3A UkrF:0 SouF:1", weather="mud"))
    t.do("activate UkrF")  # in mud there is neither deployment nor landing to ask about
    assert isinstance(t.step(), command.ChooseHeadquarters)
    muddy = shores("Sevastopol", "UkrF:0", weather="mud").phase("soviet", "command")
    choice = invasion.invasion_choice(muddy.game, muddy.state, muddy.unit("UkrF"))
    why = choice.why(0)
    assert why is not None
    assert (why.code, why.rule) == ("commands-nothing", "5.8c")
    assert t.do("activate SouF").allowed("invasion")


@pytest.mark.rule("eastfront:15.0")
def test_15_0_without_naval_rules_nobody_lands() -> None:
    t = table(naval=False).put("Sevastopol", "3A", "UkrF").phase("soviet", "command")
    t.ask(command.CommandPhase()).do("activate UkrF")
    refusal = t.refused("invasion")
    assert (refusal.code, refusal.rule) == ("no-naval-rules", "eastfront:15.0")


@pytest.mark.rule("eastfront:15.4b")
def test_15_4b_an_invasion_hq_orders_nothing_else() -> None:
    t = fleet("Sevastopol", "3A 13A", Simferopol_W1="4A")
    assert {"3A", "13A"} == invaders(t)
    refusal = t.refused("move 4A")
    assert refusal.code == "out-of-radius"
    assert t.refused("move 13A").code == "out-of-radius"
    choice = command.mobile_choices(t.game, t.state).why(t.unit("UkrF"))
    assert choice is not None
    assert (choice.code, choice.rule) == ("invasion-headquarters", "15.4b")


@pytest.mark.rule("eastfront:15.41b")
def test_15_41b_one_block_for_each_hq() -> None:
    t = fleet("Sevastopol", "3A 13A").do("invade 3A to Odessa")
    assert not t.step()  # nobody is left to move
    t = sailing(shores("Sevastopol", "3A 13A UkrF SouF"), "UkrF", "SouF")
    t.do("invade 3A to Odessa").do("invade 13A to Nikolaev")
    assert (t.where("3A"), t.where("13A")) == ("Odessa", "Nikolaev")


@pytest.mark.rule("eastfront:15.41b")
def test_15_41b_infantry_of_its_own_port() -> None:
    t = fleet("Sevastopol", "3A 7TC 1Sh Coast", Odessa="13A", Constanta="5AK")
    for block, code in {"7TC": "no-infantry", "1Sh": "no-infantry", "UkrF": "no-infantry",
                        "13A": "no-invasion-headquarters", "5AK": "enemy-block",
                        "4A": "not-on-map"}.items():
        assert t.refused(f"invade {block}").code == code
    assert invaders(t) == {"3A", "Coast"}
    assert t.refused("invade 13A").rule == "eastfront:15.41b"


@pytest.mark.rule("eastfront:15.41b", "eastfront:6.1c", "eastfront:6.1d")
def test_15_41b_who_has_moved_or_gone_by_rail_stays() -> None:
    t = shores("Sevastopol", "3A 13A UkrF", Simferopol_W1="SouF 4A")
    t.state.strategic = t.units("13A")
    t.phase("soviet", "movement").active("UkrF", "SouF")
    t.state.invading = t.units("UkrF")
    t.ask(MovementPhase())
    assert t.refused("invade 13A").code == "railed-already"
    t.do("move 4A to Sevastopol")
    assert t.refused("invade 4A").code == "moved-already"


@pytest.mark.rule("eastfront:15.41b", "eastfront:14.6a")
def test_15_41b_dispersed_paratroops_do_not_embark() -> None:
    t = shores("Sevastopol", "3A 4Para UkrF", Sochi="4A")
    t.state.dispersed = t.units("4Para")
    assert sailing(t, "UkrF").refused("invade 4Para").code == "dispersed"


@pytest.mark.rule("eastfront:15.41b")
def test_15_41b_to_the_same_sea_only() -> None:
    t = fleet("Odessa", "3A").do("invade 3A")
    refusal = t.refused("to Novorossiysk")
    assert (refusal.code, refusal.rule) == ("other-sea", "eastfront:15.41b")
    refusal = t.refused("to Kharkov")
    assert (refusal.code, refusal.rule) == ("no-coast", "eastfront:15.4a")
    both = fleet("Sevastopol", "3A").do("invade 3A")  # a port of two seas
    assert {"Constanta", "Sochi"} <= both.offers("to")


# -- support (15.41c, f) ----------------------------------------------------------------------


@pytest.mark.rule("eastfront:15.41c")
def test_15_41c_support_is_counted_over_the_sea() -> None:
    t = to_combat(fleet("Novorossiysk", "3A", Simferopol="5AK:1").do("invade 3A to Simferopol"))
    assert t.state.supported >> t.hex("Simferopol") & 1  # two hexes along the coast with 2 CV
    assert not t.state.supported >> t.hex("Krasnodar") & 1  # as near, but not by sea
    t.do("strike UkrF at Simferopol")
    assert t.state.strikes == {t.hex("Simferopol"): t.unit("UkrF")}


@pytest.mark.rule("eastfront:15.41f", "eastfront:7.4a")
def test_15_41f_beyond_the_radius_without_support_and_strikes() -> None:
    t = to_combat(fleet("Sevastopol", "3A", Odessa="5AK:1").do("invade 3A to Odessa"))
    assert not t.state.supported >> t.hex("Odessa") & 1
    assert t.refused("strike UkrF").code == "nothing-in-air-range"
    for zone in t.game.seas:  # no coast is nearer for airmen than for ships
        for port in zone.ports:
            sea = flood(t.game.grid, 1 << port, zone.area, limit=3)
            assert not t.game.grid.disk(port, 3) & zone.area & t.game.ground.coastal & ~sea


# -- Blitz (15.41d, e) ------------------------------------------------------------------------


@pytest.mark.rule("eastfront:15.41d", "eastfront:15.41e")
def test_15_41d_a_blitz_hq_lands_a_second_block() -> None:
    t = sailing(shores("Sevastopol", "3A 13A UkrF", Simferopol_W1="4A"), "UkrF")
    t.state.blitz = t.units("UkrF")
    go_on(t.do("invade 3A to Odessa")).ask(command.HeadquartersStandUp())
    assert (t.cv("UkrF"), t.state.invading) == (1, t.units("UkrF"))
    t = sailing(t, "UkrF", blitz=True)
    assert t.refused("move 4A").code == "out-of-radius"  # it stays an invasion HQ
    t.do("invade 13A to Odessa")
    assert t.where("13A") == t.where("3A") == "Odessa"


@pytest.mark.rule("eastfront:15.41d")
def test_15_41d_whom_the_ships_brought_back_does_not_land_again_in_the_blitz() -> None:
    t = shores("Sevastopol", "3A:3 13A UkrF:2", Constanta="5AK:1")
    t.ask(PlayerTurn(side="soviet"))
    t.do("blitz UkrF").do("invasion").do("invade 3A to Constanta").do("done")
    fires(t.do("resolve Constanta"), "5AK", 3).do("repulse 3A")
    assert (t.where("3A"), t.state.phase) == ("Sevastopol", "blitz-movement")
    refusal = t.refused("invade 3A")
    assert (refusal.code, refusal.rule) == ("sailed-already", "eastfront:15.41d")
    assert t.allowed("invade 13A")
    assert t.game.view(t.state, "axis").state.shipped == 0
    assert t.do("done").state.shipped == 0  # the turn is over


@pytest.mark.rule("eastfront:15.41e")
def test_15_41e_an_hq_that_stood_up_commands_no_landing() -> None:
    t = sailing(shores("Sevastopol", "3A 13A UkrF SouF"), "UkrF", "SouF")
    t.state.blitz = t.units("SouF")
    go_on(t).ask(command.HeadquartersStandUp())
    assert t.state.invading == t.state.active == t.units("SouF")


# -- forbidden shores (15.42) -----------------------------------------------------------------


@pytest.mark.rule("eastfront:1.34e", "eastfront:15.42a", "eastfront:1.34f")
def test_1_34e_no_landing_in_marsh_unless_it_is_frozen() -> None:
    t = fleet("Sevastopol", "3A").do("invade 3A")
    refusal = t.refused("to Constanta_NE1")
    assert (refusal.code, refusal.rule) == ("no-landing-ground", "eastfront:15.42a")
    assert fleet("Sevastopol", "3A", weather="snow").do("invade 3A").allowed("to Constanta_NE1")


@pytest.mark.rule("eastfront:1.35d", "eastfront:15.42a")
def test_1_35d_no_landing_in_mountains() -> None:
    t = fleet("Batumi", "3A").do("invade 3A")
    assert t.refused("to Tuapse").code == "no-landing-ground"
    assert t.allowed("to Sochi")


@pytest.mark.rule("eastfront:1.37b", "eastfront:15.42a")
def test_1_37b_sandbanks_at_perekop() -> None:
    t = fleet("Rostov", "3A").do("invade 3A")
    refusal = t.refused("to Perekop")
    assert (refusal.code, refusal.rule) == ("sandbank", "eastfront:1.37b")
    assert fleet("Sevastopol", "3A").do("invade 3A").allowed("to Perekop")  # from the Black Sea


@pytest.mark.rule("eastfront:15.42a", "eastfront:1.39c")
def test_15_42a_not_through_a_strait_with_a_hostile_shore() -> None:
    t = shores("Novorossiysk", "3A UkrF").held("axis", "Kerch")
    t = sailing(t, "UkrF").do("invade 3A")
    refusal = t.refused("to Mariupol")
    assert (refusal.code, refusal.rule) == ("strait-closed", "eastfront:15.42a")


@pytest.mark.rule("eastfront:12.24g")
def test_12_24g_no_landing_in_mud() -> None:
    t = fleet("Sevastopol", "3A", weather="mud", west="dry").do("invade 3A")
    refusal = t.refused("to Odessa")
    assert (refusal.code, refusal.rule) == ("landing-in-mud", "eastfront:12.24g")
    assert t.allowed("to Varna")  # the weather of the western front counts there
    assert fleet("Sevastopol", "3A", weather="snow").do("invade 3A").allowed("to Odessa")
    muddy = shores("Rostov", "3A UkrF", weather="mud", Kharkov="13A SouF")
    muddy.phase("soviet", "movement").active("UkrF", "SouF")
    muddy.state.invading = muddy.units("UkrF")
    refusal = muddy.ask(MovementPhase()).refused("invade 3A")
    assert (refusal.code, refusal.rule) == ("nowhere-to-land", "eastfront:15.42a")


@pytest.mark.rule("eastfront:15.42b")
def test_15_42b_one_block_in_a_defended_hex() -> None:
    t = sailing(shores("Sevastopol", "3A 13A 4A UkrF SouF WesF", Odessa="5AK:1"), "UkrF", "SouF",
                "WesF")
    t.do("invade 3A to Odessa").do("invade 13A")
    refusal = t.refused("to Odessa")
    assert (refusal.code, refusal.rule) == ("one-landing", "eastfront:15.42b")
    t.do("to Constanta").do("invade 4A to Constanta")  # undefended
    assert t.where("4A") == "Constanta"


@pytest.mark.rule("eastfront:15.42b", "eastfront:6.21a")
def test_15_42b_stacking_limits_hold() -> None:
    t = fleet("Sevastopol", "3A", Simferopol_W1="4A 5A 9A 13A").do("invade 3A")
    assert t.refused("to Simferopol_W1").code == "stack-full"


@pytest.mark.rule("eastfront:15.6c", "eastfront:6.32c")
def test_6_32c_out_of_a_besieged_port_nobody_attacks() -> None:
    t = shores("Sevastopol", "3A UkrF 5AK", Odessa="6AK").battle("Sevastopol", "axis")
    sailing(t, "UkrF").do("invade 3A")
    assert t.refused("to Odessa").code == "disengaged-not-engage"
    t.do("to Nikolaev")
    assert t.where("3A") == "Nikolaev"


@pytest.mark.rule("eastfront:2.66a")
def test_2_66a_satellites_land_in_or_beside_their_country() -> None:
    t = shores("Constanta", "1R AGS", side="axis").held("axis", "Sevastopol")
    sailing(t, "AGS", side="axis").do("invade 1R")
    assert t.refused("to Nikolaev").code == "confined"
    assert t.allowed("to Varna")
