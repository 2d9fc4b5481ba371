"""15.3.7.b, 15.5.2.f, 15.5.2.g: ships and flotillas on the inset."""

import pytest

from grognard.rules.efs.inset import area
from grognard.rules.efs.naval import ports
from grognard.rules.efs.naval.at_sea import Fleets
from grognard.rules.efs.naval.flotillas import cruise
from grognard.rules.efs.naval.havens import havens
from grognard.rules.efs.stacking import ClearOverstack
from tests.rules.efs.boxes import NORTH, contents
from tests.rules.efs.drill import foot
from tests.rules.efs.harbour import boats, ship
from tests.rules.efs.inset import Inset, inset

RIFLES = foot("x", 2, 4, side="soviet", stacking=6)
KIROV, LEADERS = ship("Kirov"), ship("1DD", "destroyer", move=4)
APPROACH = {"inset": "approach"}


def fleets(t: Inset) -> Inset:
    t.having(side="soviet", phase="motorised").ask(Fleets())
    return t


@pytest.mark.rule("agn:15.3.7.b")
def test_any_number_of_ships_lies_in_the_port() -> None:
    many = [ship(f"S{n}") for n in range(12)]
    t = inset(RIFLES, *many).put("In2013", "x", *(one.code for one in many))
    t.begin(ClearOverstack())
    assert t.step() is None
    assert len(t.state.stacks[t.hex("In2013")]) == 13


@pytest.mark.rule("agn:15.5.2.g")
def test_the_port_of_leningrad_lies_in_its_zone() -> None:
    t = fleets(inset(KIROV, LEADERS, RIFLES).put("In2013", "Kirov", "1DD").put("L3005", "x"))
    t.do("sail Kirov zone Leningrad port L3005")
    assert t.where("Kirov") == "L3005", "Kronstadt"
    t.having(moved=0)
    fleets(t).do("sail Kirov zone Leningrad port In2013")
    assert t.where("Kirov") == "In2013", "and back, a point each"


@pytest.mark.rule("agn:15.5.2.g")
def test_destroyers_use_minor_ports_too() -> None:
    t = inset(KIROV, LEADERS, RIFLES).put("In2013", "Kirov", "1DD")
    assert "L3006" in t.labels(havens(t.game, t.state, t.unit("1DD"))), "Oranienbaum"
    assert t.labels(havens(t.game, t.state, t.unit("Kirov"))) == {"In2013", "L3005"}


@pytest.mark.rule("agn:15.5.2.g")
def test_the_petropavlovsk_does_not_move() -> None:
    (row,) = (row for row in contents(NORTH).ships if row.code == "Petropav")
    assert row.move == 0
    t = inset(row, KIROV, RIFLES).put("In2013", "Petropav", "Kirov")
    assert fleets(t).offers("sail") == {"Kirov"}


@pytest.mark.rule("agn:15.5.2.f")
def test_a_flotilla_counts_mega_hexes() -> None:
    t = inset(boats("MO", move=2), RIFLES).put("In1815", "MO")
    found = cruise(t.game, t.state, t.unit("MO"))
    assert {t.game.mega.distance(t.hex("In1815"), hex) for hex in found} == {0, 1, 2}
    assert "In2216" in t.labels(found.mask), "four hexes off, but in the next mega-hex"
    fleets(t)
    assert t.refused("sail MO to In2209").code == "too-far-for-boats"
    t.do("sail MO to In2013")
    assert t.where("MO") == "In2013"


@pytest.mark.rule("agn:15.5.2.f")
def test_sixteen_mega_hexes_take_it_up_the_neva() -> None:
    t = inset(boats("MO"), RIFLES).put("In2014", "MO")
    found = cruise(t.game, t.state, t.unit("MO"))
    assert {"In2605", "L3906"} <= t.labels(found.mask)
    assert found[t.hex("L3906")] <= 8 < t.game.grid.distance(t.hex("In2014"), t.hex("L3906"))


@pytest.mark.rule("agn:15.2.1.b")
def test_the_port_that_the_map_repeats_serves_until_the_inset_does() -> None:
    t = inset(KIROV, RIFLES, rows=APPROACH)
    assert {"L3406", "In2013"} <= t.labels(ports.friendly(t.game, t.state, "soviet"))
    t.state.points[area.REACHED] = 1
    assert "In2013" in t.labels(ports.friendly(t.game, t.state, "soviet"))
    assert not ports.friendly(t.game, t.state, "soviet") & t.game.mega.repeated
    t = inset(boats("MO"), RIFLES, rows=APPROACH).put("L3105", "MO")
    t.state.points[area.REACHED] = 1
    assert fleets(t).refused("sail MO to L3205").code == "inset-instead"
