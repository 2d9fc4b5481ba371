"""14.10: the historical variations of the campaign of Army Group North."""

from functools import cache
from typing import cast

import pytest

import grognard
from grognard.hexes import bits
from grognard.rules.efs import entries
from grognard.rules.efs.entries import CallArrivals
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.leaving import Withdrawals
from grognard.rules.efs.movers import Moves
from grognard.rules.efs.state import ACTIVE, CADRE, TRACK, WITHDRAWN
from tests.rules.efs.shelf import Shelf
from tests.rules.efs.test_north_campaign import loaded, north


@cache
def variations() -> EastFrontSeries:
    return cast(EastFrontSeries, grognard.load("army_group_north", "campaign",
                                               {"variations": True}))


@pytest.mark.rule("agn:14.10")
def test_one_option_has_all_five_variations() -> None:
    plain, other = loaded().rows, variations().rows
    changed = {code for row in other.withdrawal if row not in plain.withdrawal
               for code in row.units}
    changed |= {code for row in other.arrival if row not in plain.arrival for code in row.units}
    changed |= {code for row in plain.arrival if row not in other.arrival for code in row.units}
    assert changed == {"128R", "48Tk", "214R", "9Abn", "10Abn", "201Abn", "4NB"}


def leave(turn: int, *codes: str) -> Shelf:
    t = north(variations()).turn(turn)
    t.ask(Withdrawals("soviet"))
    for code in codes:
        t.do(f"withdraw {code}")
    return t


@pytest.mark.rule("agn:14.10.1")
def test_the_128th_is_in_the_cadre_box_from_turn_five() -> None:
    t = leave(5, "128R")
    assert t.at("128R") == CADRE
    assert t.unit("128R") not in t.state.due
    assert north().state.at[loaded().number["128R"]] == TRACK


@pytest.mark.rule("agn:14.10.2")
def test_the_48th_tank_division_may_not_wait() -> None:
    for game, code in ((variations(), "may-not-wait"), (loaded(), "")):
        t = north(game).turn(11).having(side="soviet", phase="motorised")
        t.ask(CallArrivals())
        t.ask(Moves("motorised"))
        assert (t.refused("done").code if code else "") == code
        assert bool(t.offers("done")) == (not code)


@pytest.mark.rule("agn:14.10.3")
def test_the_214th_comes_from_the_south() -> None:
    for game, wanted in ((variations(), {"W3427", "W3527", "W3627", "W3727", "W3827"}),
                         (loaded(), {"W4821", "W4825"})):
        t = north(game).turn(15)
        found = entries.entry_hexes(t.game, t.state, t.unit("214R"))
        assert {t.game.grid.label(hex) for hex in bits(found)} == wanted


@pytest.mark.rule("agn:14.10.4")
def test_three_airborne_brigades_leave_on_turn_thirty() -> None:
    t = leave(30, "9Abn", "10Abn", "201Abn")
    assert {t.at(code) for code in ("9Abn", "10Abn", "201Abn")} == {WITHDRAWN}
    assert not [row for row in loaded().rows.withdrawal if "9Abn" in row.units]


@pytest.mark.rule("agn:14.10.5")
def test_the_fourth_naval_brigade_leaves_and_comes_back_on_lake_ladoga() -> None:
    t = north(variations()).turn(20)
    t.put("L3405", "4NB").ask(Withdrawals("soviet")).do("withdraw 4NB")
    assert (t.at("4NB"), t.state.due[t.unit("4NB")]) == (TRACK, 40)
    t.turn(40).having(side="soviet").ask(CallArrivals())
    assert t.at("4NB") == ACTIVE
    found = {t.game.grid.label(hex) for hex in bits(
        entries.entry_hexes(t.game, t.state, t.unit("4NB")))}
    ports = t.game.map.areas["port_lake"] & t.game.map.sheets["L"]
    assert {"L4103", "L4002"} <= found
    assert all(ports >> t.hex(label) & 1 for label in found)
