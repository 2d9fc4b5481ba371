"""8.1, 8.3.2, 8.5.2: the seas of Army Group North, on its joined sheets and with its own ships."""

from functools import cache

import pytest
from msgspec.structs import replace

from grognard.boxes.catalogue import DataBox
from grognard.core.maps import GameMap
from grognard.core.reach import reach
from grognard.hexes import bits
from grognard.rules.efs import zones
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.scenarios import Scenario, SetUp
from grognard.rules.efs.sea_rows import SeaRows
from grognard.rules.efs.special_rows import PerSide
from tests.rules.efs.boxes import NORTH, contents, joined
from tests.rules.efs.drill import foot
from tests.rules.efs.harbour import Harbour

X = foot("x", 4, 4, side="soviet")
A = foot("A", 4, 4)


@cache
def north() -> GameMap:
    return joined(NORTH)


@cache
def game() -> EastFrontSeries:
    """All ships of the box, Kirov at Riga."""
    found, map = contents(NORTH), north()
    kirov = SetUp(hex=map.grid.hex("B1637"), units=["Kirov"])
    scenario = Scenario(
        id="sea", title="sea", map="north", first_turn=1, last_turn=9, setup=[kirov],
        units=["x", "A", *(ship.code for ship in found.ships)], left_out=["supply"],
        sea=SeaRows(transport=PerSide(axis=3, soviet=8), for_supply=PerSide(axis=1)))
    ours = replace(found, maps={"north": map}, units=(X, A), scenario=scenario, air_units=())
    return EastFrontSeries(ours, DataBox(f"grognard.boxes.{NORTH}")._setting("sea", {}))


def baltic() -> Harbour:
    state = game().new_state()
    state.stack, state.axis_land = (), 0
    return Harbour(game(), state).begin_turn(1)


@pytest.mark.rule("agn:8.1.1")
def test_every_sea_and_coastal_hex_has_one_zone() -> None:
    waters = game().waters
    counts = {waters.zones_of(1 << hex).bit_count() for hex in bits(waters.sea | waters.coast)}
    assert counts == {1}
    assert all(hexes for number, hexes in enumerate(waters.zone_hexes)
               if not waters.boxes >> number & 1)


@pytest.mark.rule("agn:8.1.3.a/tallinn", "agn:8.3.2/major", "agn:8.3.2/minor",
                  "agn:8.3.2/anchorage")
def test_the_ports_that_the_text_names() -> None:
    waters, hex = game().waters, north().grid.hex
    found = {label: (waters.port_kind[hex(label)],
                     {waters.rows[zone].id for zone in bits(waters.port_zones[hex(label)])})
             for label in ("B1637", "B2204", "L3005", "B1115")}
    assert found == {"B1637": ("major", {"Riga"}), "L3005": ("major", {"Leningrad"}),
                     "B2204": ("major", {"Moonsund", "Gulf-of-Finland"}),
                     "B1115": ("anchorage", {"Moonsund"})}


@pytest.mark.rule("agn:8.1.3.a", "agn:8.1.3.b/port")
def test_the_kirov_sails_from_riga_to_kronstadt() -> None:
    t = baltic().fleets("soviet", "motorised")
    t.do("sail Kirov zone Riga zone Gulf-of-Finland zone Leningrad")
    assert (t.step().spent, t.game.units[t.unit("Kirov")].move) == (3, 3)
    t.do("port L3005")
    assert t.where("Kirov") == "L3005"


@pytest.mark.rule("agn:8.5.2.e/zoc")
def test_the_coast_of_the_example() -> None:
    """4211, 4310 and 4410 are coast, 4311 is sea between the first two."""
    waters, hex = game().waters, north().grid.hex
    assert all(waters.coast >> hex(f"A{number}") & 1 for number in (4211, 4310, 4410))
    assert waters.sea >> hex("A4311") & 1
    t = baltic().put("A4310", "x")
    zone = zones.zone(t.game, t.state, "soviet")
    assert not zone >> hex("A4311") & 1
    assert zone >> hex("A4410") & 1


@pytest.mark.rule("agn:8.10.3")
def test_the_waters_of_the_flotillas() -> None:
    hex, boats = north().grid.hex, game().waters.graph("boats")
    assert hex("L4424") in reach(boats, hex("L4525"), 16)  # Novgorod, on Lake Ilmen
    assert hex("L1622") in reach(boats, hex("L1420"), 16)  # Gdov, on Lake Peipus
    from_kronstadt = reach(boats, hex("L3005"), 120)
    assert {hex("B2204"), hex("B1637"), hex("L4005")} <= set(from_kronstadt)  # also up the Neva
    assert hex("L3222") not in from_kronstadt  # Luga, on a river of its own


@pytest.mark.rule("agn:8.5.1.b", "agn:8.4.3.2.d")
def test_riga_has_its_way_to_the_sea() -> None:
    hex, sea = north().grid.hex, game().waters.graph("sea")
    assert hex("A2541") in reach(sea, hex("B1637"), 99)


@pytest.mark.rule("agn:8.8.1.a", "agn:8.8.1.c/support")
def test_the_fleets_in_the_box() -> None:
    rows = {row.code: row for row in contents(NORTH).ships}
    assert len(rows) == 25
    assert {row.kind for row in rows.values()} == {
        "battleship", "cruiser", "destroyer", "flotilla"}
    for row in rows.values():
        guns = row.support > 0 and row.range > 0 and 0 < row.reduced_support <= row.support
        assert guns == (row.kind != "flotilla"), row.code
    assert not rows.keys() & {unit.code for unit in contents(NORTH).units}
