"""5.6.2.b, 8.2.3, 8.10, 14.4.f: flotillas."""

import pytest

from grognard.rules.efs import control, duty
from grognard.rules.efs.flak import batteries, modifier
from grognard.rules.efs.sea_rows import ClosedZone
from tests.rules.efs.boxes import NORTH, contents
from tests.rules.efs.drill import bomber, foot, grid
from tests.rules.efs.harbour import Harbour, boats, harbour

X = foot("x", 2, 2, side="soviet")
A = foot("A", 4, 4)


def cruising(at: str = "0702", phase: str = "movement", **fields: object) -> Harbour:
    t = harbour(boats("MO"), boats("S", "axis"), X, A, **fields).put(at, "MO")  # type: ignore[arg-type]
    return t.put("0808", "x").fleets("soviet", phase)


@pytest.mark.rule("agn:8.10.1")
def test_both_sides_have_flotillas() -> None:
    sides = {row.side for row in contents(NORTH).ships if row.kind == "flotilla"}
    assert sides == {"axis", "soviet"}


@pytest.mark.rule("agn:8.2.3", "agn:8.10.2", "agn:8.1.3/hex")
def test_sixteen_hexes_and_no_more() -> None:
    assert {row.move for row in contents(NORTH).ships if row.kind == "flotilla"} == {16}
    t = harbour(boats("MO", move=3), X).put("0102", "MO").fleets()
    assert t.allowed("sail MO to 0402")
    refused = t.refused("sail MO to 0502")
    assert (refused.code, refused.rule) == ("too-far-for-boats", "agn:8.2.3")


@pytest.mark.rule("agn:5.6.2.b", "agn:8.10.2")
def test_they_move_in_both_phases() -> None:
    t = cruising(phase="motorised")
    t.do("sail MO to 1102").having(moved=0).fleets("soviet", "movement")
    t.do("sail MO to 0102")
    assert t.where("MO") == "0102"
    t = harbour(boats("S", "axis"), X, A).put("0702", "S").put("0909", "A")
    for phase in ("movement", "motorised"):
        assert t.having(moved=0).fleets("axis", phase).allowed("sail S to 0902")


@pytest.mark.rule("agn:8.10.3")
def test_over_sea_and_coast_but_not_inland() -> None:
    t = cruising()
    t.do("sail MO")
    assert t.offers("to") >= {"0701", "0703", "0102", "1203"}
    assert t.refused("to 0704").code == "no-water-for-boats"
    assert t.refused("to 0508").code == "no-water-for-boats"  # no way to the lake


@pytest.mark.rule("agn:8.10.3")
def test_on_the_lakes_and_their_shores() -> None:
    t = cruising("0508")
    t.do("sail MO")
    lake = {"0608", "0509"}
    assert t.offers("to") >= lake
    assert t.offers("to") - lake <= t.labels(t.game.waters.shore)


@pytest.mark.rule("agn:8.10.3")
def test_along_the_neva_and_not_along_the_luga() -> None:
    t = cruising("0806")
    t.do("sail MO")
    assert t.offers("to") == {"0807", "0808", "0906", "0907", "0908", "0909"}
    t = cruising("0306")
    assert t.refused("sail MO").code == "nowhere-to-sail"
    rivers = contents(NORTH).naval.rivers
    assert {"Narva", "Neva", "Volkhov"} < set(rivers)
    assert "Luga" not in rivers


@pytest.mark.rule("agn:8.10.3")
def test_enemies_bar_the_way() -> None:
    t = cruising()
    t.put("0703", "A").fleets()
    assert t.refused("sail MO to 0703").code == "enemy-there"


@pytest.mark.rule("agn:8.10.4")
def test_in_a_storm_they_do_not_fight_on_the_coast() -> None:
    for place, target, storm, fights in (
            ("0703", "0704", True, False), ("0703", "0704", False, True),
            ("0702", "0703", True, False), ("0806", "0906", True, True)):
        t = harbour(boats("S", "axis", attack=2), X).put(place, "S").put(target, "x")
        t.having(side="axis", storm=storm)
        able = duty.eligible(t.game, t.state)
        assert bool(able >> t.unit("S") & 1) == fights, (place, storm)


@pytest.mark.rule("agn:8.10.4")
def test_otherwise_they_attack_what_they_could_enter() -> None:
    t = harbour(boats("S", "axis", attack=2), X).put("0702", "S").put("0703", "x")
    t.having(side="axis")
    assert duty.touching(t.game, t.state, t.hex("0703"), t.units("S"))
    t.put("0703", "S").put("0704", "x")
    assert not duty.touching(t.game, t.state, t.hex("0704"), t.units("S"))


@pytest.mark.rule("agn:8.10.5")
def test_axis_flotillas_fire_at_aircraft_without_modifiers() -> None:
    t = harbour(boats("S", "axis"), boats("MO"), X, bomber("SB", side="soviet"), bomber("Ju"))
    t.put("0702", "S").put("1002", "MO")
    assert batteries(t.game, t.state, t.hex("0703"), "axis") == t.units("S")
    assert modifier(t.game, t.state, t.hex("0703"), t.game.air_number["SB"]) == 0
    assert not batteries(t.game, t.state, t.hex("0704"), "axis")
    assert not batteries(t.game, t.state, t.hex("1002"), "soviet")


@pytest.mark.rule("agn:8.10.7")
def test_soviet_flotillas_roll_if_they_entered_salt_water() -> None:
    t = cruising(sea={"losses": True})
    t.do("sail MO to 0802").roll(1)
    assert t.where("MO") == "eliminated"
    t = cruising("0508", sea={"losses": True})
    t.do("sail MO to 0608")
    assert not t.heard("sea-loss")
    t = harbour(boats("S", "axis"), A, sea={"losses": True}).put("0702", "S").put("0909", "A")
    t.fleets("axis", "movement").do("sail S to 0802")
    assert not t.heard("sea-loss")


@pytest.mark.rule("agn:14.4.f")
def test_zones_open_to_axis_flotillas_one_after_the_other() -> None:
    riga, tallinn = grid().hex("0303"), grid().hex("0803")
    closed = [ClosedZone(zone="Riga", side="axis", kinds=["boat"], until=riga),
              ClosedZone(zone="Gulf", side="axis", kinds=["boat"], until=riga),
              ClosedZone(zone="Bay", side="axis", kinds=["boat"], until=tallinn, next_turn=True)]
    t = harbour(boats("S", "axis"), A, X, sea={"closed": closed}).put("0202", "S").put("0505", "x")
    t.fleets("axis", "movement")
    assert t.allowed("sail S to 0102")
    refused = t.refused("sail S to 0302")
    assert (refused.code, refused.rule) == ("zone-closed", "agn:14.4.f")
    t.put("0303", "A").fleets("axis", "movement")  # at once
    assert t.allowed("sail S to 0302")
    assert t.allowed("sail S to 0902")
    t.put("0803", "A").axis("0303").fleets("axis", "movement")
    t.set_sea(held=1 << riga).fleets("axis", "movement")
    assert t.refused("sail S to 1002").code == "zone-closed"
    t.begin_turn(2).fleets("axis", "movement")
    assert t.allowed("sail S to 1002")


@pytest.mark.rule("agn:8.10.2")
def test_out_of_a_box_they_come_on_at_the_rim() -> None:
    t = harbour(boats("S", "axis", move=3), A).boxed_in("Baltic", "S").put("0909", "A")
    t.fleets("axis", "movement").do("sail S")
    assert {"0101", "0102", "0302"} <= t.offers("to")
    assert "0602" not in t.offers("to")
    t.do("to 0302")
    assert t.where("S") == "0302"


@pytest.mark.rule("agn:8.10.1")
def test_a_flotilla_takes_no_land() -> None:
    t = harbour(boats("S", "axis"), X).put("0603", "S")
    control.settle(t.game, t.state)
    assert not t.state.axis_land >> t.hex("0603") & 1
