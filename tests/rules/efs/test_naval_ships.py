"""8.1, 8.2, 14.4.e: sea zones, and the ships that sail through them."""

import pytest

from grognard.rules.efs.movers import Moves
from grognard.rules.efs.plug_ins import Extra
from grognard.rules.efs.sea_rows import ClosedZone, SeaArrival
from grognard.rules.efs.state import ACTIVE
from grognard.rules.efs.ways import MOVEMENT
from tests.rules.efs.boxes import NORTH, contents
from tests.rules.efs.drill import foot, grid
from tests.rules.efs.harbour import Harbour, boats, harbour, ship

X = foot("x", 2, 2, side="soviet")
A = foot("A", 4, 4)


def in_riga(*more: object, phase: str = "motorised", **fields: object) -> Harbour:
    """Kirov, of three points, in the port of Riga; the Soviet fleets act."""
    t = harbour(ship("Kirov"), X, *more, **fields)  # type: ignore[arg-type]
    return t.put("0303", "Kirov").put("0808", "x").fleets("soviet", phase)


# -- the waters ----------------------------------------------------------------------------------


@pytest.mark.rule("agn:8.1.1", "agn:8.1.1/boxes")
def test_five_zones_and_two_boxes() -> None:
    rows = {row.id: row for row in contents(NORTH).sea_zones}
    seas = {"Courland", "Riga", "Moonsund", "Gulf-of-Finland", "Leningrad"}
    assert {id for id, row in rows.items() if row.areas} == seas
    assert {id: row.side for id, row in rows.items() if not row.areas} == {
        "Hango": "soviet", "Baltic-Ports": "axis"}
    assert rows["Hango"].next == ["Gulf-of-Finland"]
    assert rows["Baltic-Ports"].next == ["Courland"]
    for id, row in rows.items():
        assert all(id in rows[other].next for other in row.next), id


@pytest.mark.rule("agn:8.1.1")
def test_every_sea_and_coastal_hex_has_its_zone() -> None:
    waters = harbour().game.waters
    wet = waters.sea | waters.coast
    assert all(waters.zones_of(1 << hex).bit_count() == 1 for hex in grid() if wet >> hex & 1)
    assert not waters.zones_of(~wet & grid().all)


@pytest.mark.rule("agn:8.1.1/boxes")
def test_a_box_costs_a_point_and_takes_ships_in() -> None:
    t = harbour(ship("DD", "destroyer", move=2), X).put("0803", "DD").fleets()
    t.do("sail DD zone Gulf zone Hango")
    assert t.zone("DD") == "Hango"
    t = harbour(ship("DD", "destroyer", move=1), X).put("0803", "DD").fleets("soviet", "motorised")
    assert t.refused("sail DD zone Gulf zone Hango").code == "no-naval-points"
    t = harbour(ship("DD", "destroyer", move=9), X).put("0103", "DD").fleets("soviet", "motorised")
    assert t.refused("sail DD zone Open zone Baltic").code == "enemy-box"


@pytest.mark.rule("agn:8.1.1/boxes")
def test_a_ship_leaves_a_box_into_the_zone_beside_it() -> None:
    t = harbour(ship("Emden", side="axis"), A).boxed_in("Baltic", "Emden").axis("0103")
    t.fleets("axis", "movement")
    assert t.refused("sail Emden zone Riga").code == "not-the-next-zone"
    t.do("sail Emden zone Open port 0103")
    assert t.where("Emden") == "0103"


@pytest.mark.rule("agn:8.1.2", "agn:8.1.3.e")
def test_ships_are_counters_that_sail_one_by_one_and_transports_are_none() -> None:
    t = harbour(ship("Kirov"), ship("Gorky"), X).put("0303", "Kirov", "Gorky").fleets()
    assert t.offers("sail") == {"Kirov", "Gorky"}
    t.do("sail Kirov zone Riga zone Gulf port 0803")
    assert (t.where("Kirov"), t.where("Gorky")) == ("0803", "0303")
    assert {unit.code for unit in t.game.units} == {"Kirov", "Gorky", "x"}
    assert t.state.points["stp-soviet"] == 8  # what transports can do is a number


# -- points --------------------------------------------------------------------------------------


@pytest.mark.rule("agn:8.1.3", "agn:8.1.3.a", "agn:8.1.3.b/port", "agn:8.1.3.b/next")
def test_the_voyage_of_the_kirov() -> None:
    """The worked example: Riga zone, Gulf of Finland, Leningrad; Kronstadt itself is free."""
    t = in_riga()
    assert t.refused("sail Kirov zone Gulf").code == "not-the-next-zone"
    t.do("sail Kirov zone Riga zone Gulf zone Bay")
    assert t.step().spent == 3
    assert t.refused("zone Gulf").code == "no-naval-points"
    t.do("port 1103")
    assert t.where("Kirov") == "1103"
    assert t.state.phase == "motorised"


@pytest.mark.rule("agn:8.1.3.a")
def test_the_zones_of_the_example_are_next_to_each_other() -> None:
    rows = {row.id: row.next for row in contents(NORTH).sea_zones}
    assert "Gulf-of-Finland" in rows["Riga"]
    assert "Leningrad" in rows["Gulf-of-Finland"]
    kirov = next(row for row in contents(NORTH).ships if row.code == "Kirov")
    assert (kirov.kind, kirov.move) == ("cruiser", 3)


@pytest.mark.rule("agn:8.1.3.a/tallinn")
def test_tallinn_opens_on_two_zones() -> None:
    t = harbour(ship("Kirov"), X).put("0803", "Kirov").fleets()
    t.do("sail Kirov")
    assert t.offers("zone") == {"Sound", "Gulf"}
    named = {row.id for row in contents(NORTH).sea_zones if "Tallinn" in row.ports}
    assert named == {"Moonsund", "Gulf-of-Finland"}


@pytest.mark.rule("agn:8.1.3.b/place")
def test_a_ship_stands_on_any_free_hex_of_its_zone() -> None:
    t = in_riga(A)
    t.put("0503", "A").fleets("soviet", "motorised")
    t.do("sail Kirov zone Riga")
    assert t.offers("at") >= {"0301", "0402", "0403"}
    assert t.refused("at 0601").code == "not-in-that-zone"
    assert t.refused("at 0405").code == "not-in-that-zone"
    assert t.refused("at 0503").code == "enemy-there"
    assert t.refused("at 0303").code == "call-it-port"
    t.do("at 0402")
    assert t.where("Kirov") == "0402"


# -- ports ---------------------------------------------------------------------------------------


@pytest.mark.rule("agn:8.1.3.c")
def test_ships_end_the_last_phase_in_port() -> None:
    t = in_riga(phase="motorised")
    t.do("sail Kirov zone Riga at 0402")  # the Soviets move once more
    t.having(moved=0).fleets("soviet", "movement")
    assert t.refused("done").code == "ship-without-port"
    t.do("sail Kirov")
    assert t.refused("at 0401").code == "must-end-in-port"
    t.do("port 0303")
    assert t.allowed("done")
    assert t.where("Kirov") == "0303"


@pytest.mark.rule("agn:8.1.3.c")
def test_the_last_phase_of_the_axis_is_the_motorised_one() -> None:
    t = harbour(ship("Emden", side="axis"), A).axis("0303").put("0303", "Emden")
    t.fleets("axis", "movement").do("sail Emden zone Riga")
    assert t.offers("at")
    t.do("at 0402").having(moved=0).fleets("axis", "motorised")
    assert t.refused("done").rule == "agn:8.1.3.c"
    t.do("sail Emden port 0303")
    assert t.where("Emden") == "0303"


@pytest.mark.rule("agn:8.1.3.c")
def test_a_zone_from_which_no_port_can_be_reached_is_not_entered_last() -> None:
    t = harbour(ship("Kirov", move=2), A).put("0803", "Kirov").put("1105", "A").axis("1103")
    t.fleets("soviet", "movement")
    assert t.refused("sail Kirov zone Gulf zone Bay").code == "no-port-from-there"
    assert t.allowed("sail Kirov zone Gulf zone Riga port 0303")


@pytest.mark.rule("agn:8.1.3.c")
def test_a_ship_that_finds_no_port_is_lost() -> None:
    t = harbour(ship("Kirov", move=1), A, X).put("0402", "Kirov").put("1010", "x")
    t.axis("0103 0303 0803 1103").fleets("soviet", "movement")
    t.do("done")
    assert t.where("Kirov") == "eliminated"


@pytest.mark.rule("agn:8.1.3.c/types")
def test_large_ships_need_major_ports_and_destroyers_at_least_minor_ones() -> None:
    t = harbour(ship("Marat", "battleship"), ship("Kirov"), ship("DD", "destroyer"), X)
    t.put("0803", "Marat", "Kirov", "DD").fleets()
    for code in ("Marat", "Kirov"):
        assert t.refused(f"sail {code} zone Gulf port 0903").code == "port-too-small"
    assert t.allowed("sail DD zone Gulf port 0903")
    for code in ("Marat", "Kirov", "DD"):
        assert t.refused(f"sail {code} zone Sound port 0703").code == "port-too-small"


@pytest.mark.rule("agn:8.1.3.b/port")
def test_only_ports_of_the_zone_and_of_ones_own() -> None:
    t = in_riga(A)
    t.put("0805", "A").axis("0803").fleets("soviet", "motorised")
    t.do("sail Kirov zone Riga zone Gulf")
    assert t.refused("port 1103").code == "port-of-another-zone"
    assert t.refused("port 0803").code == "enemy-port"
    assert t.refused("port 0606").code == "no-port"


# -- when ----------------------------------------------------------------------------------------


@pytest.mark.rule("agn:8.2.1")
def test_fleets_act_after_all_land_movement() -> None:
    t = in_riga(phase="movement")
    assert t.refused("move x to 0809").code == "land-moves-over"
    t.ask(Moves(MOVEMENT))
    assert not t.allowed("sail Kirov zone Riga port 0303")


@pytest.mark.rule("agn:8.2.2.a", "agn:8.1.3.b/next")
def test_the_full_allowance_in_each_of_the_two_phases() -> None:
    t = in_riga(ship("Gorky"), phase="motorised")
    t.put("0303", "Gorky").fleets("soviet", "motorised")
    t.do("sail Kirov zone Riga zone Gulf zone Bay port 1103")
    assert t.refused("sail Kirov").code == "sailed-already"
    t.having(moved=0).fleets("soviet", "movement")
    t.do("sail Kirov zone Bay zone Gulf zone Riga port 0303")
    assert t.where("Kirov") == "0303"


@pytest.mark.rule("agn:8.2.2.a/petropavlovsk")
def test_petropavlovsk_never_leaves_its_hex() -> None:
    row = next(row for row in contents(NORTH).ships if row.name == "Petropavlovsk")
    assert row.move == 0
    t = harbour(ship("Petropav", move=0), X, A).put("0803", "Petropav").put("0808", "x")
    t.fleets()
    assert t.refused("sail Petropav").code == "cannot-sail"
    t.put("0803", "A")
    assert t.where("Petropav") == "eliminated"


@pytest.mark.rule("agn:8.2.2.b")
def test_ships_react_from_port_to_port_with_two_points() -> None:
    t = harbour(ship("Kirov"), ship("DD", "destroyer"), boats("MO"), X)
    t.put("0303", "Kirov").put("0402", "DD").put("0802", "MO")
    t.fleets("axis", "reaction")  # the Axis is on turn, the Soviets react
    assert t.asked() == "soviet"
    assert t.refused("sail MO").code == "boats-do-not-react"
    assert t.refused("sail DD").code == "starts-at-sea"
    t.do("sail Kirov zone Riga")
    assert t.refused("at 0402").code == "must-end-in-port"
    assert t.refused("zone Gulf zone Bay").code == "no-naval-points"
    t.do("zone Gulf port 0803")
    assert t.where("Kirov") == "0803"


@pytest.mark.rule("agn:8.1.3", "agn:8.1.3/hex")
def test_flotillas_count_hexes_and_no_zones() -> None:
    t = harbour(boats("MO"), X).put("0802", "MO").fleets()
    t.do("sail MO")
    assert not t.offers("zone")
    assert "0702" in t.offers("to")


# -- closed zones --------------------------------------------------------------------------------


def after_tallinn(turn: int, held: str = "0303") -> Harbour:
    """14.4.e: the Gulf and the Bay are closed to Axis ships until the turn after Tallinn falls."""
    tallinn = grid().hex("0803")
    closed = [ClosedZone(zone=zone, side="axis", kinds=["ship"], until=tallinn, next_turn=True)
              for zone in ("Gulf", "Bay")]
    t = harbour(ship("Emden", side="axis"), boats("S2", "axis"), A, sea={"closed": closed})
    t.axis(held).put("0303", "Emden").put("0302", "S2")
    return t.begin_turn(turn)


@pytest.mark.rule("agn:14.4.e")
def test_the_gulf_opens_on_the_turn_after_tallinn_falls() -> None:
    t = after_tallinn(30).put("0803", "A").fleets("axis", "movement")
    assert t.allowed("sail Emden zone Riga zone Sound at 0601")
    refused = t.refused("sail Emden zone Riga zone Gulf")
    assert refused.code == "zone-closed"
    t = after_tallinn(30).put("0803", "A").begin_turn(31).fleets("axis", "movement")
    assert t.allowed("sail Emden zone Riga zone Gulf port 0803")


@pytest.mark.rule("agn:8.6.2/bans", "agn:8.6.2/zones")
def test_a_table_closes_zones_on_some_turns() -> None:
    closed = [ClosedZone(zone="Riga", side="soviet", first_turn=7)]
    t = harbour(ship("Kirov"), X, sea={"closed": closed}).put("0803", "Kirov")
    assert t.begin_turn(6).fleets().allowed("sail Kirov zone Gulf zone Riga port 0303")
    t.begin_turn(7).fleets()
    assert t.refused("sail Kirov zone Gulf zone Riga").code == "zone-closed"


@pytest.mark.rule("agn:5.6.2.c")
def test_only_chapter_eight_speaks_at_sea() -> None:
    t = in_riga()
    orders = ("sail x", "sail Kirov zone Bay", "sail Kirov zone Riga port 0606", "ship x")
    assert all(t.refused(text).rule.startswith("agn:8.") for text in (*orders, "land 0703"))


# -- joining the fleet ---------------------------------------------------------------------------


def joining(hex: str = "", box: str = "") -> Harbour:
    """Kirov is due; the Soviet Movement Phase begins."""
    row = SeaArrival(units=["Kirov"], hex=grid().hex(hex) if hex else -1, box=box)
    t = harbour(ship("Kirov"), X, A, sea={"arrival": [row]}).put("0808", "x").put("0810", "A")
    t.state.put(t.unit("Kirov"), ACTIVE)
    return t


@pytest.mark.parametrize(("hex", "box"), [("1103", ""), ("", "Hango")])
def test_a_ship_that_is_due_joins_its_fleet_in_a_port_or_a_box(hex: str, box: str) -> None:
    t = joining(hex, box).having(side="axis", phase="movement").ask(Extra("movement"))
    assert t.state.at[t.unit("Kirov")] == ACTIVE, "not in the enemy's phase"
    t = joining(hex, box).having(side="soviet", phase="movement").ask(Extra("movement"))
    assert (t.zone("Kirov") if box else t.where("Kirov")) == (box or hex)
    assert t.heard("joins-fleet")


def test_a_port_that_is_lost_keeps_a_ship_away() -> None:
    t = joining("1103").axis("1103").having(side="soviet", phase="movement")
    t.ask(Extra("movement"))
    assert t.state.at[t.unit("Kirov")] == ACTIVE
