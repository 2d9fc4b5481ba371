"""Sections 15.51, 15.52 and 10.6: the beachhead of the coastal army."""

import pytest

from grognard.rules.eastfront import beachhead, rail
from grognard.rules.eastfront.beachhead import LOST, PREPARING, READY, EstablishBeachhead
from grognard.rules.eastfront.control import FixControl
from grognard.rules.eastfront.movement import MovementPhase
from grognard.rules.eastfront.production import CarryOutOrders, Orders
from grognard.rules.eastfront.sequence import NextMonth, PlayerTurn
from grognard.rules.eastfront.state import EastFrontState
from tests.rules.eastfront.fights import fires, shown
from tests.rules.eastfront.fleets import commanding, fleet, go_on, shores, to_combat
from tests.rules.eastfront.grounds import has_line, judge, unsupplied
from tests.rules.eastfront.table import Table, eastfront, table

HOME = ("Batumi", "Sevastopol", "Novorossiysk")


def status(t: Table) -> int:
    return t.state.beachheads[t.unit("Coast")]


def beach(hex: str, *blocks: str, where: int | None = None) -> Table:
    """The coastal army has landed in an Axis land; its beachhead is there, or as told."""
    t = table()
    t.state.last_axis = t.game.grid.all
    t.held("soviet", *HOME).put(hex, "Coast:2", *blocks)
    t.state.shores[t.unit("Coast")] = t.hex(hex)
    t.state.beachheads[t.unit("Coast")] = t.hex(hex) if where is None else where
    return t


def ordering(t: Table, points: int = 40) -> Table:
    """The Soviets spend their points."""
    t.phase("", "production").state.points["soviet"] = points
    return t.ask(Orders("soviet"), CarryOutOrders())


# -- preparing (15.51b) -----------------------------------------------------------------------


@pytest.mark.rule("eastfront:15.51b")
def test_15_51b_available_from_winter_1941() -> None:
    coast = eastfront("w41").number["Coast"]
    for scenario in ("w41", "s42", "w44"):
        assert eastfront(scenario).new_state().beachheads == {coast: PREPARING}
    assert not eastfront("s41").new_state().beachheads
    assert not eastfront("s42", naval=False).new_state().beachheads


@pytest.mark.rule("eastfront:15.51b", "eastfront:3.12a")
def test_15_51b_in_linked_play_it_comes_with_december() -> None:
    game = eastfront("s41-w41")
    state: EastFrontState = game.new_state()
    state.month, state.stack = 1941 * 12 + 10, ()
    NextMonth(new_half=True).run(game, state)
    assert state.beachheads == {game.number["Coast"]: PREPARING}


@pytest.mark.rule("eastfront:15.51b")
def test_15_51b_twenty_points_make_it_ready() -> None:
    t = ordering(beach("Constanta", where=PREPARING))
    assert t.refused("restore Coast").code == "beachhead-otherwise"
    assert t.refused("withdraw Coast").code == "beachhead-otherwise"
    assert t.refused("ready 3A").code == "no-coastal-army"
    assert t.refused("ready 5AK").code == "no-coastal-army"
    t.do("ready Coast")
    assert t.refused("ready Coast").code == "beachhead-ordered"
    assert status(t.do("done")) == READY
    assert t.heard("produced-ready")
    poor = ordering(beach("Constanta", where=PREPARING), points=19).refused("ready Coast")
    assert (poor.code, poor.rule) == ("too-dear", "eastfront:11.3a")


@pytest.mark.rule("eastfront:15.51b")
def test_15_51b_a_lost_one_takes_two_payments_in_two_phases() -> None:
    t = ordering(beach("Constanta", where=LOST), points=40)
    assert t.refused("ready Coast").code == "beachhead-otherwise"
    t.do("restore Coast")
    assert t.refused("ready Coast").code == "beachhead-otherwise"
    t.do("done")
    assert status(t) == PREPARING
    assert status(ordering(go_on(t), points=20).do("ready Coast").do("done")) == READY


# -- setting it up (15.51a) -------------------------------------------------------------------


@pytest.mark.rule("eastfront:15.51a")
def test_15_51a_set_up_where_the_army_has_landed() -> None:
    t = beach("Constanta", "5AK", where=READY).battle("Constanta", "soviet")
    t.phase("soviet", "supply").ask(EstablishBeachhead())
    t.do("establish Coast")
    assert status(t) == t.hex("Constanta")
    assert t.heard("beachhead")[0].reveals
    assert not t.step()


@pytest.mark.rule("eastfront:15.51a")
def test_15_51a_it_may_wait() -> None:
    t = beach("Constanta", where=READY).phase("soviet", "supply").ask(EstablishBeachhead())
    assert status(t.do("done")) == READY


@pytest.mark.rule("eastfront:15.51a")
def test_15_51a_not_unready_not_elsewhere_not_in_the_enemys_phase() -> None:
    for where, code in ((PREPARING, "beachhead-not-ready"), (LOST, "beachhead-not-ready"),
                        (READY, "")):
        t = beach("Constanta", where=where).phase("soviet", "supply")
        why = beachhead.sites(t.game, t.state).why(t.unit("Coast"))
        assert (why.code if why else "") == code
        t.ask(EstablishBeachhead())
        assert bool(t.step()) == (where == READY)
    marched = beach("Constanta", where=READY).put("Varna", "Coast").phase("soviet", "supply")
    why = beachhead.sites(marched.game, marched.state).why(marched.unit("Coast"))
    assert why is not None
    assert (why.code, why.rule) == ("not-landed-there", "15.51a")
    assert not marched.ask(EstablishBeachhead()).step()
    assert not beach("Constanta", where=READY).phase("axis", "supply").ask(
        EstablishBeachhead()).step()


@pytest.mark.rule("eastfront:15.51a")
def test_15_51a_who_else_has_none() -> None:
    t = beach("Constanta", where=READY).phase("soviet", "supply").ask(EstablishBeachhead())
    assert t.refused("establish 3A").code == "no-coastal-army"
    assert t.refused("establish 5AK").code == "no-coastal-army"


@pytest.mark.rule("eastfront:15.51a")
def test_15_51a_only_the_coastal_army_that_stayed_ashore() -> None:
    t = fleet("Sevastopol", "Coast:3", Constanta="5AK:1").do("invade Coast to Constanta")
    assert t.state.shores == {t.unit("Coast"): t.hex("Constanta")}
    t = to_combat(t).do("done").do("resolve Constanta")
    fires(t, "5AK", 1).do("repulse Coast")
    assert not t.state.shores
    t = fleet("Sevastopol", "3A").do("invade 3A to Constanta")
    assert not t.state.shores


@pytest.mark.rule("eastfront:0.1")
def test_0_1_the_enemy_does_not_learn_who_landed() -> None:
    t = fleet("Sevastopol", "Coast:3").do("invade Coast to Constanta")
    assert not shown(t, "Coast", "axis")
    known = t.game.view(t.state, "axis").state
    assert not known.shores
    assert not known.by_sea
    assert t.heard("hidden-lands")[0].seen_by == ("axis",)


# -- supply (10.6, 15.52) ---------------------------------------------------------------------


@pytest.mark.rule("eastfront:10.6", "eastfront:15.52a")
def test_10_6_it_feeds_everybody_in_its_hex_even_in_an_enemy_battle() -> None:
    t = beach("Constanta", "3A:2", "5AK").battle("Constanta", "soviet")
    judge(t, "soviet")
    assert not unsupplied(t, "Coast")
    assert not unsupplied(t, "3A")
    assert (t.cv("Coast"), t.cv("3A")) == (2, 2)
    without = judge(beach("Constanta", "3A:2", "5AK", where=READY).battle("Constanta", "soviet"),
                    "soviet")
    assert (without.cv("Coast"), without.cv("3A")) == (1, 1)


@pytest.mark.rule("eastfront:15.52a")
def test_15_52a_others_trace_to_it_if_its_hex_is_friendly() -> None:
    t = beach("Kishinev_SE1").put("Kishinev", "3A:2").phase("axis", "supply")
    assert has_line(t, "soviet", "Kishinev")
    fought = beach("Kishinev_SE1", "5AK").put("Kishinev", "3A:2").battle("Kishinev_SE1", "soviet")
    fought.phase("axis", "supply")
    assert not has_line(fought, "soviet", "Kishinev")
    assert has_line(fought, "soviet", "Kishinev_SE1")


@pytest.mark.rule("eastfront:15.52b")
def test_15_52b_steps_cost_double_there() -> None:
    t = beach("Kishinev_SE1", "3A:2").held("soviet", "Baku").put("Baku", "13A:2")
    ordering(t, points=6).do("step 3A")
    assert t.refused("step Coast").code == "too-dear"  # 4 of 6 points are spent
    t.do("step 13A").do("done")
    assert (t.cv("3A"), t.cv("13A"), t.cv("Coast")) == (3, 3, 2)
    engaged = beach("Kishinev_SE1", "5AK").battle("Kishinev_SE1", "soviet")
    assert ordering(engaged).refused("step Coast").code == "engaged"


# -- a small port (15.51c) --------------------------------------------------------------------


@pytest.mark.rule("eastfront:15.51c")
def test_15_51c_one_block_a_turn_by_sea_move() -> None:
    t = beach("Kishinev_SE1").put("Sevastopol", "3A").put("Novorossiysk", "13A")
    t.put("Moscow", "STAVKA").phase("soviet", "movement").active("STAVKA", supreme_moves=6)
    t.ask(MovementPhase()).do("sea 3A to Kishinev_SE1").do("sea 13A")
    assert t.refused("to Kishinev_SE1").code == "port-busy"
    out = beach("Kishinev_SE1", "3A").put("Moscow", "STAVKA").phase("soviet", "movement")
    out.active("STAVKA", supreme_moves=6).ask(MovementPhase()).do("sea 3A to Sevastopol")
    assert out.where("3A") == "Sevastopol"


@pytest.mark.rule("eastfront:15.51c")
def test_15_51c_not_while_it_is_engaged() -> None:
    t = beach("Kishinev_SE1", "5AK").battle("Kishinev_SE1", "axis").put("Sevastopol", "3A")
    t.put("Moscow", "STAVKA").phase("soviet", "movement").active("STAVKA", supreme_moves=6)
    t.ask(MovementPhase())
    assert t.refused("sea Coast").code == "strategic-retreat"
    assert t.do("sea 3A").refused("to Kishinev_SE1").code == "harbour-in-battle"


@pytest.mark.rule("eastfront:15.51c")
def test_15_51c_neither_railway_nor_invasion_begins_there() -> None:
    t = beach("Nikolaev_E1", "UkrF").phase("axis", "supply")
    assert not rail.linked(t.game, t.state, "soviet", t.hex("Nikolaev_E1"))
    commanding(t).do("activate UkrF")
    assert t.refused("invasion").code == "headquarters-not-in-port"


# -- losing it (15.51d) -----------------------------------------------------------------------


@pytest.mark.rule("eastfront:15.51d")
def test_15_51d_lost_when_the_enemy_stands_alone_on_it() -> None:
    t = beach("Constanta").put("Varna", "Coast").put("Constanta", "5AK")
    t.ask(FixControl("combat"))
    assert status(t) == LOST
    assert t.heard("beachhead-lost")
    held = beach("Constanta", "5AK").battle("Constanta", "axis").ask(FixControl("combat"))
    assert status(held) == held.hex("Constanta")
    empty = beach("Constanta").put("Varna", "Coast").ask(FixControl("combat"))
    assert status(empty) == empty.hex("Constanta")  # it stays where it is


@pytest.mark.rule("eastfront:15.51d")
def test_15_51d_withdrawn_in_production_and_not_ready_in_the_same() -> None:
    t = ordering(beach("Constanta")).do("withdraw Coast")
    assert t.refused("ready Coast").code == "beachhead-otherwise"
    assert status(t.do("done")) == PREPARING


@pytest.mark.rule("eastfront:15.51a", "eastfront:15.4a")
def test_15_51_a_whole_turn_at_sea() -> None:
    """Command, landing, battle and beachhead in one Soviet turn of real play."""
    t = shores("Sevastopol", "Coast:3 UkrF:2", Constanta="5AK:1")
    t.state.beachheads[t.unit("Coast")] = READY
    t.ask(PlayerTurn(side="soviet"))
    t.do("activate UkrF").do("invasion").do("invade Coast to Constanta").do("done")
    t.do("resolve Constanta")
    fires(t, "5AK", 4)
    fires(t, "Coast", 1, 1, 1)
    t.do("establish Coast")
    assert (status(t), t.cv("UkrF")) == (t.hex("Constanta"), 1)
    assert not t.step()
    assert not t.state.invading


@pytest.mark.rule("eastfront:15.51a", "eastfront:15.51b")
def test_15_51_the_table_shows_it() -> None:
    def shown_at(t: Table) -> tuple[str, str]:
        scene = t.game.table.scene(t.game.view(t.phase("soviet", "supply").state, "axis"))
        piece = next(piece for piece in scene.pieces if piece.face == "beachhead")
        return piece.at, piece.note.id if piece.note else ""

    assert shown_at(beach("Constanta")) == ("hex:Constanta", "")
    assert shown_at(beach("Constanta", where=READY)) == ("pool:coming-soviet", "beachhead.ready")
    assert shown_at(beach("Constanta", where=LOST)) == ("pool:coming-soviet", "beachhead.lost")
